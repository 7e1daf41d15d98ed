// Divides one connected component into clusters: correlation clustering by greedy additive edge contraction. The evidence for
// two parts being one entity is the sum over all pairs compared between them; the two parts with the greatest sum are united, until no
// sum is above zero. So one weak pair does not build a chain if other pairs between its ends are different.
// Keuper et al., Efficient decomposition of image and mesh graphs by lifted multicuts (ICCV 2015), algorithm 1; correlation clustering:
// Bansal, Blum, Chawla, Machine Learning 56 (2004).

/** A component: nodes 0..size-1 and the compared pairs among them. `u`, `v`, `weight` and `links` have one length. */
export interface Component {
  readonly size: number
  readonly u: readonly number[]
  readonly v: readonly number[]
  /** Log-odds in thousandths, whole numbers. */
  readonly weight: readonly number[]
  /** 1: the pair alone is enough to unite its two ends; 0: it only adds to the sum of other pairs. */
  readonly link: readonly number[]
  /** By node: number of its records, as answers may have united several. */
  readonly records: readonly number[]
  readonly settings: PartitionSettings
  /** Rules that keep two clusters apart for any sum. `joined` notifies them of each union. */
  readonly rules: PartitionRules
}

/** Evidence of pairs of records that were not compared, because they share no key or each record had better candidates. */
export interface PartitionSettings {
  /** Log-odds of one such pair in thousandths: 0 or below. */
  readonly uncompared: number
  /** Maximum number that count per compared pair: a thousand duplicates are each compared with few others, which is not evidence against. */
  readonly most: number
}

/** Rules that take precedence over any sum. A cluster is named by one of its nodes, which stays its name after unions. */
export interface PartitionRules {
  /** True if `a` may have rivals at all, so that they are looked for. */
  readonly exclusive: boolean
  apart(a: number, b: number): boolean
  joined(a: number, b: number): void
  /** True if a cluster can be united with at most one of `b` and `c`, both equally good, so that any choice would be a guess. */
  rivals(b: Candidate, c: Candidate): boolean
  /** Neither of two equal candidates can be chosen: `a` stays apart from `b` and all its rivals. */
  leaveOpen(a: number, b: number, c: number): void
}

/** What a cluster may be united with, and the evidence for it: all of it, and that of its best pair. */
export interface Candidate {
  readonly at: number
  readonly sum: number
  readonly best: number
}

/** The cluster of each node, named by one of its nodes. */
export const partition = (component: Component): Uint32Array => new Contraction(component).run()

class Contraction {
  private readonly of: Uint32Array
  private readonly weight: number[]
  private readonly links: number[]
  private readonly best: number[]
  /** Number of compared pairs of records between the two ends. */
  private readonly compared: number[]
  private readonly ends: [number, number][] = []
  private readonly records: number[]
  private readonly smallest: number[]
  private readonly around: Map<number, number>[]
  private readonly heap = new Heap()
  private readonly component: Component

  constructor(component: Component) {
    this.component = component
    const { size, u, v, weight, link, records } = component
    this.of = Uint32Array.from({ length: size }, (_, i) => i)
    this.records = [...records]
    this.smallest = Array.from({ length: size }, (_, i) => i)
    this.around = Array.from({ length: size }, () => new Map())
    this.weight = []
    this.links = []
    this.best = []
    this.compared = []
    for (let e = 0; e < u.length; e++) this.add(u[e]!, v[e]!, weight[e]!, link[e]!)
    for (let e = 0; e < this.ends.length; e++) this.offer(e)
  }

  private add(a: number, b: number, weight: number, link: number): void {
    if (a === b) return
    const known = this.around[a]!.get(b)
    if (known !== undefined) {
      this.weight[known]! += weight
      this.links[known]! += link
      this.best[known] = Math.max(this.best[known]!, weight)
      this.compared[known]! += 1
      return
    }
    const e = this.ends.push([a, b]) - 1
    this.weight.push(weight)
    this.links.push(link)
    this.best.push(weight)
    this.compared.push(1)
    this.around[a]!.set(b, e)
    this.around[b]!.set(a, e)
  }

  /** Sum of the evidence of all pairs between the two ends of `e`, including those that were not compared. */
  private sum(e: number): number {
    const [a, b] = this.ends[e]!
    const { uncompared, most } = this.component.settings
    const compared = this.compared[e]!
    return this.weight[e]! + Math.min(this.records[a]! * this.records[b]! - compared, most * compared) * uncompared
  }

