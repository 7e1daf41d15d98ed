// POST /compare and POST /weigh: two records under an entity pack, or the subjects of two texts, and what each factor adds.
import { SelfsameError } from '../errors.ts'
import type { LedgerAppend } from '../ledger/store.ts'
import type { DocumentFieldSet } from '../packs/schemas/field-labels.ts'
import type { WeighAnswer, WeighRequest } from '../records/explanations.ts'
import { comparisonId, documentId, fieldsId, type RecordContent, recordId } from '../records/ids.ts'
import { ACTION_OF, type Comparison, type Receipt, restated } from '../records/receipt.ts'
import type { CompareRequest } from '../records/requests.ts'
import { named } from '../text/mask.ts'
import { ScannedText } from '../text/scanned.ts'
import type { Context, Handler } from './shared/context.ts'
import { comparable, fieldSetOf, slotsOf } from './shared/field-reading.ts'
import { givenCode, inferTogether } from './shared/governing.ts'
import { backendFor, checkBackend, modelFor, readAhead } from './shared/learned-backend.ts'
import { COMPARE_SCHEMA, requireLedger, TEXT_COMPARE_SCHEMA } from './shared/recorded.ts'
import { type Subject, subjectPair, subjectsOf } from './shared/subject.ts'

type Attributes = Readonly<Record<string, string>>

/** Throws entity_unknown. */
export const weigh: Handler<WeighRequest, WeighAnswer> = async ({ a, b, entity }, context) => {
  checkEntity(entity, context)
  const { compare } = context.engines
  const { identity, basis, explanation, score } = compare.compareRecords(entity, a, b)
  const { bias, steps } = compare.weigh(entity, a, b)
  return {
    identity,
    action: ACTION_OF[identity],
    basis,
    explanation,
    score,
    bias,
    steps: steps.map(({ name, field, similarity, logOdds }) => ({
      factor: name,
      field,
      likeness: similarity,
      weight: logOdds,
    })),
    turns: turnsOf(entity, a, b, context),
  }
}

/** Single changes of both records that would change the verdict on them. */
export function turnsOf(entity: string, a: Attributes, b: Attributes, { engines }: Context): WeighAnswer['turns'] {
  const { compare } = engines
  const { identity } = compare.verdict(entity, a, b)
  const turns: WeighAnswer['turns'] = []
  const [left, right] = compare.weigh(entity, a, b).read
  for (const field of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const value = left[field] ?? right[field]!
    const tried = [
      ['left_out', without(left, field), without(right, field)],
      ['the_same', { ...left, [field]: value }, { ...right, [field]: value }],
    ] as const
    for (const [change, changedA, changedB] of tried) {
      const { identity: turned, score: now } = compare.verdict(entity, changedA, changedB)
      if (turned !== identity) turns.push({ field, change, identity: turned, score: now })
    }
  }
  return turns
}

const without = (attributes: Attributes, field: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== field))

export const TEXT_ENTITY = 'person'

/** A comparison before it is recorded, with its ledger entry. */
export interface ComparisonDecision {
  readonly decision_id: string
  readonly comparison: Comparison
  readonly append: LedgerAppend
}

/** Throws no_ledger, entity_unknown, sides_mixed, text_needs_person, backend_unknown, jurisdiction_unsupported, ledger_unavailable. */
export const compare: Handler<CompareRequest, Receipt> = async (request, context) => {
  const ledger = request.store ? requireLedger(context) : null
  const reading = textsReadAhead(request, context)
  const decided = decideCompare(request, context, reading === null ? undefined : await reading)
  if (ledger !== null) await ledger.append([decided.append])
  return receiptOf(decided, ledger !== null)
}

export function receiptOf({ decision_id, comparison }: ComparisonDecision, recorded: boolean): Receipt {
  const { identity, basis, explanation, score, factors, pins } = comparison
  return { identity, action: ACTION_OF[identity], basis, explanation, score, factors, decision_id, pins, recorded }
}

/** Throws entity_unknown, which names the pack as sent and lists the packs there are. */
export function checkEntity(entity: string, context: Context): void {
  const known = context.engines.compare.entities()
  if (known.includes(entity)) return
  throw new SelfsameError(
    'entity_unknown',
    `there is no entity pack '${named(entity)}'. Packs: ${known.join(', ')}. For a schema the service does not ship, pass a comparator set of your own to the library, in its option \`packs\`.`,
  )
}

export type TextPair = readonly [ScannedText, ScannedText]

/** The two texts of a request after the model of its backend has read them; null if no model has to. Throws backend_unknown. */
export function textsReadAhead(request: CompareRequest, context: Context): Promise<TextPair> | null {
  const { a, b, backend } = request
  if (typeof a !== 'string' || typeof b !== 'string' || modelFor(backend, context) === null) return null
  backendFor(backend, context)
  const texts = [new ScannedText(a), new ScannedText(b)] as const
  const read = async () => {
    for (const text of texts) await readAhead(text, backend, context)
    return texts
  }
  return read()
}

