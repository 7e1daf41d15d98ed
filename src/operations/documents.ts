// POST /documents: a batch of uploaded files, each read under its own law, compared pair by pair, and prepared for review.
import { setImmediate } from 'node:timers/promises'
import { abandoned, SelfsameError } from '../errors.ts'
import { type PackedDocument, type ParsedDocument, unpacked } from '../formats/shared/format.ts'
import type { LedgerAppend } from '../ledger/store.ts'
import type { DocumentFieldSet } from '../packs/schemas/field-labels.ts'
import { compareCodePoints } from '../records/canonical.ts'
import type { Finding } from '../records/detection.ts'
import type { DocumentRecord, DocumentReport, JurisdictionVerdict, PairDecision } from '../records/documents.ts'
import { restated } from '../records/receipt.ts'
import type { DocumentsRequest } from '../records/requests.ts'
import { fold } from '../text/fold.ts'
import { shower } from '../text/mask.ts'
import { ScannedText } from '../text/scanned.ts'
import { checkEntity, TEXT_ENTITY } from './compare.ts'
import { type ComparisonDecision, decisionOf } from './shared/comparisons.ts'
import type { Context } from './shared/context.ts'
import { comparable, fieldSetOf, slotsOf } from './shared/field-reading.ts'
import { givenCode, inferJurisdiction } from './shared/governing.ts'
import { backendFor, readAhead } from './shared/learned-backend.ts'
import { proposedFields } from './shared/proposed-fields.ts'
import { DOCUMENT_PAIR_SCHEMA, requireLedger } from './shared/recorded.ts'
import { statedValues } from './shared/stated-values.ts'
import { type Subject, subjectsOf } from './shared/subject.ts'

/** Maximum number of pairs that are all compared: 200 files have 19,900. */
const ALL_PAIRS = 20_000
/** Maximum number of records that share a word; a more frequent word is not evidence. */
const MOST_SHARING = 60
const MOST_WORDS = 12

interface CandidatePairs {
  /** Indexes of the records, the first smaller than the second, in order; each pair once. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly possible: number
  readonly isChosen: boolean
}

function candidatePairs(records: readonly Readonly<Record<string, string>>[], most = ALL_PAIRS): CandidatePairs {
  const count = records.length
  const possible = (count * (count - 1)) / 2
  if (possible <= most) return { pairs: every(count), possible, isChosen: false }
  const blocks = new Map<string, number[]>()
  for (const [index, record] of records.entries())
    for (const key of keysOf(record)) {
      const block = blocks.get(key)
      if (block === undefined) blocks.set(key, [index])
      else if (block.length <= MOST_SHARING) block.push(index)
    }
  const chosen = new Set<number>()
  for (const block of blocks.values()) {
    if (block.length > MOST_SHARING) continue
    for (const [at, a] of block.entries()) for (const b of block.slice(at + 1)) chosen.add(a * count + b)
  }
  const pairs = [...chosen].sort((x, y) => x - y).map((pair) => [Math.floor(pair / count), pair % count] as const)
  return { pairs, possible, isChosen: true }
}

function every(count: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push([a, b])
  return pairs
}

/** A record's whole values without signs, and the words of all its values. */
function keysOf(record: Readonly<Record<string, string>>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [field, value] of Object.entries(record)) {
    const folded = fold(value)
    keys.add(`${field}:${folded.replace(/[^\p{L}\p{N}]+/gu, '')}`)
    for (const word of (folded.match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, MOST_WORDS)) keys.add(`:${word}`)
  }
  return keys
}

/** One upload after it was read: its name, the id of its bytes, and its text or the reason why there is none. */
export interface ReadFile {
  readonly name: string
  /** `doc:sha256:<hex64>` of its bytes. */
  readonly id: string
  readonly content: PackedDocument | { readonly unreadable: string }
}

interface ReadDocument {
  readonly name: string
  readonly id: string
  readonly parsed: ParsedDocument
  readonly verdict: JurisdictionVerdict
  readonly counts: Readonly<Record<string, number>>
  readonly subject: Subject
  readonly subjects: readonly Subject[]
  readonly fieldSet: DocumentFieldSet
}

