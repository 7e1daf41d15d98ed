// Facts of an address book about a written word, computed once: most queries of the grammar are one bit of a word.
import type { Place } from '../../packs/gazetteer.ts'
import { fold } from '../../text/fold.ts'
import { NINE, ZERO } from '../../text/signs.ts'
import { tokenize } from '../../text/tokens.ts'
import { lengthOf, unitOf } from '../../text/unit-classes.ts'

/** Roles of a word or phrase in an address; a word may have several. */
export const Role = {
  streetBefore: 1,
  streetAfter: 2,
  unit: 4,
  unitAfter: 8,
  number: 16,
  box: 32,
  plot: 64,
  connector: 128,
  direction: 256,
  region: 512,
  regionAfter: 1024,
  quarterAfter: 2048,
  quarterBefore: 4096,
  building: 8192,
  relation: 16384,
  relationAfter: 32768,
  weakStreet: 65536,
  notStreet: 131072,
  postcodeWord: 262144,
  preposition: 524288,
  surePreposition: 1048576,
  notBare: 2097152,
} as const

/** The bits of all roles; higher bits are those of Trait. */
export const ROLES = (1 << 22) - 1

export const Trait = {
  /** Ends in a glued type word: "Hauptstraße". */
  suffix: 1 << 22,
  landmark: 1 << 23,
  /** The first word of a phrase with a role. */
  opens: 1 << 24,
  /** The word, or a phrase that it opens, may be the first part of an address. */
  starts: 1 << 25,
  /** A Roman numeral of up to five letters: I, IV, XVIII. */
  roman: 1 << 26,
  /** A house number with its letter: 7B. */
  house: 1 << 27,
  /** A number with an ordinal ending: 2nd, 3o. */
  ordinal: 1 << 28,
  /** An ordinal as in street names: 42nd. */
  streetOrdinal: 1 << 29,
  /** Begins the name of a place. */
  place: 1 << 30,
} as const

/** Roles of a single word that may be the first part of an address: in any case, and with a capital. */
export const STARTERS = Role.postcodeWord | Role.streetBefore | Role.unit | Role.relation
export const STARTERS_CAPITAL = STARTERS | Role.box | Role.plot | Role.number

export interface Phrase {
  readonly words: readonly string[]
  roles: number
}

/** The roles of one word, alone and as the first of a phrase. */
export interface WordEntry {
  roles: number
  /** Longest first. */
  phrases: Phrase[] | null
}

export interface Opening {
  readonly may: number
  readonly phrases: readonly Phrase[]
}

export interface PlaceWord {
  /** The gazetteer's form of the word. */
  readonly key: string
  readonly place: Place | null
  /** Maximum words of a name that begins with it. */
  readonly most: number
}

/** Folded words of a phrase, without signs. */
export function wordsOf(phrase: string): string[] {
  const tokens = tokenize(phrase.normalize('NFKC'))
  const words: string[] = []
  for (let i = 0; i < tokens.count; i++) {
    const word = fold(tokens.text.slice(tokens.start[i], tokens.end[i]))
    if (/^[\p{L}\p{N}&№]/u.test(word)) words.push(word)
  }
  return words
}

const ROMAN = /^[ivx]{1,5}$/
const HOUSE = /^\d{1,4}(?:[a-zа-яα-ω]{1,2}|bis|ter)$/
// º and ª are read as the letters o and a: "3º B" begins with the mixed token "3o"; Catalan writes 1r, 2n, 4t.
const ORDINAL = /^\d{1,2}(?:o|a|st|nd|rd|th|er|e|r|n|t|ο[σς]|ου|η|η[σς])$/
const STREET_ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/

/** The traits that follow from the letters and digits of a folded word. */
export function shapeOf(folded: string): number {
  const first = unitOf(folded, 0)
  if (first >= ZERO && first <= NINE) {
    if (lengthOf(folded) < 2 || lengthOf(folded) > 6) return 0
    return (
      (HOUSE.test(folded) ? Trait.house : 0) |
      (ORDINAL.test(folded) ? Trait.ordinal : 0) |
      (STREET_ORDINAL.test(folded) ? Trait.streetOrdinal : 0)
    )
  }
  return lengthOf(folded) <= 5 && ROMAN.test(folded) ? Trait.roman : 0
}
