// How an error repeats a name that a caller sent: visible, on one line, and bounded.

/** The contract names an unknown pack and a shared file name as sent; a longer name is cut. */
const MOST_CHARACTERS = 100
/** Control characters, bidirectional controls (UAX #9), the separators of lines and paragraphs, and lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The name as sent, cut at 100 characters, with control and bidirectional characters as `\u{...}`. */
export function named(name: string): string {
  return [...name]
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
}
