// The parsed request of a route, with defaults: the value that an attestation binds. Loaded only for verification.
import {
  CompareRequest,
  DeidentifyRequest,
  DetectRequest,
  DocumentsRequest,
  ExtractRequest,
  PlacesRequest,
} from '../records/requests.ts'
import { ReviewRequest } from '../records/review.ts'
import { WeighRequest } from '../records/studio.ts'

const MODELS = {
  detect: DetectRequest,
  deidentify: DeidentifyRequest,
  compare: CompareRequest,
  documents: DocumentsRequest,
  places: PlacesRequest,
  extract: ExtractRequest,
  review: ReviewRequest,
  why: DetectRequest,
  weigh: WeighRequest,
}

/** The request unchanged, if its route is unknown or it does not match the schema. */
export function modelOf(tool: string, request: object): object {
  const read = MODELS[tool as keyof typeof MODELS]?.safeParse(request)
  return read?.success ? read.data : request
}
