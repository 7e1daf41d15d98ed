// Fits data/weights/places.tsv: npm run fit:places -- --labelled DIR [--labelled DIR]... [--quiet DIR]... [--write FILE]
// Each place that the detector of addresses reads in a labelled text is one row: its features, and whether the labels have it (an
// address, a place or a town of a person). Logistic regression with an L2 penalty by AdaGrad (Duchi, Hazan and Singer 2011). Sets
// that label every town count less (--every NAMES, --every-weight N); --except is left out, and so is what ends in "_test". --stories DIR
// has *.jsonl.gz of sentences in their order (rows {text, spans: [{start, end, type}]}, types PER and LOC): so many of them together that
// they are as long as a report, and where such a text names people, every place in it counts (--story-weight N). Prints cross-validated
// figures of the sets, by texts.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addressDetector, addressDetectorBy } from '../dist/engines/detect/addresses/addresses-detector.js'
import { detectorFactories } from '../dist/engines/detect/detectors/registry.js'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { loadPacks } from '../dist/packs/load.js'
import { CodePoints } from '../dist/text/offsets.js'
import { ScannedText } from '../dist/text/scanned.js'
import { chance, fitted, written } from './fit/logistic.mjs'
import { quietTexts, rowsOf } from './names/sources.mjs'

const { values: options } = parseArgs({
  options: {
    labelled: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: 'meddocan,presidio' },
    'every-weight': { type: 'string', default: '0.12' },
    stories: { type: 'string', multiple: true, default: [] },
    'story-weight': { type: 'string', default: '0.05' },
    except: { type: 'string', default: 'tab_144_full,office-17,office-18,office-19' },
    ridge: { type: 'string', default: '0.002' },
    threshold: { type: 'string', default: '0.5' },
    folds: { type: 'string', default: '5' },
    write: { type: 'string', default: fileURLToPath(new URL('../data/weights/places.tsv', import.meta.url)) },
  },
})
if (options.labelled.length === 0) {
  console.error('usage: npm run fit:places -- --labelled DIR [--labelled DIR]... [--quiet DIR]... [--write FILE]')
  process.exit(2)
}
const PLACES = /^PII-4-(?:ADDRESS|LOCATION|LANDMARK_ANCHOR)$/

/** Characters of a text that is put together of sentences. */
const STORY = 3000
/** Old prints are read with errors, and their lines are not sentences. */
const OLD_PRINT = /europeana|newseye|sonar|meddocan/

/** Texts of sentences that stand one after the other in a source. */
function* storiesOf(folder) {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.jsonl.gz') || OLD_PRINT.test(name)) continue
    const sentences = rowsOf(join(folder, name))
    const types = new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)))
    if (!types.has('PER') || !types.has('LOC')) continue
    let text = ''
    let spans = []
    let length = 0
    for (const sentence of sentences) {
      const offset = length
      for (const { start, end, type } of sentence.spans)
        spans.push({ start: start + offset, end: end + offset, category: CATEGORIES[type] ?? 'other' })
      text += `${sentence.text}\n`
      length += [...sentence.text].length + 1
      if (length < STORY) continue
      yield { text, spans, source: name, weight: Number(options['story-weight']) }
      text = ''
      spans = []
      length = 0
    }
  }
}
const CATEGORIES = { PER: 'PII-1-NAME', LOC: 'PII-4-LOCATION' }

const every = options.every.split(',')
const texts = [
  ...options.labelled.flatMap((folder) =>
    readdirSync(folder)
      .filter(
        (name) =>
          /\.jsonl(?:\.gz)?$/.test(name) &&
          !/_test\.jsonl/.test(name) &&
          !options.except.split(',').some((one) => name.startsWith(one)),
      )
      .sort()
      .flatMap((name) =>
        rowsOf(join(folder, name))
          .filter(({ spans }) => spans !== undefined)
          .map((row) => ({
            ...row,
            source: name,
            weight: every.some((one) => name.startsWith(one)) ? Number(options['every-weight']) : 1,
          })),
      ),
  ),
  ...options.quiet
    .filter((folder) => statSync(folder).isDirectory())
    .flatMap((folder) => quietTexts(folder))
    .map(({ text, source }) => ({ text, spans: [], source: basename(source), weight: 1 })),
  ...options.stories.flatMap((folder) => [...storiesOf(folder)]),
]

const packs = loadPacks()
const found = []
const engine = createDetectEngine(
  packs,
  detectorFactories.map((create) =>
    create === addressDetector
      ? (own, cues) =>
          addressDetectorBy(own, cues, (features, place, reader) => {
            found.push({ features, start: reader.start(place.firstToken), end: reader.end(place.endToken - 1) })
            return false
          })
      : create,
  ),
)

const rows = []
for (const [number, { text, spans, jurisdiction, source, weight }] of texts.entries()) {
  found.length = 0
  const scanned = new ScannedText(text)
  const known = jurisdiction && packs.countries().has(jurisdiction) ? jurisdiction : null
  engine.claims(scanned, { jurisdiction: known })
  const points = new CodePoints(text)
  for (const { features, start, end } of found) {
    const range = scanned.sourceRange(start, end)
    const [from, to] = [points.of(range.start), points.of(range.end)]
    const own = spans.filter((span) => span.start < to && span.end > from)
    if (own.some(({ category }) => category === null)) continue
    const isRight =
      own.some(({ category }) => PLACES.test(category)) && !own.some(({ category }) => category === 'PII-1-NAME')
    rows.push({ features, isRight: isRight ? 1 : 0, weight, source, number })
  }
}
console.log(`${texts.length} texts, ${rows.length} places`)

const [folds, ridge] = [Number(options.folds), Number(options.ridge)]
const bySource = new Map()
for (let fold = 0; fold < folds; fold++) {
  const weights = fitted(
    rows.filter(({ number }) => number % folds !== fold),
    ridge,
  )
  for (const row of rows.filter(({ number }) => number % folds === fold)) {
    const tally = bySource.get(row.source) ?? { right: 0, found: 0, gold: 0, before: 0, beforeRight: 0 }
    bySource.set(row.source, tally)
    const isFound = chance(weights, row.features) >= Number(options.threshold)
    tally.gold += row.isRight
    tally.found += isFound ? 1 : 0
    tally.right += isFound && row.isRight ? 1 : 0
    const was = !row.features.includes('confidence=0.00')
    tally.before += was ? 1 : 0
    tally.beforeRight += was && row.isRight ? 1 : 0
  }
}
console.log(
  '| set | places that are labelled | found | right | by the judge alone: found | right |\n|---|---|---|---|---|---|',
)
for (const [source, { right, found: all, gold, before, beforeRight }] of [...bySource].sort(([a], [b]) =>
  a < b ? -1 : 1,
))
  if (gold + all + before > 0) console.log(`| ${source} | ${gold} | ${all} | ${right} | ${before} | ${beforeRight} |`)

const file = written(
  rows,
  fitted(rows, ridge),
  Number(options.threshold),
  'Weights of places that say where somebody lives, works or was born. Fitted by tools/fit-places.mjs; not written by hand.',
)
writeFileSync(options.write, file.text)
console.log(`${file.features} features`)
