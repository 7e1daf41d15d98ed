// A pack made ready to run: its comparators bound to their rules, its factors named and numbered.
import { SelfsameError } from '../../errors.ts'
import type { LoadedEntityPack } from '../../packs/entity-packs.ts'
import type { Packs } from '../../packs/load.ts'
import type { EntityPack, Level } from '../../packs/schemas/entity-pack.ts'
import { checks } from '../../values/identifier/checks.ts'
import type { Bound, Comparator } from './comparators/comparator.ts'
import { KINDS, type Kind, kindOf } from './comparators/kinds.ts'
import type { Label } from './comparators/statement.ts'
import { type CompiledStories, compileStories, type Grading } from './hypotheses.ts'
import { type Curve, curveOf } from './match-weights.ts'
import { createTools, type Tools } from './tools/pack-tools.ts'

export interface BoundComparison {
  readonly field: string
  readonly kind: Kind
  readonly comparator: Comparator
  readonly bound: Bound
  /** It speaks only where both records have all of these fields. */
  readonly where: readonly string[]
  /** It is silent where both records have one of these fields; at most 30. */
  readonly unless: readonly string[]
  /** It is silent where one of these factors, of other comparisons, is below its bound. */
  readonly yields: readonly { readonly to: string; readonly below: number }[]
  /** Agreement here may clear the gate. */
  readonly clears: boolean
  /** Named after its field: not a distance between two fields, as the one of coordinates. */
  readonly ownName: boolean
  /** Factor names of its measures, and the levels each is weighed by (null: shown, not weighed). */
  readonly factors: readonly string[]
  readonly levels: readonly (readonly Level[] | null)[]
  /** The same without levels that are all zero: they move no score. */
  readonly weighing: readonly (Curve | null)[]
  /** Facts of the pack's hypotheses that it grades. */
  readonly gradings: Grading[]
  /** Curves of its measures that refine the hypotheses, for each level of the context; none without hypotheses. */
  refined: (readonly (Curve | null)[])[]
}

/** Comparison `silenced` says nothing where the measure of another comparison is below a bound; both by their numbers in the pack. */
export interface Yield {
  readonly silenced: number
  readonly by: number
  readonly measure: number
  readonly below: number
}

/** Thresholds on the probability: at or above `match` a merge, at or above `review` a question, below it another entity. */
export interface Rules {
  readonly match: number
  readonly review: number
  /** Least distinctiveness of what agrees, for a merge. */
  readonly floor: number
}

export interface CompiledPack {
  readonly pack: EntityPack
  /** Thresholds for records; those for texts are of their engine. */
  readonly rules: Rules
  readonly sha256: string
  readonly shipped: boolean
  readonly comparisons: readonly BoundComparison[]
  readonly yields: readonly Yield[]
  /** Field -> numbers of the comparisons that read it. */
  readonly readers: ReadonlyMap<string, readonly number[]>
  /** Kept from record to record: 1 for each comparison that reads a field of it. */
  readonly marked: Uint8Array
  readonly tools: Tools
  /** The pack's own names of its fields, and what a person calls them. */
  readonly fieldNames: readonly string[]
  readonly labels: ReadonlyMap<string, Label>
  /** Fields the pack knows and no comparison reads. */
  readonly unread: ReadonlySet<string>
  /** Any accepted spelling of a field -> the pack's own name. */
  readonly fieldOf: ReadonlyMap<string, string>
  readonly identifiers: ReadonlySet<string>
  readonly core: ReadonlySet<string>
  readonly household: ReadonlySet<string>
  readonly separate: ReadonlySet<string>
  /** Log-odds of two records at most that sound numbers part. */
  readonly apart: number
  readonly vague: ReadonlySet<string>
  readonly contrary: ReadonlySet<string>
  /** The hypotheses that a pair is weighed under; null where the pack has none. */
  readonly stories: CompiledStories | null
}

const [MATCH, FLOOR] = [0.7, 0.75]

