// Jobs of the threads of a run: features, blocks, candidates, verdicts. A result does not depend on the thread or earlier jobs.
import type { PairVerdict } from '../engines/compare/column-scorer.ts'
import { isRivalled } from '../engines/compare/decide.ts'
import { createCompareEngine } from '../engines/compare/engine.ts'
import type { CompiledPack } from '../engines/compare/pack.ts'
import { once } from '../packs/data-files.ts'
import { loadPacks, type Packs } from '../packs/load.ts'
import { type OwnPack, withOwnPacks } from '../packs/own-packs.ts'
import type { ThreadJobs } from '../workers/threads.ts'
import type { DroppedAsked } from './blocking/block.ts'
import {
  type Choice,
  type Chosen,
  createChooser,
  type Pairs,
  type Sampled,
  sampleDropped,
  type Weighted,
} from './blocking/candidates.ts'
import type { Blocks } from './blocking/co-occurrence.ts'
import { blockingOf, type ColumnFeatures, featuresOf } from './blocking/features.ts'
import {
  type BlockSet,
  entriesOf,
  joinedBlocks,
  type KindEntries,
  type OversizeKind,
  type Room,
  singleBlocks,
} from './blocking/keys.ts'
import { type Weighed, type WeighedColumn, weighedColumn } from './blocking/match-weights.ts'
import { isLess, type SharedColumn, textAt } from './records/columns.ts'
import { levelOf, type MeasuredPairs, SILENT } from './records/fit.ts'
import { DIFFERENT, REVIEW, RIVALLED, SAME } from './records/table-run.ts'

export interface ThreadData {
  readonly entity: string
  readonly own: readonly OwnPack[]
  readonly columns: readonly SharedColumn[]
  readonly count: number
  /** Least score of a `different` pair that is reported. */
  readonly least: number
}

/** Verdicts on the reported pairs of some records, in the order of these records. */
export interface Scored {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly score: Float32Array
  readonly identity: Uint8Array
  readonly pairs: number
  /** Every n-th pair, and the pairs to review. */
  readonly measured: MeasuredPairs
}

export interface TableJobs extends ThreadJobs {
  readonly features: (field: string) => ColumnFeatures[]
  readonly entries: (features: readonly ColumnFeatures[]) => KindEntries
  readonly single: (asked: { kind: KindEntries; room: Room }) => { set: BlockSet; over: Uint8Array }
  readonly joined: (asked: {
    a: OversizeKind
    b: OversizeKind
    further: readonly OversizeKind[]
    room: Room
  }) => BlockSet[]
  readonly weighed: (features: readonly ColumnFeatures[]) => WeighedColumn
  readonly choose: (asked: { blocks: Blocks; weighed: Weighed; records: Uint32Array; choice: Choice }) => Chosen
  readonly dropped: (asked: DroppedAsked) => Weighted
  /** Levels and log-odds of every comparison of some pairs, for a fit. */
  readonly measure: (asked: Sampled) => MeasuredPairs
  readonly scores: (asked: Sampled) => Float32Array
  readonly score: (asked: { pairs: Pairs; records: Uint32Array; every: number }) => Scored
}

const shipped = once(loadPacks)

/** The facts of this package, read once for all runs, with packs of the caller's own. */
export const packsWith = (own: readonly OwnPack[]): Packs =>
  own.length === 0 ? shipped() : withOwnPacks(shipped(), own)

const IDENTITY_NUMBER = { different: DIFFERENT, review: REVIEW, same_entity: SAME } as const

/** Number of the verdict among the edges; -1: the pair is none, as it is `different` with a score below `least`. */
export function edgeOf(verdict: PairVerdict, least: number): number {
  const { identity, score } = verdict
  if (isRivalled(verdict)) return RIVALLED
  return identity === 'different' && score < least ? -1 : IDENTITY_NUMBER[identity]
}

