// Review answers as rows of a file, and their effect on scored pairs.
import { SelfsameError } from '../../errors.ts'
import { DIFFERENT, type Edges, type RecordIds, SAME } from '../records/table-run.ts'
import { type Answer, Answers } from './answers.ts'
import type { Rows } from './cluster-rows.ts'

export const ANSWERS = 'answers.csv'

export const ANSWER_COLUMNS = ['source_a', 'record_a', 'source_b', 'record_b', 'answer'] as const

/** One row of the file. A source may be missing or empty if the run has only one source. */
export type AnswerRow = Readonly<Partial<Record<(typeof ANSWER_COLUMNS)[number], string>>> & {
  /** The decision in the ledger that it comes from; missing in files. */
  readonly decision_id?: string
}

const WORDS: Readonly<Record<string, Answer['answer']>> = {
  same: 'same',
  same_entity: 'same',
  different: 'different',
  unsure: 'unsure',
}

export interface ReadAnswers {
  readonly answers: Answers
  /** Number of rows about records that are not in the tables. This is not an error, because tables can lose records after a review. */
  readonly absent: number
}

/** `sources`: names of the sources of the run. Throws usage with the row number, counted from 1 after the header. */
export function readAnswers(rows: Iterable<AnswerRow>, records: RecordIds, sources: readonly string[]): ReadAnswers {
  const answers: Answer[] = []
  let line = 0
  let absent = 0
  for (const row of rows) {
    line++
    const answer = WORDS[(row.answer ?? '').trim().toLowerCase()]
    if (answer === undefined)
      throw new SelfsameError('usage', `Row ${line} of the answers: answer must be ${Object.keys(WORDS).join(', ')}.`)
    const a = side(row.source_a, row.record_a, records, sources, line)
    const b = side(row.source_b, row.record_b, records, sources, line)
    if (a === undefined || b === undefined) absent++
    else answers.push({ a, b, answer, line, named: row.decision_id })
  }
  return { answers: new Answers(answers), absent }
}

function side(
  source: string | undefined,
  record: string | undefined,
  records: RecordIds,
  sources: readonly string[],
  line: number,
): number | undefined {
  if (record === undefined || record === '')
    throw new SelfsameError('usage', `Row ${line} of the answers: record_a and record_b must both be given.`)
  if (source !== undefined && source !== '') return records.numberOf(source, record)
  if (sources.length === 1) return records.numberOf(sources[0]!, record)
  throw new SelfsameError(
    'usage',
    `Row ${line} of the answers: source_a and source_b must be given, because there are several sources.`,
  )
}

export function answerRows(answers: readonly AnswerRow[]): Rows {
  return {
    columns: ANSWER_COLUMNS.map((name) => ({ name, type: 'text' })),
    rows: answers.map((row) => ANSWER_COLUMNS.map((column) => row[column] ?? '')),
  }
}

/** Replaces the engine's verdicts with given or implied answers; scores stay. `decided`: 1 for each edge that an answer decides. */
export function withAnswers(edges: Edges, answers: Answers): { readonly edges: Edges; readonly decided: Uint8Array } {
  const decided = new Uint8Array(edges.a.length)
  if (answers.isEmpty) return { edges, decided }
  const identity = Uint8Array.from(edges.identity)
  for (let e = 0; e < identity.length; e++) {
    const implied = answers.implied(edges.a[e]!, edges.b[e]!)
    if (implied === null) continue
    identity[e] = implied === 'same' ? SAME : DIFFERENT
    decided[e] = 1
  }
  return { edges: { ...edges, identity }, decided }
}
