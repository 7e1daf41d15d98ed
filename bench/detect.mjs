// Accuracy and speed of detection over labelled texts: npm run bench:detect [-- DIR] [--set NAME] [--errors N] [--write]
// DIR holds detect/*.jsonl.gz (and values/*.jsonl.gz); the default is the small open sample in this folder.
// --dist FOLDER measures another build; --model FOLDER adds a learned model (docs/model.md); --by FIELD groups a set by a field of its rows; --write puts the tables into bench/figures.md.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { LearnedBench } from './learned.mjs'
import { Tally } from './score-detect.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string' },
    errors: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
    dist: { type: 'string', default: join(here, '..', 'dist') },
    by: { type: 'string' },
    model: { type: 'string' },
    predictions: { type: 'string' },
    values: { type: 'boolean', default: false },
  },
})
const folder = resolve(positionals[0] ?? join(here, 'sample'))
const keep = Number(options.errors)
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)

const { loadPacks } = await load('packs/load.js')
const { createDetectEngine } = await load('engines/detect/engine.js')
const { ScannedText } = await load('text/scanned.js')
const { CodePoints } = await load('text/offsets.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)
const learned = options.model === undefined ? null : await LearnedBench.open(resolve(options.dist), options.model)
const scanOf = (text) => learned?.attach(new ScannedText(text)) ?? new ScannedText(text)

const rowsOf = (path) =>
  (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))

const percent = (share) => (share === null || share === undefined ? '-' : (100 * share).toFixed(2))
const say = (line = '') => process.stdout.write(`${line}\n`)
/** One row a set, and the counts of a category over all sets: what `--write` puts into bench/figures.md. */
const summary = { sets: [], categories: new Map(), values: [], inference: null }

/** Findings of one text in code points. */
const detect = (text, jurisdiction) => spansOf(scanOf(text), { jurisdiction })

function spansOf(scanned, scope) {
  const points = new CodePoints(scanned.source)
  return engine
    .settle(engine.claims(scanned, scope))
    .map((finding) => ({ ...finding, start: points.of(finding.start), end: points.of(finding.end) }))
}

/** Texts that `detectAll` reads side by side. */
const SIDE_BY_SIDE = 128

/** The same for all rows of a set, as `detectAll` reads them. */
function detectTogether(rows) {
  for (let from = 0; from < rows.length; from += SIDE_BY_SIDE) {
    const part = rows.slice(from, from + SIDE_BY_SIDE)
    const texts = part.map(({ text }) => scanOf(text))
    const scopes = part.map(({ jurisdiction }) => ({ jurisdiction: known(jurisdiction) }))
    engine.readAll(texts, scopes)
    for (const [i, scanned] of texts.entries()) spansOf(scanned, scopes[i])
  }
}

/** The category codes that a set labels, from the manifest in its folder; null when it labels all. */
function scopeOf(name) {
  const place = join(folder, 'detect')
  for (const file of readdirSync(place)
    .filter((one) => /^manifest.*\.json$/.test(one))
    .sort()) {
    const entry = JSON.parse(readFileSync(join(place, file), 'utf8'))[name]
    if (entry && typeof entry === 'object') return entry.scope ? new Set(entry.scope) : null
  }
  return null
}

const known = (code) => (code !== null && code !== undefined && packs.countries().has(code) ? code : null)

/** Milliseconds of processor time without a pass that is quicker by a fiftieth: the compiler is done. */
const STEADY = 2_000
const GAIN = 0.98

/** Milliseconds of processor time that a warm service takes: the fastest pass, once passes no longer become faster. */
function fastestPass(pass) {
  let best = Number.POSITIVE_INFINITY
  for (let since = 0; since < STEADY; ) {
    const begun = process.cpuUsage()
    pass()
    const { user, system } = process.cpuUsage(begun)
    const spent = (user + system) / 1_000
    since = spent < best * GAIN ? 0 : since + spent
    best = Math.min(best, spent)
  }
  return best
}

