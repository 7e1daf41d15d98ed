// One word of a possible name: where it stands, what is known of it and how it is written.
import { type Levels, levelsOf } from '../../../../packs/word-levels.ts'
import type { KnownWord } from './lexicon.ts'

export interface NameWord {
  /** First token and the token after the last. */
  readonly first: number
  readonly next: number
  /** View indexes. */
  readonly start: number
  readonly end: number
  readonly known: KnownWord
  readonly folded: string
  readonly levels: Levels
  /** Bits of Role. */
  readonly roles: number
  readonly isUpper: boolean
  /** One letter, with or without its full stop. */
  readonly isInitial: boolean
  readonly isParticle: boolean
  /** It ends as family names do and ordinary words rarely. */
  readonly isShaped: boolean
}

/** What a word is besides its letters; bits. */
export const Form = { upper: 1, initial: 2, particle: 4, shaped: 8 } as const

/** `form`: bits of Form. */
export function nameWord(
  first: number,
  next: number,
  start: number,
  end: number,
  known: KnownWord,
  levels: Levels,
  roles: number,
  form: number,
): NameWord {
  return {
    first,
    next,
    start,
    end,
    known,
    folded: known.folded,
    levels,
    roles,
    isUpper: (form & Form.upper) !== 0,
    isInitial: (form & Form.initial) !== 0,
    isParticle: (form & Form.particle) !== 0,
    isShaped: (form & Form.shaped) !== 0,
  }
}

export function formOf(isUpper: boolean, isInitial: boolean): number {
  return (isUpper ? Form.upper : 0) | (isInitial ? Form.initial : 0)
}

/** A double name is as much a name as its better half and as much a word as its lesser one. */
export function stronger(a: Levels, b: Levels): Levels {
  return levelsOf(
    Math.max(a.given, b.given),
    Math.max(a.family, b.family),
    Math.min(a.word, b.word),
    Math.min(a.proper, b.proper),
  )
}
