// The names of a text that may be places where somebody lives: those of the gazetteer, and what prepositions and endings say.
import { Level } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import type { AddressReader } from '../../../values/address/reader.ts'
import { Role } from '../../../values/address/words.ts'
import type { Evidence, Range } from '../evidence.ts'
import type { PlaceJudge } from './place-judge.ts'
import type { PlaceCandidate } from './residence.ts'

/** A place that the grammar of addresses read. */
export function listedPlace(
  found: FoundAddress,
  reader: AddressReader,
  judge: PlaceJudge,
  evidence: Evidence,
): PlaceCandidate {
  const { firstToken, endToken, parts } = found
  const entry = parts.find(({ place }) => place !== undefined)?.place?.entries[0]
  return {
    firstToken,
    endToken,
    source: 'listed',
    confidence: judge.confidence(found, reader, evidence),
    size: entry?.size ?? 0,
    isCountry: entry?.kind === 'k',
    isHome: entry !== undefined && reader.book.isHome(entry.country),
  }
}

/** Most words of a place that no list has. */
const MOST_WORDS = 3

/** Bent names of towns, words behind a preposition that no list has, and towns in small letters. */
export function addUnlisted(
  places: PlaceCandidate[],
  reader: AddressReader,
  judge: PlaceJudge,
  { languages }: Evidence,
  people: readonly Range[],
): void {
  const add = (source: PlaceCandidate['source'], firstToken: number, endToken: number, size: number, isHome = false) =>
    places.push({ source, firstToken, endToken, size, isHome, confidence: 0, isCountry: false })
  let person = 0
  for (let i = 0; i < reader.count; i++) {
    const isLed = reader.kind(i - 1) === TokenKind.lower && (reader.roles(i - 1) & Role.preposition) !== 0
    while (person < people.length && people[person]!.end <= reader.start(i)) person++
    if (person < people.length && people[person]!.start < reader.end(i)) continue
    if (reader.isCapital(i)) {
      const size = judge.bentSize(reader, i, languages)
      if (size >= 0) add('bent', i, i + 1, size)
      else if (isLed && reader.place(i) === null) add('unlisted', i, i + reader.capitals(i, MOST_WORDS), 0)
    } else if (isLed && reader.kind(i) === TokenKind.lower) {
      const hit = judge.levels(reader, i).word < Level.known ? reader.place(i, true) : null
      const entry = hit?.place.entries[0]
      if (hit !== null && entry !== undefined) add('small', i, hit.end, entry.size, reader.book.isHome(entry.country))
    }
  }
}