async function measureSpans(name, rows) {
  await learned?.read(rows)
  const scope = scopeOf(name)
  const spent = fastestPass(() => {
    for (const row of rows) detect(row.text, known(row.jurisdiction))
  })
  // A build from before texts could be read together has one speed.
  const together = engine.readAll === undefined ? null : fastestPass(() => detectTogether(rows))
  const tally = new Tally()
  const groups = new Map()
  const written = []
  for (const row of rows) {
    const found = detect(row.text, known(row.jurisdiction))
    tally.add(row, found, scope, keep)
    written.push(
      JSON.stringify({ id: row.id, spans: found.map(({ start, end, category }) => ({ start, end, category })) }),
    )
    const field = options.by ?? (name.startsWith('contexts') ? 'jurisdiction' : null)
    if (field === null) continue
    for (const key of [row[field]].flat().map((one) => String(one ?? 'none'))) {
      if (!groups.has(key)) groups.set(key, new Tally())
      groups.get(key).add(row, found, scope)
    }
  }
  if (options.predictions) writeFileSync(join(options.predictions, `${name}.jsonl`), `${written.join('\n')}\n`)
  const { overall, byCategory, negatives } = tally.report()
  summary.sets.push({ name, scope, overall, spent, together })
  for (const [code, m] of Object.entries(byCategory)) {
    const sum = summary.categories.get(code) ?? { gold: 0, hit: 0, found: 0, fp: 0 }
    sum.gold += m.gold
    sum.hit += m.gold * (m.recall ?? 0)
    sum.found += m.predicted
    sum.fp += m.fp
    summary.categories.set(code, sum)
  }
  say(`### ${name}${scope ? ` (labels ${[...scope].join(', ')} only)` : ''}`)
  say()
  say(
    '| texts | gold | found | recall | precision | false positives per 100 texts | characters leaked | exact F1 | ms a text | kchar/s alone | kchar/s together |',
  )
  say('|---|---|---|---|---|---|---|---|---|---|---|')
  say(
    `| ${overall.texts} | ${overall.gold} | ${overall.predicted} | ${percent(overall.recall)} | ${percent(overall.precision)} | ${overall.fpPer100?.toFixed(2)} | ${percent(overall.leak)} | ${percent(overall.exactF1)} | ${(spent / overall.texts).toFixed(3)} | ${Math.round(overall.chars / spent)} | ${together === null ? '-' : Math.round(overall.chars / together)} |`,
  )
  say()
  say('| category | gold | found | recall | precision | same code | covered | exact F1 | leak | fp | mislabelled |')
  say('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const [code, m] of Object.entries(byCategory))
    say(
      `| ${code} | ${m.gold} | ${m.predicted} | ${percent(m.recall)} | ${percent(m.precision)} | ${percent(m.recallCategory)} | ${percent(m.covered)} | ${percent(m.exactF1)} | ${percent(m.leak)} | ${m.fp} | ${m.mislabel} |`,
    )
  say()
  if (groups.size > 0) {
    say(
      [...groups]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, group]) => {
          const one = group.report().overall
          return `${key} ${percent(one.recall)} (${one.fp} fp)`
        })
        .join(' · '),
    )
    say()
  }
  const touched = Object.entries(negatives).filter(([, seen]) => seen.hit > 0)
  if (touched.length > 0)
    say(`negatives touched: ${touched.map(([kind, seen]) => `${kind} ${seen.hit}/${seen.n}`).join(', ')}\n`)
  for (const [kind, list] of Object.entries(tally.errors))
    for (const error of list) process.stdout.write(`  ${kind}: ${JSON.stringify(error)}\n`)
}

async function measureInference(rows) {
  const { createJurisdictionEngine } = await load('engines/jurisdiction/engine.js')
  const inference = createJurisdictionEngine(packs)
  const counts = { right: 0, abstained: 0, wrong: 0, rightAbstention: 0, falseVerdict: 0 }
  const wrong = []
  for (const row of rows) {
    const text = new ScannedText(row.text)
    const verdict = inference.infer([{ text, claims: engine.settle(engine.claims(text, { jurisdiction: null })) }])
    const said = verdict.abstained ? null : known(verdict.country)
    if (row.expected === null) counts[said === null ? 'rightAbstention' : 'falseVerdict']++
    else counts[said === row.expected ? 'right' : said === null ? 'abstained' : 'wrong']++
    if (said !== row.expected && wrong.length < keep) wrong.push([row.id, row.class, row.expected, said])
  }
  summary.inference = { ...counts, texts: rows.length }
  say('### jurisdiction inference')
  say()
  say('| texts | right | abstained on a code | wrong code | right abstention | false verdict |')
  say('|---|---|---|---|---|---|')
  say(
    `| ${rows.length} | ${counts.right} | ${counts.abstained} | ${counts.wrong} | ${counts.rightAbstention} | ${counts.falseVerdict} |`,
  )
  say()
  for (const error of wrong) process.stdout.write(`  ${JSON.stringify(error)}\n`)
}

