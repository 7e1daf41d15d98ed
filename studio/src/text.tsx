// A text: its personal data, the law and the reasons, next to the masked copy.
import { useState } from 'preact/hooks'
import type { DeidentifyAnswer } from '../../src/records/detection.ts'
import type { WhyAnswer } from '../../src/records/explanations.ts'
import { plainly } from './letters.ts'
import { Failure, Field, JurisdictionField, titleOf, useWork } from './parts.tsx'
import { service } from './service.ts'

interface Found {
  readonly text: string
  readonly why: WhyAnswer
  readonly copy: DeidentifyAnswer
  /** True if the copy may hold tokens that no salt protects. */
  readonly unsalted: boolean
}

/** The methods of /deidentify: their code, their name and what each does. */
const METHODS = [
  ['statute', 'as the statute says', 'Each kind of value gets the action that the law asks for.'],
  ['mask', 'mask everything', 'Each value becomes its kind in brackets: [NAME]. It cannot be linked again.'],
  ['token', 'tokens for everything', 'Each value becomes a token. Equal values get equal tokens under one salt.'],
  ['drop', 'leave everything out', 'Each value is removed.'],
] as const

/** Methods whose copy holds no token that a salt could protect. */
const WITHOUT_TOKENS: readonly string[] = ['mask', 'drop']

