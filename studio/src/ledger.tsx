// The ledger: a decision found, explained and made again, the line of those that superseded one another, and an answer verified.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Verified, verifyAnswer } from '../../src/client/index.ts'
import type { Explanation, ReplayAnswer, StoredDecision } from '../../src/records/ledger.ts'
import { plainly } from './letters.ts'
import {
  basisInWords,
  Failure,
  Field,
  fieldsOf,
  Moment,
  operationOf,
  useLoaded,
  useWork,
  Verdict,
  wordsOf,
} from './parts.tsx'
import { service } from './service.ts'

interface Opened {
  readonly decision: StoredDecision
  readonly explanation: Explanation
  readonly line: readonly StoredDecision[]
}

/** Decisions of a line that are followed to either side. */
const MOST_OF_LINE = 20

async function open(id: string, reveal: boolean): Promise<Opened> {
  const decision = await service.decision(id, { reveal })
  const explanation = await service.explain(id, { reveal })
  const line = [decision]
  for (let at = decision.supersedes; at !== null && line.length < MOST_OF_LINE; at = line[0]!.supersedes)
    line.unshift(await service.decision(at))
  for (let at = decision.superseded_by; at !== null && line.length < 2 * MOST_OF_LINE; at = line.at(-1)!.superseded_by)
    line.push(await service.decision(at))
  return { decision, explanation, line }
}

export function LedgerScreen() {
  const [id, setId] = useState('')
  const [revealed, setRevealed] = useState(false)
  const latest = useLoaded(() => service.decisions({ limit: 20 }))
  const work = useWork<Opened>()
  const replay = useWork<ReplayAnswer>()
  const show = (wanted: string, reveal: boolean) => {
    setId(wanted)
    setRevealed(reveal)
    replay.reset()
    void work.run(() => open(wanted.trim(), reveal))
  }
  return (
    <>
      <h1>Ledger</h1>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          show(id, false)
        }}
      >
        <Field label="Decision id">
          <input class="id" spellcheck={false} value={id} onInput={(event) => setId(event.currentTarget.value)} />
        </Field>
        <button type="submit" disabled={id.trim() === '' || work.busy}>
          Find
        </button>
      </form>
      <Failure sentence={work.failure ?? latest.failure} />
      {work.answer === null ? null : (
        <Decision
          opened={work.answer}
          revealed={revealed}
          replay={replay.answer}
          failure={replay.failure}
          onOpen={(wanted) => show(wanted, false)}
          onReveal={() => show(id, !revealed)}
          onReplay={() => replay.run(() => service.replay(work.answer!.decision.decision_id))}
        />
      )}
      <h2>Latest decisions</h2>
      {latest.answer === null || latest.answer.decisions <= latest.answer.latest.length ? null : (
        <p>
          The latest {latest.answer.latest.length} of {latest.answer.decisions.toLocaleString('en')}; any other is found
          by its id.
        </p>
      )}
      <ul class="latest">
        {latest.answer?.latest.map(({ decision_id, verb, identity, score, recorded_at, basis }) => (
          <li key={decision_id}>
            <button type="button" class="link" title={decision_id} onClick={() => show(decision_id, false)}>
              {operationOf(verb)}, <Moment iso={recorded_at} />
            </button>{' '}
            <Verdict identity={identity} score={score} /> <span class="quiet">{basisInWords(basis)}</span>
          </li>
        ))}
      </ul>
      <Verify />
    </>
  )
}

interface DecisionProps {
  readonly opened: Opened
  readonly revealed: boolean
  readonly replay: ReplayAnswer | null
  readonly failure: string | null
  readonly onOpen: (id: string) => void
  readonly onReveal: () => void
  readonly onReplay: () => void
}

