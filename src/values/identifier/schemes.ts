// Schemes of the country files by the shape of a number. If two numbers pass one scheme, neither is a typo of the other.
import type { CountryFacts } from '../../packs/schemas/country.ts'
import { checks } from './checks.ts'

/** The schemes whose shape a number has, by name ("PL pesel"): those whose check it passes, and those whose check it fails. */
export interface Standing {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
}

interface Scheme {
  readonly name: string
  readonly country: string
  /** Random numbers of the shape pass at most once in a hundred, so the check is evidence for any country. */
  readonly strong: boolean
  readonly shape: RegExp
  readonly check: (compact: string) => boolean
}

/** The schemes of some categories that have a check. */
export class Schemes {
  readonly #schemes: readonly Scheme[]

  constructor(countries: ReadonlyMap<string, CountryFacts>, categories: readonly string[]) {
    this.#schemes = [...countries.values()].flatMap(({ code, identifiers }) =>
      identifiers.flatMap(({ name, category, pattern, check, evidence }) => {
        const passes = check === null ? undefined : checks[check]
        if (passes === undefined || !categories.includes(category)) return []
        const strong = evidence === 'check' || evidence === 'shape'
        return [
          { name: `${code} ${name}`, country: code, strong, shape: new RegExp(`^(?:${pattern})$`, 'u'), check: passes },
        ]
      }),
    )
  }

  /** The schemes of a compact upper-case number: of the named countries always, of others only with a strong check. Never throws. */
  of(compact: string, countries: readonly string[]): Standing {
    const passed: string[] = []
    const failed: string[] = []
    for (const { name, country, strong, shape, check } of this.#schemes)
      if ((strong || countries.includes(country)) && shape.test(compact)) (check(compact) ? passed : failed).push(name)
    return { passed, failed }
  }
}
