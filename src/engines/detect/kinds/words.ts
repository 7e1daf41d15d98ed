// Bits of single words that indicate the kind of their line (data/cues/text-kinds.json), by token.
import { readData } from '../../../packs/data-files.ts'
import { fold } from '../../../text/fold.ts'
import { WordBits } from '../../../text/word-bits.ts'
import { monthNames } from '../../../values/date.ts'

interface TextKindCues {
  readonly levels: readonly string[]
  readonly log_members: readonly string[]
  readonly log_verbs: readonly string[]
  readonly openers: readonly string[]
  readonly headers: readonly string[]
  readonly plain_headers: readonly string[]
  readonly doses: readonly string[]
}

/** Severity level of a message, in capitals. */
export const LEVEL = 1
/** The same in lower case, which only counts in brackets and after "level=". */
export const SMALL_LEVEL = 1 << 1
export const LOG_MEMBER = 1 << 2
export const LOG_VERB = 1 << 3
/** Begins a line of code. */
export const OPENER = 1 << 4
/** A capital after a lower-case letter (updateClipping), as in program identifiers. */
export const CAMEL = 1 << 5
export const MONTH = 1 << 6
export const DOSE = 1 << 7

const CAMEL_SHAPE = /\p{Ll}\p{Lu}/u
/** "McDonald", "DeVries", "MacArthur": names have one capital inside, after at most three letters. */
const NAME_SHAPE = /^\p{Lu}\p{Ll}{1,2}\p{Lu}\p{Ll}+$/u

/** The lists of data/cues/text-kinds.json as sets, and the bits of words, loaded on first use. */
export interface KindWords {
  readonly bits: WordBits
  readonly headers: ReadonlySet<string>
  readonly plainHeaders: ReadonlySet<string>
}

let known: KindWords | null = null

export function kindWords(): KindWords {
  if (known !== null) return known
  const cues = JSON.parse(readData('cues/text-kinds.json').toString('utf8')) as TextKindCues
  const levels = new Set(cues.levels)
  const smallLevels = new Set(cues.levels.map((one) => one.toLowerCase()))
  const members = new Set(cues.log_members)
  const verbs = new Set(cues.log_verbs)
  const openers = new Set(cues.openers)
  const doses = new Set(cues.doses.map(fold))
  const months = monthNames()
  const bits = new WordBits(
    ({ raw, folded }) =>
      (levels.has(raw) ? LEVEL : 0) |
      (smallLevels.has(raw) ? SMALL_LEVEL : 0) |
      (members.has(folded) ? LOG_MEMBER : 0) |
      (verbs.has(raw) ? LOG_VERB : 0) |
      (openers.has(raw) ? OPENER : 0) |
      (CAMEL_SHAPE.test(raw) && !NAME_SHAPE.test(raw) ? CAMEL : 0) |
      (months.has(folded) ? MONTH : 0) |
      (doses.has(folded) ? DOSE : 0),
  )
  known = { bits, headers: new Set(cues.headers), plainHeaders: new Set(cues.plain_headers) }
  return known
}
