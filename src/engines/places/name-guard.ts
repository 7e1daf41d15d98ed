// Place names with another meaning: persons, brands, dishes, months, nouns, parts of email addresses.
import type { Place } from '../../packs/gazetteer.ts'
import { Level } from '../../packs/word-levels.ts'
import { TokenKind } from '../../text/tokens.ts'
import { Role } from '../../values/address/word-roles.ts'
import type { Scope } from './reading.ts'

const ARTICLES = new Set(['a', 'an', 'the'])
const JOINED = new Set(['-', "'", '\u2019', '@', '/', '_'])

/** A name that modifies a noun: "our Lagos office", "the Kaduna line". */
export function isModifier(c: Scope, first: number, end: number): boolean {
  const r = c.reader
  if (r.kind(end) !== TokenKind.lower || r.isCell(end)) return false
  return c.cues.modifierNouns.has(c.text.folded(end)) && r.isWord(first - 1)
}

/** With an article before it and a noun after it, a name is an attribute: "a Bath bun", "the Lagos jollof". */
export function isAttribute(c: Scope, first: number, end: number): boolean {
  const r = c.reader
  if (r.kind(end) !== TokenKind.lower || r.isCell(end) || !c.active.has('en')) return false
  if (!ARTICLES.has(c.text.folded(first - 1)) || r.isNewline(first - 1)) return false
  return (
    (r.roles(end) & (Role.preposition | Role.connector)) === 0 && c.names.of(c.text.folded(end)).word < Level.common
  )
}

/** A person, animal or company with the name of a place: a title, a given name or another name is next to it. */
export function isPersonal(c: Scope, first: number, end: number): boolean {
  const r = c.reader
  const before = first - 1
  if (r.isWord(before) || (r.sign(before) === '.' && r.isWord(before - 1))) {
    const word = c.text.folded(r.sign(before) === '.' ? before - 1 : before)
    if (c.cues.titles.has(word)) return true
    // A capitalised particle before the name: "Mevrouw Van Rotterdam".
    if (
      r.isCapital(before) &&
      (r.roles(before) & Role.connector) !== 0 &&
      r.isWord(before - 1) &&
      c.cues.titles.has(c.text.folded(before - 1))
    )
      return true
    if (
      r.isCapital(before) &&
      !c.startsSentence(before) &&
      (r.roles(before) & (Role.preposition | Role.connector | Role.region | Role.quarterBefore)) === 0
    )
      return true
    const levels = c.names.of(word)
    if (r.isCapital(before) && levels.given >= Level.known && levels.given > levels.word) return true
  }
  return r.isCapital(end) && !r.isCell(end) && c.text.tokens.text.slice(r.end(end - 1), r.start(end)) === ' '
}

export function isAddressOfNet(c: Scope, at: number): boolean {
  const r = c.reader
  for (let i = at; i < at + 4; i++) {
    const sign = r.sign(i + 1)
    if (sign === '@') return true
    if (sign === '.' && r.isTight(i + 1) && r.isTight(i + 2) && r.isWord(i + 2)) return true
    if (sign === '' || !r.isTight(i + 1)) return false
  }
  return false
}

/** A month, a given name or a noun that is also the name of a town. */
export function isDoubtful(c: Scope, at: number, end: number, place: Place): boolean {
  if (end > at + 1) return false
  const word = c.text.folded(at)
  if (c.cues.calendar.has(word)) return true
  const levels = c.names.of(word)
  const size = place.entries[0]!.size
  if (levels.given >= Level.known && levels.given > levels.proper && size < 5) return true
  return (levels.word >= Level.known && size < 5) || (levels.word >= Level.uncommon && size < 4)
}

/** In chats, towns are written in lower case; ordinary words that are also the name of a village are excluded. */
export function isLowerTown(c: Scope, at: number, place: Place): boolean {
  if (!c.isCasual) return false
  const word = c.text.folded(at)
  const level = c.names.of(word).word
  if (word.length < 3 || (c.reader.roles(at) & (Role.connector | Role.preposition | Role.direction)) !== 0) return false
  const size = place.entries[0]!.size
  if (size >= 5) return level < Level.frequent
  // Smaller towns only in countries of the text's language: "diez" is a number in Spanish and a town in Germany.
  if (!place.entries.some((entry) => entry.size === size && c.cues.isHome(entry.country, c.active))) return false
  return size === 4 ? level < Level.known : !place.isWord && size === 3 && level < Level.uncommon
}

/** True if the run is a person, a weekday or an ordinary noun. */
export function isVetoed(c: Scope, at: number, end: number): boolean {
  const r = c.reader
  const first = c.text.folded(at)
  if (c.cues.titles.has(first) || c.cues.calendar.has(first)) return true
  if (r.kind(at) === TokenKind.upper && r.length(at) <= 3) return true
  const levels = c.names.of(first)
  if (levels.given >= Level.uncommon || levels.family >= Level.uncommon) return true
  if (levels.word >= Level.rare || end - at > 5) return true
  if (r.isCapital(end) && !r.isNewline(end)) return true
  if (JOINED.has(r.sign(end)) && r.isTight(end) && r.isTight(end + 1)) return true
  for (let i = at + 1; i < end; i++)
    if (c.names.of(c.text.folded(i)).family >= Level.known && levels.given >= Level.rare) return true
  return end < r.count && r.sign(end) === '&'
}
