// A comparison as a decision: its id, its ledger entry and its receipt; and the changes of two records that would change it.
import { withoutUnknownNames } from '../../engines/compare/sentence.ts'
import type { LedgerAppend } from '../../ledger/store.ts'
import type { WeighAnswer } from '../../records/explanations.ts'
import { comparisonId, fieldsId, type RecordContent, recordId } from '../../records/ids.ts'
import { ACTION_OF, type Comparison, type Receipt } from '../../records/receipt.ts'
import type { CompareRequest } from '../../records/requests.ts'
import type { Context } from './context.ts'
import { COMPARE_SCHEMA } from './recorded.ts'

type Attributes = Readonly<Record<string, string>>

/** A comparison before it is recorded, with its ledger entry. */
export interface ComparisonDecision {
  readonly decision_id: string
  readonly comparison: Comparison
  readonly append: LedgerAppend
}

export function receiptOf({ decision_id, comparison }: ComparisonDecision, recorded: boolean): Receipt {
  const { identity, basis, explanation, score, factors, pins } = comparison
  return { identity, action: ACTION_OF[identity], basis, explanation, score, factors, decision_id, pins, recorded }
}

/** The decision of two records by the pack of an entity. */
export function decideRecords(
  entity: string,
  [a, b]: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
  backend: CompareRequest['backend'],
  context: Context,
): ComparisonDecision {
  const comparison = context.engines.compare.compareRecords(entity, a, b)
  const records = [
    { entity, attributes: a },
    { entity, attributes: b },
  ] as const
  return decisionOf('compare', 'xwd', COMPARE_SCHEMA, records, comparison, { entity, jurisdiction: null, backend })
}

/** Single changes of both records that would change the verdict on them. */
export function turnsOf(entity: string, a: Attributes, b: Attributes, { engines }: Context): WeighAnswer['turns'] {
  const { compare } = engines
  const { identity } = compare.verdict(entity, a, b)
  const turns: WeighAnswer['turns'] = []
  const [left, right] = compare.weigh(entity, a, b).read
  for (const field of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const value = left[field] ?? right[field]!
    const tried = [
      ['left_out', without(left, field), without(right, field)],
      ['the_same', { ...left, [field]: value }, { ...right, [field]: value }],
    ] as const
    for (const [change, changedA, changedB] of tried) {
      const { identity: turned, score: now } = compare.verdict(entity, changedA, changedB)
      if (turned !== identity) turns.push({ field, change, identity: turned, score: now })
    }
  }
  return turns
}

const without = (attributes: Attributes, field: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== field))

/** A comparison as a decision: its id, bound to both records, and its ledger entry. */
export function decisionOf(
  verb: 'compare' | 'documents',
  prefix: 'xwd' | 'dec',
  schema: string,
  records: readonly [RecordContent, RecordContent],
  comparison: Comparison,
  call: Readonly<Record<string, unknown>>,
): ComparisonDecision {
  const [a, b] = [idOf(records[0]), idOf(records[1])]
  const decision_id = comparisonId(prefix, schema, a, b, comparison)
  return new Decided(decision_id, comparison, { verb, call, records, record_a: a, record_b: b })
}

const idOf = (record: RecordContent): string =>
  'attributes' in record ? fieldsId(record.entity, record.attributes) : recordId(record)

interface Kept {
  readonly verb: 'compare' | 'documents'
  readonly call: Readonly<Record<string, unknown>>
  readonly records: readonly [RecordContent, RecordContent]
  readonly record_a: string
  readonly record_b: string
}

/** A decision whose ledger entry is created on demand: most comparisons are never recorded. */
class Decided implements ComparisonDecision {
  readonly decision_id: string
  readonly comparison: Comparison
  readonly #kept: Kept

  constructor(decision_id: string, comparison: Comparison, kept: Kept) {
    this.decision_id = decision_id
    this.comparison = comparison
    this.#kept = kept
  }

  get append(): LedgerAppend {
    const { verb, call, records, record_a, record_b } = this.#kept
    const { identity, basis, explanation, score, factors, pins, supporting, refuting, missing, shared, gate } =
      this.comparison
    return {
      entry: {
        decision_id: this.decision_id,
        verb,
        identity,
        action: ACTION_OF[identity],
        basis,
        score,
        explanation: withoutUnknownNames(explanation),
        factors,
        pins,
        call,
        evidence: { kind: 'comparison', supporting, refuting, missing, shared: Object.keys(shared), gate },
        record_a,
        record_b,
      },
      records,
    }
  }
}
