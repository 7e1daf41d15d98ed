// Wrong merges where they hurt: pairs of people who share a house, a name or a clinic, by scenario, wrong merges first.
// npm run bench:pairs-hard [-- FILE...] [--dist FOLDER]   FILE holds lines of {a, b, same, scenario, expect}, gzipped or not; without one, bench/pairs.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { dist: { type: 'string' } } })
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const shipped = () =>
  readdirSync(here('pairs'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => here(`pairs/${name}`))
const files = positionals.length > 0 ? positionals : shipped()
const dist = pathToFileURL(`${resolve(options.dist ?? here('../dist'))}/`)
const { loadPacks } = await import(new URL('packs/load.js', dist))
const { createCompareEngine } = await import(new URL('engines/compare/engine.js', dist))
const engine = createCompareEngine(loadPacks())
const GZIP = 0x1f

const textOf = (bytes) => (bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString('utf8')
const per = (part, all) => ((1000 * part) / Math.max(1, all)).toFixed(1)

for (const file of files) {
  const rows = textOf(readFileSync(file))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const scenarios = new Map()
  const all = { different: 0, merged: 0, same: 0, lost: 0, strict: 0, needless: 0 }
  const bins = Array.from({ length: 10 }, () => 0)
  for (const { a, b, same, scenario, expect } of rows) {
    const { identity, score } = engine.compareRecords('person', a, b)
    const counted = scenarios.get(scenario) ?? { same, n: 0, same_entity: 0, review: 0, different: 0 }
    scenarios.set(scenario, counted)
    counted.n++
    counted[identity]++
    bins[Math.min(9, Math.floor(score * 10))] += score - (same ? 1 : 0)
    if (same) {
      all.same++
      if (identity === 'different') all.lost++
      if (expect.length === 1) {
        all.strict++
        if (identity === 'review') all.needless++
      }
    } else {
      all.different++
      if (identity === 'same_entity') all.merged++
    }
  }
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin), 0) / rows.length
  console.log(`\n${file}: ${rows.length} pairs`)
  console.log(`different people merged: ${all.merged} of ${all.different}, ${per(all.merged, all.different)} in 1,000`)
  console.log(`one person called different: ${all.lost} of ${all.same}, ${per(all.lost, all.same)} in 1,000`)
  console.log(
    `obvious ones sent to review: ${all.needless} of ${all.strict}, ${per(all.needless, all.strict)} in 1,000`,
  )
  console.log(`calibration error: ${error.toFixed(3)}\n`)
  console.log('| scenario | one person | pairs | merged | review | different |\n|---|---|--:|--:|--:|--:|')
  const wrong = ({ same, n, same_entity, different }) => (same ? different : same_entity) / n
  for (const [name, counted] of [...scenarios].sort(
    ([p, x], [q, y]) => x.same - y.same || wrong(y) - wrong(x) || (p < q ? -1 : 1),
  ))
    console.log(
      `| ${name} | ${counted.same ? 'yes' : 'no'} | ${counted.n} | ${counted.same_entity} | ${counted.review} | ${counted.different} |`,
    )
}
