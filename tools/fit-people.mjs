// Fits the hypotheses of a pack of persons (`stories` in data/entities/person.json): P(level | hypothesis), by expectation maximisation with
// the shares of tools/people/beliefs.mjs as Dirichlet prior (Dempster, Laird and Rubin 1977; Gelman et al., Bayesian Data Analysis, 3.4).
// Run: node tools/fit-people.mjs DIR... [--dist FOLDER] [--write] [--families SET]
// DIR holds <set>.jsonl.gz of {entity, a, b, same, scenario?}. Matches are counted under "same"; of a pair of different people nobody says
// which hypothesis holds: it counts under each by its share, strangers among them. Households that tools/people/generate.mjs makes up are
// counted under the hypothesis they were made for. Then shares and priors are moved so that the verdicts on all labelled pairs are
// likeliest (tools/people/refine.mjs). --families prints what the verdicts on a set are where each family of its scenarios is
// left out of the fit in turn.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { BELIEFS } from './people/beliefs.mjs'
import { generatedPairs } from './people/generate.mjs'
import { refined } from './people/refine.mjs'

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string' },
    write: { type: 'boolean' },
    families: { type: 'string' },
    show: { type: 'boolean' },
  },
})
if (folders.length === 0) {
  console.error('usage: node tools/fit-people.mjs DIR... [--dist FOLDER] [--write] [--families SET]')
  process.exit(2)
}
const dist = pathToFileURL(`${resolve(options.dist ?? fileURLToPath(new URL('../dist', import.meta.url)))}/`)
const { loadPacks } = await import(new URL('packs/load.js', dist))
const { createCompareEngine } = await import(new URL('engines/compare/engine.js', dist))
const { probabilityOf } = await import(new URL('engines/compare/model.js', dist))
const packs = loadPacks()
const engine = createCompareEngine(packs)
const path = fileURLToPath(new URL('../data/entities/person.json', import.meta.url))
const pack = JSON.parse(readFileSync(path, 'utf8'))

/** Pairs that a belief counts as much as, for each fact of a hypothesis. */
const STRENGTH = 60
/** Pairs that matches of one set, and generated ones of one hypothesis, count as at most. */
const [SET, GENERATED] = [60, 60]
/** Pairs read of one set at most. */
const READ = 4000
/** What a set weighs in the second step, in pairs; sets of few fields weigh less than those that hold households. */
const WEIGHTS = {
  febrl: 2000,
  febrl_ssn: 600,
  historical_50k: 5000,
  name_bench_person: 300,
  'people-1': 800,
  people_hard: 1600,
  rldata10000: 800,
  smurf_names: 500,
  'compare-pairs': 1500,
}
const DEFAULT_WEIGHT = 500
/** What all generated pairs weigh. */
const GENERATED_WEIGHT = 2500
/** What different people weigh, in the weight of the same ones. */
const DIFFERENT = 1
/** Target of a pair that a careful person would ask about, and of one that either verdict suits where it is the same person. */
const [ASKED, OPEN] = [0.62, 0.8]
const ROUNDS = 12
const [MATCH, REVIEW] = [engine.thresholds.match, engine.thresholds.review]
const NAMES = Object.keys(BELIEFS)
const IS_SAME = NAMES.map((name, k) => k === 0 || BELIEFS[name].same === true)

/** The facts of a pair as [fact, level]; several comparisons may give one fact. */
const observed = (a, b) => {
  const { levels, logOdds } = engine.levels('person', a, b)
  return { facts: Object.entries(levels).map(([key, level]) => [key.slice(key.indexOf('/') + 1), level]), logOdds }
}

const sets = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => /\.jsonl(\.gz)?$/.test(file))
    .sort()
    .map((file) => ({ name: file.replace(/\.jsonl(\.gz)?$/, ''), file: join(folder, file) })),
)
const rows = sets.flatMap(({ name, file }) => {
  const bytes = readFileSync(file)
  const all = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (all[0].entity !== 'person') return []
  const read =
    all.length <= READ
      ? all
      : all.filter((_, i) => Math.floor((i * READ) / all.length) !== Math.floor(((i - 1) * READ) / all.length))
  const weight = read.some(({ scenario }) => scenario) ? 1 : Math.min(1, SET / read.filter(({ same }) => same).length)
  return read.map(({ a, b, same, scenario, expect }) => {
    const { identity, basis, gate } = engine.compareRecords('person', a, b)
    const family = scenario?.split('/')[0] ?? ''
    return { set: name, family, scenario, expect, same, weight, identity, basis, gate, ...observed(a, b) }
  })
})
const VECTORS = fileURLToPath(new URL('../test/vectors/compare-pairs.json', import.meta.url))
for (const { a, b, accept } of JSON.parse(readFileSync(VECTORS, 'utf8')).person) {
  const same = accept.includes('same_entity')
  const { identity, basis, gate } = engine.compareRecords('person', a, b)
  const own = { set: 'compare-pairs', family: '', expect: accept, same, weight: 0, identity, basis, gate }
  rows.push({ ...own, ...observed(a, b) })
}
const made = generatedPairs(packs).map(({ story, a, b }) => ({ story, ...observed(a, b) }))
const perStory = new Map()
for (const { story } of made) perStory.set(story, (perStory.get(story) ?? 0) + 1)

