// Numbers and dates of birth of a text that were found once, found wherever else the text has them: in another grouping or spelling, and where
// nothing announces them. Most texts have none, so they are looked for only where their digits are.
import { KnownValues, type Occurrence } from '../../formats/shared/known-values.ts'
import { append } from '../../lists.ts'
import type { Category } from '../../packs/schemas/category.ts'
import type { Finding } from '../../records/detection.ts'
import type { Range } from '../../text/range.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { sourceRange } from '../../text/view.ts'
import { writtenDays } from '../../values/date.ts'

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
/** Digits of a telephone number without its area code. */
const LAST_DIGITS = 6
/** Digits of a year, of a year in two digits, and the shortest and longest of a day in digits alone. */
const [YEAR, SHORT_YEAR, SHORTEST_DAY, LONGEST_DAY] = [4, 2, 6, 8]
/** Characters around a year within which the day and the month are, and groups of digits that may be between: those of a time. */
const AROUND_YEAR = 40
const GROUPS_AROUND = 5
/** Characters around the last digits of a number, for each of its characters and besides: prefixes, gaps and line breaks. */
const [WIDTH, MARGIN] = [2, 40]
const [ZERO, NINE] = [48, 57]

/** `findings` and the result: disjoint, sorted by start. */
export function withRepeats(
  text: ScannedText,
  findings: readonly Finding[],
  categories: ReadonlyMap<string, Category>,
): readonly Finding[] {
  const { source, view } = text
  const { starts } = view
  const isFound = within(findings)
  const groups = groupsOf(source, within(findings))
  const groupsOfView = starts === null ? [] : groupsOf(view.text, (at) => isFound(starts[at]!))
  if (groups.length + groupsOfView.length === 0) return findings
  const kindOf = ({ category }: Finding) => categories.get(category)!.normalize
  const known = new Map<string, Finding>()
  for (const finding of findings) {
    const kind = kindOf(finding)
    const value = source.slice(finding.start, finding.end)
    if (!known.has(value) && DETECTORS.has(kind) && (kind === 'date' || isLong(value))) known.set(value, finding)
  }
  if (known.size === 0) return findings
  const places = new Places(known.keys(), (value) => kindOf(known.get(value)!) === 'date')
  let values: KnownValues | null = null
  const hitsIn = (read: string, at: readonly Range[]): Occurrence[] =>
    places.in(read, at).flatMap(({ start: from, end: to }) => {
      values ??= new KnownValues([...known.keys()].map((value) => ({ value, text: '' })))
      const found = values.in(read.slice(from, to))
      return found.map((hit) => ({ ...hit, start: from + hit.start, end: from + hit.end }))
    })
  const hits = hitsIn(source, groups)
  // The view holds values that escapes, markup or invisible characters split in the source.
  for (const hit of hitsIn(view.text, groupsOfView)) hits.push({ ...hit, ...sourceRange(view, hit.start, hit.end) })
  if (hits.length === 0) return findings
  hits.sort((a, b) => a.start - b.start || b.end - a.end)
  const all: Finding[] = []
  let next = 0
  let last = 0
  for (const { start, end, value } of hits) {
    while (next < findings.length && findings[next]!.end <= start) all.push(findings[next++]!)
    if (start < last || (next < findings.length && findings[next]!.start < end)) continue
    last = end
    const { category, confidence: first, strength, country, start: from, end: to } = known.get(value)!
    const kind = categories.get(category)!.normalize
    const confidence = kind === 'date' ? Math.min(first, MAX_CONFIDENCE_OF_DAY) : first
    const of = { start: from, end: to }
    all.push({ category, start, end, confidence, detector: DETECTORS.get(kind)!, strength, country, of })
  }
  append(all, findings.slice(next))
  return all
}

function isLong(value: string): boolean {
  const digits = digitsOf(value).length
  return digits >= LEAST_SIGNS || (digits >= LEAST_DIGITS && value.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST_SIGNS)
}

const digitsOf = (value: string): string => value.replace(/\D/g, '')

