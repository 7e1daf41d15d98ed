// The end of a value without spaces, in running text, in quotes or in a query string.
import { AMPERSAND, CLOSE_PARENTHESIS, COMMA, SEMICOLON, signSet } from '../../text/signs.ts'
import { codeAt, lengthOf, sliceOf } from '../../text/unit-classes.ts'

const STOP = /[\s"'`<>|\u201c\u201d\u00ab\u00bb\u2026]/
const GOES_ON = 1
const STOPS = 2
/** Result per code unit; 0 means not computed. Filled on first use, so that start-up does no work. */
const stops = new Uint8Array(65536)

function stopOf(unit: number): number {
  const found = STOP.test(String.fromCharCode(unit)) ? STOPS : GOES_ON
  stops[unit] = found
  return found
}

/** Signs that do not belong to a value at its end. */
const isTail = signSet('.,;:)]}')

/** End of the unbroken value that begins at `from`, within `longest` units: at white space, a quote, an unopened bracket, or "&" of a query. */
export function valueRun(text: string, from: number, longest: number): number {
  let end = from
  const limit = Math.min(lengthOf(text), from + longest)
  while (end < limit) {
    const unit = codeAt(text, end)
    if ((stops[unit] || stopOf(unit)) === STOPS || unit === SEMICOLON) break
    if (unit === COMMA && /[\s"']/.test(text[end + 1] ?? ' ')) break
    if (unit === AMPERSAND && /^&[a-z_]+=/i.test(sliceOf(text, end, end + 24))) break
    end++
  }
  while (end > from) {
    const unit = codeAt(text, end - 1)
    if (!isTail(unit) || (unit === CLOSE_PARENTHESIS && sliceOf(text, from, end).includes('('))) break
    end--
  }
  return end
}
