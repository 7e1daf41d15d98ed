// Comparison: are these two records the same? Two engines, one contract.
import type { Packs } from '../../packs/load.ts'
import { constant, round4 } from '../../records/canonical.ts'
import type { Comparison, Gate, Identity } from '../../records/receipt.ts'
import { ENGINES } from '../../version.ts'
import { type ColumnScorer, createColumnScorer, type PairVerdict, type ValueColumn } from './column-scorer.ts'
import { type Contributions, type Step, stepsOf } from './contributions.ts'
import { type Decision, decide, factorsOf } from './decide.ts'
import { levelsOf } from './hypotheses.ts'
import { type CompiledPack, compilePack, type Rules } from './pack.ts'
import { type Explained, explain, explanationOf, findingsOf } from './reasons.ts'
import { readRecord } from './record-cells.ts'
import { canonicalFields, type ReadFields } from './record-fields.ts'
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
  compareTexts(a: TextSide, b: TextSide, options: TextOptions): Comparison
  /** Pack engine, the verdict alone: what linking many pairs needs, without factors and reasons. */
  verdict(entity: string, a: Attributes, b: Attributes): PairVerdict
  /** The same of one record with many: it is read once. */
  verdictsOn(entity: string, a: Attributes): (b: Attributes) => PairVerdict
  /** The steps that moved the score of a pair, and the sentence for it: the data of a waterfall. */
  contributions(entity: string, a: Attributes, b: Attributes): Contributions
  /** Natural log-odds: those before anything was compared, and what each factor adds; and both records as the pack reads them. */
  weigh(entity: string, a: Attributes, b: Attributes): Weighed
  /** The factors of a pair without a verdict, for fitting and diagnosis. */
  measure(entity: string, a: Attributes, b: Attributes): Readonly<Record<string, number>>
  /** Level of each fact that the hypotheses of the pack are weighed by, and the log-odds against strangers alone, for fitting. */
  levels(entity: string, a: Attributes, b: Attributes): Levels
  /** Records of a table by their numbers: the verdicts of compareRecords, left early where they are certain to be `different` with a score below `least`. */
  columns(entity: string, columns: readonly ValueColumn[], least: number): ColumnScorer
  /** The fields of a record under their names in the pack, as they are compared; what the pack does not know is left out. */
  fieldsAsRead(entity: string, a: Attributes): Attributes
  /** A value of a field as it is compared: trimmed and bounded; null where it says nothing ("n/a"). */
  valueAsRead(entity: string, field: string, value: string): string | null
  /** Thresholds of the pack engine for an entity: at or above `match` a merge, at or above `review` a question. */
  thresholds(entity: string): Rules
}

export interface Levels {
  readonly levels: Readonly<Record<string, string>>
  readonly logOdds: number
}

export interface Weighed {
  readonly bias: number
  /** The steps of `stepsOf` after the prior; a factor has the field that it compares. */
  readonly steps: readonly (Step & { readonly field: string | null })[]
  readonly read: readonly [Attributes, Attributes]
}

/** How the two texts of a receipt were read. */
export interface TextOptions {
  readonly jurisdiction: string | null
  readonly backend: string
  /** The learned model that took part; null or absent for rules alone, which are not mentioned. */
  readonly model?: string | null
}

const TEXT_RULES: Rules = { match: 0.85, review: 0.4, floor: 0.75 }
const TEXT_ENTITY = 'person'