/** Whether a place is in one of some ranges; places are asked for in rising order. */
function within(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0
  return (at) => {
    while (next < ranges.length && ranges[next]!.end <= at) next++
    return next < ranges.length && ranges[next]!.start <= at
  }
}

/** Where a text may have one of some numbers and days, by its digits alone. */
class Places {
  /** Last digits of numbers, since a prefix of a telephone number may differ -> length of the longest of them. */
  readonly #numbers = new Map<string, number>()
  /** Digits of a year, or of a whole day -> its days of the month; for a whole day none. */
  readonly #years = new Map<string, Set<number>>()
  readonly #whole = new Set<string>()
  readonly #lengths = new Set<number>()

  constructor(values: Iterable<string>, isDay: (value: string) => boolean) {
    for (const value of values)
      if (isDay(value)) for (const { readings } of writtenDays(value)) for (const one of readings) this.#addDay(one)
      else {
        const last = digitsOf(value).slice(-LAST_DIGITS)
        this.#lengths.add(last.length)
        this.#numbers.set(last, Math.max(this.#numbers.get(last) ?? 0, value.length))
      }
  }

  #addDay(iso: string): void {
    const [year, month, day] = iso.split('-') as [string, string, string]
    for (const written of [year, year.slice(SHORT_YEAR)]) {
      this.#years.set(written, (this.#years.get(written) ?? new Set()).add(Number(day)))
      for (const whole of [day + month + written, month + day + written, written + month + day]) this.#whole.add(whole)
    }
  }

  /** Ranges of a text with these groups of digits, sorted and disjoint. */
  in(text: string, groups: readonly Range[]): Range[] {
    const around: Range[] = []
    if (this.#numbers.size > 0) this.#addNumbers(text, groups, around)
    if (this.#years.size > 0)
      groups.forEach(({ start, end }, at) => {
        if (this.#mayBeDay(text, groups, at)) around.push({ start: start - AROUND_YEAR, end: end + AROUND_YEAR })
      })
    const merged: { start: number; end: number }[] = []
    for (const { start, end } of around.sort((a, b) => a.start - b.start)) {
      const before = merged.at(-1)
      if (before !== undefined && start <= before.end) before.end = Math.max(before.end, end)
      else merged.push({ start: Math.max(0, start), end })
    }
    return merged
  }

  #addNumbers(text: string, groups: readonly Range[], around: Range[]): void {
    const digits = groups.map(({ start, end }) => text.slice(start, end)).join('')
    const starts: number[] = []
    for (const { start, end } of groups) for (let at = start; at < end; at++) starts.push(at)
    for (const length of this.#lengths)
      for (let at = 0; at + length <= digits.length; at++) {
        const width = this.#numbers.get(digits.slice(at, at + length))
        if (width === undefined) continue
        const beside = WIDTH * width + MARGIN
        around.push({ start: starts[at]! - beside, end: starts[at + length - 1]! + beside })
      }
  }

  #mayBeDay(text: string, groups: readonly Range[], at: number): boolean {
    const { start, end } = groups[at]!
    const length = end - start
    if (length > YEAR)
      return length >= SHORTEST_DAY && this.#isWhole(text.slice(start, Math.min(end, start + LONGEST_DAY)))
    const days = length === YEAR || length === SHORT_YEAR ? this.#years.get(text.slice(start, end)) : undefined
    return (
      days !== undefined &&
      groups
        .slice(Math.max(0, at - GROUPS_AROUND), at + GROUPS_AROUND)
        .some((other) => other.end > start - AROUND_YEAR && days.has(Number(text.slice(other.start, other.end))))
    )
  }

  #isWhole(digits: string): boolean {
    return this.#whole.has(digits) || this.#whole.has(digits.slice(0, SHORTEST_DAY))
  }
}

/** The groups of digits of a text outside of what is found. */
function groupsOf(text: string, isFound: (at: number) => boolean): Range[] {
  const groups: { start: number; end: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < ZERO || unit > NINE || isFound(at)) continue
    const last = groups.at(-1)
    if (last !== undefined && last.end === at) last.end = at + 1
    else groups.push({ start: at, end: at + 1 })
  }
  return groups
}
