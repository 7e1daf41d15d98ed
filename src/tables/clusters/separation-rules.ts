// Rules that keep two clusters apart for any score: answers of reviewers, identifiers that are unique per entity, sources without duplicates.
import type { Candidate, PartitionRules } from './partition.ts'

/** Values of an identifier that is unique per entity (a tax number), or of a fact that one entity does not have twice (a date of birth), by record. */
export interface IdentifierColumn {
  readonly name: string
  readonly why: 'identifier' | 'contrary'
  /** One code per record, 0 if it has no value; equal codes are equal identifiers. */
  readonly codes: Uint32Array
  /** True if two different codes above 0 are two valid, different values: not two spellings of one, and not a typo. */
  conflicts(x: number, y: number): boolean
}

/** Sources that contain an entity once: at most one record of each joins a cluster, or several that are the same entity within the source. */
export interface UniqueSources {
  readonly sourceOf: (record: number) => number
  readonly sources: ReadonlySet<number>
  /** Maps each record to one representative of its entity within its source. Missing: every record is its own. */
  readonly twinOf?: (record: number) => number
}

export interface RuleInputs {
  readonly identifiers: readonly IdentifierColumn[]
  /** Null: no source is known to contain an entity only once. */
  readonly unique: UniqueSources | null
}

type Values = readonly number[]
const NOTHING: Values = []

/** Reason why two clusters are separate although a pair of their records is the same. */
export type Withheld = 'answer' | 'identifier' | 'contrary' | 'ambiguous' | 'source' | 'tie' | 'evidence'

/** Rules over the nodes of one component; `members` lists the records of each node. */
export class Rules implements PartitionRules {
  private readonly identifiers: Values[][]
  private readonly columns: readonly IdentifierColumn[]
  /** By node: representatives of its records in such sources. */
  private readonly sources: Values[] | null
  private readonly sourceOf: (record: number) => number
  /** Sources whose records a node no longer accepts, because two candidates were equal. */
  private readonly open: (Set<number> | undefined)[] = []
  private readonly forbidden: (Map<number, 'answer' | 'contrary' | 'ambiguous'> | undefined)[] = []
  /** By column: pairs of values that are no reason to part. */
  private readonly accepted: Set<string>[]

  constructor(members: readonly (readonly number[])[], inputs: RuleInputs) {
    this.columns = inputs.identifiers
    this.accepted = inputs.identifiers.map(() => new Set())
    this.identifiers = inputs.identifiers.map(({ codes }) =>
      members.map((records) => distinct(records.map((record) => codes[record]!).filter((code) => code !== 0))),
    )
    const { unique } = inputs
    this.sourceOf = unique?.sourceOf ?? (() => 0)
    this.sources =
      unique === null
        ? null
        : members.map((records) =>
            distinct(
              records.filter((record) => unique.sources.has(unique.sourceOf(record))).map(unique.twinOf ?? itself),
            ),
          )
  }

  /** A pair that its comparison found the same although such values differ in it: the difference has been weighed. True if there are such values. */
  accept(a: number, b: number): boolean {
    let conflicts = false
    for (const [i, column] of this.columns.entries()) {
      const [x, y] = [column.codes[a]!, column.codes[b]!]
      if (column.why !== 'contrary' || x === y || x === 0 || y === 0 || !column.conflicts(x, y)) continue
      this.accepted[i]!.add(pairOf(x, y))
      conflicts = true
    }
    return conflicts
  }

  /** Keeps two clusters apart; of several reasons, the first stays. */
  forbid(a: number, b: number, why: 'answer' | 'contrary' | 'ambiguous'): void {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      this.forbidden[x] ??= new Map()
      if (!this.forbidden[x].has(y)) this.forbidden[x].set(y, why)
    }
  }

  apart(a: number, b: number): boolean {
    return this.why(a, b) !== null
  }

  why(a: number, b: number): Exclude<Withheld, 'evidence'> | null {
    const forbidden = this.forbidden[a]?.get(b)
    if (forbidden !== undefined) return forbidden
    for (const [i, column] of this.identifiers.entries())
      if (contradict(column[a]!, column[b]!, this.columns[i]!, this.accepted[i]!)) return this.columns[i]!.why
    if (this.sources === null) return null
    if (this.areOfOneSource(this.sources[a]!, this.sources[b]!)) return 'source'
    return this.isLeftOpen(a, b) || this.isLeftOpen(b, a) ? 'tie' : null
  }

  private isLeftOpen(a: number, b: number): boolean {
    const open = this.open[a]
    return open !== undefined && this.sources![b]!.some((twin) => open.has(this.sourceOf(twin)))
  }

  /** True if one source would have two records that are not the same in one cluster. */
  private areOfOneSource(a: Values, b: Values): boolean {
    return a.some((x) => b.some((y) => x !== y && this.sourceOf(x) === this.sourceOf(y)))
  }

  get exclusive(): boolean {
    return this.sources !== null || this.forbidden.length > 0
  }

  rivals(b: Candidate, c: Candidate): boolean {
    if (this.areContrary(b.at, c.at)) return b.best === c.best
    return b.sum === c.sum && this.sources !== null && this.areOfOneSource(this.sources[b.at]!, this.sources[c.at]!)
  }

  /** True if their comparison keeps two clusters apart, so that a record that fits both is one of the two, or a third. */
  private areContrary(b: number, c: number): boolean {
    return this.forbidden[b]?.get(c) === 'contrary'
  }

  leaveOpen(a: number, b: number, c: number): void {
    if (this.areContrary(b, c)) {
      this.forbid(a, b, 'ambiguous')
      this.forbid(a, c, 'ambiguous')
      return
    }
    this.open[a] ??= new Set()
    for (const twin of this.sources?.[b] ?? NOTHING) this.open[a].add(this.sourceOf(twin))
  }

  joined(a: number, b: number): void {
    for (const column of this.identifiers) column[a] = merged(column[a]!, column[b]!)
    if (this.sources !== null) this.sources[a] = merged(this.sources[a]!, this.sources[b]!)
    const open = this.open[b]
    if (open !== undefined) {
      this.open[a] ??= new Set()
      for (const source of open) this.open[a].add(source)
    }
    for (const [other, why] of this.forbidden[b] ?? []) {
      this.forbidden[other]!.delete(b)
      this.forbid(a, other, why)
    }
    this.forbidden[b] = undefined
  }
}

/** True if two values conflict and none is shared: with one shared value, other values were united by reviewers. */
const contradict = (a: Values, b: Values, { conflicts }: IdentifierColumn, accepted: ReadonlySet<string>): boolean =>
  a.length > 0 &&
  b.length > 0 &&
  !shares(a, b) &&
  a.some((x) => b.some((y) => !accepted.has(pairOf(x, y)) && conflicts(x, y)))

export const pairOf = (x: number, y: number): string => (x < y ? `${x} ${y}` : `${y} ${x}`)

const itself = (record: number): number => record
const distinct = (values: number[]): Values => (values.length === 0 ? NOTHING : [...new Set(values)])
const shares = (a: Values, b: Values): boolean => a.some((value) => b.includes(value))
const merged = (a: Values, b: Values): Values => (b.length === 0 ? a : a.length === 0 ? b : distinct([...a, ...b]))
