// Context of values: the cues of a text, found once for all detectors, its table columns, and the countries whose rules apply.

import { firstAt } from '../../lists.ts'
import type { Packs } from '../../packs/load.ts'
import type { Languages } from '../../packs/word-levels.ts'
import { keptCopy, keptList, numbersFor } from '../../text/kept-list.ts'
import type { PhraseHit, PhraseHits } from '../../text/phrase-hits.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { Range } from '../../text/range.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { WrittenDate } from '../../values/written-dates.ts'
import { datesOf } from '../../values/written-dates.ts'
import { Label } from './fields/label.ts'
import { type Pair, pairsOf } from './fields/pairs.ts'
import { type Headings, headingsOf, NO_HEADINGS } from './fields/tables.ts'
import type { TextKinds } from './kinds/kind.ts'
import { textKinds } from './kinds/read.ts'
import { placesOfTokens, removeOwnTokens } from './own-tokens.ts'

/** The governing country, whose rules need the least evidence; null if only a statute is known. */
export interface DetectScope {
  readonly jurisdiction: string | null
}

/** Distance of a cue in the column header of a value: less than any cue in running text, except one that touches the value. */
const HEADING_DISTANCE = 1
/** Maximum number of tokens between a label and its value: `passport no. (#) : "`. */
export const LABEL_TOKENS = 6
/** Entries by token: no label, and the first index of a label. */
const UNLABELLED = 1
const FIRST_LABEL = 2
/** Kinds of cue that do not belong to values of people. */
const IMPERSONAL = ['aside', 'reference', 'version', 'amount']
const GOODS_CUES = ['reference', 'amount']
const LONGEST_HOST_END = 4

const NO_RANGES: readonly Range[] = []

export class CueKinds {
  readonly filler: number
  readonly month: number
  readonly aside: number
  readonly id: number
  readonly impersonal: number
  readonly goods: number
  readonly plain: number
  readonly own: RegExp

  /** `filler` and `month`: bits of filler words and month words (PhraseBook.ask); `own`: matches own tokens. */
  constructor(book: PhraseBook, filler: number, month: number, own = /(?!)/g) {
    this.own = own
    this.filler = filler
    this.month = month
    this.aside = book.bitOf('aside')
    this.id = book.bitOf('id')
    this.impersonal = book.bitsOf(IMPERSONAL)
    this.goods = book.bitsOf(GOODS_CUES)
    this.plain = book.bitOf('')
  }
}

/** A time in brackets or at the start of a line, up to the sign after one of its numbers; CLOCK_WITHIN: how far back it may begin. */
const CLOCK = /(?:[[(]|\n)\d{1,2}(?::\d{2}){0,2}[:\]) ]$/
const CLOCK_WITHIN = 10

export class Evidence {
  readonly hits: PhraseHits
  /** Countries whose rules apply at full strength; null if no country governs (all are foreign, and cues decide). */
  countries: ReadonlySet<string> | null
  /** Possible languages of the text, set by the names detector; null before, and if the text does not show them. */
  languages: Languages | null = null
  people: readonly Range[] = NO_RANGES
  /** Streets in texts where no person has an address: their eponyms are not reported as persons. */
  streets: Range[] | null = null
  readonly #text: ScannedText
  readonly #book: PhraseBook
  readonly #kinds: CueKinds
  /** Content of each table, by the range of its headers. */
  #tableKinds: Map<object, boolean> | null = null
  #headings: Headings | null = null
  /** By token, the label of the value that begins there: 0 not computed, UNLABELLED, or its index in #labels plus FIRST_LABEL. */
  #labelled: Int32Array | null = null
  #labels: Label[] | null = null
  #headingLabels: Map<number, Label | null> | null = null
  #pairs: readonly Pair[] | null = null
  #dates: readonly WrittenDate[] | null = null
  #years: ReadonlySet<number> | null = null
  /** Tokens and masks of an earlier copy. */
  #tokens: readonly Range[] | null = null

