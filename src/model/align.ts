// Maps pieces of a word to UTF-16 positions: tokenizers change case, accents and widths, and the library returns no offsets.

/** A character with its marks: with few exceptions (see `normalMap`), no tokenizer merges two of these units. */
const UNITS = /\P{M}\p{M}{0,30}|\p{M}{1,30}/gu

/** A word normalised by a tokenizer, with a map back to the word. */
export interface NormalWord {
  readonly text: string
  /** For each UTF-16 unit of `text`, start and end of the unit of the word that it was made from. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Normalises a word and maps its units back. Where units combine, every unit maps to the whole word: too wide, but never wrong. */
export function normalMap(word: string, normalise: (text: string) => string): NormalWord {
  const text = normalise(word)
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  let at = 0
  for (const { 0: unit, index } of word.matchAll(UNITS)) {
    const { length } = normalise(unit)
    // The first unit alone may lose its leading space.
    starts.fill(index, at, Math.min(text.length, at + length))
    ends.fill(index + unit.length, at, Math.min(text.length, at + length))
    at += length
  }
  if (at !== text.length) {
    starts.fill(0)
    ends.fill(word.length)
  }
  return { text, starts, ends }
}

/** A range of UTF-16 units, end exclusive. */
export interface PieceRange {
  readonly start: number
  readonly end: number
}

export interface PieceStyle {
  /** Represents the space before a word; '' if there is none. */
  readonly blank: string
  /** Prefix of a piece that continues a word; '' if there is none. */
  readonly continuing: string
  /** Pieces are bytes, each written as one character (GPT-2). */
  readonly isBytes: boolean
}

const BYTE_PIECE = /^<0x[0-9A-F]{2}>$/

/** The range of each piece of a pre-token that begins at `from` of the normalised word. `isKnown`: a piece that spells its own text. */
export function placePieces(
  pieces: readonly string[],
  pretoken: PieceRange,
  text: string,
  style: PieceStyle,
  isKnown: (piece: string) => boolean,
): PieceRange[] {
  const spelled = pieces.map((piece, i) => (isKnown(piece) ? spelling(piece, i, style) : null))
  const places: PieceRange[] = []
  let at = pretoken.start
  /** Bytes of the character at `at` that byte pieces have already consumed. */
  let bytes = 0
  for (let i = 0; i < pieces.length; i++) {
    const spell = spelled[i]!
    if (BYTE_PIECE.test(pieces[i]!)) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      places.push({ start: at, end: Math.min(pretoken.end, at + character.length) })
      bytes++
      if (bytes >= Buffer.byteLength(character)) {
        at += character.length
        bytes = 0
      }
      continue
    }
    if (spell !== null && text.startsWith(spell, at)) {
      places.push({ start: at, end: at + spell.length })
      at += spell.length
      continue
    }
    if (spell !== null) return pieces.map(() => pretoken)
    // An unknown piece extends to the text of the next known one, or to the end.
    const next = spelled.findIndex((other, place) => place > i && other !== null && other !== '')
    const found = next < 0 ? -1 : text.indexOf(spelled[next]!, at + 1)
    const end = found < 0 || found > pretoken.end ? pretoken.end : found
    places.push({ start: at, end })
    at = end
  }
  return at > pretoken.end ? pieces.map(() => pretoken) : places
}

function spelling(piece: string, place: number, { blank, continuing }: PieceStyle): string {
  let text = piece
  if (continuing !== '' && place > 0 && text.startsWith(continuing)) text = text.slice(continuing.length)
  return blank === '' ? text : text.replaceAll(blank, '')
}

/** The ranges of byte pieces in a text: `lengths` in bytes, the first of them `before` bytes before its start (an added space). */
export function placeBytes(lengths: readonly number[], text: string, before: number): PieceRange[] {
  const unitOfByte: number[] = []
  let index = 0
  for (const character of text) {
    for (let n = Buffer.byteLength(character); n > 0; n--) unitOfByte.push(index)
    index += character.length
  }
  const widthAt = (unit: number) => String.fromCodePoint(text.codePointAt(unit) ?? 0).length
  let at = -before
  return lengths.map((length) => {
    const first = Math.max(0, at)
    const last = Math.min(unitOfByte.length, at + length) - 1
    at += length
    if (last < first) return { start: 0, end: 0 }
    const end = unitOfByte[last]!
    return { start: unitOfByte[first]!, end: end + widthAt(end) }
  })
}
