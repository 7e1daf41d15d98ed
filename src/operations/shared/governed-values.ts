// Values that only some statutes govern: dates of events, ages, postal codes, numbers of one country that has no statute of its own.
import type { GovernedValue, Statute } from '../../packs/schemas/category.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'

/** Of a pattern of a statute pack: the words around a value say what it is. */
const CONFIDENCE = 0.9

/** The findings of a text, disjoint and sorted by start, with the values that the statute alone asks for. */
export function withGoverned(
  text: ScannedText,
  findings: readonly Finding[],
  { finds }: Statute,
  context: Context,
): readonly Finding[] {
  if (finds.length === 0) return findings
  let all = findings
  const types = new Set(finds.flatMap(({ entity }) => entity ?? []))
  const entities = types.size === 0 ? [] : context.engines.extract.propose(text, [], types)
  for (const find of finds) {
    const found =
      find.entity === undefined
        ? byPattern(text, find)
        : entities.flatMap((one) => (one.entity_type === find.entity ? [findingOf(find, one)] : []))
    if (found.length > 0) all = withFound(all, found)
  }
  return all
}

const patterns = new WeakMap<GovernedValue, RegExp>()

function byPattern(text: ScannedText, find: GovernedValue): Finding[] {
  const pattern = patterns.get(find) ?? new RegExp(find.pattern!, find.any_case ? 'giud' : 'gud')
  patterns.set(find, pattern)
  return [...text.text.matchAll(pattern)].map(({ indices }) => {
    const [start, end] = indices!.groups!['value']!
    return findingOf(find, text.sourceRange(start, end))
  })
}

function findingOf(
  { name, category }: GovernedValue,
  range: { readonly start: number; readonly end: number },
): Finding {
  const { start, end } = range
  return { category, start, end, confidence: CONFIDENCE, detector: `statute:${name}`, strength: 'pattern' }
}

/**
 * A value that contains others replaces them; of one that only overlaps others, what is left is found as well. Both lists are disjoint and
 * sorted, and so is the result.
 */
export function withFound(findings: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const all: Finding[] = []
  let next = 0
  for (const value of found) {
    while (next < findings.length && findings[next]!.end <= value.start) all.push(findings[next++]!)
    const from = next
    while (next < findings.length && findings[next]!.start < value.end) next++
    const over = findings.slice(from, next)
    const first = over[0]
    const last = over.at(-1)
    const start = first !== undefined && first.start <= value.start ? first.end : value.start
    const end = last !== undefined && last.end >= value.end ? last.start : value.end
    if (start > value.start) all.push(first!)
    if (start < end) all.push({ ...value, start, end })
    // The last one may overlap the next value as well.
    if (end < value.end && last !== all.at(-1)) next--
  }
  for (; next < findings.length; next++) all.push(findings[next]!)
  return all
}
