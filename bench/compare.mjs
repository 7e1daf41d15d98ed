// How well comparison tells same from different: the built engine in process over labelled pairs, at the shipped thresholds.
// npm run bench:compare [-- DIR] [--only REGEX] [--limit N] [--write] [--dist FOLDER] [--errors N] [--held FILE]
// DIR holds <set>.jsonl.gz of {entity, a, b, same}; without it bench/sample. FILE holds held-out F1 by
// set, as tools/fit-compare.mjs --held writes it, and makes one column. --write puts the tables into bench/figures.md.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    limit: { type: 'string' },
    write: { type: 'boolean' },
    dist: { type: 'string' },
    errors: { type: 'string' },
    held: { type: 'string' },
  },
})
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = positionals[0] ?? here('sample')
const dist = pathToFileURL(`${resolve(options.dist ?? here('../dist'))}/`)
const { loadPacks } = await import(new URL('packs/load.js', dist))
const { createCompareEngine } = await import(new URL('engines/compare/engine.js', dist))
const engine = createCompareEngine(loadPacks())

const heldOut = options.held ? JSON.parse(readFileSync(options.held, 'utf8')) : {}

/** Figures of one set; merges are answers of same_entity. */
function figures(name, entity, answers, seconds) {
  const positives = answers.filter((x) => x.same).length
  const merged = answers.filter((x) => x.identity === 'same_entity')
  const tp = merged.filter((x) => x.same).length
  const surfaced = answers.filter((x) => x.same && x.identity !== 'different').length
  const sorted = [...answers].sort((a, b) => b.score - a.score)
  let best = 0
  let auc = 0
  let hits = 0
  for (let i = 0; i < sorted.length; ) {
    let j = i
    let same = 0
    while (j < sorted.length && sorted[j].score === sorted[i].score) same += sorted[j++].same ? 1 : 0
    auc += (j - i - same) * (hits + same / 2)
    hits += same
    best = Math.max(best, (2 * hits) / (j + positives))
    i = j
  }
  let error = 0
  for (let b = 0; b < 10; b++) {
    const bin = answers.filter((x) => x.score >= b / 10 && (b === 9 || x.score < (b + 1) / 10))
    error += Math.abs(bin.reduce((sum, x) => sum + x.score - (x.same ? 1 : 0), 0)) / answers.length
  }
  return {
    name,
    entity,
    n: answers.length,
    positives,
    precision: tp / merged.length,
    recall: tp / positives,
    f1: (2 * tp) / (merged.length + positives),
    held: heldOut[name],
    review: answers.filter((x) => x.identity === 'review').length / answers.length,
    surfaced: surfaced / positives,
    best,
    auc: auc / (positives * (answers.length - positives)),
    error,
    false_merges: merged.length - tp,
    speed: answers.length / seconds,
  }
}

const COLUMNS = [
  ['set', (f) => f.name],
  ['pairs', (f) => f.n],
  ['same', (f) => f.positives],
  ['precision', (f) => percent(f.precision)],
  ['recall', (f) => percent(f.recall)],
  ['F1', (f) => percent(f.f1)],
  ...(options.held ? [['held-out F1', (f) => percent(f.held)]] : []),
  ['review', (f) => percent(f.review)],
  ['surfaced', (f) => percent(f.surfaced)],
  ['best F1', (f) => percent(f.best)],
  ['AUC', (f) => percent(f.auc)],
  ['cal. error', (f) => f.error.toFixed(3)],
  ['false merges', (f) => f.false_merges],
  ['pairs/s', (f) => Math.round(f.speed / 100) * 100],
]
const percent = (x) => (Number.isFinite(x) ? (100 * x).toFixed(1) : '-')

const results = []
const pooled = new Map()
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((f) => f.endsWith('.jsonl.gz') || f.endsWith('.jsonl'))
      .sort()
  : []
for (const file of files) {
  const name = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  if (options.only && !new RegExp(options.only).test(name)) continue
  const bytes = readFileSync(join(folder, file))
  let rows = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (options.limit) rows = rows.slice(0, Number(options.limit))
  const byEntity = new Map()
  for (const row of rows) {
    const { identity, score, factors, basis } = engine.compareRecords(row.entity, row.a, row.b)
    if (!byEntity.has(row.entity)) byEntity.set(row.entity, [])
    byEntity.get(row.entity).push({ same: row.same, identity, score, row, factors, basis })
  }
  // Speed is that of a second pass over records seen before, as when tables are linked, in processor time: reading the tables,
  // compiling and a busy machine do not count.
  const cpu = process.cpuUsage()
  for (const row of rows) engine.verdict(row.entity, row.a, row.b)
  const spent = process.cpuUsage(cpu)
  const seconds = (spent.user + spent.system) / 1e6
  for (const [entity, answers] of byEntity) {
    results.push(
      figures(
        byEntity.size > 1 ? `${name} (${entity})` : name,
        entity,
        answers,
        (seconds * answers.length) / rows.length,
      ),
    )
    pooled.set(entity, [...(pooled.get(entity) ?? []), ...answers])
  }
  if (options.errors) {
    const wrong = rows
      .map((_, i) => [...byEntity.values()].flat()[i])
      .filter((x) => (x.identity === 'same_entity') !== x.same)
    for (const x of wrong.slice(0, Number(options.errors)))
      console.log(
        x.same ? 'MISSED' : 'FALSE ',
        x.identity,
        x.score,
        x.basis,
        JSON.stringify(x.row.a).slice(0, 300),
        '|',
        JSON.stringify(x.row.b).slice(0, 300),
        JSON.stringify(x.factors),
      )
  }
}
if (results.length === 0) {
  console.error(`no labelled pairs in ${folder}`)
  process.exit(1)
}
const packs = [...pooled].map(([entity, answers]) => {
  const own = results.filter((f) => f.entity === entity)
  const mean = (key) => own.reduce((sum, f) => sum + f[key], 0) / own.length
  return {
    ...figures(`mean of ${entity}`, entity, answers, 1),
    precision: mean('precision'),
    recall: mean('recall'),
    f1: mean('f1'),
    held: mean('held'),
    review: mean('review'),
    surfaced: mean('surfaced'),
    best: mean('best'),
    auc: mean('auc'),
    speed: mean('speed'),
  }
})
const table = (rows) =>
  [
    `| ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${'--:|'.repeat(COLUMNS.length - 1)}`,
    ...rows.map((f) => `| ${COLUMNS.map(([, cell]) => cell(f)).join(' | ')} |`),
  ].join('\n')
const all = figures('all pairs', '', [...pooled.values()].flat(), 1)
const text = `${table(results)}\n\nMeans over the sets of a pack; calibration error and false merges pooled:\n\n${table(packs)}\n\nPooled calibration error over all pairs: ${all.error.toFixed(3)}.`
if (!options.write)
  for (const f of [...results, ...packs])
    console.log(
      f.name.padEnd(34),
      ...COLUMNS.slice(1).map(([title, cell]) => String(cell(f)).padStart(Math.max(6, title.length))),
    )
else {
  const path = here('figures.md')
  const page = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    page.replace(
      /<!-- compare:begin -->[\s\S]*<!-- compare:end -->/,
      `<!-- compare:begin -->\n${text}\n<!-- compare:end -->`,
    ),
  )
}
console.log(
  COLUMNS.slice(1)
    .map(([title]) => title)
    .join(', '),
  '| pooled calibration error',
  all.error.toFixed(3),
)
