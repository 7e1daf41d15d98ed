// A span model, as exported by GLiNER: reads labels before the text and scores every short span for every label.
import { append } from '../lists.ts'
import { type ModelFolder, modelInvalid, type SpanUse } from './folder.ts'
import type { ModelReading, Reader } from './model-reading.ts'
import { type Session, type Window, windowsOver } from './model-session.ts'
import type { ReadWords, TextTokenizer } from './tokenizer.ts'

/** The logit of a word outside every span. */
const NOTHING = Number.NEGATIVE_INFINITY
/** A word with hyphenated words, or a single sign, with its marks. Longer words are cut: splitting a piece may take quadratic time. */
export const SPAN_WORD =
  /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,160}(?:-[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,160}){0,8}|\S\p{M}{0,30}/gu

const INPUTS = ['input_ids', 'attention_mask', 'words_mask', 'text_lengths', 'span_idx', 'span_mask'] as const

interface Text {
  readonly words: ReadWords
  /** By word, its first piece; the last entry is the number of pieces. */
  readonly opening: Int32Array
  readonly windows: readonly Window[]
}

/** Words `first` to `last`, both included, with a logit for a label; 0 is at its threshold. */
interface Span {
  readonly first: number
  readonly last: number
  readonly label: number
  readonly logit: number
}

export class SpanModel implements Reader {
  readonly #folder: ModelFolder
  readonly #use: SpanUse
  readonly #tokenizer: TextTokenizer
  readonly #session: Session
  /** The pieces before every window: frame and labels. */
  readonly #before: readonly number[]
  /** By label, the logit of its threshold. */
  readonly #thresholds: readonly number[]
  readonly #size: number

