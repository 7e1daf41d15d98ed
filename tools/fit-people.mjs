// Fits what the facts of two person records say together (`stories.joint` of data/entities/person.json), beyond the hypotheses whose shares
// tools/people/beliefs.mjs states with their sources: logistic regression with the log-odds of the hypotheses as offset.
// Run: node tools/fit-people.mjs DIR... [--dist FOLDER] [--write] [--held] [--only-hypotheses]
// DIR holds <set>.jsonl.gz of {entity, a, b, same, scenario?, expect?}; bench/pairs, the vectors of the tests and households of
// tools/people/generate.mjs are read besides. --held prints what the verdicts on a set are where a third of all pairs, and where the
// whole set, is left out of the fit. --only-hypotheses prints the same without the fit: what it is worth.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { BELIEFS } from './people/beliefs.mjs'
import { generatedPairs } from './people/generate.mjs'
import { fitted } from './people/joint.mjs'

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string' },
    write: { type: 'boolean' },
    held: { type: 'boolean' },
    'only-hypotheses': { type: 'boolean' },
  },
})
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const dist = pathToFileURL(`${resolve(options.dist ?? here('../dist'))}/`)
const { loadPacks } = await import(new URL('packs/load.js', dist))
const { createCompareEngine } = await import(new URL('engines/compare/engine.js', dist))
const { HOPELESS, LEAST_OPEN, TAKEN_ALONE } = await import(new URL('engines/compare/decide.js', dist))
const packs = loadPacks()
const engine = createCompareEngine(packs)
const PACK = here('../data/entities/person.json')
const pack = JSON.parse(readFileSync(PACK, 'utf8'))

/** Weight of a set, in pairs; one that is not named weighs as registers with twins, camps and namesakes do. */
const WEIGHTS = {
  'people-3': 500,
  vectors: 3000,
  febrl: 3000,
  febrl_ssn: 600,
  historical_50k: 5000,
  rldata10000: 1000,
  people_hard: 1600,
  generated: 3000,
}
const DEFAULT_WEIGHT = 1500
/** Weight of two different people who resemble each other, in pairs of one person: a wrong merge does more harm than a question. */
const WRONG_MERGE = 3
/** Rows that all pairs count as: the penalties are in rows. */
const ROWS = 1800
/** Penalties of a feature: of two facts together, of a similarity, of the bias. */
const PENALTY = { facts: 0.3, factors: 0.1, bias: 0.1 }
/** Least pairs with a feature. */
const LEAST = 4
/** Facts that say something together. */
const TOGETHER = [
  'given & birth',
  'given & family',
  'given & gender',
  'birth & gender',
  'birth & number',
  'given & number',
  'family & address',
  'given & address',
  'birth & address',
  'phone & address',
  'given & phone',
  'birth & phone',
  'given & town',
  'birth & town',
  'town & phone',
  'town & address',
  'generation & birth',
  'generation & contact',
  'given & contact',
  'family & contact',
  'birth & contact',
  'family & birth',
  'family & gender',
  'label & birth',
  'number & address',
  'rarity & birth',
  'rarity & town',
  'rarity & address',
].map((names) => names.split(' & '))
/** Factors whose similarity says more than its level. */
const FACTORS = [
  'postcode',
  'name_given',
  'name_family',
  'name',
  'city',
  'dob',
  'phone',
  'email',
  'occupation',
  'birth_place',
]
/**
 * Weights that are judged, not fitted: sets made up by mistyping hold no twins, and no parents call two children by one name. Two names
 * of one country that look alike, beside one date of birth, are two children, as are two numbers that follow each other;
 * two given names in one house are a household. One birthday in two years, where nothing else is known, is that of a parent and a child as well. An initial is that of a twin of the house as well, unless an own number agrees. One given name and
 * one birth with another family name are a marriage or another person of the town, which a house or a telephone decides.
 */
const JUDGED = {
  'given & birth=alike & same': -3.5,
  'given & birth=cognate & same': -4.2,
  'given & birth=gendered & same': -4,
  'given & phone=initial & same': -3.7,
  'given & address=initial & exact': -2.5,
  'given & family=alike & gendered': -2.5,
  'given & family=cognate & gendered': -2.5,
  'given & address=other & exact': 0.4,
  'birth & number=same & next': -3,
  'birth & contact=birthday & absent': -3,
  'birth & contact=birthday late & absent': -3,
  'family & contact=other & absent': -1.5,
  'family & address=other & alike': -2.2,
  'family & address=other & other': -2,
}
/**
 * Twins share the family name. Where it is damaged or inflected as the given name is, what is judged of twins is taken back as far as to
 * leave a question.
 */
