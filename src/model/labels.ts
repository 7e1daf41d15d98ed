// A token-classification model: one of its labels for each piece of a text.
import { type ModelFolder, modelInvalid } from './folder.ts'
import type { ModelReading, Reader } from './model.ts'
import type { Session } from './session.ts'
import type { Pieces, TextTokenizer } from './tokens.ts'
import { type Window, windowsOver } from './windows.ts'

/** What is said of a piece that no window has read yet; every piece is read. */
const NOTHING = Number.NEGATIVE_INFINITY

export class LabelModel implements Reader {
  readonly #folder: ModelFolder
  readonly #tokenizer: TextTokenizer
  readonly #session: Session
  readonly #size: number

  /** Throws model_invalid for a model that is not run on pieces alone. */
  constructor(folder: ModelFolder, tokenizer: TextTokenizer, session: Session) {
    const { before, behind } = tokenizer.frame
    this.#folder = folder
    this.#tokenizer = tokenizer
    this.#session = session
    this.#size = folder.window - before.length - behind.length
    if (!session.inputs.has('input_ids')) throw modelInvalid('its ONNX file has no input "input_ids"')
    if (this.#size <= 2 * folder.overlap) throw modelInvalid('window in model.json leaves no room for the text')
  }

  async read(text: string, stop: () => void): Promise<ModelReading> {
    const pieces = this.#tokenizer.read(text)
    const logits = this.#folder.categories.map(() => new Float32Array(pieces.ids.length).fill(NOTHING))
    for (const window of windowsOver(pieces, this.#size, this.#folder.overlap)) {
      stop()
      await this.#run(pieces, window, logits)
    }
    return { starts: pieces.starts, ends: pieces.ends, logits }
  }

  async #run({ ids }: Pieces, { first, end, from, to }: Window, into: readonly Float32Array[]): Promise<void> {
    const { before, behind } = this.#tokenizer.frame
    const { outputs } = this.#folder
    const input = [...before, ...ids.subarray(first, end), ...behind]
    const { data, dims } = await this.#session.run(feedsOf(this.#session, input))
    const labels = dims[2]
    if (dims[1] !== input.length || labels !== outputs.length)
      throw modelInvalid(`its ONNX file gives ${labels} labels for a piece, and id2label names ${outputs.length}`)
    const shares = new Float64Array(into.length)
    for (let piece = from; piece < to; piece++) {
      sharesAt(data, (before.length + piece - first) * labels, outputs, shares)
      for (let place = 0; place < into.length; place++) into[place]![piece] = logit(shares[place]!)
    }
  }
}

/** The inputs of a model over one row of pieces; of those it might take, those it does. */
function feedsOf(session: Session, input: readonly number[]) {
  const row = (numbers: readonly number[]) =>
    session.tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length])
  const all = {
    input_ids: () => row(input),
    attention_mask: () => row(input.map(() => 1)),
    token_type_ids: () => row(input.map(() => 0)),
    position_ids: () => row(input.map((_, i) => i)),
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => session.inputs.has(name))
      .map(([name, make]) => [name, make()]),
  )
}

/** The softmax of one piece's labels from `at` on, summed by category. */
function sharesAt(data: Float32Array, at: number, outputs: readonly number[], shares: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < outputs.length; i++) most = Math.max(most, data[at + i]!)
  shares.fill(0)
  let sum = 0
  for (let i = 0; i < outputs.length; i++) {
    const share = Math.exp(data[at + i]! - most)
    sum += share
    const place = outputs[i]!
    if (place >= 0) shares[place]! += share
  }
  for (let place = 0; place < shares.length; place++) shares[place]! /= sum
}

function logit(share: number): number {
  const bounded = Math.min(1 - 1e-7, Math.max(1e-7, share))
  return Math.log(bounded / (1 - bounded))
}
