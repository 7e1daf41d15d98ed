// False findings in real unlabelled texts: npm run bench:wild [-- DIR] [--only REGEX] [--category CODE] [--show N] [--json FILE]
// DIR holds manifest.json ({SET: {may_be_true: [category], true_strings: [string]}}) and SET.jsonl.gz or SET.jsonl (rows {id, lang,
// jurisdiction, text}); the default is the small open sample in this folder. A finding of a category in may_be_true is not judged,
// one whose text is in true_strings is right, every other one is false. Prints per set the false findings per 1,000 texts and per
// 10,000 characters, and the most frequent of them by category and detector.
// --category judges one category alone, --without all but it; --dist FOLDER measures another build; --model FOLDER adds a learned model.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { LearnedBench } from './learned.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    category: { type: 'string' },
    without: { type: 'string' },
    show: { type: 'string', default: '12' },
    json: { type: 'string' },
    model: { type: 'string' },
    dist: { type: 'string', default: join(here, '..', 'dist') },
  },
})
const folder = resolve(positionals[0] ?? join(here, 'sample', 'wild'))
const shown = Number(options.show)
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)

const { loadPacks } = await load('packs/load.js')
const { createDetectEngine } = await load('engines/detect/engine.js')
const { ScannedText } = await load('text/scanned.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)
const learned = options.model === undefined ? null : await LearnedBench.open(resolve(options.dist), options.model)
const scanOf = (text) => learned?.attach(new ScannedText(text)) ?? new ScannedText(text)
/** Texts that are read side by side, as `detectAll` reads them. */
const SIDE_BY_SIDE = 128
/** Units of a string that are printed at most. */
const PRINTED = 60

function rowsOf(set) {
  const packed = join(folder, `${set}.jsonl.gz`)
  const text = existsSync(packed) ? gunzipSync(readFileSync(packed)) : readFileSync(join(folder, `${set}.jsonl`))
  return text
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

const known = (code) => (code !== null && code !== undefined && packs.countries().has(code) ? code : null)

/** The findings of each row, in the order of the rows. */
function findingsOf(rows) {
  const found = []
  for (let from = 0; from < rows.length; from += SIDE_BY_SIDE) {
    const part = rows.slice(from, from + SIDE_BY_SIDE)
    const texts = part.map(({ text }) => scanOf(text))
    const scopes = part.map(({ jurisdiction }) => ({ jurisdiction: known(jurisdiction) }))
    engine.readAll(texts, scopes)
    for (const [i, text] of texts.entries()) found.push(engine.settle(engine.claims(text, scopes[i])))
  }
  return found
}

const isAsked = ({ category }) =>
  (options.category === undefined || category === options.category) && category !== options.without

/** The false findings in the rows of one set. */
function judge(rows, { may_be_true, true_strings }) {
  const may = new Set(may_be_true)
  const right = new Set(true_strings)
  const seen = new Map()
  const counts = { texts: rows.length, chars: 0, false: 0, texts_hit: 0, not_judged: 0 }
  findingsOf(rows).forEach((findings, i) => {
    const { text } = rows[i]
    counts.chars += text.length
    const before = counts.false
    for (const finding of findings.filter(isAsked)) {
      const string = text.slice(finding.start, finding.end).replace(/\s+/g, ' ')
      if (may.has(finding.category)) counts.not_judged++
      if (may.has(finding.category) || right.has(string)) continue
      counts.false++
      const by = `${finding.category} ${finding.detector}`
      if (!seen.has(by)) seen.set(by, new Map())
      seen.get(by).set(string, (seen.get(by).get(string) ?? 0) + 1)
    }
    if (counts.false > before) counts.texts_hit++
  })
  return { counts, seen }
}

const rates = (counts) => ({
  ...counts,
  per_1000_texts: (1000 * counts.false) / counts.texts,
  per_10k_chars: (10_000 * counts.false) / counts.chars,
})

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const result = {}
const total = { texts: 0, chars: 0, false: 0, texts_hit: 0, not_judged: 0 }
console.log('| set | texts | false | per 1,000 texts | per 10,000 characters | texts hit | not judged |')
console.log('|---|---|---|---|---|---|---|')
const listed = []
const line = (name, one) =>
  console.log(
    `| ${name} | ${one.texts} | ${one.false} | ${one.per_1000_texts.toFixed(1)} | ${one.per_10k_chars.toFixed(2)} | ${one.texts_hit} | ${one.not_judged} |`,
  )
for (const [set, about] of Object.entries(manifest)) {
  if (!new RegExp(options.only).test(set)) continue
  const rows = rowsOf(set)
  await learned?.read(rows)
  const { counts, seen } = judge(rows, about)
  for (const key of Object.keys(total)) total[key] += counts[key]
  result[set] = rates(counts)
  line(set, result[set])
  listed.push([set, seen])
}
result.all = rates(total)
line('all', result.all)
if (learned !== null) console.log(`\n${learned.inWords()}`)
for (const [set, seen] of listed) {
  if (seen.size === 0 || shown === 0) continue
  console.log(`\n${set}`)
  for (const [by, strings] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const most = [...strings].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, shown)
    const written = most.map(([string, n]) => string.slice(0, PRINTED) + (n > 1 ? ` ×${n}` : ''))
    console.log(`  ${by}: ${written.join(' | ')}`)
  }
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 1)}\n`)
