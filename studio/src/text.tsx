// A text: what personal data is in it, under which law and why, beside the copy that is safe.
import { useState } from 'preact/hooks'
import type { DeidentifyAnswer } from '../../src/records/detection.ts'
import type { WhyAnswer } from '../../src/records/studio.ts'
import { plainly } from './letters.ts'
import { Failure, Field, useWork } from './parts.tsx'
import { noteReveal, service } from './service.ts'

interface Found {
  readonly text: string
  readonly why: WhyAnswer
  readonly copy: DeidentifyAnswer
}

const METHODS = [
  ['statute', 'as the statute says'],
  ['mask', 'mask everything'],
  ['token', 'tokens for everything'],
  ['drop', 'leave everything out'],
] as const

export function TextScreen() {
  const [text, setText] = useState('')
  const [jurisdiction, setJurisdiction] = useState('')
  const [method, setMethod] = useState('statute')
  const [revealed, setRevealed] = useState(false)
  const work = useWork<Found>()

  const find = () => {
    setRevealed(false)
    const law = { jurisdiction: jurisdiction.trim() || null }
    void work.run(async () => {
      const [why, copy] = await Promise.all([
        service.why({ text, ...law }),
        service.deidentify({ text, method, ...law }),
      ])
      return { text, why, copy }
    })
  }
  const take = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text())
  }
  return (
    <>
      <h1>Text</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer?.files[0])
        }}
      >
        <Field label="Text: paste it, or drop a text file here">
          <textarea
            rows={6}
            dir="auto"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) find()
            }}
          />
        </Field>
        <div class="row">
          <Field label="Jurisdiction (empty: the text says)">
            <input
              size={8}
              maxLength={4}
              value={jurisdiction}
              onInput={(event) => setJurisdiction(event.currentTarget.value)}
            />
          </Field>
          <Field label="Copy">
            <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
              {METHODS.map(([name, says]) => (
                <option key={name} value={name}>
                  {says}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Or a text file">
            <input
              type="file"
              accept="text/*,.log,.csv,.json"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
          </Field>
          <button type="submit" disabled={work.busy || text === ''}>
            Find personal data
          </button>
        </div>
      </form>
      <Failure sentence={work.failure} />
      {work.answer === null ? null : (
        <Findings
          found={work.answer}
          revealed={revealed}
          onReveal={() => {
            if (!revealed) noteReveal('text')
            setRevealed(!revealed)
          }}
        />
      )}
    </>
  )
}

interface FindingsProps {
  readonly found: Found
  readonly revealed: boolean
  readonly onReveal: () => void
}

function Findings({ found: { text, why, copy }, revealed, onReveal }: FindingsProps) {
  const letters = [...text]
  const pieces: preact.ComponentChild[] = []
  let at = 0
  why.detections.forEach(({ start, end, category }, index) => {
    const value = letters.slice(start, end)
    pieces.push(plainly(letters.slice(at, start).join('')))
    pieces.push(
      <mark class="finding">
        <bdi>
          {revealed ? plainly(value.join('')) : value.map((letter) => (/\s/.test(letter) ? ' ' : '•')).join('')}
        </bdi>
        <a href={`#finding-${index + 1}`} onClick={(event) => goTo(event, index + 1)}>
          {index + 1}
          <span class="hidden"> {category}</span>
        </a>
      </mark>,
    )
    at = end
  })
  pieces.push(plainly(letters.slice(at).join('')))
  return (
    <>
      <p role="status">
        {why.count} found under {copy.statute}
        {copy.jurisdiction === null ? '' : ` (${copy.jurisdiction})`}.{' '}
        <button type="button" aria-pressed={revealed} onClick={onReveal}>
          {revealed ? 'Hide values' : 'Reveal values'}
        </button>
      </p>
      <div class="beside">
        <section aria-label="What was found">
          <h2>What was found</h2>
          <p class="text" dir="auto">
            {pieces}
          </p>
        </section>
        <section aria-label="The safe copy">
          <h2>The safe copy</h2>
          {copy.spans.some(({ action }) => action === 'tokenize') ? (
            <p class="quiet">
              Tokens of this page have no salt: values that can be enumerated can be recovered from them. Make the
              copies that you hand out with selfsame deidentify --salt-file.
            </p>
          ) : null}
          <p class="text" dir="auto">
            {plainly(copy.text)}
          </p>
        </section>
      </div>
      <ol class="findings">
        {why.detections.map(({ category, citation, detector, confidence, why: reasons }, index) => (
          <li key={index} id={`finding-${index + 1}`} tabIndex={-1}>
            <strong>{category}</strong> {copy.spans[index]?.action ?? ''} <span class="law">{citation}</span>
            <div class="quiet">
              {detector}, confidence {confidence.toFixed(4)}
            </div>
            <ul>
              {reasons.slice(0, 4).map(({ token, says, weight }, place) => (
                <li key={place}>
                  {token === '' || !revealed ? '' : <bdi>{token}: </bdi>}
                  {says}
                  {weight === null ? '' : ` (${weight > 0 ? '+' : ''}${weight})`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Addresses of this page are its screens: a jump within one is done by hand. */
function goTo(event: Event, number: number): void {
  event.preventDefault()
  document.getElementById(`finding-${number}`)?.focus()
}
