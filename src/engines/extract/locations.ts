// Places that detection is too careful to claim: a name of the gazetteer behind a word of place, also with a case ending.
import type { Gazetteer } from '../../packs/gazetteer.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type Proposal, Rank } from './proposal.ts'

const MOST_WORDS = 4
/** Ending of a place's case form -> what the dictionary form ends in. */
const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ...['lla', 'lle', 'lta', 'ssa', 'sta', 'an', 'en', 'in', 'on', 'lt', 's', 'st', 'sse', 'l'].map((ending): [string, string[]] => [ending, ['']]),
  ...['ban', 'ben', 'bol', 'ba', 'be', 'rol', 'ra', 're', 'on', 'en', 'n', 'nal', 'nel', 'tol', 'hoz', 'ig', 't', 'nak', 'nek'].map((ending): [string, string[]] => [ending, ['']]),
  ['u', ['', 'o', 'a']],
  ['e', ['a', '', 'o']],
  ['ie', ['a', 'ia']],
  ['y', ['a', '', 'y']],
  ['i', ['a', 'ia', '', 'y']],
  ['a', ['', 'o', 'e']],
  ['em', ['', 'o']],
  ['om', ['', 'o']],
  ['ach', ['y', 'a', 'e']],
  ['ech', ['y', 'e']],
  ['ich', ['e', 'y']],
  ['ovi', ['', 'o']],
  ['ove', ['ov', '']],
  ['uose', ['ai', 'iai']],
  ['iuose', ['iai', 'ai']],
  ['yje', ['ys', 'is']],
  ['oje', ['a']],
  ['eje', ['e']],
  ['uje', ['us']],
  ['ei', ['a', 'ea']],
  ['ul', ['']],
  ['ului', ['']],
  ['\u03bf', ['\u03bf\u03c2']],
  ['\u03b7', ['\u03b7\u03c2']],
  ['\u03b1', ['\u03b1\u03c2']],
  ['\u03bf\u03c5', ['\u03bf\u03c2', '\u03bf']],
  ['\u03b7\u03c2', ['\u03b7', '\u03b7\u03c2']],
  ['\u03b1\u03c2', ['\u03b1', '\u03b1\u03c2']],
]

export function locationRule(gazetteer: () => Gazetteer, prepositions: readonly string[]): (text: ScannedText) => Proposal[] {
  const leads = new Set(prepositions.map(fold))
  return (text) => {
    const { tokens } = text
    const found: Proposal[] = []
    for (let index = 1; index < tokens.count; index++) {
      const kind = tokens.kind[index]!
      const isLower = kind === TokenKind.lower
      if (kind !== TokenKind.capital && !isLower) continue
      const before = index - 1
      const isLed = isLead(text, before) && leads.has(text.folded(before)) && tokens.start[index]! - tokens.end[before]! === 1
      const last = !isLed ? (isLower ? -1 : casePlace(text, index, gazetteer())) : isLower ? lowerPlace(text, index, gazetteer()) : placeAt(text, index, gazetteer())
      if (last < 0) continue
      found.push({
        type: 'LOCATION',
        start: tokens.start[index]!,
        end: tokens.end[last]!,
        confidence: isLower ? 0.5 : 0.65,
        source: 'lexicon',
        metadata: {},
        rank: Rank.guessed,
      })
      index = last
    }
    return found
  }
}

/** A preposition is in lower case, or opens the sentence. */
function isLead(text: ScannedText, at: number): boolean {
  const { kind, start } = text.tokens
  if (kind[at] === TokenKind.lower) return true
  if (kind[at] !== TokenKind.capital && kind[at] !== TokenKind.upper) return false
  return at === 0 || kind[at - 1] === TokenKind.newline || (kind[at - 1] === TokenKind.sign && /[.!?:]/.test(text.text[start[at - 1]!]!))
}

/** Endings that only a place has in its clause: "Imatralla", "Siófokon", "Mažeikiuose". */
const CASE_ENDING = /(?:lla|ssa|sta|lta|lle|uose|iuose|ban|ben|bol|rol|on|ak|sse|oje|eje|yje)$/

/** A single place name in a case of place, no preposition needed; -1 when it is none. */
function casePlace(text: ScannedText, at: number, gazetteer: Gazetteer): number {
  const { tokens } = text
  const folded = text.folded(at)
  if (folded.length < 6 || !CASE_ENDING.test(folded) || gazetteer.has(folded)) return -1
  const next = at + 1
  if (next < tokens.count && tokens.kind[next] === TokenKind.capital && tokens.start[next]! - tokens.end[at]! === 1) return -1
  if (at > 0 && tokens.kind[at - 1] === TokenKind.capital && tokens.start[at]! - tokens.end[at - 1]! === 1) return -1
  return isPlace(folded, gazetteer) ? at : -1
}

/** Last token of the longest gazetteer name at `at`, in its own or a case form; -1 when there is none. */
function placeAt(text: ScannedText, at: number, gazetteer: Gazetteer): number {
  const { tokens } = text
  const ends: number[] = []
  for (let index = at, words = 0; index < tokens.count && words < MOST_WORDS; index++) {
    if (index > at && tokens.start[index]! - tokens.end[index - 1]! > 1) break
    const kind = tokens.kind[index]!
    if (kind === TokenKind.sign && text.text[tokens.start[index]!] === '-' && words > 0) continue
    if (kind !== TokenKind.capital && !(kind === TokenKind.lower && words > 0)) break
    words++
    ends.push(index)
  }
  for (let i = ends.length - 1; i >= 0; i--) {
    const end = ends[i]!
    if (tokens.kind[end] !== TokenKind.capital) continue
    const key = fold(text.text.slice(tokens.start[at], tokens.end[end]).replace(/-/g, ' '))
    if (isPlace(key, gazetteer)) {
      // "in London Road" and "in Paris Hilton" go on.
      const next = end + 1
      const goesOn = next < tokens.count && tokens.kind[next] === TokenKind.capital && tokens.start[next]! - tokens.end[end]! === 1
      return goesOn ? -1 : end
    }
  }
  return -1
}

function isPlace(key: string, gazetteer: Gazetteer): boolean {
  if (gazetteer.has(key)) return true
  for (const [ending, stems] of ENDINGS) {
    if (!key.endsWith(ending) || key.length - ending.length < 4) continue
    for (const stem of stems) {
      const place = gazetteer.get(key.slice(0, key.length - ending.length) + stem)
      if (place !== null && !place.isWord) return true
    }
  }
  return false
}

/** In lower case only a large place that means nothing else. */
function lowerPlace(text: ScannedText, at: number, gazetteer: Gazetteer): number {
  const place = gazetteer.get(text.folded(at))
  if (place === null || place.isWord || place.isGivenName || place.isSurname) return -1
  return place.entries[0]!.size >= 5 && text.folded(at).length >= 5 ? at : -1
}
