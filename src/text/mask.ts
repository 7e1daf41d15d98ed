// Masks a value for readers who may know that it exists but not what it is.

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
