// GET /replay/{id}: whether the installed engine still makes the same decision, byte for byte, and if not, what changed.
import type { DecisionEntry } from '../ledger/store.ts'
import { canonicalJson, compareCodePoints } from '../records/canonical.ts'
import type { ReplayAnswer } from '../records/ledger.ts'
import type { ReplayRequest } from '../records/requests.ts'
import { rerun } from './rerun.ts'
import type { Handler } from './shared/context.ts'
import { answeredDecision, recordedDecision } from './shared/recorded.ts'

type Moved = ReplayAnswer['changed']

/** Throws no_ledger, decision_unknown, replay_impossible, ledger_unavailable, ledger_corrupt. */
export const replay: Handler<ReplayRequest, ReplayAnswer> = async ({ id }, context) => {
  const then = await recordedDecision(id, context)
  const { entry: now } = await rerun(then, context)
  const reproduced = now.decision_id === then.decision_id
  const person = then.verb === 'review'
  const { decision_id, identity, action, score, factors } = now
  return {
    decision_id: then.decision_id,
    reproduced,
    changed: reproduced ? {} : person ? changesFromPerson(then, now) : changes(then, now),
    now: { decision_id, identity, action, score, factors: { ...factors } },
  }
}

/** A person made the stored decision and the engine makes the new one; adds changes since the engine's own decision. */
function changesFromPerson(then: DecisionEntry, now: DecisionEntry): Moved {
  const asked = answeredDecision(then)
  // biome-ignore lint/suspicious/noThenProperty: the contract names the pair then and now
  const moved: Moved = { decided_by: { then: 'person', now: 'engine' } }
  const since = asked.decision_id === now.decision_id ? {} : changes({ ...then, pins: asked.pins }, now)
  // biome-ignore lint/suspicious/noThenProperty: the contract names the pair then and now
  if (then.identity !== now.identity) moved['identity'] = { then: then.identity, now: now.identity }
  return { ...moved, ...since }
}

/** Every score, factor and pin that has changed; the ids themselves if nothing else shows the reason. */
export function changes(then: DecisionEntry, now: DecisionEntry): Moved {
  const moved: Moved = {}
  const note = (key: string, was: unknown, is: unknown): void => {
    if (canonicalJson(was ?? null) === canonicalJson(is ?? null)) return
    // biome-ignore lint/suspicious/noThenProperty: the contract names the pair then and now
    moved[key] = { then: was ?? null, now: is ?? null }
  }
  note('identity', then.identity, now.identity)
  note('score', then.score, now.score)
  for (const name of keysOf(then.factors, now.factors)) note(`factors.${name}`, then.factors[name], now.factors[name])
  notePins('pins', then.pins, now.pins, note)
  if (then.evidence.kind === 'deidentification' && now.evidence.kind === 'deidentification') {
    const [was, is] = [then.evidence.spans, now.evidence.spans]
    note('spans', without(was, is), without(is, was))
  }
  if (Object.keys(moved).length === 0) note('decision_id', then.decision_id, now.decision_id)
  return moved
}

type Members = Readonly<Record<string, unknown>>

function notePins(
  path: string,
  then: Members,
  now: Members,
  note: (key: string, was: unknown, is: unknown) => void,
): void {
  for (const name of keysOf(then, now)) {
    const [was, is] = [then[name], now[name]]
    if (isMembers(was) && isMembers(is)) notePins(`${path}.${name}`, was, is, note)
    else note(`${path}.${name}`, was, is)
  }
}

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const keysOf = (a: Members, b: Members): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareCodePoints)

function without(spans: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map(canonicalJson))
  return spans.filter((span) => !known.has(canonicalJson(span)))
}
