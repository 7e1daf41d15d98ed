// What stands around a run of capitalised words and says that it is, or is not, a person: labels, forms of address,
// greetings and closings before it; numbers, ampersands and company words beside it. Each answer is one number of bits.

import type { PhraseHit } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDigitUnit } from '../../../text/unit-classes.ts'
import type { Evidence } from '../evidence.ts'
import { Cue, type NameCues, Role } from './roles.ts'
import { isDash } from './signs.ts'
import type { NameWords } from './words.ts'

/** What stands before a run; bits. */
export const Before = {
  /** A field label with its colon, equals sign or column. */
  label: 1,
  cue: 2,
  /** A form of address, also with its full stop. */
  title: 4,
  greeting: 8,
  closing: 16,
  sentenceInitial: 32,
  lineInitial: 64,
  /** Where the speaker of a chat's line stands: at its start, or behind its time. */
  speaker: 128,
  /** Street word or number right before: "ul. Słowackiego", "5 Appold". */
  street: 256,
  /** A preposition of place right before: "in Texel". */
  placeLead: 512,
  organisation: 1024,
  ampersand: 2048,
  /** A dash with blanks around it, as before a signature. */
  dash: 4096,
  /** A cue and a comma right before. */
  apposed: 8192,
} as const

/** What stands behind a run; bits. */
export const After = {
  organisation: 1,
  street: 2,
  number: 4,
  ampersand: 8,
  /** A verb that people are the subject of: said, wrote, has. */
  verb: 16,
  possessive: 32,
  /** A thing named after a plant or a maker: rice, drill. */
  goods: 64,
  lower: 128,
  /** The text, the line or the sentence ends here. */
  end: 256,
  colon: 512,
  /** A form of address behind the name. */
  title: 1024,
  /** A comma or an exclamation mark: somebody is called. */
  calls: 2048,
} as const

