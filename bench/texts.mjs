// The labelled texts of this repository, scored: npm run bench:texts [-- DIR] [--errors N] [--dist FOLDER]
// DIR holds *.jsonl (rows {id, lang, kind, jurisdiction, text, spans: [{start, end, category}]}, offsets in code points); the default
// is bench/texts. Prints recall and false positives per 100 texts of each file, and of each kind and language in it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Tally } from './score-detect.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    errors: { type: 'string', default: '0' },
    dist: { type: 'string', default: join(here, '..', 'dist') },
  },
})
const folder = resolve(positionals[0] ?? join(here, 'texts'))
const keep = Number(options.errors)
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { loadPacks } = await load('packs/load.js')
const { createDetectEngine } = await load('engines/detect/engine.js')
const { ScannedText } = await load('text/scanned.js')
const { CodePoints } = await load('text/offsets.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)

/** Findings of one text in code points. */
function detect({ text, jurisdiction }) {
  const scanned = new ScannedText(text)
  const points = new CodePoints(text)
  const known = jurisdiction !== null && packs.countries().has(jurisdiction) ? jurisdiction : null
  return engine
    .settle(engine.claims(scanned, { jurisdiction: known }))
    .map((finding) => ({ ...finding, start: points.of(finding.start), end: points.of(finding.end) }))
}

const percent = (share) => (share === null || share === undefined ? '-' : (100 * share).toFixed(2))

function line(name, group, tally) {
  const { texts, gold, recall, precision, fpPer100 } = tally.report().overall
  const fp = fpPer100 === null || fpPer100 === undefined ? '-' : fpPer100.toFixed(2)
  console.log(`| ${name} | ${group} | ${texts} | ${gold} | ${percent(recall)} | ${percent(precision)} | ${fp} |`)
}

console.log('| file | texts of | texts | gold | recall | precision | false positives per 100 texts |')
console.log('|---|---|---|---|---|---|---|')
const errors = []
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()) {
  const rows = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one) => JSON.parse(one))
  const all = new Tally()
  const groups = new Map()
  for (const row of rows) {
    const found = detect(row)
    all.add(row, found, null, keep)
    for (const group of [row.kind, row.lang]) {
      if (!groups.has(group)) groups.set(group, new Tally())
      groups.get(group).add(row, found, null)
    }
  }
  line(file, 'all', all)
  for (const [group, tally] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) line(file, group, tally)
  for (const [kind, list] of Object.entries(all.errors)) for (const error of list) errors.push([file, kind, ...error])
}
for (const error of errors) console.log(JSON.stringify(error))
