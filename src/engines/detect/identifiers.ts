// Official numbers by the rules of data/countries: candidates are read off the tokens once, passed through the shape
// index, and judged by their check digits, the cue that announces them and the country that governs.
import type { Packs } from '../../packs/load.ts'
import type { IdentifierRule } from '../../packs/schemas/identifier.ts'
import { fold } from '../../text/fold.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { checks } from '../../values/identifier/checks.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence, Label } from './evidence.ts'
import { negativeCues } from './lexicons.ts'
import { isAlphanumeric, isNumeric } from './reading.ts'
import { shapesOf } from './shapes.ts'

/** How far before a value a cue may stand that does not touch it, in UTF-16 units. */
const REACH = 40
/** No official number has more characters or is written in more groups. */
const LONGEST = 26
const SHORTEST = 4
const MOST_GROUPS = 9
/** Signs that tie groups into one number; a number cut out of a longer tie is none. */
const TIES = new Set(['-', '/', '.', '_', '\u2013', '\\', '+'])
/** Signs that may stand inside a number at all; their places are the bits of a rule's separators. */
const SEPARATORS = ' -/.,_\u2013\\+'
const SPACE_BIT = 2
const COMMA_BIT = 32
/** Share of random values of its shape that a rule lets through below which its check alone proves it. */
const STRONG = 0.01
const SAMPLES = 200
const DATED = /^(?:\d{1,2}([-./])\d{1,2}\1(?:19|20)\d{2}|(?:19|20)\d{2}([-./])\d{1,2}\2\d{1,2})(?!\d)/

interface Rule {
  readonly rule: IdentifierRule
  readonly country: string
  readonly detector: string
  readonly pattern: RegExp
  /** Bits of the separators that may stand inside. */
  readonly separators: number
  /** Bits of the signs that the pattern itself holds ("131052+308T", where the sign tells the century). */
  readonly signs: number
  readonly cues: number
  readonly notAfter: number | null
  readonly check: ((compact: string) => boolean) | null
  /** True when chance rarely passes pattern and check: known after the first look. */
  strong: boolean | null
}

interface Indexed {
  readonly digits: number
  readonly letters: number
  readonly entry: Rule
}

/** A stretch of text written like a number, and what stands around it. */
interface Candidate {
  readonly first: number
  readonly start: number
  readonly end: number
  /** As written, upper-case. */
  readonly raw: string
  /** Letters and digits, upper-case. */
  readonly compact: string
  readonly separators: number
  /** The value is the rest of a tie that begins with letters ("NIN-12345678901"), or its letters are not capitals ("Av 154104"). */
  readonly needsLabel: boolean
  /** It begins with a calendar date of four-digit year, or it is cut out of a row of groups: only a label makes it a value. */
  readonly doubtful: boolean
}

interface Verdict {
  readonly entry: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Higher wins between rules that claim one place. */
  readonly rank: number
}

/** What is known about the place of a candidate before any rule is asked. */
interface Surroundings {
  readonly label: Label | null
  readonly leads: ReadonlyMap<number, number> | null
  /** Only a rule whose own cue announces the value may claim it. */
  readonly onlyLabelled: boolean
  /** One country governs. */
  readonly alone: boolean
  readonly countries: ReadonlySet<string> | null
}

/** Reads every identifier rule of every country. Detector names are `rule:<country>_<name>`. */
export function identifierDetector(packs: Packs, cues: PhraseBook): Detector {
  const index = new Index()
  const known = new Map<string, number>()
  const groupOf = (phrases: readonly string[], kind: string): number => {
    const key = JSON.stringify([kind, phrases])
    let group = known.get(key)
    if (group === undefined) known.set(key, (group = cues.add(phrases, kind)))
    return group
  }
  for (const entry of rulesOf(packs))
    index.add({
      ...entry,
      separators: separatorBits(entry.rule.separators) | entry.signs,
      cues: groupOf(entry.rule.cues, 'id'),
      notAfter: entry.rule.not_after.length > 0 ? groupOf(entry.rule.not_after, '') : null,
      strong: null,
    })
  const series: ReadonlySet<string> = new Set(negativeCues().series.map(fold))
  return {
    name: 'identifiers',
    find(text, _scope, evidence) {
      const claims: Claim[] = []
      new Scan(text, evidence, series).each((candidate) => {
        const claim = settleRules(candidate, index, evidence)
        if (claim !== null) claims.push(claim)
      })
      return claims
    },
  }
}

