// Official numbers by the rules of data/countries: candidates are read off the tokens once, passed through the shape
// index, and judged by their check digits, the cue that announces them and the country that governs.
import type { Packs } from '../../packs/load.ts'
import type { IdentifierRule } from '../../packs/schemas/identifier.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { checks } from '../../values/identifier/checks.ts'
import type { Claim, Detector } from './detector.ts'
import type { DetectScope } from './engine.ts'
import type { Evidence, Label } from './evidence.ts'
import { shapesOf } from './shapes.ts'

/** How far before a value a cue may stand that does not touch it, in UTF-16 units. */
const REACH = 40
/** No official number has more characters or is written in more groups. */
const LONGEST = 26
const MOST_GROUPS = 9
/** Signs that tie groups into one number; a number cut out of a longer tie is none. */
const TIES = new Set(['-', '/', '.', '_', '\u2013', '\\'])
/** Ties, and the comma that some write between thousands-like groups. */
const JOINTS = new Set([...TIES, ','])
/** Share of random values of its shape that a rule lets through below which its check alone proves it. */
const STRONG = 0.01
const SAMPLES = 400

interface Rule {
  readonly rule: IdentifierRule
  readonly country: string
  readonly detector: string
  readonly pattern: RegExp
  readonly separators: ReadonlySet<string>
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

interface Candidate {
  readonly first: number
  readonly start: number
  readonly end: number
  readonly compact: string
  readonly separators: string
  readonly label: Label | null
  /** The value is the rest of a tie that begins with letters: "NIN-12345678901". */
  readonly tied: boolean
}

interface Verdict {
  readonly entry: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Higher wins between rules that claim one place. */
  readonly rank: number
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
  for (const [code, facts] of packs.countries())
    for (const rule of facts.identifiers)
      index.add({
        rule,
        country: code,
        detector: `rule:${code.toLowerCase()}_${rule.name}`,
        pattern: new RegExp(`^(?:${rule.pattern})$`, 'u'),
        separators: new Set(rule.separators),
        cues: groupOf(rule.cues, 'id'),
        notAfter: rule.not_after.length > 0 ? groupOf(rule.not_after, '') : null,
        check: rule.check === null ? null : (checks[rule.check] ?? null),
        strong: null,
      })
  return {
    name: 'identifiers',
    find(text, _scope: DetectScope, evidence) {
      const claims: Claim[] = []
      for (const candidate of candidatesOf(text, evidence)) {
        let best: Verdict | null = null
        let rivals = 0
        for (const entry of index.rulesFor(candidate.compact)) {
          const verdict = judge(candidate, entry, evidence)
          if (verdict === null) continue
          if (best !== null && verdict.rank === best.rank && verdict.entry.country !== best.entry.country) rivals++
          if (best === null || verdict.rank > best.rank) {
            best = verdict
            rivals = 0
          }
        }
        if (best === null) continue
        const claim: Claim = {
          category: best.entry.rule.category,
          start: candidate.start,
          end: candidate.end,
          confidence: best.confidence,
          detector: best.entry.detector,
          strength: best.validated ? 'validated' : 'pattern',
        }
        claims.push(rivals === 0 ? { ...claim, country: best.entry.country } : claim)
      }
      return claims
    },
  }
}

/** Rules by the length and the digit places of what they match. */
class Index {
  readonly #byLength: Indexed[][] = Array.from({ length: LONGEST + 1 }, () => [])

