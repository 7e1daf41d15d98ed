// Values of fields: "full name:" is followed by a name, whatever its words are elsewhere. A rule, which outranks the weights.
import { numbersFor } from '../../../text/kept-list.ts'
import type { PhraseHit, PhraseHits } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AMPERSAND, EQUALS, isApostrophe, isHyphen, QUESTION } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { Cue, type NameCues } from './cues.ts'
import { roleBit } from './roles.ts'
import { Casing } from './word-classes.ts'
import type { NameWord, NameWords } from './words.ts'

/** Tokens, end exclusive. */
export interface TokenRange {
  readonly first: number
  readonly end: number
}

/** By token, 1 if it is in one of the ranges. */
export function tokensOf({ tokens }: ScannedText, lists: readonly (readonly TokenRange[])[]): Int32Array {
  const taken = numbersFor(tokens.count)
  for (const ranges of lists) for (const { first, end } of ranges) taken.fill(1, first, end)
  return taken
}

/** Words of a name in a field at most, and where they are in small letters. */
const MOST_WORDS = 6
const MOST_SMALL_WORDS = 4
/** Signs between a label and its value at most: `"name" : "`. */
const MOST_SIGNS = 5
/** No field is filled in with these, but they are written there. */
const THINGS =
  roleBit('organisation') |
  roleBit('legal form') |
  roleBit('street') |
  roleBit('bearer') |
  roleBit('brand') |
  roleBit('label')

export class NameFields {
  readonly #words: NameWords
  readonly #cues: NameCues

  constructor(words: NameWords, cues: NameCues) {
    this.#words = words
    this.#cues = cues
  }

