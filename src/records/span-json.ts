// The canonical JSON of spans: the constant part is written once for each kind of span, because a text may have 100,000.
import { Canonical, canonicalJson, quoted } from './canonical.ts'
import type { Span } from './detection.ts'

/** The members of a span except its position, as JSON; names in code point order, as in canonical JSON. */
interface Head {
  readonly of: Span
  readonly json: string
}

/** Same result as canonicalJson for a list of spans. Throws RangeError on a number that has no canonical form. */
export function canonicalSpans(spans: readonly Span[]): Canonical {
  const heads = new Map<string, Head>()
  let json = ''
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i]!
    let head = heads.get(span.category)
    if (head === undefined || !areAlike(head.of, span)) {
      head = { of: span, json: headOf(span) }
      heads.set(span.category, head)
    }
    json += `${i === 0 ? '[' : ','}${head.json}${canonicalJson(span.end)},"start":${canonicalJson(span.start)}}`
  }
  return new Canonical(json === '' ? '[]' : `${json}]`)
}

function areAlike(one: Span, other: Span): boolean {
  return (
    one.confidence === other.confidence &&
    one.action === other.action &&
    one.detector === other.detector &&
    one.citation === other.citation
  )
}

function headOf({ action, category, citation, confidence, detector }: Span): string {
  const ruled = `{"action":${quoted(action)},"category":${quoted(category)},"citation":${quoted(citation)}`
  return `${ruled},"confidence":${canonicalJson(confidence)},"detector":${quoted(detector)},"end":`
}
