// Fits data/weights/mentions.tsv: npm run fit:repeats -- --repeats FILE [--repeats FILE]... [--labelled DIR]... [--quiet DIR]... [--write FILE]
// Each candidate of a text (src/engines/detect/persons/) is one row: its features, and whether the labels have a name there. `--repeats`
// are texts that mention their persons again (rows {lang, text, spans: [{start, end, category, mention}]}); `--labelled` are folders of rows
// {text, spans}, of which sets named by --except and *_test are left out. Documents are generated besides: texts of `--quiet`, which
// name nobody, get a person whose names are words of the text, so that every candidate is a decoy; and the texts of --repeats get
// other persons in the place of theirs. Prints what the whole engine finds in texts of --repeats that were left out of the fit, with all texts
// of their languages or with what was made of them (--left languages,texts). The same files give the same bytes.
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { detectorFactories } from '../dist/engines/detect/detectors/registry.js'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { otherWords } from '../dist/engines/detect/lexicons.js'
import { nameCues, wordSources } from '../dist/engines/detect/names/facts.js'
import { NameFinder, namesDetector } from '../dist/engines/detect/names/names-detector.js'
import { NameWeights } from '../dist/engines/detect/names/weights.js'
import { Nicknames } from '../dist/engines/detect/persons/nicknames.js'
import { readData } from '../dist/packs/data-files.js'
import { loadPacks } from '../dist/packs/load.js'
import { Level } from '../dist/packs/word-levels.js'
import { fold } from '../dist/text/fold.js'
import { CodePoints } from '../dist/text/offsets.js'
import { ScannedText } from '../dist/text/scanned.js'
import { fitted, written } from './fit/logistic.mjs'
import { rowsOf } from './names/sources.mjs'
import { decoyTexts, exampleTexts, framedTexts, otherPersons } from './repeats/generate.mjs'
import { Measure } from './repeats/measure.mjs'

const { values: options } = parseArgs({
  options: {
    repeats: { type: 'string', multiple: true, default: [] },
    labelled: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'string', multiple: true, default: [] },
    except: { type: 'string', default: 'tab_144_full,repeats,office-20' },
    ridge: { type: 'string', default: '0.01' },
    threshold: { type: 'string', default: '0.55' },
    copies: { type: 'string', default: '6' },
    framed: { type: 'string', default: '5000' },
    decoys: { type: 'string', default: '1500' },
    folds: { type: 'string', default: '5' },
    left: { type: 'string', default: 'languages,texts' },
    show: { type: 'boolean', default: false },
    write: { type: 'string', default: fileURLToPath(new URL('../data/weights/mentions.tsv', import.meta.url)) },
  },
})
if (options.repeats.length === 0) {
  console.error(
    'usage: npm run fit:repeats -- --repeats FILE [--repeats FILE]... [--labelled DIR]... [--quiet DIR]... [--write FILE]',
  )
  process.exit(2)
}
const NAME = 'PII-1-NAME'
/** Categories of things with names of people. */
const NO_NAMES = /ORG|LOCATION|ADDRESS/
/** How much a row of each kind of text counts. */
const WEIGHTS = { repeats: 6, example: 0.5, copy: 0.15, framed: 0.1, labelled: 2, decoy: 0.3 }
const except = options.except.split(',')
const [folds, ridge, threshold] = [options.folds, options.ridge, options.threshold].map(Number)

/** The texts of --repeats, file by file: they are measured, too. */
const sets = options.repeats.map((file) => ({ name: basename(file), texts: rowsOf(file) }))
const repeats = sets.flatMap(({ texts: own }) => own.map((row) => ({ ...row, kind: 'repeats', origin: row.id })))
const labelled = options.labelled.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name) && !/_test\.jsonl/.test(name))
    .filter((name) => !except.includes(name.replace(/\.jsonl.*/, '')))
    .sort()
    .flatMap((name) =>
      rowsOf(join(folder, name)).filter(({ spans }) => spans?.some(({ category }) => category === NAME)),
    )
    .map((row) => ({ ...row, kind: 'labelled' })),
)
const packs = loadPacks()
/** Whether a word is an ordinary one in some language, and no rare one. */
const isOrdinary = (word) => packs.names().of(fold(word)).word >= Level.known
const examples = exampleTexts().map((row) => ({ ...row, kind: 'example' }))
const nouns = otherWords().sentence
const own = [...repeats, ...examples]
const texts = [
  ...own,
  ...otherPersons(own, Number(options.copies), nouns).map((row) => ({ ...row, kind: 'copy' })),
  ...framedTexts(own, nouns, Number(options.framed)).map((row) => ({ ...row, kind: 'framed' })),
  ...labelled,
  ...decoyTexts(options.quiet, repeats, Number(options.decoys), isOrdinary).map((row) => ({ ...row, kind: 'decoy' })),
]

