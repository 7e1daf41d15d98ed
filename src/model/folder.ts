// The folder of a learned model: model.json says what it is and what its labels mean, tokenizer.json and the ONNX file are as their
// makers export them. Read whole and refused whole: a model that is not what it says must not answer for anybody.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'

const Category = z.string().regex(/^PII-\d-[A-Z0-9_]{1,40}$/)

/** How what a model says of a category is taken; fitted by tools/model/calibrate.mjs. */
const Calibration = z.strictObject({
  /** A value is reported from this calibrated probability on. Names of persons are weighed together with the rules' evidence instead. */
  threshold: z.number().min(0).max(1).default(0.5),
  /** The logit of the model's probability is multiplied by `slope`, then `offset` is added. */
  slope: z.number().min(0).max(10).default(0.5),
  offset: z.number().min(-20).max(20).default(0),
})

/** A file of the folder, or of a folder in it; none that begins with a full stop. */
const FileName = z.string().regex(/^\w[\w.-]{0,99}(?:\/\w[\w.-]{0,99}){0,4}$/)

/** From this probability on, a span counts as found. */
const SpanThreshold = z.number().min(0.01).max(0.99)
const SpanWidth = z.int().min(1).max(64)

/** What only span models have; absent members are those of gliner_config.json, or the defaults of that format. */
const SpanSettings = z.strictObject({
  /** Words of a span at most, as the ONNX file was exported. */
  width: SpanWidth.optional(),
  threshold: SpanThreshold.default(0.5),
  /** By label, where one needs another. */
  thresholds: z.record(z.string(), SpanThreshold).default({}),
  /** The piece before each label, and the one behind the last. */
  entity: z.string().min(1).max(40).optional(),
  separator: z.string().min(1).max(40).optional(),
})

/** What is read of the file that exporters of span models write beside them. */
const SpanConfig = z.object({
  max_width: SpanWidth.optional(),
  ent_token: z.string().min(1).max(40).optional(),
  sep_token: z.string().min(1).max(40).optional(),
  span_mode: z.string().optional(),
})
const SPAN_CONFIG = 'gliner_config.json'

const ModelFile = z.strictObject({
  name: z.string().regex(/^[\w.@/-]{1,80}$/),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  licence: z.string().max(200).optional(),
  source: z.string().max(400).optional(),
  /** A label for each piece of a word, or spans of words that are scored against the labels. */
  task: z.enum(['token-classification', 'spans']).default('token-classification'),
  model: FileName.default('model.onnx'),
  tokenizer: FileName.default('tokenizer.json'),
  /** Labels by their index in the output; absent: `id2label` of config.json beside it. */
  id2label: z.record(z.string().regex(/^\d{1,5}$/), z.string().max(100)).optional(),
  /** What each label stands for; a label that is not named here is not used. A span model is asked for these words, in this order. */
  labels: z.record(z.string().min(1).max(100), Category),
  spans: SpanSettings.optional(),
  /** By category; what is not said is the default: half of what the model says, because models are as a rule too sure of themselves. */
  calibration: z.record(Category, Calibration).default({}),
  /** ISO 639-1 codes of the languages it was trained on; absent: any. */
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .min(1)
    .optional(),
  /** Pieces that are read at once, those that frame a window included; those that two windows have in common. */
  window: z.int().min(16).max(4_096).optional(),
  overlap: z.int().min(0).max(1_024).optional(),
  /** What `selfsame model check` reads, and the values that it must find there by category. */
  check: z
    .strictObject({
      text: z.string().min(1).max(2_000),
      finds: z.array(z.strictObject({ category: z.string(), text: z.string().min(1) })).min(1),
    })
    .optional(),
})

/** Window and overlap where model.json does not say: what most models of the kind were trained on. */
const SIZES = { 'token-classification': { window: 128, overlap: 24 }, spans: { window: 384, overlap: 64 } }

/** How a span model is asked, and what it answers. */
export interface SpanUse {
  /** Words of a span at most. */
  readonly width: number
  /** By label in the order of `labels`: the probability from which a span counts as found. */
  readonly thresholds: readonly number[]
  readonly entity: string
  readonly separator: string
}

/** A category that a model speaks of, and how what it says is taken. */
export interface CategoryUse extends z.output<typeof Calibration> {
  readonly category: string
}

