// Fits the weights of names (data/weights/names.tsv.gz): npm run fit:names -- SOURCES [--labelled DIR]... [--quiet DIR]... [--write FILE]
// SOURCES holds ner/*.jsonl.gz (rows {text, spans: [{start, end, type}]}, offsets in code points, types PER, LOC, ORG) and
// names/*.tsv.gz (names by country). --labelled: *.jsonl.gz of rows {text, spans: [{start, end, category}]}; sets whose name
// ends in "_test" or stands in --except are left out. --quiet: *.jsonl.gz of rows {text} and text files that name nobody.
// The same folders give the same bytes: texts are read in the order of their names, and chance has a seed of its own.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { detectorFactories } from '../dist/engines/detect/detectors/registry.js'
import { namesDetector } from '../dist/engines/detect/names/detector.js'
import { nameCues, wordSources } from '../dist/engines/detect/names/facts.js'
import { LABEL_NAMES, LABELS, Label } from '../dist/engines/detect/names/labels.js'
import { NameFeatures } from '../dist/engines/detect/names/model.js'
import { loadPacks } from '../dist/packs/load.js'
import { fold } from '../dist/text/fold.js'
import { ScannedText } from '../dist/text/scanned.js'
import { Chains, fitChains, randomOf } from './names/crf.mjs'
import { generatedTexts } from './names/generate.mjs'
import { labelledTexts, nerTexts, quietTexts } from './names/sources.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labelled: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'string', multiple: true, default: [] },
    except: { type: 'string', default: 'tab_144_full' },
    write: { type: 'string', default: fileURLToPath(new URL('../data/weights/names.tsv.gz', import.meta.url)) },
    epochs: { type: 'string', default: '6' },
    rate: { type: 'string', default: '0.12' },
    ridge: { type: 'string', default: '0.00002' },
    least: { type: 'string', default: '4' },
    generated: { type: 'string', default: '24000' },
    without: { type: 'string' },
  },
})
const sources = positionals[0]
if (!sources) {
  console.error('usage: npm run fit:names -- SOURCES [--labelled DIR]... [--quiet DIR]... [--write FILE]')
  process.exit(2)
}
const log = (line) => console.log(`${(process.uptime()).toFixed(0)} s  ${line}`)
/** Weights are written as so many times the logarithm of odds. */
const SCALE = 100

class Numbering {
  constructor() {
    this.numbers = new Map()
    this.names = []
  }
  numberOf(feature) {
    const known = this.numbers.get(feature)
    if (known !== undefined) return known
    this.numbers.set(feature, this.names.length)
    return this.names.push(feature) - 1
  }
  nameOf(number) {
    return this.names[number]
  }
}

const numbering = new Numbering()
const packs = loadPacks()
let features = null
let read = null
const collecting = (packs, book) => {
  const cues = nameCues(book)
  return {
    name: 'names',
    find(text, _scope, evidence) {
      features ??= new NameFeatures(wordSources(packs), cues, numbering)
      read(text, evidence)
      return []
    },
  }
}
const engine = createDetectEngine(
  packs,
  detectorFactories.map((create) => (create === namesDetector ? collecting : create)),
)

const given = [
  ...nerTexts(join(sources, 'ner')),
  ...options.labelled.flatMap((folder) => labelledTexts(folder, options.except.split(','))),
  ...options.quiet.flatMap((folder) => quietTexts(folder)),
]
const isName = (word) => {
  const { given, family, proper, word: ordinary } = packs.names().of(fold(word))
  return Math.max(given, family, proper) > ordinary
}
const texts = [...given, ...generatedTexts(sources, given, Number(options.generated), isName)]
log(`${texts.length} texts`)