  /** Throws model_invalid for a model with other inputs, or whose tokenizer cannot encode the labels. */
  constructor(folder: ModelFolder, tokenizer: TextTokenizer, session: Session) {
    this.#folder = folder
    this.#use = folder.spans!
    this.#tokenizer = tokenizer
    this.#session = session
    this.#before = [...tokenizer.frame.before, ...promptOf(folder, tokenizer)]
    this.#thresholds = this.#use.thresholds.map((share) => Math.log(share / (1 - share)))
    this.#size = folder.window - this.#before.length - tokenizer.frame.behind.length
    const missing = INPUTS.find((name) => !session.inputs.has(name))
    if (missing !== undefined) throw modelInvalid(`its ONNX file has no input "${missing}", which a span model has`)
    const stray = [...session.inputs].find((name) => !(INPUTS as readonly string[]).includes(name))
    if (stray !== undefined) throw modelInvalid(`its ONNX file wants an input "${stray}", which is not known here`)
    if (this.#size <= 2 * folder.overlap)
      throw modelInvalid('window in model.json leaves no room for the text beside the labels')
  }

  async readAll(texts: readonly string[], stop: () => void): Promise<ModelReading[]> {
    const readings: ModelReading[] = []
    for (const text of texts) {
      const prepared = this.#prepare(text)
      const spans: Span[] = []
      for (const window of prepared.windows) {
        stop()
        append(spans, await this.#run(prepared, window))
      }
      readings.push(this.#reading(prepared, bestOf(spans, prepared.words.wordStarts.length)))
    }
    return readings
  }

  #prepare(text: string): Text {
    const words = this.#tokenizer.readWords(text, SPAN_WORD)
    const opening = new Int32Array(words.wordStarts.length + 1)
    let word = 0
    for (let piece = 0; piece < words.opens.length; piece++) if (words.opens[piece] === 1) opening[word++] = piece
    opening[word] = words.ids.length
    return { words, opening, windows: windowsOver(words, this.#size, this.#folder.overlap) }
  }

  /** The spans of one window that no other window has with more context, at or above their threshold. */
  async #run(text: Text, window: Window): Promise<Span[]> {
    const { width } = this.#use
    const { opening } = text
    const from = firstFrom(opening, window.first)
    const count = firstFrom(opening, window.end) - from
    if (count <= 0) return []
    const data = await this.#scores(text, window, from, count)
    const labels = this.#thresholds.length
    const spans: Span[] = []
    for (let at = 0; at < data.length; at++) {
      const label = at % labels
      const span = (at - label) / labels
      const first = from + Math.floor(span / width)
      const last = first + (span % width)
      if (last >= from + count) continue
      if (Number.isNaN(data[at])) throw modelInvalid('what it says of a span is no number')
      const logit = data[at]! - this.#thresholds[label]!
      if (logit >= 0 && windowOf(text, first, last) === window) spans.push({ first, last, label, logit })
    }
    return spans
  }

  /** The model's output for one window and its words: by word, by width and by label. */
  async #scores({ words, opening }: Text, window: Window, from: number, count: number): Promise<Float32Array> {
    const { width } = this.#use
    const input = [...this.#before, ...words.ids.subarray(window.first, window.end), ...this.#tokenizer.frame.behind]
    const numbers = new BigInt64Array(input.length)
    for (let word = 0; word < count; word++)
      numbers[this.#before.length + opening[from + word]! - window.first] = BigInt(word + 1)
    const ends = new BigInt64Array(count * width * 2)
    const isSpan = new Uint8Array(count * width)
    for (let span = 0; span < isSpan.length; span++) {
      const first = Math.floor(span / width)
      const last = first + (span % width)
      if (last >= count) continue
      ends[2 * span] = BigInt(first)
      ends[2 * span + 1] = BigInt(last)
      isSpan[span] = 1
    }
    const { tensor } = this.#session
    const row = [1, input.length]
    const { data, dims } = await this.#session.run({
      input_ids: tensor('int64', BigInt64Array.from(input, BigInt), row),
      attention_mask: tensor('int64', new BigInt64Array(input.length).fill(1n), row),
      words_mask: tensor('int64', numbers, row),
      text_lengths: tensor('int64', BigInt64Array.of(BigInt(count)), [1, 1]),
      span_idx: tensor('int64', ends, [1, isSpan.length, 2]),
      span_mask: tensor('bool', isSpan, [1, isSpan.length]),
    })
    const wanted = [1, count, width, this.#thresholds.length]
    if (dims.length !== wanted.length || dims.some((size, i) => size !== wanted[i]))
      throw modelInvalid(
        `its ONNX file gives an output of ${dims.join(' x ')}, and one text, ${count} words, spans of up to ${width} words and ${wanted[3]} labels are ${wanted.join(' x ')}`,
      )
    return data
  }

  #reading({ words }: Text, spans: readonly Span[]): ModelReading {
    const { outputs, categories } = this.#folder
    const logits = categories.map(() => new Float32Array(words.wordStarts.length).fill(NOTHING))
    const begins = new Uint8Array(words.wordStarts.length)
    for (const { first, last, label, logit } of spans) {
      logits[outputs[label]!]!.fill(logit, first, last + 1)
      begins[first] = 1
    }
    return { starts: words.wordStarts, ends: words.wordEnds, begins, logits }
  }
}

/** The pieces of the labels before a text. Throws model_invalid if the tokenizer cannot encode them. */
function promptOf({ labels, spans }: ModelFolder, tokenizer: TextTokenizer): number[] {
  const special = (token: string) => {
    const id = tokenizer.special(token)
    if (id === null) throw modelInvalid(`tokenizer.json has no token "${token}", which a span model needs`)
    return id
  }
  const entity = special(spans!.entity)
  const prompt = labels.flatMap(({ label }) => {
    if (!tokenizer.knows(label)) throw modelInvalid(`tokenizer.json has no piece of the label "${label}"`)
    return [entity, ...tokenizer.idsOf(label)]
  })
  return [...prompt, special(spans!.separator)]
}

function firstFrom(opening: Int32Array, piece: number): number {
  let [low, high] = [0, opening.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (opening[middle]! < piece) low = middle + 1
    else high = middle
  }
  return low
}

/** Among the windows that contain the whole span, the one with the most context, the first of equals; null if there is none. */
function windowOf({ opening, windows }: Text, first: number, last: number): Window | null {
  const [start, end] = [opening[first]!, opening[last + 1]!]
  const length = opening.at(-1)!
  let best: Window | null = null
  let most = -1
  for (const window of windowsAt(windows, start)) {
    if (window.end < end) continue
    // At the ends of the text no context is missing.
    const before = window.first === 0 ? length : start - window.first
    const after = window.end === length ? length : window.end - end
    const context = Math.min(before, after)
    if (context > most) [best, most] = [window, context]
  }
  return best
}

function windowsAt(windows: readonly Window[], piece: number): Window[] {
  let [low, high] = [0, windows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (windows[middle]!.end <= piece) low = middle + 1
    else high = middle
  }
  const found: Window[] = []
  for (let i = low; i < windows.length && windows[i]!.first <= piece; i++) found.push(windows[i]!)
  return found
}

/** The spans with the highest logits; no two share a word. */
function bestOf(spans: readonly Span[], words: number): Span[] {
  const taken = new Uint8Array(words)
  const louder = (a: Span, b: Span) => b.logit - a.logit || a.first - b.first || a.last - b.last || a.label - b.label
  return spans.toSorted(louder).filter(({ first, last }) => {
    if (taken.subarray(first, last + 1).includes(1)) return false
    taken.fill(1, first, last + 1)
    return true
  })
}
