// The interface of a learned model: maps texts to the probability of each category for each piece.
import { type ModelFolder, modelInvalid, readModelFolder } from './folder.ts'
import type { ModelReading, Reader } from './model-reading.ts'
import { loadTokenizers, openSession, type Session, type Window, windowsOver } from './model-session.ts'
import { SpanModel } from './spans.ts'
import { TextTokenizer } from './tokenizer.ts'

/** The logit of a piece before a window was read; every piece is read. */
const NOTHING = Number.NEGATIVE_INFINITY
/** Rows that are run in one batch: short rows take half the time together, long rows gain nothing. */
const MOST_ROWS = 8
const MOST_TOGETHER = 512

interface Row {
  readonly text: number
  readonly window: Window
  readonly input: readonly number[]
}

class LabelModel implements Reader {
  readonly #folder: ModelFolder
  readonly #tokenizer: TextTokenizer
  readonly #session: Session
  readonly #size: number
  /** True if the result of a row does not depend on the other rows of its batch; null if not tested yet. */
  #isRowAlone: boolean | null = null

  /** Throws model_invalid for a model that needs inputs other than pieces. */
  constructor(folder: ModelFolder, tokenizer: TextTokenizer, session: Session) {
    const { before, behind } = tokenizer.frame
    this.#folder = folder
    this.#tokenizer = tokenizer
    this.#session = session
    this.#size = folder.window - before.length - behind.length
    if (!session.inputs.has('input_ids')) throw modelInvalid('its ONNX file has no input "input_ids"')
    if (this.#size <= 2 * folder.overlap) throw modelInvalid('window in model.json leaves no room for the text')
  }

  async readAll(texts: readonly string[], stop: () => void): Promise<ModelReading[]> {
    const { overlap, categories } = this.#folder
    const { before, behind } = this.#tokenizer.frame
    const rows: Row[] = []
    const readings = texts.map((text, place) => {
      const pieces = this.#tokenizer.read(text)
      for (const window of windowsOver(pieces, this.#size, overlap)) {
        const input = [...before, ...pieces.ids.subarray(window.first, window.end), ...behind]
        rows.push({ text: place, window, input })
      }
      const logits = categories.map(() => new Float32Array(pieces.ids.length).fill(NOTHING))
      return { starts: pieces.starts, ends: pieces.ends, begins: null, logits }
    })
    if (rows.length > 1) this.#isRowAlone ??= await this.#triesRows()
    for (const part of partsOf(rows, this.#isRowAlone === true)) {
      stop()
      await this.#run(part, readings)
    }
    return readings
  }

  async #run(rows: readonly Row[], readings: readonly ModelReading[]): Promise<void> {
    const { outputs } = this.#folder
    const before = this.#tokenizer.frame.before.length
    const { data, length } = await this.#labelsOf(rows.map(({ input }) => input))
    const shares = new Float64Array(this.#folder.categories.length)
    for (const [i, { text, window }] of rows.entries()) {
      const { logits } = readings[text]!
      for (let piece = window.from; piece < window.to; piece++) {
        const at = (i * length + before + piece - window.first) * outputs.length
        sharesAt(data, at, outputs, shares)
        for (let place = 0; place < logits.length; place++) logits[place]![piece] = logit(shares[place]!)
      }
    }
  }

  async #labelsOf(inputs: readonly (readonly number[])[]): Promise<{ data: Float32Array; length: number }> {
    const { data, dims } = await this.#session.run(feedsOf(this.#session, inputs))
    const { outputs } = this.#folder
    const { length } = inputs[0]!
    if (dims[1] !== length || dims[2] !== outputs.length)
      throw modelInvalid(`its ONNX file gives ${dims[2]} labels for a piece, and id2label names ${outputs.length}`)
    return { data, length }
  }

  /** True if a row has the same result alone and in a batch. With dynamic quantisation it has not: the model is then run row by row. */
  async #triesRows(): Promise<boolean> {
    const { before, behind } = this.#tokenizer.frame
    const pieces = [...before, ...this.#tokenizer.read(TRIED_TEXT).ids, ...behind]
    for (const length of [TRIED, 2 * TRIED]) {
      const inputs = Array.from({ length: MOST_ROWS }, (_, i) =>
        Array.from({ length }, (_, n) => pieces[(i * length + n) % pieces.length]!),
      )
      const { data } = await this.#labelsOf(inputs)
      for (const [i, input] of inputs.entries()) {
        const alone = (await this.#labelsOf([input])).data
        if (alone.some((value, n) => value !== data[i * alone.length + n])) return false
      }
    }
    return true
  }
}

/** Number of pieces of the test row, and its text. */
const TRIED = 16
const TRIED_TEXT = 'Yesterday Casey Example wrote to the office in Lagos about 12 late letters, and nobody answered.'

/** Batches of rows of one length, so that no padding is needed, short rows first; single rows if batches change the result. */
function partsOf(rows: readonly Row[], together: boolean): Row[][] {
  if (!together) return rows.map((row) => [row])
  const parts: Row[][] = []
  for (const row of rows.toSorted((a, b) => a.input.length - b.input.length)) {
    const { length } = row.input
    const last = parts.at(-1)
    const hasRoom = last !== undefined && last.length < MOST_ROWS && (last.length + 1) * length <= MOST_TOGETHER
    if (hasRoom && last[0]!.input.length === length) last.push(row)
    else parts.push([row])
  }
  return parts
}

/** The inputs of a model for rows of one length; only those inputs that the model has. */
function feedsOf(session: Session, inputs: readonly (readonly number[])[]) {
  const dims = [inputs.length, inputs[0]!.length]
  const rows = (number: (id: number, i: number) => number) =>
    session.tensor(
      'int64',
      BigInt64Array.from(
        inputs.flatMap((row) => row.map(number)),
        BigInt,
      ),
      dims,
    )
  const all = {
    input_ids: () => rows((id) => id),
    attention_mask: () => rows(() => 1),
    token_type_ids: () => rows(() => 0),
    position_ids: () => rows((_, i) => i),
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => session.inputs.has(name))
      .map(([name, make]) => [name, make()]),
  )
}

/** The softmax of one piece's labels, which begin at `at`, summed by category. */
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

export interface TextModel {
  /** NAME@VERSION+HASH with the first 16 digits of its hash; answers and receipts contain it. */
  readonly id: string
  readonly folder: ModelFolder
  /** Reads texts independently; yields between two runs and calls `stop` there. Throws what `stop` throws, and model_invalid. */
  readAll(texts: readonly string[], stop?: () => void): Promise<ModelReading[]>
  close(): Promise<void>
}

export const modelId = ({ name, version, sha256 }: Pick<ModelFolder, 'name' | 'version' | 'sha256'>): string =>
  `${name}@${version}+${sha256.slice(0, 16)}`

/** Opens a model; the ONNX file is loaded for the first text. Throws model_invalid, extra_missing; `read` throws for an invalid ONNX file. */
export async function openModel(path: string): Promise<TextModel> {
  const folder = readModelFolder(path)
  const tokenizer = new TextTokenizer(await loadTokenizers(), folder.tokenizer)
  let running: Promise<Running> | null = null
  const run = () => {
    running ??= start(folder, tokenizer)
    return running
  }
  return {
    id: modelId(folder),
    folder,
    async readAll(texts, stop = () => {}) {
      const { reader } = await run()
      return (await reader.readAll(texts, stop)).map((reading) => calibrated(reading, folder))
    },
    async close() {
      const opened = await running?.catch(() => null)
      running = null
      await opened?.session.close()
    },
  }
}

interface Running {
  readonly session: Session
  readonly reader: Reader
}

async function start(folder: ModelFolder, tokenizer: TextTokenizer): Promise<Running> {
  const session = await openSession(folder.onnx)
  try {
    const Kind = folder.task === 'spans' ? SpanModel : LabelModel
    return { session, reader: new Kind(folder, tokenizer, session) }
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Logits are limited to -8 to 8: a probability beyond 1 in 3,000 is not meaningful. */
const MOST_LOGIT = 8
/** Rounded, because sent and stored values have four decimals, and the last bits of a float depend on the processor. */
const STEPS = 1_000

function calibrated({ starts, ends, begins, logits }: ModelReading, { categories }: ModelFolder): ModelReading {
  const taken = logits.map((plain, place) => {
    const { slope, offset } = categories[place]!
    return plain.map((logit) => {
      const bounded = Math.max(-MOST_LOGIT, Math.min(MOST_LOGIT, logit))
      return Math.round((slope * bounded + offset) * STEPS) / STEPS
    })
  })
  return { starts, ends, begins, logits: taken }
}
