// Jurisdiction verdicts, the report over a batch of documents, and the answer for a redacted file.
import { z } from 'zod'
import { DeidentifyAnswer } from './detection.ts'
import { Factors, IDENTITIES } from './receipt.ts'
import { ServiceId } from './service-id.ts'

export const TIERS = ['A', 'B', 'C'] as const

export const Evidence = z.object({
  signal: z.string(),
  tier: z.enum(TIERS),
  country: z.string(),
  count: z.int(),
  weight: z.number(),
  source: z.string(),
  sample: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

/** `country` is null if the verdict abstains. Confidence and margin are shares of the evidence weight, in [0, 1]. */
export const JurisdictionVerdict = z.object({
  country: z.string().nullable(),
  confidence: z.number(),
  margin: z.number(),
  runner_up: z.string().nullable(),
  abstained: z.boolean(),
  reason: z.string(),
  ruleset_version: z.string(),
  evidence: z.array(Evidence),
})
export type JurisdictionVerdict = z.infer<typeof JurisdictionVerdict>

export const DocumentRecord = z
  .object({ document: z.string(), detections: z.record(z.string(), z.int()) })
  .catchall(z.union([z.string(), z.record(z.string(), z.int())]))
export type DocumentRecord = z.infer<typeof DocumentRecord>

export const PairDecision = z.object({
  a: z.string(),
  b: z.string(),
  identity: z.enum(IDENTITIES),
  score: z.number(),
  factors: Factors,
  decision_id: ServiceId,
})
export type PairDecision = z.infer<typeof PairDecision>

export const ProposedField = z.object({
  document: z.string(),
  field: z.string(),
  value: z.string(),
  source: z.string(),
  confidence: z.number(),
  /** Code points of the text of the file, end exclusive. */
  span: z.tuple([z.int(), z.int()]).nullable(),
  /** The person of the value in a file about several, from 1, the subject first. Absent for one person and for values without a person. */
  person: z.int().optional(),
  /** Page, from 1, and rectangle on it in points from its upper left corner. Absent for files without pages. */
  page: z.int().optional(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
  /** Width and height of that page in points, if the file has them. */
  page_size: z.tuple([z.number(), z.number()]).optional(),
})
export type ProposedField = z.infer<typeof ProposedField>

const errors = z.record(z.string(), z.string())

export const ReviewPack = z.object({
  entity: z.string(),
  proposed_fields: z.array(ProposedField),
  decisions: z.array(PairDecision),
  unlinked: z.array(z.string()),
  errors,
  /** Present if there are too many pairs to compare all: the number of pairs, and the number compared because they share a value. */
  pairs: z.object({ possible: z.int(), compared: z.int() }).optional(),
  /** File name -> parts of the file that were not read, with the reason. Absent if everything was read. */
  unread: z.record(z.string(), z.array(z.string())).optional(),
})
export type ReviewPack = z.infer<typeof ReviewPack>

export const DocumentReport = z.object({
  entity: z.string(),
  jurisdiction: z.string(),
  jurisdictions: z.record(z.string(), JurisdictionVerdict),
  documents: z.array(DocumentRecord),
  decisions: z.array(PairDecision),
  unlinked: z.array(z.string()),
  review: ReviewPack,
  errors,
  recorded: z.boolean(),
})
export type DocumentReport = z.infer<typeof DocumentReport>

const described = DeidentifyAnswer.omit({ text: true, spans: true, recorded: true }).extend({
  name: z.string().describe('The name of the file, masked as the file is.'),
  format: z.string().describe('What the file is, by its content: text, docx, xlsx ...'),
  reader: z.string().describe('What read the file; pinned by the decision.'),
  original: z.string().describe('doc: id over the bytes of the file.'),
  copy: z.string().describe('doc: id over the bytes of the copy.'),
  removed: z.array(z.string()).describe('What was taken out because it cannot be masked.'),
  repeats: z.int().describe('Repeats of found values that were hidden besides.'),
  recorded: z.boolean(),
})

/** Over HTTP: `content` is the redacted file in base64. */
export const FileCopyAnswer = described.extend({ content: z.string().describe('The copy, base64.') })
export type FileCopyAnswer = z.infer<typeof FileCopyAnswer>

/** In a program: the bytes of the redacted file. */
export type FileCopy = z.infer<typeof described> & { readonly bytes: Uint8Array }
