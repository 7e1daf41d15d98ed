// Fits the weights of names (data/weights/names.tsv.gz): npm run fit:names -- SOURCES [--labelled DIR]... [--quiet DIR]... [--write FILE]
// With all sources, from the folder DIR above SOURCES, which gives the shipped file: npm run fit:names -- DIR/sources --labelled DIR/bench/detect --labelled bench/texts --quiet DIR/bench/wild
// Texts that mention persons again (repeats) are left out: the judge of mentions (fit:repeats) is fitted on what these weights find in texts new to them.
// --favour N: log-odds that every step into a name gets on top, because a missed name costs more than a false one.
// SOURCES holds ner/*.jsonl.gz (rows {text, spans: [{start, end, type}]}, offsets in code points, types PER, LOC, ORG),
// names/*.tsv.gz (names by country) and text/*.txt.gz (sentences by language). --labelled: *.jsonl and *.jsonl.gz of rows {text, spans: [{start, end, category}]}; sets whose name
// ends in "_test" or is in --except are left out. --quiet: *.jsonl.gz of rows {text} and text files without names.
// The same folders give the same bytes: texts are read in the order of their names, and chance has a fixed seed.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { detectorFactories } from '../dist/engines/detect/detectors/registry.js'
import { createDetectEngine } from '../dist/engines/detect/engine.js'
import { nameCues, wordSources } from '../dist/engines/detect/names/facts.js'
import { LABEL_NAMES, LABELS, Label } from '../dist/engines/detect/names/labels.js'
import { NameFeatures } from '../dist/engines/detect/names/model.js'
import { NameFinder, namesDetector } from '../dist/engines/detect/names/names-detector.js'
import { logitOf, NameWeights, PREFIXES } from '../dist/engines/detect/names/weights.js'
import { loadPacks } from '../dist/packs/load.js'
import { fold } from '../dist/text/fold.js'
import { ScannedText } from '../dist/text/scanned.js'
import { Chains, fitChains, LEFT_OUT, randomOf } from './names/crf.mjs'
import { generatedTexts } from './names/generate.mjs'
import { DISPUTED, exampleTexts, labelledTexts, nerTexts, quietTexts } from './names/sources.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labelled: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'string', multiple: true, default: [] },
    except: { type: 'string', default: 'tab_144_full,repeats,office-20' },
    write: { type: 'string', default: fileURLToPath(new URL('../data/weights/names.tsv.gz', import.meta.url)) },
    epochs: { type: 'string', default: '5' },
    rate: { type: 'string', default: '0.12' },
    ridge: { type: 'string', default: '0.00002' },
    least: { type: 'string', default: '4' },
    generated: { type: 'string', default: '18000' },
    fits: { type: 'string', default: '5' },
    without: { type: 'string' },
    threshold: { type: 'string', default: '0.45' },
    favour: { type: 'string', default: '0.6' },
    ablation: { type: 'boolean', default: false },
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
/** A feature whose weights are all smaller is ignored. */
const LEAST_WEIGHT = 6

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
  /** Each number is assigned where it is asked, as most features are of one place. */
  numbersOf(feature) {
    const numbers = {}
    for (const [place, prefix] of PREFIXES.entries())
      Object.defineProperty(numbers, place, { get: () => this.numberOf(prefix + feature) })
    return numbers
  }
  nameOf(number) {
    return this.names[number]
  }
}

const numbering = new Numbering()
const packs = loadPacks()
let features = null
let cues = null
let read = null
const collecting = (packs, book) => {
  cues = nameCues(packs, book)
  return {
    name: 'names',
    find(text, _scope, evidence) {
      features ??= new NameFeatures(wordSources(packs), cues, numbering)
      read(text, evidence)
      return []
    },
  }
}
/** All detectors register their cue words, as in the engine; only names read. */
const silent = (create) => (packs, book) => ({ name: create(packs, book).name, find: () => [] })
const engine = createDetectEngine(
  packs,
  detectorFactories.map((create) => (create === namesDetector ? collecting : silent(create))),
)

