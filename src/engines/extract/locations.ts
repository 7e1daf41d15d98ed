// Places that detection does not claim for lack of evidence: a name in the gazetteer after a place preposition, possibly with a case ending.
import type { Gazetteer } from '../../packs/gazetteer.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

/** data/cues/case-endings.json: ending -> the endings of the base form; endings that only places have. */
export interface PlaceEndings {
  readonly places: Readonly<Record<string, readonly string[]>>
  readonly strong: readonly string[]
}

const MOST_WORDS = 4
const LONGEST_ENDING = 5
/** A shorter stem is too common to be derived from a case form. */
const SHORTEST_STEM = 4
/** Population of about a hundred thousand; such places are also read in lower case. */
const LARGE = 5

export class LocationFinder {
  readonly #gazetteer: () => Gazetteer
  readonly #leads: ReadonlySet<string>
  readonly #endings: ReadonlyMap<string, readonly string[]>
  readonly #strong: readonly string[]

  constructor(gazetteer: () => Gazetteer, prepositions: readonly string[], endings: PlaceEndings) {
    this.#gazetteer = gazetteer
    this.#leads = new Set(prepositions.map(fold))
    this.#endings = new Map(Object.entries(endings.places))
    this.#strong = endings.strong
  }

  find(text: ScannedText): Proposal[] {
    const { tokens } = text
    const found: Proposal[] = []
    for (let index = 1; index < tokens.count; index++) {
      const kind = tokens.kind[index]!
      const isLower = kind === TokenKind.lower
      if (kind !== TokenKind.capital && !isLower) continue
      let last = -1
      if (this.#isLed(text, index)) last = isLower ? this.#lowerCase(text, index) : this.#longest(text, index)
      else if (!isLower) last = Math.max(this.#inCase(text, index), this.#alone(text, index))
      if (last < 0) continue
      const rule = isLower ? PROPOSALS.place_in_lower_case : PROPOSALS.place
      found.push(proposed(rule, tokens.start[index]!, tokens.end[last]!))
      index = last
    }
    return found
  }

  /** True if a place preposition is directly before it, in lower case or as the first word of the sentence. */
  #isLed(text: ScannedText, index: number): boolean {
    const { kind, start, end } = text.tokens
    const at = index - 1
    if (start[index]! - end[at]! !== 1 || !this.#leads.has(text.folded(at))) return false
    if (kind[at] === TokenKind.lower) return true
    if (kind[at] !== TokenKind.capital && kind[at] !== TokenKind.upper) return false
    if (at === 0 || kind[at - 1] === TokenKind.newline) return true
    return kind[at - 1] === TokenKind.sign && /[.!?:]/.test(text.text[start[at - 1]!]!)
  }

  /** A place between two signs without another meaning: "Eamonn Prunty, Ballinasloe; phone"; -1 if there is none. */
  #alone(text: ScannedText, at: number): number {
    const { kind, start, end, count } = text.tokens
    const sign = (token: number) => kind[token] === TokenKind.sign && text.text[start[token]!] === ','
    const isClosed =
      at + 1 >= count ||
      (kind[at + 1] === TokenKind.sign && start[at + 1] === end[at] && /[,;).]/.test(text.text[end[at]!]!))
    if (!sign(at - 1) || !isClosed) return -1
    const place = this.#gazetteer().get(text.folded(at))
    return place === null || place.isWord || place.isGivenName || place.isSurname ? -1 : at
  }

  /** A single place name with a place case ending and no preposition: "Imatralla", "Siófokon"; -1 if it is not. */
  #inCase(text: ScannedText, at: number): number {
    const folded = text.folded(at)
    if (!this.#strong.some((ending) => folded.endsWith(ending)) || this.#gazetteer().has(folded)) return -1
    if (areAdjacent(text, at, at + 1) || areAdjacent(text, at - 1, at)) return -1
    return this.#isPlace(folded) ? at : -1
  }

  /** Last token of the longest gazetteer name at `at`, in its base or a case form; -1 if there is none. */
  #longest(text: ScannedText, at: number): number {
    const { tokens } = text
    const ends: number[] = []
    for (let index = at; index < tokens.count && ends.length < MOST_WORDS; index++) {
      if (index > at && tokens.start[index]! - tokens.end[index - 1]! > 1) break
      const kind = tokens.kind[index]!
      if (kind === TokenKind.sign && text.text[tokens.start[index]!] === '-' && ends.length > 0) continue
      if (kind !== TokenKind.capital && !(kind === TokenKind.lower && ends.length > 0)) break
      ends.push(index)
    }
    for (let i = ends.length - 1; i >= 0; i--) {
      const end = ends[i]!
      if (tokens.kind[end] !== TokenKind.capital) continue
      const key = fold(text.text.slice(tokens.start[at], tokens.end[end]).replace(/-/g, ' '))
      // The name continues in "in London Road" and "in Paris Hilton".
      if (this.#isPlace(key)) return areAdjacent(text, end, end + 1) ? -1 : end
    }
    return -1
  }

  #isPlace(key: string): boolean {
    if (this.#gazetteer().has(key)) return true
    for (let cut = 1; cut <= LONGEST_ENDING && key.length - cut >= SHORTEST_STEM; cut++) {
      const stem = key.slice(0, key.length - cut)
      for (const tail of this.#endings.get(key.slice(key.length - cut)) ?? []) {
        const place = this.#gazetteer().get(stem + tail)
        if (place !== null && !place.isWord) return true
      }
    }
    return false
  }

  /** In lower case, only a large place without another meaning. */
  #lowerCase(text: ScannedText, at: number): number {
    const place = this.#gazetteer().get(text.folded(at))
    if (place === null || place.isWord || place.isGivenName || place.isSurname) return -1
    return place.entries[0]!.size >= LARGE && text.folded(at).length >= SHORTEST_STEM + 1 ? at : -1
  }
}

function areAdjacent(text: ScannedText, a: number, b: number): boolean {
  const { kind, start, end, count } = text.tokens
  if (a < 0 || b >= count) return false
  return kind[a] === TokenKind.capital && kind[b] === TokenKind.capital && start[b]! - end[a]! === 1
}