  add(entry: Rule): void {
    const shapes = shapesOf(entry.rule.pattern)
    if (shapes === null) for (const bucket of this.#byLength) bucket.push({ digits: 0, letters: 0, entry })
    else for (const { length, digits, letters } of shapes) this.#byLength[length]?.push({ digits, letters, entry })
  }

  /** Rules whose pattern matches a compact value, in the order of the packs. */
  rulesFor(compact: string): Rule[] {
    const bucket = this.#byLength[compact.length]
    if (bucket === undefined || bucket.length === 0) return []
    let digits = 0
    for (let i = 0; i < compact.length; i++) {
      const unit = compact.charCodeAt(i)
      if (unit >= 48 && unit <= 57) digits |= 1 << i
    }
    const found: Rule[] = []
    for (const { digits: needed, letters, entry } of bucket) {
      if ((digits & needed) !== needed || (digits & letters) !== 0) continue
      if (entry.pattern.test(compact) && found[found.length - 1] !== entry) found.push(entry)
    }
    return found
  }
}

/** Everything in a text that is written like a number: groups of letters and digits with single signs between. */
function* candidatesOf(scanned: ScannedText, evidence: Evidence): Generator<Candidate> {
  const { text } = scanned
  const { count, kind, start, end } = scanned.tokens
  for (let i = 0; i < count; i++) {
    if (!opens(scanned, i)) continue
    const before = i > 0 && end[i - 1] === start[i] ? text[start[i]! - 1]! : ' '
    const tied = TIES.has(before) && i > 1 && end[i - 2] === start[i - 1] && isAlphanumeric(kind[i - 2]!)
    // The rest of a tie counts only when what it is tied to is a word that announces it.
    if (tied && (isNumeric(kind[i - 2]!) || evidence.hits.endingAt(end[i - 2]!).length === 0)) continue
    if (before === '@' || before === '%') continue
    let label: Label | null | undefined
    let compact = ''
    let separators = ''
    let groups = 0
    let hasDigit = false
    for (let j = i; j < count && groups < MOST_GROUPS; ) {
      const word = text.slice(start[j], end[j])
      compact += word
      groups++
      if (compact.length > LONGEST) break
      hasDigit ||= isNumeric(kind[j]!)
      const next = nextGroup(scanned, j)
      const gap = next < 0 ? null : signBetween(scanned, j, next)
      // A value may end where a space or the end follows, or a sign that ties nothing to it.
      if (hasDigit && (gap === null || !TIES.has(gap)) && compact.length >= 4) {
        if (label === undefined) label = evidence.label(i)
        yield {
          first: i,
          start: start[i]!,
          end: end[j]!,
          compact: compact.toUpperCase(),
          separators,
          label,
          tied,
        }
      }
      if (gap === null) break
      if (!separators.includes(gap)) separators += gap
      j = next
    }
  }
}

function isNumeric(kind: number): boolean {
  return kind === TokenKind.number || kind === TokenKind.mixed
}

function isAlphanumeric(kind: number): boolean {
  return kind >= TokenKind.lower && kind <= TokenKind.mixed
}

/** The next group of the same number behind token `index`: after a space, one line break or one tie; -1 when there is none. */
function nextGroup(scanned: ScannedText, index: number): number {
  const { text } = scanned
  const { count, kind, start, end } = scanned.tokens
  const next = index + 1
  if (next >= count) return -1
  const room = start[next]! - end[index]!
  if (isAlphanumeric(kind[next]!)) return room === 1 && isShort(scanned, next) ? next : -1
  const after = next + 1
  if (room !== 0 || after >= count || start[after] !== end[next] || !isAlphanumeric(kind[after]!)) return -1
  if (kind[next] === TokenKind.newline) return isNumeric(kind[after]!) ? after : -1
  return JOINTS.has(text[start[next]!]!) ? after : -1
}

/** What stands between two groups: a space for any white space, else the sign. */
function signBetween(scanned: ScannedText, index: number, next: number): string {
  if (next === index + 1 || scanned.tokens.kind[index + 1] === TokenKind.newline) return ' '
  const sign = scanned.text[scanned.tokens.start[index + 1]!]!
  return sign === '\u2013' ? '-' : sign
}

/** Groups behind a space are numbers or a few letters; a longer word is the next word of the sentence. */
function isShort(scanned: ScannedText, index: number): boolean {
  const { kind, start, end } = scanned.tokens
  return isNumeric(kind[index]!) || end[index]! - start[index]! <= 5
}

/** Can a number begin at this token? Digits can; a few letters can when digits follow within two groups. */
function opens(scanned: ScannedText, index: number): boolean {
  const { kind, start, end } = scanned.tokens
  if (isNumeric(kind[index]!)) return true
  if (!isAlphanumeric(kind[index]!) || end[index]! - start[index]! > 6) return false
  let at = index
  for (let step = 0; step < 2; step++) {
    at = nextGroup(scanned, at)
    if (at < 0) return false
    if (isNumeric(kind[at]!)) return true
    if (kind[at] !== TokenKind.upper || kind[index] !== TokenKind.upper) return false
  }
  return false
}

/** What one rule makes of one candidate; null when its evidence is not enough. */
function judge(candidate: Candidate, entry: Rule, evidence: Evidence): Verdict | null {
  const { rule } = entry
  const { label } = candidate
  const own = evidence.countries === null || evidence.countries.has(entry.country)
  const single = evidence.countries !== null && evidence.countries.size === 1
  const cueLength = label?.groups.get(entry.cues) ?? 0
  const labelled = cueLength > 0
  if (candidate.tied && !labelled) return null
  if (!labelled && entry.notAfter !== null && label?.groups.has(entry.notAfter)) return null
  const passed = entry.check === null ? null : entry.check(candidate.compact)
  const written = [...candidate.separators].every((sign) => entry.separators.has(sign))
  if (!written && !(labelled && passed !== false && !candidate.separators.includes(','))) return null
  if (labelled) {
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -30 : 0) + cueLength / 100
    if (passed === true) return { entry, confidence: 0.99, validated: true, rank }
    // A mistyped number behind its own name is still somebody's number.
    if (passed === false) return own ? { entry, confidence: 0.7, validated: false, rank } : null
    return { entry, confidence: own ? 0.92 : 0.75, validated: false, rank }
  }
  if (passed === false) return null
  const foreignLabel = label !== null && label.kinds.some((kind) => kind !== '')
  const isReference = label !== null && (label.kinds.includes('reference') || label.kinds.includes('version'))
  const distance = foreignLabel ? -1 : evidence.cue(entry.cues, candidate.start, REACH)
  if (distance >= 0) {
    const rank = 60 + (own ? 20 : 0) + (passed === true ? 10 : 0) - distance / REACH
    if (passed === true) return { entry, confidence: 0.97, validated: true, rank }
    return own ? { entry, confidence: 0.85, validated: false, rank } : null
  }
  if (isReference) return null
  const strong = isStrong(entry, candidate.compact)
  if (passed === true && rule.evidence !== 'cue') {
    if (foreignLabel && !strong) return null
    if (own && single) return { entry, confidence: 0.95, validated: true, rank: 50 }
    return strong ? { entry, confidence: 0.9, validated: true, rank: own ? 40 : 30 } : null
  }
  if (passed === true && strong) return { entry, confidence: 0.9, validated: true, rank: own ? 35 : 25 }
  if (rule.evidence === 'shape' && !foreignLabel) return { entry, confidence: own ? 0.85 : 0.8, validated: false, rank: own ? 20 : 10 }
  return null
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
