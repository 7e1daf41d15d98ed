// What stands around a value: the cues of a text, found once for all detectors, the columns of its tables, and which
// countries' rules are at home in it.
import type { Packs } from '../../packs/load.ts'
import type { PhraseBook, PhraseHit, PhraseHits } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { datesOf, type WrittenDate } from './dates.ts'
import { type Headings, headingsOf } from './headings.ts'
import type { DetectScope } from './scope.ts'

/** Distance given to a cue that heads the column of a value: nearer than any cue in running text but a touching one. */
const HEADING_DISTANCE = 1
/** Tokens that may stand between a label and its value: `passport no. (#) : "`. */
const LABEL_TOKENS = 6

/** The cue that a value stands right behind, or under. */
export interface Label {
  /** Groups that announce the value, with the length of the cue that does: longer says more ("tax number" over "number"). */
  readonly groups: ReadonlyMap<number, number>
  /** Kinds of the longest cue there; shorter cues inside it do not count ("card" in "identity card"). */
  readonly kinds: readonly string[]
  /** One of the groups announces an official number. */
  readonly announcesId: boolean
  /** The cue is also a word that may stand between any cue and its value: French "le" reads like another language's cue. */
  readonly isDoubtful?: boolean
  readonly start: number
  readonly end: number
}

const NONE: readonly PhraseHit[] = []

export class Evidence {
  readonly hits: PhraseHits
  /** Countries whose own rules speak at full strength; null when no country governs (all are foreign, cues decide). */
  countries: ReadonlySet<string> | null
  readonly #text: ScannedText
  readonly #book: PhraseBook
  readonly #headings: Headings
  readonly #fillers: ReadonlySet<string>
  readonly #labels: (Label | null | undefined)[] = []
  readonly #headingLabels = new Map<number, Label | null>()
  #dates: readonly WrittenDate[] | null = null

  constructor(
    text: ScannedText,
    book: PhraseBook,
    countries: ReadonlySet<string> | null,
    fillers: ReadonlySet<string> = new Set(),
  ) {
    this.#text = text
    this.#book = book
    this.hits = book.scan(text)
    this.countries = countries
    this.#headings = headingsOf(text)
    this.#fillers = fillers
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
    if (near !== null) return start - near.end
    const heading = this.#headings.at(start)
    if (heading === null) return -1
    return this.hits.nearestBefore(group, heading.end, heading.end - heading.start) === null ? -1 : HEADING_DISTANCE
  }

  /**
   * The cues that lead to the value at token `index` without touching it: group -> distance in UTF-16 units. Only when
   * the value is the first with digits behind the cue ("tax no. 243 586, 031 025 5772" announces one number, not two),
   * within `reach`. Null when there is none.
   */
  leads(index: number, reach: number): ReadonlyMap<number, number> | null {
    const { start, kind } = this.#text.tokens
    let found: Map<number, number> | null = null
    let at = index
    const { all } = this.hits
    for (let i = this.hits.endedBy(start[index]!) - 1; i >= 0; i--) {
      const hit = all[i]!
      if (start[index]! - hit.end > reach) break
      while (at > hit.endToken) {
        at--
        if (kind[at] === TokenKind.number || kind[at] === TokenKind.mixed) return found
      }
      found ??= new Map()
      for (const group of hit.groups) if (!found.has(group)) found.set(group, start[index]! - hit.end)
    }
    return found
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
    let known = this.#labels[index]
    if (known === undefined) this.#labels[index] = known = this.#labelAt(index)
    return known
  }

  #labelAt(index: number): Label | null {
    if (this.hits.all.length === 0) return null
    const { start, end, kind } = this.#text.tokens
    let newlines = 0
    let meanwhile: Label | null = null
    for (let i = index - 1; i >= 0 && index - i <= LABEL_TOKENS; i--) {
      const hits = kind[i] === TokenKind.newline ? NONE : this.#announcing(this.hits.endingAt(end[i]!))
      const isFiller = kind[i] !== TokenKind.newline && this.#fillers.has(this.#text.folded(i))
      if (hits.length > 0) {
        // A number word may be another language's cue: "no" is Latvian for "from", "är" reads like Hungarian "ár", price.
        if (!isFiller || hits.some((hit) => hit.firstToken < i)) return this.#labelOf(hits)
        meanwhile ??= this.#labelOf(hits)
      }
      if (kind[i] === TokenKind.newline) {
        if (++newlines > 1) break
      } else if (kind[i] !== TokenKind.sign && !isFiller) break
    }
    if (meanwhile !== null) return { ...meanwhile, isDoubtful: true }
    const heading = this.#headings.at(start[index]!)
    return heading === null ? null : this.#headingLabel(heading)
  }

  /** The cue in a heading, found once for its whole column. */
  #headingLabel(heading: { readonly start: number; readonly end: number }): Label | null {
    let known = this.#headingLabels.get(heading.start)
    if (known !== undefined) return known
    // The last cue in a heading is its head word in most of our languages: "customer phone", "date of birth".
    let last: PhraseHit[] = []
    for (const hit of this.hits.between(heading.start, heading.end))
      if (hit.start >= heading.start && this.#announcing([hit]).length > 0)
        last = last.length > 0 && last[0]!.end === hit.end ? [...last, hit] : [hit]
    known = last.length === 0 ? null : this.#labelOf(last)
    this.#headingLabels.set(heading.start, known)
    return known
  }

  /** Hits of which a group announces values; words that only say something of their surroundings ("aside") do not. */
  #announcing(hits: readonly PhraseHit[]): readonly PhraseHit[] {
    return hits.length === 0 ? hits : hits.filter((hit) => this.#announces(hit))
  }

  #announces({ groups }: PhraseHit): boolean {
    for (const group of groups) if (this.#book.kindOf(group) !== 'aside') return true
    return false
  }

  #labelOf(hits: readonly PhraseHit[]): Label {
    const longest = hits.reduce((a, b) => (b.start < a.start ? b : a))
    const groups = new Map<number, number>()
    const kinds: string[] = []
    for (const hit of this.hits.between(longest.start, longest.end)) {
      if (hit.start < longest.start || (hit.start > longest.start && hit.end < longest.end)) continue
      for (const group of hit.groups) {
        const kind = this.#book.kindOf(group)
        if (hit.start === longest.start && !kinds.includes(kind)) kinds.push(kind)
        groups.set(group, Math.max(groups.get(group) ?? 0, hit.end - hit.start))
      }
    }
    const announcesId = [...groups.keys()].some((group) => this.#book.kindOf(group) === 'id')
    return { groups, kinds, announcesId, start: longest.start, end: longest.end }
  }

  /** What the cues of a group announce. */
  kindOf(group: number): string {
    return this.#book.kindOf(group)
  }

  /** Is token `index` a word that may stand between a cue and its value ("number", "nr", "is")? */
  isFiller(index: number): boolean {
    return this.#fillers.has(this.#text.folded(index))
  }

  /** The dates of the text, found on first use. */
  get dates(): readonly WrittenDate[] {
    this.#dates ??= datesOf(this.#text)
    return this.#dates
  }

  /** View range of the heading of the table column that a view index stands in; null outside tables. */
  heading(at: number): { start: number; end: number } | null {
    return this.#headings.at(at)
  }
}

/** The countries a scope stands for: itself, a union's members as well, or null when nothing governs. */
export function countriesOf(packs: Packs, scope: DetectScope): ReadonlySet<string> | null {
  if (scope.jurisdiction === null) return null
  const facts = packs.countries().get(scope.jurisdiction)
  return new Set([scope.jurisdiction, ...(facts?.members ?? [])])
}