/** The input of a pair decision: enough to decide it again. */
export interface PairInput {
  readonly entity: string
  readonly jurisdiction: string | null
  readonly backend: string
  /** The model that took part in reading the documents; null or absent without one. */
  readonly model?: string | null
  readonly a: { readonly attributes: Readonly<Record<string, string>>; readonly documentId: string }
  readonly b: { readonly attributes: Readonly<Record<string, string>>; readonly documentId: string }
}

/** Decides one pair without writing anything. Replay runs this again from the stored records and pins. */
export function decidePair(input: PairInput, context: Context): ComparisonDecision {
  const { entity, a, b } = input
  const { compare } = context.engines
  const provenance = {
    document_content_id_a: a.documentId,
    document_content_id_b: b.documentId,
    backend: input.backend,
    ...(input.model ? { model: input.model } : {}),
  }
  const read = ({ attributes, documentId }: PairInput['a']) => ({
    attributes: comparable(attributes, entity, input.jurisdiction, context),
    documentId,
  })
  const [x, y] = [read(a), read(b)]
  const compared =
    entity === TEXT_ENTITY
      ? compare.compareTexts(x, y, {
          jurisdiction: input.jurisdiction,
          backend: input.backend,
          model: input.model ?? null,
        })
      : compare.compareRecords(entity, x.attributes, y.attributes)
  const comparison = restated(compared, { pins: { ...compared.pins, provenance } })
  const records = [
    { entity, attributes: { ...a.attributes } },
    { entity, attributes: { ...b.attributes } },
  ] as const
  const call = { entity, jurisdiction: input.jurisdiction, backend: input.backend }
  return decisionOf('documents', 'dec', DOCUMENT_PAIR_SCHEMA, records, comparison, call)
}

/** Checks the request before any file is read. Throws no_ledger, entity_unknown, backend_unknown, jurisdiction_unsupported. */
export function checkDocuments(request: DocumentsRequest, context: Context): void {
  if (request.store) requireLedger(context)
  checkEntity(request.entity, context)
  const fieldSets = context.packs.documentFields()
  if (!fieldSets.has(request.entity))
    throw new SelfsameError(
      'entity_unknown',
      `no fields are read from documents for the entity pack '${request.entity}'. Entities of documents: ${[...fieldSets.keys()].sort(compareCodePoints).join(', ')}. Compare records under it instead.`,
    )
  backendFor(request.backend, context)
  givenCode(request.jurisdiction, context)
}

