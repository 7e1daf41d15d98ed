// All values of all persons in a file as fields for a reviewer: each value once per person, with confidence and position.
import { firstAt } from '../../lists.ts'
import type { DocumentFieldSet } from '../../packs/schemas/field-labels.ts'
import { round4 } from '../../records/canonical.ts'
import type { ProposedField } from '../../records/documents.ts'
import type { Placed, Structure } from '../../records/structure.ts'
import { fold } from '../../text/fold.ts'
import { CodePoints } from '../../text/offsets.ts'
import type { OwnedValue, Subject } from './subject.ts'

export interface ReadSubjects {
  readonly name: string
  readonly text: string
  readonly structure: Structure
  readonly subjects: readonly Subject[]
  readonly fieldSet: DocumentFieldSet
}

/** Person by person; the fields of each in the order of the field set, values in text order. `show` masks or reveals. */
export function proposedFields(
  { name, text, structure, subjects, fieldSet }: ReadSubjects,
  show: (value: string) => string,
): ProposedField[] {
  const points = new CodePoints(text)
  const proposed: ProposedField[] = []
  for (const [index, { values, support }] of subjects.entries())
    for (const [field, sources] of Object.entries(fieldSet.fields))
      for (const value of distinct(
        values.filter(({ source }) => sources.includes(source)),
        field === fieldSet.subject,
      )) {
        const place = placeOf(value, structure.placed)
        proposed.push({
          document: name,
          field,
          value: show(value.text.replace(/\s+/g, ' ').trim()),
          source: value.by,
          confidence: round4(value.confidence * (place?.confidence ?? 1)),
          span: [points.of(value.start), points.of(value.end)],
          ...(support < 0 || subjects.length === 1 ? {} : { person: index + 1 }),
          ...(place === null ? {} : { page: place.page, box: [...place.box], ...sizeOf(place.page, structure) }),
        })
      }
  return proposed
}

function sizeOf(page: number, { pages }: Structure): { page_size?: [number, number] } {
  const size = pages.find((one) => one.page === page)
  return size === undefined ? {} : { page_size: [size.width, size.height] }
}

/** Values that differ in more than case, marks and signs, each with its most certain occurrence; a part of a fuller name is left out. */
function distinct(values: readonly OwnedValue[], isName: boolean): OwnedValue[] {
  const known = new Map<string, OwnedValue>()
  for (const value of values) {
    const key = fold(value.text).replace(/[^\p{L}\p{N}]+/gu, '')
    const other = known.get(key)
    if (other === undefined || value.confidence > other.confidence) known.set(key, value)
  }
  if (!isName || known.size < 2) return [...known.values()]
  const words = new Map(
    [...known.values()].map((value) => [value, new Set(fold(value.text).match(/[\p{L}\p{N}]+/gu) ?? [])]),
  )
  return [...known.values()].filter(
    (value) =>
      !MENTIONS.has(value.by) ||
      ![...words].some(([other, full]) => other !== value && isPart(words.get(value)!, full)),
  )
}

/** A part of a name in running text is another mention; a part with a label is a separate value. */
const MENTIONS: ReadonlySet<OwnedValue['by']> = new Set(['document', 'metadata'])

function isPart(part: ReadonlySet<string>, full: ReadonlySet<string>): boolean {
  if (part.size >= full.size) return false
  for (const word of part) if (!full.has(word)) return false
  return true
}

interface Place {
  readonly page: number
  readonly box: readonly [number, number, number, number]
  readonly confidence: number
}

const hundredth = (number: number) => Math.round(number * 100) / 100

/** The rectangle around the runs that hold a value, on the page of the first; assumes equal letter widths within a run. */
function placeOf({ start, end }: OwnedValue, placed: readonly Placed[]): Place | null {
  let at = firstAt(placed, (run) => run.end > start)
  const first = placed[at]
  if (first === undefined || first.start >= end) return null
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  let confidence = 1
  for (; at < placed.length && placed[at]!.start < end && placed[at]!.page === first.page; at++) {
    const run = placed[at]!
    const width = (run.box[2] - run.box[0]) / (run.end - run.start)
    left = Math.min(left, run.box[0] + Math.max(start - run.start, 0) * width)
    right = Math.max(right, run.box[2] - Math.max(run.end - end, 0) * width)
    top = Math.min(top, run.box[1])
    bottom = Math.max(bottom, run.box[3])
    confidence = Math.min(confidence, run.confidence ?? 1)
  }
  return { page: first.page, box: [hundredth(left), hundredth(top), hundredth(right), hundredth(bottom)], confidence }
}
