// The folder of a learned model: model.json, tokenizer.json and the ONNX file. One error refuses all of it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'

const Category = z.string().regex(/^PII-\d-[A-Z0-9_]{1,40}$/)

/** How the output of a model for a category is used; fitted by tools/model/calibrate.mjs. */
const Calibration = z.strictObject({
  /** Values with at least this calibrated probability are reported. Names of persons are combined with the rules' evidence instead. */
  threshold: z.number().min(0).max(1).default(0.5),
  /** The logit of the model's probability is multiplied by `slope`, then `offset` is added. */
  slope: z.number().min(0).max(10).default(0.5),
  offset: z.number().min(-20).max(20).default(0),
})

/** A file of the folder or of a subfolder; names that begin with a full stop are excluded. */
const FileName = z.string().regex(/^\w[\w.-]{0,99}(?:\/\w[\w.-]{0,99}){0,4}$/)

/** Spans with at least this probability are found. */
const SpanThreshold = z.number().min(0.01).max(0.99)
const SpanWidth = z.int().min(1).max(64)

/** Settings of span models; absent members are those of gliner_config.json, or the defaults of that format. */
const SpanSettings = z.strictObject({
  /** Maximum words of a span, as the ONNX file was exported. */
  width: SpanWidth.optional(),
  threshold: SpanThreshold.default(0.5),
  /** Thresholds of single labels that differ from the default. */
  thresholds: z.record(z.string(), SpanThreshold).default({}),
  /** The special tokens before each label, and after the last. */
  entity: z.string().min(1).max(40).optional(),
  separator: z.string().min(1).max(40).optional(),
})

/** The settings that are read from the file that exporters of span models write into the same folder. */
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
  /** A label for each piece of a word, or spans of words that are scored for each label. */
  task: z.enum(['token-classification', 'spans']).default('token-classification'),
  model: FileName.default('model.onnx'),
  tokenizer: FileName.default('tokenizer.json'),
  /** Labels by their index in the output; absent: `id2label` of config.json in the same folder. */
  id2label: z.record(z.string().regex(/^\d{1,5}$/), z.string().max(100)).optional(),
  /** The category of each label; a label without one is not used. A span model receives these labels as words, in this order. */
  labels: z.record(z.string().min(1).max(100), Category),
  spans: SpanSettings.optional(),
  /** By category; the default halves the logits, because models are usually overconfident. */
  calibration: z.record(Category, Calibration).default({}),
  /** ISO 639-1 codes of the training languages; absent: any. */
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .min(1)
    .optional(),
  /** Pieces that are read at once, including the special pieces of a window; pieces that two windows share. */
  window: z.int().min(16).max(4_096).optional(),
  overlap: z.int().min(0).max(1_024).optional(),
  /** The text for `selfsame model check`, and the values that must be found in it, by category. */
  check: z
    .strictObject({
      text: z.string().min(1).max(2_000),
      finds: z.array(z.strictObject({ category: z.string(), text: z.string().min(1) })).min(1),
    })
    .optional(),
})

/** Default window and overlap: the values that most models of the task were trained with. */
const SIZES = { 'token-classification': { window: 128, overlap: 24 }, spans: { window: 384, overlap: 64 } }

export interface SpanUse {
  readonly width: number
  /** By label in the order of `labels`: the minimum probability of a found span. */
  readonly thresholds: readonly number[]
  readonly entity: string
  readonly separator: string
}

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
  readonly labels: readonly { readonly label: string; readonly place: number }[]
  readonly outputs: readonly number[]
  readonly spans: SpanUse | null
  readonly window: number
  readonly overlap: number
  readonly check: z.output<typeof ModelFile>['check'] | null
  readonly onnx: string
  /** Bytes of all its files. */
  readonly bytes: number
  readonly tokenizer: object
  /** SHA-256 in hex over model.json, the labels or span settings in the same folder, tokenizer.json and the ONNX file; answers are pinned to it. */
  readonly sha256: string
}

/** Maximum bytes of a tokenizer: the largest public ones have some 30 MB. */
const MOST_TOKENIZER_BYTES = 64 * 1024 * 1024
const MOST_DESCRIPTION_BYTES = 1024 * 1024

export const modelInvalid = (why: string, cause?: unknown): SelfsameError =>
  new SelfsameError('model_invalid', `The model cannot be used: ${why}.`, { cause })

/** Reads a model folder. Throws model_invalid with what is missing or wrong; messages contain no paths of the machine. */
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
  if (stray !== undefined) throw modelInvalid(`model.json calibrates ${stray}, but no label represents it`)
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
  // Weights in separate files, with the names that exporters give them if they are larger than 2 GB.
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

/** A label without its position tag: "B-PER", "I-PER", "E-PER" and "S-PER" are "PER". */
export const bare = (label: string): string => label.replace(/^[BIELSU][-_]/, '')

type Described = z.output<typeof ModelFile>

interface Outputs {
  readonly names: readonly string[]
  readonly spans: SpanUse | null
  /** The second file that was read for this; empty if there is none. */
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
  if (missing !== undefined) throw modelInvalid(`the model has no label "${missing}", which model.json maps`)
  return { names: plain, spans: null, bytes }
}

function spanOutputs(folder: string, file: Described): Outputs {
  if (file.id2label !== undefined)
    throw modelInvalid('model.json has id2label, which a span model does not have: it receives the labels as words')
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

/** Memory for running a model, as a multiple of its file size: the runtime keeps an optimised graph in addition to the original one. */
const COPIES = 3

/** Approximate bytes of memory for the model of a folder; 0 for a folder that cannot be read. */
export function memoryOfModel(folder: string): number {
  try {
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    return COPIES * sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    // The error is reported when the model is opened.
    return 0
  }
}