/** Digits of a hash that the string engine adds to a version: its pins have no member for facts. */
const SHORT_HASH = 12

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
      pack = compilePack(packs, packs.entityPack(entity), jurisdiction)
      compiled.set(key, pack)
    }
    return pack
  }
  const judge = (pack: CompiledPack, a: Attributes, b: Attributes, rules = pack.rules): Judged => {
    const left = canonicalFields(pack, a)
    const right = canonicalFields(pack, b)
    const decision = decide(pack, readRecord(pack, left.fields), readRecord(pack, right.fields), rules)
    return { read: [left, right], decision }
  }
  const packPins = (entity: string, pack: CompiledPack): Readonly<Record<string, unknown>> => {
    let pins = pinned.get(entity)
    if (pins === undefined) {
      pins = constant({
        engine: ENGINES.records,
        comparators_sha256: pack.sha256,
        block: 'none',
        threshold: pack.rules.match,
        review_margin: round4(pack.rules.match - pack.rules.review),
        distinctive_floor: pack.rules.floor,
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
      const judged = judge(pack, a, b)
      const { because } = judged.decision
      const basis = because === null ? `pack:${entity}` : `pack:${entity} (${because})`
      return new Answer(judged, pack, basis, packPins(entity, pack))
    },
    compareTexts(a, b, { jurisdiction, backend, model = null }) {
      const pack = packOf(TEXT_ENTITY, jurisdiction)
      const judged = judge(pack, a.attributes, b.attributes, TEXT_RULES)
      return new Answer(judged, pack, textBasis(judged.decision), {
        receipt_schema: 1,
        // A version covers code; the hashes of the facts for reading texts and of the person pack follow it.
        engine: `${ENGINES.texts}+${packs.readingSha256().slice(0, SHORT_HASH)}`,
        comparator_lib: `${ENGINES.comparators}+${pack.sha256.slice(0, SHORT_HASH)}`,
        jurisdiction: jurisdiction ?? 'default',
        thresholds: { match: TEXT_RULES.match, review: TEXT_RULES.review, distinctive_floor: TEXT_RULES.floor },
        tf: 'default',
        provenance: {
          document_content_id_a: a.documentId,
          document_content_id_b: b.documentId,
          backend,
          ...(model === null ? {} : { model }),
        },
      })
    },
    verdict(entity, a, b) {
      return judge(packOf(entity, null), a, b).decision
    },
    verdictsOn(entity, a) {
      const pack = packOf(entity, null)
      const left = readRecord(pack, canonicalFields(pack, a).fields)
      return (b) => decide(pack, left, readRecord(pack, canonicalFields(pack, b).fields), pack.rules)
    },
    contributions(entity, a, b) {
      const pack = packOf(entity, null)
      const { read, decision } = judge(pack, a, b)
      const findings = findingsOf(pack, read[0], read[1], decision)
      return {
        steps: stepsOf(pack, decision),
        explanation: explanationOf(pack, read[0], read[1], decision, findings),
      }
    },
    columns(entity, columns, least) {
      return createColumnScorer(packOf(entity, null), columns, least)
    },
    fieldsAsRead(entity, a) {
      return Object.fromEntries(canonicalFields(packOf(entity, null), a).fields)
    },
    valueAsRead(entity, field, value) {
      return canonicalFields(packOf(entity, null), { [field]: value }).fields.get(field) ?? null
    },
    thresholds: (entity) => packOf(entity, null).rules,
    weigh(entity, a, b) {
      const pack = packOf(entity, null)
      const { read, decision } = judge(pack, a, b)
      const fieldOf = new Map(pack.comparisons.flatMap(({ factors, field }) => factors.map((name) => [name, field])))
      const [prior, ...rest] = stepsOf(pack, decision)
      const steps = rest.map((step) => ({ ...step, field: fieldOf.get(step.name) ?? null }))
      const [left, right] = read.map(({ fields }) => Object.fromEntries(fields)) as [Attributes, Attributes]
      return { bias: prior?.logOdds ?? 0, steps, read: [left, right] }
    },
    levels(entity, a, b) {
      const pack = packOf(entity, null)
      const { stories, comparisons } = pack
      const { found, alone } = judge(pack, a, b).decision
      return { levels: stories === null ? {} : levelsOf(stories, comparisons, found), logOdds: alone }
    },
    measure(entity, a, b) {
      const pack = packOf(entity, null)
      return factorsOf(pack, judge(pack, a, b).decision)
    },
  }
}

/** The result. Most callers that compare many pairs never read the reasons, so they are computed on demand. */
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
