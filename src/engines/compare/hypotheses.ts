// A pair is explained by the best of several hypotheses: one entity, or one of the rivals of a pack under which fields agree for another
// reason (a household, a namesake, a shared telephone). Each is a table of probabilities of levels; their ratios add up as log-odds. What
// two facts say together, which no table of single facts holds, is added from fitted weights.
import type { Stories } from '../../packs/schemas/entity-pack.ts'
import type { Agreement } from './comparators/comparator.ts'
import { type Curve, weightOn } from './match-weights.ts'

/** A rival hypothesis with its words. */
export interface Rival {
  readonly name: string
  /** Of one entity as well: records full of typos. */
  readonly same?: true | undefined
  readonly says: string
  readonly settle: string
}

/** How one comparison of a pack reaches a level of a fact, and what each level adds to the log-odds of the rivals over "the same". */
export interface Grading {
  readonly fact: Fact
  /** Number of a measure of the comparator where levels are bands of it, of one of its levels otherwise. */
  readonly slot: number
  /** Levels by falling similarity; null: the comparator names them. */
  readonly bands: readonly { readonly level: string; readonly from: number }[] | null
}

/** A fact of a pair in a few levels. `rows`: for each level, what it adds to the log-odds of each rival. */
interface Fact {
  readonly name: string
  readonly number: number
  readonly levels: ReadonlyMap<string, number>
  readonly rows: readonly Float64Array[]
  /** Comparisons any of which makes it `compared`; null for a fact that a comparison grades. */
  readonly present: ReadonlySet<Graded> | null
}

/** A comparison of a pack, as far as hypotheses read it. */
interface Graded {
  readonly field: string
  readonly comparator: { readonly levels?: readonly string[] }
  readonly factors: readonly string[]
  readonly gradings: Grading[]
  /** For each level of the fact that is the context: the curve of each measure, null where nothing is added. */
  refined: (readonly (Curve | null)[])[]
}

/** Weights of the levels of two facts together: row by row of the first. */
interface Together {
  readonly one: Fact
  readonly other: Fact
  readonly weights: Float64Array
}

export interface CompiledStories {
  readonly facts: readonly Fact[]
  readonly rivals: readonly Rival[]
  /** Log-odds of each rival over "the same" before anything is compared. */
  readonly prior: Float64Array
  /** Facts; at least one must be known for rivals to be weighed. */
  readonly beside: readonly Fact[]
  readonly joint: { readonly context: Fact; readonly bias: Float64Array; readonly together: readonly Together[] } | null
  /** Kept from pair to pair: the log-odds of each rival, and by fact the number of its level. */
  readonly sums: Float64Array
  readonly at: Int8Array
}

/** Log-odds of the hypotheses are counted up to this either way beside what facts say together. */
const MOST = 8

/** Prepares the hypotheses of a pack; returns what is wrong with them as a clause. */
export function compileStories(stories: Stories, comparisons: readonly Graded[]): CompiledStories | string {
  const [same, ...rivals] = stories.hypotheses
  const facts: Fact[] = []
  for (const { name, of, bands, present } of stories.facts) {
    const shares = Object.entries(same!.levels[name] ?? {})
    const reading = comparisons.filter(({ factors }) => of.some((factor) => factors.includes(factor)))
    const fact: Fact = {
      name,
      number: facts.length,
      levels: new Map(shares.map(([level], i) => [level, i])),
      rows: shares.map(([level, share]) =>
        Float64Array.from(rivals, ({ levels }) => Math.log((levels[name]?.[level] ?? share) / share)),
      ),
      present: present === true ? new Set(reading) : null,
    }
    facts.push(fact)
    if (present === true) continue
    for (const factor of of) {
      const found = comparisons.find((comparison) => slotOf(comparison, factor, bands !== undefined) >= 0)
      if (found === undefined) return `stories.facts '${name}' reads '${factor}', which no comparison gives`
      found.gradings.push({ fact, slot: slotOf(found, factor, bands !== undefined), bands: bands ?? null })
    }
  }
  const named = (name: string) => facts.find((fact) => fact.name === name)
  const beside: Fact[] = []
  for (const name of stories.beside) {
    const fact = named(name)
    if (fact === undefined) return `stories.beside names the fact '${name}', which is not listed`
    beside.push(fact)
  }
  const joint = stories.joint === undefined ? null : compileJoint(stories.joint, named, comparisons)
  if (typeof joint === 'string') return joint
  const prior = Float64Array.from(rivals, ({ prior }) => Math.log(prior / same!.prior))
  return { facts, rivals, prior, beside, joint, sums: prior.slice(), at: new Int8Array(facts.length) }
}

function compileJoint(
  { context: name, bias, facts, factors }: NonNullable<Stories['joint']>,
  named: (name: string) => Fact | undefined,
  comparisons: readonly Graded[],
): CompiledStories['joint'] | string {
  const context = named(name)
  if (context === undefined) return `stories.joint.context names the fact '${name}', which is not listed`
  const contexts = [...context.levels.keys()]
  const together: Together[] = []
  for (const { of, weights } of facts) {
    const [one, other] = of.map(named)
    if (one === undefined || other === undefined)
      return `stories.joint.facts names ${of.join(' and ')}, which are not listed`
    const table = new Float64Array(one.levels.size * other.levels.size)
    for (const [levels, weight] of Object.entries(weights)) {
      const [row, column] = levels.split(' & ')
      const at = [one.levels.get(row!), other.levels.get(column!)]
      if (at[0] === undefined || at[1] === undefined)
        return `stories.joint.facts names the levels '${levels}', which ${of.join(' and ')} have not`
      table[at[0] * other.levels.size + at[1]] = weight
    }
    together.push({ one, other, weights: table })
  }
  const curve = (points: readonly (readonly [number, number])[]): Curve => ({
    at: Float64Array.from(points, ([at]) => at),
    weights: Float64Array.from(points, ([, weight]) => weight),
  })
  for (const comparison of comparisons)
    comparison.refined = contexts.map((level) =>
      comparison.factors.map((factor) => {
        const points = factors[level]?.[factor]
        return points === undefined ? null : curve(points)
      }),
    )
  return { context, bias: Float64Array.from(contexts, (level) => bias[level] ?? 0), together }
}

