// Public bodies and national numbers that are in no list: the name of a country or city next to a word like "Revenue" or
// "Registry" in one run of capitals, or directly before words like "identity card".
import type { SignalTiers } from '../../packs/schemas/signal.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Hit, Sighting } from './sighting.ts'

/** Maximum tokens of the body's name before or after the country's name. */
const REACH = 7
const MOST_COMMAS = 3
/** Maximum lower-case words inside the name of a body, for languages that capitalise only its first word. */
const MOST_PLAIN = 4
const COUNTRY = 'place.country'
const CITY = 'place.city'
const NAMING = new Set([COUNTRY, CITY, 'place.demonym'])

/** Words for bodies by token: true if lower-case words are allowed between them and the place. */
type BodyWords = ReadonlyMap<number, boolean>

export function institutionReader(tiers: SignalTiers): (text: ScannedText, hits: readonly Hit[]) => Sighting[] {
  const book = new PhraseBook()
  const bodies = book.add(tiers.institutions)
  const loose = book.add(tiers.institutions_loose)
  const numbers = book.add(tiers.national_numbers)
  const connectors = new Set(tiers.connectors)
  return (text, hits) => {
    const names = hits.filter(({ rule }) => NAMING.has(rule.signal))
    if (names.length === 0) return []
    const words = new Map<number, boolean>()
    const numberStarts = new Set<number>()
    for (const { groups, firstToken, endToken } of book.scan(text).all) {
      if (groups.includes(numbers)) numberStarts.add(firstToken)
      const isLoose = groups.includes(loose)
      if (isLoose || groups.includes(bodies))
        for (let i = firstToken; i < endToken; i++) words.set(i, isLoose || words.get(i) === true)
    }
    const found: Sighting[] = []
    for (const { rule, country, firstToken, endToken, end: at } of names) {
      const isCity = rule.signal === CITY
      if (!isCity && numberStarts.has(endToken))
        found.push({ signal: 'id.of_country', tier: 'A', country, shared: false, at })
      // "Bank of Cyprus" and "Malta Revenue", but only "Greek Revenue", because an adjective precedes its noun.
      const after = (rule.signal === COUNTRY || isCity) && reaches(text, firstToken - 1, -1, words, connectors)
      if (!after && !reaches(text, endToken, 1, words, connectors)) continue
      if (isCity) found.push({ signal: 'authority.of_city', tier: 'B', country, shared: false, at })
      else found.push({ signal: 'authority.of_country', tier: 'A', country, shared: false, at })
    }
    return found
  }
}

/** Walks from token `from` over capitalised words and connectors; true if it reaches a word for a body. */
function reaches(
  text: ScannedText,
  from: number,
  step: 1 | -1,
  words: BodyWords,
  connectors: ReadonlySet<string>,
): boolean {
  const { count, kind } = text.tokens
  let commas = 0
  let plain = 0
  for (let i = from, steps = 0; i >= 0 && i < count && steps < REACH; i += step, steps++) {
    const isName = kind[i] === TokenKind.capital || kind[i] === TokenKind.upper
    const isLoose = words.get(i)
    if (isName && isLoose !== undefined && (plain === 0 || isLoose)) return true
    if (isName || isLoose !== undefined || connectors.has(text.folded(i))) continue
    // Commas are allowed before the country: "Registrar of Companies, Nicosia, Cyprus".
    if (step === -1 && text.folded(i) === ',' && ++commas <= MOST_COMMAS) continue
    if (step === -1 && kind[i] === TokenKind.lower && ++plain <= MOST_PLAIN) continue
    return false
  }
  return false
}
