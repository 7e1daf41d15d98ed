// Runs a tokenizer.json: texts to piece ids with ranges. Words are split one by one and cached.
import { modelInvalid } from './folder.ts'
import type { LibraryTokenizer, TokenizerLibrary } from './tokenizers-package.ts'

/** A character with its marks: with few exceptions (see `normalMap`), no tokenizer merges two of these units. */
const UNITS = /\P{M}\p{M}{0,30}|\p{M}{1,30}/gu

/** A word normalised by a tokenizer, with a map back to the word. */
interface NormalWord {
  readonly text: string
  /** For each UTF-16 unit of `text`, start and end of the unit of the word that it was made from. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Normalises a word and maps its units back. Where units combine, every unit maps to the whole word: too wide, but never wrong. */
function normalMap(word: string, normalise: (text: string) => string): NormalWord {
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
interface PieceRange {
  readonly start: number
  readonly end: number
}

interface PieceStyle {
  /** Represents the space before a word; '' if there is none. */
  readonly blank: string
  /** Prefix of a piece that continues a word; '' if there is none. */
  readonly continuing: string
  /** Pieces are bytes, each written as one character (GPT-2). */
  readonly isBytes: boolean
}

const BYTE_PIECE = /^<0x[0-9A-F]{2}>$/

/** The range of each piece of a pre-token that begins at `from` of the normalised word. `isKnown`: a piece that spells its own text. */
function placePieces(
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
function placeBytes(lengths: readonly number[], text: string, before: number): PieceRange[] {
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

export interface Pieces {
  readonly ids: Int32Array
  /** Range of each piece in the text, UTF-16, end exclusive; empty for a piece that represents only spaces. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 if a piece begins a word. */
  readonly opens: Uint8Array
}

/** Pieces and their words: word k begins at the k-th piece with `opens` = 1. */
export interface ReadWords extends Pieces {
  readonly wordStarts: Int32Array
  readonly wordEnds: Int32Array
}

interface WordPieces {
  readonly ids: readonly number[]
  /** Ranges in the word; a piece for the spaces before it is empty, at 0. */
  readonly ranges: readonly PieceRange[]
}

/** Maximum units of one word: longer ones are not natural words, and splitting one piece may take time quadratic in its length. */
const LONGEST_WORD = 160
const WORD = new RegExp(`\\S{1,${LONGEST_WORD}}`, 'gu')
/** Maximum spaces before a word that are passed to the tokenizer. */
const MOST_BLANKS = 8
const MOST_KEPT = 50_000

export interface Frame {
  readonly before: readonly number[]
  readonly behind: readonly number[]
}

interface TokenizerFile {
  readonly model?: {
    readonly type?: string
    readonly continuing_subword_prefix?: string
    readonly unk_token?: string
    readonly unk_id?: number
  }
  readonly pre_tokenizer?: PreTokenizerPart | null
}

interface PreTokenizerPart {
  readonly type?: string
  readonly pretokenizers?: readonly PreTokenizerPart[]
}

export class TextTokenizer {
  readonly frame: Frame
  readonly #tokenizer: LibraryTokenizer
  readonly #style: PieceStyle
  readonly #seesBlanks: boolean
  readonly #unknown: number
  /** The prefix that normalisation adds to every text. */
  readonly #prefix: string
  #kept = new Map<string, WordPieces>()

  /** `file`: the parsed tokenizer.json. Throws model_invalid. */
  constructor({ Tokenizer }: TokenizerLibrary, file: object) {
    try {
      this.#tokenizer = new Tokenizer(file, {})
    } catch (error) {
      throw modelInvalid('tokenizer.json is of a kind that the tokenizers package does not read', error)
    }
    const { model, pre_tokenizer } = file as TokenizerFile
    const steps = [pre_tokenizer ?? {}].flatMap((step) => [step, ...(step.pretokenizers ?? [])])
    const isBytes = steps.some(({ type }) => type === 'ByteLevel')
    const known = this.#tokenizer.model
    if (known === null || !['WordPiece', 'BPE', 'Unigram'].includes(model?.type ?? ''))
      throw modelInvalid('the model type in tokenizer.json is not WordPiece, BPE or Unigram')
    this.#style = {
      isBytes,
      blank: isBytes ? '' : '\u2581',
      continuing: model?.type === 'WordPiece' ? (model.continuing_subword_prefix ?? '##') : '',
    }
    this.#unknown = known.unk_token_id ?? known.tokens_to_ids.get(model?.unk_token ?? '') ?? -1
    const normalised = this.#normalise('a')
    this.#prefix = normalised.endsWith('a') ? normalised.slice(0, -1) : ''
    this.frame = this.#frameOf()
    this.#seesBlanks = this.#mustSeeBlanks()
  }

  /** The pieces of a text in order. Text that looks like a special token is read as plain characters. */
  read(text: string): Pieces {
    return this.#read(text, WORD, this.#seesBlanks)
  }

  /** The same, with words given by `pattern`, each read alone. A word without pieces is left out. */
  readWords(text: string, pattern: RegExp): ReadWords {
    return this.#read(text, pattern, false)
  }

  /** The pieces of words that are read alone, such as a label. */
  idsOf(words: string): readonly number[] {
    return this.#piecesOf('', words).ids
  }

  /** True if the vocabulary has a piece for any part of it. */
  knows(words: string): boolean {
    return this.idsOf(words).some((id) => id !== this.#unknown)
  }

  special(token: string): number | null {
    return this.#tokenizer.model!.tokens_to_ids.get(token) ?? null
  }

  #read(text: string, pattern: RegExp, seesBlanks: boolean): ReadWords {
    const ids: number[] = []
    const starts: number[] = []
    const ends: number[] = []
    const opens: number[] = []
    const wordStarts: number[] = []
    const wordEnds: number[] = []
    let behind = 0
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const blanks = seesBlanks ? text.slice(Math.max(behind, index - MOST_BLANKS), index) : ''
      const pieces = this.#piecesOf(blanks, word)
      for (let i = 0; i < pieces.ids.length; i++) {
        ids.push(pieces.ids[i]!)
        starts.push(index + pieces.ranges[i]!.start)
        ends.push(index + pieces.ranges[i]!.end)
        opens.push(i === 0 ? 1 : 0)
      }
      behind = index + word.length
      if (pieces.ids.length === 0) continue
      wordStarts.push(index)
      wordEnds.push(behind)
    }
    return {
      ids: Int32Array.from(ids),
      starts: Int32Array.from(starts),
      ends: Int32Array.from(ends),
      opens: Uint8Array.from(opens),
      wordStarts: Int32Array.from(wordStarts),
      wordEnds: Int32Array.from(wordEnds),
    }
  }

  #piecesOf(blanks: string, word: string): WordPieces {
    const key = `${blanks}${word}`
    let pieces = this.#kept.get(key)
    if (pieces === undefined) {
      if (this.#kept.size >= MOST_KEPT) this.#kept = new Map()
      pieces = this.#cut(key, blanks.length)
      this.#kept.set(key, pieces)
    }
    return pieces
  }

  #normalise(text: string): string {
    const { normalizer } = this.#tokenizer
    return normalizer === null ? text : normalizer.normalize(text)
  }

  #cut(text: string, blanks: number): WordPieces {
    const plain = (part: string) => this.#normalise(part).slice(this.#prefix.length)
    const normal = normalMap(text, plain)
    const { pre_tokenizer: pre, model } = this.#tokenizer
    const full = this.#prefix + normal.text
    const pretokens = pre === null ? [full] : pre.pre_tokenize(full, { section_index: 0 })
    const parts = pretokens.map((pretoken) => model!.encode([pretoken]))
    const places = this.#style.isBytes ? bytePlaces(parts, normal.text) : this.#wordPlaces(pretokens, parts, normal)
    const ids = parts.flat().map((piece) => model!.tokens_to_ids.get(piece) ?? this.#unknown)
    return { ids, ranges: places.map((place) => backToWord(place, normal, blanks)) }
  }

  #wordPlaces(pretokens: readonly string[], parts: readonly string[][], { text }: NormalWord): PieceRange[] {
    const { unk_token } = this.#tokenizer.model!
    const isKnown = (piece: string) => piece !== unk_token
    const whole = { start: 0, end: text.length }
    let at = 0
    return pretokens.flatMap((pretoken, i) => {
      const spelled = pretoken.replaceAll(this.#style.blank, '')
      const start = text.indexOf(spelled, at)
      if (start < 0) return parts[i]!.map(() => whole)
      at = start + spelled.length
      return placePieces(parts[i]!, { start, end: at }, text, this.#style, isKnown)
    })
  }

  #frameOf(): Frame {
    const probe = 'a'
    const bare = this.#tokenizer.encode(probe, { add_special_tokens: false }).ids
    const framed = this.#tokenizer.encode(probe, { add_special_tokens: true }).ids
    const at = framed.findIndex((_, i) => bare.every((id, n) => framed[i + n] === id))
    return { before: framed.slice(0, at), behind: framed.slice(at + bare.length) }
  }

  /** True if a word is split differently after a space. Throws model_invalid if words cannot be split one by one. */
  #mustSeeBlanks(): boolean {
    const idsOf = (text: string) => this.#tokenizer.encode(text, { add_special_tokens: false }).ids
    const [alone, behind, both] = [idsOf('ab'), idsOf(' ab'), idsOf('ab ab')]
    const isSame = (ids: readonly number[]) => ids.length === both.length && ids.every((id, i) => id === both[i])
    if (isSame([...alone, ...alone])) return false
    if (isSame([...alone, ...behind])) return true
    throw modelInvalid('its tokenizer does not split a text at spaces: use a model whose tokenizer does')
  }
}

/** Byte pieces over a text with its prefix: each character of a piece is one byte. */
function bytePlaces(parts: readonly string[][], text: string): PieceRange[] {
  const lengths = parts.flat().map((piece) => piece.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return placeBytes(lengths, text, Math.max(0, total - Buffer.byteLength(text)))
}

/** Converts a range of the normalised word to a range of the word, counted from the end of the spaces before it. */
function backToWord({ start, end }: PieceRange, { starts, ends }: NormalWord, blanks: number): PieceRange {
  if (end <= start || starts.length === 0) return { start: 0, end: 0 }
  return {
    start: Math.max(0, starts[Math.min(start, starts.length - 1)]! - blanks),
    end: Math.max(0, ends[Math.min(end, ends.length) - 1]! - blanks),
  }
}
