// Values that name no country and still are somebody's: a telephone number without its calling code, an official number that
// several countries issue. They decide nothing; they may only be another country's than the one that leads.
import type { SignalTiers } from '../../packs/schemas/signal.ts'
import type { Finding } from '../../records/detection.ts'

export interface Unplaced {
  /** Some telephone number says no country. */
  readonly phone: boolean
  /** Somebody's official number says no country, and somebody else's says one. */
  readonly number: boolean
}

/** Signals that official numbers give. */
const OFFICIAL = 'id.'

/** Reads claims over one text for what says no country. */
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
    // A number belongs to the person named last before it.
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