const NO_TWINS = ['alike', 'typo', 'short', 'unlike'].flatMap((family) =>
  ['alike', 'cognate'].map((given) => `given & family=${given} & ${family}`),
)
const ASKED = 3
/** A similarity as features: where it is known at all, itself, what is above .85, full. */
const [HIGH, FULL] = [0.85, 0.99]
/** Facts; at least one must be known for rivals to be weighed. */
const BESIDE = ['birth', 'number', 'document', 'account', 'phone', 'email', 'address', 'town', 'gender', 'birth place']
const CONTEXT = 'contact'
/** As in engines/compare: most that hypotheses count. */
const MOST = 8
const { match: MATCH, review: REVIEW } = engine.thresholds('person')

const NAMES = Object.keys(BELIEFS)
const TABLES = NAMES.map((name) =>
  Object.fromEntries(
    Object.entries(BELIEFS[name].levels).map(([fact, shares]) => {
      const sum = Object.values(shares).reduce((x, y) => x + y, 0)
      return [fact, Object.fromEntries(Object.entries(shares).map(([level, share]) => [level, share / sum]))]
    }),
  ),
)

/** Log-odds of one entity against all rivals and strangers under the hypotheses alone. */
function hypothesesOf(facts, logOdds) {
  let same = 0
  let others = 0
  NAMES.forEach((name, k) => {
    let ratio = Math.log(BELIEFS[name].prior / BELIEFS[NAMES[0]].prior)
    for (const [fact, level] of facts) {
      const share = TABLES[0][fact]?.[level]
      if (share !== undefined) ratio += Math.log((TABLES[k][fact]?.[level] ?? share) / share)
    }
    if (k === 0 || BELIEFS[name].same) same += Math.exp(ratio)
    else others += Math.exp(ratio)
  })
  return Math.log(same) - Math.log(others + same * Math.exp(-logOdds))
}

function featuresOf(levels, factors) {
  const features = new Map()
  const context = levels[CONTEXT]
  features.set(`bias ${context}`, 1)
  for (const [one, other] of TOGETHER)
    if (levels[one] !== undefined && levels[other] !== undefined)
      features.set(`${one} & ${other}=${levels[one]} & ${levels[other]}`, 1)
  for (const factor of FACTORS) {
    const similarity = factors[factor]
    if (similarity === undefined) continue
    for (const of of ['', ` ${context}`]) {
      features.set(`known ${factor}${of}`, 1)
      features.set(`itself ${factor}${of}`, similarity)
      if (similarity > HIGH) features.set(`high ${factor}${of}`, (similarity - HIGH) / (1 - HIGH))
      if (similarity >= FULL) features.set(`full ${factor}${of}`, 1)
    }
  }
  return features
}

function rowOf(set, { a, b, same, scenario, expect }) {
  const { levels: found, logOdds } = engine.levels('person', a, b)
  const facts = Object.entries(found).map(([key, level]) => [key.slice(key.indexOf('/') + 1), level])
  const levels = Object.fromEntries(facts)
  const { factors, identity, gate } = engine.compareRecords('person', a, b)
  const weighed = logOdds >= HOPELESS && BESIDE.some((fact) => levels[fact] !== undefined)
  const offset = weighed ? Math.max(-MOST, Math.min(MOST, hypothesesOf(facts, logOdds))) : logOdds
  const features = weighed ? featuresOf(levels, factors) : new Map()
  return {
    set,
    levels,
    scenario,
    isSame: same,
    expect,
    identity,
    cleared: gate.distinctive_cleared,
    logOdds,
    weighed,
    offset,
    features,
  }
}

const linesOf = (file) => {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
/** A set that measures the fit (npm run bench:pairs-hard), and is no part of it. */
const KEPT_OUT = ['people-8.jsonl', 'people-9.jsonl', 'people-10.jsonl', 'people-11.jsonl']
const rows = [...folders, here('../bench/pairs')]
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.jsonl(\.gz)?$/.test(file) && !KEPT_OUT.includes(file))
      .sort()
      .map((file) => ({ set: file.replace(/\.jsonl(\.gz)?$/, ''), pairs: linesOf(join(folder, file)) })),
  )
  .filter(({ pairs }) => pairs[0].entity === 'person')
  .flatMap(({ set, pairs }) => pairs.map((pair) => rowOf(set, pair)))
for (const { a, b, accept } of JSON.parse(readFileSync(here('../test/vectors/compare-pairs.json'), 'utf8')).person)
  if (accept.length < 3) rows.push(rowOf('vectors', { a, b, same: accept.includes('same_entity'), expect: accept }))