/** Binds a pack. Throws pack_invalid when it names a comparator or a check that does not exist, or a factor that none gives. */
export function compilePack(
  packs: Packs,
  { pack, sha256, shipped }: LoadedEntityPack,
  jurisdiction: string | null,
): CompiledPack {
  const tools = createTools(packs, pack, jurisdiction)
  const fieldOf = new Map<string, string>()
  for (const { name, aliases } of pack.fields) for (const spelling of [name, ...aliases]) fieldOf.set(spelling, name)
  const comparisons = pack.comparisons.map((rule) => {
    const kind = kindOf(rule.kind)
    if (kind === undefined)
      throw invalid(pack, `there is no comparator '${rule.kind}'; use one of ${Object.keys(KINDS).join(', ')}`)
    const { comparator } = kind
    if (rule.check !== undefined && !Object.hasOwn(checks, rule.check)) {
      const worldwide = Object.keys(checks).filter((name) => !name.includes('.'))
      throw invalid(
        pack,
        `there is no check '${rule.check}'; use ${worldwide.join(', ')} or a check of a country's rules`,
      )
    }
    const base = rule.factor ?? rule.field
    const factors = comparator.measures.map((suffix) => (suffix === '' ? base : `${base}_${suffix}`))
    const levels = factors.map((factor) => pack.model.factors[factor] ?? null)
    return {
      field: rule.field,
      kind,
      comparator,
      bound: comparator.bind(rule, tools),
      where: rule.where ?? [],
      unless: rule.unless ?? [],
      yields: rule.yields ?? [],
      clears: comparator.evidence === 'distinctive' || pack.gate.distinctive.includes(rule.field),
      ownName: rule.factor === undefined,
      factors,
      levels,
      gradings: [] as Grading[],
      refined: [],
      weighing: levels.map((level) => (level?.some(({ weight }) => weight !== 0) ? curveOf(level) : null)),
    }
  })
  const given = comparisons.flatMap(({ factors }) => factors)
  const stray = Object.keys(pack.model.factors).find((factor) => !given.includes(factor))
  if (stray !== undefined && !shipped)
    throw invalid(pack, `model.factors has '${stray}', which no comparison gives; they give ${given.join(', ')}`)
  const unknown = comparisons.flatMap(({ yields }) => yields).find(({ to }) => !given.includes(to))
  if (unknown !== undefined) throw invalid(pack, `a comparison yields to '${unknown.to}', which no comparison gives`)
  const stories = pack.stories === undefined ? null : compileStories(pack.stories, comparisons)
  if (typeof stories === 'string') throw invalid(pack, stories)
  const fieldNames = pack.fields.map(({ name }) => name)
  const read = new Set(pack.comparisons.flatMap((rule) => [rule.field, ...rule.with]))
  return {
    pack,
    rules: { match: MATCH, review: pack.gate.review, floor: FLOOR },
    sha256,
    shipped,
    comparisons,
    yields: yieldsOf(comparisons),
    readers: readersOf(comparisons),
    marked: new Uint8Array(comparisons.length),
    tools,
    fieldNames,
    unread: new Set(fieldNames.filter((name) => !read.has(name))),
    labels: new Map(pack.fields.map(({ name, label, plural }) => [name, { one: label, many: plural }])),
    fieldOf,
    identifiers: new Set(pack.gate.identifiers),
    core: new Set(pack.gate.core),
    household: new Set(pack.gate.household),
    separate: new Set(pack.gate.separate?.fields),
    apart: pack.gate.separate?.log_odds ?? Number.POSITIVE_INFINITY,
    vague: new Set(pack.gate.vague),
    contrary: new Set(pack.gate.contrary),
    stories,
  }
}

function readersOf(comparisons: readonly BoundComparison[]): Map<string, number[]> {
  const readers = new Map<string, number[]>()
  comparisons.forEach(({ bound }, c) => {
    for (const field of new Set(bound.reads)) readers.set(field, [...(readers.get(field) ?? []), c])
  })
  return readers
}

/** The yields among some comparisons; those to factors that none of them gives are left out. */
export function yieldsOf(comparisons: readonly BoundComparison[]): Yield[] {
  return comparisons.flatMap(({ yields }, silenced) =>
    yields.flatMap(({ to, below }) => {
      const by = comparisons.findIndex(({ factors }) => factors.includes(to))
      return by < 0 ? [] : [{ silenced, by, measure: comparisons[by]!.factors.indexOf(to), below }]
    }),
  )
}

function invalid({ entity }: EntityPack, why: string): SelfsameError {
  return new SelfsameError('pack_invalid', `The entity pack '${entity}' cannot be used: ${why}.`)
}
