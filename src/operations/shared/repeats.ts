// Numbers and dates of birth of a text that were found once, found wherever else the text has them: in another grouping or spelling, and where
// nothing announces them.
import { KnownValues } from '../../formats/shared/known-values.ts'
import type { Category } from '../../packs/schemas/category.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'

/** Detectors by the normaliser of a category: of values in which separators and case have no meaning, and of days. */
const DETECTORS: ReadonlyMap<string, string> = new Map([
  ['identifier', 'rule:number_repeat'],
  ['phone', 'rule:number_repeat'],
  ['date', 'rule:date_of_birth'],
])
/** Most confidence of a day that is found again. */
const MAX_CONFIDENCE_OF_DAY = 0.9
/** Least letters and digits of a number that two values do not share by chance, and least digits among them. */
const LEAST_SIGNS = 7
const LEAST_DIGITS = 5
/** Digits of a day and its year. */
const LEAST_OF_DAY = 3
const [ZERO, NINE] = [48, 57]

/** `findings` and the result: disjoint, sorted by start. */
export function withRepeats(
  text: ScannedText,
  findings: readonly Finding[],
  categories: ReadonlyMap<string, Category>,
): readonly Finding[] {
  const { source } = text
  const known = new Map<string, Finding>()
  for (const finding of findings) {
    const kind = categories.get(finding.category)!.normalize
    const value = source.slice(finding.start, finding.end)
    if (!known.has(value) && DETECTORS.has(kind) && (kind === 'date' || isLong(value))) known.set(value, finding)
  }
  if (known.size === 0) return findings
  const others = digitsBeside(source, findings)
  const kindOf = (value: string) => categories.get(known.get(value)!.category)!.normalize
  // The last digits: a prefix of a telephone number may differ.
  const again = [...known.keys()].filter((value) =>
    kindOf(value) === 'date'
      ? others.length >= LEAST_OF_DAY
      : others.includes(digitsBeside(value, []).slice(-LEAST_SIGNS)),
  )
  if (again.length === 0) return findings
  const all: Finding[] = []
  let next = 0
  for (const { start, end, value } of new KnownValues(again.map((one) => ({ value: one, text: '' }))).in(
    source,
    text.view,
  )) {
    while (next < findings.length && findings[next]!.end <= start) all.push(findings[next++]!)
    if (next < findings.length && findings[next]!.start < end) continue
    const { category, confidence: first, strength, country, start: from, end: to } = known.get(value)!
    const kind = kindOf(value)
    const confidence = kind === 'date' ? Math.min(first, MAX_CONFIDENCE_OF_DAY) : first
    all.push({
      category,
      start,
      end,
      confidence,
      detector: DETECTORS.get(kind)!,
      strength,
      country,
      of: { start: from, end: to },
    })
  }
  return all.concat(findings.slice(next))
}

function isLong(value: string): boolean {
  const digits = digitsBeside(value, []).length
  return digits >= LEAST_SIGNS || (digits >= LEAST_DIGITS && value.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST_SIGNS)
}

/** The digits of a text outside of its findings. */
function digitsBeside(source: string, findings: readonly Finding[]): string {
  let digits = ''
  let next = 0
  for (let at = 0; at < source.length; at++) {
    if (next < findings.length && at === findings[next]!.start) {
      at = findings[next++]!.end - 1
      continue
    }
    const unit = source.charCodeAt(at)
    if (unit >= ZERO && unit <= NINE) digits += source[at]
  }
  return digits
}
