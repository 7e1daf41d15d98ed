// Recomputes the id of a stored decision, to verify a ledger. Old schema constants must stay, or old decisions appear forged.
import type { DecisionEntry } from '../ledger/store.ts'
import { contentId, documentId, type RecordContent } from '../records/ids.ts'
import { DEIDENTIFY_SCHEMA } from './deidentify.ts'
import { schemaOf } from './shared/recorded.ts'

/** Schema of a decision over a masked table: its pins contain the file, the masked file and the columns. */
export const TABLE_SCHEMA = 'selfsame.table.v1'
/** Schema of a decision over the use of a vault. */
export const REIDENTIFY_SCHEMA = 'selfsame.reidentify.v1'

/** Null if it cannot be computed: the text of a de-identification was erased or cannot be read. */
export async function expectedDecisionId(
  entry: DecisionEntry,
  contentOf: (recordId: string) => Promise<RecordContent | null>,
): Promise<string | null> {
  if (entry.verb === 'deidentify') return deidentificationId(entry, contentOf)
  const { record_a: a, record_b: b, identity, score, factors, pins } = entry
  return contentId(entry.decision_id.startsWith('xwd:') ? 'xwd' : 'dec', {
    schema: schemaOf(entry),
    ...{ a, b, identity, score, factors, pins },
  })
}

async function deidentificationId(
  entry: DecisionEntry,
  contentOf: (recordId: string) => Promise<RecordContent | null>,
): Promise<string | null> {
  const { original } = (entry.pins['file'] ?? {}) as { original?: string }
  if (entry.record_a === null && original !== undefined) {
    const schema = entry.action === 'reidentify' ? REIDENTIFY_SCHEMA : TABLE_SCHEMA
    return contentId('red', { schema, document: original, spans: [], pins: entry.pins })
  }
  const content = entry.record_a === null ? null : await contentOf(entry.record_a)
  if (content === null || !('text' in content) || entry.evidence.kind !== 'deidentification') return null
  const { spans } = entry.evidence
  return contentId('red', { schema: DEIDENTIFY_SCHEMA, document: documentId(content.text), spans, pins: entry.pins })
}
