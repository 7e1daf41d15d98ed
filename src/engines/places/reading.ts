// The shared state for finding places: the text, the facts, and the type of a candidate.
import type { WordLevels } from '../../packs/word-levels.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { AddressReader } from '../../values/address/address-reader.ts'
import type { AddressBook } from '../../values/address/book.ts'
import type { AddressPart } from '../../values/address/parts.ts'
import type { CaseRole } from '../../values/address/place-inflection.ts'
import { Role } from '../../values/address/word-roles.ts'
import type { CueBook } from './cue-book.ts'

/** 2: parsed; 1: in the gazetteer; 0: supported by a cue alone. */
export type Tier = 0 | 1 | 2

export interface Candidate {
  start: number
  end: number
  firstToken: number
  endToken: number
  tier: Tier
  parts: AddressPart[]
  /** Dropped without a cue. */
  needsCue: boolean
  /** A preposition is directly before the name. */
  isGoverned: boolean
  /** The name modifies a noun ("our Lagos office"), so no cue applies to it. */
  isModifier: boolean
  /** The ending of the name, which is its cue. */
  ending: { role: CaseRole; length: number } | null
  /** Length in tokens of the relation word at its start. */
  relation: number
}

export class Scope {
  readonly text: ScannedText
  readonly book: AddressBook
  readonly cues: CueBook
  readonly names: WordLevels
  readonly active: ReadonlySet<string>
  readonly reader: AddressReader
  /** True for texts without capitals, such as chats: towns may also be in lower case. */
  readonly isCasual: boolean

  constructor(text: ScannedText, book: AddressBook, cues: CueBook, names: WordLevels, active: ReadonlySet<string>) {
    this.text = text
    this.book = book
    this.cues = cues
    this.names = names
    this.active = active
    this.reader = new AddressReader(text, book)
    this.isCasual = this.readCasual()
  }

  make(firstToken: number, endToken: number, tier: Tier, parts: AddressPart[], needsCue: boolean): Candidate {
    return {
      start: this.reader.start(firstToken),
      end: this.reader.end(endToken - 1),
      firstToken,
      endToken,
      tier,
      parts,
      needsCue,
      isGoverned: (this.reader.roles(firstToken - 1) & Role.preposition) !== 0,
      isModifier: false,
      ending: null,
      relation: 0,
    }
  }

  words(from: number, to: number): string {
    const words: string[] = []
    for (let i = from; i < to; i++) if (this.reader.isWord(i)) words.push(this.text.folded(i))
    return words.join(' ')
  }

  endsPart(i: number): boolean {
    const r = this.reader
    return (
      i >= r.count ||
      r.isNewline(i) ||
      (r.sign(i) !== '' && ',.;:!?)"\'”'.includes(r.sign(i))) ||
      r.kind(i) === TokenKind.sign
    )
  }

  readCasual(): boolean {
    const r = this.reader
    let words = 0
    let capitals = 0
    let isSmall: boolean | null = null
    for (let i = 0; i < r.count && words < 400; i++) {
      if (!r.isWord(i)) continue
      words++
      isSmall ??= r.kind(i) === TokenKind.lower
      if (r.isCapital(i) && r.length(i) > 1 && !this.startsSentence(i)) capitals++
    }
    return isSmall === true && capitals * 16 <= words
  }

  /** True if token i is the first word of a sentence or line. */
  startsSentence(i: number): boolean {
    const r = this.reader
    if (i <= 0 || r.isNewline(i - 1)) return true
    return '.!?:;'.includes(r.sign(i - 1) || 'x')
  }
}
