// Overview of decisions: the size of the ledger, the waiting pairs, and how well people agree.

import type { DecisionsAnswer } from '../../src/records/explanations.ts'
import type { QueueAnswer } from '../../src/records/review.ts'
import type { Capabilities } from '../../src/records/self-descriptions.ts'
import { Bars, Failure, useLoaded } from './parts.tsx'
import { service } from './service.ts'

interface Overview {
  readonly capabilities: Capabilities
  readonly decided: DecisionsAnswer | null
  readonly queue: QueueAnswer | null
}

async function load(): Promise<Overview> {
  const capabilities = await service.capabilities()
  if (!capabilities.ledger) return { capabilities, decided: null, queue: null }
  const [decided, queue] = await Promise.all([service.decisions({ limit: 1 }), service.queue({ limit: 1 })])
  return { capabilities, decided, queue }
}

export function OverviewScreen() {
  const { answer, failure } = useLoaded(load)
  return (
    <>
      <h1>Overview</h1>
      <Failure sentence={failure} />
      {answer === null ? null : <Shown {...answer} />}
    </>
  )
}

function Shown({ capabilities, decided, queue }: Overview) {
  const { version, attestation } = capabilities
  return (
    <>
      <p>
        selfsame {version}, answers {attestation === null ? 'are not signed' : 'are signed'}.
      </p>
      {attestation === null ? null : <p class="quiet value">{attestation.signer}</p>}
      {decided === null || queue === null ? (
        <>
          <p>No ledger is configured: decisions are not kept, and no pair waits for review.</p>
          <p>
            To keep them, start the service with <code>selfsame serve --studio --ledger decisions.sqlite</code>.
          </p>
          <Next waiting={0} decisions={0} ledger={false} />
        </>
      ) : (
        <>
          <Next waiting={waitingOf(queue)} decisions={decided.decisions} ledger />
          <dl class="numbers">
            <Figure name="decisions" value={decided.decisions} />
            <Figure name="records" value={decided.records} />
            <Figure name="records erased" value={decided.erased} />
            <Figure name="pairs answered by two people" value={queue.agreement.pairs} />
          </dl>
          {queue.agreement.kappa === null ? null : (
            <p>
              Two people agree on {Math.round(100 * queue.agreement.observed!)}% of these pairs; Cohen's kappa{' '}
              {queue.agreement.kappa.toFixed(2)}.
            </p>
          )}
          <div class="beside">
            <Bars title="Decisions by operation" counts={decided.by_verb} />
            <Bars title="Pairs people are asked about" counts={queue.counts} />
          </div>
        </>
      )}
    </>
  )
}

function waitingOf({ counts }: QueueAnswer): number {
  return (counts['waiting'] ?? 0) + (counts['second'] ?? 0) + (counts['adjudicate'] ?? 0)
}

interface NextProps {
  readonly waiting: number
  readonly decisions: number
  readonly ledger: boolean
}

/** The next steps, the most urgent first. */
function Next({ waiting, decisions, ledger }: NextProps) {
  return (
    <section aria-label="What to do next">
      <h2>What to do next</h2>
      <ul>
        {waiting === 0 ? null : (
          <li>
            <a href="#/review">
              {waiting === 1 ? 'Answer the open pair' : `Answer ${waiting.toLocaleString('en')} open pairs`}
            </a>
            : are two records the same?
          </li>
        )}
        <li>
          <a href="#/text">Find personal data in a text</a> and copy what is safe to share.
        </li>
        <li>
          <a href="#/compare">Compare two records</a> and see what decides.
        </li>
        <li>
          <a href="#/documents">Read documents</a> and see which are about the same person.
        </li>
        {ledger && decisions > 0 ? (
          <>
            <li>
              <a href="#/clusters">Look at clusters</a>: why were these records merged?
            </li>
            <li>
              <a href="#/ledger">Open a decision</a>, see why it was made, and make it again.
            </li>
          </>
        ) : null}
      </ul>
    </section>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  )
}
