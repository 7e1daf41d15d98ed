// Fits data/weights/logins.tsv: npm run fit:logins -- SOURCES --labelled DIR [--labelled DIR]... [--quiet DIR]... [--write FILE]
// Each candidate of a labelled text (src/engines/detect/logins/) is one row: its features, and whether the labels have it as a user
// name. Texts of --quiet hold none but those that a word announces, which are left out. Sets named by --except are left out, and so
// is what ends in "_test". Few user names are labelled: each of their texts is read --copies times more with others in their place, spelt
// from the names of the text or of its country (SOURCES/names). Prints cross-validated figures of the sets, by texts.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { detectorFactories } from '../dist/engines/detect/detectors/registry.js'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { loginDetector, loginDetectorBy } from '../dist/engines/detect/logins/logins-detector.js'
import { loadPacks } from '../dist/packs/load.js'
import { fold } from '../dist/text/fold.js'
import { CodePoints } from '../dist/text/offsets.js'
import { ScannedText } from '../dist/text/scanned.js'
import { chance, fitted, written } from './fit/logistic.mjs'
import { randomOf } from './names/crf.mjs'
import { namesByCountry } from './names/generate.mjs'
import { quietTexts, rowsOf } from './names/sources.mjs'

const {
  values: options,
  positionals: [sources],
} = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '20' },
    labelled: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'string', multiple: true, default: [] },
    except: { type: 'string', default: '' },
    ridge: { type: 'string', default: '0.002' },
    'copy-weight': { type: 'string', default: '0.5' },
    threshold: { type: 'string', default: '0.5' },
    folds: { type: 'string', default: '5' },
    show: { type: 'boolean', default: false },
    write: { type: 'string', default: fileURLToPath(new URL('../data/weights/logins.tsv', import.meta.url)) },
  },
})
if (sources === undefined || options.labelled.length === 0) {
  console.error(
    'usage: npm run fit:logins -- SOURCES --labelled DIR [--labelled DIR]... [--quiet DIR]... [--write FILE]',
  )
  process.exit(2)
}
const LOGIN = 'PII-8-LOGIN'
/** Texts that offices write count more than the logs and manuals, which are many. */
const LABELLED_WEIGHT = 4
const except = options.except.split(',').filter(Boolean)

const texts = [
  ...options.labelled.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.jsonl(?:\.gz)?$/.test(name) && !/_test\.jsonl/.test(name))
      .filter((name) => !except.some((one) => name.startsWith(one)))
      .sort()
      .flatMap((name) =>
        rowsOf(join(folder, name))
          .filter(({ spans }) => spans !== undefined)
          .map((row) => ({ ...row, source: name })),
      ),
  ),
  ...options.quiet
    .filter((folder) => statSync(folder).isDirectory())
    .flatMap((folder) => quietTexts(folder))
    .map(({ text, source }) => ({ text, spans: [], source: basename(source), isQuiet: true })),
]

const packs = loadPacks()
/** Other user names in the place of those that are labelled: of the people of the text, and of people of its country. */
const COPIES = Number(options.copies)
const random = randomOf(17)
const pick = (list) => list[Math.floor(random() * list.length)]
const plain = (word) => fold(word).replace(/[^a-z]/g, '')
const SPELLINGS = [
  [8, (given, family) => given[0] + family],
  [2, (given, family) => family + given[0]],
  [3, (given, family) => `${given}.${family}`],
  [2, (given, family) => `${given[0]}.${family}`],
  [1, (given, family) => `${family}.${given[0]}`],
  [1, (given, family) => `${given}.${family[0]}`],
  [1, (given, family) => `${given}_${family}`],
  [1, (given, family) => `${given[0]}_${family}`],
  [1, (given, family) => given + family[0]],
  [1, (given, family) => given.slice(0, 3) + family.slice(0, 3)],
  [1, (given, family) => family.slice(0, 5) + given.slice(0, 2)],
  [1, (given, family) => given.slice(0, 2) + family],
]
const spellings = SPELLINGS.flatMap(([times, spell]) => Array.from({ length: times }, () => spell))

const byCountry = namesByCountry(sources)
/** Common names half of the time, any of the country else; those of another country where its names are not in Latin letters. */
function nameOf(jurisdiction, kind) {
  const { [kind]: list } = byCountry.get(jurisdiction) ?? byCountry.get('GB')
  const name = plain(random() < 0.5 ? pick(list.slice(0, 500)) : pick(list))
  return name.length > 2 ? name : nameOf('GB', kind)
}

/** A user name of a given and a family name, sometimes with a number after it. */
function spelt(given, family) {
  const name = pick(spellings)(plain(given), plain(family))
  return random() < 0.2 ? `${name}${Math.floor(random() * 99) + 1}` : name
}

