// Estimates the model of the entity packs (data/entities/*.json) from labelled development pairs, so that weights are counted
// and fitted, never set by hand. Run: node tools/fit-compare.mjs DIR [--dist FOLDER] [--only ENTITY] [--folds 4] [--write] [--calibrate] [--keep] [--held FILE]
// DIR holds <set>.jsonl.gz files of {entity, a, b, same}. For each pack: every factor gets levels at fixed similarities; m and u are
// the shares of matches and of others whose similarity is nearest a level; weights are fitted jointly by penalised logistic
// regression over the piecewise-linear level features, forced to be non-decreasing in similarity. Every set counts by the square
// root of its size (--borrow REGEX: so do the sets of other packs it matches, at --share of their weight, for a pack whose own sets
// are few), so that no set's vocabulary or size decides; no parameter is per set. Cross-validated figures by fold are printed;
// --calibrate adds a curve to the model, counted on the same pairs without weights of balance: scores below the review threshold then are
// the share of matches among development pairs; from that threshold on nothing changes, so that it moves no verdict. With --keep the weights stay as they are, for --calibrate alone.
// --held FILE adds each set's held-out F1 of merges (gate and conflicts applied) to a JSON file that bench/compare.mjs reads.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
    ridge: { type: 'string', default: '3' },
    balance: { type: 'string', default: '0.5' },
    held: { type: 'string' },
    calibrate: { type: 'boolean' },
    keep: { type: 'boolean' },
    iterations: { type: 'string', default: '400' },
    without: { type: 'string' },
    borrow: { type: 'string' },
    share: { type: 'string', default: '0.3' },
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
const { calibrated, probabilityOf, weightAt } = await import(new URL('engines/compare/match-weights.js', dist))
const engine = createCompareEngine(loadPacks())
const dataFolder = fileURLToPath(new URL('../data/entities/', import.meta.url))

/** Levels of a factor. Factors that only ever support a match start at a weight of zero. */
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
    // The share of matches in a development set was chosen by its maker; a pair that a user asks about is taken to be
    // nearer to even odds, so matches count by a power of the ratio of others to matches.
    const matches = rows.filter((row) => row.same).length
    const lift = ((rows.length - matches) / matches) ** Number(options.balance)
    return { name: basename(f, '.jsonl.gz'), entity: rows[0].entity, rows, lift }
  })

/** Connected pairs share records; folds are cut by the text of side a, so that an anchor is in one fold. */
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

