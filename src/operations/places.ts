// POST /places: place mentions of a text with their roles.
import { round4 } from '../records/canonical.ts'
import type { PlacesAnswer } from '../records/mentions.ts'
import type { PlacesRequest } from '../records/requests.ts'
import { CodePoints } from '../text/offsets.ts'
import { ScannedText } from '../text/scanned.ts'
import type { Handler } from './shared/context.ts'

/** Finds the places of `request.text` with their roles. Offsets are code points of the original text. */
export const places: Handler<PlacesRequest, PlacesAnswer> = async (request, context) => {
  const text = new ScannedText(request.text)
  const points = new CodePoints(request.text)
  const mentions = context.engines.places.find(text, []).map((mention) => ({
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
