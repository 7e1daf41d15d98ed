// Comparison: are these two records the same? Two engines, one contract.
import type { Packs } from '../../packs/load.ts'
import { constant, round4 } from '../../records/canonical.ts'
import type { Comparison, Gate, Identity } from '../../records/receipt.ts'
import { type Columns, createColumns } from './columns.ts'
import { COMPARATORS } from './comparators/registry.ts'
import { type Decision, decide, factorsOf, type Rules } from './decide.ts'
import { type Explained, explain, explanationOf, findingsOf } from './explain.ts'
import { canonicalFields, type ReadFields } from './fields.ts'
import { type CompiledPack, compilePack } from './pack.ts'
import { readRecord } from './read.ts'
import type { Finding } from './sentence.ts'

export type Attributes = Readonly<Record<string, string>>

/** The fields of one text, and what the string engine pins about where they came from. */
export interface TextSide {
  readonly attributes: Attributes
  readonly documentId: string
}

export interface CompareEngine {
  /** Entity names, sorted, as the contract lists them. */
  entities(): readonly string[]
  /** Makes a pack ready now instead of at its first comparison. Throws pack_invalid. */
  prepare(entity: string): void
  /** Pack engine: two field maps under an entity pack. `entity` must be one of entities(). */
  compareRecords(entity: string, a: Attributes, b: Attributes): Comparison
  /** String engine: fields extracted from two texts, person pack, priors of a jurisdiction (null: default priors). */
  compareTexts(a: TextSide, b: TextSide, options: { jurisdiction: string | null; backend: string }): Comparison
  /** Pack engine, for tables: values prepared once, pairs of values compared once, the verdicts of compareRecords. */
  columns(entity: string): Columns
  /** Pack engine, the verdict alone: what linking many pairs needs, without factors and reasons. */
  verdict(entity: string, a: Attributes, b: Attributes): { readonly identity: Identity; readonly score: number }
  /** The factors of a pair without a verdict, for fitting and diagnosis. */
  measure(entity: string, a: Attributes, b: Attributes): Readonly<Record<string, number>>
}

/** Thresholds on the probability: at or above `match` a merge, at or above `review` a question, below it another entity. */
const PACK_RULES: Rules = { match: 0.7, review: 0.55, floor: 0.75 }
const TEXT_RULES: Rules = { match: 0.85, review: 0.4, floor: 0.75 }
const TEXT_ENTITY = 'person'

/**
 * What the string engine pins. They move when a change could give two texts another answer, from the reading of the texts
 * (detection, the subject) to the score, and not with every release: a decision about texts whose answer stands keeps its id.
 */
const TEXT_ENGINE = 'texts@1.9'
const TEXT_COMPARATORS = 'comparators@1.8'

interface Judged {
  readonly read: readonly [ReadFields, ReadFields]
  readonly decision: Decision
}

