// POST /extract and POST /places: the entities of a text, and its places with the role of each.
import { SelfsameError } from '../errors.ts'
import { round4 } from '../records/canonical.ts'
import { ENTITY_TYPES, type EntityType, type ExtractAnswer, type PlacesAnswer } from '../records/mentions.ts'
import type { ExtractRequest, PlacesRequest } from '../records/requests.ts'
import { CodePoints } from '../text/offsets.ts'
import { ScannedText } from '../text/scanned.ts'
import type { Context, Handler } from './shared/context.ts'
import { inferJurisdiction } from './shared/governing.ts'
import { backendFor, readAhead } from './shared/learned-backend.ts'

/** Finds the places of `request.text` with their roles. Offsets are code points of the original text. */
export const places: Handler<PlacesRequest, PlacesAnswer> = async (request, context) => {
  const text = new ScannedText(request.text)
  const points = new CodePoints(request.text)
  const mentions = context.engines.places.find(text).map((mention) => ({
    ...mention,
    start: points.of(mention.start),
    end: points.of(mention.end),
    cue_start: mention.cue_start === null ? null : points.of(mention.cue_start),
    cue_end: mention.cue_end === null ? null : points.of(mention.cue_end),
    confidence: round4(mention.confidence),
    jurisdiction_confidence: round4(mention.jurisdiction_confidence),
  }))
  return { count: mentions.length, mentions }
}

/** Proposes entities, offsets in code points. The inferred country decides on local numbers. Throws backend_unknown, entity_type_unknown. */
export const extract: Handler<ExtractRequest, ExtractAnswer> = async (request, context) => {
  const { backend } = backendFor(request.backend, context)
  const types = typesOf(request.entity_types, context)
  const text = new ScannedText(request.text)
  await readAhead(text, request.backend, context)
  const { detect, extract: engine } = context.engines
  const jurisdiction = inferJurisdiction(text, context).country
  const findings = detect.settle(detect.claims(text, { jurisdiction }))
  const points = new CodePoints(request.text)
  const entities = engine.propose(text, findings, types).map((entity) => ({
    ...entity,
    confidence: round4(entity.confidence),
    start: points.of(entity.start),
    end: points.of(entity.end),
  }))
  return { backend, count: entities.length, entities }
}

/** The requested types; null or an empty list requests all. */
function typesOf(names: readonly string[] | null, context: Context): ReadonlySet<EntityType> | null {
  if (names === null || names.length === 0) return null
  const types = new Set<EntityType>()
  for (const name of names) {
    const type = context.engines.extract.typeOf(name)
    if (type === null)
      throw new SelfsameError(
        'entity_type_unknown',
        `entity_types holds a type that is not proposed here. Accepted: ${ENTITY_TYPES.join(', ')}.`,
      )
    types.add(type)
  }
  return types
}