function design(examples, names, offsetOf) {
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
  // that agreement counts for a match and disagreement against it, and a factor alone has no weight.
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
    for (let j = 0; j < width; j++)
      middle[j] = ((counts[0][j] ? sums[0][j] / counts[0][j] : 0) + (counts[1][j] ? sums[1][j] / counts[1][j] : 1)) / 2
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
      offset: offsetOf(e.factors),
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
    for (const { columns, values, y, w, offset } of rows) {
      let z = offset
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

function logOddsOf(model, row) {
  let z = row.offset
  for (let i = 0; i < row.columns.length; i++) z += model[row.columns[i]] * row.values[i]
  return z
}

/** Log-odds of the review threshold of the packs, 0.55; the curve of calibration ends there. */
const REVIEW = Math.log(0.55 / 0.45)
const KNOTS = [-6, -4.5, -3.5, -2.5, -1.5, -0.75, REVIEW]

/** Position of log-odds among the knots: the knot below, and how far towards the next; null above the last. */
function place(z) {
  if (z >= REVIEW) return null
  let k = 0
  while (k < KNOTS.length - 2 && z > KNOTS[k + 1]) k++
  return [k, Math.max(0, (z - KNOTS[k]) / (KNOTS[k + 1] - KNOTS[k]))]
}

/**
 * The curve from summed to counted log-odds: values at the knots by logistic regression on `scored` ({ z, y, w }), never falling,
 * fixed at the review threshold. Every knot is held to its own place by as much as `HOLD` pairs would.
 */
function calibration(scored) {
  const HOLD = 4
  const to = [...KNOTS]
  const rows = scored.flatMap(({ z, y, w }) => {
    const at = place(z)
    return at === null ? [] : [{ k: at[0], t: at[1], y, w }]
  })
  for (let round = 0; round < 400; round++) {
    const gradient = to.map((value, k) => 0.25 * HOLD * (value - KNOTS[k]))
    const curvature = to.map(() => 0.25 * HOLD)
    for (const { k, t, y, w } of rows) {
      const residual = w * (1 / (1 + Math.exp(-(to[k] * (1 - t) + to[k + 1] * t))) - y)
      gradient[k] += residual * (1 - t)
      gradient[k + 1] += residual * t
      curvature[k] += 0.25 * w * (1 - t)
      curvature[k + 1] += 0.25 * w * t
    }
    for (let k = 0; k < to.length - 1; k++) to[k] -= gradient[k] / curvature[k]
    for (let k = to.length - 2; k >= 0; k--) to[k] = Math.min(to[k], to[k + 1])
  }
  return KNOTS.map((at, k) => ({ at: Math.round(at * 1e4) / 1e4, to: Math.round(to[k] * 1e4) / 1e4 }))
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

/** Reasons that forbid a merge regardless of the weights: a conflict, nothing distinctive. */
function forbidden({ basis, gate }) {
  return !gate.distinctive_cleared || /\((?:conflict|not distinctive)\)$/.test(basis)
}

/** Adds the held-out F1 of merges of each set to the file. */
function keepHeld(file, sets, held) {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  for (const { name } of sets) {
    const own = held.filter((s) => s.set === name)
    const merged = own.filter((s) => s.p >= 0.7 && !s.forbidden)
    kept[name] = (2 * merged.filter((s) => s.y).length) / (merged.length + own.filter((s) => s.y).length)
  }
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
}

const entities = [...new Set(sets.map((s) => s.entity))].filter((e) => !options.only || e === options.only)
const skip = options.without ? new RegExp(options.without) : null
for (const entity of entities) {
  const t0 = performance.now()
  const kin = options.borrow ? new RegExp(options.borrow) : null
  const used = sets.filter((s) => s.entity === entity && !skip?.test(s.name))
  const lent = sets.filter((s) => s.entity !== entity && kin?.test(s.entity) && !skip?.test(s.name))
  const examples = [...used, ...lent].flatMap((set) =>
    set.rows.map((row) => ({
      set: set.name,
      same: row.same,
      factors: engine.measure(entity, row.a, row.b),
      weight:
        Math.sqrt(4000 / Math.max(set.rows.length, 250)) *
        (row.same ? set.lift : 1) *
        (set.entity === entity ? 1 : Number(options.share)),
      share: Math.sqrt(4000 / Math.max(set.rows.length, 250)),
      // Borrowed pairs are never held out: they are fitted before the pack's own pairs are seen.
      fold: set.entity === entity ? foldOf(row, Number(options.folds)) : -1,
      held: options.held && set.entity === entity ? forbidden(engine.compareRecords(entity, row.a, row.b)) : false,
    })),
  )
  console.log(`== ${entity}: ${examples.length} pairs measured in ${((performance.now() - t0) / 1000).toFixed(1)} s`)
  const path = join(dataFolder, `${entity}.json`)
  const pack = JSON.parse(readFileSync(path, 'utf8'))
  // An identifier weighs by what is known of it, not by development data: there, other fields already tell every pair apart. So
  // does what the pack says is judged: sons and fathers, tributes, packs of six are in no development set.
  const fixed = pack.comparisons
    .filter((rule) => rule.kind === 'identifier')
    .flatMap((rule) => [rule.factor ?? rule.field, `${rule.factor ?? rule.field}_check`])
    .concat(pack.model.judged ?? [])
  const offsetOf = (factors) =>
    (options.keep ? Object.keys(factors) : fixed).reduce(
      (sum, name) =>
        sum +
        (factors[name] === undefined || pack.model.factors[name] === undefined
          ? 0
          : weightAt(pack.model.factors[name], factors[name])),
      0,
    )
  const names = [...new Set(examples.flatMap((e) => Object.keys(e.factors)))]
    .filter((name) => !options.keep && !fixed.includes(name))
    .sort()
  const matrix = design(examples, names, offsetOf)
  const trained = (rows) =>
    options.keep ? Float64Array.of(pack.model.bias) : train({ ...matrix, rows }, Number(options.iterations))
  const scoredBy = (model, chosen) =>
    matrix.rows.flatMap((row, i) =>
      chosen(i) && examples[i].fold >= 0 ? [{ z: logOddsOf(model, row), y: row.y, w: examples[i].share }] : [],
    )
  const folds = Number(options.folds)
  if (folds > 1) {
    const held = []
    for (let fold = 0; fold < folds; fold++) {
      const model = trained(matrix.rows.filter((_, i) => examples[i].fold !== fold))
      const kept = examples.map((e) => e.fold !== fold)
      const knots = options.calibrate ? calibration(scoredBy(model, (i) => kept[i])) : []
      matrix.rows.forEach((row, i) => {
        if (kept[i]) return
        const logOdds = logOddsOf(model, row)
        held.push({
          set: examples[i].set,
          y: row.y,
          p: probabilityOf(calibrated(knots, logOdds)),
          forbidden: examples[i].held,
        })
      })
    }
    for (const set of used)
      report(
        set.name,
        held.filter((s) => s.set === set.name),
      )
    report(`${entity} (cross-validated)`, held)
    if (options.held) keepHeld(options.held, used, held)
  }
  if (!options.write) continue
  const model = trained(matrix.rows)
  const round = (x) => Math.round(x * 1e4) / 1e4
  const factors = {}
  for (const [name, at] of matrix.levels) {
    const start = matrix.index.get(name)
    let weight = model[start]
    for (let k = 1; k < at.length; k++) weight -= model[start + k] * matrix.middle[start + k]
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
      if (k > 0) weight += model[start + k]
      return {
        at: level,
        m: round((count[k][0] + 0.5) / (m + 1)),
        u: round((count[k][1] + 0.5) / (u + 1)),
        weight: round(weight),
      }
    })
  }
  // Factors that the development data never shows keep what the pack already says about them.
  for (const [name, levels] of Object.entries(pack.model.factors)) if (!(name in factors)) factors[name] = levels
  pack.model = {
    fitted_on: options.keep ? pack.model.fitted_on : [...used, ...lent].map((s) => s.name).join(' '),
    bias: round(model[0]),
    ...(pack.model.judged !== undefined && { judged: pack.model.judged }),
    factors: Object.fromEntries(Object.entries(factors).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(options.calibrate && { calibration: calibration(scoredBy(model, () => true)) }),
  }
  writeFileSync(path, `${JSON.stringify(pack, null, 1)}\n`)
  console.log('wrote', basename(path))
}