/** The rules of the packs with their patterns and checks ready. */
function rulesOf(packs: Packs) {
  return [...packs.countries()].flatMap(([code, facts]) =>
    facts.identifiers.map((rule) => ({
      rule,
      country: code,
      detector: `rule:${code.toLowerCase()}_${rule.name}`,
      pattern: new RegExp(`^(?:${rule.pattern})$`, 'u'),
      signs: patternSigns(rule),
      check: rule.check === null ? null : (checks[rule.check] ?? null),
    })),
  )
}

/**
 * Accepts or rejects a written value by the rules that name a module of published test numbers: for accuracy runs.
 * Null when no rule names it.
 */
export function vectorChecker(packs: Packs): (module: string, value: string) => boolean | null {
  const rules = rulesOf(packs)
  return (module, value) => {
    const named = rules.filter((entry) => entry.rule.vectors === module)
    if (named.length === 0) return null
    const accepts = (entry: (typeof rules)[number], compact: string) => entry.pattern.test(compact) && entry.check?.(compact) !== false
    return named.some((entry) => {
      const compact = compactFor(entry, value.toUpperCase().trim())
      // Some issuers' numbers are published with and without the country's letters.
      const bare = compact.startsWith(entry.country) ? compact.slice(2) : compact
      return accepts(entry, compact) || accepts(entry, bare) || accepts(entry, entry.country + compact)
    })
  }
}

/** The signs that a pattern names and that are no separators of its rule. */
function patternSigns(rule: IdentifierRule): number {
  const named = rule.pattern.match(/\/|\+(?!\?)|\\[-+.]|\[[-+]|-\]|(?:^|[^[\w\\])-|\}-/g) ?? []
  return separatorBits([...new Set(named.join('').replace(/[^-+/.]/g, ''))].filter((sign) => !rule.separators.includes(sign)).join(''))
}

/** A written value without the separators of its rule: all signs go unless the pattern names one. */
function compactFor(entry: { readonly rule: IdentifierRule; readonly signs: number }, raw: string): string {
  if (entry.signs === 0) return raw.replace(/[^\p{L}\p{N}]+/gu, '')
  return [...raw].filter((character) => !entry.rule.separators.includes(character)).join('')
}

/** The claim of the best rule for a candidate; null when none has evidence enough. */
function settleRules(candidate: Candidate, index: Index, evidence: Evidence): Claim | null {
  const bucket = index.bucket(candidate.compact.length)
  const signed = candidate.separators & index.signs
  if (bucket.length === 0 && signed === 0) return null
  const label = evidence.label(candidate.first)
  const onlyLabelled = candidate.needsLabel || candidate.doubtful || isOther(label)
  if (onlyLabelled && !(label?.announcesId ?? false)) return null
  const around: Surroundings = {
    label,
    leads: label === null ? evidence.leads(candidate.first, REACH) : null,
    onlyLabelled,
    alone: evidence.countries !== null && evidence.countries.size === 1,
    countries: evidence.countries,
  }
  let best: Verdict | null = null
  let rivals = 0
  const places = digitPlaces(candidate.compact)
  let previous: Rule | null = null
  for (let i = 0; i < bucket.length; i++) {
    const { digits, letters, entry } = bucket[i]!
    if ((places & digits) !== digits || (places & letters) !== 0 || previous === entry) continue
    if (!maySpeak(candidate, entry, around)) continue
    previous = entry
    const verdict = judge(candidate, candidate.compact, entry, around)
    if (verdict === null) continue
    if (best !== null && verdict.rank === best.rank && verdict.entry.country !== best.entry.country) rivals++
    if (best === null || verdict.rank > best.rank) {
      best = verdict
      rivals = 0
    }
  }
  if (signed !== 0)
    for (const entry of index.signed) {
      if ((entry.signs & signed) === 0 || !maySpeak(candidate, entry, around)) continue
      const verdict = judge(candidate, compactFor(entry, candidate.raw), entry, around)
      if (verdict !== null && (best === null || verdict.rank > best.rank)) best = verdict
    }
  if (best === null) return null
  const claim: Claim = {
    category: best.entry.rule.category,
    start: candidate.start,
    end: candidate.end,
    confidence: best.confidence,
    detector: best.entry.detector,
    strength: best.validated ? 'validated' : 'pattern',
  }
  return rivals === 0 ? { ...claim, country: best.entry.country } : claim
}