export interface ModelFolder {
  readonly name: string
  readonly version: string
  readonly licence: string | null
  readonly source: string | null
  readonly task: z.output<typeof ModelFile>['task']
  readonly languages: readonly string[] | null
  readonly categories: readonly CategoryUse[]
  /** The labels that are used, each with its place in `categories`. */
  readonly labels: readonly { readonly label: string; readonly place: number }[]
  /** By index in the output, the place in `categories`; -1 for a label that is not used. */
  readonly outputs: readonly number[]
  /** Null for a model of another kind. */
  readonly spans: SpanUse | null
  readonly window: number
  readonly overlap: number
  readonly check: z.output<typeof ModelFile>['check'] | null
  /** Path of the ONNX file. */
  readonly onnx: string
  /** Bytes of all its files. */
  readonly bytes: number
  readonly tokenizer: object
  /** SHA-256 over model.json, the labels or the settings of spans beside it, tokenizer.json and the ONNX file, in hex: what an answer is pinned to. */
  readonly sha256: string
}

/** A tokenizer of this many bytes at most: the largest public ones have some 30 MB. */
const MOST_TOKENIZER_BYTES = 64 * 1024 * 1024
const MOST_DESCRIPTION_BYTES = 1024 * 1024

export function modelInvalid(why: string, cause?: unknown): SelfsameError {
  return new SelfsameError('model_invalid', `The model cannot be used: ${why}.`, { cause })
}

/** Reads a model's folder. Throws model_invalid, with what is missing or wrong; paths of the machine are not repeated. */
export function readModelFolder(folder: string): ModelFolder {
  const described = jsonOf(folder, 'model.json', MOST_DESCRIPTION_BYTES)
  const parsed = ModelFile.safeParse(described.json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw modelInvalid(
      `model.json is not as docs/model.md describes it, at ${issue.path.join('.') || 'its top'}: ${issue.message}`,
    )
  }
  const file = parsed.data
  const tokenizer = jsonOf(folder, file.tokenizer, MOST_TOKENIZER_BYTES)
  const named = Object.entries(file.labels)
  if (named.length === 0) throw modelInvalid('model.json gives no label a meaning')
  const categories = [...new Set(named.map(([, category]) => category))].map((category) => ({
    category,
    ...(file.calibration[category] ?? Calibration.parse({})),
  }))
  const stray = Object.keys(file.calibration).find((category) => !categories.some((use) => use.category === category))
  if (stray !== undefined) throw modelInvalid(`model.json calibrates ${stray}, for which no label stands`)
  const labels = named.map(([label, category]) => ({
    label,
    place: categories.findIndex((use) => use.category === category),
  }))
  const output = file.task === 'spans' ? spanOutputs(folder, file) : tokenOutputs(folder, file)
  const { window = SIZES[file.task].window, overlap = SIZES[file.task].overlap } = file
  if (overlap * 2 >= window) throw modelInvalid('overlap in model.json is not less than half of window')
  if (output.spans !== null && overlap < 2 * output.spans.width)
    throw modelInvalid('overlap in model.json is less than two pieces for each word of the longest span')
  const onnx = bytesOf(folder, file.model, Number.POSITIVE_INFINITY)
  // Weights beside the graph, as exporters name them where they are larger than 2 GB.
  const weights = [`${file.model}_data`, `${file.model}.data`].filter((name) => existsSync(join(folder, name)))
  const parts = [described.bytes, output.bytes, tokenizer.bytes, onnx]
  for (const name of weights) parts.push(bytesOf(folder, name, Number.POSITIVE_INFINITY))
  return {
    name: file.name,
    version: file.version,
    licence: file.licence ?? null,
    source: file.source ?? null,
    task: file.task,
    languages: file.languages ?? null,
    categories,
    labels,
    outputs: output.names.map((name) => labels.find(({ label }) => label === name)?.place ?? -1),
    spans: output.spans,
    window,
    overlap,
    check: file.check ?? null,
    onnx: join(folder, file.model),
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    tokenizer: tokenizer.json,
    sha256: sha256Hex(parts.map((part) => `${sha256Hex(part)}\n`).join('')),
  }
}

/** A label without what says where in a span its piece stands: "B-PER", "I-PER", "E-PER" and "S-PER" are "PER". */
export function bare(label: string): string {
  return label.replace(/^[BIELSU][-_]/, '')
}

