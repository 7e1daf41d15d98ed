// The candidates of a record in an index: which are open, whether the first of them is found, and what would settle it.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { SelfsameError } from '../../errors.ts'
import type { Candidate, FindAnswer } from '../../records/find.ts'
import type { Identity } from '../../records/receipt.ts'
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import { type ComparisonDecision, receiptOf } from './comparisons.ts'
import type { Context } from './context.ts'

type Attributes = Readonly<Record<string, string>>

/** Candidates are compared in steps, until a step has none that is the same or to review. */
const A_STEP = 16
export const MOST_COMPARED = 64
export const MOST_SHOWN = 10
/** Candidates of which is asked whether they are the same as each other. */
const MOST_LINKED = 32
/** Scores have four decimals: a score of 1 represents this probability at least. */
const MOST_SCORE = 0.9999
/** Candidates among which a decision is made again for each field that could settle it. */
const MOST_RIVALS = 4

export interface Compared {
  readonly record: IndexedRecord
  readonly identity: Identity
  readonly score: number
}

/** Throws record_vague for a record that would be no match for itself. */
export function refuseVague(asked: Attributes, entity: string, { packs, engines: { compare } }: Context): void {
  if (compare.verdict(entity, asked, asked).identity === 'same_entity') return
  const { pack } = packs.entityPack(entity)
  const missing = [...pack.gate.core, ...pack.fields.map(({ name }) => name)].filter((field) => !(field in asked))
  const named = [...new Set(missing)].slice(0, 4).join(', ')
  throw new SelfsameError(
    'record_vague',
    `the record has too little to distinguish one entity from another; add further fields, such as ${named}`,
  )
}

/** The best record of each entity but `own` that is the same or to review, the best first. */
export async function compared(
  asked: Attributes,
  candidates: Iterable<IndexedRecord>,
  own: string | null,
  entity: string,
  compare: CompareEngine,
): Promise<Compared[]> {
  const verdict = compare.verdictsOn(entity, asked)
  const best = new Map<string, Compared>()
  let seen = 0
  let any = true
  for (const record of candidates) {
    if (record.entity_id === own) continue
    if (seen++ % A_STEP === 0) {
      if (!any) break
      any = false
    }
    const { identity, score } = verdict(record.fields)
    if (identity === 'different') continue
    any = true
    const one = { record, identity, score }
    const known = best.get(record.entity_id)
    if (known === undefined || inOrder(one, known) < 0) best.set(record.entity_id, one)
  }
  return [...best.values()].sort(inOrder)
}

const inOrder = (x: Compared, y: Compared): number =>
  RANK[x.identity] - RANK[y.identity] || y.score - x.score || (x.record.entity_id < y.record.entity_id ? -1 : 1)
const RANK: Readonly<Record<Identity, number>> = { same_entity: 0, review: 1, different: 2 }

export interface Judged {
  readonly outcome: FindAnswer['outcome']
  readonly probability: number
}

/**
 * At most one of the candidates is the entity. By Bayes' rule the probability of the first is its odds, divided by one plus the odds of all. It is
 * found if the comparison has the same entity and that probability reaches the threshold. Entities that are the same among
 * themselves are no rivals, and one that may be the same as the first is a rival by the probability that it is not.
 */
export function judge(open: readonly Compared[], entity: string, threshold: number, compare: CompareEngine): Judged {
  const [first] = open
  if (first === undefined) return { outcome: 'not_found', probability: 0 }
  const linked = linkedWith(first, open, entity, compare)
  const verdict = compare.verdictsOn(entity, first.record.fields)
  const another = (other: Compared, place: number) => (place < MOST_LINKED ? 1 - verdict(other.record.fields).score : 1)
  const rivals = open.filter((other) => !linked.has(other))
  const probability =
    oddsOf(first) / rivals.reduce((sum, other, at) => sum + oddsOf(other) * another(other, at), 1 + oddsOf(first))
  const isFound = first.identity === 'same_entity' && probability >= threshold
  return { outcome: isFound ? 'found' : 'ambiguous', probability }
}

/** The first candidate, and those that are the same as the record and, directly or by others of them, as the first. */
export function linkedWith(
  first: Compared,
  open: readonly Compared[],
  entity: string,
  compare: CompareEngine,
): ReadonlySet<Compared> {
  const linked = new Set([first])
  const others = new Set(open.slice(1, MOST_LINKED).filter(({ identity }) => identity === 'same_entity'))
  for (const one of linked) {
    const verdict = compare.verdictsOn(entity, one.record.fields)
    for (const other of others)
      if (verdict(other.record.fields).identity === 'same_entity') {
        linked.add(other)
        others.delete(other)
      }
  }
  return linked
}

function oddsOf({ score }: Compared): number {
  const probability = Math.min(score, MOST_SCORE)
  return probability / (1 - probability)
}

/** Fields any one of which decides for the first candidate if the record has its value there. */
export function settling(
  asked: Attributes,
  open: readonly Compared[],
  entity: string,
  threshold: number,
  { packs, engines: { compare } }: Context,
): string[] {
  const { pack } = packs.entityPack(entity)
  const rivals = open.slice(0, MOST_RIVALS)
  const { fields } = rivals[0]!.record
  return pack.fields.flatMap(({ name }) => {
    const value = fields[name]
    if (value === undefined || value === asked[name]) return []
    const verdict = compare.verdictsOn(entity, { ...asked, [name]: value })
    const again = rivals.map(({ record }) => ({ record, ...verdict(record.fields) }))
    const left = again.filter(({ identity }) => identity !== 'different').sort(inOrder)
    const settles = left[0]?.record === rivals[0]!.record && judge(left, entity, threshold, compare).outcome === 'found'
    return settles ? [name] : []
  })
}

/** Factors against two records of the index being one entity. */
export function apartFrom(
  first: IndexedRecord,
  other: IndexedRecord,
  entity: string,
  compare: CompareEngine,
): string[] {
  return first === other ? [] : [...compare.compareRecords(entity, first.fields, other.fields).refuting]
}

export function candidateOf(
  { record: { entity_id, source, id, fields } }: Compared,
  decision: ComparisonDecision,
  apart: string[],
  show: (value: string) => string,
  recorded: boolean,
): Candidate {
  const { supporting, refuting } = decision.comparison
  return {
    entity_id,
    source,
    record: id,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, show(value)])),
    supporting: [...supporting],
    refuting: [...refuting],
    apart,
    receipt: receiptOf(decision, recorded),
  }
}
