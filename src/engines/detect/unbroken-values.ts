// A value without spaces: where it ends in running text, in quotes, in a query string.

const STOP = /[\s"'`<>|\u201c\u201d\u00ab\u00bb\u2026]/
/** Signs that end a value rather than belong to it when they stand last. */
const TAIL = /[.,;:)\]}]/

/**
 * Index behind the unbroken value that begins at `from`, at most `longest` units: up to white space, a quote, a bracket
 * that the value did not open, or "&" of a query string; trailing punctuation is left to the sentence.
 */
export function valueRun(text: string, from: number, longest: number): number {
  let end = from
  const limit = Math.min(text.length, from + longest)
  while (end < limit && !STOP.test(text[end]!)) {
    if (text[end] === ',' && /[\s"']/.test(text[end + 1] ?? ' ')) break
    if (text[end] === ';' || (text[end] === '&' && /^&[a-z_]+=/i.test(text.slice(end, end + 24)))) break
    end++
  }
  while (end > from && TAIL.test(text[end - 1]!) && !(text[end - 1] === ')' && text.slice(from, end).includes('(')))
    end--
  return end
}
