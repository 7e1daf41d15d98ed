// Landmarks: a relation word and its object, as people give directions where streets have no names.

import type { AddressReader } from './address-reader.ts'
import type { AnchorType } from './book.ts'
import { streetAfter } from './streets.ts'
import { Role } from './word-roles.ts'

export interface AnchorHit {
  readonly end: number
  readonly type: AnchorType
  /** Contains a word for a type of place (not only a proper name). */
  readonly isTyped: boolean
}

const MOST_ANCHOR_WORDS = 8

/** A relation word and its object: "opposite the central mosque", "hinterm rewe". */
export function anchor(r: AddressReader, i: number): AnchorHit | null {
  const relation = r.phrase(i, Role.relation)
  if (relation === 0) return null
  const found = thing(r, relation)
  if (found === null) return null
  // A street is not a landmark: "outside Storgata 129".
  const street = streetAfter(r, relation, false)
  return street !== null && street.end >= found.end - 2 && !found.isTyped ? null : found
}

/** The object of a relation word, as far as it was read. */
interface ObjectRun {
  readonly r: AddressReader
  at: number
  words: number
  end: number
  type: AnchorType
  isTyped: boolean
  /** Consecutive lower-case words before `at`. */
  lows: number
}

/** Maximum lower-case words before the name or the type of place. */
const MOST_LOWS = 4

/** The object of a relation word: lower-case words, then a type of place or a proper name, then its specification. */
export function thing(r: AddressReader, from: number): AnchorHit | null {
  const run: ObjectRun = { r, at: from, words: 0, end: 0, type: 'other', isTyped: false, lows: 0 }
  while (run.words < MOST_ANCHOR_WORDS && run.at < r.count && takesNext(run)) run.words++
  return run.end > from ? { end: run.end, type: run.type, isTyped: run.isTyped } : null
}

/** Moves past the next token if it continues the object; otherwise returns false. */
function takesNext(run: ObjectRun): boolean {
  const { r, at } = run
  if (r.isJoiner(at) && r.isTightBetween(at)) {
    if (run.end === at && r.isWord(at + 1)) run.end = at + 2
    run.at += 2
    return true
  }
  if (r.isInitialDot(at)) {
    run.at++
    return true
  }
  const isNumber = r.isNumber(at, 3) && r.isCapital(at - 1)
  if (!r.isWord(at) && !isNumber) return false
  if (takesType(run)) return true
  if (r.isCapital(at) || isNumber) {
    run.end = ++run.at
    run.lows = 0
    return true
  }
  run.at++
  // After the type of place, only a connecting word and a name continue it ("kościoła garnizonowego" is read by its type).
  if (run.end > 0) return isConnector(r, at) && leadsToName(r, at + 1)
  const isLead = (r.roles(at) & (Role.preposition | Role.connector)) === Role.preposition
  return ++run.lows <= MOST_LOWS && !(run.words > 0 && isLead)
}

/** Moves past the words for a type of place: "mosque", "petrol station". */
function takesType(run: ObjectRun): boolean {
  const single = run.r.landmark(run.at)
  const pair = run.r.landmarkPair(run.at)
  const type = pair ?? single
  if (type === null) return false
  if (!run.isTyped || type !== 'other') run.type = type
  run.isTyped = true
  run.at += pair !== null ? 2 : 1
  run.end = run.at
  run.lows = 0
  return true
}

const isConnector = (r: AddressReader, at: number): boolean => (r.roles(at) & Role.connector) !== 0

/** True if a name begins at token `at`, or after a joiner or a second connecting word. */
const leadsToName = (r: AddressReader, at: number): boolean =>
  r.isCapital(at) || (r.isCapital(at + 1) && (r.isJoiner(at) || (r.isLower(at) && isConnector(r, at))))
