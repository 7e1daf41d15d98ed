// Evidence in words: phrases of all countries in one trie; patterns are matched after their phrase, or once over the text without one.
import { firstAt } from '../../lists.ts'
import type { Packs } from '../../packs/load.ts'
import type { SignalRule, SignalTiers } from '../../packs/schemas/signal.ts'
import type { Finding } from '../../records/detection.ts'
import { PhraseBook, type PhraseHit } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Hit, Sighting } from './verdict.ts'

// Unlisted public bodies and numbers: a country or city next to "Revenue" or "Registry" in capitals, or before "identity card".

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

function institutionReader(tiers: SignalTiers): (text: ScannedText, hits: readonly Hit[]) => Sighting[] {
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

/** Phrases of at most this many letters are compared with their marks: "OÜ" is a company form, "OU" is not. */
const SHORT = 4
const LOOK_BACK = 4
/** Maximum occurrences of one signal: further ones do not change the verdict. */
const MOST_SEEN = 1000

type Manner = 'upper' | 'capital' | 'any'

interface Group {
  readonly country: string
  readonly rule: SignalRule
  readonly manner: Manner
  /** Short phrases in lower case, with marks: the hit must equal one of them. Null for long phrases. */
  readonly exact: ReadonlySet<string> | null
  readonly pattern: RegExp | null
}

/** A signal without phrases: its pattern is matched against the whole text. */
interface PatternRule {
  readonly country: string
  readonly rule: SignalRule
  readonly pattern: RegExp
}

/** Finds the signals in the words of a text. Phrases below tier A inside a claim that voids them (a person called London) are omitted. */
export function signalReader(packs: Packs): (text: ScannedText, claims: readonly Finding[]) => Sighting[] {
  const book = new PhraseBook()
  const groups: Group[] = []
  const patterns: PatternRule[] = []
  for (const { code, signals } of [...packs.countries().values(), ...packs.foreignCountries()])
    for (const rule of signals) {
      const { pattern } = rule
      if (rule.phrases.length === 0 && pattern !== null)
        patterns.push({ country: code, rule, pattern: new RegExp(pattern, 'gu') })
      for (const { group, phrases } of groupsOf(code, rule)) {
        groups.push(group)
        book.add(phrases)
      }
    }
  const voiding = new Set(packs.signalTiers().void_inside)
  const institutions = institutionReader(packs.signalTiers())
  /** Occurrences of each group in a text; all zero between texts. */
  const seen = new Int32Array(groups.length)
  const phraseHits = (text: ScannedText): Hit[] => {
    const hits: Hit[] = []
    const { all } = book.scan(text)
    for (const found of all)
      for (const number of found.groups) {
        if (seen[number]! >= MOST_SEEN) continue
        const hit = confirm(groups[number]!, found, text)
        if (hit === null) continue
        seen[number]!++
        hits.push(hit)
      }
    for (const found of all) for (const number of found.groups) seen[number] = 0
    return hits
  }
  return (text, claims) => {
    const hits = phraseHits(text)
    for (const one of patterns) addMatches(text.text, one, hits)
    if (hits.length === 0) return []
    const voids = claims.filter(({ category }) => voiding.has(category)).sort((a, b) => a.start - b.start)
    const settled = longest(hits).filter((hit) => hit.rule.tier === 'A' || !isInside(hit, voids, text))
    return [...counted(settled, text), ...institutions(text, settled)]
  }
}

function addMatches(text: string, { country, rule, pattern }: PatternRule, hits: Hit[]): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index
    const end = start + match[0].length
    hits.push({ country, rule, start, end, firstToken: -1, endToken: -1 })
    // An empty match must advance, or the loop would not end.
    if (end === start) pattern.lastIndex = end + 1
  }
}

function groupsOf(country: string, rule: SignalRule): { group: Group; phrases: string[] }[] {
  const pattern = rule.pattern === null ? null : new RegExp(rule.pattern, 'uy')
  const byManner = new Map<string, string[]>()
  for (const phrase of rule.phrases) {
    const key = `${mannerOf(phrase)} ${isShort(phrase)}`
    const known = byManner.get(key)
    if (known === undefined) byManner.set(key, [phrase])
    else known.push(phrase)
  }
  return [...byManner.values()].map((phrases) => {
    const exact = isShort(phrases[0]!) ? new Set(phrases.map((phrase) => phrase.toLowerCase())) : null
    return { group: { country, rule, manner: mannerOf(phrases[0]!), exact, pattern }, phrases }
  })
}

const isShort = (phrase: string): boolean => [...phrase].length <= SHORT && !phrase.endsWith('*')

function mannerOf(phrase: string): Manner {
  if (phrase === phrase.toLowerCase()) return 'any'
  if (phrase === phrase.toUpperCase()) return 'upper'
  return phrase[0] === phrase[0]!.toLowerCase() ? 'any' : 'capital'
}

/** Verifies a match of the trie, which folds case and marks, against the phrases of the group. */
function confirm(group: Group, found: PhraseHit, { text }: ScannedText): Hit | null {
  const { country, rule, manner, exact, pattern } = group
  const written = text.slice(found.start, found.end)
  if (manner === 'upper' && written !== written.toUpperCase()) return null
  if (manner === 'capital' && written[0] !== written[0]!.toUpperCase()) return null
  if (exact !== null && !exact.has(written.toLowerCase()) && !exact.has(`${written.toLowerCase()}.`)) return null
  let { end } = found
  if (pattern !== null) {
    pattern.lastIndex = end
    const match = pattern.exec(text)
    if (match === null) return null
    end += match[0].length
  }
  return { country, rule, start: found.start, end, firstToken: found.firstToken, endToken: found.endToken }
}

/** Removes hits inside a longer one, because they are not separate evidence: "Ireland" in "Northern Ireland". */
function longest(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Hit[] = []
  let cover = { start: -1, end: -1 }
  for (const hit of sorted) {
    const inside = hit.end <= cover.end && !(hit.start === cover.start && hit.end === cover.end)
    if (inside) continue
    kept.push(hit)
    if (hit.end > cover.end) cover = { start: hit.start, end: hit.end }
  }
  return kept
}

/** Sightings of hits; a signal that needs several occurrences gives one sighting when it has them. */
function counted(hits: readonly Hit[], text: ScannedText): Sighting[] {
  const sightings: Sighting[] = []
  const seen = new Map<string, number>()
  for (const { country, rule, start, end } of hits) {
    const { signal, tier, shared, at_least: needed } = rule
    const key = `${signal} ${country}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (needed > 1 && count !== needed) continue
    sightings.push({ signal, tier, country, shared, at: text.sourceRange(start, end).end })
  }
  return sightings
}

/** True if the hit is inside one of the claims, which are sorted by start. */
function isInside({ start, end }: Hit, claims: readonly Finding[], text: ScannedText): boolean {
  if (claims.length === 0) return false
  const sent = text.sourceRange(start, end)
  const later = firstAt(claims, (claim) => claim.start > sent.start)
  // Claims rarely overlap: checking a few earlier ones is enough, and keeps the work linear.
  for (let i = later - 1; i >= 0 && i >= later - LOOK_BACK; i--) if (claims[i]!.end >= sent.end) return true
  return false
}
