// Whether persons stay hidden through a text: npm run bench:repeats [-- FILE.jsonl[.gz]]... [--formats] [--dist FOLDER] [--show]
// Prints for each file the repeats found by form, the residue (share of the letters of repeats that nothing covers), the false names per 100
// texts, those on decoys, and the share of texts with every person wholly hidden. The default is bench/repeats/repeats-1.jsonl.
// With --formats, twenty texts of each file are masked as files of several formats instead.
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { rowsOf } from '../tools/names/sources.mjs'
import { Measure } from '../tools/repeats/measure.mjs'
import { benchFormats } from './repeats-formats.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(here, '..', 'dist') },
    formats: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { createDetectEngine } = await load('engines/detect/engine.js')
const { loadPacks } = await load('packs/load.js')
const { ScannedText } = await load('text/scanned.js')
const { CodePoints } = await load('text/offsets.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)

function findingsOf({ text, jurisdiction }) {
  const points = new CodePoints(text)
  const scope = { jurisdiction: packs.countries().has(jurisdiction) ? jurisdiction : null }
  return engine
    .settle(engine.claims(new ScannedText(text), scope))
    .map((claim) => ({ ...claim, start: points.of(claim.start), end: points.of(claim.end) }))
}

for (const file of positionals.length > 0 ? positionals : [join(here, 'repeats', 'repeats-1.jsonl')]) {
  const rows = rowsOf(file)
  if (options.formats) {
    console.log(`${basename(file)}: copies of twenty texts`)
    await benchFormats(rows, options)
    continue
  }
  const measure = new Measure(options.show ? (wrong) => console.log(Object.values(wrong).join(' | ')) : undefined)
  for (const row of rows) measure.add(row, findingsOf(row))
  console.log(`${basename(file)}: ${measure.summary()}`)
  console.log(measure.forms())
}