/** Beliefs as shares of one. */
const normalised = (shares) => {
  const sum = Object.values(shares).reduce((x, y) => x + y, 0)
  return Object.fromEntries(Object.entries(shares).map(([level, share]) => [level, share / sum]))
}
const priorSum = Object.values(BELIEFS).reduce((sum, { prior }) => sum + prior, 0)
const LOG_PRIOR = NAMES.map((name) => Math.log(BELIEFS[name].prior / priorSum))

function tablesOf(counts) {
  return NAMES.map((name, k) =>
    Object.fromEntries(
      Object.entries(BELIEFS[name].levels).map(([fact, shares]) => {
        const belief = normalised(shares)
        const own = (BELIEFS[name].judged || BELIEFS[name].stated?.includes(fact) ? null : counts[k][fact]) ?? {}
        const total = Object.values(own).reduce((x, y) => x + y, 0)
        return [
          fact,
          Object.fromEntries(
            Object.entries(belief).map(([level, share]) => [
              level,
              (STRENGTH * share + (own[level] ?? 0)) / (STRENGTH + total),
            ]),
          ),
        ]
      }),
    ),
  )
}

const logRatio = (tables, k, facts, prior = LOG_PRIOR) => {
  let sum = prior[k] - prior[0]
  for (const [fact, level] of facts) {
    const same = tables[0][fact]?.[level]
    if (same !== undefined) sum += Math.log((tables[k][fact]?.[level] ?? same) / same)
  }
  return sum
}

const add = (count, facts, weight) => {
  for (const [fact, level] of facts) {
    count[fact] ??= {}
    count[fact][level] = (count[fact][level] ?? 0) + weight
  }
}

function fit(examples) {
  let tables = tablesOf(NAMES.map(() => ({})))
  for (let round = 0; round < ROUNDS; round++) {
    const counts = NAMES.map(() => ({}))
    for (const { story, facts } of made) add(counts[NAMES.indexOf(story)], facts, GENERATED / perStory.get(story))
    for (const { same, facts, weight, logOdds, scenario } of examples) {
      // Different people of a set without scenarios are strangers that a blocking key brought together.
      if (!same && scenario === undefined) continue
      // Strangers have no table: of different people they take the share that the factors give them.
      const ratios = NAMES.map((_, k) => (IS_SAME[k] !== same ? Number.NEGATIVE_INFINITY : logRatio(tables, k, facts)))
      const most = Math.max(...ratios, same ? Number.NEGATIVE_INFINITY : -logOdds)
      const shares = ratios.map((ratio) => Math.exp(ratio - most))
      const sum = shares.reduce((x, y) => x + y, same ? 0 : Math.exp(-logOdds - most))
      for (let k = 0; k < NAMES.length; k++)
        if (shares[k] / sum > 1e-4) add(counts[k], facts, (weight * shares[k]) / sum)
    }
    tables = tablesOf(counts)
  }
  return refined(tables, LOG_PRIOR, IS_SAME, labelled(examples))
}

/** Log-odds below which rivals, which only lower a score, are not weighed (HOPELESS of engines/compare/decide.ts). */
const HOPELESS = -2

/** Pairs with the probability that their verdict should have. */
function labelled(examples) {
  const perSet = new Map()
  for (const { set } of examples) perSet.set(set, (perSet.get(set) ?? 0) + 1)
  const targetOf = ({ same, expect }) => {
    if (expect?.join() === 'review') return ASKED
    return same ? (expect?.length === 2 ? OPEN : 1) : 0
  }
  return [
    ...examples.map((row) => {
      const target = targetOf(row)
      const weight = ((WEIGHTS[row.set] ?? DEFAULT_WEIGHT) / perSet.get(row.set)) * (target === 0 ? DIFFERENT : 1)
      return { facts: row.facts, logOdds: row.logOdds, target, weight }
    }),
    ...made.map(({ story, facts, logOdds }) => {
      const isOne = IS_SAME[NAMES.indexOf(story)]
      return { facts, logOdds, target: isOne ? 1 : 0, weight: (GENERATED_WEIGHT / made.length) * (isOne ? 1 : DIFFERENT) }
    }),
  ].filter(({ logOdds }) => logOdds >= HOPELESS)
}

