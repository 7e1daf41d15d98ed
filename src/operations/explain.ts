// GET /explain/{id}: the reasons for a decision, without values unless the request reveals them.
import { SelfsameError } from '../errors.ts'
import type { RecordedDecision } from '../ledger/store.ts'
import { compareCodePoints } from '../records/canonical.ts'
import type { ComparisonExplanation, DeidentifyExplanation, Explanation } from '../records/ledger.ts'
import type { ExplainRequest } from '../records/requests.ts'
import { shower } from '../text/mask.ts'
import { hasPack, rerun } from './rerun.ts'
import type { Context, Handler } from './shared/context.ts'
import { recordedDecision, recordIdsOf, requireLedger } from './shared/recorded.ts'

/** Replaces a shared value that has been erased. */
const ERASED = '[erased]'
/** Replaces a shared value if its entity pack was supplied with the original call and is not available now. */
const UNREAD = '[entity pack not at hand]'

type Comparison = Extract<RecordedDecision['evidence'], { kind: 'comparison' }>

/** Throws no_ledger, decision_unknown, ledger_unavailable, ledger_corrupt. */
export const explain: Handler<ExplainRequest, Explanation> = async ({ id, reveal }, context) => {
  const stored = await recordedDecision(id, context)
  const { evidence } = stored
  return evidence.kind === 'comparison'
    ? explainComparison(stored, evidence, await sharedValues(stored, evidence, reveal, context))
    : explainDeidentification(stored, evidence)
}

function explainComparison(
  stored: RecordedDecision,
  evidence: Comparison,
  shared: Record<string, string>,
): ComparisonExplanation {
  return {
    identity: stored.identity ?? '',
    action: stored.action,
    basis: stored.basis,
    explanation: stored.explanation,
    supporting: [...evidence.supporting],
    refuting: [...evidence.refuting],
    missing: [...evidence.missing],
    shared,
    gate: { ...evidence.gate },
  }
}

function explainDeidentification(
  stored: RecordedDecision,
  evidence: Exclude<RecordedDecision['evidence'], Comparison>,
): DeidentifyExplanation {
  return {
    identity: null,
    action: stored.action,
    basis: stored.basis,
    explanation: stored.explanation,
    statute: evidence.statute,
    jurisdiction: evidence.jurisdiction,
    by_category: { ...evidence.by_category },
    citations: [...new Set(evidence.spans.map(({ citation }) => citation))].sort(compareCodePoints),
    spans: evidence.spans.map((span) => ({ ...span })),
  }
}

/** The fields that both sides had, with their values. The ledger keeps only their names with the decision, so the comparison is run again. */
async function sharedValues(
  stored: RecordedDecision,
  evidence: Comparison,
  reveal: boolean,
  context: Context,
): Promise<Record<string, string>> {
  if (evidence.shared.length === 0) return {}
  if (await isErased(stored, context)) return Object.fromEntries(evidence.shared.map((field) => [field, ERASED]))
  if (!hasPack(stored.call['entity'], context))
    return Object.fromEntries(evidence.shared.map((field) => [field, UNREAD]))
  const { shared } = await rerun(stored, context)
  const known = evidence.shared.filter((field) => shared[field] !== undefined)
  const show = shower(reveal, context.maskValues)
  return Object.fromEntries(known.map((field) => [field, show(shared[field]!)]))
}

async function isErased(stored: RecordedDecision, context: Context): Promise<boolean> {
  const ledger = requireLedger(context)
  for (const id of recordIdsOf(stored)) {
    const record = await ledger.record(id)
    if (record === null)
      throw new SelfsameError('ledger_corrupt', `the record ${id} of this decision is missing from the ledger`)
    if (record.content === null) return true
  }
  return false
}
