// The interface of a learned model: maps texts to the probability of each category for each piece.
import { type ModelFolder, readModelFolder } from './folder.ts'
import { LabelModel } from './labels.ts'
import type { ModelReading, Reader } from './reading.ts'
import { loadTokenizers, openSession, type Session } from './session.ts'
import { SpanModel } from './spans.ts'
import { TextTokenizer } from './tokens.ts'

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