/** Collects what the comparisons of pairs found. */
function rowsFor({ comparisons }: CompiledPack) {
  const width = comparisons.length
  const [a, b, scores, named, levels, added]: number[][] = [[], [], [], [], [], []]
  return {
    add(x: number, y: number, decision: PairVerdict) {
      a!.push(x)
      b!.push(y)
      scores!.push(decision.score)
      let isNamed = 0
      for (let c = 0; c < width; c++) {
        const agreement = decision.found[c]!
        levels!.push(agreement === null ? SILENT : levelOf(decision.added[c]!))
        added!.push(agreement === null ? 0 : decision.added[c]!)
        if (agreement?.conflict && comparisons[c]!.kind.namesPersons) isNamed = 1
      }
      named!.push(isNamed)
    },
    measured: (): MeasuredPairs => ({
      names: comparisons.map(({ factors }) => factors[0]!),
      a: Uint32Array.from(a!),
      b: Uint32Array.from(b!),
      scores: Float32Array.from(scores!),
      named: Uint8Array.from(named!),
      levels: Uint8Array.from(levels!),
      added: Float32Array.from(added!),
    }),
  }
}

export function createJobs({ entity, own, columns, count, least }: ThreadData): TableJobs {
  const packs = packsWith(own)
  const { pack } = packs.entityPack(entity)
  const scorer = once(() =>
    createCompareEngine(packs).columns(
      entity,
      columns.map(({ field, codes, values }) => ({
        field,
        codes,
        value: (code) => textAt(values, code),
        isLess: (p, q) => isLess(values, p, q),
      })),
      least,
    ),
  )
  let chooser: ReturnType<typeof createChooser> | null = null
  return {
    features: (field) => featuresOf(columns.find((column) => column.field === field)!, blockingOf(pack, field)),
    entries: (features) => entriesOf(features, columns, count),
    weighed: (features) => weighedColumn(columns.find(({ field }) => field === features[0]!.field)!, features, pack),
    single: ({ kind, room }) => singleBlocks(kind, room),
    // A message copies the same kind twice: the equal name shows that it is one kind.
    joined: ({ a, b, further, room }) => joinedBlocks(a, a.kind.name === b.kind.name ? a : b, further, room),
    choose({ blocks, weighed, records, choice }) {
      chooser ??= createChooser(blocks, weighed)
      return chooser(records, choice)
    },
    dropped: ({ blocks, weighed, choice, every }) => sampleDropped(blocks, weighed, choice, every),
    measure({ a, b }) {
      const rows = rowsFor(scorer().pack)
      for (let i = 0; i < a.length; i++) rows.add(a[i]!, b[i]!, scorer().decision(a[i]!, b[i]!))
      return rows.measured()
    },
    scores: ({ a, b }) => Float32Array.from(a, (record, i) => scorer().verdict(record, b[i]!)?.score ?? 0),
    score({ pairs: { starts, others }, records, every }) {
      let room = 0
      for (const record of records) room += starts[record + 1]! - starts[record]!
      const a = new Uint32Array(room)
      const b = new Uint32Array(room)
      const score = new Float32Array(room)
      const identity = new Uint8Array(room)
      const { verdict, decision, pack: bound } = scorer()
      const rows = rowsFor(bound)
      let reported = 0
      for (const record of records)
        for (let at = starts[record]!; at < starts[record + 1]!; at++) {
          const found = at % every === 0 ? decision(record, others[at]!) : verdict(record, others[at]!)
          const number = found === null ? -1 : edgeOf(found, least)
          if (found !== null && (at % every === 0 || number === REVIEW)) rows.add(record, others[at]!, found)
          if (found === null || number < 0) continue
          a[reported] = record
          b[reported] = others[at]!
          score[reported] = found.score
          identity[reported] = number
          reported++
        }
      return {
        a: a.slice(0, reported),
        b: b.slice(0, reported),
        score: score.slice(0, reported),
        identity: identity.slice(0, reported),
        pairs: room,
        measured: rows.measured(),
      }
    },
  }
}
