// Whether persons stay hidden through a text: npm run bench:repeats [-- FILE.jsonl[.gz]]... [--formats] [--dist FOLDER]
// Prints for each file the repeats found by form, the residue (share of the letters of repeats that nothing covers), the false names per 100
// texts, those on decoys, and the share of texts in which every person is wholly hidden. The default is bench/repeats/repeats-1.jsonl.
// With --formats, twenty texts of each file are masked as files of several formats instead.
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { rowsOf } from '../tools/names/sources.mjs'
import { benchFormats } from './repeats-formats.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(here, '..', 'dist') },
    formats: { type: 'boolean', default: false },
  },
})
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { createDetectEngine } = await load('engines/detect/engine.js')
const { loadPacks } = await load('packs/load.js')
const { ScannedText } = await load('text/scanned.js')
const { CodePoints } = await load('text/offsets.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)
const NAME = 'PII-1-NAME'
const share = (part, whole) => (whole === 0 ? '-' : (part / whole).toFixed(3))

function findingsOf({ text, jurisdiction }) {
  const points = new CodePoints(text)
  const scope = { jurisdiction: packs.countries().has(jurisdiction) ? jurisdiction : null }
  return engine
    .settle(engine.claims(new ScannedText(text), scope))
    .map(({ start, end, category }) => ({ start: points.of(start), end: points.of(end), category }))
}

const touches = (one) => (other) => one.start < other.end && other.start < one.end

for (const file of positionals.length > 0 ? positionals : [join(here, 'repeats', 'repeats-1.jsonl')]) {
  const rows = rowsOf(file)
  if (options.formats) {
    console.log(`${basename(file)}: copies of twenty texts`)
    await benchFormats(rows, options)
    continue
  }
  const forms = new Map()
  const all = { repeats: 0, found: 0, letters: 0, left: 0, hidden: 0, false: 0, onDecoys: 0, decoys: 0 }
  for (const row of rows) {
    const points = [...row.text]
    const findings = findingsOf(row)
    const covered = new Uint8Array(points.length)
    for (const { start, end } of findings) covered.fill(1, start, end)
    let isHidden = true
    for (const span of row.spans.filter(({ category, mention }) => category === NAME && mention !== 'other')) {
      let left = 0
      let letters = 0
      for (let i = span.start; i < span.end; i++)
        if (/[\p{L}\p{N}]/u.test(points[i])) {
          letters++
          if (covered[i] === 0) left++
        }
      if (left > 0) isHidden = false
      if (span.mention !== 'repeat') continue
      const form = forms.get(span.form) ?? { n: 0, whole: 0 }
      forms.set(span.form, form)
      form.n++
      form.whole += left === 0 ? 1 : 0
      all.repeats++
      all.found += findings.some(touches(span)) ? 1 : 0
      all.letters += letters
      all.left += left
    }
    all.hidden += isHidden ? 1 : 0
    all.decoys += row.negatives?.length ?? 0
    for (const finding of findings)
      if (finding.category === NAME && !row.spans.some(touches(finding))) {
        all.false++
        all.onDecoys += row.negatives?.some(touches(finding)) ? 1 : 0
      }
  }
  console.log(`${basename(file)}: ${rows.length} texts`)
  console.log(
    `repeats found ${share(all.found, all.repeats)}, residue ${share(all.left, all.letters)}, persons wholly hidden ${share(all.hidden, rows.length)}, false names per 100 texts ${((100 * all.false) / rows.length).toFixed(1)}, on decoys ${all.onDecoys} of ${all.decoys}`,
  )
  console.log('| form | repeats | whole |\n|---|---|---|')
  for (const [form, { n, whole }] of [...forms].sort(([, a], [, b]) => a.whole / a.n - b.whole / b.n))
    console.log(`| ${form} | ${n} | ${share(whole, n)} |`)
}
