// The identifier rules of data/countries, each compiled when the first value reaches it, so that start-up stays short.
import type { Packs } from '../../../packs/load.ts'
import type { IdentifierRule } from '../../../packs/schemas/identifier.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { codeAt, isDigitUnit } from '../../../text/unit-classes.ts'
import { checks } from '../../../values/identifier/checks.ts'
import { otherValueCues, valueCues } from '../lexicons.ts'
import { separatorBits } from './candidates.ts'
import { fits, type Shape, shapesOf } from './shapes.ts'

/** Maximum share of random values of its shape that a rule accepts if its check alone is sufficient evidence. */
const STRONG = 0.01
const SAMPLES = 200
/** Length of the longest value whose digit positions fit into the bits of a number. */
const LONGEST_SHAPE = 31

/** A pattern of digits, letters and alphanumeric classes only, with counts, groups and alternatives. */
const SHAPE_ONLY = /^(?:\\d|\[A-Z(?:0-9)?\]|\{\d+(?:,\d+)?\}|\(\?:|[?|)])+$/
/** A pattern with a negative look-ahead for the start, and then the rest: "(?!(?:ID|NO)\d)(?:\d{8}|[A-Z]\d{7})". */
const BARRED = /^\(\?!((?:[^()]|\([^()]*\))*)\)([^|]*|\(\?:(?:[^()]|\([^()]*\))*\))$/
/** Variable parts of a pattern: groups, classes and optional characters. */
const UNCERTAIN = /\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|\\?.\?/g
/** Negative look-aheads, compiled once for all rules that share one. */
const bars = new Map<string, RegExp>()

function barOf(source: string): RegExp {
  let bar = bars.get(source)
  if (bar === undefined) {
    bar = new RegExp(`^(?:${source})`, 'u')
    bars.set(source, bar)
  }
  return bar
}

export class Rule {
  readonly rule: IdentifierRule
  /** Its index among all rules: of two equal verdicts, the lower index takes precedence. */
  readonly place: number
  readonly country: string
  readonly detector: string
  readonly category: string
  /** Least evidence that the rule needs: its shape, its check, a cue, or a label. */
  readonly evidence: IdentifierRule['evidence']
  readonly separators: number
  /** Bits of the separator that a value needs without a cue; 0 for none. */
  readonly sign: number
  /** Bits of the signs in the pattern itself ("131052+308T", where the sign encodes the century). */
  readonly signs: number
  readonly neededSigns: number
  /** True if the pattern only determines positions of digits and letters, and excluded starts. */
  readonly #isShapeOnly: boolean
  readonly #bar: RegExp | null
  readonly cues: number
  readonly notAfter: number | null
  readonly check: ((compact: string) => boolean) | null
  #pattern: RegExp | null = null
  #shapes: readonly Shape[] | null = null
  /** By shape of the value (digits and letters): whether random values rarely pass pattern and check. Computed on first use. */
  readonly #strong = new Map<number, boolean>()

  constructor(
    place: number,
    country: string,
    rule: IdentifierRule,
    groupOf: (phrases: readonly string[], kind: string) => number,
  ) {
    this.place = place
    this.rule = rule
    this.country = country
    this.category = rule.category
    this.evidence = rule.evidence
    this.detector = `rule:${country.toLowerCase()}_${rule.name}`
    this.signs = patternSigns(rule.pattern, rule)
    const certain = rule.pattern.replace(UNCERTAIN, '')
    this.neededSigns = certain.includes('|') ? 0 : patternSigns(certain, rule)
    const [, bar, rest = rule.pattern] = BARRED.exec(rule.pattern) ?? []
    this.#isShapeOnly = SHAPE_ONLY.test(rest) && shapesOf(rest) !== null
    this.#bar = this.#isShapeOnly && bar !== undefined ? barOf(bar) : null
    this.separators = separatorBits(rule.separators) | this.signs
    this.sign = rule.sign === undefined ? 0 : separatorBits(rule.sign)
    this.cues = groupOf([...rule.cues, ...(rule.cue_sets ?? []).flatMap(valueCues)], 'id')
    const notAfter = [...rule.not_after, ...(rule.not_after_sets ?? []).flatMap(otherValueCues)]
    this.notAfter = notAfter.length > 0 ? groupOf(notAfter, '') : null
    this.check = rule.check === null ? null : (checks[rule.check] ?? null)
  }

  /** True if the separators of a value include signs of the pattern, and all signs that it needs. */
  hasSigns(separators: number): boolean {
    return (separators & this.signs) !== 0 && (separators & this.neededSigns) === this.neededSigns
  }