for (const { story, a, b } of generatedPairs(packs))
  rows.push({ ...rowOf('generated', { a, b, same: story === NAMES[0] || BELIEFS[story].same === true }), story })

/** Sets made by replacing whole fields, and the pairs of them that are twins in everything: that so many of those are one person is true of no register. */
const TWINNED = 0.15
const MADE_UP = ['febrl', 'febrl_ssn']
const isTwinned = ({ set, isSame, levels: { given, family, birth, number } }) =>
  MADE_UP.includes(set) && isSame && given === 'other' && family === 'same' && birth === 'same' && number !== 'same'

const counted = new Map()
for (const { set, weighed } of rows) if (weighed) counted.set(set, (counted.get(set) ?? 0) + 1)
const weightOf = (set) => WEIGHTS[set] ?? DEFAULT_WEIGHT
const whole = [...counted.keys()].reduce((sum, set) => sum + weightOf(set), 0)
const standing = new Map()
for (const { features } of rows)
  for (const feature of features.keys()) standing.set(feature, (standing.get(feature) ?? 0) + 1)
const penaltyOf = (feature) =>
  feature.startsWith('bias') ? PENALTY.bias : feature.includes('=') ? PENALTY.facts : PENALTY.factors

/** Households weigh as the hypotheses they are made for are stated to be frequent. */
const told = new Map()
for (const { story, weighed } of rows) if (story !== undefined && weighed) told.set(story, (told.get(story) ?? 0) + 1)
const stated = [...told.keys()].reduce((sum, story) => sum + BELIEFS[story].prior, 0)
const shareOf = (story) => BELIEFS[story].prior / stated / told.get(story)

function fitOn(examples) {
  if (options['only-hypotheses']) return new Map()
  const read = examples
    .filter(({ weighed }) => weighed)
    .map(({ features, levels, offset, isSame, set, scenario, story }) => ({
      features: new Map([...features].filter(([feature]) => standing.get(feature) >= LEAST)),
      offset,
      isSame,
      weight:
        ((ROWS * weightOf(set)) / whole) *
        (story === undefined ? 1 / counted.get(set) : shareOf(story)) *
        (scenario !== undefined && !isSame ? WRONG_MERGE : 1) *
        (isTwinned({ set, isSame, levels }) ? TWINNED : 1),
    }))
  const weights = fitted(read, penaltyOf)
  for (const [feature, weight] of Object.entries(JUDGED)) weights.set(feature, weight)
  for (const feature of NO_TWINS) weights.set(feature, (weights.get(feature) ?? 0) + ASKED)
  return weights
}

function verdictOf(weights, { offset, features, logOdds, weighed, cleared }) {
  let sum = offset
  for (const [feature, value] of features) sum += (weights.get(feature) ?? 0) * value
  const probability = 1 / (1 + Math.exp(-sum))
  if (probability >= MATCH) return { verdict: cleared ? 'same_entity' : 'review', score: probability }
  const isOpen = weighed && logOdds >= TAKEN_ALONE && sum >= LEAST_OPEN
  return probability >= REVIEW || isOpen
    ? { verdict: 'review', score: Math.max(REVIEW, probability) }
    : { verdict: 'different', score: probability }
}

/** Mean distance of scores from the share of pairs of one person, in tenths of the score. */
function calibrationError(judged) {
  const bins = new Float64Array(10)
  for (const { score, isSame } of judged) bins[Math.min(9, Math.floor(score * 10))] += score - (isSame ? 1 : 0)
  return bins.reduce((sum, bin) => sum + Math.abs(bin), 0) / judged.length
}

function report(title, of, weightsFor) {
  const judged = of.map((row) => ({ ...row, ...verdictOf(weightsFor(row), row) }))
  const count = (test) => judged.filter(test).length
  const [different, same] = [count(({ isSame }) => !isSame), count(({ isSame }) => isSame)]
  const merged = count(({ isSame, verdict }) => !isSame && verdict === 'same_entity')
  const right = count(({ isSame, verdict }) => isSame && verdict === 'same_entity')
  const lost = count(({ isSame, verdict }) => isSame && verdict === 'different')
  const strict = count(({ expect }) => expect?.join() === 'same_entity')
  const needless = count(({ expect, verdict }) => expect?.join() === 'same_entity' && verdict === 'review')
  const per = (part, all) => ((1000 * part) / Math.max(1, all)).toFixed(1)
  console.log(
    `${title.padEnd(30)} ${String(of.length).padStart(6)} pairs, in 1,000: merged ${per(merged, different)}, lost ${per(lost, same)}, needless ${per(needless, strict)}; P ${(right / Math.max(1, right + merged)).toFixed(4)} R ${(right / Math.max(1, same)).toFixed(3)} F1 ${((2 * right) / (right + merged + same)).toFixed(3)}, calibration error ${calibrationError(judged).toFixed(3)}`,
  )
  const wrong = new Map()
  for (const { isSame, verdict, scenario } of judged)
    if (scenario && verdict === (isSame ? 'different' : 'same_entity'))
      wrong.set(scenario, (wrong.get(scenario) ?? 0) + 1)
  const worst = [...wrong].sort(([x, m], [y, n]) => n - m || (x < y ? -1 : 1))
  if (worst.length > 0) console.log(`  wrong: ${worst.map(([scenario, n]) => `${scenario} ${n}`).join(', ')}`)
}

