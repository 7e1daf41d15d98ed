// GET /decision/{id}: a stored decision, with its records if the request reveals them.
import { SelfsameError } from '../errors.ts'
import type { LedgerStore, RecordedDecision } from '../ledger/store.ts'
import type { RevealedRecord, StoredDecision } from '../records/ledger.ts'
import type { DecisionRequest } from '../records/requests.ts'
import type { Verb } from './shared/context.ts'
import { recordedDecision, recordIdsOf, requireLedger } from './shared/recorded.ts'
import { reasonOf } from './shared/reviewed.ts'

/** Throws no_ledger, decision_unknown, ledger_unavailable, ledger_corrupt. */
export const decision: Verb<DecisionRequest, StoredDecision> = async ({ id, reveal }, context) => {
  const stored = await recordedDecision(id, context)
  const answer: StoredDecision = {
    decision_id: stored.decision_id,
    verb: stored.verb,
    identity: stored.identity,
    action: stored.action,
    score: stored.score,
    explanation: stored.explanation,
    factors: { ...stored.factors },
    pins: { ...stored.pins },
    call: { ...stored.call },
    recorded_at: stored.recorded_at,
    supersedes: stored.supersedes,
    superseded_by: stored.superseded_by,
    record_a: stored.record_a,
    record_b: stored.record_b,
  }
  return reveal ? { ...answer, records: await revealed(stored, requireLedger(context)) } : answer
}

async function revealed(stored: RecordedDecision, ledger: LedgerStore): Promise<RevealedRecord[]> {
  const records: RevealedRecord[] = []
  const reason = reasonOf(stored)
  for (const id of [...recordIdsOf(stored), ...(reason === null ? [] : [reason])]) {
    const record = await ledger.record(id)
    if (record === null)
      throw new SelfsameError('ledger_corrupt', `the record ${id} of this decision is missing from the ledger`)
    const { record_id, entity, form, content } = record
    const values =
      content === null
        ? { [form]: null }
        : 'text' in content
          ? { text: content.text }
          : { attributes: content.attributes }
    records.push({ record_id, entity, ...values, erased: content === null })
  }
  return records
}
