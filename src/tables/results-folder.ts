// Writes the results folder of a run, completely or not at all; a manifest binds it to tables and engine by hashes.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { abandoned, SelfsameError } from '../errors.ts'
import { round4 } from '../records/canonical.ts'
import { inertCell } from '../text/inert-cells.ts'
import type { Clusters } from './clusters/cluster.ts'
import type { ClusterChange } from './clusters/cluster-ids.ts'
import {
  ANSWERS,
  type AnswerRow,
  answerRows,
  changeRows,
  clusterRows,
  type Rows,
  summaryRows,
  withheldRows,
} from './clusters/cluster-rows.ts'
import type { ClusterSummaries, Sentences } from './clusters/summaries.ts'
import { BASIS_WORDS, IDENTITY_WORDS, type TableRun } from './records/table-run.ts'
import { openDatabase, quoted } from './sources/duckdb.ts'

/** Fills a new folder beside `out` and puts it in the place of `out`. Throws usage if the disk refuses it, and what `fill` throws. */
export async function replaceFolder<Made>(out: string, fill: (partial: string) => Promise<Made>): Promise<Made> {
  const folder = resolve(out)
  const partial = `${folder}.${process.pid}.part`
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(partial, { mode: 0o700 })
    const made = await fill(partial)
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
    return made
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true })
    if (cause instanceof SelfsameError) throw cause
    throw new SelfsameError(
      'usage',
      `${out} cannot be written; check the folder, its permissions and the room on its disk`,
      { cause },
    )
  }
}

export type OutputFormat = 'csv' | 'parquet'

export interface NamedClusters {
  readonly clusters: Clusters
  readonly ids: readonly string[]
  readonly summaries: ClusterSummaries
  /** Changes since the earlier run; null if there was none. */
  readonly changes: readonly ClusterChange[] | null
  readonly answers: readonly AnswerRow[]
}

export interface WrittenFile {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
}

export interface Manifest {
  readonly schema: typeof MANIFEST_SCHEMA
  readonly entity: string
  readonly task: string
  readonly sources: readonly Readonly<Record<string, unknown>>[]
  readonly mapping: readonly Readonly<Record<string, unknown>>[]
  readonly pins: Readonly<Record<string, unknown>>
  readonly thresholds: Readonly<Record<string, number>>
  readonly blocking: Readonly<Record<string, unknown>>
  readonly statistics: Readonly<Record<string, unknown>>
  /** What to know before the results: whether they are suspicious, and how many merges rest on little evidence. */
  readonly health: Readonly<Record<string, unknown>>
  readonly files: readonly WrittenFile[]
}

export const MANIFEST_SCHEMA = 'selfsame.tables.v1'
export const MANIFEST = 'manifest.json'

export interface FurtherFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** Throws usage if the folder holds files that no run has written, so that no other data is overwritten. */
export function refuseForeign(out: string): void {
  if (!existsSync(out)) return
  let names: string[]
  try {
    names = readdirSync(out)
  } catch (cause) {
    throw new SelfsameError('usage', `${out} is not a folder; name a folder for the results`, { cause })
  }
  if (names.length > 0 && !isOurs(join(out, MANIFEST)))
    throw new SelfsameError('usage', `${out} holds something else than results; name another folder`)
}

function isOurs(manifest: string): boolean {
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { schema?: unknown }).schema === MANIFEST_SCHEMA
  } catch {
    return false
  }
}

