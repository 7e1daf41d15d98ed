// Decisions and records for the ledger suites: made up, small, and valid under every rule of the ledger.

import type { DecisionEntry, LedgerAppend } from '../../src/ledger/store.ts'
import { DEIDENTIFY_SCHEMA } from '../../src/operations/deidentify.ts'
import { COMPARE_SCHEMA } from '../../src/operations/shared/recorded.ts'
import type { Span } from '../../src/records/detection.ts'
import { contentId, documentId, type RecordContent, recordId } from '../../src/records/ids.ts'

const SPANS: readonly Span[] = [
  {
    category: 'PII-1-NAME',
    start: 0,
    end: 4,
    confidence: 0.9,
    action: 'mask',
    citation: 'NDPA-2023 s.24',
    detector: 'rule:name',
  },
]

export const person = (name: string, more: Record<string, string> = {}): RecordContent => ({
  entity: 'person',
  attributes: { name, ...more },
})

/** A comparison of two records; `engine` tells one decision about a pair from another. */
export function comparison(a: RecordContent, b: RecordContent, engine = 'crosswalk.v1'): LedgerAppend {
  const bound = { a: recordId(a), b: recordId(b), engine }
  const entry: DecisionEntry = {
    decision_id: contentId('xwd', bound),
    verb: 'compare',
    identity: 'review',
    action: 'hold',
    basis: 'pack:person (not distinctive)',
    score: 0.417,
    explanation: 'the names agree and nothing else was compared',
    factors: { name: 0.9123, name_tf: 1 },
    pins: { engine, threshold: 0.7 },
    call: { entity: 'person', jurisdiction: null, backend: 'auto' },
    evidence: {
      kind: 'comparison',
      supporting: ['name'],
      refuting: [],
      missing: ['dob'],
      shared: ['name'],
      gate: { clearing_signal: null, distinctive_cleared: false, floor: 0.75 },
    },
    record_a: recordId(a),
    record_b: recordId(b),
  }
  return { entry, records: [a, b] }
}

/** The same as the compare verb would have decided it: its id follows from what was decided. */
export function decidedPair(a: RecordContent, b: RecordContent): LedgerAppend {
  const { entry, records } = comparison(a, b)
  const { identity, score, factors, pins } = entry
  const bound = { schema: COMPARE_SCHEMA, a: entry.record_a, b: entry.record_b, identity, score, factors, pins }
  return { entry: { ...entry, decision_id: contentId('xwd', bound) }, records }
}

/** A de-identification of a text. */
export function deidentification(text: string): LedgerAppend {
  const document: RecordContent = { entity: 'document', text }
  const entry: DecisionEntry = {
    decision_id: contentId('red', {
      schema: DEIDENTIFY_SCHEMA,
      document: documentId(text),
      spans: SPANS,
      pins: { engine: 'service-core@0.0.0' },
    }),
    verb: 'deidentify',
    identity: null,
    action: 'statute',
    basis: 'statute:NDPA-2023',
    score: null,
    explanation: '1 span under NDPA-2023 (statute)',
    factors: { 'PII-1-NAME': 1 },
    pins: { engine: 'service-core@0.0.0' },
    call: { jurisdiction: 'NG', method: 'statute', backend: 'basic', statute: null },
    evidence: {
      kind: 'deidentification',
      statute: 'NDPA-2023',
      jurisdiction: 'NG',
      by_category: { 'PII-1-NAME': 1 },
      spans: SPANS,
    },
    record_a: recordId(document),
    record_b: null,
  }
  return { entry, records: [document] }
}

/** Number `index` of as many different comparisons as wanted. */
export function numbered(index: number): LedgerAppend {
  return comparison(person(`Person ${index}`), person(`Person ${index}`, { dob: '1990-01-01' }))
}
