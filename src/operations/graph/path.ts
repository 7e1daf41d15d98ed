// POST /path: the chain of decisions that makes two records one, and its weakest. Each step has all that its id binds, so that whoever has the answer
// and the public key of the service can check the whole chain without it.
import { SelfsameError } from '../../errors.ts'
import type { DecisionEntry } from '../../ledger/store.ts'
import type { PathAnswer, PathRequest, PathStep } from '../../records/graph.ts'
import { contentId, fieldsId } from '../../records/ids.ts'
import type { Identity } from '../../records/receipt.ts'
import { shower } from '../../text/mask.ts'
import type { Handler } from '../shared/context.ts'
import { recordedDecision, schemaOf } from '../shared/recorded.ts'
import { requireGraph } from './graph.ts'
import type { Turn } from './turn.ts'

/** Records that a search reaches. */
const MOST_RECORDS = 5_000

interface Reached {
  readonly record: string
  /** The lowest score on the way here. */
  readonly strength: number
  readonly steps: number
  readonly before: Reached | null
  readonly decision: string | null
}

/** Throws no_ledger, index_unknown, record_unknown, index_unavailable, ledger_unavailable. */
export const path: Handler<PathRequest, PathAnswer> = async ({ a, b, index, reveal }, context) => {
  const graph = await requireGraph(index, context)
  return graph.read(async (turn) => {
    for (const id of [a, b])
      if (turn.index.graph.edgesOf(id).length === 0)
        throw new SelfsameError(
          'record_unknown',
          'no decision of the ledger is about one of these records; check the ids',
        )
    const chain: Reached[] = []
    for (let at = await reached(a, b, turn); at !== null; at = at.before) chain.unshift(at)
    const steps: PathStep[] = []
    for (const { record, before, decision } of chain)
      if (before !== null) steps.push(stepOf(before.record, record, await recordedDecision(decision!, context)))
    const show = shower(reveal, context.maskValues)
    const records: PathAnswer['records'] = []
    for (const record_id of new Set([a, ...steps.map(({ to_id }) => to_id)])) {
      const fields = await turn.fieldsOf(record_id)
      const masked = fields === null ? null : Object.entries(fields).map(([name, value]) => [name, show(value)])
      records.push({ record_id, entity: turn.entity, fields: masked === null ? null : Object.fromEntries(masked) })
    }
    const connected = chain.length > 0
    return { record_a: a, record_b: b, connected, steps, weakest_id: weakestOf(steps), records, revealed: reveal }
  })
}

/** The strongest way from one record to another, and of equally strong ones the shortest; null if there is none. */
async function reached(from: string, to: string, turn: Turn): Promise<Reached | null> {
  const done = new Set<string>()
  const open: Reached[] = [{ record: from, strength: 1, steps: 0, before: null, decision: null }]
  while (open.length > 0 && done.size < MOST_RECORDS) {
    open.sort((x, y) => x.strength - y.strength || y.steps - x.steps)
    const at = open.pop()!
    if (at.record === to) return at
    if (done.has(at.record)) continue
    done.add(at.record)
    for (const { decision_id, other } of turn.index.graph.edgesOf(at.record)) {
      if (done.has(other)) continue
      const strength = await strengthOf(decision_id, turn)
      if (strength === null) continue
      const next = { record: other, strength: Math.min(at.strength, strength), steps: at.steps + 1 }
      open.push({ ...next, before: at, decision: decision_id })
    }
  }
  return null
}

/** Null for a decision that joins nothing by itself, or that another has superseded. */
async function strengthOf(id: string, turn: Turn): Promise<number | null> {
  const standing = await turn.decision(id)
  if (standing === null || !standing.isCurrent) return null
  const { verb, identity, action, score } = standing.entry
  if (identity !== 'same_entity' || (verb === 'resolve' && action !== 'observe')) return null
  return verb === 'compare' || verb === 'documents' ? (score ?? 0) : 1
}

function stepOf(from: string, to: string, decision: DecisionEntry & { readonly recorded_at: string }): PathStep {
  const { decision_id, record_a, record_b, action, basis, explanation, score, factors, pins, recorded_at } = decision
  return {
    ...{ from_id: from, to_id: to, decision_id, schema: schemaOf(decision), record_a: record_a!, record_b: record_b! },
    ...{ identity: decision.identity as Identity, action, basis, explanation, score },
    ...{ factors: { ...factors }, pins: { ...pins }, recorded_at },
  }
}

/** What a person decided has no weakness that a score could show. */
const strengthIn = ({ schema, score }: PathStep): number =>
  schema.startsWith('selfsame.compare') || schema.startsWith('selfsame.documents') ? (score ?? 0) : 1

function weakestOf(steps: readonly PathStep[]): string | null {
  const [weakest] = [...steps].sort((x, y) => strengthIn(x) - strengthIn(y))
  return weakest?.decision_id ?? null
}

/** What is wrong with a path by itself: steps that do not follow, ids that do not bind what is said, values of another record. */
export function pathProblems(answer: PathAnswer): string[] {
  const { record_a, record_b, connected, steps, weakest_id, records, revealed } = answer
  const problems: string[] = []
  let at = record_a
  for (const [place, step] of steps.entries()) {
    const say = (problem: string) => problems.push(`step ${place + 1} ${problem}`)
    if (step.from_id !== at) say('does not begin where the step before it ends')
    if (step.identity !== 'same_entity') say('does not join its records')
    if ([step.from_id, step.to_id].sort().join() !== [step.record_a, step.record_b].sort().join())
      say('is about other records')
    const { schema, record_a: left, record_b: right, identity, score, factors, pins } = step
    const prefix = step.decision_id.startsWith('xwd:') ? 'xwd' : 'dec'
    const id = contentId(prefix, { schema, a: left, b: right, identity, score, factors, pins })
    if (id !== step.decision_id) say('has an id that does not follow from what was decided')
    at = step.to_id
  }
  if (connected && at !== record_b) problems.push('the steps do not lead to the other record')
  if (weakest_id !== weakestOf(steps)) problems.push('another step is the weakest')
  for (const { record_id, entity, fields } of revealed ? records : [])
    if (fields !== null && fieldsId(entity, fields) !== record_id)
      problems.push(`the values of ${record_id} are not those of that record`)
  return problems
}