/** Writes a run into a folder and replaces the results of an earlier run. Throws usage if writing fails. */
export async function writeRun(
  run: TableRun,
  named: NamedClusters,
  out: string,
  options: {
    readonly format: OutputFormat
    readonly sentences: Sentences
    readonly health: Manifest['health']
    readonly further?: readonly FurtherFile[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<Manifest> {
  refuseForeign(out)
  return replaceFolder(out, async (partial) => {
    const files = await writeTables(run, named, partial, options)
    for (const { name, content } of options.further ?? []) files.push(writeText(partial, name, content))
    const manifest = manifestOf(run, options.health, files)
    writeText(partial, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    if (options.signal?.aborted) throw abandoned(options.signal)
    return manifest
  })
}

async function writeTables(
  run: TableRun,
  { clusters, ids, summaries, changes, answers }: NamedClusters,
  folder: string,
  { format, sentences }: { readonly format: OutputFormat; readonly sentences: Sentences },
): Promise<WrittenFile[]> {
  const tables: readonly (readonly [string, Rows])[] = [
    ['pairs', pairRows(run, sentences)],
    ['clusters', clusterRows(run.records, clusters, ids)],
    ['clusters-summary', summaryRows(run.records, run.edges, summaries, ids)],
    ['withheld', withheldRows(run.records, run.edges, clusters, sentences)],
    ...(changes === null ? [] : [['changes', changeRows(changes)] as const]),
  ]
  const files: WrittenFile[] = answers.length === 0 ? [] : [writeCsv(folder, ANSWERS, answerRows(answers))]
  for (const [name, rows] of tables) {
    // Lets a cancellation take effect between two files.
    await new Promise(setImmediate)
    const written = writeCsv(folder, `${name}.csv`, rows, format === 'csv')
    files.push(format === 'csv' ? written : await asParquet(folder, name, rows))
  }
  return files
}

/** pairs: `same` and `review` pairs in record order. */
function pairRows({ records, edges, basis }: TableRun, sentences: Sentences): Rows {
  function* rows() {
    for (let edge = 0; edge < edges.a.length; edge++) {
      const identity = IDENTITY_WORDS[edges.identity[edge]!]!
      if (identity === 'different') continue
      const [a, b] = [records.of(edges.a[edge]!), records.of(edges.b[edge]!)]
      yield [
        a.source,
        a.id,
        b.source,
        b.id,
        round4(edges.score[edge]!),
        identity,
        BASIS_WORDS[basis[edge]!]!,
        sentences(edge),
      ]
    }
  }
  const text = (name: string) => ({ name, type: 'text' }) as const
  return {
    columns: [
      text('source_a'),
      text('record_a'),
      text('source_b'),
      text('record_b'),
      { name: 'score', type: 'number' },
      text('identity'),
      text('basis'),
      text('explanation'),
    ],
    rows: rows(),
  }
}

const WRITE_AT = 1 << 20

/** A table as CSV (RFC 4180, with bare line feeds), hashed as it is written. `isShown`: people open it, so that no cell may be a formula. */
function writeCsv(folder: string, name: string, { columns, rows }: Rows, isShown = true): WrittenFile {
  const file = openSync(join(folder, name), 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  let text = `${columns.map((column) => column.name).join(',')}\n`
  const flush = () => {
    const part = Buffer.from(text, 'utf8')
    hash.update(part)
    for (let from = 0; from < part.length; ) from += writeSync(file, part, from)
    bytes += part.length
    text = ''
  }
  try {
    for (const row of rows) {
      for (let i = 0; i < row.length; i++) text += (i === 0 ? '' : ',') + cellOf(row[i]!, isShown)
      text += '\n'
      if (text.length > WRITE_AT) flush()
    }
    flush()
  } finally {
    closeSync(file)
  }
  return { name, sha256: hash.digest('hex'), bytes }
}

function cellOf(value: string | number | null, isShown: boolean): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const cell = isShown ? inertCell(value) : value
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const PARQUET_TYPES = { text: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE' } as const

async function asParquet(folder: string, name: string, { columns }: Rows): Promise<WrittenFile> {
  const [from, to] = [join(folder, `${name}.csv`), join(folder, `${name}.parquet`)]
  const database = await openDatabase(1, [from, to])
  try {
    const types = columns.map((column) => `${quoted(column.name)}: ${quoted(PARQUET_TYPES[column.type])}`).join(', ')
    await database.connection.run(
      `COPY (SELECT * FROM read_csv(${database.path(from)}, header = true, columns = {${types}})) TO ${database.path(to)} (FORMAT parquet, USE_TMP_FILE false)`,
    )
  } finally {
    database.close()
  }
  rmSync(from)
  const content = readFileSync(to)
  return { name: `${name}.parquet`, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }
}

function writeText(folder: string, name: string, content: string | Uint8Array): WrittenFile {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return { name, sha256: createHash('sha256').update(content).digest('hex'), bytes: Buffer.byteLength(content) }
}

function manifestOf(run: TableRun, health: Manifest['health'], files: readonly WrittenFile[]): Manifest {
  const { blocking, statistics } = run
  return {
    schema: MANIFEST_SCHEMA,
    entity: run.entity,
    task: run.task,
    sources: run.sources.map(({ name, sha256, rows, idColumn }) => ({ name, sha256, rows, id_column: idColumn })),
    mapping: run.mapping.map((column) => ({ ...column })),
    pins: run.pins,
    thresholds: run.thresholds,
    blocking: {
      product: blocking.product,
      candidates: blocking.candidates,
      met: blocking.met,
      lost: blocking.lost,
      lost_between: blocking.between ?? null,
      estimate: blocking.estimate,
    },
    statistics: { same: statistics.same, review: statistics.review, different: statistics.different },
    health,
    files,
  }
}