/** An e-mail address, an international or a local telephone number, a full date, a street with its number. */
const VALUE_AHEAD =
  /^(?:[\w.+-]{1,30}@|\+\d|0\d{2,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\p{Lu}[\p{L}.' -]{2,30} \d{1,4}\p{L}?(?![\p{L}\d])|\d{1,2} \p{L}{3,9} \d{4})/u
const OPENS_VALUE = ',;(<\u2013-'
const VALUE_OPENING = /^ ?[,;(<\u2013-]{1,2} ?/
/** A cue is at most this long. */
const CUE_AHEAD = 30

const LABEL_GAP = /^["'*_)\]>]{0,3} {0,3}[:=\uff1a][^\p{L}\p{N}\n]{0,14}$/u
const LABEL_DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/u
const LABEL_LINE = /^[^\S\n]{0,3}[:=]?[^\S\n]{0,3}\n[^\S\n]{0,3}$/u
const CUE_GAP = /^\.?[ \t]{1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const APPOSED_GAP = /^, $/
const GREETING_GAP = /^,? {1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const CLOSING_GAP = /^[,.!]?(?: {1,3}|\s{0,3}\n\s{0,6})[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const SENTENCE_END = /[.!?:;\u2022\u00bf\u00a1\u2026|"\u201c\u201d\u201e\u00ab\u00bb>*\])}(\u2013\u2014-]/u
const REACH = 16
/** Digits that no chapter and no year has. */
const LONG_NUMBER = 6
const CLOSING_REACH = 24
/** What follows a house number: a sign, the end, a letter, another number. "Anna 200 лв" is a person and an amount. */
const BEHIND_NUMBER = /^(?:\s*[,;.)\n/-]|\s*$| ?\p{L}(?!\p{L})| \d)/u
const LONGEST_HOUSE = 4
/** Legal forms in lower case that are no ordinary words as as, co and sa are. */
const LOWER_FORMS: ReadonlySet<string> = new Set(['gmbh', 'ltd', 'plc'])
const SPACE = 32
const ANNOUNCING = Cue.label | Cue.cue | Cue.title | Cue.greeting | Cue.closing

export class NameContext {
  readonly #text: ScannedText
  readonly #evidence: Evidence
  readonly #cues: NameCues
  readonly #words: NameWords
  /** The last answer of `attribute`: every span that ends a segment asks. */
  #asked = -1
  #isAttribute = false

  constructor(text: ScannedText, evidence: Evidence, cues: NameCues, words: NameWords) {
    this.#text = text
    this.#evidence = evidence
    this.#cues = cues
    this.#words = words
  }

  /** Whether a label speaks to the value that begins at view index `start`. */
  label(start: number): boolean {
    return this.#isLabelled(start, this.#evidence.nearest(this.#cues.groups.label, start, REACH))
  }

  #isLabelled(start: number, hit: PhraseHit | null): boolean {
    if (hit !== null) {
      const gap = this.#text.text.slice(hit.end, start)
      if (gap === ': ' || LABEL_GAP.test(gap) || (gap === '>' && this.#isElement(hit.start))) return true
      if ((LABEL_LINE.test(gap) || LABEL_DASH.test(gap)) && this.#opensLine(hit.start)) return true
    }
    const heading = this.#evidence.heading(start)
    if (heading === null) return false
    return this.#evidence.nearest(this.#cues.groups.label, heading.end, heading.end - heading.start) !== null
  }

  /** "<nome>Ambra", "<p:surname>": the label is the name of an element. */
  #isElement(at: number): boolean {
    return /<(?:\w{1,12}:)?$/.test(this.#text.text.slice(Math.max(0, at - 14), at))
  }

  /** What the nearest cue of each kind before view index `start` says, bits of Before: one look at the few hits near enough. */
  #announced(start: number): number {
    const { all } = this.#evidence.hits
    let label: PhraseHit | null = null
    let cue: PhraseHit | null = null
    let title: PhraseHit | null = null
    let greeting: PhraseHit | null = null
    let closing: PhraseHit | null = null
    for (let i = this.#evidence.hits.endedBy(start) - 1; i >= 0; i--) {
      const hit = all[i]!
      const distance = start - hit.end
      if (distance > CLOSING_REACH) break
      const says = this.#cues.of(hit)
      if ((says & Cue.closing) !== 0) closing ??= hit
      if (distance > REACH) continue
      if ((says & Cue.label) !== 0) label ??= hit
      if ((says & Cue.cue) !== 0) cue ??= hit
      if ((says & Cue.title) !== 0) title ??= hit
      if ((says & Cue.greeting) !== 0) greeting ??= hit
    }
    let found = this.#isLabelled(start, label) ? Before.label : 0
    if (this.#fits(cue, start, CUE_GAP)) found |= Before.cue
    else if (this.#fits(cue, start, APPOSED_GAP)) found |= Before.apposed
    if (this.#isTitle(title, start)) found |= Before.title
    if (this.#fits(greeting, start, GREETING_GAP)) found |= Before.greeting
    if (this.#fits(closing, start, CLOSING_GAP)) found |= Before.closing
    return found
  }

  /**
   * Whether anything near before the run whose first token is `first` may announce it; `after` is what follows, bits of
   * After. True more often than `before` says so, and much sooner answered.
   */
  mayAnnounce(first: number, after: number): boolean {
    const { kind, start } = this.#text.tokens
    const at = start[first]!
    // Who speaks, behind a sign and before a colon; who signs, behind a dash.
    if ((after & (After.colon | After.end)) !== 0 && first > 0 && kind[first - 1] === TokenKind.sign) return true
    if (this.#evidence.heading(at) !== null) return true
    const { all } = this.#evidence.hits
    for (let i = this.#evidence.hits.endedBy(at) - 1; i >= 0 && at - all[i]!.end <= CLOSING_REACH; i--)
      if ((this.#cues.of(all[i]!) & ANNOUNCING) !== 0) return true
    return false
  }

  #fits(hit: PhraseHit | null, start: number, gap: RegExp): boolean {
    return hit !== null && gap.test(this.#text.text.slice(hit.end, start))
  }

  /** Whether a label of several words begins at view index `start`: "Bill to" is no Bill. */
  opensLabel(start: number): boolean {
    const { hits } = this.#evidence
    for (let i = hits.endedBy(start); i < hits.all.length; i++) {
      const hit = hits.all[i]!
      if (hit.end > start + CUE_AHEAD) return false
      const isLong = hit.start === start && hit.endToken - hit.firstToken > 1
      if (isLong && (this.#cues.of(hit) & Cue.label) !== 0) return true
    }
    return false
  }

  #opensLine(at: number): boolean {
    const { text } = this.#text
    let index = at - 1
    while (index >= 0 && at - index < 4 && text[index] === ' ') index--
    return index < 0 || text[index] === '\n'
  }

  /** A form of address right before; a single letter behind a number is a unit ("15 d."), not a don. */
  #isTitle(hit: PhraseHit | null, start: number): boolean {
    if (hit === null || !this.#fits(hit, start, CUE_GAP)) return false
    return hit.end - hit.start > 1 || !/\d ?$/.test(this.#text.text.slice(Math.max(0, hit.start - 3), hit.start))
  }

  /** What stands before the run whose first token is `first`: bits of Before. */
  before(first: number): number {
    const { text, tokens } = this.#text
    const start = tokens.start[first]!
    const found = this.#announced(start)
    const previous = first - 1
    if (previous < 0) return found | OPENS_LINE
    const kind = tokens.kind[previous]!
    if (kind === TokenKind.newline) return found | OPENS_LINE
    if (kind === TokenKind.sign) return found | this.#behindSign(previous, text[start - 1] === ' ')
    if (kind !== TokenKind.lower && kind !== TokenKind.capital) return found
    const isLower = kind === TokenKind.lower
    const { roles } = this.#words.known(previous)
    return (
      found |
      placeBits(roles, isLower ? Role.lowerStreet : Role.street) |
      (isLower && (roles & Role.placeLead) !== 0 ? Before.placeLead : 0)
    )
  }

  /** What a signature stands behind: a small word, a sentence's end, a telephone number. "Teil 4 - Überblick" is a heading. */
  #endsTalk(index: number): boolean {
    const { tokens } = this.#text
    const kind = index < 0 ? TokenKind.newline : tokens.kind[index]
    if (kind === TokenKind.number)
      return tokens.kind[index - 1] === TokenKind.number || tokens.end[index]! - tokens.start[index]! >= LONG_NUMBER
    return kind === TokenKind.lower || kind === TokenKind.sign || kind === TokenKind.newline
  }

  /** What the sign at token `index` says of a run behind it. */
  #behindSign(index: number, isApart: boolean): number {
    const { text, tokens } = this.#text
    const at = tokens.start[index]!
    const sign = text[at]!
    let found = 0
    // "St. Mary": the stop of an abbreviation.
    if (sign === '.' && index > 0) found |= placeBits(this.#words.known(index - 1).roles, Role.street)
    if (SENTENCE_END.test(sign)) found |= Before.sentenceInitial
    if (sign === ']' || sign === ')' || sign === '>') found |= Before.speaker
    if (sign === '&' || sign === '+') found |= Before.ampersand
    if (isApart && text.charCodeAt(at - 1) === SPACE && isDash(sign.charCodeAt(0)) && this.#endsTalk(index - 1))
      found |= Before.dash
    return found
  }

  /**
   * Whether what follows the run that ends before token `next` is a value that only persons have, or the cue of one: "Ada
   * Obi, born 1970", "Ada Obi (ada@...", "Ada Obi, +234 ...".
   */
  attribute(next: number): boolean {
    if (this.#asked !== next) {
      this.#asked = next
      this.#isAttribute = this.#attribute(next)
    }
    return this.#isAttribute
  }

  #attribute(next: number): boolean {
    const { text, tokens } = this.#text
    if (next >= tokens.count) return false
    const kind = tokens.kind[next]!
    const end = tokens.end[next - 1]!
    if (kind === TokenKind.lower) return tokens.start[next]! - end <= 2 && this.#isCue(tokens.start[next]!, Cue.foreign)
    if (kind !== TokenKind.sign || !OPENS_VALUE.includes(text[tokens.start[next]!]!)) return false
    const opening = VALUE_OPENING.exec(text.slice(end, end + 4))
    if (opening === null) return false
    const from = end + opening[0].length
    if (VALUE_AHEAD.test(text.slice(from, from + 40))) return true
    // "(landlord": in brackets a role says it as well.
    return this.#isCue(from, opening[0].includes('(') ? ANY_CUE : Cue.foreign)
  }

  /** Whether a phrase that says one of `bits` begins at view index `from`. */
  #isCue(from: number, bits: number): boolean {
    const { hits } = this.#evidence
    for (let i = hits.endedBy(from); i < hits.all.length; i++) {
      const hit = hits.all[i]!
      if (hit.end > from + CUE_AHEAD) return false
      if (hit.start === from && (this.#cues.of(hit) & bits) !== 0) return true
    }
    return false
  }

  /** How the run that ends before token `next` goes on, bits of After: as a company, a street, a number, a sentence. */
  after(next: number): number {
    const { text, tokens } = this.#text
    if (next >= tokens.count) return After.end
    const kind = tokens.kind[next]!
    if (kind === TokenKind.newline) return After.end
    const gap = tokens.start[next]! - tokens.end[next - 1]!
    if (kind === TokenKind.sign) return this.#afterSign(next, gap)
    if (gap > 2) return 0
    if (kind === TokenKind.number || kind === TokenKind.mixed) {
      const end = tokens.end[next]!
      const unit = text.charCodeAt(tokens.start[next]!)
      // A house number is short; "Anna 0803..." is a person and a phone.
      const isShort = end - tokens.start[next]! <= LONGEST_HOUSE && isDigitUnit(unit)
      return isShort && BEHIND_NUMBER.test(text.slice(end, end + 3)) ? After.number : 0
    }
    const { roles, folded } = this.#words.known(next)
    const isLower = kind === TokenKind.lower
    let found = 0
    if ((roles & Role.organisation) !== 0 && (!isLower || folded.length > 4 || LOWER_FORMS.has(folded)))
      found |= After.organisation
    if ((roles & (isLower ? Role.lowerStreet : Role.street)) !== 0) found |= After.street
    if (!isLower) return found
    if ((roles & Role.goods) !== 0) found |= After.goods
    if ((roles & Role.verb) !== 0) found |= After.verb
    if ((roles & Role.afterLower) !== 0) found |= After.title
    return found | After.lower
  }

  #afterSign(next: number, gap: number): number {
    const { text, tokens } = this.#text
    switch (text[tokens.start[next]!]) {
      case '&':
        return After.ampersand
      case '.':
        return After.end
      case '!':
        return After.end | After.calls
      case ',':
        return After.calls
      case ':':
        return gap === 0 && text.charCodeAt(tokens.end[next]!) === SPACE ? After.colon : 0
      case "'":
      case '\u2019':
        return next + 1 < tokens.count && this.#text.folded(next + 1) === 's' ? After.possessive : 0
      default:
        return 0
    }
  }
}

const OPENS_LINE = Before.sentenceInitial | Before.lineInitial | Before.speaker
const ANY_CUE = 0xffff

/** What a street or company word before a run says; `street` is the role that counts as one here. */
function placeBits(roles: number, street: number): number {
  return (
    ((roles & street) !== 0 && (roles & (Role.particle | Role.title)) === 0 ? Before.street : 0) |
    ((roles & Role.organisation) !== 0 && (roles & Role.particle) === 0 ? Before.organisation : 0)
  )
}