  /** True if a value of one of the rule's shapes matches its pattern. For a shape-only pattern, a Basic Latin value needs no regular expression. */
  takes(compact: string, isAscii: boolean): boolean {
    if (!isAscii || !this.#isShapeOnly) return this.matches(compact)
    return this.#bar === null || !this.#bar.test(compact)
  }

  matches(compact: string): boolean {
    this.#pattern ??= new RegExp(`^(?:${this.rule.pattern})$`, 'u')
    return this.#pattern.test(compact)
  }

  /** True if the compact value matches the pattern and passes the check, if there is one. */
  accepts(compact: string): boolean {
    return this.matches(compact) && (this.check === null || this.check(compact))
  }

  /** True if the digits of a written value, without separators but with signs, are at the positions of the pattern. */
  fitsWritten(raw: string): boolean {
    this.#shapes ??= shapesOf(this.rule.pattern)
    if (this.#shapes === null || raw.length > LONGEST_SHAPE) return true
    let length = 0
    let places = 0
    for (let i = 0; i < raw.length; i++) {
      if (this.rule.separators.includes(raw[i]!)) continue
      const unit = codeAt(raw, i)
      if (isDigitUnit(unit)) places |= 1 << length
      length++
    }
    return this.#shapes.some((shape) => fits(shape, length, places))
  }

  /** True if the hyphens and spaces of a value are at their customary positions, counted from the end, because a year may include its century. */
  isCustomary(raw: string): boolean {
    const { written } = this.rule
    if (written === undefined || !/[ -]/.test(raw)) return true
    const usual = cutsOf(written, /[^#]/)
    for (const cut of cutsOf(raw, /[ -]/)) if (!usual.has(cut)) return false
    return true
  }

  /** A written value without the separators of the rule. All signs are removed unless the pattern contains signs. */
  compact(raw: string): string {
    if (this.signs === 0) return withoutSigns(raw)
    return [...raw].filter((character) => !this.rule.separators.includes(character)).join('')
  }

  /**
   * True if a random value rarely passes: random values of the same shape are tested against the rule. The generator
   * has a fixed seed, so that the result is the same on every machine. Cached by shape, so that the result depends on the
   * value only, not on earlier values.
   */
  isStrong(compact: string): boolean {
    if (compact.length > LONGEST_SHAPE) return this.#isRare(compact)
    const shape = digitPlaces(compact) * 32 + compact.length
    let known = this.#strong.get(shape)
    if (known === undefined) {
      known = this.#isRare(compact)
      this.#strong.set(shape, known)
    }
    return known
  }

  #isRare(like: string): boolean {
    let state = 12_345
    const below = (limit: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >>> 8) % limit
    }
    let passed = 0
    for (let i = 0; i < SAMPLES; i++) {
      let value = ''
      for (const character of like)
        value += character >= '0' && character <= '9' ? String(below(10)) : String.fromCharCode(65 + below(26))
      if (this.accepts(value)) passed++
    }
    return passed <= SAMPLES * STRONG
  }
}

export function rulesOf(packs: Packs, cues: PhraseBook): Rule[] {
  const known = new Map<string, number>()
  const groupOf = (phrases: readonly string[], kind: string): number => {
    const key = JSON.stringify([kind, phrases])
    let group = known.get(key)
    if (group === undefined) {
      group = cues.add(phrases, kind)
      known.set(key, group)
    }
    return group
  }
  const rules: Rule[] = []
  for (const [code, facts] of packs.countries())
    for (const rule of facts.identifiers) rules.push(new Rule(rules.length, code, rule, groupOf))
  return rules
}

/** Bit i is set if character i is a digit. */
export function digitPlaces(compact: string): number {
  let digits = 0
  for (let i = 0; i < compact.length; i++) {
    const unit = codeAt(compact, i)
    if (isDigitUnit(unit)) digits |= 1 << i
  }
  return digits
}

export const withoutSigns = (raw: string): string => raw.replace(/[^\p{L}\p{N}]+/gu, '')

function patternSigns(pattern: string, rule: IdentifierRule): number {
  const named = pattern.match(/\/|\+(?!\?)|\\[-+.]|\[[-+]|-\]|(?:^|[^[\w\\])-|\}-/g) ?? []
  return separatorBits(
    [...new Set(named.join('').replace(/[^-+/.]/g, ''))].filter((sign) => !rule.separators.includes(sign)).join(''),
  )
}

/** Number of letters and digits after each sign of a written value; in a customary grouping, "#" represents one. */
function cutsOf(written: string, sign: RegExp): ReadonlySet<number> {
  const cuts = new Set<number>()
  let behind = 0
  for (let i = written.length - 1; i >= 0; i--) {
    if (/[#\p{L}\d]/u.test(written[i]!)) behind++
    else if (sign.test(written[i]!)) cuts.add(behind)
  }
  return cuts
}
