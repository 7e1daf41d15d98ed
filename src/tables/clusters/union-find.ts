// Disjoint sets of numbered records in two typed arrays, and sets of edges in their order: joined, and sorted in linear time.
import type { Edges } from '../records/table-run.ts'

/** Joins two sets of edges without a common pair. `count`: records are numbered 0..count-1. */
export function joinedEdges(x: Edges, y: Edges, count: number): Edges {
  const length = x.a.length + y.a.length
  const both = {
    a: new Uint32Array(length),
    b: new Uint32Array(length),
    score: new Float32Array(length),
    identity: new Uint8Array(length),
  }
  for (const key of ['a', 'b', 'score', 'identity'] as const) {
    both[key].set(x[key])
    both[key].set(y[key], x.a.length)
  }
  return sortedEdges(both, count)
}

/** The same edges sorted by (a, b), in linear time: by b first, then stably by a. */
export function sortedEdges(edges: Edges, count: number): Edges {
  const length = edges.a.length
  const byB = grouped(length, count, (e) => edges.b[e]!).items
  const byA = grouped(length, count, (i) => edges.a[byB[i]!]!).items
  const order = byA.map((i) => byB[i]!)
  return {
    a: order.map((e) => edges.a[e]!),
    b: order.map((e) => edges.b[e]!),
    score: Float32Array.from(order, (e) => edges.score[e]!),
    identity: Uint8Array.from(order, (e) => edges.identity[e]!),
  }
}

export class UnionFind {
  private readonly parent: Uint32Array
  private readonly sizes: Uint32Array

  constructor(count: number) {
    this.parent = new Uint32Array(count)
    this.sizes = new Uint32Array(count).fill(1)
    for (let i = 0; i < count; i++) this.parent[i] = i
  }

  /** The representative of the set of `member`. It depends on the order of unions: use `numbered` for stable numbers. */
  find(member: number): number {
    const { parent } = this
    let at = member
    // Path halving: Tarjan and van Leeuwen, Worst-case analysis of set union algorithms, JACM 31 (1984).
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }

  union(a: number, b: number): boolean {
    let x = this.find(a)
    let y = this.find(b)
    if (x === y) return false
    if (this.sizes[x]! < this.sizes[y]!) [x, y] = [y, x]
    this.parent[y] = x
    this.sizes[x]! += this.sizes[y]!
    return true
  }

  sizeOf(member: number): number {
    return this.sizes[this.find(member)]!
  }

  /** The set number of each member; sets are numbered from 0 in order of their smallest members, independent of the order of unions. */
  numbered(): Numbered {
    const of = new Uint32Array(this.parent.length)
    const numberOfRoot = new Uint32Array(this.parent.length).fill(UNNUMBERED)
    let count = 0
    for (let i = 0; i < of.length; i++) {
      const root = this.find(i)
      if (numberOfRoot[root] === UNNUMBERED) numberOfRoot[root] = count++
      of[i] = numberOfRoot[root]!
    }
    return { count, of }
  }
}

const UNNUMBERED = 0xffffffff

export interface Numbered {
  readonly count: number
  /** By member: the number of its set. */
  readonly of: Uint32Array
}

/** Members of several groups, one list after the other: those of group g are items[starts[g]]..items[starts[g + 1] - 1]. */
export interface Grouped {
  readonly starts: Uint32Array
  readonly items: Uint32Array
}

/** Groups the numbers 0..count-1 by `groupOf`, ascending within each group; a number with the group `none` is left out. */
export function grouped(count: number, groups: number, groupOf: (item: number) => number, none = -1): Grouped {
  const starts = new Uint32Array(groups + 1)
  for (let i = 0; i < count; i++) {
    const group = groupOf(i)
    if (group !== none) starts[group + 1]!++
  }
  for (let g = 0; g < groups; g++) starts[g + 1]! += starts[g]!
  const next = starts.slice(0, groups)
  const items = new Uint32Array(starts[groups]!)
  for (let i = 0; i < count; i++) {
    const group = groupOf(i)
    if (group !== none) items[next[group]!++] = i
  }
  return { starts, items }
}
