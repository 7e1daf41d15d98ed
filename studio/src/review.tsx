// The review queue: pair after pair by keyboard, each answer saved as it is given, the engine's score hidden until then where that is wanted.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PairAnswer, QueueAnswer } from '../../src/records/review.ts'
import { plainly } from './letters.ts'
import { BesideTable, Failure, Field, scoreInWords, useWork, Verdict } from './parts.tsx'
import { service } from './service.ts'

type Answer = 'same' | 'different' | 'cannot_tell'

const REASONS: Readonly<Record<Answer, string>> = {
  same: 'the values agree',
  different: 'the values differ',
  cannot_tell: 'too little is known',
}
const KEYS: Readonly<Record<string, Answer>> = { s: 'same', d: 'different', c: 'cannot_tell' }
const SAYS: Readonly<Record<Answer, string>> = { same: 'Same', different: 'Different', cannot_tell: 'Cannot tell' }

/** The next step for a pair whose answer is not final. */
const FURTHER: Readonly<Record<string, string>> = {
  second: '; a second person is asked',
  adjudicate: '; the first person said otherwise, a third is asked',
}

/** Why a pair is shown. */
const WHY = {
  effect: 'asked first: its answer changes most',
  sample: 'drawn at random, for audit',
  merge: 'merged by the engine; is that right?',
  undone: 'its answer was taken back',
}

interface Asked {
  readonly queue: QueueAnswer
  readonly pair: PairAnswer | null
  readonly why: keyof typeof WHY | null
}

interface Given {
  readonly decision_id: string
  readonly said: Answer
}

export function ReviewScreen() {
  const [blind, setBlind] = useState(true)
  const [reveal, setReveal] = useState(false)
  const [reason, setReason] = useState('')
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [given, setGiven] = useState<readonly Given[]>([])
  const [status, setStatus] = useState('')
  const work = useWork<Asked>()
  const saving = useWork<object>()
  const heading = useRef<HTMLHeadingElement>(null)

  /** `wanted`: the pair to show, where it is not the first of the queue. */
  const load = (passed: ReadonlySet<string>, refocus: boolean, wanted?: string) =>
    work.run(async () => {
      const queue = await service.queue({ limit: Math.min(100, passed.size + 1), blind })
      const next = queue.pairs.find(({ decision_id }) => !passed.has(decision_id))
      const id = wanted ?? next?.decision_id
      const pair = id === undefined ? null : await service.pair(id, { reveal, blind })
      // A screen reader goes on from the next pair.
      if (refocus) heading.current?.focus()
      const shown = pair?.decision_id
      const before = work.answer?.pair?.decision_id === shown ? work.answer?.why : undefined
      return { queue, pair, why: shown === next?.decision_id ? (next?.why ?? null) : (before ?? 'undone') }
    })
  useEffect(() => {
    void load(skipped, false, work.answer?.pair?.decision_id)
  }, [reveal, blind])

  const pair = work.answer?.pair ?? null
  const answer = async (said: Answer) => {
    if (pair === null || saving.busy) return
    const receipt = await saving.run(async () => {
      const { decision_id, score, state } = await service.review({
        decision_id: pair.decision_id,
        answer: said,
        reason: reason.trim() || REASONS[said],
      })
      const further = FURTHER[state] ?? ''
      setStatus(`Saved: ${SAYS[said].toLowerCase()}${further}. The score of the engine was ${scoreInWords(score)}.`)
      setGiven([...given, { decision_id, said }])
      return {}
    })
    if (receipt === null) return
    setReason('')
    await load(skipped, true)
  }
  const undo = async () => {
    const last = given.at(-1)
    if (last === undefined || saving.busy) return
    const done = await saving.run(() =>
      service.review({ decision_id: last.decision_id, answer: 'undo', reason: 'taken back at once' }),
    )
    if (done === null) return
    setGiven(given.slice(0, -1))
    setStatus(`Taken back: ${SAYS[last.said].toLowerCase()}. The pair waits again.`)
    await load(skipped, true, last.decision_id)
  }
  const next = async () => {
    if (pair === null) return
    const passed = new Set([...skipped, pair.decision_id])
    setSkipped(passed)
    await load(passed, true)
  }

  const keyed = useRef<(key: string) => void>(() => {})
  keyed.current = (key) => {
    const said = KEYS[key]
    if (said !== undefined) void answer(said)
    else if (key === 'u') void undo()
    else if (key === 'n') void next()
    else if (key === 'v') setReveal(!reveal)
    else if (key === 'b') setBlind(!blind)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) keyed.current(event.key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const counts = work.answer?.queue.counts ?? {}
  const waiting = (counts['waiting'] ?? 0) + (counts['second'] ?? 0) + (counts['adjudicate'] ?? 0)
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        Review
      </h1>
      <p role="status">
        {status} {work.answer === null ? '' : `${waiting.toLocaleString('en')} waiting.`}
      </p>
      <Failure sentence={work.failure ?? saving.failure} />
      <div class="row">
        <button type="button" aria-pressed={reveal} aria-keyshortcuts="v" onClick={() => setReveal(!reveal)}>
          {reveal ? 'Hide values' : 'Reveal values'} <kbd>v</kbd>
        </button>
        <button type="button" class="plain" aria-pressed={blind} aria-keyshortcuts="b" onClick={() => setBlind(!blind)}>
          {blind ? 'Show the score' : 'Hide the score'} <kbd>b</kbd>
        </button>
      </div>
      {work.answer !== null && pair === null ? <p>Nothing more waits for you.</p> : null}
      {pair === null ? null : (
        <section aria-label="The pair">
          <h2>
            Are these the same {pair.entity}? <span class="quiet">{WHY[work.answer?.why ?? 'effect']}</span>
          </h2>
          {pair.engine === null ? null : (
            <p>
              <Verdict identity="review" score={pair.engine.score} /> {pair.engine.explanation}
            </p>
          )}
          {pair.texts === null ? (
            <BesideTable
              fields={pair.fields.map((each) => (blind ? { ...each, likeness: null } : each))}
              marked={reveal}
            />
          ) : (
            <div class="beside">
              <p class="text" dir="auto">
                {plainly(pair.texts.a ?? 'erased')}
              </p>
              <p class="text" dir="auto">
                {plainly(pair.texts.b ?? 'erased')}
              </p>
            </div>
          )}
          <Field label="Reason (optional): Enter or Escape leaves the field, then press the key of an answer">
            <input
              maxLength={2000}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
              onKeyDown={({ key }) => {
                if (key === 'Enter' || key === 'Escape') heading.current?.focus()
              }}
            />
          </Field>
          <div class="row answers">
            {Object.entries(KEYS).map(([key, said]) => (
              <button
                key={key}
                type="button"
                class={said}
                aria-keyshortcuts={key}
                disabled={saving.busy}
                onClick={() => answer(said)}
              >
                {SAYS[said]} <kbd>{key}</kbd>
              </button>
            ))}
            <button type="button" class="plain" aria-keyshortcuts="n" onClick={next}>
              Next <kbd>n</kbd>
            </button>
          </div>
        </section>
      )}
      <div class="row">
        <button type="button" class="plain" aria-keyshortcuts="u" disabled={given.length === 0} onClick={undo}>
          Take the last answer back <kbd>u</kbd>
        </button>
      </div>
      <details class="quiet">
        <summary>Which pair comes next?</summary>
        {work.answer?.queue.order.says}
      </details>
    </>
  )
}
