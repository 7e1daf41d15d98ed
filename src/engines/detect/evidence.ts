// What stands around a value: the cues of a text, found once for all detectors, the columns of its tables, and which
// countries' rules are at home in it.
import type { Packs } from '../../packs/load.ts'
import type { Languages } from '../../packs/word-levels.ts'
import { keptCopy, keptList } from '../../text/kept-list.ts'
import { numbersFor } from '../../text/number-rooms.ts'
import type { PhraseHit, PhraseHits } from '../../text/phrase-hits.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { firstAt } from '../../text/search.ts'
import { TokenKind } from '../../text/tokens.ts'
import { datesOf } from './dates/find.ts'
import type { WrittenDate } from './dates/parts.ts'
import type { TextKinds } from './kinds/kind.ts'
import { textKinds } from './kinds/read.ts'
import { Label } from './label.ts'
import type { DetectScope } from './scope.ts'
import { type Headings, headingsOf, NO_HEADINGS } from './table-headings.ts'

/** Distance given to a cue that heads the column of a value: nearer than any cue in running text but a touching one. */
const HEADING_DISTANCE = 1
/** Tokens that may stand between a label and its value: `passport no. (#) : "`. */
export const LABEL_TOKENS = 6
/** What stands by token for no label, and for the first of the labels. */
const UNLABELLED = 1
const FIRST_LABEL = 2
/** Kinds of cue that announce nothing of people. */
const IMPERSONAL = ['aside', 'reference', 'version', 'amount']
const GOODS_CUES = ['reference', 'amount']
/** What a table is of. */
const PEOPLE = 0
const THINGS = 1
const GOODS = 2
/** Letters of the last label of a host that is a cue elsewhere at most. */
const LONGEST_HOST_END = 4

/** A part of the text, in view indexes. */
export interface Range {
  readonly start: number
  readonly end: number
}

const NO_RANGES: readonly Range[] = []

/** Bits of the kinds of cues that evidence tells apart, one of each for all texts. */
export class CueKinds {
  /** The bit of words that may stand between a cue and its value. */
  readonly filler: number
  /** Of words that can stand for a month. */
  readonly month: number
  readonly aside: number
  readonly id: number
  /** Of the kinds that announce nothing of people. */
  readonly impersonal: number
  readonly goods: number
  /** Of cues without a kind. */
  readonly plain: number

  /** `filler` is the bit of words that may stand between a cue and its value, `month` that of months (PhraseBook.ask). */
  constructor(book: PhraseBook, filler: number, month: number) {
    this.filler = filler
    this.month = month
    this.aside = book.bitOf('aside')
    this.id = book.bitOf('id')
    this.impersonal = book.bitsOf(IMPERSONAL)
    this.goods = book.bitsOf(GOODS_CUES)
    this.plain = book.bitOf('')
  }
}

/** A time in brackets or at the start of a line, up to the sign behind one of its numbers; how far back it may begin. */
const CLOCK = /(?:[[(]|\n)\d{1,2}(?::\d{2}){0,2}[:\]) ]$/
const CLOCK_WITHIN = 10

export class Evidence {
  readonly hits: PhraseHits
  /** Countries whose own rules speak at full strength; null when no country governs (all are foreign, cues decide). */
  countries: ReadonlySet<string> | null
  /** Which languages the text may be in, as the names detector read it; null before, and where the text does not tell. */
  languages: Languages | null = null
  /** Whom the names detector found in the text. */
  people: readonly Range[] = NO_RANGES
  /** Streets of a text that puts nobody there: what they are called after is nobody either. */
  streets: Range[] | null = null
  readonly #text: ScannedText
  readonly #book: PhraseBook
  readonly #kinds: CueKinds
  /** What a table is of, by the range of its headings. */
  #tableKinds: Map<object, number> | null = null
  #headings: Headings | null = null
  /** By token, whether a label announces the value that begins there: 0 not asked, UNLABELLED, or its place in #labels, from FIRST_LABEL on. */
  #labelled: Int32Array | null = null
  #labels: Label[] | null = null
  #headingLabels: Map<number, Label | null> | null = null
  #dates: readonly WrittenDate[] | null = null
  #years: ReadonlySet<number> | null = null

  constructor(text: ScannedText, book: PhraseBook, countries: ReadonlySet<string> | null, kinds: CueKinds) {
    this.#text = text
    this.#book = book
    this.hits = book.scan(text)
    this.countries = countries
    this.#kinds = kinds
  }

  addStreet(street: Range): void {
    this.streets ??= []
    this.streets.push(street)
  }

