// Edges and records as tests write them down.
import {
  DIFFERENT,
  type Edges,
  REVIEW,
  type RecordIds,
  type RecordRef,
  SAME,
} from '../../../src/tables/records/table-run.ts'

/** [a, b, score]: from .9 the same, from .5 a review. A fourth member says the identity outright. */
export type Pair = readonly [number, number, number] | readonly [number, number, number, number]

export function edgesOf(pairs: readonly Pair[]): Edges {
  const sorted = pairs
    .map(([a, b, ...rest]) => (a < b ? [a, b, ...rest] : [b, a, ...rest]))
    .sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!)
  return {
    a: Uint32Array.from(sorted, (pair) => pair[0]!),
    b: Uint32Array.from(sorted, (pair) => pair[1]!),
    score: Float32Array.from(sorted, (pair) => pair[2]!),
    identity: Uint8Array.from(sorted, ([, , score, identity]) => identity ?? verdict(score!)),
  }
}

const verdict = (score: number) => (score >= 0.9 ? SAME : score >= 0.5 ? REVIEW : DIFFERENT)

/** Clusters as lists of records, in order of their smallest. */
export function listed({ of, count }: { of: Uint32Array; count: number }): number[][] {
  const lists = Array.from({ length: count }, () => [] as number[])
  for (const [record, cluster] of of.entries()) lists[cluster]!.push(record)
  return lists
}

export function recordIds(refs: readonly RecordRef[]): RecordIds {
  return {
    count: refs.length,
    of: (record) => refs[record]!,
    numberOf: (source, id) => {
      const at = refs.findIndex((ref) => ref.source === source && ref.id === id)
      return at < 0 ? undefined : at
    },
  }
}
