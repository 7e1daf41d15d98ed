// Official numbers as values: one form, a verdict, a customary spelling, each by the rule of the country file.
import type { CountryFacts } from '../../packs/schemas/country.ts'
import type { IdentifierRule } from '../../packs/schemas/identifier.ts'
import { viewOf } from '../../text/view.ts'
import { checks } from './checks.ts'

export interface IdentifierVerdict {
  /** The value has the rule's shape and, where the rule names a check, passes it. */
  readonly valid: boolean
  /** Upper case, without separators. */
  readonly compact: string
}

/**
 * The compact form of a value under a rule: upper case, letters and digits, and those signs that the pattern names.
 * Invisible and compatibility characters are folded first.
 */
export function compactByRule(rule: IdentifierRule, value: string): string {
  const signs = rule.pattern.match(/\/|\\[-+.]/g)?.join('') ?? ''
  const upper = viewOf(value).text.toUpperCase()
  return Array.from(upper, (character) =>
    /[\p{L}\p{N}]/u.test(character) || signs.includes(character) ? character : '',
  ).join('')
}

/** Judges a value by one rule. Never throws. */
export function checkByRule(rule: IdentifierRule, value: string): IdentifierVerdict {
  const compact = compactByRule(rule, value)
  const shaped = new RegExp(`^(?:${rule.pattern})$`, 'u').test(compact)
  const check = rule.check === null ? null : checks[rule.check]
  return { valid: shaped && (check === null || check === undefined || check(compact)), compact }
}

/** The customary spelling of a value by one rule; the compact form where the rule knows none or the length differs. */
export function formatByRule(rule: IdentifierRule, value: string): string {
  const compact = compactByRule(rule, value)
  if (rule.written === undefined || rule.written.replace(/[^#]/g, '').length !== compact.length) return compact
  let at = 0
  return rule.written.replace(/#/g, () => compact[at++]!)
}

/** Official numbers by country and rule name, over the country facts of an installation. */
export interface Identifiers {
  /** Verdict on a value, or null when the country has no rule of that name. */
  check(country: string, rule: string, value: string): IdentifierVerdict | null
  /** Customary spelling, or null when the country has no rule of that name. */
  format(country: string, rule: string, value: string): string | null
}

/** Binds the checks to the rules of the country files. */
export function createIdentifiers(countries: ReadonlyMap<string, CountryFacts>): Identifiers {
  const ruleOf = (country: string, name: string) =>
    countries.get(country)?.identifiers.find((rule) => rule.name === name)
  return {
    check(country, name, value) {
      const rule = ruleOf(country, name)
      return rule === undefined ? null : checkByRule(rule, value)
    },
    format(country, name, value) {
      const rule = ruleOf(country, name)
      return rule === undefined ? null : formatByRule(rule, value)
    },
  }
}
