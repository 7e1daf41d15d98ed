// How well tables are linked and deduplicated: precision, recall and F1 of pairs and clusters, time, memory, candidates, and what blocking
// lost by its own estimate and in truth. npm run bench:tables -- DIR [--only REGEX] [--workers N] [--no-fit] [--profile]
// DIR holds folders of a.csv, b.csv where two are linked, and gold.csv (id_a, id_b), gzipped or not. The columns decide PACK.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createCompareEngine } from '../dist/engines/compare/engine.js'
import { loadPacks } from '../dist/packs/load.js'
import { outcomeOf } from '../dist/tables/outcome.js'
import { stageMeter } from '../dist/tables/records/stage-meter.js'
import { runTables } from '../dist/tables/run.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    workers: { type: 'string' },
    'no-fit': { type: 'boolean' },
    profile: { type: 'boolean' },
    one: { type: 'boolean' },
  },
})
const folder = positionals[0]
if (folder === undefined) {
  console.error('npm run bench:tables -- DIR')
  process.exit(2)
}

const fileAt = (path) => [`${path}.csv.gz`, `${path}.csv`].find(existsSync)
const textOf = (path) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8')

/** The pack of a table by its columns. */
function packOf(path) {
  const columns = new Set(textOf(path).split('\n', 1)[0].trim().split(','))
  const has = (...names) => names.some((name) => columns.has(name))
  if (has('authors', 'venue')) return 'publication'
  if (has('work', 'album')) return 'artist'
  if (has('given_name', 'family_name', 'birth_date')) return 'person'
  if (has('price', 'brand', 'gtin')) return 'product_electronics'
  if (has('lat', 'category')) return 'place'
  return 'organisation'
}

const percent = (share) => (100 * share).toFixed(2)
const scoreOf = (hits, said, gold) => {
  const [precision, recall] = [said === 0 ? 1 : hits / said, gold === 0 ? 1 : hits / gold]
  return [percent(precision), percent(recall), percent((2 * precision * recall) / (precision + recall || 1))]
}

function printStage({ stage, seconds, processor, items, of, bytes }) {
  const figures = [seconds.toFixed(2), processor.toFixed(2), Math.round(bytes / 1e6), items].join(' ')
  console.error(`${stage}: seconds, processor, MB, ${of}: ${figures}`)
}

async function measure(name) {
  const path = join(folder, name)
  const files = ['a', 'b'].flatMap((side) => fileAt(join(path, side)) ?? [])
  const began = performance.now()
  const ended = stageMeter(options.profile ? printStage : undefined)
  const found = await runTables({
    task: files.length > 1 ? 'link' : 'dedupe',
    entity: packOf(files[0]),
    files,
    workers: options.workers === undefined ? undefined : Number(options.workers),
    fit: options['no-fit'] !== true,
    ended,
  })
  const packs = loadPacks()
  const { clusters, run } = await outcomeOf(found, packs.entityPack(found.entity).pack, createCompareEngine(packs), {
    answers: [],
    oneToOne: false,
    earlier: null,
  })
  ended('cluster', clusters.count, 'records')
  const { edges, records, blocking, sources } = run
  const { user, system } = process.cpuUsage()
  const seconds = (performance.now() - began) / 1000
  const ids = Array.from({ length: records.count }, (_, record) => records.of(record).id)
  const keyOf = (a, b) => (files.length > 1 || ids[a] < ids[b] ? `${ids[a]},${ids[b]}` : `${ids[b]},${ids[a]}`)
  const gold = new Set(
    textOf(fileAt(join(path, 'gold')))
      .trim()
      .split(/\r?\n/)
      .slice(1),
  )
  let [hits, said] = [0, 0]
  for (let edge = 0; edge < edges.a.length; edge++) {
    if (edges.identity[edge] !== 2) continue
    said++
    if (gold.has(keyOf(edges.a[edge], edges.b[edge]))) hits++
  }
  const members = new Map()
  clusters.of.forEach((cluster, record) => {
    members.set(cluster, [...(members.get(cluster) ?? []), record])
  })
  const sideOf = (record) => (sources.length > 1 && record >= sources[1].first ? 1 : 0)
  let [inCluster, hitsInCluster] = [0, 0]
  for (const own of members.values())
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        if (files.length > 1 && sideOf(a) === sideOf(b)) continue
        inCluster++
        if (gold.has(keyOf(a, b))) hitsInCluster++
      }
    })
  const numbers = new Map(ids.map((id, record) => [id, record]))
  let compared = 0
  for (const pair of gold) {
    const [a, b] = pair.split(',').map((id) => numbers.get(id))
    if (found.compared(a, b)) compared++
  }
  return [
    name,
    records.count,
    ...scoreOf(hits, said, gold.size),
    ...scoreOf(hitsInCluster, inCluster, gold.size),
    seconds.toFixed(1),
    ((user + system) / 1e6).toFixed(1),
    Math.round(process.resourceUsage().maxRSS / 1024),
    blocking.candidates,
    blocking.lost === null ? '-' : percent(blocking.lost),
    percent(1 - compared / gold.size),
  ]
}

const HEADING =
  '| table | records | pairs P | R | F1 | clusters P | R | F1 | s | processor s | MB | candidates | lost, estimated % | lost, true % |'
if (options.one) console.log(`| ${(await measure(options.only)).join(' | ')} |`)
else {
  console.log(`${HEADING}\n|---|${'--:|'.repeat(13)}`)
  const wanted = new RegExp(options.only ?? '')
  for (const name of readdirSync(folder).sort()) {
    if (!wanted.test(name) || fileAt(join(folder, name, 'a')) === undefined) continue
    // A process for each table: memory is the most that one has held.
    const flags = process.argv.slice(3).filter((flag, i, all) => flag !== '--only' && all[i - 1] !== '--only')
    const words = [fileURLToPath(import.meta.url), folder, ...flags, '--one', '--only', name]
    const { stdout, stderr, status } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', options.profile ? 'inherit' : 'pipe'],
    })
    console.log(status === 0 ? stdout.trim() : `| ${name} | failed: ${(stderr ?? '').trim().split('\n')[0]} |`)
  }
}
