// POST /compare and POST /weigh: two records under an entity pack, or the subjects of two texts, and what each factor adds.
import { SelfsameError } from '../errors.ts'
import type { DocumentFieldSet } from '../packs/schemas/field-labels.ts'
import type { WeighAnswer, WeighRequest } from '../records/explanations.ts'
import { documentId } from '../records/ids.ts'
import { ACTION_OF, type Receipt, restated } from '../records/receipt.ts'
import type { CompareRequest } from '../records/requests.ts'
import { named } from '../text/mask.ts'
import { ScannedText } from '../text/scanned.ts'
import { type ComparisonDecision, decideRecords, decisionOf, receiptOf, turnsOf } from './shared/comparisons.ts'
import type { Context, Handler } from './shared/context.ts'
import { comparable, fieldSetOf, slotsOf } from './shared/field-reading.ts'
import { givenCode, inferTogether } from './shared/governing.ts'
import { backendFor, checkBackend, modelFor, readAhead } from './shared/learned-backend.ts'
import { requireLedger, TEXT_COMPARE_SCHEMA } from './shared/recorded.ts'
import { type Subject, subjectPair, subjectsOf } from './shared/subject.ts'

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

export const TEXT_ENTITY = 'person'

/** Throws no_ledger, entity_unknown, sides_mixed, text_needs_person, backend_unknown, jurisdiction_unsupported, ledger_unavailable. */
export const compare: Handler<CompareRequest, Receipt> = async (request, context) => {
  const ledger = request.store ? requireLedger(context) : null
  const reading = textsReadAhead(request, context)
  const decided = decideCompare(request, context, reading === null ? undefined : await reading)
  if (ledger !== null) await ledger.append([decided.append])
  return receiptOf(decided, ledger !== null)
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
