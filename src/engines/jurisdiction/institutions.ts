// Public bodies that no list names: a country's name beside a word like "Revenue" or "Registry" in one run of capitals.
import type { SignalTiers } from '../../packs/schemas/signal.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Hit, Sighting } from './sighting.ts'

/** How many tokens before and after the country's name belong to the body's name. */
const REACH = 7
const MOST_COMMAS = 3
const NAMING = new Set(['place.country', 'place.demonym'])

export function institutionReader(tiers: SignalTiers): (text: ScannedText, hits: readonly Hit[]) => Sighting[] {
  const book = new PhraseBook()
  book.add(tiers.institutions)
  const connectors = new Set(tiers.connectors)
  return (text, hits) => {
    const names = hits.filter(({ rule }) => NAMING.has(rule.signal))
    if (names.length === 0) return []
    const marked = new Set<number>()
    for (const { firstToken, endToken } of book.scan(text).all)
      for (let i = firstToken; i < endToken; i++) marked.add(i)
    const found: Sighting[] = []
    for (const hit of names) {
      // "Bank of Cyprus" and "Malta Revenue", but only "Greek Revenue": an adjective stands before its noun.
      const named = hit.rule.signal === 'place.country' && reaches(text, hit.firstToken - 1, -1, marked, connectors)
      if (named || reaches(text, hit.endToken, 1, marked, connectors))
        found.push({ signal: 'authority.of_country', tier: 'A', country: hit.country, shared: false, at: hit.end })
    }
    return found
  }
}

/** Walks from token `from` over capitalised words and connectors until a marked word comes, or something else does. */
function reaches(
  text: ScannedText,
  from: number,
  step: 1 | -1,
  marked: ReadonlySet<number>,
  connectors: ReadonlySet<string>,
): boolean {
  const { count, kind } = text.tokens
  let commas = 0
  for (let i = from, steps = 0; i >= 0 && i < count && steps < REACH; i += step, steps++) {
    const isName = kind[i] === TokenKind.capital || kind[i] === TokenKind.upper
    if (isName && marked.has(i)) return true
    if (isName || connectors.has(text.folded(i))) continue
    // "Registrar of Companies, Nicosia, Cyprus": commas may stand before the country.
    if (step === -1 && text.folded(i) === ',' && ++commas <= MOST_COMMAS) continue
    return false
  }
  return false
}