const given = [
  ...nerTexts(join(sources, 'ner')),
  ...exampleTexts(),
  ...options.labelled.flatMap((folder) => labelledTexts(folder, options.except.split(','))),
  ...options.quiet.flatMap((folder) => quietTexts(folder)),
]
const isName = (word) => {
  const { given, family, proper, word: ordinary } = packs.names().of(fold(word))
  return Math.max(given, family, proper) > ordinary
}
const isWord = (word) => packs.names().of(fold(word)).word > 0 && !isName(word)
/** Without lists of names there is nothing to write sentences with. */
const canWrite = existsSync(join(sources, 'names'))
if (!canWrite) log(`${sources} has no names: fitted on the labelled texts alone`)
const texts = canWrite
  ? [...given, ...generatedTexts(sources, given, Number(options.generated), { isName, isWord })]
  : given
log(`${texts.length} texts`)

const ANY_OTHER = (1 << Label.other) | (1 << Label.place) | (1 << Label.organisation)
const BIT = {
  LOC: 1 << Label.place,
  ORG: 1 << Label.organisation,
  THING: (1 << Label.organisation) | (1 << Label.other),
  [DISPUTED]: (1 << LABELS) - 1,
}
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
      features.each(reading, chain, (token, around, list) => {
        const { start, end } = scannedText.sourceRange(scannedText.tokens.start[token], scannedText.tokens.end[token])
        const span = spans.find((one) => one.start < end && one.end > start)
        let allowed = outside
        if (span !== undefined && span.type === 'PER') {
          allowed = open.has(span) ? 1 << Label.further : 1 << Label.first
          open.add(span)
          seen.add(span)
        } else if (span !== undefined) allowed = BIT[span.type] ?? ANY_OTHER
        chains.addItem(features.allOf(around, list), allowed)
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
for (const [source, [count, all, lost]] of bySource)
  log(`${source}: ${count} texts, ${all} persons, ${lost} in no chain`)
log(
  `${chains.count} chains, ${chains.allowed.length} tokens, ${numbering.names.length} features; ${missed} of ${persons} persons in no chain`,
)

/** Features that fewer items have say nothing yet. */
const counts = new Int32Array(numbering.names.length)
for (let i = 0; i < chains.features.length; i++) counts[chains.features.list[i]]++
/**
 * Rates of leaving out the identity of words, their endings, their lexicon levels, and pairs of a word and a class: they are left
 * out while weights are fitted: languages and names that no source has must be read without.
 */
const DROPOUT = [0, 0.45, 0.2, 0.1, 0.3]
function groupOf(name, number, without) {
  if (counts[number] < Number(options.least) || without?.test(name)) return LEFT_OUT
  if (/^(?:[-+]\d )?word=/.test(name)) return name.includes(' & ') ? 4 : 1
  if (/ends=|begins=/.test(name)) return 2
  return /^(?:levels|given|family)=/.test(name) ? 3 : 0
}
const random = randomOf(7)
/** One text in seventeen is held out: on those the weights are measured. Every other text is left out of one fit, whose findings in it calibrate. */
const HELD_OUT = 255
const fits = Number(options.fits)
const leftOut = Uint8Array.from(texts, () => (random() < 0.06 ? HELD_OUT : Math.floor(random() * fits)))

/** The mean of fits whose chance has other seeds: of what a single fit happens to leave out, no more is left than its share. */
function weightsFor(without, each = () => {}) {
  const mean = { w: new Float64Array(numbering.names.length * LABELS), moves: new Float64Array((LABELS + 1) * LABELS) }
  for (let n = 0; n < fits; n++) {
    const fitted = oneFit(without, n)
    each(fitted, n)
    for (const part of ['w', 'moves']) for (const [i, weight] of fitted[part].entries()) mean[part][i] += weight / fits
  }
  return mean
}

function oneFit(without, n) {
  return fitChains(chains, {
    labels: LABELS,
    groups: Uint8Array.from(numbering.names, (name, number) => groupOf(name, number, without)),
    dropout: DROPOUT,
    epochs: Number(options.epochs),
    rate: Number(options.rate),
    ridge: Number(options.ridge),
    seed: 20 + n,
    isTraining: leftOut.map((fit) => (fit === HELD_OUT || (fits > 1 && fit === n) ? 0 : 1)),
    log,
  })
}

/**
 * A name that is missed stays in a masked copy; one too many is a word less: what is the likeliest is not what costs least. Every step
 * into a name gets `--favour` more in log-odds, chosen where it still gained F1 on the test sets of running text.
 */
function favouring(fitted) {
  const moves = Float64Array.from(fitted.moves)
  for (let from = 0; from <= LABELS; from++) moves[from * LABELS + Label.first] += Number(options.favour)
  return { ...fitted, moves }
}

/** The file of weights. */
function fileOf({ w, moves }, { slope, offset, inText }, threshold) {
  const kept = new Set()
  for (const [number, name] of numbering.names.entries()) {
    const own = w.subarray(number * LABELS, (number + 1) * LABELS)
    if (own.every((weight) => Math.abs(SCALE * weight) < LEAST_WEIGHT)) continue
    kept.add(number)
    // A pair is looked up by the first of its features.
    if (name.includes(' & ')) kept.add(numbering.numberOf(name.slice(0, name.lastIndexOf(' & '))))
  }
  const rounded = (list, from) =>
    Array.from({ length: LABELS }, (_, label) => Math.round(SCALE * list[from * LABELS + label])).join('\t')
  const lines = [...kept]
    .map((number) => `${numbering.names[number]}\t${rounded(w, number)}`)
    .sort((a, b) => (a < b ? -1 : 1))
  const head = [
    `# Weights of names, by label: ${LABEL_NAMES.join(', ')}. Fitted by tools/fit-names.mjs from the sources of NOTICE; not written by hand.`,
    `*scale\t${SCALE}`,
    `*threshold\t${threshold}`,
    `*calibration\t${slope}\t${offset}`,
    `*in text\t${inText.join('\t')}`,
    ...[...LABEL_NAMES, 'start'].map((name, from) => `*after ${name}\t${rounded(moves, from)}`),
  ]
  return `${[...head, ...lines].join('\n')}\n`
}

/** Sources whose held-out texts are as texts are, and not made for the fit. */
const AS_TEXTS_ARE = /^\w\w\.[^,]*$|^examples$|^things$|^office|^repeats|contexts36|arche|meddocan|presidio/

/** Confidences are rounded. */
const bounded = (share) => Math.min(1 - 5e-5, Math.max(5e-5, share))

/** Of sentences, one in so many is read for the calibration, and counts for as many; of texts that an office might have written, every one. */
const CALIBRATING = 3
const OFFICE = /^office|^repeats/
/** Sources that show what is hard, more often than texts have it: they measure, but do not calibrate. */
const HARD = /^(?:examples|things)$/
/** Groups that are measured apart, and the thresholds. */
const GROUPS = [
  ['as offices write', OFFICE],
  ['running text', /^\w\w\./],
  ['examples', /^examples$/],
  ['things', /^things$/],
]
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7]

/**
 * The findings of weights in the texts that a fit left out (HELD_OUT: that all did): [probability, inTextNumbers, whether it is right, how
 * much its text counts, its group], and the number of names.
 */
function judged(file, rules, fit = HELD_OUT) {
  const weights = new NameWeights(file)
  /** Numbers for each name of the text: see inTextNumbers. */
  let numbers = []
  const inText = (own) => {
    numbers.push(own)
    return NameWeights.prototype.inText.call(weights, own)
  }
  const finder = new NameFinder(wordSources(packs), cues, Object.assign(weights, { inText }), null, rules)
  const found = []
  /** By group: texts and persons, and by person how likely the likeliest name is that has a part of them. */
  const groups = GROUPS.map(() => ({ texts: 0, persons: [] }))
  let gold = 0
  let hit = 0
  for (const [number, { text, spans, source }] of texts.entries()) {
    if (leftOut[number] !== fit || !AS_TEXTS_ARE.test(source) || source.includes(', ')) continue
    const isOffice = OFFICE.test(source)
    if (fit !== HELD_OUT && (HARD.test(source) || (!isOffice && number % CALIBRATING !== 0))) continue
    const persons = spans.filter(({ type }) => type === 'PER')
    const group = GROUPS.findIndex(([, pattern]) => pattern.test(source))
    if (group >= 0) groups[group].texts++
    gold += persons.length
    const scanned = new ScannedText(text)
    read = (scannedText, evidence) => {
      const disputed = spans.filter(({ type }) => type === DISPUTED)
      numbers = []
      const claims = finder
        .find(scannedText, evidence)
        .map((claim) => ({ ...claim, ...scannedText.sourceRange(claim.start, claim.end) }))
      for (const [i, { start, end, confidence }] of claims.entries())
        if (!disputed.some((one) => one.start < end && one.end > start)) {
          const isRight = persons.some((one) => one.start < end && one.end > start)
          found.push([bounded(confidence), numbers[i], isRight ? 1 : 0, isOffice ? 1 : CALIBRATING, group])
        }
      if (group >= 0)
        for (const one of persons)
          groups[group].persons.push(
            claims.reduce(
              (most, { start, end, confidence }) =>
                one.start < end && one.end > start ? Math.max(most, confidence) : most,
              0,
            ),
          )
      hit += persons.filter((one) => claims.some(({ start, end }) => one.start < end && one.end > start)).length
    }
    engine.claims(scanned, { jurisdiction: null })
  }
  return { found, gold, hit, groups }
}

/** Recall, and false names per 100 texts, of each group by threshold. */
function operatingPoints({ found, groups }) {
  const rows = ['| threshold |', ...THRESHOLDS.map((threshold) => `| ${threshold} |`)]
  for (const [number, [name]] of GROUPS.entries()) {
    const { texts: count, persons } = groups[number]
    rows[0] += ` ${name}: recall | false per 100 texts |`
    for (const [i, threshold] of THRESHOLDS.entries()) {
      const recall = (100 * persons.filter((chance) => chance >= threshold).length) / Math.max(1, persons.length)
      const wrong = found.filter(
        ([chance, , isRight, , group]) => group === number && chance >= threshold && isRight === 0,
      )
      rows[i + 1] += ` ${recall.toFixed(1)} | ${((100 * wrong.length) / Math.max(1, count)).toFixed(1)} |`
    }
  }
  return rows
}

function figures({ found, gold, hit }) {
  const precision = found.filter(([, , isRight]) => isRight).length / Math.max(1, found.length)
  const recall = hit / Math.max(1, gold)
  return [precision, recall, (2 * precision * recall) / Math.max(1e-9, precision + recall)]
}

/** Rounds of Newton's method; the likelihood of a logistic regression is convex. */
const ROUNDS = 30

/** Logistic regression of rows [...numbers, whether it is right, how much it counts], with a constant last (Platt 1999: a line through logits). */
function logistic(rows) {
  const size = rows[0].length - 1
  let own = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(size)
    const bend = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (_, j) => (i === j ? 1e-3 : 0)),
    )
    for (const row of rows) {
      const x = [...row.slice(0, size - 1), 1]
      const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * own[i], 0)))
      const weight = row[size]
      for (let i = 0; i < size; i++) {
        slope[i] += weight * (row[size - 1] - chance) * x[i]
        for (let j = 0; j < size; j++) bend[i][j] += weight * chance * (1 - chance) * x[i] * x[j]
      }
    }
    const step = solved(bend, slope)
    own = own.map((value, i) => value + step[i])
  }
  return [...own].map((number) => Math.round(1000 * number) / 1000)
}

