// The request of a route as the service understands it, defaults filled in: what an attestation binds. Loaded only by who verifies.
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

/** The request as it came, where it is of no route that is known or fits no schema. */
export function modelOf(tool: string, request: object): object {
  const read = MODELS[tool as keyof typeof MODELS]?.safeParse(request)
  return read?.success ? read.data : request
}
