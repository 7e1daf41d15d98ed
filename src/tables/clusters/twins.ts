// Records of one source that are one entity: what a link asks before it puts two of them into one cluster, because it compares between sources only.
import type { Edges } from '../model.ts'
import type { Answers } from './answers.ts'
import { connected } from './cluster.ts'
import { grouped, UnionFind } from './union-find.ts'

/** Records of one source in one component above which they are not compared with each other, and none of them has a twin. */
const MANY = 100

/**
 * By record one record for all of its source that are the same as it, as far as pairs between sources bring them into one component.
 * `areSame` compares two records.
 */
export function twinsWithin(
  count: number,
  edges: Edges,
  answers: Answers,
  sourceOf: (record: number) => number,
  areSame: (a: number, b: number) => boolean,
): (record: number) => number {
  const components = connected(count, edges, answers)
  const { starts, items } = grouped(count, components.count, (record) => components.of[record]!)
  const union = new UnionFind(count)
  for (let c = 0; c < components.count; c++) {
    const members = items.subarray(starts[c]!, starts[c + 1]!)
    // Records are numbered source by source, so those of one source follow each other.
    for (let from = 0, to = 0; from < members.length; from = to) {
      while (to < members.length && sourceOf(members[to]!) === sourceOf(members[from]!)) to++
      if (to - from < 2 || to - from > MANY) continue
      for (let i = from; i < to; i++)
        for (let j = i + 1; j < to; j++)
          if (union.find(members[i]!) !== union.find(members[j]!) && areSame(members[i]!, members[j]!))
            union.union(members[i]!, members[j]!)
    }
  }
  return (record) => union.find(record)
}