const scoreOf = ({ tables, prior }, { facts, logOdds }) => {
  if (logOdds < HOPELESS) return probabilityOf(logOdds)
  let sum = 0
  let same = 0
  for (let k = 0; k < NAMES.length; k++)
    if (IS_SAME[k]) same += Math.exp(logRatio(tables, k, facts, prior))
    else sum += Math.exp(logRatio(tables, k, facts, prior))
  return probabilityOf(Math.log(same) - Math.log(sum + same * Math.exp(-logOdds)))
}

const verdictOf = (score, { gate }) =>
  score >= MATCH ? (gate.distinctive_cleared ? 'same_entity' : 'review') : score >= REVIEW ? 'review' : 'different'

function report(title, scored) {
  const different = scored.filter(({ row }) => !row.same)
  const same = scored.filter(({ row }) => row.same)
  const merged = different.filter(({ verdict }) => verdict === 'same_entity')
  const lost = same.filter(({ verdict }) => verdict === 'different')
  const strict = same.filter(({ row }) => row.expect?.length === 1)
  const needless = strict.filter(({ verdict }) => verdict === 'review')
  const per = (part, all) => ((1000 * part.length) / Math.max(1, all.length)).toFixed(1)
  console.log(
    `${title}: ${merged.length} merged of ${different.length} (${per(merged, different)} in 1,000), ${lost.length} lost of ${same.length} (${per(lost, same)}), ${needless.length} needless of ${strict.length} (${per(needless, strict)})`,
  )
  const by = (list) => {
    const counted = new Map()
    for (const { row } of list) counted.set(row.scenario, (counted.get(row.scenario) ?? 0) + 1)
    return [...counted]
      .sort((x, y) => y[1] - x[1])
      .map(([scenario, n]) => `${scenario} ${n}`)
      .join(', ')
  }
  if (merged.length) console.log('  merged:', by(merged))
  if (lost.length) console.log('  lost:', by(lost))
  if (needless.length) console.log('  needless:', by(needless))
}

const scored = (model, list) =>
  list.map((row) => {
    const score = scoreOf(model, row)
    return { row, score, verdict: verdictOf(score, row) }
  })
const { tables, prior } = fit(rows)
if (options.families) {
  const own = rows.filter(({ set }) => set === options.families)
  report('fitted', scored({ tables, prior }, own))
  report('beliefs alone', scored({ tables: tablesOf(NAMES.map(() => ({}))), prior: LOG_PRIOR }, own))
  const held = [...new Set(own.map(({ family }) => family))].sort().flatMap((family) =>
    scored(
      fit(rows.filter((row) => row.set !== options.families || row.family !== family)),
      own.filter((row) => row.family === family),
    ),
  )
  report('each family of scenarios left out of the fit', held)
}
if (options.show)
  for (const [k, name] of NAMES.entries())
    for (const [fact, levels] of Object.entries(tables[k]))
      console.log(
        name.padEnd(12),
        fact.padEnd(12),
        Object.entries(levels)
          .map(([level, share]) => `${level} ${(100 * share).toFixed(2)}`)
          .join('  '),
      )
if (options.write) {
  const round = (x) => Number(x.toPrecision(3))
  const wholePrior = prior.reduce((sum, logPrior) => sum + Math.exp(logPrior), 0)
  pack.stories.fitted_on = `${[...new Set(rows.map(({ set }) => set))].join(' ')} generated`
  pack.stories.hypotheses = NAMES.map((name, k) => ({
    name,
    ...(BELIEFS[name].same && { same: true }),
    says: BELIEFS[name].says,
    settle: BELIEFS[name].settle,
    prior: round(Math.exp(prior[k]) / wholePrior),
    levels: Object.fromEntries(
      Object.entries(tables[k]).map(([fact, levels]) => [
        fact,
        Object.fromEntries(Object.entries(levels).map(([level, share]) => [level, round(share)])),
      ]),
    ),
  }))
  writeFileSync(path, `${JSON.stringify(pack, null, 1)}\n`)
  console.log('wrote person.json')
}
