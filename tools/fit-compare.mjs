// Estimates the model of the entity packs (data/entities/*.json) from labelled development pairs, so that weights are counted
// and fitted, never set by hand. Run: node tools/fit-compare.mjs DIR [--dist FOLDER] [--only ENTITY] [--folds 4] [--write]
// DIR holds <set>.jsonl.gz files of {entity, a, b, same}. For each pack: every factor gets levels at fixed similarities; m and u are
// the shares of matches and of others whose similarity is nearest a level; weights are fitted jointly by penalised logistic
// regression over the piecewise-linear level features, forced to be non-decreasing in similarity. What the sum misses because
// factors depend on one another is added as small trees, boosted on the sum, monotone in every factor; a factor that says nothing
// takes its neutral similarity (where its weight is zero), so that silence is never evidence. Every set counts by the square
// root of its size, so that no set's vocabulary or size decides; no parameter is per set. Cross-validated figures by fold are printed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string' },
    only: { type: 'string' },
    folds: { type: 'string', default: '4' },
    write: { type: 'boolean' },
    ridge: { type: 'string', default: '3' }, trees: { type: 'string', default: '100' }, share: { type: 'string', default: '0.5' }, rate: { type: 'string', default: '0.12' }, depth: { type: 'string', default: '3' }, prior: { type: 'string', default: '1' },
    iterations: { type: 'string', default: '400' },
    without: { type: 'string' },
  },
})
const folder = positionals[0]
if (!folder) {
  console.error('usage: node tools/fit-compare.mjs DIR [--dist FOLDER] [--only ENTITY] [--write]')
  process.exit(2)
}
const dist = pathToFileURL(resolve(options.dist ?? fileURLToPath(new URL('../dist', import.meta.url))) + '/')
const { loadPacks } = await import(new URL('packs/load.js', dist))
const { createCompareEngine } = await import(new URL('engines/compare/engine.js', dist))
const { probabilityOf } = await import(new URL('engines/compare/model.js', dist))
const engine = createCompareEngine(loadPacks())
const dataFolder = fileURLToPath(new URL('../data/entities/', import.meta.url))

/** Levels a factor is weighed at. Factors that only ever speak for a match start at a weight of zero. */
const LEVELS = [0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.88, 0.94, 0.97, 1]
const RIDGE = Number(options.ridge)

const sets = readdirSync(folder)
  .filter((f) => f.endsWith('.jsonl.gz'))
  .sort()
  .map((f) => {
    const rows = gunzipSync(readFileSync(join(folder, f)))
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return { name: basename(f, '.jsonl.gz'), entity: rows[0].entity, rows }
  })

/** Connected pairs share records; folds are cut by the text of side a, so that an anchor stands in one fold. */
function foldOf(row, folds) {
  const text = JSON.stringify(row.a)
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0
  return hash % folds
}

function levelsOf(values) {
  // Keep only levels around which there is data: at least 0.3 % of values within half the way to the neighbours.
  const counts = new Map(LEVELS.map((at) => [at, 0]))
  for (const v of values) {
    let best = LEVELS[0]
    for (const at of LEVELS) if (Math.abs(at - v) < Math.abs(best - v)) best = at
    counts.set(best, counts.get(best) + 1)
  }
  const kept = LEVELS.filter((at) => counts.get(at) >= Math.max(8, values.length * 0.003))
  if (kept.length === 0) return [0, 1]
  if (kept.length === 1) return kept[0] === 0 ? [0, 1] : [0, kept[0]]
  return kept
}

function design(examples, names) {
  const levels = new Map()
  for (const name of names) {
    const values = []
    for (const e of examples) if (e.factors[name] !== undefined) values.push(e.factors[name])
    if (values.length < 40) continue
    levels.set(name, levelsOf(values))
  }
  const index = new Map()
  let width = 1
  for (const [name, at] of levels) {
    index.set(name, width)
    width += at.length
  }
  // The middle of each step, half way between the mean of matches and the mean of others: steps are measured from there, so
  // that agreement counts for a match and disagreement against it, and a factor alone has no weight of its own.
  const middle = new Float64Array(width)
  {
    const sums = [new Float64Array(width), new Float64Array(width)]
    const counts = [new Float64Array(width), new Float64Array(width)]
    for (const e of examples)
      for (const [name, at] of levels) {
        const v = e.factors[name]
        if (v === undefined) continue
        const start = index.get(name)
        const c = e.same ? 1 : 0
        for (let k = 1; k < at.length; k++) {
          sums[c][start + k] += e.weight * Math.max(0, Math.min(1, (v - at[k - 1]) / (at[k] - at[k - 1])))
          counts[c][start + k] += e.weight
        }
      }
    for (let j = 0; j < width; j++) middle[j] = ((counts[0][j] ? sums[0][j] / counts[0][j] : 0) + (counts[1][j] ? sums[1][j] / counts[1][j] : 1)) / 2
  }
  // Features of a factor: a constant when it speaks, then the share of each step up to the similarity (cumulative, so that
  // non-negative coefficients mean a non-decreasing weight), less its middle.
  const rows = examples.map((e) => {
    const cells = [[0, 1]]
    for (const [name, at] of levels) {
      const v = e.factors[name]
      if (v === undefined) continue
      const start = index.get(name)
      cells.push([start, 1])
      for (let k = 1; k < at.length; k++) {
        const share = (v - at[k - 1]) / (at[k] - at[k - 1])
        cells.push([start + k, Math.max(0, Math.min(1, share)) - middle[start + k]])
      }
    }
    return {
      columns: Int32Array.from(cells.map((c) => c[0])),
      values: Float64Array.from(cells.map((c) => c[1])),
      y: e.same ? 1 : 0,
      w: e.weight,
    }
  })
  return { levels, index, width, rows, middle }
}

