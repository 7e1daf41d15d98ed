// The names of a text that may be places of residence: those of the gazetteer, and words with a preposition or an ending of places.

import { firstAt } from '../../../lists.ts'
import { Level } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import type { AddressReader } from '../../../values/address/reader.ts'
import { Role } from '../../../values/address/words.ts'
import type { Evidence, Range } from '../evidence.ts'
import type { PlaceJudge } from './place-judge.ts'
import type { PlaceCandidate } from './residence.ts'

/** A place that the grammar of addresses read, without the person that its first words are: "Anke von der Heide, Kassel". */
export function listedPlace(
  found: FoundAddress,
  reader: AddressReader,
  judge: PlaceJudge,
  evidence: Evidence,
  people: readonly Range[],
): PlaceCandidate {
  const { endToken, parts } = found
  const isOfPerson = ({ from, to }: FoundAddress['parts'][number]) => {
    const person = people[firstAt(people, ({ end }) => end >= reader.end(to - 1))]
    return person !== undefined && person.start < reader.start(from)
  }
  const rest = parts.length > 1 && isOfPerson(parts[0]!) ? parts.slice(1) : parts
  const entry = rest.find(({ place }) => place !== undefined)?.place?.entries[0]
  return {
    firstToken: rest === parts ? found.firstToken : rest[0]!.from,
    endToken,
    source: 'listed',
    confidence: judge.confidence(found, reader, evidence),
    size: entry?.size ?? 0,
    isCountry: entry?.kind === 'k',
    isHome: entry !== undefined && reader.book.isHome(entry.country),
    isOne: rest.length === 1 && !isStreetWord(reader, rest[0]!.from),
  }
}

/** Whether a person of the text is called so. */
export function isNamed(
  { firstToken, endToken }: PlaceCandidate,
  reader: AddressReader,
  people: readonly Range[],
): boolean {
  const person = people[firstAt(people, ({ end }) => end > reader.start(firstToken))]
  return person !== undefined && person.start < reader.end(endToken - 1)
}

const STREET_WORDS = Role.streetBefore | Role.streetAfter | Role.building

function isStreetWord(reader: AddressReader, at: number): boolean {
  return (reader.roles(at) & STREET_WORDS) !== 0
}

/**
 * Inflected names of towns; where a text has people or mentions a residence (`isOfPeople`), also towns in small letters after a
 * preposition.
 */
export function addUnlisted(
  places: PlaceCandidate[],
  reader: AddressReader,
  judge: PlaceJudge,
  { languages }: Evidence,
  people: readonly Range[],
  isOfPeople: boolean,
): void {
  const add = (source: PlaceCandidate['source'], firstToken: number, endToken: number, size: number, isHome = false) =>
    places.push({ source, firstToken, endToken, size, isHome, confidence: 0, isCountry: false, isOne: true })
  const { kinds, wordBits } = reader
  let person = 0
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!
    if (kind > TokenKind.upper) continue
    const isBehindSmall = i > 0 && kinds[i - 1] === TokenKind.lower && !reader.isCell(i)
    const isLed = isOfPeople && isBehindSmall && (wordBits[i - 1]! & Role.preposition) !== 0
    if (kind === TokenKind.lower ? !isLed : !isBehindSmall && !isOfPeople) continue
    while (person < people.length && people[person]!.end <= reader.start(i)) person++
    if (person < people.length && people[person]!.start < reader.end(i)) continue
    if (kind !== TokenKind.lower) {
      const size = judge.bentSize(reader, i, languages)
      if (size >= 0) add('bent', i, i + 1, size)
      continue
    }
    const hit = judge.levels(reader, i).word < Level.known ? reader.place(i, true) : null
    const entry = hit?.place.entries[0]
    if (hit !== null && entry !== undefined) add('small', i, hit.end, entry.size, reader.book.isHome(entry.country))
  }
}