const ANY_OTHER = (1 << Label.other) | (1 << Label.place) | (1 << Label.organisation)
const BIT = { LOC: 1 << Label.place, ORG: 1 << Label.organisation }
const chains = new Chains()
/** Spans of persons: all, and those that no chain has a token of. */
let persons = 0
let missed = 0
const bySource = new Map()
for (const [number, { text, spans, types, weight, source }] of texts.entries()) {
  const scanned = new ScannedText(text)
  const outside = (1 << Label.other) | (types.has('LOC') ? 0 : BIT.LOC) | (types.has('ORG') ? 0 : BIT.ORG)
  read = (scannedText, evidence) => {
    const reading = features.read(scannedText, evidence)
    const seen = new Set()
    for (const chain of reading.chains) {
      const open = new Set()
      features.each(reading, chain, (token, _word, list) => {
        const { start, end } = scannedText.sourceRange(scannedText.tokens.start[token], scannedText.tokens.end[token])
        const span = spans.find((one) => one.start < end && one.end > start)
        let allowed = outside
        if (span !== undefined && span.type === 'PER') {
          allowed = open.has(span) ? 1 << Label.further : 1 << Label.first
          open.add(span)
          seen.add(span)
        } else if (span !== undefined) allowed = BIT[span.type] ?? ANY_OTHER
        chains.addItem(features.allOf(reading, token, list), allowed)
      })
      chains.endChain(weight, number)
    }
    const all = spans.filter(({ type }) => type === 'PER')
    const at = bySource.get(source) ?? [0, 0, 0]
    at[0]++
    at[1] += all.length
    at[2] += all.length - seen.size
    bySource.set(source, at)
    persons += all.length
    missed += all.length - seen.size
  }
  engine.claims(scanned, { jurisdiction: null })
}
for (const [source, [count, all, lost]] of bySource) log(`${source}: ${count} texts, ${all} persons, ${lost} in no chain`)
log(`${chains.count} chains, ${chains.allowed.length} tokens, ${numbering.names.length} features; ${missed} of ${persons} persons in no chain`)

/** Features that fewer items have say nothing yet. */
const counts = new Int32Array(numbering.names.length)
for (let i = 0; i < chains.features.length; i++) counts[chains.features.list[i]]++
const without = options.without ? new RegExp(options.without) : null
/** Rates at which the identity of words, their endings, and what the lexicon says of them are left out while weights are fitted: languages and names that no source has must be read without. */
const DROPOUT = [0, 0.35, 0.15, 0.05, 0.2]
const groups = Uint8Array.from(numbering.names, (name, number) => {
  if (counts[number] < Number(options.least) || without?.test(name)) return 255
  if (/^(?:[-+]\d )?word=/.test(name)) return name.includes(' & ') ? 4 : 1
  if (/ends=|begins=/.test(name)) return 2
  return /^(?:levels|given|family)=/.test(name) ? 3 : 0
})
const random = randomOf(7)
const isTraining = Uint8Array.from(texts, () => (random() < 0.06 ? 0 : 1))
if (process.env.NM_DUMP) { const { serialize } = await import('node:v8'); writeFileSync(process.env.NM_DUMP, serialize({ items: chains.items.list.subarray(0, chains.items.length), starts: chains.starts.list.subarray(0, chains.starts.length), allowed: chains.allowed.list.subarray(0, chains.allowed.length), weights: chains.weights.list.subarray(0, chains.weights.length), texts: chains.texts.list.subarray(0, chains.texts.length), names: numbering.names, counts, sources: texts.map((t) => t.source), count: chains.count })); writeFileSync(process.env.NM_DUMP + '.f', new Uint8Array(chains.features.list.buffer, 0, chains.features.length * 4)); process.exit(0) }
const { w, moves } = fitChains(chains, {
  labels: LABELS,
  features: numbering.names.length,
  groups,
  dropout: DROPOUT,
  epochs: Number(options.epochs),
  rate: Number(options.rate),
  ridge: Number(options.ridge),
  seed: 20,
  isTraining,
  log,
})

const lines = []
for (const [number, name] of numbering.names.entries()) {
  const own = Array.from({ length: LABELS }, (_, label) => Math.round(SCALE * w[number * LABELS + label]))
  if (own.every((weight) => Math.abs(weight) < 4)) continue
  lines.push(`${name}\t${own.join('\t')}`)
}
lines.sort((a, b) => (a < b ? -1 : 1))
const rounded = (from) => Array.from({ length: LABELS }, (_, label) => Math.round(SCALE * moves[from * LABELS + label])).join('\t')
const head = [
  `# Weights of names, by label: ${LABEL_NAMES.join(', ')}. Fitted by tools/fit-names.mjs; not written by hand.`,
  `*scale\t${SCALE}`,
  '*threshold\t0.5',
  '*calibration\t1\t0',
  ...[...LABEL_NAMES, 'start'].map((name, from) => `*after ${name}\t${rounded(from)}`),
]
const file = `${[...head, ...lines].join('\n')}\n`
writeFileSync(options.write, options.write.endsWith('.gz') ? gzipSync(file, { level: 9 }) : file)
log(`${lines.length} features, ${file.length} bytes, ${statSync(options.write).size} packed`)