const rows = []
let current = null
const namesOf = (lists) => lists.flatMap(({ names }) => names)
const label = (lists, start, end, reading) => {
  const { text, spans, kind, lang, id, origin = id, points } = current
  const range = reading.text.sourceRange(start, end)
  const [from, to] = [points.of(range.start), points.of(range.end)]
  const own = spans.filter((span) => span.start < to && span.end > from)
  const isRight = own.some(({ category }) => category === NAME)
  const isFirst = namesOf(lists)[0].startsWith('unsure')
  if (isRight || own.length === 0 || (isFirst && own.every(({ category }) => NO_NAMES.test(category))))
    rows.push({
      features: namesOf(lists),
      isRight: isRight ? 1 : 0,
      weight: WEIGHTS[kind],
      kind,
      group: lang ?? id,
      id,
      origin,
      value: text.slice(range.start, range.end),
      where: text.slice(Math.max(0, range.start - 30), range.end + 20).replaceAll('\n', '⏎'),
    })
  return isRight ? 1000 : -1000
}
/** How the engine at hand judges a candidate: by the labels while candidates are gathered, by weights while texts are measured. */
let judge = { threshold: 0, score: label }
const nicknames = new Nicknames(packs)
const namesFinder = (own, book) => {
  const weights = new NameWeights(readData('weights/names.tsv.gz').toString('utf8'))
  const score = () => ({
    get threshold() {
      return judge.threshold
    },
    score: (...candidate) => judge.score(...candidate),
  })
  const finder = new NameFinder(wordSources(own), nameCues(own, book), weights, { nicknames, score })
  return { ...namesDetector(own, book), find: (text, _scope, evidence) => finder.find(text, evidence) }
}
const engineOf = (detectors) => createDetectEngine(packs, detectors)
const engine = engineOf(
  detectorFactories.map((create) =>
    create === namesDetector ? namesFinder : (own, book) => ({ name: create(own, book).name, find: () => [] }),
  ),
)
const wholeEngine = engineOf(detectorFactories.map((create) => (create === namesDetector ? namesFinder : create)))

/** Findings of the whole engine in a text, with weights of candidates; offsets in code points. */
function findingsWith(weights, { text, jurisdiction }) {
  judge = {
    threshold: Math.log(threshold / (1 - threshold)),
    score: (lists) => namesOf(lists).reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0),
  }
  const points = new CodePoints(text)
  const scope = { jurisdiction: packs.countries().has(jurisdiction) ? jurisdiction : null }
  return wholeEngine
    .settle(wholeEngine.claims(new ScannedText(text), scope))
    .map((claim) => ({ ...claim, start: points.of(claim.start), end: points.of(claim.end) }))
}

for (const row of texts) {
  current = { ...row, points: new CodePoints(row.text) }
  engine.claims(new ScannedText(row.text), { jurisdiction: null })
}
const count = (kind) => {
  const own = rows.filter((row) => row.kind === kind)
  return `${kind} ${own.length} (${own.filter(({ isRight }) => isRight).length} mentions)`
}
console.log(`${texts.length} texts; candidates: ${Object.keys(WEIGHTS).map(count).join(', ')}`)

const told = (name) => (wrong) => console.log([name, ...Object.values(wrong)].join(' | '))
const languages = [...new Set(repeats.map(({ lang }) => lang))].sort()
/** Which fold a row is judged in, by what is left out: whole languages, or texts with the copies made of them. */
const numbers = new Map([...new Set(texts.map(({ origin, id }) => origin ?? id))].map((id, i) => [id, i]))
const FOLDS = {
  languages: ({ group, origin }) =>
    (languages.includes(group) ? languages.indexOf(group) : numbers.get(origin)) % folds,
  texts: ({ origin }) => numbers.get(origin) % folds,
}
for (const left of options.left.split(',').filter(Boolean)) {
  const foldOf = FOLDS[left]
  const measures = new Map(sets.map(({ name }) => [name, new Measure(options.show ? told(name) : undefined)]))
  for (let fold = 0; fold < folds; fold++) {
    const weights = fitted(
      rows.filter((row) => foldOf(row) !== fold),
      ridge,
    )
    for (const { name, texts: own } of sets)
      for (const row of own)
        if (foldOf({ group: row.lang, origin: row.id }) === fold)
          measures.get(name).add(row, findingsWith(weights, row))
  }
  for (const [name, measure] of measures) console.log(`${left} left out, ${name}: ${measure.summary()}`)
}

const file = written(
  rows,
  fitted(rows, ridge),
  threshold,
  'Weights of what mentions a person again. Fitted by tools/fit-repeats.mjs; not written by hand.',
)
writeFileSync(options.write, file.text)
console.log(`${file.features} features`)
