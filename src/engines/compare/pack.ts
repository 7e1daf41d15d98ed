// A pack made ready to run: its comparators bound to their rules, its factors named and numbered.
import type { Packs } from '../../packs/load.ts'
import type { EntityPack, Level } from '../../packs/schemas/entity-pack.ts'
import type { Comparator, Compare } from './comparators/comparator.ts'
import { createTools } from './tools.ts'

export interface BoundComparison {
  readonly field: string
  readonly evidence: Comparator['evidence']
  readonly compare: Compare
  /** Factor names of its measures, and the levels each is weighed by (null: shown, not weighed). */
  readonly factors: readonly string[]
  readonly levels: readonly (readonly Level[] | null)[]
}

export interface CompiledPack {
  readonly pack: EntityPack
  readonly sha256: string
  readonly comparisons: readonly BoundComparison[]
  /** Any accepted spelling of a field -> the pack's own name. */
  readonly fieldOf: ReadonlyMap<string, string>
  readonly identifiers: ReadonlySet<string>
  /** Fields that may clear the gate although their comparator only supports. */
  readonly distinctive: ReadonlySet<string>
}

/** Binds a pack. Throws when it names a comparator that is not registered. */
export function compilePack(
  packs: Packs,
  { pack, sha256 }: { pack: EntityPack; sha256: string },
  comparators: ReadonlyMap<string, Comparator>,
  jurisdiction: string | null,
): CompiledPack {
  const tools = createTools(packs, pack, jurisdiction)
  const fieldOf = new Map<string, string>()
  for (const { name, aliases } of pack.fields) for (const spelling of [name, ...aliases]) fieldOf.set(spelling, name)
  const comparisons = pack.comparisons.map((rule) => {
    const comparator = comparators.get(rule.kind)
    if (comparator === undefined)
      throw new Error(`entity pack ${pack.entity} names the unknown comparator ${rule.kind}`)
    const base = rule.factor ?? rule.field
    const factors = comparator.measures.map((suffix) => (suffix === '' ? base : `${base}_${suffix}`))
    return {
      field: rule.field,
      evidence: comparator.evidence,
      compare: comparator.bind(rule, tools),
      factors,
      levels: factors.map((factor) => pack.model.factors[factor] ?? null),
    }
  })
  return {
    pack,
    sha256,
    comparisons,
    fieldOf,
    identifiers: new Set(pack.gate.identifiers),
    distinctive: new Set(pack.gate.distinctive),
  }
}
