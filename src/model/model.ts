// A learned model as the verbs use it: texts in, and out comes for each piece of a text how likely it is part of what the model's
// labels stand for. What becomes of that is not decided here.
import { type ModelFolder, readModelFolder } from './folder.ts'
import { LabelModel } from './labels.ts'
import type { ModelReading, Reader } from './reading.ts'
import { loadTokenizers, openSession, type Session } from './session.ts'
import { SpanModel } from './spans.ts'
import { TextTokenizer } from './tokens.ts'

export interface TextModel {
  /** NAME@VERSION+HASH with the first 16 digits of its hash: what answers and receipts name. */
  readonly id: string
  readonly folder: ModelFolder
  /**
   * Reads texts, each as it is read alone; other work gets its turn between two runs of the model. Throws what `stop` throws, which is
   * called there, and model_invalid.
   */
  readAll(texts: readonly string[], stop?: () => void): Promise<ModelReading[]>
  close(): Promise<void>
}

export function modelId({ name, version, sha256 }: Pick<ModelFolder, 'name' | 'version' | 'sha256'>): string {
  return `${name}@${version}+${sha256.slice(0, 16)}`
}

/**
 * Opens the model of a folder; the ONNX file is loaded when the first text is read. Throws model_invalid, extra_missing; what is wrong
 * with the ONNX file is thrown by `read`.
 */
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

/** Between -8 and 8: a probability of a model beyond 1 in 3,000 says nothing more. */
const MOST_LOGIT = 8
/** What is sent and stored has four decimals; the last bits of a float depend on the processor. */
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