/** Reads and compares documents; file names are keys of the report. Yields; stops without recording if `signal` is aborted. Throws timeout. */
export async function documents(
  request: DocumentsRequest,
  files: readonly ReadFile[],
  context: Context,
  signal?: AbortSignal,
): Promise<DocumentReport> {
  checkDocuments(request, context)
  const ledger = request.store ? requireLedger(context) : null
  const used = backendFor(request.backend, context)
  const given = givenCode(request.jurisdiction, context)

  const errors: Record<string, string> = {}
  const jurisdictions: Record<string, JurisdictionVerdict> = {}
  const read: ReadDocument[] = []
  for (const file of files) {
    await pause(signal)
    if ('unreadable' in file.content) {
      errors[file.name] = file.content.unreadable
      continue
    }
    const parsed = unpacked(file.content)
    const scanned = new ScannedText(parsed.text)
    await readAhead(scanned, request.backend, context, () => refuseAbandoned(signal))
    const document = documentOf(file, parsed, scanned, request.entity, given, context)
    jurisdictions[file.name] = document.verdict
    if ('error' in document) errors[file.name] = document.error
    else read.push(document)
  }

  const byName = [...read].sort((x, y) => compareCodePoints(x.name, y.name))
  const decisions: PairDecision[] = []
  const appends: LedgerAppend[] = []
  const linked = new Set<string>()
  const { pairs, possible, isChosen } = candidatePairs(byName.map(({ subject }) => subject.attributes))
  let row = -1
  for (const [first, second] of pairs) {
    if (first !== row) await pause(signal)
    row = first
    const [x, y] = [byName[first]!, byName[second]!]
    const side = (document: ReadDocument) => ({ attributes: document.subject.attributes, documentId: document.id })
    // Two documents under two laws have no common priors.
    const jurisdiction = given ?? (x.verdict.country === y.verdict.country ? x.verdict.country : null)
    const pair = decidePair({ entity: request.entity, jurisdiction, ...used, a: side(x), b: side(y) }, context)
    const { identity, score, factors } = pair.comparison
    decisions.push({ a: x.name, b: y.name, identity, score, factors: { ...factors }, decision_id: pair.decision_id })
    appends.push(pair.append)
    if (identity === 'same_entity') linked.add(x.name).add(y.name)
  }
  const unread = byName
    .filter(({ parsed }) => parsed.unread.length > 0)
    .map(({ name, parsed }): [string, string[]] => [name, [...parsed.unread]])
  const unlinked = byName.map(({ name }) => name).filter((name) => !linked.has(name))
  await pause(signal)
  const recorded = ledger !== null && appends.length > 0
  if (recorded) await ledger.append(appends)

  const show = shower(request.reveal, context.maskValues)
  return {
    entity: request.entity,
    jurisdiction: request.jurisdiction,
    jurisdictions,
    documents: read.map((document) => documentRecord(document, show)),
    decisions,
    unlinked,
    review: {
      entity: request.entity,
      proposed_fields: byName.flatMap(({ name, parsed, subjects, fieldSet }) =>
        proposedFields({ name, text: parsed.text, structure: parsed, subjects, fieldSet }, show),
      ),
      decisions,
      unlinked,
      errors,
      ...(isChosen ? { pairs: { possible, compared: decisions.length } } : {}),
      ...(unread.length > 0 ? { unread: Object.fromEntries(unread) } : {}),
    },
    errors,
    recorded,
  }
}

/** Lets other requests run. Throws timeout if the caller of this one has gone. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  refuseAbandoned(signal)
}

function refuseAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abandoned(signal)
}

/** One file: its text, its law, its fields. A file without a known law is an error entry; the batch does not fail. */
function documentOf(
  { name, id }: ReadFile,
  parsed: ParsedDocument,
  scanned: ScannedText,
  entity: string,
  given: string | null,
  context: Context,
): ReadDocument | { error: string; verdict: JurisdictionVerdict } {
  const verdict = inferJurisdiction(scanned, context)
  const jurisdiction = given ?? verdict.country
  if (jurisdiction === null)
    return {
      verdict,
      error: `the document does not say which jurisdiction governs it (${verdict.reason}); pass jurisdiction to have it processed`,
    }
  const { detect, extract } = context.engines
  const claims = detect.claims(scanned, { jurisdiction })
  const findings = detect.settle(claims)
  const proposed = extract.propose(scanned, claims, null)
  const stated = statedValues(parsed.text, parsed, context.packs.labels())
  const fieldSet = fieldSetOf(entity, context)
  const subjects = subjectsOf(parsed.text, findings, proposed, fieldSet, slotsOf(context), stated)
  return { name, id, parsed, verdict, counts: census(findings), subject: subjects[0], subjects, fieldSet }
}

function census(findings: readonly Finding[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { category } of findings) counts.set(category, (counts.get(category) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a], [b]) => compareCodePoints(a, b)))
}

function documentRecord(
  { name, parsed, counts, subject }: ReadDocument,
  show: (value: string) => string,
): DocumentRecord {
  const fields = Object.fromEntries(Object.entries(subject.attributes).map(([field, value]) => [field, show(value)]))
  // UTF-8 is the default; any other encoding was inferred from the bytes, so the record reports it.
  const record: DocumentRecord = { document: name, ...fields, detections: { ...counts } }
  if (parsed.encoding !== null && parsed.encoding !== 'utf-8') record['encoding'] = parsed.encoding
  return record
}
