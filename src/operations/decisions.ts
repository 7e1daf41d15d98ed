// GET /decisions: counts of the ledger and its latest decisions.
import { noLedger } from '../errors.ts'
import type { DecisionsAnswer, DecisionsRequest } from '../records/studio.ts'
import type { Handler } from './shared/context.ts'

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