/** Number of the measure or level of a comparison that is called `factor`; -1 where it has none. */
function slotOf({ factors, comparator }: Graded, factor: string, isBand: boolean): number {
  if (isBand) return factors.indexOf(factor)
  const levels = comparator.levels ?? []
  return levels.findIndex((suffix) => factor === (suffix === '' ? factors[0] : `${factors[0]}_${suffix}`))
}

/** The level that a comparison reaches of a fact; null where it says nothing. */
function levelOf({ slot, bands }: Grading, { levels, measures }: Agreement): string | null {
  if (bands === null) return levels?.()[slot] ?? null
  const similarity = measures[slot]!
  for (const { level, from } of bands) if (similarity >= from) return level
  return null
}

/** Calls `each` with every fact that is known of a pair and its level; several comparisons may give one fact. */
function eachLevel(
  { facts }: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
  each: (fact: Fact, level: string, field: string) => void,
): void {
  for (let c = 0; c < comparisons.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    const { gradings, field } = comparisons[c]!
    for (const grading of gradings) {
      const level = levelOf(grading, agreement)
      if (level !== null) each(grading.fact, level, field)
    }
  }
  for (const fact of facts)
    if (fact.present !== null) each(fact, isPresent(fact.present, comparisons, found) ? 'compared' : 'absent', '')
}

function isPresent(
  kinds: ReadonlySet<Graded>,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
): boolean {
  for (let c = 0; c < comparisons.length; c++) if (found[c] !== null && kinds.has(comparisons[c]!)) return true
  return false
}

/** Level of each fact of a pair, as far as it is known: what a fit counts. */
export function levelsOf(
  stories: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
): Record<string, string> {
  const levels: Record<string, string> = {}
  eachLevel(stories, comparisons, found, ({ name }, level, field) => {
    levels[`${field}/${name}`] = level
  })
  return levels
}

/** The result of the hypotheses for a pair. */
export interface Weighed {
  /** Natural log-odds of "the same" against strangers and all rivals. */
  readonly logOdds: number
  /** The likeliest rival; null where strangers are likelier. */
  readonly rival: Rival | null
  /** The most that a single fact adds to the log-odds of that rival over "the same". */
  readonly telling: number
}

/** Weighs a pair, of which `logOdds` are those of "the same" against strangers, under all hypotheses; null where rivals say nothing. */
export function weighRivals(
  stories: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
  logOdds: number,
): Weighed | null {
  const { sums, at } = stories
  sums.set(stories.prior)
  at.fill(-1)
  eachLevel(stories, comparisons, found, ({ number, levels, rows }, level) => {
    const i = levels.get(level)
    if (i === undefined) return
    at[number] = i
    const row = rows[i]!
    for (let k = 0; k < row.length; k++) sums[k]! += row[k]!
  })
  if (stories.beside.length > 0 && stories.beside.every(({ number }) => at[number]! < 0)) return null
  const { same, rival } = against(stories, logOdds, sums)
  const together = jointly(stories, comparisons, found, at)
  const k = rival === null ? -1 : stories.rivals.indexOf(rival)
  let telling = 0
  for (const { number, rows } of stories.facts)
    if (k >= 0 && at[number]! >= 0) telling = Math.max(telling, rows[at[number]!]![k]!)
  return { logOdds: Math.max(-MOST, Math.min(MOST, same)) + together, rival, telling }
}

/** Log-odds of "the same" against strangers and all rivals together, and the likeliest rival. */
function against(
  { rivals }: CompiledStories,
  logOdds: number,
  ratios: Float64Array,
): { readonly same: number; readonly rival: Rival | null } {
  let rival: Rival | null = null
  let most = -logOdds
  for (let k = 0; k < ratios.length; k++)
    if (rivals[k]!.same !== true && ratios[k]! > most) {
      most = ratios[k]!
      rival = rivals[k]!
    }
  let same = 1
  let others = 0
  for (let k = 0; k < ratios.length; k++)
    if (rivals[k]!.same === true) same += Math.exp(ratios[k]!)
    else others += Math.exp(ratios[k]! - most)
  // The log-odds against strangers are those of all records of one entity, with errors or without.
  others += same * Math.exp(-logOdds - most)
  return { same: Math.log(same) - most - Math.log(others), rival }
}

/** Natural log-odds of facts together, and of similarities within a level. */
function jointly(
  { joint }: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
  at: Int8Array,
): number {
  if (joint === null) return 0
  const context = at[joint.context.number]!
  if (context < 0) return 0
  let sum = joint.bias[context]!
  for (const { one, other, weights } of joint.together) {
    const [i, j] = [at[one.number]!, at[other.number]!]
    if (i >= 0 && j >= 0) sum += weights[i * other.levels.size + j]!
  }
  for (let c = 0; c < comparisons.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    const curves = comparisons[c]!.refined[context]!
    for (let m = 0; m < curves.length; m++) {
      const similarity = agreement.measures[m]!
      if (curves[m] !== null && !Number.isNaN(similarity)) sum += weightOn(curves[m]!, similarity)
    }
  }
  return sum
}
