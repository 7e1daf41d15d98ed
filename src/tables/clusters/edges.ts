// Sets of edges in their order: joined, and sorted in linear time.
import type { Edges } from '../records/table-run.ts'
import { grouped } from './union-find.ts'

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
