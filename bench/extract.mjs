// Accuracy and speed of entity extraction over labelled texts: node bench/extract.mjs [DIR] [--errors N] [--by lang] [--dist FOLDER]
// DIR holds extract/*.jsonl(.gz) or such files themselves, rows {id, lang, jurisdiction, text, entities: [{start, end, type}]}; the
// default is the small open sample in this folder. Exact: same type and bounds; overlap: same type, matched one to one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    errors: { type: 'string', default: '0' },
    by: { type: 'string', default: 'lang' },
    dist: { type: 'string', default: join(here, '..', 'dist') },
  },
})
const given = resolve(positionals[0] ?? join(here, 'sample'))
const folder = existsSync(join(given, 'extract')) ? join(given, 'extract') : given
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { loadPacks } = await load('packs/load.js')
const { createEngines } = await load('operations/shared/context.js')
const { extract } = await load('operations/mentions.js')
const { ENTITY_TYPES } = await load('records/mentions.js')

const packs = loadPacks()
const context = { packs, engines: createEngines(packs), ledger: null, warn: () => {} }
const rows = readdirSync(folder)
  .filter((name) => /\.jsonl(\.gz)?$/.test(name))
  .sort()
  .flatMap((name) => {
    const bytes = readFileSync(join(folder, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean)
  })
  .map((line) => JSON.parse(line))

/** One-to-one pairs of overlapping spans, best intersection over union first. */
function pairs(gold, predicted) {
  const all = []
  gold.forEach((g, i) => {
    predicted.forEach((p, j) => {
      const shared = Math.min(g.end, p.end) - Math.max(g.start, p.start)
      if (shared > 0) all.push({ i, j, share: shared / (Math.max(g.end, p.end) - Math.min(g.start, p.start)) })
    })
  })
  all.sort((a, b) => b.share - a.share || a.i - b.i || a.j - b.j)
  const left = new Set()
  const right = new Set()
  return all.filter(({ i, j }) => !left.has(i) && !right.has(j) && left.add(i) && right.add(j))
}

const fresh = () => ({ gold: 0, predicted: 0, exact: 0, overlap: 0 })
const add = (into, from) => {
  for (const key of Object.keys(into)) into[key] += from[key]
}
const byType = new Map(ENTITY_TYPES.map((type) => [type, fresh()]))
const groups = new Map()
let milliseconds = 0
let empty = 0
let emptyFalse = 0
let shown = 0
// A warm-up keeps the loading of the lexicons out of the speed.
for (const row of rows.slice(0, 5)) await extract({ text: row.text, entity_types: null, backend: 'auto' }, context)
for (const row of rows) {
  const from = performance.now()
  const { entities } = await extract({ text: row.text, entity_types: null, backend: 'auto' }, context)
  milliseconds += performance.now() - from
  if (row.entities.length === 0) {
    empty++
    emptyFalse += entities.length
  }
  const characters = Array.from(row.text)
  const said = ({ start, end }) => characters.slice(start, end).join('')
  const wrong = []
  for (const type of ENTITY_TYPES) {
    const gold = row.entities.filter((entity) => entity.type === type)
    const predicted = entities.filter((entity) => entity.entity_type === type)
    const matched = pairs(gold, predicted)
    const exact = matched.filter(({ i, j }) => gold[i].start === predicted[j].start && gold[i].end === predicted[j].end)
    const tally = { gold: gold.length, predicted: predicted.length, exact: exact.length, overlap: matched.length }
    add(byType.get(type), tally)
    const group = String(row[options.by])
    if (!groups.has(group)) groups.set(group, fresh())
    add(groups.get(group), tally)
    gold.forEach((entity, i) => {
      const match = matched.find((pair) => pair.i === i)
      if (!match) wrong.push(`  missed ${type} ${said(entity)}`)
      else if (!exact.includes(match)) wrong.push(`  ${type} ${said(entity)} | ${said(predicted[match.j])}`)
    })
    predicted.forEach((entity, j) => {
      if (!matched.some((pair) => pair.j === j)) wrong.push(`  extra ${type} ${said(entity)}`)
    })
  }
  if (wrong.length > 0 && shown++ < Number(options.errors))
    console.log(`${row.id} ${row.lang} ${row.text.replace(/\s+/g, ' ')}\n${wrong.join('\n')}`)
}

const percent = (value) => (Number.isFinite(value) ? (100 * value).toFixed(1) : '-').padStart(7)
const f1 = (hits, tally) => (2 * hits) / (tally.gold + tally.predicted)
const line = (name, t) =>
  `${name.padEnd(14)}${String(t.gold).padStart(6)}${String(t.predicted).padStart(6)}${percent(t.exact / t.predicted)}${percent(t.exact / t.gold)}${percent(f1(t.exact, t))}${percent(f1(t.overlap, t))}`
const total = fresh()
console.log(`${'type'.padEnd(14)}  gold  pred   exP    exR    exF1   ovF1`)
for (const [type, tally] of byType) {
  add(total, tally)
  if (tally.gold + tally.predicted > 0) console.log(line(type, tally))
}
const scored = [...byType.values()].filter((tally) => tally.gold > 0)
const macro = (key) => scored.reduce((sum, tally) => sum + f1(tally[key], tally), 0) / scored.length
console.log(line('micro', total))
console.log(
  `macro F1 over ${scored.length} types: exact${percent(macro('exact'))}, overlap${percent(macro('overlap'))}\n`,
)
for (const [group, tally] of [...groups].sort((a, b) => b[1].gold - a[1].gold || (a[0] < b[0] ? -1 : 1)))
  console.log(line(group, tally))
console.log(
  `\n${rows.length} texts, ${(milliseconds / rows.length).toFixed(2)} ms a text; ${emptyFalse} entities in ${empty} texts that hold none`,
)
