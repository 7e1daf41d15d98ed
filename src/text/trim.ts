// Trims from the right in linear time: /[x]+$/ restarts at every x of the text and is quadratic.

/** The text without the trailing characters that `signs` contains. */
export function withoutTrailing(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The text up to the first `sign`, or all of it. */
export function before(text: string, sign: string): string {
  const at = text.indexOf(sign)
  return at < 0 ? text : text.slice(0, at)
}
