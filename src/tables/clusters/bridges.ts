// Bridges of a cluster: edges whose removal splits the cluster.

/** Finds bridges in many small graphs and reuses its memory. Tarjan, A note on finding the bridges of a graph, IPL 2 (1974). */
export class BridgeFinder {
  private starts = new Uint32Array(64)
  private ends = new Uint32Array(64)
  private edgeOf = new Uint32Array(64)
  private entered = new Uint32Array(64)
  private low = new Uint32Array(64)
  private next = new Uint32Array(64)
  private stack = new Uint32Array(64)
  private cameBy = new Uint32Array(64)

  /** `nodes` nodes 0..nodes-1 and edges between `u[i]` and `v[i]`, no two between the same nodes. Returns the indices of the bridges, ascending. */
  bridges(nodes: number, u: ArrayLike<number>, v: ArrayLike<number>): number[] {
    this.lay(nodes, u, v)
    const { entered, low, next, starts, ends, edgeOf, stack, cameBy } = this
    const found: number[] = []
    let clock = 0
    for (let start = 0; start < nodes; start++) {
      if (entered[start] !== 0) continue
      let depth = 0
      stack[0] = start
      cameBy[0] = NONE
      entered[start] = low[start] = ++clock
      while (depth >= 0) {
        const at = stack[depth]!
        if (next[at]! < starts[at + 1]!) {
          const i = next[at]!++
          const other = ends[i]!
          if (edgeOf[i] === cameBy[depth]) continue
          if (entered[other] === 0) {
            entered[other] = low[other] = ++clock
            stack[++depth] = other
            cameBy[depth] = edgeOf[i]!
          } else if (entered[other]! < low[at]!) low[at] = entered[other]!
          continue
        }
        depth--
        if (depth < 0) continue
        const above = stack[depth]!
        if (low[at]! < low[above]!) low[above] = low[at]!
        if (low[at]! > entered[above]!) found.push(cameBy[depth + 1]!)
      }
    }
    return found.sort((x, y) => x - y)
  }

  /** Adjacency lists of all nodes, one after the other. */
  private lay(nodes: number, u: ArrayLike<number>, v: ArrayLike<number>): void {
    this.grow(nodes, u.length)
    const { starts, ends, edgeOf, next } = this
    starts.fill(0, 0, nodes + 1)
    this.entered.fill(0, 0, nodes)
    for (let e = 0; e < u.length; e++) {
      starts[u[e]! + 1]!++
      starts[v[e]! + 1]!++
    }
    for (let i = 0; i < nodes; i++) starts[i + 1]! += starts[i]!
    next.set(starts.subarray(0, nodes))
    for (let e = 0; e < u.length; e++)
      for (const [from, to] of [
        [u[e]!, v[e]!],
        [v[e]!, u[e]!],
      ] as const) {
        ends[next[from]!] = to
        edgeOf[next[from]!++] = e
      }
    next.set(starts.subarray(0, nodes))
  }

  private grow(nodes: number, edges: number): void {
    if (this.starts.length <= nodes) {
      const size = 2 * nodes + 2
      this.starts = new Uint32Array(size)
      this.entered = new Uint32Array(size)
      this.low = new Uint32Array(size)
      this.next = new Uint32Array(size)
      this.stack = new Uint32Array(size)
      this.cameBy = new Uint32Array(size)
    }
    if (this.ends.length < 2 * edges) {
      this.ends = new Uint32Array(4 * edges)
      this.edgeOf = new Uint32Array(4 * edges)
    }
  }
}

const NONE = 0xffffffff
