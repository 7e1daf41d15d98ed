// Clusters records: connected components of `same` pairs, each divided where the evidence contradicts one entity.
import { DIFFERENT, type Edges, REVIEW, RIVALLED, SAME } from '../records/table-run.ts'
import { Answers } from './answers.ts'
import { type PartitionSettings, partition } from './partition.ts'
import { type IdentifierColumn, Rules, type UniqueSources, type Withheld } from './separation-rules.ts'
import { type Grouped, grouped, type Numbered, UnionFind } from './union-find.ts'

/** Maximum log-odds in thousandths: a score of 0.9995, beyond which scores of four decimals are not precise. */
const MOST = 7600

/** Log-odds of a probability in thousandths, limited to -MOST..MOST. */
function thousandths(probability: number): number {
  if (probability <= 0) return -MOST
  if (probability >= 1) return MOST
  return Math.max(-MOST, Math.min(MOST, Math.round(1000 * Math.log(probability / (1 - probability)))))
}

/** Log-odds of edge `at` in thousandths, at least -against. Never negative for a `same` pair; never positive for a `different` one. */
function evidenceOf(edges: Edges, at: number, against: number): number {
  const odds = thousandths(edges.score[at]!)
  const identity = edges.identity[at]!
  if (identity === SAME) return Math.max(odds, 1)
  return identity === DIFFERENT && odds >= 0 ? -against : Math.max(odds, -against)
}

export interface ClusterInputs {
  /** Number of records; they are numbered 0..count-1. */
  readonly count: number
  /** Sorted by (a, b), each pair once. `different` pairs within a component count too, where kept: they prevent chains. */
  readonly edges: Edges
  readonly answers?: Answers
  /** Connected components of `same` pairs and answers, if they are already computed. */
  readonly components?: Numbered
  readonly identifiers?: readonly IdentifierColumn[]
  readonly settings?: ClusterSettings
  readonly unique?: UniqueSources
  /** Of a pair to review: does a fact, as two given names, tell two entities apart, so that no third record may join them? */
  readonly areToldApart?: (a: number, b: number) => boolean
}

/** Clusters, numbered from 0 in order of their smallest records. */
export interface Clusters extends Numbered {
  /** `same` pairs (edge numbers, ascending) whose records are in two clusters, with the reason. */
  readonly withheld: readonly { readonly edge: number; readonly why: Withheld }[]
  /** `same` pairs (edge numbers) with two dates or sexes that one entity does not have: the rest of the pair outweighs them. */
  readonly contrary: ReadonlySet<number>
}

export interface ClusterSettings extends PartitionSettings {
  /**
   * Maximum evidence of one pair against one entity, in thousandths of log-odds. If two records of one entity differ in much, both differ from all
   * its other records too, so that such pairs are not independent; and a pair with a low score may not have been kept.
   */
  readonly against: number
}

/** A pair without an edge counts as the strongest `different` pair. Fitted by tools/fit-clusters.mjs; data: docs/adr/0011-clusters.md. */
export const CLUSTER_SETTINGS: ClusterSettings = { against: 1000, uncompared: -1000, most: 3 }

/** Deterministic: independent of the order of answers and of equal scores. Memory: 20 bytes per record, 4 per edge. */
export function clusterRecords(inputs: ClusterInputs): Clusters {
  const { count, edges } = inputs
  const answers = inputs.answers ?? new Answers([])
  const components = inputs.components ?? connected(count, edges, answers)
  const cutter = new Cutter(inputs, answers, components)
  const final = new UnionFind(count)
  const withheld: { edge: number; why: Withheld }[] = []
  for (let c = 0; c < components.count; c++) cutter.cut(c, final, withheld)
  withheld.sort((x, y) => x.edge - y.edge)
  return { ...final.numbered(), withheld, contrary: new Set(cutter.contrary) }
}

function isMixed(members: Uint32Array, codes: Uint32Array): boolean {
  let held = 0
  for (const record of members) {
    const code = codes[record]!
    if (code === 0 || code === held) continue
    if (held !== 0) return true
    held = code
  }
  return false
}

/** Connected components of `same` pairs and of `same` answers. */
export function connected(count: number, edges: Edges, answers: Answers): Numbered {
  const union = new UnionFind(count)
  for (let e = 0; e < edges.a.length; e++) if (edges.identity[e] === SAME) union.union(edges.a[e]!, edges.b[e]!)
  for (const { a, b } of answers.same) union.union(a, b)
  return union.numbered()
}

class Cutter {
  /** By record: its node in the current component. */
  private readonly node: Uint32Array
  private readonly forbidden = new Map<number, number[]>()
  private readonly inputs: ClusterInputs
  private readonly answers: Answers
  private readonly components: Numbered
  private readonly settings: ClusterSettings
  private readonly records: Grouped
  private readonly inner: Grouped
  readonly contrary: number[] = []

