// What groups of signs mean in an address, asked by the code of a sign: comparing strings of one character costs many times
// as much.

/** Groups of signs, one bit each. */
export const Signs = {
  /** Ties what stands behind it to what stands before, as in e-mail addresses and names of files. */
  tie: 1,
  /** Makes the number before it an ordinal: "2. Stock", "4.º". */
  ordinal: 2,
  /** Ends a segment. */
  ends: 4,
  /** Touches no house number from the left. */
  beforeNumber: 8,
  /** Touches no house number from the right. */
  behindNumber: 16,
  /** Parts the number of a house and what belongs to it, or the number and its street. */
  inHouse: 2048,
  /** Goes on inside the number of a flat. */
  inUnit: 32,
  /** Touches no postcode from the left, or from the right. */
  beforeCode: 64,
  behindCode: 128,
  quote: 256,
  /** Parts the name of a field from its value. */
  tells: 512,
  /** Marks a floor in Greek. */
  greek: 1024,
} as const

const GROUPS: Readonly<Record<keyof typeof Signs, string>> = {
  tie: '-@._#/\\&',
  ordinal: ".º°ª΄\u00b4\u2019'",
  ends: ',.;)!?:"”»',
  beforeNumber: '/-–+€$£#@_:*%^~\\<&',
  behindNumber: '%€$£:@_=°',
  inHouse: '/-–,',
  inUnit: './-',
  beforeCode: '-/.@#€$£%_+*&',
  behindCode: '-/%€$£_@',
  quote: '„“”"«»',
  tells: ':=>',
  greek: "\u0384\u00b4'\u2019΄",
}

const table = new Uint16Array(65536)
for (const [name, signs] of Object.entries(GROUPS))
  for (const sign of signs) table[sign.charCodeAt(0)]! |= Signs[name as keyof typeof Signs]

/** The groups of a sign by its code, as bits of Signs; 0 for code 0, which is no sign. */
export function signsOf(code: number): number {
  return table[code]!
}