/** Lists of single values are judged by bench/values.mjs; its tables are with the others. */
function measureValues() {
  if (!existsSync(join(folder, 'values'))) return
  const run = spawnSync(process.execPath, [join(here, 'values.mjs'), folder, '--dist', options.dist], {
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`bench/values.mjs failed:\n${run.stderr}`)
  summary.values.push(run.stdout.trim())
  say(run.stdout)
}

/** The tables of bench/figures.md, the worst first. */
function tables() {
  const sets = [...summary.sets].sort((a, b) => (a.overall.recall ?? 2) - (b.overall.recall ?? 2))
  const lines = [
    '| set | texts | labels | recall | precision | false per 100 texts | leaked | exact F1 | kchar/s alone | together |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...sets.map(({ name, scope, overall, spent, together }) =>
      [
        `| ${name}${scope ? ', names and places' : ''} | ${overall.texts} | ${overall.gold}`,
        ...[overall.recall, overall.precision].map(percent),
        overall.fpPer100?.toFixed(2),
        ...[overall.leak, overall.exactF1].map(percent),
        Math.round(overall.chars / spent),
        `${together === null ? '-' : Math.round(overall.chars / together)} |`,
      ].join(' | '),
    ),
    '',
    'Categories over all these sets of which fewer than 99 in 100 are found, or that are found where nothing is labelled:',
    '',
    '| category | labels | recall | false |',
    '|---|--:|--:|--:|',
    ...[...summary.categories]
      .map(([code, { gold, hit, fp }]) => ({ code, gold, recall: gold === 0 ? null : hit / gold, fp }))
      .filter(({ recall, fp }) => fp > 0 || (recall !== null && recall < 0.99))
      .sort((a, b) => (a.recall ?? 2) - (b.recall ?? 2) || (a.code < b.code ? -1 : 1))
      .map(({ code, gold, recall, fp }) => `| ${code} | ${gold} | ${percent(recall)} | ${fp} |`),
  ]
  if (summary.inference !== null) {
    const { texts, right, abstained, wrong, rightAbstention, falseVerdict } = summary.inference
    lines.push(
      '',
      `Jurisdiction inferred, of ${texts} texts: ${right} right, ${abstained} left open, ${wrong} wrong; of those that name none, ${rightAbstention} left open and ${falseVerdict} given one.`,
    )
  }
  if (summary.values.length > 0)
    lines.push('', ...summary.values.map((text) => text.replaceAll('### ', '**').replace(/^(\*\*.*)$/gm, '$1**')))
  return lines.join('\n')
}

for (const file of readdirSync(join(folder, 'detect'))
  .filter((one) => /\.jsonl(\.gz)?$/.test(one))
  .sort()) {
  const name = file.replace(/\.jsonl(\.gz)?$/, '')
  if (options.set && !options.set.split(',').includes(name)) continue
  const rows = rowsOf(join(folder, 'detect', file))
  if (name.startsWith('infer')) await measureInference(rows)
  else await measureSpans(name, rows)
}
if (learned !== null) say(learned.inWords())
if (!options.set || options.values) measureValues()

if (options.write) {
  const path = join(here, 'figures.md')
  const text = readFileSync(path, 'utf8')
  const [from, to] = ['<!-- detect:begin -->', '<!-- detect:end -->']
  if (!text.includes(from) || !text.includes(to)) throw new Error(`bench/figures.md has no ${from} ... ${to} markers`)
  writeFileSync(
    path,
    `${text.slice(0, text.indexOf(from) + from.length)}\n\n${tables()}\n\n${text.slice(text.indexOf(to))}`,
  )
}