if (options.held) {
  const folds = 3
  rows.forEach((row, i) => {
    row.fold = i % folds
  })
  const models = Array.from({ length: folds }, (_, k) => fitOn(rows.filter(({ fold }) => fold !== k)))
  const sets = [...counted.keys()].filter((set) => set !== 'generated')
  console.log('a third of the pairs left out')
  for (const set of sets)
    report(
      set,
      rows.filter((row) => row.set === set),
      ({ fold }) => models[fold],
    )
  console.log('the whole set left out')
  for (const set of sets.filter((set) => rows.some((row) => row.set === set && row.scenario))) {
    const model = fitOn(rows.filter((row) => row.set !== set))
    report(
      set,
      rows.filter((row) => row.set === set),
      () => model,
    )
  }
}
if (options.write) {
  const weights = fitOn(rows)
  const round = (x) => Math.round(x * 1000) / 1000
  const shares = (levels) =>
    Object.fromEntries(
      Object.entries(levels).map(([fact, of]) => [
        fact,
        Object.fromEntries(Object.entries(of).map(([level, share]) => [level, Number(share.toPrecision(3))])),
      ]),
    )
  const contexts = [
    ...new Set([...weights.keys()].filter((feature) => feature.startsWith('bias ')).map((feature) => feature.slice(5))),
  ].sort()
  const at = (feature) => weights.get(feature) ?? 0
  const curveOf = (factor, context) => {
    const both = (kind) => at(`${kind} ${factor}`) + at(`${kind} ${factor} ${context}`)
    const on = (similarity) =>
      both('known') + both('itself') * similarity + (both('high') * Math.max(0, similarity - HIGH)) / (1 - HIGH)
    // A step is drawn between the two numbers of four decimals beside it.
    return [
      [0, on(0)],
      [HIGH, on(HIGH)],
      [FULL - 0.0001, on(FULL)],
      [FULL, on(FULL) + both('full')],
      [1, on(1) + both('full')],
    ].map(([x, y]) => [x, round(y)])
  }
  pack.stories.beside = BESIDE
  pack.stories.hypotheses = NAMES.map((name, k) => ({
    name,
    ...(BELIEFS[name].same && { same: true }),
    says: BELIEFS[name].says,
    settle: BELIEFS[name].settle,
    prior: BELIEFS[name].prior,
    levels: shares(TABLES[k]),
  }))
  delete pack.stories.fitted_on
  pack.stories.joint = {
    fitted_on: [...counted.keys()].join(' '),
    context: CONTEXT,
    bias: Object.fromEntries(contexts.map((context) => [context, round(at(`bias ${context}`))])),
    facts: TOGETHER.map((of) => ({
      of,
      weights: Object.fromEntries(
        [...weights]
          .filter(([feature]) => feature.startsWith(`${of.join(' & ')}=`))
          .map(([feature, weight]) => [feature.slice(feature.indexOf('=') + 1), round(weight)])
          .filter(([, weight]) => weight !== 0)
          .sort(([x], [y]) => (x < y ? -1 : 1)),
      ),
    })),
    factors: Object.fromEntries(
      contexts.map((context) => [
        context,
        Object.fromEntries(
          FACTORS.filter((factor) => weights.has(`known ${factor}`)).map((factor) => [
            factor,
            curveOf(factor, context),
          ]),
        ),
      ]),
    ),
  }
  const order = ['facts', 'beside', 'hypotheses', 'joint']
  pack.stories = Object.fromEntries(order.map((key) => [key, pack.stories[key]]))
  writeFileSync(PACK, `${JSON.stringify(pack, null, 1)}\n`)
  console.log(`wrote person.json: ${weights.size} weights`)
}