/** The same text with other user names, each the same wherever it stands. */
function withOthers({ text, spans, ...row }) {
  const points = [...text]
  const people = spans
    .filter(({ category }) => category === 'PII-1-NAME')
    .map(({ start, end }) => points.slice(start, end).join('').split(/\s+/))
    .filter((words) => words.length > 1 && plain(words[0]) !== '' && plain(words.at(-1)).length > 2)
  const others = new Map()
  const parts = []
  const moved = []
  let at = 0
  let length = 0
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < at) continue
    const before = points.slice(at, span.start)
    let value = points.slice(span.start, span.end).join('')
    if (span.category === LOGIN) {
      if (!others.has(value)) {
        const own = people.length > 0 && random() < 0.4 ? pick(people) : null
        others.set(
          value,
          own === null
            ? spelt(nameOf(row.jurisdiction, 'given'), nameOf(row.jurisdiction, 'family'))
            : spelt(own[0], own.at(-1)),
        )
      }
      value = others.get(value)
    }
    parts.push(before.join(''), value)
    const start = length + before.length
    length = start + [...value].length
    moved.push({ ...span, start, end: length })
    at = span.end
  }
  parts.push(points.slice(at).join(''))
  return { ...row, text: parts.join(''), spans: moved, isCopy: true }
}
const found = []
const engine = createDetectEngine(
  packs,
  detectorFactories.map((create) =>
    create === loginDetector
      ? (own, cues) =>
          loginDetectorBy(own, cues, () => ({
            threshold: 0,
            score(features, candidate, text) {
              const { start, end } = text.tokens
              found.push({
                features,
                start: start[candidate.first],
                end: end[candidate.end - 1],
                value: candidate.value,
              })
              return -1
            },
          }))
      : create,
  ),
)

const rows = []
const numbered = texts.flatMap((row, number) => {
  const isLabelled = row.spans.some(({ category }) => category === LOGIN)
  return [row, ...Array.from({ length: isLabelled ? COPIES : 0 }, () => withOthers(row))].map((one) => ({
    ...one,
    number,
  }))
})
for (const { text, spans, jurisdiction, source, isQuiet, isCopy, number } of numbered) {
  found.length = 0
  const scanned = new ScannedText(text)
  const known = jurisdiction && packs.countries().has(jurisdiction) ? jurisdiction : null
  engine.claims(scanned, { jurisdiction: known })
  const points = new CodePoints(text)
  for (const { features, start, end, value } of found) {
    if (isQuiet && features.some((one) => /^cue=(?:right|sign|near)$/.test(one))) continue
    const range = scanned.sourceRange(start, end)
    const [from, to] = [points.of(range.start), points.of(range.end)]
    const own = spans.filter((span) => span.start < to && span.end > from)
    if (own.some(({ category }) => category === null)) continue
    const isRight = own.some((span) => span.category === LOGIN && span.start === from && span.end === to) ? 1 : 0
    if (isCopy === true && isRight === 0) continue
    // A part of another value is not judged here.
    if (isRight === 0 && own.length > 0) continue
    rows.push({
      features,
      isRight,
      isCopy,
      weight: isCopy ? Number(options['copy-weight']) : isQuiet ? 1 : LABELLED_WEIGHT,
      source,
      number,
      value,
      where: text.slice(Math.max(0, range.start - 30), range.end + 20).replaceAll('\n', '⏎'),
    })
  }
}
console.log(
  `${texts.length} texts, ${rows.length} candidates, ${rows.filter(({ isRight }) => isRight).length} user names`,
)

const [folds, ridge, threshold] = [Number(options.folds), Number(options.ridge), Number(options.threshold)]
const bySource = new Map()
for (let fold = 0; fold < folds; fold++) {
  const weights = fitted(
    rows.filter(({ number }) => number % folds !== fold),
    ridge,
  )
  for (const row of rows.filter(({ number, isCopy }) => number % folds === fold && isCopy !== true)) {
    const tally = bySource.get(row.source) ?? { right: 0, found: 0, gold: 0, candidates: 0 }
    bySource.set(row.source, tally)
    const isFound = chance(weights, row.features) >= threshold
    tally.candidates++
    tally.gold += row.isRight
    tally.found += isFound ? 1 : 0
    tally.right += isFound && row.isRight ? 1 : 0
    if (options.show && isFound !== (row.isRight === 1))
      console.log(
        isFound ? 'false' : 'missed',
        row.source,
        JSON.stringify(row.where),
        row.value,
        row.features.join(' | '),
      )
  }
}
console.log('| set | candidates | user names | found | right |\n|---|---|---|---|---|')
for (const [source, { candidates, right, found: all, gold }] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`| ${source} | ${candidates} | ${gold} | ${all} | ${right} |`)

const file = written(
  rows,
  fitted(rows, ridge),
  threshold,
  'Weights of what may be a user name. Fitted by tools/fit-logins.mjs; not written by hand.',
)
writeFileSync(options.write, file.text)
console.log(`${file.features} features`)
