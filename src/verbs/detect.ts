// POST /detect: where personal data stands in a text, and which provision makes it so.
import { round4 } from '../records/canonical.ts'
import type { DetectAnswer } from '../records/detection.ts'
import type { DetectRequest } from '../records/requests.ts'
import { CodePoints } from '../text/offsets.ts'
import { ScannedText } from '../text/scanned.ts'
import type { TextVerb } from './shared/context.ts'
import { backendFor, ruleFor, scan } from './shared/scan.ts'

export const detect: TextVerb<DetectRequest, DetectAnswer> = async (request, context, text) => {
  backendFor(request.backend)
  const { law, findings } = scan(text ?? new ScannedText(request.text), request, context)
  const points = new CodePoints(request.text)
  const detections = findings.map((finding) => ({
    category: finding.category,
    start: points.of(finding.start),
    end: points.of(finding.end),
    confidence: round4(finding.confidence),
    citation: ruleFor(law, finding.category).citation,
    detector: finding.detector,
  }))
  return { count: detections.length, detections }
}
