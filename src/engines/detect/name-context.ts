// What stands around a run of capitalised words and says that it is, or is not, a person: labels, forms of address,
// greetings and closings before it; numbers, ampersands and company words beside it.
import type { PhraseHit } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Evidence } from './evidence.ts'
import { type NameGroups, Role, type RoleTable } from './name-roles.ts'

export interface Before {
  /** A field label with its colon, equals sign or column. */
  readonly label: boolean
  readonly cue: boolean
  /** A form of address, also with its full stop. */
  readonly title: boolean
  readonly greeting: boolean
  readonly closing: boolean
  readonly sentenceInitial: boolean
  readonly lineInitial: boolean
  /** Where the speaker of a chat's line stands: at its start, or behind its time. */
  readonly speaker: boolean
  /** Street word or number right before: "ul. Słowackiego", "5 Appold". */
  readonly street: boolean
  /** A preposition of place right before: "in Texel". */
  readonly placeLead: boolean
  readonly organisation: boolean
  readonly ampersand: boolean
  /** A dash with blanks around it, as before a signature. */
  readonly dash: boolean
}

/** An e-mail address, an international or a local telephone number, a full date, a street with its number. */
const VALUE_AHEAD =
  /^(?:[\w.+-]{1,30}@|\+\d|0\d{2,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\p{Lu}[\p{L}.' -]{2,30} \d{1,4}\p{L}?(?![\p{L}\d])|\d{1,2} \p{L}{3,9} \d{4})/u
/** A cue is at most this long. */
const CUE_AHEAD = 30

export interface After {
  readonly organisation: boolean
  readonly street: boolean
  readonly number: boolean
  readonly ampersand: boolean
  /** A verb that people are the subject of: said, wrote, has. */
  readonly verb: boolean
  readonly possessive: boolean
  /** A thing named after a plant or a maker: rice, drill. */
  readonly goods: boolean
  readonly lower: boolean
  /** The text, the line or the sentence ends here. */
  readonly end: boolean
  /** A personal value follows, or the cue of one: "Ada Obi, born 1970", "Ada Obi (ada@...", "Ada Obi, +234 ...". */
  readonly attribute: boolean
  readonly colon: boolean
  /** A form of address behind the name. */
  readonly title: boolean
  /** A comma or an exclamation mark: somebody is called. */
  readonly calls: boolean
}

const NOTHING: After = {
  organisation: false,
  street: false,
  number: false,
  ampersand: false,
  verb: false,
  possessive: false,
  goods: false,
  lower: false,
  end: false,
  calls: false,
  attribute: false,
  colon: false,
  title: false,
}

const LABEL_GAP = /^["'*_)\]>]{0,3} {0,3}[:=\uff1a][^\p{L}\p{N}\n]{0,14}$/u
const LABEL_DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/u
const LABEL_LINE = /^[^\S\n]{0,3}[:=]?[^\S\n]{0,3}\n[^\S\n]{0,3}$/u
const CUE_GAP = /^\.?[ \t]{1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const GREETING_GAP = /^,? {1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const CLOSING_GAP = /^[,.!]?(?: {1,3}|\s{0,3}\n\s{0,6})[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const SENTENCE_END = /[.!?:;\u2022\u00bf\u00a1\u2026|"\u201c\u201d\u201e\u00ab\u00bb>*\])}(\u2013\u2014-]/u
const REACH = 16
/** Digits that no chapter and no year has. */
const LONG_NUMBER = 6
const CLOSING_REACH = 24

interface Cues {
  label: PhraseHit | null
  cue: PhraseHit | null
  title: PhraseHit | null
  greeting: PhraseHit | null
  closing: PhraseHit | null
}

export class NameContext {
  readonly #text: ScannedText
  readonly #evidence: Evidence
  readonly #groups: NameGroups
  readonly #roles: RoleTable
  readonly #own: readonly number[]

  constructor(text: ScannedText, evidence: Evidence, groups: NameGroups, roles: RoleTable) {
    this.#text = text
    this.#evidence = evidence
    this.#groups = groups
    this.#roles = roles
    this.#own = Object.values(groups)
  }

  /** Whether a label speaks to the value that begins at view index `start`. */
  label(start: number): boolean {
    return this.#isLabelled(start, this.#evidence.nearest(this.#groups.labels, start, REACH))
  }

  #isLabelled(start: number, hit: PhraseHit | null): boolean {
    if (hit !== null) {
      const gap = this.#text.text.slice(hit.end, start)
      if (LABEL_GAP.test(gap) || (gap === '>' && this.#isElement(hit.start))) return true
      if ((LABEL_LINE.test(gap) || LABEL_DASH.test(gap)) && this.#opensLine(hit.start)) return true
    }
    const { labels } = this.#groups
    const heading = this.#evidence.heading(start)
    return heading !== null && this.#evidence.nearest(labels, heading.end, heading.end - heading.start) !== null
  }

  /** "<nome>Ambra", "<p:surname>": the label is the name of an element. */
  #isElement(at: number): boolean {
    return /<(?:\w{1,12}:)?$/.test(this.#text.text.slice(Math.max(0, at - 14), at))
  }

  /** The nearest cue of each group before view index `start`: one walk over the few hits that are near enough. */
  #cuesBefore(start: number): Cues {
    const { labels, cues, titles, greetings, closings } = this.#groups
    const found: Cues = { label: null, cue: null, title: null, greeting: null, closing: null }
    for (const hit of this.#evidence.hits.between(start - CLOSING_REACH - 1, start)) {
      const { groups } = hit
      if (groups.includes(closings)) found.closing = hit
      if (start - hit.end > REACH) continue
      if (groups.includes(labels)) found.label = hit
      if (groups.includes(cues)) found.cue = hit
      if (groups.includes(titles)) found.title = hit
      if (groups.includes(greetings)) found.greeting = hit
    }
    return found
  }

  #fits(hit: PhraseHit | null, start: number, gap: RegExp): boolean {
    return hit !== null && gap.test(this.#text.text.slice(hit.end, start))
  }

  /** Whether a label of several words begins at view index `start`: "Bill to" is no Bill. */
  opensLabel(start: number): boolean {
    for (const hit of this.#evidence.hits.between(start, start + CUE_AHEAD)) {
      if (hit.start === start && hit.endToken - hit.firstToken > 1 && hit.groups.includes(this.#groups.labels))
        return true
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

  /** What stands before the run whose first token is `first`. */
  before(first: number): Before {
    const { text, tokens } = this.#text
    const start = tokens.start[first]!
    const previous = first - 1
    const kind = previous < 0 ? TokenKind.newline : tokens.kind[previous]!
    const sign = kind === TokenKind.sign ? text[tokens.start[previous]!]! : ''
    const lineInitial = kind === TokenKind.newline
    let roles = 0
    if (kind === TokenKind.lower || kind === TokenKind.capital)
      roles = this.#roles.get(this.#text.folded(previous)) ?? 0
    else if (sign === '.' && previous > 0) roles = this.#roles.get(this.#text.folded(previous - 1)) ?? 0
    const cues = this.#cuesBefore(start)
    return {
      label: this.#isLabelled(start, cues.label),
      cue: this.#fits(cues.cue, start, CUE_GAP),
      title: this.#isTitle(cues.title, start),
      greeting: this.#fits(cues.greeting, start, GREETING_GAP),
      closing: this.#fits(cues.closing, start, CLOSING_GAP),
      sentenceInitial: lineInitial || (sign !== '' && SENTENCE_END.test(sign)),
      lineInitial,
      speaker: /^[\])>]$/.test(sign) || lineInitial,
      street:
        (roles & (kind === TokenKind.lower ? Role.lowerStreet : Role.street)) !== 0 &&
        (roles & (Role.particle | Role.title)) === 0,
      placeLead: kind === TokenKind.lower && (roles & Role.placeLead) !== 0,
      organisation: (roles & Role.organisation) !== 0 && (roles & Role.particle) === 0,
      ampersand: sign === '&' || sign === '+',
      dash:
        /^[-~\u2013\u2014]$/.test(sign) &&
        text[start - 1] === ' ' &&
        text[tokens.start[previous]! - 1] === ' ' &&
        this.#endsTalk(previous - 1),
    }
  }

  /** What a signature stands behind: a small word, a sentence's end, a telephone number. "Teil 4 - Überblick" is a heading. */
  #endsTalk(index: number): boolean {
    const { tokens } = this.#text
    const kind = index < 0 ? TokenKind.newline : tokens.kind[index]
    if (kind === TokenKind.number)
      return tokens.kind[index - 1] === TokenKind.number || tokens.end[index]! - tokens.start[index]! >= LONG_NUMBER
    return kind === TokenKind.lower || kind === TokenKind.sign || kind === TokenKind.newline
  }

  /** Whether what follows view index `end` is a value that only persons have, or a cue of another detector for one. */
  #attribute(end: number): boolean {
    const start = /^ ?[,;(<\u2013-]{1,2} ?/.exec(this.#text.text.slice(end, end + 4))
    if (start === null) return false
    const from = end + start[0].length
    if (VALUE_AHEAD.test(this.#text.text.slice(from, from + 40))) return true
    // "(landlord": in brackets a role says it as well.
    return this.#isForeignCue(from, start[0].includes('('))
  }

  /** Whether a cue of another detector begins at view index `from`. */
  #isForeignCue(from: number, orRole = false): boolean {
    const own = orRole ? [] : this.#own
    for (const hit of this.#evidence.hits.between(from, from + CUE_AHEAD)) {
      if (hit.start === from && hit.groups.some((group) => !own.includes(group))) return true
    }
    return false
  }

  /** Whether the run that ends before token `next` goes on as a company, a street or a number. */
  after(next: number): After {
    const { text, tokens } = this.#text
    const none = NOTHING
    if (next >= tokens.count) return { ...none, end: true }
    const kind = tokens.kind[next]!
    if (kind === TokenKind.newline) return { ...none, end: true }
    const gap = tokens.start[next]! - tokens.end[next - 1]!
    if (kind === TokenKind.sign) {
      const sign = text[tokens.start[next]!]!
      const possessive = /['\u2019]/.test(sign) && next + 1 < tokens.count && this.#text.folded(next + 1) === 's'
      return {
        ...none,
        ampersand: sign === '&',
        possessive,
        end: sign === '.' || sign === '!',
        calls: sign === ',' || sign === '!',
        colon: sign === ':' && gap === 0 && text[tokens.end[next]!] === ' ',
        attribute: this.#attribute(tokens.end[next - 1]!),
      }
    }
    if (gap > 2) return none
    if (kind === TokenKind.number || kind === TokenKind.mixed) {
      const length = tokens.end[next]! - tokens.start[next]!
      // A house number is short; "Anna 0803..." is a person and a phone.
      const rest = text.slice(tokens.end[next]!, tokens.end[next]! + 3)
      // "Anna 200 лв" is a person and an amount.
      const isHouse = /^(?:\s*[,;.)\n/-]|\s*$| ?\p{L}(?!\p{L})| \d)/u.test(rest)
      return { ...none, number: isHouse && length <= 4 && /^\d/.test(text[tokens.start[next]!]!) }
    }
    const word = this.#text.folded(next)
    const roles = this.#roles.get(word) ?? 0
    const isLower = kind === TokenKind.lower
    return {
      ...none,
      // In lower case the short legal forms are ordinary words: as, co, sa.
      organisation:
        (roles & Role.organisation) !== 0 &&
        (!isLower || word.length > 4 || word === 'gmbh' || word === 'ltd' || word === 'plc'),
      lower: isLower,
      goods: isLower && (roles & Role.goods) !== 0,
      street: (roles & (isLower ? Role.lowerStreet : Role.street)) !== 0,
      verb: isLower && (roles & Role.verb) !== 0,
      title: isLower && (roles & Role.afterLower) !== 0,
      attribute: isLower && this.#isForeignCue(tokens.start[next]!),
    }
  }
}
