// GET /decision/{id} and GET /decisions: a stored decision, with its records if the request reveals them, and the latest ones.
import { noLedger } from '../errors.ts'
import type { LedgerStore, RecordedDecision } from '../ledger/store.ts'
import type { DecisionsAnswer, DecisionsRequest } from '../records/explanations.ts'
import type { RevealedRecord, StoredDecision } from '../records/ledger.ts'
import type { DecisionRequest } from '../records/requests.ts'
import type { Handler } from './shared/context.ts'
import { reasonOf, recordedDecision, recordIdsOf, recordOf, requireLedger } from './shared/recorded.ts'

/** Throws no_ledger, ledger_unavailable. */
export const decisions: Handler<DecisionsRequest, DecisionsAnswer> = async ({ limit }, { ledger }) => {
  const browser = ledger?.browser ?? null
  if (browser === null) throw noLedger()
  const [stats, links] = await Promise.all([browser.stats(), browser.latest(limit)])
  const latest = links.flatMap(({ entry, decision }) => {
    if (decision === null) return []
    const { decision_id, verb, identity, action, basis, score } = decision
    return [{ decision_id, verb, identity, action, basis, score, recorded_at: entry.recorded_at }]
  })
  const { decisions: count, records, erased, by_verb } = stats
  return { decisions: count, records, erased, by_verb: { ...by_verb }, latest }
}

/** Throws no_ledger, decision_unknown, ledger_unavailable, ledger_corrupt. */
export const decision: Handler<DecisionRequest, StoredDecision> = async ({ id, reveal }, context) => {
  const stored = await recordedDecision(id, context)
  const { decision_id, verb, identity, action, score, explanation, recorded_at, supersedes, superseded_by } = stored
  const { factors, pins, call, record_a, record_b } = stored
  const answer: StoredDecision = {
    ...{ decision_id, verb, identity, action, score, explanation },
    ...{ factors: { ...factors }, pins: { ...pins }, call: { ...call } },
    ...{ recorded_at, supersedes, superseded_by, record_a, record_b },
  }
  return reveal ? { ...answer, records: await revealed(stored, requireLedger(context)) } : answer
}

async function revealed(stored: RecordedDecision, ledger: LedgerStore): Promise<RevealedRecord[]> {
  const records: RevealedRecord[] = []
  const reason = reasonOf(stored)
  for (const id of [...recordIdsOf(stored), ...(reason === null ? [] : [reason])]) {
    const { record_id, entity, form, content } = await recordOf(id, ledger)
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