/** Rules by the length and the digit places of what they match. */
class Index {
  readonly #byLength: Indexed[][] = Array.from({ length: LONGEST + 1 }, () => [])

  /** Rules whose pattern holds a sign, and the bits of all those signs. */
  readonly signed: Rule[] = []
  signs = 0

  add(entry: Rule): void {
    if (entry.signs !== 0) this.signed.push(entry)
    this.signs |= entry.signs
    const shapes = shapesOf(entry.rule.pattern)
    if (shapes === null) for (const bucket of this.#byLength) bucket.push({ digits: 0, letters: 0, entry })
    else for (const { length, digits, letters } of shapes) this.#byLength[length]?.push({ digits, letters, entry })
  }

  /** Rules that match values of a length. */
  bucket(length: number): readonly Indexed[] {
    return this.#byLength[length] ?? NOTHING
  }
}

const NOTHING: readonly Indexed[] = []

/** Bit i is set where character i is a digit. */
function digitPlaces(compact: string): number {
  let digits = 0
  for (let i = 0; i < compact.length; i++) {
    const unit = compact.charCodeAt(i)
    if (unit >= 48 && unit <= 57) digits |= 1 << i
  }
  return digits
}

/** One bit for each sign that may stand inside a number; 1 for anything unusual. */
function separatorBits(signs: string): number {
  let bits = 0
  for (const sign of signs) bits |= 2 << SEPARATORS.indexOf(sign)
  return bits
}

/** Reads candidates off the tokens: groups of letters and digits with single signs between. */
class Scan {
  readonly #scanned: ScannedText
  readonly #evidence: Evidence
  readonly #series: ReadonlySet<string>

  constructor(scanned: ScannedText, evidence: Evidence, series: ReadonlySet<string>) {
    this.#scanned = scanned
    this.#evidence = evidence
    this.#series = series
  }