  private offer(e: number): void {
    const sum = this.sum(e)
    if (this.links[e]! === 0 || sum <= 0) return
    const [a, b] = this.ends[e]!
    const x = this.smallest[a]!
    const y = this.smallest[b]!
    this.heap.push({ sum, low: Math.min(x, y), high: Math.max(x, y), e })
  }

  run(): Uint32Array {
    for (let offer = this.heap.pop(); offer !== undefined; offer = this.heap.pop()) {
      const { e } = offer
      const [a, b] = this.ends[e]!
      if (this.around[a]!.get(b) !== e || this.component.rules.apart(a, b)) continue
      const sum = this.sum(e)
      // An end that has grown has more pairs that were not compared: the sum of the offer was too high, so it is offered again.
      if (sum < offer.sum) this.offer(e)
      else if (sum === offer.sum && !this.isOpen(e)) this.contract(e)
    }
    for (let i = 0; i < this.of.length; i++) this.of[i] = this.root(i)
    return this.of
  }

  /** True if a rival is as good. Then neither is united, because any choice would be a guess. */
  private isOpen(e: number): boolean {
    const { rules } = this.component
    if (!rules.exclusive) return false
    const [a, b] = this.ends[e]!
    let open = false
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const)
      for (const [other, rival] of this.around[x]!) {
        if (rival === e || this.links[rival]! === 0) continue
        if (!rules.rivals(this.candidate(y, e), this.candidate(other, rival)) || rules.apart(x, other)) continue
        rules.leaveOpen(x, y, other)
        open = true
        break
      }
    return open
  }

  private candidate(at: number, e: number): Candidate {
    return { at, sum: this.sum(e), best: this.best[e]! }
  }

  private root(node: number): number {
    let at = node
    while (this.of[at] !== at) {
      this.of[at] = this.of[this.of[at]!]!
      at = this.of[at]!
    }
    return at
  }

  private contract(e: number): void {
    let [a, b] = this.ends[e]!
    if (this.around[a]!.size < this.around[b]!.size) [a, b] = [b, a]
    this.around[a]!.delete(b)
    this.around[b]!.delete(a)
    this.of[b] = a
    this.records[a]! += this.records[b]!
    this.smallest[a] = Math.min(this.smallest[a]!, this.smallest[b]!)
    this.component.rules.joined(a, b)
    for (const [other, moved] of this.around[b]!) this.move(other, moved, a, b)
    this.around[b]!.clear()
  }

  private move(other: number, moved: number, a: number, b: number): void {
    this.around[other]!.delete(b)
    const known = this.around[a]!.get(other)
    if (known === undefined) {
      this.ends[moved] = [a, other]
      this.around[a]!.set(other, moved)
      this.around[other]!.set(a, moved)
    } else {
      this.weight[known]! += this.weight[moved]!
      this.links[known]! += this.links[moved]!
      this.best[known] = Math.max(this.best[known]!, this.best[moved]!)
      this.compared[known]! += this.compared[moved]!
    }
    this.offer(known ?? moved)
  }
}

interface Offer {
  readonly sum: number
  readonly low: number
  readonly high: number
  readonly e: number
}

/** Priority queue of offers, greatest sum first; of equal ones, the smallest nodes first. */
class Heap {
  private readonly offers: Offer[] = []

  push(offer: Offer): void {
    const { offers } = this
    let at = offers.push(offer) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!comesFirst(offers[at]!, offers[above]!)) break
      swap(offers, at, above)
      at = above
    }
  }

  pop(): Offer | undefined {
    const { offers } = this
    const first = offers[0]
    const last = offers.pop()
    if (offers.length === 0 || last === undefined) return first
    offers[0] = last
    for (let at = 0; ; ) {
      let next = 2 * at + 1
      if (next >= offers.length) break
      if (next + 1 < offers.length && comesFirst(offers[next + 1]!, offers[next]!)) next++
      if (!comesFirst(offers[next]!, offers[at]!)) break
      swap(offers, at, next)
      at = next
    }
    return first
  }
}

const comesFirst = (x: Offer, y: Offer): boolean =>
  x.sum !== y.sum ? x.sum > y.sum : x.low !== y.low ? x.low < y.low : x.high < y.high

function swap(offers: Offer[], i: number, j: number): void {
  const kept = offers[i]!
  offers[i] = offers[j]!
  offers[j] = kept
}
