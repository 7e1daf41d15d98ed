// Post boxes and plots of land in text.
import { SLASH } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { AddressReader } from './reader.ts'
import { hasDigit, unitValue } from './units.ts'
import { Role } from './words.ts'

/** A post box: "P.O. Box 1234", "Postfach 12 34", "Box 1184", "B.P. 44". A single word must begin with a capital. */
export function box(r: AddressReader, i: number): { end: number; isSure: boolean } | null {
  const word = r.phrase(i, Role.box)
  if (word === 0) return null
  const isPhrase = word > i + 1
  if (!isPhrase && (!r.isCapital(i) || r.length(i) < 2)) return null
  let at = r.dot(word)
  const number = r.phrase(at, Role.number)
  if (number > 0) at = r.dot(number)
  // Ghanaian boxes name the post office in letters: "P.O. Box AN 5678".
  if (isPhrase && r.kind(at) === TokenKind.upper && r.length(at) <= 3 && r.kind(at + 1) === TokenKind.number) at++
  if (r.kind(at) !== TokenKind.number && r.kind(at) !== TokenKind.mixed) return null
  if (r.length(at) > 7) return null
  at++
  // The number may be in groups ("Postfach 10 21 04"); a group of four or five digits is the next postcode.
  for (
    let groups = 0;
    groups < 3 && r.kind(at) === TokenKind.number && r.length(at) <= 3 && r.length(at - 1) <= 3 && !r.isCapital(at + 1);
    groups++
  )
    at++
  return { end: at, isSure: isPhrase || r.length(i) > 4 }
}

/** A plot: "Plot 14", "Erf 5531", "Stand No. 22", "Kisumu/Manyatta A/2318"; after a street also in lower case: "parcela 4". */
export function plot(r: AddressReader, i: number, afterStreet: boolean): number {
  const word = r.phrase(i, Role.plot)
  if (word > 0 && (afterStreet || r.isCapital(i) || word > i + 1)) {
    let at = r.dot(word)
    const number = r.phrase(at, Role.number)
    if (number > 0) at = r.dot(number)
    const value = r.isNewline(at) ? 0 : unitValue(r, at)
    if (value > 0 && hasDigit(r, at, value)) return value
  }
  // Kenyan title numbers: registration section, block, parcel, separated by strokes (Registered Land Act).
  if (r.isCapital(i) && r.signCode(i + 1) === SLASH && r.isTight(i + 1) && r.isCapital(i + 2)) {
    let at = i + 3
    let isNamed = r.length(i) > 4 || r.length(i + 2) > 4 || r.kind(i + 2) === TokenKind.capital
    for (let more = 0; more < 4; more++) {
      if (r.signCode(at) === SLASH && r.kind(at + 1) === TokenKind.number && r.length(at + 1) <= 6)
        // Lawsuits and competitions have only initials (FHC/ABJ/CS/123), or a year at the end (EPSO/AD/400/23).
        return isNamed && !(r.signCode(at + 2) === SLASH && r.kind(at + 3) === TokenKind.number) ? at + 2 : 0
      isNamed ||= r.isCapital(at) && r.length(at) > 4
      const isPart = r.kind(at) === TokenKind.mixed || (r.kind(at) === TokenKind.number && r.length(at) <= 4)
      if (r.signCode(at) === SLASH || r.isCapital(at) || isPart) at++
      else break
    }
  }
  return 0
}
