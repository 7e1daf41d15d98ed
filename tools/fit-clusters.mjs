// Fits what decides how clusters are cut (CLUSTER_SETTINGS of src/tables/clusters/cluster.ts): precision, recall and F1 of the pairs within
// clusters, for a grid of settings. node tools/fit-clusters.mjs DIR [--only REGEX] [--dist FOLDER]
// DIR holds folders of a.csv.gz (b.csv.gz) and gold.csv.gz (id_a, id_b), as bench:tables reads them; ENTITY in pack.txt there, or person.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, dist: { type: 'string' } },
})
const dist = pathToFileURL(`${resolve(options.dist ?? fileURLToPath(new URL('../dist', import.meta.url)))}/`)
const { runTables } = await import(new URL('tables/run.js', dist))
const { clusterRecords, CLUSTER_SETTINGS } = await import(new URL('tables/clusters/cluster.js', dist))

/** The pack that fits most of a table's columns, where no pack.txt says. */
const ENTITIES = [
  [/work|album|track/, 'artist'],
  [/category|phone/, 'place'],
]
const GRID = [
  CLUSTER_SETTINGS,
  ...[500, 1000, 2000, 8000].flatMap((against) =>
    [0, -500, -1000, -2000].flatMap((uncompared) => [1, 3, 8].map((most) => ({ against, uncompared, most }))),
  ),
]

function figures(of, gold) {
  const size = new Map()
  for (const cluster of of) size.set(cluster, (size.get(cluster) ?? 0) + 1)
  let together = 0
  for (const records of size.values()) together += (records * (records - 1)) / 2
  const found = gold.filter(([a, b]) => of[a] === of[b]).length
  const [precision, recall] = [found / together, found / gold.length]
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

const folder = positionals[0]
if (folder === undefined) throw new Error('name a folder of tables: node tools/fit-clusters.mjs DIR')
const scratch = mkdtempSync(join(tmpdir(), 'fit-clusters-'))
const means = GRID.map(() => 0)
let sets = 0
try {
  for (const name of readdirSync(folder).filter((set) => new RegExp(options.only ?? '').test(set))) {
    const files = ['a', 'b'].filter((part) => existsSync(join(folder, name, `${part}.csv.gz`)))
    if (files.length === 0) continue
    const unpacked = files.map((part) => {
      const path = join(scratch, `${part}.csv`)
      writeFileSync(path, gunzipSync(readFileSync(join(folder, name, `${part}.csv.gz`))))
      return path
    })
    const header = readFileSync(unpacked[0], 'utf8').split('\n', 1)[0]
    const stated = join(folder, name, 'pack.txt')
    const entity = existsSync(stated)
      ? readFileSync(stated, 'utf8').trim()
      : (ENTITIES.find(([columns]) => columns.test(header))?.[1] ?? 'person')
    const run = await runTables({ task: files.length > 1 ? 'link' : 'dedupe', entity, files: unpacked })
    const [left, right] = ['a.csv', files.length > 1 ? 'b.csv' : 'a.csv']
    const gold = gunzipSync(readFileSync(join(folder, name, 'gold.csv.gz')))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([a, b]) => [run.records.numberOf(left, a), run.records.numberOf(right, b)])
    sets++
    console.log(`\n${name} (${entity}, ${run.records.count} records, ${run.edges.a.length} edges)`)
    let shipped = 0
    for (const [i, settings] of GRID.entries()) {
      const { precision, recall, f1 } = figures(
        clusterRecords({ count: run.records.count, edges: run.edges, settings }).of,
        gold,
      )
      means[i] += f1
      const told = [precision, recall, f1].map((share) => share.toFixed(4)).join(' ')
      if (i === 0) shipped = f1
      if (i === 0 || f1 > shipped) console.log(told, i === 0 ? 'as shipped' : JSON.stringify(settings))
    }
  }
} finally {
  rmSync(scratch, { recursive: true })
}
console.log('\nmean F1 over all sets, best first')
for (const [i, sum] of [...means.entries()].sort(([, x], [, y]) => y - x).slice(0, 8))
  console.log((sum / sets).toFixed(4), JSON.stringify(GRID[i]))
console.log((means[0] / sets).toFixed(4), 'as shipped')