/** Decides without writing: the same request gives the same id. Replay runs this again. `texts`: those of the request, read by a model. */
export function decideCompare(request: CompareRequest, context: Context, texts?: TextPair): ComparisonDecision {
  const { a, b, entity } = request
  checkEntity(entity, context)
  if (typeof a !== typeof b)
    throw new SelfsameError('sides_mixed', 'a and b must be of one kind: two records (objects) or two texts (strings).')
  // Two records need neither: what is known is ignored, and what is not known is refused as it is everywhere.
  checkBackend(request.backend)
  givenCode(request.jurisdiction, context)
  if (typeof a === 'string' || typeof b === 'string') {
    const sides = texts ?? ([new ScannedText(a as string), new ScannedText(b as string)] as const)
    return compareTexts(sides, request, context)
  }
  return decideRecords(entity, [a, b], request.backend, context)
}

/** The decision of two records by the pack of an entity. */
export function decideRecords(
  entity: string,
  [a, b]: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
  backend: CompareRequest['backend'],
  context: Context,
): ComparisonDecision {
  const comparison = context.engines.compare.compareRecords(entity, a, b)
  const records = [
    { entity, attributes: a },
    { entity, attributes: b },
  ] as const
  return decisionOf('compare', 'xwd', COMPARE_SCHEMA, records, comparison, { entity, jurisdiction: null, backend })
}

function compareTexts(texts: TextPair, request: CompareRequest, context: Context): ComparisonDecision {
  const { entity } = request
  const [a, b] = [texts[0].source, texts[1].source]
  if (entity !== TEXT_ENTITY)
    throw new SelfsameError(
      'text_needs_person',
      `two texts are compared as persons only: pass entity "${TEXT_ENTITY}", or two records for the pack ${entity}.`,
    )
  const { backend, model } = backendFor(request.backend, context)
  const given = givenCode(request.jurisdiction, context)
  const jurisdiction = given ?? inferTogether(texts, context).country
  const fieldSet = fieldSetOf(TEXT_ENTITY, context)
  const subjects = (text: ScannedText) => subjectsIn(text, jurisdiction, fieldSet, context)
  const [subjectA, subjectB] = subjectPair(subjects(texts[0]), subjects(texts[1]), fieldSet.subject)
  const compared = context.engines.compare.compareTexts(
    { attributes: comparable(subjectA.attributes, entity, jurisdiction, context), documentId: documentId(a) },
    { attributes: comparable(subjectB.attributes, entity, jurisdiction, context), documentId: documentId(b) },
    { jurisdiction, backend, model },
  )
  const comparison = restated(compared, { explanation: withSubjects(compared.explanation, subjectA, subjectB) })
  const records = [
    { entity, text: a },
    { entity, text: b },
  ] as const
  return decisionOf('compare', 'dec', TEXT_COMPARE_SCHEMA, records, comparison, {
    entity,
    jurisdiction: given,
    backend: request.backend,
  })
}

/** The persons of a text, best supported first, from the same scan as /detect. */
function subjectsIn(scanned: ScannedText, jurisdiction: string | null, fieldSet: DocumentFieldSet, context: Context) {
  const { detect, extract } = context.engines
  const claims = detect.claims(scanned, { jurisdiction })
  const proposed = extract.propose(scanned, claims, null)
  return subjectsOf(scanned.source, detect.settle(claims), proposed, fieldSet, slotsOf(context))
}

/** Adds to the explanation the number of persons in a text with several: only one of them was compared. */
function withSubjects(explanation: string, a: Subject, b: Subject): string {
  const sides = [
    a.subjects > 1 ? `a names ${a.subjects} people` : '',
    b.subjects > 1 ? `b names ${b.subjects} people` : '',
  ].filter(Boolean)
  if (sides.length === 0) return explanation
  return `${explanation.replace(/\.$/, '')}; ${sides.join(' and ')}, of whom the best supported was compared.`
}

/** A comparison as a decision: its id, bound to both records, and its ledger entry. */
export function decisionOf(
  verb: 'compare' | 'documents',
  prefix: 'xwd' | 'dec',
  schema: string,
  records: readonly [RecordContent, RecordContent],
  comparison: Comparison,
  call: Readonly<Record<string, unknown>>,
): ComparisonDecision {
  const [a, b] = [idOf(records[0]), idOf(records[1])]
  const decision_id = comparisonId(prefix, schema, a, b, comparison)
  return new Decided(decision_id, comparison, { verb, call, records, record_a: a, record_b: b })
}

const idOf = (record: RecordContent): string =>
  'attributes' in record ? fieldsId(record.entity, record.attributes) : recordId(record)

interface Kept {
  readonly verb: 'compare' | 'documents'
  readonly call: Readonly<Record<string, unknown>>
  readonly records: readonly [RecordContent, RecordContent]
  readonly record_a: string
  readonly record_b: string
}

/** A decision whose ledger entry is created on demand: most comparisons are never recorded. */
class Decided implements ComparisonDecision {
  readonly decision_id: string
  readonly comparison: Comparison
  readonly #kept: Kept

  constructor(decision_id: string, comparison: Comparison, kept: Kept) {
    this.decision_id = decision_id
    this.comparison = comparison
    this.#kept = kept
  }

  get append(): LedgerAppend {
    const { verb, call, records, record_a, record_b } = this.#kept
    const { identity, basis, explanation, score, factors, pins, supporting, refuting, missing, shared, gate } =
      this.comparison
    return {
      entry: {
        decision_id: this.decision_id,
        verb,
        identity,
        action: ACTION_OF[identity],
        basis,
        score,
        explanation,
        factors,
        pins,
        call,
        evidence: { kind: 'comparison', supporting, refuting, missing, shared: Object.keys(shared), gate },
        record_a,
        record_b,
      },
      records,
    }
  }
}
