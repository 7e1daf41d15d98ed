// Who finds each category of personal data, and how much of it: npm run bench:coverage [-- --write]
// Runs the rules over the labelled texts of this repository (bench/texts, bench/sample/detect) and counts, for each category, the labelled
// values, those found (by a finding of the same family, as bench/texts.mjs scores) and the detectors that found them. --write keeps the figures in
// data/measured-recall.json, which `selfsame coverage` shows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { loadPacks } from '../dist/packs/load.js'
import { CodePoints } from '../dist/text/offsets.js'
import { ScannedText } from '../dist/text/scanned.js'
import { ENGINES } from '../dist/version.js'
import { family } from './score-detect.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const packs = loadPacks()
const engine = createDetectEngine(packs)
const categories = new Map()
const of = (code) => {
  if (!categories.has(code)) categories.set(code, { labelled: 0, found: 0, detectors: new Set() })
  return categories.get(code)
}

/** Texts without labels: only who finds something in them is counted. */
const UNLABELLED = ['Profile: https://www.linkedin.com/in/casey-example-12345 and https://twitter.com/caseyexample']

function found({ text, jurisdiction }) {
  const points = new CodePoints(text)
  const known = packs.countries().has(jurisdiction) ? jurisdiction : null
  const findings = engine.settle(engine.claims(new ScannedText(text), { jurisdiction: known }))
  for (const { category, detector } of findings) of(category).detectors.add(detector)
  return findings.map(({ category, start, end }) => ({ category, start: points.of(start), end: points.of(end) }))
}

let texts = 0
for (const folder of ['texts', 'sample/detect'])
  for (const file of readdirSync(at(folder)).sort()) {
    if (!file.endsWith('.jsonl')) continue
    for (const line of readFileSync(at(`${folder}/${file}`), 'utf8').split('\n')) {
      if (line === '') continue
      const row = JSON.parse(line)
      const findings = found(row)
      texts++
      for (const { category, start, end } of row.spans) {
        if (!category || !packs.categories().has(category)) continue
        const entry = of(category)
        entry.labelled++
        const hits = (one) => one.start < end && one.end > start && family(one.category) === family(category)
        if (findings.some(hits)) entry.found++
      }
    }
  }
for (const text of UNLABELLED) found({ text, jurisdiction: null })

const rows = [...packs.categories().keys()].map((code) => {
  const { labelled, found, detectors } = of(code)
  return [code, { labelled, found, detectors: [...detectors].sort() }]
})
console.log('| category | labelled | found | recall |\n|---|--:|--:|--:|')
for (const [code, { labelled, found: hit }] of rows)
  console.log(`| ${code} | ${labelled} | ${hit} | ${labelled === 0 ? '-' : (hit / labelled).toFixed(3)} |`)
if (process.argv.includes('--write')) {
  const head = {
    about: 'Written by npm run bench:coverage -- --write; selfsame coverage shows it.',
    engine: ENGINES.deidentify,
    texts,
  }
  const lines = rows.map(([code, row]) => `    ${JSON.stringify(code)}: ${JSON.stringify(row)}`).join(',\n')
  const body = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "categories": {\n${lines}\n  }\n}\n`
  writeFileSync(at('../data/measured-recall.json'), body)
}