  /** This evidence, read under the rules of `countries`: nothing else of it depends on them. */
  under(countries: ReadonlySet<string> | null): this {
    this.countries = countries
    return this
  }

  /**
   * How far before view index `start` the nearest cue of `group` ends, in UTF-16 units, or -1 when none stands within
   * `reach`. A cue in the heading of the value's table column counts as 1.
   */
  cue(group: number, start: number, reach: number): number {
    if (!this.hits.has(group)) return -1
    const near = this.hits.nearestBefore(group, start, reach)
    const heading = this.heading(start)
    // What the line above ends with is another column's.
    if (near !== null && (heading === null || !this.#text.text.slice(near.end, start).includes('\n')))
      return start - near.end
    if (heading === null) return -1
    return this.hits.nearestBefore(group, heading.end, heading.end - heading.start) === null ? -1 : HEADING_DISTANCE
  }

  /**
   * The cues that lead to the value at token `index` without touching it, the nearest first. Only when the value is the
   * first with digits behind the cue ("tax no. 243 586, 031 025 5772" announces one number, not two), within `reach`.
   * Null when there is none.
   */
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

  /** "[14:02] Ada: 12345678", "Ada (14:02): 12345678": a number of the time at which somebody speaks. */
  #isClock(index: number): boolean {
    const { start, end } = this.#text.tokens
    const { text } = this.#text
    const behind = text[end[index]!]
    if (behind !== ':' && behind !== ']' && behind !== ')' && behind !== ' ') return false
    return CLOCK.test(text.slice(Math.max(0, start[index]! - CLOCK_WITHIN), end[index]! + 1))
  }

  /** The date that begins at view index `start`; null when none does. */
  dateFrom(start: number): WrittenDate | null {
    const date = this.dates[firstAt(this.dates, (one) => one.start >= start)]
    return date?.start === start ? date : null
  }

  /** The nearest cue of `group` itself, before `start` within `reach`; null when there is none. Column headings do not count. */
  nearest(group: number, start: number, reach: number): PhraseHit | null {
    return this.hits.nearestBefore(group, start, reach)
  }

  /**
   * The cue that announces the value starting at token `index`: right before it but for signs and words like "number"
   * or "is", else in the heading of its column. Null when the value stands unannounced.
   */
  label(index: number): Label | null {
    if (this.hits.all.length === 0) return null
    const near = this.hits.endedBefore(index) - 1
    // Nothing within reach, and no table: most values stand unannounced.
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
    // In a table what the line above ends with is another column's.
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
        // `"Obi, Ada",1990-03-04` under "name,dob": what a column is called says more than a word in the cell before.
        const own = heading !== null && this.heading(start[i]!) !== heading ? this.#headingLabel(heading) : null
        if (own !== null) return own
        // A number word may be another language's cue: "no" is Latvian for "from", "är" reads like Hungarian "ár", price.
        if (!isFiller || all[longest]!.firstToken < i) return this.#labelOf(longest)
        if (meanwhile < 0) meanwhile = longest
      }
      if (known !== TokenKind.sign && !isFiller) break
    }
    if (meanwhile >= 0) return this.#labelOf(meanwhile, true)
    return heading === null ? null : this.#headingLabel(heading)
  }

  /** Whether a cue announces what only people have: neither what stands aside nor the number, version or price of a thing. */
  isOfPeople({ says }: PhraseHit): boolean {
    // Words of no kind head names and homes; that of a number or a price says more.
    const plain = (says.kinds & this.#kinds.goods) !== 0 ? this.#kinds.plain : 0
    return (says.kinds & ~this.#kinds.impersonal & ~plain) !== 0
  }

  /** Whether a cue announces a kind of value that only people have. */
  announcesOfPeople({ says }: PhraseHit): boolean {
    return (says.kinds & ~(this.#kinds.impersonal | this.#kinds.plain)) !== 0
  }

  /** Whether view index `at` stands in a table none of whose headings announces what only people have. */
  isInTableOfThings(at: number): boolean {
    return this.#tableOf(at) !== PEOPLE
  }

  /** The same, and one of its headings announces a price or the number of an article. */
  isInTableOfGoods(at: number): boolean {
    return this.#tableOf(at) === GOODS
  }

  #tableOf(at: number): number {
    const head = this.tableHead(at)
    if (head === null) return PEOPLE
    this.#tableKinds ??= new Map()
    let known = this.#tableKinds.get(head)
    if (known === undefined) {
      const cues = this.hits.between(head.start, head.end).filter(({ start }) => start >= head.start)
      const isGoods = cues.some(({ says }) => (says.kinds & this.#kinds.goods) !== 0)
      known = cues.some((hit) => this.isOfPeople(hit)) ? PEOPLE : isGoods ? GOODS : THINGS
      this.#tableKinds.set(head, known)
    }
    return known
  }

  /** The longest announcing cue that ends with token `last`, as its place in the hits; -1 when there is none. */
  #announcedAt(last: number): number {
    const { all } = this.hits
    const end = this.hits.endedBefore(last + 1)
    for (let i = this.hits.endedBefore(last); i < end; i++)
      if (this.#announces(all[i]!) && !this.#isTag(all[i]!) && !this.#endsHost(all[i]!)) return i
    return -1
  }

  /** "<i>00371 21 234 991</i>": the short name of a tag is no word of the text. */
  #isTag({ start, end }: PhraseHit): boolean {
    return end - start <= 2 && this.#text.text[end] === '>' && /[</]/.test(this.#text.text[start - 1] ?? '')
  }

  /** "ana@example.hr;287...": the last label of a host says nothing of what follows, though Croats write Mr as "hr". */
  #endsHost({ start, end }: PhraseHit): boolean {
    const { text } = this.#text
    if (end - start > LONGEST_HOST_END || text[start - 1] !== '.') return false
    return /@[\p{L}\d.-]{1,60}\.$/u.test(text.slice(Math.max(0, start - 64), start))
  }

  /** The cue in a heading, found once for its whole column. */
  #headingLabel(heading: { readonly start: number; readonly end: number }): Label | null {
    this.#headingLabels ??= new Map()
    let known = this.#headingLabels.get(heading.start)
    if (known !== undefined) return known
    // The last cue in a heading is its head word in most of our languages: "customer phone", "date of birth".
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

  /** "half_life_s", "temp_c": a letter behind a word of the heading says in what its numbers are measured. */
  #isUnit({ start, end }: PhraseHit, heading: number): boolean {
    return end - start === 1 && start > heading && /[_ (/]/.test(this.#text.text[start - 1]!)
  }

  /** Does a group of the cue announce values? Words that only say something of their surroundings ("aside") do not. */
  #announces({ says }: PhraseHit): boolean {
    return (says.kinds & ~this.#kinds.aside) !== 0
  }

  /** The label that the cue at place `longest` of the hits makes together with the cues inside it. */
  #labelOf(longest: number, isDoubtful = false): Label {
    const { all } = this.hits
    const { start, end } = all[longest]!
    const cues = [all[longest]!]
    // What lies inside ends between the cue's start and end: right before the cue and right behind it in the hits.
    let first = longest
    while (first > 0 && all[first - 1]!.end > start) first--
    for (let i = first; i < all.length && all[i]!.end <= end; i++) {
      const hit = all[i]!
      if (i !== longest && (hit.start === start || (hit.start > start && hit.end === end))) cues.push(hit)
    }
    return new Label(keptCopy(cues), start, end, isDoubtful, this.#kinds.id)
  }

  /** What the cues of a group announce. */
  kindOf(group: number): string {
    return this.#book.kindOf(group)
  }

  /** Is token `index` a word that may stand between a cue and its value ("number", "nr", "is")? */
  isFiller(index: number): boolean {
    return (this.hits.words.each[index]! & this.#kinds.filler) !== 0
  }

  /** The dates of the text, found on first use. */
  get dates(): readonly WrittenDate[] {
    this.#dates ??= datesOf(this.#text, this.hits.words, this.#kinds.month)
    return this.#dates
  }

  /** The years that the text writes. */
  get years(): ReadonlySet<number> {
    this.#years ??= new Set(this.dates.map(({ year }) => year))
    return this.#years
  }

  /** What each line of the text is: a message of a log, code, a form ... Read on first use. */
  get kinds(): TextKinds {
    return textKinds(this.#text)
  }

  /** View range of the heading of the table column that a view index stands in; null outside tables. */
  heading(at: number): { start: number; end: number } | null {
    return this.#tables().at(at)
  }

  /** Whether any part of the text is a table. */
  get hasTables(): boolean {
    return this.#tables() !== NO_HEADINGS
  }

  /** View range of all headings of the table that view index `at` stands in, one object a table; null outside tables. */
  tableHead(at: number): Range | null {
    return this.#tables().head(at)
  }

  #tables(): Headings {
    this.#headings ??= headingsOf(this.#text)
    return this.#headings
  }
}

/** The countries a scope stands for: itself, a union's members as well, or null when nothing governs. */
export function countriesOf(packs: Packs, scope: DetectScope): ReadonlySet<string> | null {
  if (scope.jurisdiction === null) return null
  const facts = packs.countries().get(scope.jurisdiction)
  return new Set([scope.jurisdiction, ...(facts?.members ?? [])])
}
