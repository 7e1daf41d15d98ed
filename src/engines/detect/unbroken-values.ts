// The end of a value without spaces, in running text, in quotes or in a query string.
import { AMPERSAND, CLOSE_PARENTHESIS, COMMA, signSet } from '../../text/signs.ts'
import { codeAt, lengthOf, sliceOf } from '../../text/unit-classes.ts'

/** White space of JavaScript (ECMA-262, 12.2 and 12.3), quotation marks, and signs that begin something else. */
const stops = signSet(
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff' +
    '"\'`<>|;\u201c\u201d\u00ab\u00bb\u2026',
)

/** Signs that do not belong to a value at its end. */
const isTail = signSet('.,;:)]}')

/** End of the unbroken value that begins at `from`, within `longest` units: at white space, a quote, an unopened bracket, or "&" of a query. */
export function valueRun(text: string, from: number, longest: number): number {
  let end = from
  const limit = Math.min(lengthOf(text), from + longest)
  while (end < limit) {
    const unit = codeAt(text, end)
    if (stops(unit)) break
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