function Decision({ opened, revealed, replay, failure, onOpen, onReveal, onReplay }: DecisionProps) {
  const { decision, explanation, line } = opened
  return (
    <section aria-label="The decision">
      <h2>
        {capital(operationOf(decision.verb))} <Verdict identity={decision.identity} score={decision.score} />
      </h2>
      <p>{decision.explanation}</p>
      <div class="row">
        <button type="button" onClick={onReplay}>
          Replay
        </button>
        <button type="button" class="plain" aria-pressed={revealed} onClick={onReveal}>
          {revealed ? 'Hide values' : 'Reveal values'}
        </button>
      </div>
      <Failure sentence={failure} />
      {replay === null ? null : (
        <p role="status">
          {replay.reproduced
            ? 'Reproduced, byte for byte.'
            : `${notReproduced(decision)} What moved: ${Object.keys(replay.changed).map(wordsOf).join(', ')}.`}
        </p>
      )}
      <dl class="facts">
        <Fact name="Id" value={decision.decision_id} />
        <Fact name="Recorded">
          <Moment iso={decision.recorded_at} />
        </Fact>
        <Fact name="Basis" value={basisInWords(explanation.basis)} />
        {'supporting' in explanation ? (
          <>
            <Fact name="For" value={fieldsOf(explanation.supporting, explanation.refuting)} />
            {explanation.refuting.length === 0 ? null : (
              <Fact name="Against" value={fieldsOf(explanation.refuting, explanation.supporting)} />
            )}
            {Object.entries(explanation.shared).map(([field, value]) => (
              <Fact key={field} name={`Shared: ${wordsOf(field)}`} value={value} />
            ))}
          </>
        ) : (
          <Fact name="Law" value={explanation.citations.join('; ')} />
        )}
        {(decision.records ?? []).map(({ record_id, erased, text, attributes }, at) => (
          <Fact
            key={record_id}
            name={attributes?.['reason'] === undefined ? `Record ${at + 1}` : 'The answer'}
            value={
              erased
                ? 'erased'
                : (text ??
                  Object.entries(attributes ?? {})
                    .map(([field, value]) => `${wordsOf(field)}: ${value}`)
                    .join('\n'))
            }
          />
        ))}
      </dl>
      <h3>What superseded what</h3>
      <ol>
        {line.map(({ decision_id, verb, identity, recorded_at }) => (
          <li key={decision_id} aria-current={decision_id === decision.decision_id ? 'true' : undefined}>
            <button type="button" class="link" title={decision_id} onClick={() => onOpen(decision_id)}>
              {operationOf(verb)}, <Moment iso={recorded_at} />
            </button>{' '}
            <Verdict identity={identity} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Why a decision is not made again: an engine does not answer as a person did. */
const notReproduced = ({ verb }: StoredDecision): string =>
  verb === 'review' ? 'A person answered: the engine alone does not decide this pair.' : 'Not reproduced.'

interface FactProps {
  readonly name: string
  readonly value?: string
  readonly children?: ComponentChildren
}

function Fact({ name, value = '', children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <bdi class="value">{plainly(value === '' ? '–' : value)}</bdi>}</dd>
    </div>
  )
}

/** An answer with its attestation, checked on this page and nowhere else. */
function Verify() {
  const [answer, setAnswer] = useState('')
  const [signer, setSigner] = useState('')
  const work = useWork<Verified>()
  const verify = () =>
    work.run(async () => verifyAnswer({ answer: JSON.parse(answer) as object, signer: signer.trim() || undefined }))
  return (
    <section aria-label="Verify an answer">
      <h2>Verify an answer</h2>
      <Field label="An answer with its attestation, as JSON">
        <textarea
          rows={4}
          spellcheck={false}
          value={answer}
          onInput={(event) => setAnswer(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <Field label="The did:key you expect">
          <input
            class="id"
            spellcheck={false}
            value={signer}
            onInput={(event) => setSigner(event.currentTarget.value)}
          />
        </Field>
        <button type="button" disabled={answer.trim() === ''} onClick={verify}>
          Verify
        </button>
      </div>
      <Failure sentence={work.failure === null ? null : 'This is no JSON of an answer.'} />
      <p role="status">
        {work.answer === null
          ? ''
          : work.answer.ok
            ? `The signature holds and the answer is as it was signed${work.answer.trusted ? '' : '; no key was expected, so this does not say by whom'}.`
            : `Not as it was signed: ${work.answer.problems.join('; ')}.`}
      </p>
    </section>
  )
}
