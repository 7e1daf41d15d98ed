// The identifier rules of data/countries made ready: pattern, check and separators, filed by what values look like.
import type { Packs } from '../../packs/load.ts'
import type { IdentifierRule } from '../../packs/schemas/identifier.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import { checks } from '../../values/identifier/checks.ts'
import { LONGEST, separatorBits } from './identifier-candidates.ts'
import { shapesOf } from './shapes.ts'

/** Share of random values of its shape that a rule lets through below which its check alone proves it. */
const STRONG = 0.01
const SAMPLES = 200

export interface Rule {
  readonly rule: IdentifierRule
  readonly country: string
  readonly detector: string
  readonly pattern: RegExp
  /** Bits of the separators that may stand inside. */
  readonly separators: number
  /** Bits of the signs that the pattern itself holds ("131052+308T", where the sign tells the century). */
  readonly signs: number
  readonly cues: number
  /** Group of the words that announce it from behind; null when its languages have none. */
  readonly behind: number | null
  readonly notAfter: number | null
  readonly check: ((compact: string) => boolean) | null
  /** By shape of the value (9 a digit, A a letter): does chance rarely pass pattern and check? Filled at the first look. */
  readonly strong: Map<string, boolean>
}

interface Indexed {
  readonly digits: number
  readonly letters: number
  readonly entry: Rule
}

/** Files every identifier rule of every country and registers its cues. */
export function ruleIndex(packs: Packs, cues: PhraseBook): RuleIndex {
  const index = new RuleIndex()
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
  for (const entry of rulesOf(packs))
    index.add({
      ...entry,
      separators: separatorBits(entry.rule.separators) | entry.signs,
      cues: groupOf(entry.rule.cues, 'id'),
      behind: entry.rule.cues_behind === undefined ? null : groupOf(entry.rule.cues_behind, 'aside'),
      notAfter: entry.rule.not_after.length > 0 ? groupOf(entry.rule.not_after, '') : null,
      strong: new Map(),
    })
  return index
}

/** Rules by the length and the digit places of what they match. */
export class RuleIndex {
  readonly #byLength: Indexed[][] = Array.from({ length: LONGEST + 1 }, () => [])
  readonly #uncued: Indexed[][] = Array.from({ length: LONGEST + 1 }, () => [])

  /** Rules whose pattern holds a sign, and the bits of all those signs. */
  readonly signed: Rule[] = []
  signs = 0

  /** Group of words behind a value -> group of the cues before it that they are worth. */
  readonly behind = new Map<number, number>()

  readonly #homes = new Map<number, Set<string>>()

  /** Is one of the cue groups of a label used by a rule of one of the countries? */
  isAtHome(groups: ReadonlyMap<number, number>, countries: ReadonlySet<string>): boolean {
    for (const group of groups.keys())
      for (const country of this.#homes.get(group) ?? []) if (countries.has(country)) return true
    return false
  }

  add(entry: Rule): void {
    const homes = this.#homes.get(entry.cues) ?? new Set()
    this.#homes.set(entry.cues, homes.add(entry.country))
    if (entry.behind !== null) this.behind.set(entry.behind, entry.cues)
    if (entry.signs !== 0) this.signed.push(entry)
    this.signs |= entry.signs
    const shapes = shapesOf(entry.rule.pattern)
    const lengths = shapes ?? this.#byLength.map((_, length) => ({ length, digits: 0, letters: 0 }))
    for (const { length, digits, letters } of lengths) {
      this.#byLength[length]?.push({ digits, letters, entry })
      if (entry.rule.evidence !== 'cue' && entry.rule.evidence !== 'label')
        this.#uncued[length]?.push({ digits, letters, entry })
    }
  }

  /** Rules that match values of a length; `uncued` leaves out those that never speak without their cue. */
  bucket(length: number, uncued = false): readonly Indexed[] {
    return (uncued ? this.#uncued : this.#byLength)[length] ?? NOTHING
  }
}

const NOTHING: readonly Indexed[] = []

/** Bit i is set where character i is a digit. */
export function digitPlaces(compact: string): number {
  let digits = 0
  for (let i = 0; i < compact.length; i++) {
    const unit = compact.charCodeAt(i)
    if (unit >= 48 && unit <= 57) digits |= 1 << i
  }
  return digits
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

/** The signs that a pattern names and that are no separators of its rule. */
function patternSigns(rule: IdentifierRule): number {
  const named = rule.pattern.match(/\/|\+(?!\?)|\\[-+.]|\[[-+]|-\]|(?:^|[^[\w\\])-|\}-/g) ?? []
  return separatorBits(
    [...new Set(named.join('').replace(/[^-+/.]/g, ''))].filter((sign) => !rule.separators.includes(sign)).join(''),
  )
}

/** A written value without the separators of its rule: all signs go unless the pattern names one. */
export function compactFor(entry: { readonly rule: IdentifierRule; readonly signs: number }, raw: string): string {
  if (entry.signs === 0) return raw.replace(/[^\p{L}\p{N}]+/gu, '')
  return [...raw].filter((character) => !entry.rule.separators.includes(character)).join('')
}

/**
 * Would chance rarely produce this? Random values with letters and digits where this one has them are put to the rule;
 * the generator is fixed, so the answer is the same on every machine.
 */
export function isStrong(entry: Rule, like: string): boolean {
  // Kept by shape: an answer may depend on the value alone, never on what was read before.
  const shape = [...like].map((character) => (character >= '0' && character <= '9' ? '9' : 'A')).join('')
  const known = entry.strong.get(shape)
  if (known !== undefined) return known
  let state = 12_345
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % limit
  }
  let passed = 0
  for (let i = 0; i < SAMPLES; i++) {
    let value = ''
    for (const place of shape) value += place === '9' ? String(below(10)) : String.fromCharCode(65 + below(26))
    if (entry.pattern.test(value) && (entry.check === null || entry.check(value))) passed++
  }
  const strong = passed <= SAMPLES * STRONG
  entry.strong.set(shape, strong)
  return strong
}
