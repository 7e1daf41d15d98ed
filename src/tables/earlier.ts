// Reads the results folder of an earlier run for an incremental update.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SelfsameError } from '../errors.ts'
import { canonicalJson } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import { cellAsWritten } from '../text/inert-cells.ts'
import { type EarlierClusters, NEW } from './clusters/cluster-ids.ts'
import { ANSWER_COLUMNS, ANSWERS, type AnswerRow } from './clusters/cluster-rows.ts'
import type { Carried, Edges } from './records/table-run.ts'
import { MANIFEST, type Manifest } from './results-folder.ts'
import { type Cells, type Database, openDatabase } from './sources/duckdb.ts'
import { CARRY, carriedState, type EarlierRecords, GONE } from './update-file.ts'

export interface EarlierRun {
  readonly manifest: Manifest
  readonly records: EarlierRecords
  readonly edges: Edges
  readonly ids: readonly string[]
  readonly clusterOf: Uint32Array
  readonly answers: readonly AnswerRow[]
}

/** Throws usage if no run wrote the folder or its files have changed. */
export async function readEarlier(folder: string): Promise<EarlierRun> {
  const manifest = manifestIn(folder)
  const names = new Set(manifest.files.map(({ name }) => name))
  const clusters = ['clusters.csv', 'clusters.parquet'].find((name) => names.has(name))
  const state = names.has(CARRY) ? carriedState(bytesOf(folder, CARRY, manifest)) : null
  if (clusters === undefined || state === null)
    throw new SelfsameError('usage', `${folder} has no results that can be updated; run without --update`)
  const database = await openDatabase(1, [join(folder, clusters), join(folder, ANSWERS)])
  try {
    bytesOf(folder, clusters, manifest)
    const { refs, ids, clusterOf } = await clustersIn(database, join(folder, clusters), state.fingerprints.length)
    const answers = names.has(ANSWERS) ? await answersIn(database, join(folder, ANSWERS), ANSWERS) : []
    const records = { count: clusterOf.length, of: refs, fingerprints: state.fingerprints }
    return { manifest, records, edges: state.edges, ids, clusterOf, answers }
  } finally {
    database.close()
  }
}

function manifestIn(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest
  } catch (cause) {
    throw new SelfsameError('usage', `${folder} has no results of an earlier run of link or dedupe`, { cause })
  }
}

/** The bytes of a file of the folder; its hash must match the manifest. */
function bytesOf(folder: string, name: string, { files }: Manifest): Uint8Array {
  const bytes = readFileSync(join(folder, name))
  if (files.find((file) => file.name === name)?.sha256 === sha256Hex(bytes)) return bytes
  throw new SelfsameError(
    'usage',
    `${name} in ${folder} is not what the run wrote; answers of people are given with --answers, not by editing results`,
  )
}

/** Throws usage if the earlier run had another task, entity or version: its scores would not be comparable with new ones. */
export function refuseOther(
  { manifest }: EarlierRun,
  now: { readonly entity: string; readonly task: string; readonly pins: Readonly<Record<string, unknown>> },
): void {
  if (manifest.entity !== now.entity || manifest.task !== now.task)
    throw new SelfsameError(
      'usage',
      `the earlier results are of ${manifest.task} with entity ${manifest.entity}; use the same task and entity, or run without --update`,
    )
  if (canonicalJson(manifest.pins) !== canonicalJson(now.pins))
    throw new SelfsameError(
      'usage',
      'the earlier results were made by another version of the engine or of the pack, so that their scores are not comparable with new ones; run without --update',
    )
}

async function clustersIn(database: Database, path: string, count: number) {
  const sources: string[] = []
  const records: string[] = []
  const numbers = new Map<string, number>()
  const clusterOf = new Uint32Array(count)
  for await (const [source, record, cluster] of rowsIn(database, path, ['source', 'record', 'cluster'])) {
    let number = numbers.get(cluster!)
    if (number === undefined) {
      number = numbers.size
      numbers.set(cluster!, number)
    }
    clusterOf[records.length] = number
    // Shares one string per source, instead of one per record.
    sources.push(sources.at(-1) === source ? sources.at(-1)! : source!)
    records.push(record!)
  }
  if (records.length !== count)
    throw new SelfsameError('usage', 'the earlier results do not fit together; run without --update')
  return {
    refs: (record: number) => ({ source: sources[record]!, id: records[record]! }),
    ids: [...numbers.keys()],
    clusterOf,
  }
}

const PAIR = ['source_a', 'record_a', 'source_b', 'record_b', 'score'] as const
/** Files of a folder that tell of pairs, with what each says besides. */
const PAIR_FILES = { pairs: ['identity', 'basis', 'explanation'], withheld: ['why', 'explanation'] } as const

/** What the results in a folder say of two records, named by their ids, in either order. Throws usage for a folder without results. */
export async function pairIn(
  folder: string,
  one: string,
  other: string,
): Promise<(PairEnds & Record<string, string>)[]> {
  const names = manifestIn(folder).files.map(({ name }) => name)
  const found: (PairEnds & Record<string, string>)[] = []
  for (const [file, more] of Object.entries(PAIR_FILES)) {
    const name = names.find((name) => name === `${file}.csv` || name === `${file}.parquet`)
    if (name === undefined) continue
    const columns = [...PAIR, ...more]
    const database = await openDatabase(1, [join(folder, name)])
    try {
      for await (const cells of rowsIn(database, join(folder, name), columns)) {
        const [, a, , b] = cells
        if (!((a === one && b === other) || (a === other && b === one))) continue
        found.push({
          file: name,
          ...(Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) as PairEnds),
        })
      }
    } finally {
      database.close()
    }
  }
  return found
}

