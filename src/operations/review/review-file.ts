// Pairs of the queue as a signed file for a reviewer elsewhere, and the answers in it taken back. A file that was edited is refused, with the place
// of the edit and without its values.
import { openCompact, publicKeyOf, type Signer, signCompact } from '../../attest/index.ts'
import { SelfsameError } from '../../errors.ts'
import type { PersonsAnswer, RecordedDecision } from '../../ledger/store.ts'
import { canonicalJson, isAsSent, utcSeconds } from '../../records/canonical.ts'
import { contentId, sha256Hex } from '../../records/ids.ts'
import { type FilePair, REVIEW_ANSWERS_SCHEMA, REVIEW_FILE_SCHEMA, ReviewFile } from '../../records/review-file.ts'
import { unfitName } from '../../text/mask.ts'
import type { Context } from '../shared/context.ts'
import { COMPARE_SCHEMA, DOCUMENT_PAIR_SCHEMA, recordedDecision, TEXT_COMPARE_SCHEMA } from '../shared/recorded.ts'
import { answerPair } from './answer.ts'
import { pair } from './pair.ts'
import { queue } from './queue.ts'

const FILE_TYPE = 'selfsame-review-file+jws'
const ANSWERS_TYPE = 'selfsame-review-answers+jws'
/** Edits that a refusal names. */
const MOST_NAMED = 5

export interface ExportOptions {
  readonly signer: Signer
  readonly reveal: boolean
  readonly blind: boolean
  readonly entity: string | null
  readonly seed: string
  readonly limit: number
  /** Who will answer: pairs that they have answered are left out; null leaves out none. */
  readonly reviewer: string | null
  readonly now: Date
}

/** The next pairs of the queue. Throws no_ledger, ledger_unavailable. */
export async function exportReviews(options: ExportOptions, context: Context): Promise<ReviewFile> {
  const { signer, reveal, blind, entity, seed, limit, reviewer, now } = options
  const asked = { ...context, caller: reviewer }
  const { pairs: waiting } = await queue({ state: 'open', entity, limit, seed, blind }, asked)
  const pairs: FilePair[] = []
  for (const { decision_id: id } of waiting) {
    const { answers: _, engine, erased: _erased, ...shown } = await pair({ id, reveal, blind }, asked)
    const stored = await recordedDecision(id, context)
    pairs.push({
      ...shown,
      bound: blind ? null : boundOf(stored),
      explanation: engine?.explanation ?? null,
      answer: null,
      reason: null,
    })
  }
  const policy = { masked: !reveal, blind, entity, seed, reviewers: context.reviewers ?? null }
  const content = { schema: REVIEW_FILE_SCHEMA, policy, pairs, issued_at: utcSeconds(now), signer: signer.did } as const
  return { ...content, jws: await signCompact(content, FILE_TYPE, signer) }
}

/** What the id of a decision of the engine binds. A decision of a person would show who has answered what. */
function boundOf({ decision_id, verb, record_a: a, record_b: b, ...rest }: RecordedDecision): FilePair['bound'] {
  const { identity, score, factors, pins } = rest
  if (verb === 'review' || a === null || b === null || identity === null) return null
  const prefix = decision_id.startsWith('xwd:') ? 'xwd' : 'dec'
  const schema = prefix === 'xwd' ? COMPARE_SCHEMA : verb === 'documents' ? DOCUMENT_PAIR_SCHEMA : TEXT_COMPARE_SCHEMA
  return { prefix, schema, a, b, identity, score, factors: { ...factors }, pins: { ...pins } }
}

/**
 * Checks a file against its signature, and its ids against what they bind. `keys`: did:keys of the services whose files are read; empty reads
 * any. Throws shape, and usage for a file that was edited or that none of them has signed.
 */
export async function readReviewFile(given: unknown, keys: readonly string[]): Promise<ReviewFile> {
  const shaped = ReviewFile.safeParse(given)
  if (!shaped.success) throw edited([placeOf(shaped.error.issues[0]?.path ?? [])])
  const file = shaped.data
  const { jws, answered: _, ...content } = file
  const signed = await opened(jws, FILE_TYPE, content.signer, keys, 'the service')
  const pairs = content.pairs.map((one) => ({ ...one, answer: null, reason: null }))
  const edits = differences(signed, { ...content, pairs })
  if (edits.length > 0) throw edited(edits)
  for (const [at, { bound, decision_id, record_a, record_b }] of content.pairs.entries()) {
    if (bound === null) continue
    const { prefix, ...what } = bound
    if (contentId(prefix, what) !== decision_id || what.a !== record_a || what.b !== record_b)
      throw new SelfsameError('usage', `pairs.${at}.decision_id is not the id of the decision that the pair describes`)
  }
  return file
}

interface Answer {
  readonly decision_id: string
  readonly answer: PersonsAnswer
  readonly reason: string
}

/** The answers that a reviewer has filled in. Throws usage for an answer without a reason, and for none at all. */
function answersIn({ pairs }: ReviewFile): Answer[] {
  const answers = pairs.flatMap(({ decision_id, answer, reason }, at) => {
    if (answer === null && reason === null) return []
    if (answer === null || reason === null || reason.trim() === '')
      throw new SelfsameError('usage', `pairs.${at} needs an answer and a reason`)
    return [{ decision_id, answer, reason }]
  })
  if (answers.length === 0)
    throw new SelfsameError('usage', 'no pair of the file has an answer; fill in answer and reason')
  return answers
}

