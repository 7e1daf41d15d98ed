// The pages of a file with a box for each field: the page itself is drawn once values are revealed, from the file that lies in this browser.

import { useEffect, useRef, useState } from 'preact/hooks'
import { largest } from '../../src/lists.ts'
import type { ProposedField } from '../../src/records/documents.ts'
import { type Drawing, drawingOf } from './drawing.ts'
import { sentenceOf } from './service.ts'

/** A4, in points: what a page is taken for whose size is not known, unless something stands further out. */
const USUAL_WIDTH = 595
const USUAL_HEIGHT = 842
const MARGIN = 20

/** A field with its number in the table of the pages, from 1. */
interface PlacedField extends ProposedField {
  readonly number: number
  readonly box: [number, number, number, number]
}

interface PagesProps {
  readonly fields: readonly ProposedField[]
  readonly file: File | undefined
  readonly revealed: boolean
  /** The number of the field that is looked at; null for none. */
  readonly chosen: number | null
  readonly onChoose: (field: number) => void
}

export function Pages({ fields, file, revealed, chosen, onChoose }: PagesProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    setDrawing(null)
    setFailure(null)
    if (!revealed || file === undefined) return
    let made: Drawing | null = null
    let isGone = false
    drawingOf(file).then(
      (found) => {
        if (isGone) found?.close()
        else {
          made = found
          setDrawing(found)
        }
      },
      (error: unknown) => isGone || setFailure(sentenceOf(error)),
    )
    return () => {
      isGone = true
      made?.close()
    }
  }, [file, revealed])
  const placed = fields.flatMap((field, at) =>
    field.box === undefined ? [] : [{ ...field, box: field.box, number: at + 1 }],
  )
  const numbers = [...new Set(placed.map(({ page }) => page ?? 1))].sort((a, b) => a - b)
  if (failure === null && numbers.length === 0) return null
  return (
    <div class="pages">
      {failure === null ? null : <p class="quiet">The pages cannot be drawn here: {failure}</p>}
      {numbers.map((number) => (
        <Page
          key={number}
          number={number}
          fields={placed.filter((field) => (field.page ?? 1) === number)}
          drawing={drawing}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}

interface PageProps {
  readonly number: number
  readonly fields: readonly PlacedField[]
  readonly drawing: Drawing | null
  readonly chosen: number | null
  readonly onChoose: (field: number) => void
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)}%`

function Page({ number, fields, drawing, chosen, onChoose }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, height] = fields.find(({ page_size }) => page_size !== undefined)?.page_size ?? [
    Math.max(USUAL_WIDTH, largest(fields.map(({ box }) => box[2] + MARGIN))),
    Math.max(USUAL_HEIGHT, largest(fields.map(({ box }) => box[3] + MARGIN))),
  ]
  useEffect(() => {
    const shown = canvas.current
    if (drawing === null || shown === null) return
    // For a long file only the visible pages are drawn.
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      void drawing.draw(number, shown)
    })
    watch.observe(shown)
    return () => watch.disconnect()
  }, [drawing, number])
  return (
    <figure class="sheet" aria-label={`Page ${number}, ${fields.length} fields`}>
      <div class="page" style={{ aspectRatio: `${width} / ${height}` }}>
        {drawing === null ? null : <canvas ref={canvas} />}
        {fields.map(({ box: [left, top, right, bottom], number: field, field: name }) => (
          <button
            key={field}
            type="button"
            class="box"
            style={{
              left: share(left, width),
              top: share(top, height),
              width: share(right - left, width),
              height: share(bottom - top, height),
            }}
            aria-label={`Field ${field}, ${name}`}
            aria-pressed={field === chosen}
            onClick={() => onChoose(field)}
          >
            <span>{field}</span>
          </button>
        ))}
      </div>
      <figcaption>Page {number}</figcaption>
    </figure>
  )
}