  each(visit: (candidate: Candidate) => void): void {
    const { count, kind } = this.#scanned.tokens
    for (let i = 0; i < count; i++) {
      if (kind[i]! < TokenKind.sign && opens(this.#scanned, i)) this.#from(i, visit)
      else if (kind[i] === TokenKind.lower || kind[i] === TokenKind.capital) this.#worded(i, visit)
    }
  }

  /** Every candidate that begins at token `first`. */
  #from(first: number, visit: (candidate: Candidate) => void): void {
    const { text } = this.#scanned
    const { kind, start, end } = this.#scanned.tokens
    const before = first > 0 && end[first - 1] === start[first] ? text[start[first]! - 1]! : ' '
    if (before === '@' || before === '%') return
    const isTied = TIES.has(before) && first > 1 && end[first - 2] === start[first - 1] && isAlphanumeric(kind[first - 2])
    // The rest of a tie counts only when what it is tied to is a word that announces it.
    if (isTied && (isNumeric(kind[first - 2]) || this.#evidence.hits.endingAt(end[first - 2]!).length === 0)) return
    const inRow = first > 0 && isNumeric(kind[first - 1]) && before === ' ' && start[first]! - end[first - 1]! === 1
    let compact = ''
    let separators = 0
    let hasDigit = false
    let isLoose = false
    for (let j = first, groups = 1; groups <= MOST_GROUPS; groups++) {
      compact += text.slice(start[j], end[j])
      if (compact.length > LONGEST) return
      hasDigit ||= isNumeric(kind[j])
      isLoose ||= kind[j] === TokenKind.capital || kind[j] === TokenKind.lower
      const next = nextGroup(this.#scanned, j)
      const gap = next < 0 ? '' : signBetween(this.#scanned, j, next)
      // A value may end where a space or the end follows, or a sign that ties nothing to it.
      if (hasDigit && compact.length >= SHORTEST && !TIES.has(gap)) {
        const isCut = (separators & SPACE_BIT) !== 0 && (inRow || (gap === ' ' && isNumeric(kind[next])))
        visit({
          first,
          start: start[first]!,
          end: end[j]!,
          raw: text.slice(start[first], end[j]).toUpperCase(),
          compact: compact.toUpperCase(),
          separators,
          needsLabel: isTied || isLoose,
          doubtful: isCut || DATED.test(text.slice(start[first]!, end[j]!)),
        })
      }
      if (next < 0) return
      separators |= separatorBits(gap)
      j = next
    }
  }

  /** "seria RK nr. 170116": a series and a number in words, as identity cards are quoted. */
  #worded(first: number, visit: (candidate: Candidate) => void): void {
    const scanned = this.#scanned
    if (!this.#series.has(scanned.folded(first))) return
    const { kind, start, end, count } = scanned.tokens
    const letters = first + 1
    if (kind[letters] !== TokenKind.upper || end[letters]! - start[letters]! > 4) return
    for (let i = letters + 1; i < count && i <= letters + 4; i++) {
      if (start[i]! - end[i - 1]! > 2) return
      if (kind[i] === TokenKind.number) {
        const value = scanned.text
        const compact = value.slice(start[letters], end[letters]) + value.slice(start[i], end[i])
        if (compact.length > LONGEST) return
        visit({ first, start: start[first]!, end: end[i]!, raw: compact, compact, separators: 0, needsLabel: false, doubtful: false })
        return
      }
      if (kind[i] !== TokenKind.sign && !this.#evidence.isFiller(i)) return
    }
  }
}

/** The next group of the same number behind token `index`: after a space, one line break or one tie; -1 when there is none. */
function nextGroup(scanned: ScannedText, index: number): number {
  const { text } = scanned
  const { count, kind, start, end } = scanned.tokens
  const next = index + 1
  if (next >= count) return -1
  const room = start[next]! - end[index]!
  if (isAlphanumeric(kind[next])) return room === 1 && text[end[index]!] === ' ' && isShort(scanned, index, next) ? next : -1
  const after = next + 1
  if (room !== 0 || after >= count || start[after] !== end[next] || !isAlphanumeric(kind[after])) return -1
  if (kind[next] === TokenKind.newline) return isNumeric(kind[index]) && isNumeric(kind[after]) ? after : -1
  return SEPARATORS.includes(text[start[next]!]!) ? after : -1
}

/** What stands between two groups: a space for any white space, else the sign. */
function signBetween(scanned: ScannedText, index: number, next: number): string {
  if (next === index + 1 || scanned.tokens.kind[index + 1] === TokenKind.newline) return ' '
  const sign = scanned.text[scanned.tokens.start[index + 1]!]!
  return sign === '\u2013' ? '-' : sign
}

/** Groups beside a space are numbers or a few letters; a longer word belongs to the sentence. */
function isShort(scanned: ScannedText, index: number, next: number): boolean {
  const { kind, start, end } = scanned.tokens
  const isGroup = (at: number, most: number) =>
    isNumeric(kind[at]) || (kind[at] === TokenKind.upper && end[at]! - start[at]! <= 6) || (kind[at] === TokenKind.capital && end[at]! - start[at]! <= most)
  return isGroup(index, 2) && isGroup(next, 0)
}

/** Can a number begin at this token? Digits can; a few letters can when digits follow within two groups. */
function opens(scanned: ScannedText, index: number): boolean {
  const { kind, start, end } = scanned.tokens
  if (isNumeric(kind[index])) return true
  if (end[index]! - start[index]! > 6) return false
  let at = index
  for (let step = 0; step < 2; step++) {
    at = nextGroup(scanned, at)
    if (at < 0) return false
    if (isNumeric(kind[at])) return true
    if (kind[at] !== TokenKind.upper || kind[index] !== TokenKind.upper) return false
  }
  return false
}

/** Is the value announced as something that is no official number: an account, a telephone, an order? */
function isOther(label: Label | null): boolean {
  return label !== null && label.kinds.some((kind) => kind !== '' && kind !== 'id')
}

/** The cheap questions: could this rule's evidence suffice at all? */
function maySpeak(candidate: Candidate, entry: Rule, around: Surroundings): boolean {
  if (around.label?.groups.has(entry.cues)) return true
  if (around.onlyLabelled || (candidate.separators & ~entry.separators) !== 0) return false
  if (around.leads?.has(entry.cues)) return true
  if (entry.rule.evidence === 'cue') return false
  const own = around.countries === null || around.countries.has(entry.country)
  return entry.rule.evidence === 'shape' || (around.alone && own) || entry.strong !== false
}

/** What one rule makes of one candidate; null when its evidence is not enough. */
function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { rule } = entry
  const { label } = around
  if (!entry.pattern.test(compact)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label?.groups.get(entry.cues) ?? 0
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) {
    const isWritten = (candidate.separators & ~entry.separators) === 0
    if (!isWritten && (passed === false || (candidate.separators & COMMA_BIT) !== 0)) return null
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -30 : 0) + cueLength / 100
    if (passed === true) return { entry, confidence: 0.99, validated: true, rank }
    // A mistyped number behind its own name is still somebody's number.
    if (passed === false) return own && !candidate.doubtful ? { entry, confidence: 0.7, validated: false, rank } : null
    return { entry, confidence: own ? 0.92 : 0.75, validated: false, rank }
  }
  if (entry.notAfter !== null && label?.groups.has(entry.notAfter)) return null
  const distance = around.leads?.get(entry.cues) ?? -1
  const isAlone = around.alone && own
  if (passed === false) return null
  if (distance >= 0) {
    const rank = 60 + (own ? 20 : 0) + (passed === true ? 10 : 0) - distance / REACH
    if (passed === true) return { entry, confidence: 0.97, validated: true, rank }
    return own ? { entry, confidence: 0.85, validated: false, rank } : null
  }
  const isOtherId = label !== null && label.kinds.includes('id')
  if (passed === true) {
    if (isAlone && !isOtherId) return { entry, confidence: 0.95, validated: true, rank: 50 }
    // A bare run of digits is not taken for another country's number on its check alone.
    if (!own && (isOtherId || !/\p{L}/u.test(compact))) return null
    return isStrong(entry, compact) ? { entry, confidence: 0.9, validated: true, rank: own ? 40 : 30 } : null
  }
  if (rule.evidence !== 'shape' || isOtherId) return null
  return { entry, confidence: own ? 0.85 : 0.8, validated: false, rank: own ? 20 : 10 }
}

/**
 * Would chance rarely produce this? Random values with letters and digits where this one has them are put to the rule;
 * the generator is fixed, so the answer is the same on every machine.
 */
function isStrong(entry: Rule, like: string): boolean {
  if (entry.strong !== null) return entry.strong
  let state = 12_345
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % limit
  }
  let passed = 0
  for (let i = 0; i < SAMPLES; i++) {
    let value = ''
    for (const character of like) value += character >= '0' && character <= '9' ? String(below(10)) : String.fromCharCode(65 + below(26))
    if (entry.pattern.test(value) && (entry.check === null || entry.check(value))) passed++
  }
  entry.strong = passed <= SAMPLES * STRONG
  return entry.strong
}