/** Throws usage for a name that cannot be recorded. */
function claimsOf(
  file: ReviewFile,
  by: { readonly reviewer: string; readonly signer: string; readonly issued_at: string },
) {
  const why = by.reviewer.trim() === '' ? 'it is empty' : unfitName(by.reviewer)
  if (why !== null) throw new SelfsameError('usage', `the name of the reviewer cannot be recorded: ${why}`)
  return { schema: REVIEW_ANSWERS_SCHEMA, file: sha256Hex(file.jws), answers: answersIn(file), ...by }
}

/** Signs the answers in a file that is as it was exported. Throws what readReviewFile throws. */
export async function signAnswers(given: unknown, reviewer: string, signer: Signer, now: Date): Promise<ReviewFile> {
  const { answered: _, ...file } = await readReviewFile(given, [])
  const by = { reviewer, signer: signer.did, issued_at: utcSeconds(now) }
  return { ...file, answered: { ...by, jws: await signCompact(claimsOf(file, by), ANSWERS_TYPE, signer) } }
}

export interface ImportOptions {
  /** did:keys of the services whose files are taken back. */
  readonly exporters: readonly string[]
  /** did:keys of the reviewers whose answers are. */
  readonly reviewers: readonly string[]
}

export interface ImportedAnswer {
  /** The pair that was answered. */
  readonly decision_id: string
  /** The decision of the reviewer, and the state of the pair; null where it was refused. */
  readonly recorded: { readonly decision_id: string; readonly state: string } | null
  /** Code and sentence of the refusal. */
  readonly refused: { readonly code: string; readonly detail: string } | null
}

/** Records the answers of a signed file. An answer that the queue refuses does not affect the others. Throws shape, usage, no_ledger. */
export async function importReviews(
  given: unknown,
  options: ImportOptions,
  context: Context,
): Promise<ImportedAnswer[]> {
  const { exporters, reviewers } = options
  if (exporters.length === 0 || reviewers.length === 0)
    throw new SelfsameError(
      'usage',
      'pass the did:key of the service that exported the file, and those of its reviewers',
    )
  const file = await readReviewFile(given, exporters)
  const { answered } = file
  if (answered === undefined)
    throw new SelfsameError('usage', 'the answers are not signed; the reviewer signs them with "selfsame review sign"')
  const { jws, ...by } = answered
  const signed = await opened(jws, ANSWERS_TYPE, by.signer, reviewers, 'a known reviewer')
  const claims = claimsOf(file, by)
  const edits = differences(signed, claims)
  if (edits.length > 0) throw edited(edits)
  const caller = `${by.reviewer} (${by.signer})`
  const imported: ImportedAnswer[] = []
  for (const answer of claims.answers)
    try {
      const { decision_id, state } = await answerPair(answer, { ...context, caller })
      imported.push({ decision_id: answer.decision_id, recorded: { decision_id, state }, refused: null })
    } catch (error) {
      if (!(error instanceof SelfsameError) || !REFUSALS.has(error.code)) throw error
      const refused = { code: error.code, detail: error.message }
      imported.push({ decision_id: answer.decision_id, recorded: null, refused })
    }
  return imported
}

/** What the queue may refuse of one answer. */
const REFUSALS = new Set<string>([
  'decision_unknown',
  'review_unknown',
  'review_moved',
  'review_closed',
  'reviewer_again',
])

async function opened(
  jws: string,
  type: string,
  signer: string,
  keys: readonly string[],
  who: string,
): Promise<unknown> {
  if (keys.length > 0 && !keys.includes(signer))
    throw new SelfsameError('usage', `the file was not signed by ${who}: its key is not one of those given`)
  try {
    return await openCompact(jws, type, publicKeyOf(signer))
  } catch (cause) {
    const sentence = 'the file was edited: its signature does not verify, or is that of another key'
    throw new SelfsameError('usage', sentence, { cause })
  }
}

const edited = (places: readonly string[]): SelfsameError => {
  const named = places.slice(0, MOST_NAMED).join(', ')
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more places` : ''
  return new SelfsameError(
    'usage',
    `the file was edited: ${named}${more}; export it again and change only answer and reason`,
  )
}

/** Paths at which a value differs from the signed one, as the canonical form has both. */
function differences(signed: unknown, plain: unknown): string[] {
  const places: string[] = []
  const walk = (one: unknown, other: unknown, path: readonly PropertyKey[]): void => {
    if (one === other) return
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
      places.push(placeOf(path))
      return
    }
    const [from, to] = [one as Record<string, unknown>, other as Record<string, unknown>]
    if (Array.isArray(one) !== Array.isArray(other)) places.push(placeOf(path))
    else
      for (const name of new Set([...Object.keys(from), ...Object.keys(to)]))
        if (!Object.hasOwn(from, name)) places.push(`${placeOf(path)} (added)`)
        else if (!Object.hasOwn(to, name)) places.push(`${placeOf([...path, name])} (removed)`)
        else walk(from[name], to[name], [...path, name])
  }
  walk(signed, JSON.parse(canonicalJson(plain)), [])
  return places.length > 0 ? places : roundedIn(plain)
}

/** Paths of numbers that only round to the signed ones: those of an exported file have four decimals. */
function roundedIn(value: unknown, path: readonly PropertyKey[] = []): string[] {
  if (typeof value === 'number') return isAsSent(value) ? [] : [placeOf(path)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => roundedIn(inner, [...path, name]))
}

const placeOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'the file' : path.map(String).join('.'))