  constructor(text: ScannedText, book: PhraseBook, countries: ReadonlySet<string> | null, kinds: CueKinds) {
    this.#text = text
    this.#book = book
    this.hits = book.scan(text)
    this.countries = countries
    this.#kinds = kinds
  }

  /** Removes the claims of tokens and masks of an earlier copy. */
  removeOwnTokens(claims: Range[]): void {
    if (claims.length === 0) return
    this.#tokens ??= placesOfTokens(this.#text.text, this.#kinds.own)
    removeOwnTokens(this.#text.text, claims, this.#tokens)
  }

  addStreet(street: Range): void {
    this.streets ??= []
    this.streets.push(street)
  }

  /** This evidence with the rules of `countries`; its other parts do not depend on them. */
  under(countries: ReadonlySet<string> | null): this {
    this.countries = countries
    return this
  }

  /** Units from the end of the nearest cue of `group` to view index `start`; -1 if none is within `reach`; 1 for a cue in the column header. */
  cue(group: number, start: number, reach: number): number {
    if (!this.hits.has(group)) return -1
    const near = this.hits.nearestBefore(group, start, reach)
    const heading = this.heading(start)
    // The end of the line above belongs to another column.
    if (near !== null && (heading === null || !this.#text.text.slice(near.end, start).includes('\n')))
      return start - near.end
    if (heading === null) return -1
    return this.hits.nearestBefore(group, heading.end, heading.end - heading.start) === null ? -1 : HEADING_DISTANCE
  }

  /** The cues that lead to the value at token `index` without touching it, nearest first; null if none. Only for the first value after a cue. */
  leads(index: number, reach: number): readonly PhraseHit[] | null {
    const { start, kind } = this.#text.tokens
    let found: PhraseHit[] | null = null
    let at = index
    const { all } = this.hits
    for (let i = this.hits.endedBefore(index) - 1; i >= 0; i--) {
      const hit = all[i]!
      if (start[index]! - hit.end > reach) break
      while (at > hit.endToken) {
        at--
        if ((kind[at] === TokenKind.number || kind[at] === TokenKind.mixed) && !this.#isClock(at)) return found
      }
      if (found === null) found = [hit]
      else found.push(hit)
    }
    return found
  }

  /** True for a number of a chat timestamp: "[14:02] Ada: 12345678", "Ada (14:02): 12345678". */
  #isClock(index: number): boolean {
    const { start, end } = this.#text.tokens
    const { text } = this.#text
    const behind = text[end[index]!]
    if (behind !== ':' && behind !== ']' && behind !== ')' && behind !== ' ') return false
    return CLOCK.test(text.slice(Math.max(0, start[index]! - CLOCK_WITHIN), end[index]! + 1))
  }

  dateFrom(start: number): WrittenDate | null {
    const date = this.dates[firstAt(this.dates, (one) => one.start >= start)]
    return date?.start === start ? date : null
  }

  /** The nearest cue of `group` in running text, before `start` within `reach`; null if there is none. Column headers do not count. */
  nearest(group: number, start: number, reach: number): PhraseHit | null {
    return this.hits.nearestBefore(group, start, reach)
  }

  /** The cue that labels the value at token `index`: directly before it, over signs and fillers, else in its column header; null if none. */
  label(index: number): Label | null {
    if (this.hits.all.length === 0) return null
    const near = this.hits.endedBefore(index) - 1
    // No cue within reach and no table: most values have no label.
    if ((near < 0 || this.hits.all[near]!.endToken <= index - LABEL_TOKENS) && this.#tables() === NO_HEADINGS)
      return null
    this.#labelled ??= numbersFor(this.#text.tokens.count)
    const known = this.#labelled[index]!
    if (known !== 0) return known === UNLABELLED ? null : this.#labels![known - FIRST_LABEL]!
    const label = this.#labelAt(index)
    this.#labelled[index] = label === null ? UNLABELLED : this.#keepLabel(label)
    return label
  }

  #keepLabel(label: Label): number {
    this.#labels ??= keptList()
    return this.#labels.push(label) - 1 + FIRST_LABEL
  }

  #labelAt(index: number): Label | null {
    const { start, kind } = this.#text.tokens
    const { all } = this.hits
    const heading = this.heading(start[index]!)
    // In a table, the end of the line above belongs to another column.
    let newlines = heading === null ? 0 : 1
    let meanwhile = -1
    for (let i = index - 1; i >= 0 && index - i <= LABEL_TOKENS; i--) {
      const known = kind[i]
      if (known === TokenKind.newline) {
        if (++newlines > 1) break
        continue
      }
      const isFiller = this.isFiller(i)
      const longest = this.#announcedAt(i)
      if (longest >= 0) {
        // `"Obi, Ada",1990-03-04` under "name,dob": the column header is stronger evidence than a word in the cell before.
        const own = heading !== null && this.heading(start[i]!) !== heading ? this.#headingLabel(heading) : null
        if (own !== null) return own
        // A filler may be a cue in another language: "no" is Latvian for "from", "är" looks like Hungarian "ár", price.
        if (!isFiller || all[longest]!.firstToken < i) return this.#labelOf(longest)
        if (meanwhile < 0) meanwhile = longest
      }
      if (known !== TokenKind.sign && !isFiller) break
    }
    if (meanwhile >= 0) return this.#labelOf(meanwhile, true)
    return heading === null ? null : this.#headingLabel(heading)
  }

  /** True if a cue belongs to values of people: neither an aside nor the number, version or price of an article. */
  isOfPeople({ says }: PhraseHit): boolean {
    // Cues without a kind label names and addresses; a group that also has a number or price kind does not count as such.
    const plain = (says.kinds & this.#kinds.goods) !== 0 ? this.#kinds.plain : 0
    return (says.kinds & ~this.#kinds.impersonal & ~plain) !== 0
  }

  /** True if view index `at` is in a table without a header for values of people. */
  isInTableOfThings(at: number): boolean {
    const head = this.tableHead(at)
    if (head === null) return false
    this.#tableKinds ??= new Map()
    let known = this.#tableKinds.get(head)
    if (known === undefined) {
      const cues = this.hits.between(head.start, head.end).filter(({ start }) => start >= head.start)
      known = !cues.some((hit) => this.isOfPeople(hit))
      this.#tableKinds.set(head, known)
    }
    return known
  }

  /** The longest label cue that ends with token `last`, as its index in the hits; -1 if there is none. */
  #announcedAt(last: number): number {
    const { all } = this.hits
    const end = this.hits.endedBefore(last + 1)
    for (let i = this.hits.endedBefore(last); i < end; i++)
      if (this.#announces(all[i]!) && !this.#isTag(all[i]!) && !this.#endsHost(all[i]!)) return i
    return -1
  }

  /** "<i>00371 21 234 991</i>": the short name of a tag is not a word of the text. */
  #isTag({ start, end }: PhraseHit): boolean {
    return end - start <= 2 && this.#text.text[end] === '>' && /[</]/.test(this.#text.text[start - 1] ?? '')
  }

  /** "ana@example.hr;287...": the last label of a host is not a cue for the following value, although "hr" is Mr in Croatian. */
  #endsHost({ start, end }: PhraseHit): boolean {
    const { text } = this.#text
    if (end - start > LONGEST_HOST_END || text[start - 1] !== '.') return false
    return /@[\p{L}\d.-]{1,60}\.$/u.test(text.slice(Math.max(0, start - 64), start))
  }

  /** The cue in a column header, computed once for its column. */
  #headingLabel(heading: Range): Label | null {
    this.#headingLabels ??= new Map()
    let known = this.#headingLabels.get(heading.start)
    if (known !== undefined) return known
    // The last cue of a header is its head word in most supported languages: "customer phone", "date of birth".
    const { all } = this.hits
    let last = -1
    for (let i = this.hits.endedBy(heading.start); i < all.length && all[i]!.end <= heading.end; i++)
      if (
        all[i]!.start >= heading.start &&
        this.#announces(all[i]!) &&
        !this.#isUnit(all[i]!, heading.start) &&
        (last < 0 || all[last]!.end !== all[i]!.end)
      )
        last = i
    known = last < 0 ? null : this.#labelOf(last)
    this.#headingLabels.set(heading.start, known)
    return known
  }

  /** "half_life_s", "temp_c": a single letter after a word of the header is the unit of its numbers. */
  #isUnit({ start, end }: PhraseHit, heading: number): boolean {
    return end - start === 1 && start > heading && /[_ (/]/.test(this.#text.text[start - 1]!)
  }

  /** True if a group of the cue labels values. Cues of the kind "aside" only describe the context. */
  #announces({ says }: PhraseHit): boolean {
    return (says.kinds & ~this.#kinds.aside) !== 0
  }

  /** The label of the cue at index `longest` of the hits, together with the cues inside it. */
  #labelOf(longest: number, isDoubtful = false): Label {
    const { all } = this.hits
    const { start, end } = all[longest]!
    const cues = [all[longest]!]
    // Inner cues end between the cue's start and end, so they are adjacent to it in the hits.
    let first = longest
    while (first > 0 && all[first - 1]!.end > start) first--
    for (let i = first; i < all.length && all[i]!.end <= end; i++) {
      const hit = all[i]!
      if (i !== longest && (hit.start === start || (hit.start > start && hit.end === end))) cues.push(hit)
    }
    // "SV-Nummer/Geburtsdatum": two labels of one field.
    if (this.#text.text[start - 1] === '/')
      for (let i = this.hits.endedBy(start - 1) - 1; i >= 0 && all[i]!.end === start - 1; i--) cues.push(all[i]!)
    return new Label(keptCopy(cues), start, end, isDoubtful, this.#kinds.id)
  }

  kindOf(group: number): string {
    return this.#book.kindOf(group)
  }

  isFiller(index: number): boolean {
    return (this.hits.words.each[index]! & this.#kinds.filler) !== 0
  }

  /** The fields of the text, with their labels: members, settings, lines of forms, cells. Computed on first use. */
  get pairs(): readonly Pair[] {
    this.#pairs ??= pairsOf(this.#text, this.#tables())
    return this.#pairs
  }

  get dates(): readonly WrittenDate[] {
    this.#dates ??= datesOf(this.#text, this.hits.words, this.#kinds.month)
    return this.#dates
  }

  get years(): ReadonlySet<number> {
    this.#years ??= new Set(this.dates.map(({ year }) => year))
    return this.#years
  }

  /** The kind of each line of the text: log message, code, form ... Computed on first use. */
  get kinds(): TextKinds {
    return textKinds(this.#text)
  }

  /** View range of the column header for the table cell at view index `at`; null outside tables. */
  heading(at: number): Range | null {
    return this.#tables().at(at)
  }

  get hasTables(): boolean {
    return this.#tables() !== NO_HEADINGS
  }

  /** View range of all column headers of the table at view index `at`, one object per table; null outside tables. */
  tableHead(at: number): Range | null {
    return this.#tables().head(at)
  }

  #tables(): Headings {
    this.#headings ??= headingsOf(this.#text)
    return this.#headings
  }
}

/** The countries of a scope: the jurisdiction and, for a union, its members; null if no country governs. */
export function countriesOf(packs: Packs, scope: DetectScope): ReadonlySet<string> | null {
  if (scope.jurisdiction === null) return null
  const facts = packs.countries().get(scope.jurisdiction)
  return new Set([scope.jurisdiction, ...(facts?.members ?? [])])
}
