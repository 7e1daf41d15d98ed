// Personal values without a country: a telephone number without its calling code, an official number that several countries
// issue. They support no country, but may belong to another one than the leader.
import type { SignalTiers } from '../../packs/schemas/signal.ts'
import type { Finding } from '../../records/detection.ts'

export interface Unplaced {
  readonly phone: boolean
  /** One person's official number has no country, and another person's has one. */
  readonly number: boolean
}

/** Prefix of the signals from official numbers. */
const OFFICIAL = 'id.'

/** Finds the claims of a text that have no country. */
export function unplacedReader({
  claims: rules,
  unplaced: kinds,
}: SignalTiers): (claims: readonly Finding[]) => Unplaced {
  const official = new Set(rules.filter(({ signal }) => signal === OFFICIAL).flatMap(({ categories }) => categories))
  const persons = new Set(kinds.persons)
  const phones = new Set(kinds.phones)
  const papers = new Set(kinds.papers)
  return (claims) => {
    let phone = false
    // A number belongs to the last person named before it.
    let person = 0
    const placed = new Set<number>()
    const unplaced = new Set<number>()
    for (const { category, country } of [...claims].sort((a, b) => a.start - b.start)) {
      if (persons.has(category)) person++
      else if (phones.has(category)) phone ||= country === undefined
      else if (papers.has(category)) unplaced.add(person)
      else if (official.has(category)) (country === undefined ? unplaced : placed).add(person)
    }
    return { phone, number: placed.size > 0 && [...unplaced].some((one) => !placed.has(one)) }
  }
}