  constructor(inputs: ClusterInputs, answers: Answers, components: Numbered) {
    const { count, edges } = inputs
    const { of } = components
    this.inputs = inputs
    this.answers = answers
    this.components = components
    this.settings = inputs.settings ?? CLUSTER_SETTINGS
    this.records = grouped(count, components.count, (record) => of[record]!)
    this.inner = grouped(edges.a.length, components.count, (e) =>
      of[edges.a[e]!] === of[edges.b[e]!] ? of[edges.a[e]!]! : -1,
    )
    this.node = new Uint32Array(count)
    for (const { a, b } of answers.different) this.forbidden.set(a, [...(this.forbidden.get(a) ?? []), b])
  }

  /** Divides component `c` and unites the records of each part in `final`. */
  cut(c: number, final: UnionFind, withheld: { edge: number; why: Withheld }[]): void {
    const members = this.records.items.subarray(this.records.starts[c]!, this.records.starts[c + 1]!)
    if (members.length === 1) return
    const edges = this.inner.items.subarray(this.inner.starts[c]!, this.inner.starts[c + 1]!)
    if (this.isUndisputed(members, edges)) {
      for (let i = 1; i < members.length; i++) final.union(members[0]!, members[i]!)
      return
    }
    const nodes = this.nodesOf(members)
    const rules = new Rules(nodes, { identifiers: this.inputs.identifiers ?? [], unique: this.inputs.unique ?? null })
    this.forbidAnswered(c, members, rules)
    const { a, b, identity } = this.inputs.edges
    for (const edge of edges) {
      const [x, y] = [a[edge]!, b[edge]!]
      if (this.isContrary(edge, x, y)) rules.forbid(this.node[x]!, this.node[y]!, 'contrary')
      else if (identity[edge] === SAME && rules.accept(x, y)) this.contrary.push(edge)
    }
    const of = partition({
      ...this.pairsOf(edges),
      size: nodes.length,
      records: nodes.map((n) => n.length),
      settings: this.settings,
      rules,
    })
    nodes.forEach((node, i) => {
      for (const record of [...node, ...nodes[of[i]!]!]) final.union(node[0]!, record)
    })
    for (const edge of edges) {
      const x = of[this.node[this.inputs.edges.a[edge]!]!]!
      const y = of[this.node[this.inputs.edges.b[edge]!]!]!
      if (x !== y && this.inputs.edges.identity[edge] === SAME)
        withheld.push({ edge, why: rules.why(x, y) ?? 'evidence' })
    }
  }

  /** Forbids the pairs of component `c` that have the answer `different`. */
  private forbidAnswered(c: number, members: Uint32Array, rules: Rules): void {
    for (const record of members)
      for (const other of this.forbidden.get(record) ?? [])
        if (this.components.of[other] === c) rules.forbid(this.node[record]!, this.node[other]!, 'answer')
  }

  /** True for an edge between two entities: a rival explains it, or the evidence of a question distinguishes them. */
  private isContrary(edge: number, x: number, y: number): boolean {
    const { identity, score } = this.inputs.edges
    if (identity[edge] === RIVALLED) return true
    return identity[edge] === REVIEW && score[edge]! < 0.5 && this.inputs.areToldApart?.(x, y) === true
  }

  /** True if no evidence contradicts any part of the component and no rule applies: it is one cluster. */
  private isUndisputed(members: Uint32Array, edges: Uint32Array): boolean {
    const { identifiers = [], unique } = this.inputs
    if (unique !== undefined) return false
    if (identifiers.some(({ codes }) => isMixed(members, codes))) return false
    if (!this.answers.isEmpty && members.some((record) => this.answers.known.has(record))) return false
    const { against, uncompared, most } = this.settings
    const isComplete = edges.length === (members.length * (members.length - 1)) / 2
    const enough = isComplete ? 0 : -uncompared * most
    return edges.every((edge) => evidenceOf(this.inputs.edges, edge, against) > enough)
  }

  /** Nodes in order of their smallest records: records with the answer `same` are one node. */
  private nodesOf(members: Uint32Array): number[][] {
    const nodes: number[][] = []
    const nodeOfSet = new Map<number, number>()
    for (const record of members) {
      const set = this.answers.known.get(record)
      const node = set === undefined ? undefined : nodeOfSet.get(set)
      this.node[record] = node ?? nodes.length
      if (node === undefined) nodes.push([record])
      else nodes[node]!.push(record)
      if (set !== undefined && node === undefined) nodeOfSet.set(set, nodes.length - 1)
    }
    return nodes
  }

  private pairsOf(edges: Uint32Array): { u: number[]; v: number[]; weight: number[]; link: number[] } {
    const all = this.inputs.edges
    const pairs = { u: [] as number[], v: [] as number[], weight: [] as number[], link: [] as number[] }
    for (const edge of edges) {
      pairs.u.push(this.node[all.a[edge]!]!)
      pairs.v.push(this.node[all.b[edge]!]!)
      pairs.weight.push(evidenceOf(all, edge, this.settings.against))
      pairs.link.push(all.identity[edge] === SAME ? 1 : 0)
    }
    return pairs
  }
}
