// What a capitalised word is glued to: addresses, paths and codes hold no persons, but the local parts of e-mail addresses say
// what the people of a text are called.

import { Level } from '../../../../packs/word-levels.ts'
import type { ScannedText } from '../../../../text/scanned.ts'
import { AT, FULL_STOP, HYPHEN, NINE, PLUS } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { withoutTrailing } from '../../../../text/trim.ts'
import { isDigitUnit, isLetterUnit, sliceOf } from '../../../../text/unit-classes.ts'
import type { NameWords } from '../words/words.ts'

/** Characters looked at on each side of a word. */
const REACH = 60
const EDGE = /[\s<>"'(),;[\]{}]/
const GLUED = /@|:\/\/|www\.|[\p{L}\d]\.\p{Ll}{2,5}(?:[/:?#]|$)|\d[-./]?\p{L}|\p{L}-?\d|(?<!\p{L})\p{Lu}{1,4}\/\d/u

/** What every match of GLUED holds, wherever its text is cut off: where this is missing, so is the other. */
const MAY_GLUE = /@|:\/\/|www\.|[\p{L}\d]\.\p{Ll}{2}|\d[-./]?\p{L}|\p{L}-?\d|\p{Lu}\/\d/u

/** A stretch of text without a blank that is longer than is looked at around one word. */
interface Stretch {
  readonly from: number
  readonly to: number
  /** Nothing in it glues, so that none of its words need be looked at again. */
  readonly isFree: boolean
}

/** Under this name the last such stretch is kept with its text. */
const STRETCH = {}

const FREE_BEFORE = /[\s(["',;]/
const FREE_AFTER = /[\s)\]"',;!?]/
/** Signs of addresses and codes on either side of a word, right before it, and those that may be one's. */
const TIES = /[@_\\]/
const MARKS = /[#$%]/
const JOINS = /[.+/=&\-:]/

/** What a character beside a word says. */
const Beside = { freeBefore: 1, freeAfter: 2, blank: 4, edge: 8, asked: 16, ties: 32, marks: 64, joins: 128 } as const
/** Bits of Beside by UTF-16 unit, filled on first use from the expressions that define them. */
const besides = new Uint8Array(65536)

function besideOf(unit: number): number {
  const character = String.fromCharCode(unit)
  const found =
    Beside.asked |
    (FREE_BEFORE.test(character) ? Beside.freeBefore : 0) |
    (FREE_AFTER.test(character) ? Beside.freeAfter : 0) |
    (/\s/.test(character) ? Beside.blank : 0) |
    (EDGE.test(character) ? Beside.edge : 0) |
    (TIES.test(character) ? Beside.ties : 0) |
    (MARKS.test(character) ? Beside.marks : 0) |
    (JOINS.test(character) ? Beside.joins : 0)
  besides[unit] = found
  return found
}

/** What the character at view index `at` says; outside the text stands a blank. */
function beside(units: Uint16Array, at: number): number {
  const unit = at < 0 || at >= units.length ? 32 : units[at]!
  return besides[unit] || besideOf(unit)
}

/** Whether token `index` is glued into an address, a path, a file name or a code: a person does not stand there. */
export function isGlued(scanned: ScannedText, index: number): boolean {
  const { units, start: starts, end: ends } = scanned.tokens
  const start = starts[index]!
  const end = ends[index]!
  // Most words stand free: blanks and plain punctuation around them, a full stop at the end of a sentence.
  if ((beside(units, start - 1) & Beside.freeBefore) !== 0) {
    if ((beside(units, end) & Beside.freeAfter) !== 0) return false
    if (unitAt(units, end) === FULL_STOP && (beside(units, end + 1) & Beside.blank) !== 0) return false
  }
  return isTied(scanned, start, end)
}

function isTied(scanned: ScannedText, start: number, end: number): boolean {
  const { text, units } = scanned
  const before = beside(units, start - 1)
  const around = before | beside(units, end)
  if ((around & Beside.ties) !== 0 || (before & Beside.marks) !== 0) return true
  if ((around & Beside.joins) === 0) return false
  const known = scanned.note(STRETCH) as Stretch | undefined
  const isKnown = known !== undefined && known.from <= start && end <= known.to
  if (isKnown && known.isFree) return false
  const from = edgeBefore(units, start, Math.max(0, start - REACH))
  const to = edgeBehind(units, end, Math.min(units.length, end + REACH))
  if (!isKnown && (start - from === REACH || to - end === REACH)) {
    const stretch = stretchAround(text, units, from, to)
    scanned.keepNote(STRETCH, stretch)
    if (stretch.isFree) return false
  }
  return gluesPlainly(units, from, to) ?? GLUED.test(sliceOf(text, from, to))
}

/**
 * What most of GLUED asks of [from, to), unit by unit: an @ glues, and a digit behind a letter, with a hyphen between or none;
 * without a digit, a stop or a slash nothing does. Null where the expression must say it.
 */
function gluesPlainly(units: Uint16Array, from: number, to: number): boolean | null {
  let mayGlue = false
  for (let i = from; i < to; i++) {
    const unit = units[i]!
    if (unit === AT) return true
    if (isDigitUnit(unit) && i > from) {
      const before = units[i - 1] === HYPHEN ? i - 2 : i - 1
      if (before >= from && isLetterUnit(units[before]!)) return true
    }
    // The stop, the slash and the digits follow one another.
    if (unit >= FULL_STOP && unit <= NINE) mayGlue = true
  }
  return mayGlue ? null : false
}

/** The whole of a stretch without blanks that goes on beyond [from, to). */
function stretchAround(text: string, units: Uint16Array, from: number, to: number): Stretch {
  const first = edgeBefore(units, from, 0)
  const end = edgeBehind(units, to, units.length)
  return { from: first, to: end, isFree: !MAY_GLUE.test(sliceOf(text, first, end)) }
}

/** Where what stands before view index `at` begins, back to the nearest edge but not beyond `least`. */
function edgeBefore(units: Uint16Array, at: number, least: number): number {
  while (at > least && (beside(units, at - 1) & Beside.edge) === 0) at--
  return at
}

/** Where what stands behind view index `at` ends, at the nearest edge but not beyond `most`. */
function edgeBehind(units: Uint16Array, at: number, most: number): number {
  while (at < most && (beside(units, at) & Beside.edge) === 0) at++
  return at
}

/**
 * Words of the local parts of the text's e-mail addresses, folded: people sign with what they are called. `ats`: the
 * tokens @ of the text; null when there are none.
 */
export function mailWords(text: ScannedText, ats: readonly number[]): ReadonlySet<string> | null {
  if (ats.length === 0) return null
  const found = new Set<string>()
  const { tokens } = text
  for (const index of ats) {
    // A local part has few pieces.
    for (let back = index - 1; back >= 0 && index - back < 8 && tokens.end[back] === tokens.start[back + 1]; back--) {
      const kind = tokens.kind[back]
      if (kind === TokenKind.sign || kind === TokenKind.number) continue
      const folded = text.folded(back)
      const word = kind === TokenKind.mixed ? withoutTrailing(folded, '0123456789') : folded
      if (word.length >= 3) found.add(word)
    }
  }
  return found
}

/**
 * The words of the local parts that spell a person: two words and nothing else but digits, none of them one of a desk or an
 * ordinary one ("ksaver.podlogar7@", not "acme.orders@").
 */
export function mailPersons(words: NameWords, ats: readonly number[]): ReadonlySet<string> {
  const found = new Set<string>()
  const { tokens, scanned } = words
  for (const index of ats) {
    let parts: string[] = []
    let isPlain = true
    for (let back = index - 1; back >= 0 && index - back < 8 && tokens.end[back] === tokens.start[back + 1]; back--) {
      const kind = tokens.kind[back]
      // What stands behind a plus is a tag.
      if (kind === TokenKind.sign && tokens.units[tokens.start[back]!] === PLUS) {
        parts = []
        isPlain = true
      }
      if (kind === TokenKind.sign || kind === TokenKind.number) continue
      parts.push(withoutTrailing(scanned.folded(back), '0123456789'))
      if (words.roles(back) !== 0 || words.levels(back).word >= Level.uncommon) isPlain = false
    }
    if (isPlain && parts.length === 2 && parts.every((part) => part.length > 2))
      for (const part of parts) found.add(part)
  }
  return found
}