type Described = z.output<typeof ModelFile>

interface Outputs {
  /** Labels by their index in the output, as model.json writes them. */
  readonly names: readonly string[]
  readonly spans: SpanUse | null
  /** The file beside model.json that was read for it; empty where there is none. */
  readonly bytes: Buffer
}

const NO_FILE = Buffer.alloc(0)

function tokenOutputs(folder: string, file: Described): Outputs {
  if (file.spans !== undefined) throw modelInvalid('model.json has spans, which only models with "task": "spans" have')
  let table: unknown = file.id2label
  let bytes: Buffer = NO_FILE
  if (file.id2label === undefined) {
    const config = jsonOf(folder, 'config.json', MOST_DESCRIPTION_BYTES)
    bytes = config.bytes
    table = (config.json as { id2label?: unknown }).id2label
  }
  const known = z.record(z.string(), z.string()).safeParse(table)
  const names = known.success ? Object.keys(known.data).map((_, id) => known.data[String(id)]) : []
  if (names.length === 0 || names.some((name) => name === undefined))
    throw modelInvalid('neither model.json nor config.json has id2label with a label for each number from 0 on')
  const plain = names.map((name) => bare(name!))
  const missing = Object.keys(file.labels).find((label) => !plain.includes(label))
  if (missing !== undefined) throw modelInvalid(`the model has no label "${missing}", which model.json gives a meaning`)
  return { names: plain, spans: null, bytes }
}

function spanOutputs(folder: string, file: Described): Outputs {
  if (file.id2label !== undefined)
    throw modelInvalid('model.json has id2label, which a span model has not: it is asked for the labels by their words')
  const settings = file.spans ?? SpanSettings.parse({})
  const { bytes, config } = spanConfig(folder)
  const names = Object.keys(file.labels)
  const stray = Object.keys(settings.thresholds).find((label) => !names.includes(label))
  if (stray !== undefined)
    throw modelInvalid(`model.json has a threshold for the label "${stray}", to which it gives no meaning`)
  const width = settings.width ?? config.max_width
  if (width === undefined)
    throw modelInvalid(`neither spans.width in model.json nor ${SPAN_CONFIG} says how many words a span has at most`)
  const spans = {
    width,
    thresholds: names.map((label) => settings.thresholds[label] ?? settings.threshold),
    entity: settings.entity ?? config.ent_token ?? '<<ENT>>',
    separator: settings.separator ?? config.sep_token ?? '<<SEP>>',
  }
  return { names, spans, bytes }
}

function spanConfig(folder: string): { bytes: Buffer; config: z.output<typeof SpanConfig> } {
  if (!existsSync(join(folder, SPAN_CONFIG))) return { bytes: NO_FILE, config: {} }
  const { json, bytes } = jsonOf(folder, SPAN_CONFIG, MOST_DESCRIPTION_BYTES)
  const parsed = SpanConfig.safeParse(json)
  if (!parsed.success)
    throw modelInvalid(`${SPAN_CONFIG} cannot be read at ${parsed.error.issues[0]!.path.join('.') || 'its top'}`)
  if (parsed.data.span_mode === 'token_level')
    throw modelInvalid(`${SPAN_CONFIG} says that it labels words one by one (token_level), which is not read`)
  return { bytes, config: parsed.data }
}

function bytesOf(folder: string, name: string, most: number): Buffer {
  const path = join(folder, name)
  try {
    if (statSync(path).size > most) throw modelInvalid(`${name} is larger than ${most} bytes`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof SelfsameError) throw error
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `its folder has no file ${name}`
        : `${name} cannot be read (${code ?? 'unknown'})`
    throw modelInvalid(why, error)
  }
}

function jsonOf(folder: string, name: string, most: number): { json: object; bytes: Buffer } {
  const bytes = bytesOf(folder, name, most)
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw modelInvalid(`${name} is not JSON`, error)
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw modelInvalid(`${name} is not a JSON object`)
  return { json, bytes }
}

/** What running a model takes beside its files, by their size: the runtime keeps a graph that it has rearranged beside what it read. */
const COPIES = 3

/** Bytes of memory that a process with the model of a folder may take for it, roughly; 0 for a folder that cannot be read. */
export function memoryOfModel(folder: string): number {
  try {
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    return COPIES * sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    // Whoever opens the model says what is wrong with it.
    return 0
  }
}
