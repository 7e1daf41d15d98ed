// Landmarks: a relation word and its object, as people give directions where streets have no names.
import { TokenKind } from '../../text/tokens.ts'
import type { AnchorType } from './book.ts'
import type { AddressReader } from './reader.ts'
import { streetAfter } from './streets.ts'
import { Role } from './words.ts'

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

/** The object of a relation word: lower-case words, then a type of place or a proper name, then its specification. */
export function thing(r: AddressReader, from: number): AnchorHit | null {
  let at = from
  let end = 0
  let type: AnchorType = 'other'
  let isTyped = false
  let smalls = 0
  for (let words = 0; words < MOST_ANCHOR_WORDS && at < r.count; words++) {
    if (r.isJoiner(at) && r.isTight(at) && r.isTight(at + 1)) {
      at++
      if (end === at - 1 && r.isWord(at)) end = at + 1
      at++
      continue
    }
    if (r.isDot(at) && r.isTight(at) && r.length(at - 1) <= 3 && r.isCapital(at + 1)) {
      at++
      continue
    }
    const isNumber = r.kind(at) === TokenKind.number && r.length(at) <= 3 && r.isCapital(at - 1)
    if (!r.isWord(at) && !isNumber) break
    const found = r.landmark(at)
    const pair = r.landmarkPair(at)
    if (pair !== null || found !== null) {
      if (!isTyped || (pair ?? found) !== 'other') type = pair ?? found ?? type
      isTyped = true
      at += pair !== null ? 2 : 1
      end = at
      smalls = 0
      continue
    }
    if (r.isCapital(at) || isNumber) {
      end = ++at
      smalls = 0
      continue
    }
    // After the type of place, only a connecting word and a name continue it ("kościoła garnizonowego" is read by its type).
    if (end > 0) {
      const isConnector = (r.roles(at) & Role.connector) !== 0
      if (
        !isConnector ||
        !(r.isCapital(at + 1) || (r.isJoiner(at + 1) && r.isCapital(at + 2)) || connectorThenCapital(r, at + 1))
      )
        break
    } else if (++smalls > 4 || (words > 0 && (r.roles(at) & (Role.preposition | Role.connector)) === Role.preposition))
      break
    at++
  }
  return end > from ? { end, type, isTyped } : null
}

const connectorThenCapital = (r: AddressReader, at: number): boolean =>
  (r.roles(at) & Role.connector) !== 0 && r.kind(at) === TokenKind.lower && r.isCapital(at + 1)
