// Ledger access of operations: requires the ledger, and the decision with an id.
import { noLedger, SelfsameError } from '../../errors.ts'
import type { LedgerRecord, LedgerStore, RecordedDecision } from '../../ledger/store.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { Context } from './context.ts'

/** The installation's ledger. Throws no_ledger. */
export function requireLedger(context: Context): LedgerStore {
  if (context.ledger !== null) return context.ledger
  throw noLedger()
}

/** The decision with an id. Throws no_ledger, decision_unknown. */
export async function recordedDecision(id: string, context: Context): Promise<RecordedDecision> {
  const stored = await requireLedger(context).decision(id)
  if (stored !== null) return stored
  throw new SelfsameError('decision_unknown', 'there is no decision with that id in this ledger')
}

/** Ids of the records of a decision, each once, a before b. */
export const recordIdsOf = (stored: RecordedDecision): string[] => [
  ...new Set([stored.record_a, stored.record_b].filter((id) => id !== null)),
]

/** The values of the records of a decision, a before b; null for erased ones. Throws no_ledger, ledger_corrupt. */
export async function contentsOf(stored: RecordedDecision, context: Context): Promise<(RecordContent | null)[]> {
  const ledger = requireLedger(context)
  const contents: (RecordContent | null)[] = []
  for (const id of [stored.record_a, stored.record_b]) {
    if (id === null) continue
    contents.push((await recordOf(id, ledger)).content)
  }
  return contents
}

/** The record of a decision. Throws ledger_corrupt if the ledger lacks it. */
export async function recordOf(id: string, ledger: LedgerStore): Promise<LedgerRecord> {
  const record = await ledger.record(id)
  if (record !== null) return record
  throw new SelfsameError('ledger_corrupt', `the record ${id} of this decision is missing from the ledger`)
}