/** Penalised logistic regression, steps non-negative: proximal accelerated gradient with backtracking-free diagonal scaling. */
function train({ levels, index, width, rows, middle }, iterations) {
  const beta = new Float64Array(width)
  const look = new Float64Array(width)
  const previous = new Float64Array(width)
  const step = new Uint8Array(width)
  for (const [name, at] of levels) for (let k = 1; k < at.length; k++) step[index.get(name) + k] = 1
  const curvature = new Float64Array(width)
  for (const { columns, values, w } of rows) {
    let reach = 0
    for (let i = 0; i < values.length; i++) reach += Math.abs(values[i])
    for (let i = 0; i < columns.length; i++) curvature[columns[i]] += 0.25 * w * Math.abs(values[i]) * reach
  }
  let t = 1
  const gradient = new Float64Array(width)
  for (let round = 0; round < iterations; round++) {
    gradient.fill(0)
    for (const { columns, values, y, w } of rows) {
      let z = 0
      for (let i = 0; i < columns.length; i++) z += look[columns[i]] * values[i]
      const residual = w * (1 / (1 + Math.exp(-z)) - y)
      for (let i = 0; i < columns.length; i++) gradient[columns[i]] += residual * values[i]
    }
    previous.set(beta)
    for (let j = 0; j < width; j++) {
      const ridge = j === 0 ? 0 : step[j] ? RIDGE * 0.3 : RIDGE * 10
      const h = curvature[j] + ridge
      if (h === 0) continue
      const next = look[j] - (gradient[j] + ridge * look[j]) / h
      beta[j] = step[j] ? Math.max(0, next) : next
    }
    // Agreement in full never counts against a match, disagreement never for it.
    for (const [name, at] of levels) {
      const start = index.get(name)
      let top = 0
      let bottom = 0
      for (let k = 1; k < at.length; k++) {
        top += beta[start + k] * (1 - middle[start + k])
        bottom -= beta[start + k] * middle[start + k]
      }
      beta[start] = Math.max(-top, Math.min(-bottom, beta[start]))
    }
    const after = (1 + Math.sqrt(1 + 4 * t * t)) / 2
    let turn = 0
    for (let j = 0; j < width; j++) turn += (look[j] - beta[j]) * (beta[j] - previous[j])
    if (turn > 0) t = 1
    else t = after
    const momentum = turn > 0 ? 0 : (t - 1) / after
    for (let j = 0; j < width; j++) look[j] = beta[j] + momentum * (beta[j] - previous[j])
  }
  return beta
}

/** The similarity at which a factor's weight crosses zero. */
function neutralOf(levels) {
  for (let k = 0; k < levels.length; k++) {
    if (levels[k].weight < 0) continue
    if (k === 0 || levels[k].weight === 0) return levels[k].at
    const [low, high] = [levels[k - 1], levels[k]]
    return low.at + ((high.at - low.at) * -low.weight) / (high.weight - low.weight)
  }
  return levels[levels.length - 1].at
}

function levelsOfModel({ levels, index, middle }, model) {
  const out = new Map()
  for (const [name, at] of levels) {
    const start = index.get(name)
    let weight = model[start]
    for (let k = 1; k < at.length; k++) weight -= model[start + k] * middle[start + k]
    out.set(name, at.map((level, k) => ({ at: level, weight: k === 0 ? weight : (weight += model[start + k]) })))
  }
  return out
}