type PairEnds = Readonly<Record<Exclude<(typeof PAIR)[number], 'score'>, string>>

/** The cluster that has both records of a pair, with its number of records; null if they are in two. */
export async function clusterOfPair(folder: string, { source_a, record_a, source_b, record_b }: PairEnds) {
  const { records, clusterOf, ids } = await readEarlier(folder)
  const clusterOfRow = (source: string, id: string) =>
    clusterOf.find((_, at) => records.of(at).id === id && records.of(at).source === source)
  const cluster = clusterOfRow(source_a, record_a)
  if (cluster === undefined || cluster !== clusterOfRow(source_b, record_b)) return null
  return { id: ids[cluster]!, records: clusterOf.filter((other) => other === cluster).length }
}

/** Why the results in a folder list no pair of two records: one sentence for each reason. Throws usage for a folder without results. */
export async function whyUnlisted(folder: string, one: string, other: string): Promise<string> {
  const { manifest, records, edges, clusterOf } = await readEarlier(folder)
  const numbers = (id: string) => [...clusterOf.keys()].filter((record) => records.of(record).id === id)
  const [ones, others] = [numbers(one), numbers(other)]
  const unknown = ones.length === 0 ? 'first' : others.length === 0 ? 'second' : null
  if (unknown !== null) return `there is no record with the ${unknown} id in ${folder}; clusters.csv lists all ids`
  const isPair = (a: number, b: number) => ones.includes(a) && others.includes(b)
  const edge = edges.a.findIndex((a, at) => isPair(a, edges.b[at]!) || isPair(edges.b[at]!, a))
  const { product, candidates } = manifest.blocking
  const cluster = ones.map((a) => clusterOf[a]!).find((of) => others.some((b) => clusterOf[b] === of))
  const between = [...clusterOf.keys()].filter(
    (record) => clusterOf[record] === cluster && !ones.includes(record) && !others.includes(record),
  )
  const joined =
    cluster === undefined
      ? ', and nothing else joins them either'
      : `. They are in one cluster through others of it (${between.slice(0, 3).map((record) => records.of(record).id)}): explain each of the two with such a one`
  const { source } = records.of(ones[0]!)
  if (manifest.task === 'link' && [...ones, ...others].every((record) => records.of(record).source === source))
    return `the two records are rows of one table, ${source}, and link compares rows of different tables only${joined}`
  if (edge < 0 && cluster !== undefined) return `the two records were not compared with each other${joined}`
  if (edge >= 0 || Number(candidates) >= Number(product))
    return `the two records were compared and are different: score ${edge < 0 ? LOW : edges.score[edge]!.toFixed(4)}. ${COMPARE} says why`
  return `no pair of the two records was kept: they share too little to be compared, or they are different with a score ${LOW}. ${COMPARE} shows which`
}

/** Uncertain pairs are kept at any score. */
const LOW = 'below 0.4 and nothing that makes it a question'
const COMPARE = '"selfsame compare", given both rows,'

/** Rows of a file of answers (CSV, JSON lines or Parquet). Throws usage if the columns are missing. */
export async function readAnswerFile(path: string): Promise<AnswerRow[]> {
  const database = await openDatabase(1, [path])
  try {
    return await answersIn(database, path, 'the file of answers')
  } finally {
    database.close()
  }
}

async function answersIn(database: Database, path: string, label: string): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = []
  try {
    for await (const cells of rowsIn(database, path, ANSWER_COLUMNS))
      rows.push(Object.fromEntries(ANSWER_COLUMNS.map((column, i) => [column, cells[i] ?? ''])))
  } catch (cause) {
    throw new SelfsameError('usage', `${label} cannot be read; it needs the columns ${ANSWER_COLUMNS.join(', ')}`, {
      cause,
    })
  }
  return rows
}

async function* rowsIn(
  database: Database,
  path: string,
  columns: readonly string[],
): AsyncGenerator<readonly (string | null)[]> {
  const isCsv = !path.endsWith('.parquet')
  const read = isCsv
    ? `read_csv(${database.path(path)}, header = true, all_varchar = true)`
    : `read_parquet(${database.path(path)})`
  const asked = columns.map((column) => `${column}::VARCHAR`).join(', ')
  for await (const cells of database.cells(`SELECT ${asked} FROM ${read}`))
    for (const row of transposed(cells))
      yield isCsv ? row.map((cell) => (cell === null ? null : cellAsWritten(cell))) : row
}

function* transposed(cells: Cells): Generator<readonly (string | null)[]> {
  const rows = cells[0]?.length ?? 0
  for (let row = 0; row < rows; row++) yield cells.map((column) => column[row]!)
}

/** The earlier clusters by the current record numbers. */
export function earlierClusters({ ids, clusterOf }: EarlierRun, { now, due }: Carried): EarlierClusters {
  const of = new Uint32Array(due.length).fill(NEW)
  const sizes = new Uint32Array(ids.length)
  for (let then = 0; then < clusterOf.length; then++) {
    sizes[clusterOf[then]!]!++
    if (now[then] !== GONE) of[now[then]!] = clusterOf[then]!
  }
  return { ids, of, sizes }
}