  find(text: ScannedText, hits: PhraseHits): TokenRange[] {
    const { groups } = this.#cues
    if (!hits.has(groups.field) && !hits.has(groups.naming)) return []
    const found: TokenRange[] = []
    for (const hit of hits.all) {
      const says = this.#cues.of(hit)
      if ((says & (Cue.field | Cue.naming)) === 0) continue
      const first = valueBehind(text, hit)
      if (first < 0) continue
      const end = this.#endOf(text, hits, hit, first)
      if (end > first && this.#isName(text, first, end, (says & Cue.field) !== 0)) found.push({ first, end })
    }
    return found
  }

  /** The end of a name of one word directly after a label, with the capitalised word that completes it: "Patient Casey Example". */
  completed(text: ScannedText, hits: PhraseHits, { first, end }: TokenRange): number {
    const { kind, start, end: ends, count } = text.tokens
    if (end - first !== 1 || end >= count || kind[end] !== kind[first] || start[end] !== ends[first]! + 1) return end
    if (kind[end] !== TokenKind.capital || (this.#words.at(text, end).roles & (THINGS | roleBit('no name'))) !== 0)
      return end
    if (this.#opensLabel(text, hits, end, true)) return end
    for (let n = hits.endedBefore(first) - 1; n >= 0 && hits.all[n]!.endToken === first; n--)
      if ((this.#cues.of(hits.all[n]!) & Cue.label) !== 0) return end + 1
    return end
  }

  /** The end of the words of a value: at a token that is not a word, and before the next label. */
  #endOf(text: ScannedText, hits: PhraseHits, hit: PhraseHit, first: number): number {
    const { kind, start, end, count } = text.tokens
    const isSmall = kind[first] === TokenKind.lower
    const inQuery = isInQuery(text, hit)
    let words = 0
    let i = first
    while (i < count && words < (isSmall ? MOST_SMALL_WORDS : MOST_WORDS)) {
      if (isJoiner(text, i)) {
        i++
        continue
      }
      if (kind[i]! > TokenKind.upper || (!isSmall && this.#goesOn(text, i))) break
      if (i > first && inQuery && start[i]! > end[i - 1]!) break
      if (i > first && this.#opensLabel(text, hits, i, isSmall)) break
      i++
      words++
    }
    while (i > first && kind[i - 1] === TokenKind.sign) i--
    return i < count && isColon(text, i) ? first : i
  }

  /** Whether a word in small letters after a name with capitals is outside of it: not a particle before a further word. */
  #goesOn(text: ScannedText, i: number): boolean {
    const { kind, count } = text.tokens
    if (kind[i] !== TokenKind.lower) return false
    const isParticle = (this.#words.at(text, i).roles & roleBit('particle')) !== 0
    return !isParticle || i + 1 >= count || kind[i + 1]! > TokenKind.upper
  }

  /** Whether the next label begins at token `i`: "name: gift okafor dob 1990". */
  #opensLabel(text: ScannedText, hits: PhraseHits, i: number, isSmall: boolean): boolean {
    const { count, kind } = text.tokens
    for (let n = hits.endedBefore(i); n < hits.all.length && hits.all[n]!.firstToken <= i + 1; n++) {
      const hit = hits.all[n]!
      if (hit.firstToken !== i) continue
      const next = hit.endToken
      if (next < count && (isColon(text, next) || kind[next] === TokenKind.number || kind[next] === TokenKind.mixed))
        return true
      if (isSmall && (this.#cues.of(hit) & (Cue.foreign | Cue.label)) !== 0) return true
    }
    return false
  }

  /** A field that says what it holds is believed; one that only says "name" where its words look like a person's. */
  #isName(text: ScannedText, first: number, end: number, isStated: boolean): boolean {
    const words: NameWord[] = []
    for (let i = first; i < end; i++) if (text.tokens.kind[i] !== TokenKind.sign) words.push(this.#words.at(text, i))
    if (words.some(({ roles, people, raw }) => (roles & THINGS) !== 0 && (people === 0 || raw === raw.toLowerCase())))
      return false
    const known = words.filter(({ levels }) => levels.given + levels.family > 0).length
    const isWritten = words.every(
      ({ casing, raw }) =>
        casing === Casing.capital || casing === Casing.upper || casing === Casing.initial || hasNoCase(raw),
    )
    if (!isStated) return words.length > 1 && known > 0 && (isWritten || known === words.length)
    if (isWritten) return words.length > 1 || known > 0 || words[0]!.levels.word === 0
    return known > 0 && words.every(({ commonIn, levels }) => commonIn === 0 || levels.given + levels.family > 4)
  }
}

/** True for words of scripts without capitals, such as Arabic and Ethiopic. */
const hasNoCase = (raw: string): boolean => raw.toLowerCase() === raw.toUpperCase()

/** The first token of what a label announces over a colon or an equals sign; -1 where it announces nothing so. */
function valueBehind(text: ScannedText, { endToken }: PhraseHit): number {
  const { kind, count } = text.tokens
  let isSeparated = false
  for (let i = endToken; i < count && i - endToken < MOST_SIGNS; i++) {
    if (kind[i]! <= TokenKind.upper) return isSeparated ? i : -1
    if (kind[i] !== TokenKind.sign) return -1
    if (isColon(text, i) || text.units[text.tokens.start[i]!] === 61) isSeparated = true
    else if (!/[")'*\]>_`\u201c]/.test(text.text[text.tokens.start[i]!]!)) return -1
  }
  return -1
}

/** Whether a label is a field of a web address, whose value ends at a space: "?first=Ada HTTP/1.1". */
function isInQuery(text: ScannedText, { firstToken, endToken }: PhraseHit): boolean {
  const { start, end, units, count } = text.tokens
  if (firstToken === 0 || endToken >= count || units[start[endToken]!] !== EQUALS) return false
  const before = units[start[firstToken - 1]!]!
  return (before === QUESTION || before === AMPERSAND) && end[firstToken - 1] === start[firstToken]
}

function isColon(text: ScannedText, i: number): boolean {
  return text.units[text.tokens.start[i]!] === 58
}

/** A hyphen or an apostrophe inside a word, or the full stop of an initial. */
function isJoiner({ tokens: { kind, start, end, units, count } }: ScannedText, i: number): boolean {
  if (kind[i] !== TokenKind.sign || i === 0 || i + 1 >= count || start[i] !== end[i - 1]) return false
  const unit = units[start[i]!]!
  if (unit === 46) return end[i - 1]! - start[i - 1]! <= 2 && kind[i + 1]! <= TokenKind.upper
  return (isHyphen(unit) || isApostrophe(unit)) && start[i + 1] === end[i] && kind[i + 1]! <= TokenKind.upper
}
