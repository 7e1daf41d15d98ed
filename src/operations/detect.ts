// POST /detect: the personal data in a text, each with its citation.
import { round4 } from '../records/canonical.ts'
import type { DetectAnswer } from '../records/detection.ts'
import type { WhyAnswer } from '../records/explanations.ts'
import type { DetectRequest } from '../records/requests.ts'
import { CodePoints } from '../text/offsets.ts'
import { ScannedText } from '../text/scanned.ts'
import type { TextHandler } from './shared/context.ts'
import { backendFor, readAhead } from './shared/learned-backend.ts'
import { ruleFor, scan } from './shared/scan.ts'
import { withKnown } from './shared/shared-people.ts'

export const detectWithReasons: TextHandler<DetectRequest, WhyAnswer> = async (request, context, given) => {
  const text = given ?? new ScannedText(request.text)
  await readAhead(text, request.backend, context)
  const { findings } = scan(text, request, context)
  const { count, detections } = await detect(request, context, text)
  const why = (i: number) => context.engines.detect.explain(text, findings[i]!)
  return { count, detections: detections.map((detection, i) => ({ ...detection, why: why(i) })) }
}

export const detect: TextHandler<DetectRequest, DetectAnswer> = async (request, context, given, people) => {
  backendFor(request.backend, context)
  const text = given ?? new ScannedText(request.text)
  const reading = readAhead(text, request.backend, context)
  if (reading !== null) await reading
  const { law, findings: own } = scan(text, request, context)
  const findings = people === undefined ? own : withKnown(text, own, { people, kind: 'about' }, context)
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