const BINS = 24
/** The sum is drawn in by this much before the trees: at its own optimum no single factor would open a tree. */
const SUM_SHARE = Number(options.share)
/** Boosted trees on top of `base` log-odds: each {factor, at, low, high} or a number; monotone non-decreasing in every factor. */
function boost(examples, base, factorLevels) {
  const names = [...factorLevels.keys()]
  const neutral = names.map((name) => neutralOf(factorLevels.get(name)))
  const n = examples.length
  const columns = names.map((name, f) => {
    const column = new Float64Array(n)
    examples.forEach((e, i) => { column[i] = e.factors[name] ?? neutral[f] })
    return column
  })
  const cuts = columns.map((column) => {
    const sorted = Float64Array.from(column).sort()
    const found = []
    for (let b = 1; b < BINS; b++) {
      const v = Math.round(sorted[Math.floor((n * b) / BINS)] * 1000) / 1000
      if (v > sorted[0] && found.at(-1) !== v) found.push(v)
    }
    const top = sorted[n - 1]
    if (found.at(-1) !== top && top > sorted[0]) found.push(top)
    return found
  })
  const binned = columns.map((column, f) => Uint8Array.from(column, (v) => { let b = 0; while (b < cuts[f].length && v >= cuts[f][b]) b++; return b }))
  const z = Float64Array.from(base, (value) => value * SUM_SHARE)
  const g = new Float64Array(n)
  const h = new Float64Array(n)
  const LAMBDA = 6
  const trees = []
  const rate = Number(options.rate)
  const grow = (rows, depth, lowest, highest) => {
    let G = 0
    let H = 0
    for (const i of rows) { G += g[i]; H += h[i] }
    const clamp = (v) => Math.max(lowest, Math.min(highest, v))
    const value = clamp((-G / (H + LAMBDA)))
    if (depth === 0 || rows.length < 60) return rate * value
    let best = null
    const own = (G * G) / (H + LAMBDA)
    for (let f = 0; f < names.length; f++) {
      const size = cuts[f].length + 1
      if (size < 2) continue
      const sumG = new Float64Array(size)
      const sumH = new Float64Array(size)
      const count = new Float64Array(size)
      const column = binned[f]
      for (const i of rows) { const b = column[i]; sumG[b] += g[i]; sumH[b] += h[i]; count[b]++ }
      let left = 0
      let leftH = 0
      let leftN = 0
      for (let b = 0; b + 1 < size; b++) {
        left += sumG[b]; leftH += sumH[b]; leftN += count[b]
        if (leftN < 30 || rows.length - leftN < 30 || leftH < 1.5 || H - leftH < 1.5) continue
        const low = clamp(-left / (leftH + LAMBDA))
        const high = clamp(-(G - left) / (H - leftH + LAMBDA))
        if (low > high) continue
        const gain = (left * left) / (leftH + LAMBDA) + ((G - left) * (G - left)) / (H - leftH + LAMBDA) - own
        if (best === null || gain > best.gain) best = { gain, f, b, low, high }
      }
    }
    if (best === null || best.gain < 0.5) return rate * value
    const column = binned[best.f]
    const lowRows = rows.filter((i) => column[i] <= best.b)
    const highRows = rows.filter((i) => column[i] > best.b)
    const middle = (best.low + best.high) / 2
    return { factor: names[best.f], at: cuts[best.f][best.b], low: grow(lowRows, depth - 1, lowest, middle), high: grow(highRows, depth - 1, middle, highest) }
  }
  const all = Array.from({ length: n }, (_, i) => i)
  const at = new Map(names.map((name, f) => [name, columns[f]]))
  for (let t = 0; t < Number(options.trees); t++) {
    for (let i = 0; i < n; i++) {
      const p = 1 / (1 + Math.exp(-z[i]))
      const w = examples[i].weight
      g[i] = w * (p - (examples[i].same ? 1 : 0))
      h[i] = w * p * (1 - p)
    }
    const tree = grow(all, Number(options.depth), -3, 3)
    if (typeof tree === 'number') break
    trees.push(tree)
    for (let i = 0; i < n; i++) { let node = tree; while (typeof node !== 'number') node = at.get(node.factor)[i] >= node.at ? node.high : node.low; z[i] += node }
  }
  return { trees, neutral: new Map(names.map((name, f) => [name, neutral[f]])) }
}

function correction({ trees, neutral }, factors) {
  let sum = 0
  for (let node of trees) {
    while (typeof node !== 'number') node = (factors[node.factor] ?? neutral.get(node.factor)) >= node.at ? node.high : node.low
    sum += node
  }
  return sum
}

function logOddsOf(model, row) {
  let z = 0
  for (let i = 0; i < row.columns.length; i++) z += model[row.columns[i]] * row.values[i]
  return z
}

