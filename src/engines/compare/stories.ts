// A pair is explained by the best of several hypotheses: one entity, or one of the rivals of a pack under which fields agree for another
// reason (a household, a namesake, a shared telephone). Each is a table of probabilities of levels; their ratios add up as log-odds.
import type { Stories } from '../../packs/schemas/entity-pack.ts'
import type { Agreement } from './comparators/comparator.ts'

/** One hypothesis besides the first, as it is put into words. */
export interface Rival {
  readonly name: string
  /** Of one entity as well: records full of typos. */
  readonly same?: true | undefined
  readonly says: string
  readonly settle: string
}

/** How one comparison of a pack reaches a level of a fact, and what each level adds to the log-odds of the rivals over "the same". */
export interface Grading {
  readonly fact: string
  /** Number of a measure of the comparator where levels are bands of it, of one of its levels otherwise. */
  readonly slot: number
  /** Levels by falling similarity; null: the comparator names them. */
  readonly bands: readonly { readonly level: string; readonly from: number }[] | null
  readonly rows: ReadonlyMap<string, Float64Array>
}

/** A comparison of a pack, as far as hypotheses read it. */
interface Graded {
  readonly field: string
  readonly comparator: { readonly levels?: readonly string[] }
  readonly factors: readonly string[]
  readonly gradings: Grading[]
}

/** A fact that says whether anything of a kind could be compared at all: registers without addresses seldom hold whole families. */
interface Presence {
  readonly fact: string
  readonly of: ReadonlySet<Graded>
  readonly rows: ReadonlyMap<string, Float64Array>
}

export interface CompiledStories {
  readonly presences: readonly Presence[]
  readonly rivals: readonly Rival[]
  /** Log-odds of each rival over "the same" before anything is compared. */
  readonly prior: Float64Array
}

/** Prepares the hypotheses of a pack; returns what is wrong with them as a clause. */
export function compileStories(
  { facts, hypotheses }: Stories,
  comparisons: readonly Graded[],
): CompiledStories | string {
  const [same, ...rivals] = hypotheses
  const presences: Presence[] = []
  for (const { name, of, bands, present } of facts) {
    const rows = new Map<string, Float64Array>()
    for (const [level, share] of Object.entries(same!.levels[name] ?? {}))
      rows.set(
        level,
        Float64Array.from(rivals, ({ levels }) => Math.log((levels[name]?.[level] ?? share) / share)),
      )
    if (present === true) {
      const kinds = comparisons.filter(({ factors }) => of.some((factor) => factors.includes(factor)))
      presences.push({ fact: name, of: new Set(kinds), rows })
      continue
    }
    for (const factor of of) {
      const found = comparisons.find((comparison) => slotOf(comparison, factor, bands !== undefined) >= 0)
      if (found === undefined) return `stories.facts '${name}' reads '${factor}', which no comparison gives`
      const slot = slotOf(found, factor, bands !== undefined)
      found.gradings.push({ fact: name, slot, bands: bands ?? null, rows })
    }
  }
  return {
    rivals,
    prior: Float64Array.from(rivals, ({ prior }) => Math.log(prior / same!.prior)),
    presences,
  }
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

/** Level of each fact of a pair, as far as it is known: what a fit counts. */
export function levelsOf(
  { presences }: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
): Record<string, string> {
  const levels: Record<string, string> = {}
  for (const [c, comparison] of comparisons.entries())
    for (const grading of comparison.gradings) {
      const level = found[c] === null ? null : levelOf(grading, found[c]!)
      if (level !== null) levels[`${comparison.field}/${grading.fact}`] = level
    }
  for (const presence of presences) levels[`/${presence.fact}`] = presenceOf(presence, comparisons, found)
  return levels
}

function presenceOf(
  { of }: Presence,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
): 'compared' | 'absent' {
  for (let c = 0; c < comparisons.length; c++) if (found[c] !== null && of.has(comparisons[c]!)) return 'compared'
  return 'absent'
}

/** Kept from pair to pair: the sums of one are read before those of the next are made. At most so many rivals. */
const SUMS = new Float64Array(64)

/** Log-odds of each rival over "the same" for what the comparisons of a pair found. */
export function weighRivals(
  { prior, presences }: CompiledStories,
  comparisons: readonly Graded[],
  found: readonly (Agreement | null)[],
): Float64Array {
  const sums = SUMS.subarray(0, prior.length)
  sums.set(prior)
  for (let c = 0; c < comparisons.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    for (const grading of comparisons[c]!.gradings) {
      const level = levelOf(grading, agreement)
      const row = level === null ? undefined : grading.rows.get(level)
      if (row !== undefined) for (let k = 0; k < row.length; k++) sums[k]! += row[k]!
    }
  }
  for (const presence of presences) {
    const row = presence.rows.get(presenceOf(presence, comparisons, found))
    if (row !== undefined) for (let k = 0; k < row.length; k++) sums[k]! += row[k]!
  }
  return sums
}

/** Log-odds of "the same" against strangers and all rivals together, and the likeliest rival; -1 where strangers are likelier. */
export function against(
  { rivals }: CompiledStories,
  logOdds: number,
  ratios: Float64Array,
): { readonly logOdds: number; readonly rival: number } {
  let rival = -1
  let most = -logOdds
  for (let k = 0; k < ratios.length; k++)
    if (rivals[k]!.same !== true && ratios[k]! > most) {
      most = ratios[k]!
      rival = k
    }
  let same = 1
  let others = 0
  for (let k = 0; k < ratios.length; k++)
    if (rivals[k]!.same === true) same += Math.exp(ratios[k]!)
    else others += Math.exp(ratios[k]! - most)
  // The log-odds against strangers are those of all records of one entity, with errors or without.
  others += same * Math.exp(-logOdds - most)
  return { logOdds: Math.log(same) - most - Math.log(others), rival }
}
