// Numbers directly after a person's name or role word: a personal number without separator, or a national telephone number without cue.
import type { IdentifierRule } from '../../../packs/schemas/identifier.ts'
import { signSet } from '../../../text/signs.ts'
import { isDigitUnit, isSmallLetterUnit } from '../../../text/unit-classes.ts'
import { checks } from '../../../values/identifier/checks.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import { IDENTIFIER, RULES } from '../confidence.ts'
import { type Claim, claimBy, claimOf, type DetectorFactory } from '../detector.ts'

/** Text from the end of a name to the end of its number; a sign, a line end or the end of the text must follow. */
const BEHIND_NAME =
  /^(?: ?\(|, (?:\p{Ll}{2,18}(?: \p{Ll}{2,18}){0,2}, )?|,| {1,2}[\u2013-] {1,2}| {1,2}(?:\p{Ll}{1,6} {1,2}){1,2})(\d[\d \u2013-]{4,15}[\dA-Z])(?=[),;]|\.(?:\s|$)|\s*\n|\s*$)/u
const REACH = 72
const SIGNS = /[ \u2013-]/g
const FEWEST_DIGITS = 7

interface PersonalNumber {
  readonly detector: string
  readonly pattern: RegExp
  readonly check: (compact: string) => boolean
}

export const namedNumberDetector: DetectorFactory = (packs) => {
  const known = new Map<string, readonly PersonalNumber[]>()
  const personalNumbers = (country: string): readonly PersonalNumber[] => {
    let found = known.get(country)
    if (found === undefined) {
      const rules = packs.countries().get(country)?.identifiers ?? []
      found = rules.flatMap((rule) => personalNumber(country, rule) ?? [])
      known.set(country, found)
    }
    return found
  }
  return {
    name: 'named-numbers',
    isScoped: true,
    find: () => [],
    refine({ text, units }, claims, evidence) {
      const found: Claim[] = []
      const { countries } = evidence
      if (countries === null || countries.size !== 1) return found
      const [country] = countries
      for (const { category, end } of claims) {
        if (category !== 'PII-1-NAME' || !leadsToDigit(units, end)) continue
        const value = BEHIND_NAME.exec(text.slice(end, end + REACH))
        if (value === null) continue
        const to = end + value[0].length
        const from = to - value[1]!.length
        const claim = numberOf(value[1]!, from, to, country!, personalNumbers(country!))
        // 20260511 after a name is a date.
        if (claim !== null && !(to - from <= 10 && evidence.dateFrom(from) !== null)) found.push(claim)
      }
      return found
    },
  }
}

const mayLead = signSet(' (,-')

/** True if only spaces, signs and lower-case letters are between a name that ends at `from` and the next digit. */
function leadsToDigit(units: Uint16Array, from: number): boolean {
  const limit = Math.min(units.length, from + REACH)
  for (let at = from; at < limit; at++) {
    const unit = units[at]!
    if (isDigitUnit(unit)) return true
    // Characters outside Basic Latin are left to the pattern.
    if (!isSmallLetterUnit(unit) && !mayLead(unit) && unit < 0x80) return false
  }
  return false
}

function personalNumber(country: string, { category, check, pattern, name }: IdentifierRule): PersonalNumber | null {
  const proof = check === null ? undefined : checks[check]
  if (category !== 'PII-2-NATIONAL_ID' || proof === undefined) return null
  return {
    detector: `rule:${country.toLowerCase()}_${name}`,
    pattern: new RegExp(`^(?:${pattern})$`, 'u'),
    check: proof,
  }
}

function numberOf(
  value: string,
  start: number,
  end: number,
  country: string,
  numbers: readonly PersonalNumber[],
): Claim | null {
  const compact = value.replace(SIGNS, '')
  for (const { detector, pattern, check } of numbers)
    if (pattern.test(compact) && check(compact))
      return claimOf('PII-2-NATIONAL_ID', start, end, IDENTIFIER.valid_after_name, detector, 'validated', country)
  if (compact.length < FEWEST_DIGITS || !/^\d+$/.test(compact)) return null
  const reading = readPhone(value, country)
  if (reading?.valid !== true || reading.lacksTrunk()) return null
  return claimBy(RULES.phone_after_name, start, end)
}
