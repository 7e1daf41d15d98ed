// Place mentions and proposed entities: the results of /places and /extract.
import { z } from 'zod'

export const PLACE_ROLES = ['origin', 'destination', 'location', 'via', 'unknown'] as const
export type PlaceRole = (typeof PLACE_ROLES)[number]

/** Keys of `components`, in output order. */
export const PLACE_COMPONENTS = [
  'plot',
  'unit',
  'street_number',
  'street',
  'anchor',
  'anchor_type',
  'neighborhood',
  'area',
  'city',
  'region',
  'country',
  'postal_code',
] as const

export const PlaceMention = z.object({
  role: z.enum(PLACE_ROLES),
  start: z.int(),
  end: z.int(),
  cue: z.string().nullable(),
  cue_start: z.int().nullable(),
  cue_end: z.int().nullable(),
  cue_rule: z.string().nullable(),
  confidence: z.number(),
  evidence: z.array(z.string()),
  jurisdiction: z.string(),
  jurisdiction_confidence: z.number(),
  has_address: z.boolean(),
  text: z.string(),
  components: z.partialRecord(z.enum(PLACE_COMPONENTS), z.string()),
})
export type PlaceMention = z.infer<typeof PlaceMention>

export const PlacesAnswer = z.object({ count: z.int(), mentions: z.array(PlaceMention) })
export type PlacesAnswer = z.infer<typeof PlacesAnswer>

export const ENTITY_TYPES = [
  'ADDRESS',
  'DATE',
  'DOCUMENT_ID',
  'EMAIL',
  'ISBN',
  'LOCATION',
  'MONEY',
  'NATIONAL_ID',
  'ORGANIZATION',
  'PERSON',
  'PHONE',
  'PRODUCT',
  'URL',
] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

export const ProposedEntity = z.object({
  text: z.string(),
  entity_type: z.string(),
  confidence: z.number(),
  start: z.int(),
  end: z.int(),
  source: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})
export type ProposedEntity = z.infer<typeof ProposedEntity>

export const ExtractAnswer = z.object({ backend: z.string(), count: z.int(), entities: z.array(ProposedEntity) })
export type ExtractAnswer = z.infer<typeof ExtractAnswer>
