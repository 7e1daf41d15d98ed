// How values and names are shown: masked for readers who may know that a value exists but not what it is; and a name that a caller sent,
// in an error, visible, on one line and bounded.

/** `start` keeps the first four characters, as the contract says; `all` keeps none. */
export const MASKS = ['start', 'all'] as const
export type MaskValues = (typeof MASKS)[number]

/** The contract: "the first 4 characters". */
const SHOWN = 4
const MARK = '*'

/** Keeps the first four characters (code points) and writes `*` for every further one; a value of four or fewer is all `*`. */
export function maskValue(value: string, mask: MaskValues = 'start'): string {
  const characters = [...value]
  const shown = mask === 'all' || characters.length <= SHOWN ? 0 : SHOWN
  return characters.slice(0, shown).join('') + MARK.repeat(characters.length - shown)
}

/** Returns values as sent if they are revealed, else masked. */
export const shower = (reveal: boolean, mask: MaskValues | undefined): ((value: string) => string) =>
  reveal ? (value) => value : (value) => maskValue(value, mask)

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

const LONGEST_PERSON = 256
/** Printable characters and the plain space. Controls and invisible or unassigned characters make names look alike (UTR #36, 2.5, 3.3). */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/u

/** Why the name of a caller or a reviewer cannot be recorded; null if it can. */
export function unfitName(name: string): string | null {
  // In code units first: to take a name of any length apart would cost what it was sent to cost.
  if (name.length > 2 * LONGEST_PERSON || [...name].length > LONGEST_PERSON)
    return `it is longer than ${LONGEST_PERSON} characters`
  return READABLE.test(name) && !INVISIBLE.test(name)
    ? null
    : 'it has characters that are not read: controls, marks of direction or signs that are not seen'
}