export function TextScreen() {
  const [text, setText] = useState('')
  const [jurisdiction, setJurisdiction] = useState('auto')
  const [method, setMethod] = useState('statute')
  const [salt, setSalt] = useState('')
  const work = useWork<Found>()

  const find = () => {
    void work.run(async () => {
      const [why, copy] = await Promise.all([
        service.why({ text, jurisdiction }),
        service.deidentify({ text, method, salt, jurisdiction }),
      ])
      return { text, why, copy, unsalted: salt === '' && !WITHOUT_TOKENS.includes(method) }
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
          <JurisdictionField value={jurisdiction} onChange={setJurisdiction} />
          <Field label="Method">
            <select
              value={method}
              aria-describedby="method-help"
              onChange={(event) => setMethod(event.currentTarget.value)}
            >
              {METHODS.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Salt for tokens">
            <input
              type="password"
              autocomplete="off"
              value={salt}
              aria-describedby="salt-help"
              onInput={(event) => setSalt(event.currentTarget.value)}
            />
          </Field>
          <Field label="Or a text file">
            <input
              type="file"
              accept="text/*,.log,.csv,.json"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
          </Field>
          <button type="submit" disabled={work.busy || text === ''}>
            {work.busy ? 'Searching…' : 'Find personal data'}
          </button>
        </div>
        <p class="quiet" id="method-help">
          {METHODS.find(([code]) => code === method)![2]}
        </p>
        <p class="quiet" id="salt-help">
          The salt is a long secret of yours. Copies under one salt have the same token for the same value, so they can
          be joined; whoever has the salt, or knows that there is none, can guess telephone numbers and other short
          values.
        </p>
      </form>
      <Failure sentence={work.failure === null ? null : plainFailure(work.failure)} />
      {work.answer === null ? null : <Findings found={work.answer} />}
    </>
  )
}

/** The sentence of the service lists every code; here a list to choose from is on the page. */
const plainFailure = (sentence: string): string =>
  sentence.startsWith('The text does not say which jurisdiction')
    ? 'The text does not show which country its law is from, and the service does not guess. Choose a jurisdiction above.'
    : sentence

/** Number of reasons of one finding that are shown at once. */
const SHOWN_REASONS = 3

type Reason = WhyAnswer['detections'][number]['why'][number]

/** The fate of a value, by the action of its span. */
const ACTIONS: Readonly<Record<string, string>> = {
  mask: 'becomes its kind in brackets',
  tokenize: 'becomes a token',
  generalize: 'becomes a coarser value, or its kind in brackets',
  drop: 'is removed',
  retain: 'is kept',
}

/** Reasons that name something a reader sees in the text come before those about lists and spelling. */
const SEEN = /"[^"]*\p{L}|^(?:follows (?!")|is part of|is in a field)/u

/** The reasons that supported a finding most, those first that a reader can see in the text. */
function decidingOf(reasons: readonly Reason[]): Reason[] {
  const supporting = reasons.filter(({ weight }) => weight === null || weight > 0)
  const seen = supporting.filter(({ says }) => SEEN.test(says))
  return [...new Set([...seen.slice(0, SHOWN_REASONS - 1), ...supporting])].slice(0, SHOWN_REASONS)
}

function Findings({ found: { text, why, copy, unsalted } }: { readonly found: Found }) {
  const [hidden, setHidden] = useState(false)
  const [done, setDone] = useState('')
  const copyText = async () => {
    await navigator.clipboard.writeText(copy.text)
    setDone('Copied.')
  }
  const letters = [...text]
  const pieces: preact.ComponentChild[] = []
  let at = 0
  why.detections.forEach(({ start, end, category }, index) => {
    const value = letters.slice(start, end)
    pieces.push(plainly(letters.slice(at, start).join('')))
    pieces.push(
      <mark class="finding">
        <bdi>{hidden ? value.map((letter) => (/\s/.test(letter) ? ' ' : '•')).join('') : plainly(value.join(''))}</bdi>
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
        <button type="button" aria-pressed={hidden} onClick={() => setHidden(!hidden)}>
          {hidden ? 'Show values' : 'Hide values'}
        </button>
      </p>
      {unsalted ? (
        <p class="warning">
          Without a salt the tokens of this copy are the same in every installation: short values can be guessed from
          them. Set a salt before you share it.
        </p>
      ) : null}
      <div class="beside">
        <section aria-label="What was found">
          <h2>What was found</h2>
          <p class="text" dir="auto">
            {pieces}
          </p>
        </section>
        <section aria-label="The safe copy">
          <h2>The safe copy</h2>
          <p class="text" dir="auto">
            {plainly(copy.text)}
          </p>
          <div class="row">
            <button type="button" onClick={copyText}>
              Copy
            </button>
            <a
              class="button"
              download="safe-copy.txt"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(copy.text)}`}
            >
              Download
            </a>
            <span role="status">{done}</span>
          </div>
        </section>
      </div>
      <ol class="findings">
        {why.detections.map(({ category, start, end, citation, detector, confidence, why: reasons }, index) => (
          <li key={index} id={`finding-${index + 1}`} tabIndex={-1}>
            <strong>{titleOf(category)}</strong>
            {hidden ? '' : <bdi class="value"> “{plainly(letters.slice(start, end).join(''))}”</bdi>}{' '}
            {ACTIONS[copy.spans[index]?.action ?? ''] ?? ''} <span class="law">{citation}</span>
            <Reasons reasons={decidingOf(reasons)} hidden={hidden} />
            <details class="quiet">
              <summary>Category, detector and all reasons with their weights</summary>
              {category}, {detector}, confidence {confidence.toFixed(2)}
              <Reasons reasons={reasons} hidden={hidden} weighed />
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

interface ReasonsProps {
  readonly reasons: readonly Reason[]
  readonly hidden: boolean
  /** True to show what each reason adds, in log-odds. */
  readonly weighed?: boolean
}

function Reasons({ reasons, hidden, weighed = false }: ReasonsProps) {
  return (
    <ul>
      {reasons.map(({ token, says, weight }, place) => (
        <li key={place}>
          {token === '' || token.startsWith('rule:') || hidden ? '' : <bdi>{plainly(token)}: </bdi>}
          {(hidden ? says.replaceAll(/"[^"]*"/g, 'hidden words') : says).replace(/^rule:\w+: /, '')}
          {weight === null || !weighed ? '' : ` (${weight > 0 ? '+' : ''}${weight.toFixed(2)})`}
        </li>
      ))}
    </ul>
  )
}

/** Addresses of this page are its screens: a jump within one is done by hand. */
function goTo(event: Event, number: number): void {
  event.preventDefault()
  document.getElementById(`finding-${number}`)?.focus()
}