function report(name, scored) {
  const positives = scored.filter((s) => s.y).length
  const merged = scored.filter((s) => s.p >= 0.7)
  const tp = merged.filter((s) => s.y).length
  const f1 = (2 * tp) / (merged.length + positives)
  const sorted = [...scored].sort((a, b) => b.p - a.p)
  let t = 0
  let best = 0
  let at = 1
  sorted.forEach((s, k) => {
    t += s.y
    const f = (2 * t) / (k + 1 + positives)
    if (f > best) {
      best = f
      at = s.p
    }
  })
  let ece = 0
  for (let b = 0; b < 10; b++) {
    const bin = scored.filter((s) => s.p >= b / 10 && (b === 9 || s.p < (b + 1) / 10))
    if (bin.length) ece += Math.abs(bin.reduce((x, s) => x + s.p - s.y, 0)) / scored.length
  }
  console.log(
    name.padEnd(28),
    String(scored.length).padStart(6),
    'F1@.7',
    (100 * f1).toFixed(1),
    'P',
    ((100 * tp) / Math.max(1, merged.length)).toFixed(1),
    'R',
    ((100 * tp) / positives).toFixed(1),
    'best',
    (100 * best).toFixed(1),
    '@',
    at.toFixed(2),
    'ECE',
    ece.toFixed(3),
  )
}

const entities = [...new Set(sets.map((s) => s.entity))].filter((e) => !options.only || e === options.only)
const skip = options.without ? new RegExp(options.without) : null
for (const entity of entities) {
  const t0 = performance.now()
  const used = sets.filter((s) => s.entity === entity && !(skip && skip.test(s.name)))
  const examples = used.flatMap((set) =>
    set.rows.map((row) => ({
      set: set.name,
      same: row.same,
      factors: engine.measure(entity, row.a, row.b),
      weight: Math.sqrt(4000 / Math.max(set.rows.length, 250)),
      fold: foldOf(row, Number(options.folds)),
    })),
  )
  console.log(`== ${entity}: ${examples.length} pairs measured in ${((performance.now() - t0) / 1000).toFixed(1)} s`)
  const path = join(dataFolder, `${entity}.json`)
  const pack = JSON.parse(readFileSync(path, 'utf8'))
  const names = [...new Set(examples.flatMap((e) => Object.keys(e.factors)))].sort()
  const matrix = design(examples, names)
  const folds = Number(options.folds)
  if (folds > 1) {
    const held = []
    for (let fold = 0; fold < folds; fold++) {
      const model = train(
        { ...matrix, rows: matrix.rows.filter((_, i) => examples[i].fold !== fold) },
        Number(options.iterations),
      )
      matrix.rows.forEach(
        (row, i) =>
          examples[i].fold === fold &&
          held.push({ set: examples[i].set, y: row.y, p: probabilityOf(logOddsOf(model, row)) }),
      )
    }
    for (const set of used)
      report(
        set.name,
        held.filter((s) => s.set === set.name),
      )
    report(`${entity} (cross-validated)`, held)
  }
  if (!options.write) continue
  const model = train(matrix, Number(options.iterations))
  const round = (x) => Math.round(x * 1e4) / 1e4
  const factors = {}
  for (const [name, at] of matrix.levels) {
    const start = matrix.index.get(name)
    let weight = model[start] * SUM_SHARE
    for (let k = 1; k < at.length; k++) weight -= SUM_SHARE * model[start + k] * matrix.middle[start + k]
    const count = at.map(() => [0, 0])
    for (const e of examples) {
      const v = e.factors[name]
      if (v === undefined) continue
      let best = 0
      at.forEach((level, k) => {
        if (Math.abs(level - v) < Math.abs(at[best] - v)) best = k
      })
      count[best][e.same ? 0 : 1]++
    }
    const m = count.reduce((s, c) => s + c[0], 0)
    const u = count.reduce((s, c) => s + c[1], 0)
    factors[name] = at.map((level, k) => {
      if (k > 0) weight += SUM_SHARE * model[start + k]
      return {
        at: level,
        m: round((count[k][0] + 0.5) / (m + 1)),
        u: round((count[k][1] + 0.5) / (u + 1)),
        weight: round(weight),
      }
    })
  }
  const boosted = boost(examples, matrix.rows.map((row) => logOddsOf(model, row)), levelsOfModel(matrix, model))
  const trimmed = (node) => (typeof node === 'number' ? round(node) : { factor: node.factor, at: node.at, low: trimmed(node.low), high: trimmed(node.high) })
  // Factors that the development data never shows keep what the pack already says about them.
  for (const [name, levels] of Object.entries(pack.model.factors)) if (!(name in factors)) factors[name] = levels
  pack.model = {
    fitted_on: used.map((s) => s.name).join(' '),
    bias: round(SUM_SHARE * model[0]),
    factors: Object.fromEntries(Object.entries(factors).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  writeFileSync(path, `${JSON.stringify(pack, null, 1)}\n`)
  console.log('wrote', basename(path))
}