export function createCompareEngine(packs: Packs): CompareEngine {
  const compiled = new Map<string, CompiledPack>()
  const pinned = new Map<string, Readonly<Record<string, unknown>>>()
  const names = packs.entityNames()
  const packOf = (entity: string, jurisdiction: string | null): CompiledPack => {
    const key = jurisdiction === null ? entity : `${entity} ${jurisdiction}`
    let pack = compiled.get(key)
    if (pack === undefined) {
      pack = compilePack(packs, packs.entityPack(entity), COMPARATORS, jurisdiction)
      compiled.set(key, pack)
    }
    return pack
  }
  const judge = (pack: CompiledPack, a: Attributes, b: Attributes, rules: Rules): Judged => {
    const left = canonicalFields(pack, a)
    const right = canonicalFields(pack, b)
    const decision = decide(pack, readRecord(pack, left.fields), readRecord(pack, right.fields), rules)
    return { read: [left, right], decision }
  }
  const packPins = (entity: string, pack: CompiledPack): Readonly<Record<string, unknown>> => {
    let pins = pinned.get(entity)
    if (pins === undefined) {
      pins = constant({
        engine: 'crosswalk.v1',
        comparators_sha256: pack.sha256,
        block: 'none',
        threshold: PACK_RULES.match,
        review_margin: round4(PACK_RULES.match - PACK_RULES.review),
        distinctive_floor: PACK_RULES.floor,
        tf: `${pack.shipped ? 'shipped' : 'own'}:${entity}`,
        entity_pack: entity,
      })
      pinned.set(entity, pins)
    }
    return pins
  }
  return {
    entities: () => names,
    prepare: (entity) => {
      packOf(entity, null)
    },
    compareRecords(entity, a, b) {
      const pack = packOf(entity, null)
      const judged = judge(pack, a, b, PACK_RULES)
      const { because } = judged.decision
      const basis = because === null ? `pack:${entity}` : `pack:${entity} (${because})`
      return new Answer(judged, pack, basis, packPins(entity, pack))
    },
    compareTexts(a, b, { jurisdiction, backend }) {
      const pack = packOf(TEXT_ENTITY, jurisdiction)
      const judged = judge(pack, a.attributes, b.attributes, TEXT_RULES)
      return new Answer(judged, pack, textBasis(judged.decision), {
        receipt_schema: 1,
        engine: TEXT_ENGINE,
        // What a version number does not cover: the facts of the person pack, which replay must be able to name.
        comparator_lib: `${TEXT_COMPARATORS}+${pack.sha256.slice(0, 12)}`,
        jurisdiction: jurisdiction ?? 'default',
        thresholds: { match: TEXT_RULES.match, review: TEXT_RULES.review, distinctive_floor: TEXT_RULES.floor },
        tf: 'default',
        provenance: { document_content_id_a: a.documentId, document_content_id_b: b.documentId, backend },
      })
    },
    columns: (entity) => createColumns(packOf(entity, null), PACK_RULES),
    verdict(entity, a, b) {
      return judge(packOf(entity, null), a, b, PACK_RULES).decision
    },
    measure(entity, a, b) {
      const pack = packOf(entity, null)
      return factorsOf(pack, judge(pack, a, b, PACK_RULES).decision)
    },
  }
}

/** What was concluded. Most callers that compare many pairs never read why: it is worked out when somebody asks. */
class Answer implements Comparison {
  readonly identity: Identity
  readonly basis: string
  readonly score: number
  readonly factors: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, unknown>>
  readonly gate: Gate
  readonly #judged: Judged
  readonly #pack: CompiledPack
  #findings: readonly Finding[] | null = null
  #told: Explained | null = null
  #sentence: string | null = null

  constructor(judged: Judged, pack: CompiledPack, basis: string, pins: Readonly<Record<string, unknown>>) {
    const { decision } = judged
    this.identity = decision.identity
    this.basis = basis
    this.score = decision.score
    this.factors = factorsOf(pack, decision)
    this.pins = pins
    this.gate = decision.gate
    this.#judged = judged
    this.#pack = pack
  }

  get #found(): readonly Finding[] {
    const { read, decision } = this.#judged
    this.#findings ??= findingsOf(this.#pack, read[0], read[1], decision)
    return this.#findings
  }

  get #why(): Explained {
    const { read, decision } = this.#judged
    this.#told ??= explain(this.#pack, read[0], read[1], decision, this.#found)
    return this.#told
  }

  get explanation(): string {
    const { read, decision } = this.#judged
    this.#sentence ??= explanationOf(this.#pack, read[0], read[1], decision, this.#found)
    return this.#sentence
  }

  get supporting() {
    return this.#why.supporting
  }

  get refuting() {
    return this.#why.refuting
  }

  get missing() {
    return this.#why.missing
  }

  get shared() {
    return this.#why.shared
  }
}

/** The string engine's word for why: every pairing of verdict and reason has one. */
function textBasis({ identity, because, single }: Decision): string {
  if (because === 'no comparable fields') return 'no_comparable_fields'
  if (because === 'conflict') return 'conflict'
  if (identity === 'different') return 'dissimilar'
  if (identity === 'same_entity') return 'corroborated'
  return single ? 'single_identifier' : 'not_distinctive'
}
