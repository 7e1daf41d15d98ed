// Places of a text that were judged mentions: whom each may mean, and which of them are one.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { latinLetter, nameKey } from './name-keys.ts'
import type { Entry, Mention, People, Person } from './people.ts'

/** A judged hit while its neighbours are looked at; tokens. */
export interface Hit {
  first: number
  end: number
  /** UTF-16 units of the first and the last token that are left out. */
  readonly before: number
  readonly after: number
  readonly probability: number
  readonly persons: readonly number[]
  readonly part: Entry | null
  readonly isNew: boolean
}

/** How likely a form is a mention that needs no further evidence. */
export const LABELLED = 0.95

/** Words, or letters, that together are a name. */
export const sureHit = (first: number, end: number, { persons }: Entry): Hit => {
  return { first, end, before: 0, after: 0, probability: LABELLED, persons, part: null, isNew: true }
}

/** Of several persons those whose particles and initials a name has: "van den Broek" is no Jan Broek. */
export function withItsInitials(
  text: ScannedText,
  { all }: People,
  persons: readonly number[],
  first: number,
  end: number,
): readonly number[] {
  if (persons.length < 2) return persons
  const { kind, start, end: ends } = text.tokens
  const people = persons.map((number) => all[number]!)
  const own: ((person: Person) => boolean)[] = []
  for (let i = first; i < end; i++) {
    if (kind[i]! > TokenKind.upper) continue
    const key = nameKey(text.word(i))?.key ?? ''
    if (people.some(({ particles }) => particles.includes(key))) own.push(({ particles }) => particles.includes(key))
    else if (ends[i]! - start[i]! === 1) {
      const letter = latinLetter(text.folded(i))
      own.push(({ initials }) => initials.includes(letter))
    }
  }
  const left = persons.filter((_, at) => own.every((has) => has(people[at]!)))
  return left.length > 0 ? left : persons
}

/** Units of an address of mail up to its sign (RFC 5321: 64). */
const ADDRESS_WITHIN = 65

/** Mentions of one person that stand together become one: "Zammit, Carmena", "leguellec_solenn". */
export function merged(text: ScannedText, people: People, hits: readonly Hit[]): Mention[] {
  const sorted = hits.toSorted((a, b) => a.first - b.first || b.end - a.end)
  const joined: Hit[] = []
  for (const hit of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && hit.first < last.end) {
      last.end = Math.max(last.end, hit.end)
      continue
    }
    if (last !== undefined && isOne(text, last, hit)) {
      joined[joined.length - 1] = {
        ...last,
        end: hit.end,
        after: hit.after,
        probability: Math.max(last.probability, hit.probability),
        part: null,
        isNew: last.isNew || hit.isNew,
      }
      continue
    }
    joined.push({ ...hit })
  }
  const { start, end } = text.tokens
  return joined.map(({ first, end: last, before, after, probability, persons, part, isNew }) => ({
    start: start[first]! + before,
    end: end[last - 1]! - after,
    probability,
    person: persons.length === 1 ? people.all[persons[0]!]! : null,
    part,
    isNew,
  }))
}

function isOne({ text, tokens }: ScannedText, one: Hit, other: Hit): boolean {
  if (one.persons.length === 0 || one.after > 0 || other.before > 0) return false
  // The same word again is another mention: "wrote to wallraff, Wallraff answered".
  if (one.part !== null && one.part === other.part) return false
  if (!one.persons.some((person) => other.persons.includes(person))) return false
  const between = text.slice(tokens.end[one.end - 1]!, tokens.start[other.first]!)
  // Over a line break they stay two: a copy has as many lines as its text.
  if (!/^(?:,? |-|_)$/.test(between)) return false
  // "Jan Nowak, jan.nowak@example.org": the name and the address are two values.
  const after = tokens.end[other.end - 1]!
  return between === '-' || between === '_' || !/^[^\s,;]*@/.test(text.slice(after, after + ADDRESS_WITHIN))
}
