// The name of a street after its type word: capitals, dates, names in quotation marks.
import { FULL_STOP, HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type AddressReader, MOST_NAME_TOKENS } from './reader.ts'
import { Signs, signsOf } from './sign-groups.ts'
import { Role } from './words.ts'

/** End of the name after a street's type word; 0 if no capital letter or number follows. */
export function streetName(r: AddressReader, from: number, anyCase: boolean): number {
  let at = from
  let end = 0
  let lows = 0
  for (let steps = 0; steps < MOST_NAME_TOKENS; steps++) {
    if (at >= r.count || r.isCell(at)) break
    const kind = r.kind(at)
    const sign = r.signCode(at)
    if (r.isCapital(at)) {
      lows = 0
      end = ++at
      continue
    }
    // Dates and military units as names: "Straße des 17. Juni", "Ulica 29. augusta", "Bd. 1 Decembrie 1918", "Šetalište 150. brigade".
    if (
      end < at &&
      kind === TokenKind.number &&
      r.length(at) <= 3 &&
      r.isDot(at + 1) &&
      r.isTight(at + 1) &&
      r.isWord(at + 2) &&
      r.length(at + 2) > 3
    ) {
      end = at += 3
      continue
    }
    if (kind === TokenKind.number && r.length(at) === 4 && end === at && isDay(r, at - 2) && isNumbered(r, at + 1)) {
      end = ++at
      continue
    }
    if (kind === TokenKind.number && r.length(at) <= 3) {
      // A number and a month are a name ("11 Novembre", "4 de Fevereiro"); a number alone is a house number ("12", "12, 5020").
      const next = r.kind(at + 1) === TokenKind.lower && (r.roles(at + 1) & Role.connector) !== 0 ? at + 2 : at + 1
      const isDate =
        end === at &&
        r.isCapital(next) &&
        (r.roles(next) & Role.unit) === 0 &&
        r.length(next) > 3 &&
        r.book.gazetteer.get(r.text.folded(next)) === null
      if (end === 0 || (steps > 0 && isDate && next === at + 2)) {
        if (end === 0 && steps > 1) break
        end = ++at
        continue
      }
      if (end !== at) {
        if (r.isCapital(next)) {
          end = ++at
          continue
        }
      }
      break
    }
    if (r.isJoiner(at) && r.isTight(at)) {
      at++
      if (r.isTight(at) && r.isWord(at)) {
        if (r.isCapital(at) || end === at - 1) end = at + 1
        at++
        continue
      }
      // A Greek letter with its mark is an ordinal: "Λεωφ. Μακαρίου Γ' 12".
      if (r.isCapital(at - 2) && r.length(at - 2) === 1 && end === at - 1) {
        end = at
        continue
      }
      break
    }
    if ((signsOf(sign) & Signs.quote) !== 0) {
      const closing = closingQuote(r, at)
      if (closing > 0) end = at = closing
      else at++
      continue
    }
    if (
      sign === FULL_STOP &&
      r.isTight(at) &&
      r.length(at - 1) <= 5 &&
      at - 1 >= from &&
      (r.isCapital(at + 1) || lows > 0)
    ) {
      at++
      continue
    }
    // Maltese articles: "Triq it-Torri".
    if (
      kind === TokenKind.lower &&
      r.signCode(at + 1) === HYPHEN &&
      r.isTight(at + 1) &&
      r.isTight(at + 2) &&
      r.isCapital(at + 2)
    ) {
      end = at += 3
      continue
    }
    if (kind === TokenKind.lower) {
      const isConnector = (r.roles(at) & Role.connector) !== 0
      if (!isConnector && (r.roles(at) & Role.preposition) !== 0) break
      if (!isConnector && !(lows < 2 && r.isCapital(at + 1) && end === 0) && !(anyCase && end === 0 && lows < 3)) break
      if (++lows > 3) break
      at++
      if (anyCase && !isConnector && end === 0) end = at
      continue
    }
    break
  }
  return end
}

/** Token after the quotation mark that closes the one at i, at most six words later; 0 if there is none. */
function closingQuote(r: AddressReader, i: number): number {
  for (let at = i + 1; at < i + 8 && at < r.count; at++) {
    if ((signsOf(r.signCode(at)) & Signs.quote) !== 0) return at + 1
    if (!r.isWord(at) && r.kind(at) !== TokenKind.number) return 0
  }
  return 0
}

const isDay = (r: AddressReader, i: number): boolean => r.kind(i) === TokenKind.number && r.length(i) <= 2

export const isNumbered = (r: AddressReader, at: number): boolean =>
  r.kind(at) === TokenKind.number || r.phrase(at, Role.number) > 0
