// Groups of signs in addresses, looked up by the code of a sign: comparing strings of one character is many times slower.

/** Groups of signs, one bit each. */
export const Signs = {
  /** Ties the next token to the previous one, as in email addresses and file names. */
  tie: 1,
  /** Makes the number before it an ordinal: "2. Stock", "4.º". */
  ordinal: 2,
  /** Ends a segment. */
  ends: 4,
  /** Excludes a house number directly after it. */
  beforeNumber: 8,
  /** Excludes a house number directly before it. */
  behindNumber: 16,
  /** Separates a number from its suffix, or from its street. */
  inHouse: 2048,
  /** Occurs inside the number of a flat. */
  inUnit: 32,
  /** Excludes a postcode directly after it, or directly before it. */
  beforeCode: 64,
  behindCode: 128,
  quote: 256,
  /** Separates the name of a field from its value. */
  tells: 512,
  /** Marks a floor in Greek. */
  greek: 1024,
  /** Abbreviates a type word of a street: "C/", "Cº". */
  shortStreet: 4096,
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
  shortStreet: '/ºª',
}

const table = new Uint16Array(65536)
for (const [name, signs] of Object.entries(GROUPS))
  for (const sign of signs) table[sign.charCodeAt(0)]! |= Signs[name as keyof typeof Signs]

/** The groups of a sign by its code, as bits of Signs; 0 for code 0, which is not a sign. */
export const signsOf = (code: number): number => table[code]!
