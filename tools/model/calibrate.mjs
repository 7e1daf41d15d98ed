// Fits the calibration of a model's names next to the rules: node tools/model/calibrate.mjs MODEL LABELLED... (npm run build first)
// MODEL is a model's folder (docs/model.md); LABELLED are files of labelled texts, {"text", "spans": [{"start", "end", "category"}]} a line,
// plain or .gz, offsets in code points, of the kind and language that the model is to read.
// Prints the `calibration` of PII-1-NAME for model.json: slope and offset such that the model's logit, so taken, is what is to be added to
// the logit that the rules' weights give a token for the probability to be right: a logistic regression (maximum likelihood, Newton's
// method) over tokens that either of the two holds possible, with the rules' logit as a fixed term.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { CueKinds, Evidence } from '../../dist/engines/detect/evidence.js'
import { keepLearned, learnedOf, tokenLogits } from '../../dist/engines/detect/learned.js'
import { nameCues, wordSources } from '../../dist/engines/detect/names/facts.js'
import { NameFinder } from '../../dist/engines/detect/names/names-detector.js'
import { NameWeights } from '../../dist/engines/detect/names/weights.js'
import { openLearned } from '../../dist/operations/shared/learned-backend.js'
import { readData } from '../../dist/packs/data-files.js'
import { loadPacks } from '../../dist/packs/load.js'
import { CodePoints } from '../../dist/text/offsets.js'
import { PhraseBook } from '../../dist/text/phrases.js'
import { ScannedText } from '../../dist/text/scanned.js'

const NAME = 'PII-1-NAME'
/** Least score of a token from the model: below it, nothing is added. */
const LEAST = 0.02
const STEPS = 50
/** Texts that are read at once. */
const TOGETHER = 128

const [folder, ...files] = process.argv.slice(2)
if (folder === undefined || files.length === 0)
  throw new Error('pass the folder of a model and files of labelled texts')
const packs = loadPacks()
const model = await openLearned(folder, packs)
const place = model.folder.categories.findIndex(({ category }) => category === NAME)
if (place < 0) throw new Error(`the model says nothing of ${NAME}`)
const { slope: usedSlope, offset: usedOffset } = model.folder.categories[place]
if (usedSlope === 0) throw new Error('the slope in model.json is 0: what the model says cannot be told from it')

const book = new PhraseBook()
const none = () => false
const kinds = new CueKinds(book, book.ask(none), book.ask(none))
const weights = new NameWeights(readData('weights/names.tsv.gz').toString('utf8'))
const { model: rules } = new NameFinder(wordSources(packs), nameCues(packs, book), weights, null)

const rows = files.flatMap((file) => {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
})

const logit = (share) =>
  Math.log(Math.min(1 - 1e-6, Math.max(1e-6, share)) / (1 - Math.min(1 - 1e-6, Math.max(1e-6, share))))

/** The tokens of a text: the rules' logit, the model's, and whether it is part of a name. */
function tokensOf({ spans }, text) {
  const found = []
  const points = new CodePoints(text.source)
  const evidence = new Evidence(text, book, null, kinds)
  const reading = rules.features.read(text, evidence, true)
  if (reading.learned === null) return found
  const said = tokenLogits(text, learnedOf(text), NAME)
  for (const chain of reading.chains) {
    const plain = { ...reading, learned: null }
    const parts = rules.score(plain, chain).parts(weights)
    for (let token = chain.first; token < chain.end; token++) {
      if (said[token] < logit(LEAST)) continue
      const { start, end } = text.sourceRange(text.tokens.start[token], text.tokens.end[token])
      const [from, to] = [points.of(start), points.of(end)]
      const isName = spans.some((span) => span.category === NAME && span.start < to && span.end > from)
      found.push({ rules: logit(weights.calibrated(parts[token - chain.first])), model: said[token], isName })
    }
  }
  return found
}

const tokens = []
for (let from = 0; from < rows.length; from += TOGETHER) {
  const part = rows.slice(from, from + TOGETHER)
  const texts = part.map(({ text }) => new ScannedText(text))
  const readings = await model.readAll(texts.map(({ text }) => text))
  for (const [i, { starts, ends, begins, logits }] of readings.entries()) {
    const plain = logits[place].map((taken) => (taken - usedOffset) / usedSlope)
    keepLearned(texts[i], {
      starts,
      ends,
      begins,
      languages: model.folder.languages,
      categories: [{ category: NAME, threshold: 1, logits: plain }],
    })
    tokens.push(...tokensOf(part[i], texts[i]))
  }
}
await model.close()

let [slope, offset] = [1, 0]
for (let step = 0; step < STEPS; step++) {
  const [g, h] = [
    [0, 0],
    [1e-6, 0, 1e-6],
  ]
  for (const token of tokens) {
    const share = 1 / (1 + Math.exp(-(token.rules + slope * token.model + offset)))
    const miss = (token.isName ? 1 : 0) - share
    const weight = share * (1 - share)
    g[0] += miss * token.model
    g[1] += miss
    h[0] += weight * token.model * token.model
    h[1] += weight * token.model
    h[2] += weight
  }
  const determinant = h[0] * h[2] - h[1] * h[1]
  slope += (h[2] * g[0] - h[1] * g[1]) / determinant
  offset += (h[0] * g[1] - h[1] * g[0]) / determinant
}
const four = (number) => Math.round(number * 1e4) / 1e4
const names = tokens.filter(({ isName }) => isName).length
process.stderr.write(`${rows.length} texts, ${tokens.length} tokens, ${names} of them in names\n`)
console.log(JSON.stringify({ calibration: { [NAME]: { slope: four(slope), offset: four(offset) } } }))
