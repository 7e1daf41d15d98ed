// Records of one source that are one entity: a link needs them before it puts two of them into one cluster, because it compares between sources only.
import { type Edges, SAME } from '../model.ts'
import type { Answers } from './answers.ts'
import { connected } from './cluster.ts'
import { grouped, UnionFind } from './union-find.ts'

/** Maximum number of records of one source in one component that are compared with each other; in larger groups no record has a twin. */
const MANY = 100

/**
 * Maps each record to one representative of all records of its source that are the same entity, within one component: records that
 * are the same (`areSame` compares two) and have the same best partner in another source. Two records with different best
 * partners are two entities, however alike: the dining room and the cafe of one hotel.
 */
export function twinsWithin(
  count: number,
  edges: Edges,
  answers: Answers,
  sourceOf: (record: number) => number,
  areSame: (a: number, b: number) => boolean,
): (record: number) => number {
  const groups = groupsWithin(count, edges, answers, sourceOf)
  const partners = new Partners(edges, new Set(groups.flat()), sourceOf)
  const union = new UnionFind(count)
  for (const group of groups)
    for (const [i, x] of group.entries())
      for (const y of group.slice(i + 1))
        if (union.find(x) !== union.find(y) && partners.share(x, y) && areSame(x, y)) union.union(x, y)
  return (record) => union.find(record)
}

/** Records of one source in one component: groups of two and more. */
function groupsWithin(
  count: number,
  edges: Edges,
  answers: Answers,
  sourceOf: (record: number) => number,
): (readonly number[])[] {
  const components = connected(count, edges, answers)
  const { starts, items } = grouped(count, components.count, (record) => components.of[record]!)
  const groups: (readonly number[])[] = []
  for (let c = 0; c < components.count; c++) {
    const members = items.subarray(starts[c]!, starts[c + 1]!)
    // Records are numbered source by source, so those of one source follow each other.
    for (let from = 0, to = 0; from < members.length; from = to) {
      while (to < members.length && sourceOf(members[to]!) === sourceOf(members[from]!)) to++
      if (to - from > 1 && to - from <= MANY) groups.push([...members.subarray(from, to)])
    }
  }
  return groups
}

interface Best {
  score: number
  partners: number[]
}

/** The best partners of some records in each other source. */
class Partners {
  private readonly best = new Map<number, Map<number, Best>>()

  constructor(edges: Edges, wanted: ReadonlySet<number>, sourceOf: (record: number) => number) {
    for (let e = 0; e < edges.a.length; e++) {
      if (edges.identity[e] !== SAME) continue
      const [a, b] = [edges.a[e]!, edges.b[e]!]
      if (wanted.has(a)) this.add(a, b, sourceOf(b), edges.score[e]!)
      if (wanted.has(b)) this.add(b, a, sourceOf(a), edges.score[e]!)
    }
  }

  private add(record: number, other: number, source: number, score: number): void {
    const sources = this.best.get(record) ?? new Map<number, Best>()
    this.best.set(record, sources)
    const known = sources.get(source)
    if (known === undefined || score > known.score) sources.set(source, { score, partners: [other] })
    else if (score === known.score) known.partners.push(other)
  }

  /** True if both have the same best partner in some other source. */
  share(x: number, y: number): boolean {
    const others = this.best.get(y)
    for (const [source, { partners }] of this.best.get(x) ?? [])
      if (others?.get(source)?.partners.some((partner) => partners.includes(partner))) return true
    return false
  }
}