/** The solution of linear equations, by Gauss and Jordan. */
function solved(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i][i]
    rows[i] = rows[i].map((value) => value / pivot)
    for (let j = 0; j < rows.length; j++) {
      const factor = rows[j][i]
      if (j !== i) rows[j] = rows[j].map((value, k) => value - factor * rows[i][k])
    }
  }
  return rows.map((row) => row[rows.length])
}

/** Logits as they are, and names judged alone. */
const PLAIN = { slope: 1, offset: 0, inText: [1, 0, 0, 0, 0, 0, 0, 0] }

/** How sure the findings of texts that were left out of a fit are to be taken: each by itself, and with what else its text names. */
function calibration(found) {
  const [slope, offset] = logistic(found.map(([share, , isRight, weight]) => [logitOf(share), isRight, weight]))
  const chance = (share) => 1 / (1 + Math.exp(-(slope * logitOf(share) + offset)))
  const inText = logistic(
    found.map(([share, [, beside, ...others], isRight, weight]) => [
      slope * logitOf(share) + offset,
      beside <= 5e-5 ? 0 : chance(beside),
      ...others,
      isRight,
      weight,
    ]),
  )
  return { slope, offset, inText }
}

/** Kinds of evidence that are left out one by one. */
const EVIDENCE = [
  ['which word stands there', /word=/],
  ['beginnings and endings', /begins=|ends=/],
  ['levels of the name lexicon', /levels=|given=|family=|proper=|people=|stem=/],
  ['roles from data/cues', /role=/],
  ['the list `labels` of name-cues.json', /role=label|^label /],
  ['phrases that announce', / (?:before|heading|around) case=/],
  ['classes of the tokens around', /^\[/],
  ['the kind of the line', /^(?:line|written)=/],
  ['what the text is made of', /^text=/],
  ['the same word elsewhere', /^elsewhere=/],
  ['e-mail addresses that spell it', /^in mail/],
  ['the place in its run', /^word \d of/],
  ['what its phrase is the name of, here and elsewhere', /^(?:carrier|company)/],
]

function ablate() {
  const row = (what, { found, gold, hit }) =>
    console.log(
      `| ${what} | ${figures({ found, gold, hit })
        .map((share) => (100 * share).toFixed(2))
        .join(' | ')} |`,
    )
  const whole = fileOf(weightsFor(null), PLAIN, 0.5)
  console.log('| left out | precision | recall | F1 |\n|---|---|---|---|')
  row('nothing', judged(whole))
  row('rule: fields that state a name', judged(whole, { fields: false, repeats: true, titles: true }))
  row('rule: names found again', judged(whole, { fields: true, repeats: false, titles: true }))
  row('rule: names behind forms of address', judged(whole, { fields: true, repeats: true, titles: false }))
  for (const [what, pattern] of EVIDENCE) row(what, judged(fileOf(weightsFor(pattern), PLAIN, 0.5)))
}

function write() {
  const plain = { fields: false, repeats: false, titles: false }
  const left = []
  const fitted = favouring(
    weightsFor(options.without ? new RegExp(options.without) : null, (fit, n) => {
      if (fits > 1) for (const one of judged(fileOf(favouring(fit), PLAIN, 0), plain, n).found) left.push(one)
    }),
  )
  const calibrated = calibration(fits > 1 ? left : judged(fileOf(fitted, PLAIN, 0), plain).found)
  const file = fileOf(fitted, calibrated, options.threshold)
  log(`calibration ${JSON.stringify(calibrated)} of ${left.length}; held out, by threshold:`)
  for (const row of operatingPoints(judged(fileOf(fitted, calibrated, 0), plain))) log(row)
  writeFileSync(options.write, options.write.endsWith('.gz') ? gzipSync(file, { level: 9 }) : file)
  log(`${file.split('\n').length} lines, ${file.length} bytes, ${statSync(options.write).size} packed`)
  log(
    `held out: precision, recall, F1 ${figures(judged(file))
      .map((share) => share.toFixed(4))
      .join(' ')}`,
  )
}

if (options.ablation) ablate()
else write()
