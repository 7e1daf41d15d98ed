// Fits a linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) to chains of tokens whose features are
// numbers: AdaGrad (Duchi, Hazan and Singer 2011) on the likelihood of the labels that each token is allowed, so that a source
// that labels persons alone says nothing of places. Deterministic: its own generator of random numbers, one chain after the other.

/** A generator of random numbers in [0, 1) (xorshift, Marsaglia 2003). */
export function randomOf(seed) {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}

/** Numbers that grow as they are pushed to. */
class Numbers {
  constructor(Type) {
    this.Type = Type
    this.list = new Type(1 << 20)
    this.length = 0
  }
  push(value) {
    if (this.length === this.list.length) {
      const wider = new this.Type(2 * this.length)
      wider.set(this.list)
      this.list = wider
    }
    this.list[this.length++] = value
  }
}

/** Chains laid out one after the other. */
export class Chains {
  constructor() {
    /** By chain: its first item; by item: its first feature. */
    this.items = new Numbers(Int32Array)
    this.starts = new Numbers(Int32Array)
    this.features = new Numbers(Int32Array)
    /** By item, a bit for each label that it may have. */
    this.allowed = new Numbers(Uint8Array)
    /** By chain: how much it counts, and its text. */
    this.weights = new Numbers(Float64Array)
    this.texts = new Numbers(Int32Array)
    this.items.push(0)
    this.starts.push(0)
  }
  get count() {
    return this.weights.length
  }
  addItem(features, allowed) {
    for (const feature of features) this.features.push(feature)
    this.starts.push(this.features.length)
    this.allowed.push(allowed)
  }
  endChain(weight, text) {
    this.items.push(this.starts.length - 1)
    this.weights.push(weight)
    this.texts.push(text)
  }
}

/** A group of features that no fit reads. */
export const LEFT_OUT = 255
/** Gradients below it change nothing that lasts. */
const LEAST_GRADIENT = 3e-4
/** A chain whose labels are as likely as this has been learnt. */
const LEARNT = 1e-3

/** Forward and backward probabilities of a chain, scaled to a sum of 1 a step, over all labels or those that its tokens are allowed. */
class Lattice {
  constructor(labels) {
    this.labels = labels
    this.grow(256)
  }
  grow(room) {
    this.odds = new Float64Array(room * this.labels)
    this.forward = new Float64Array(room * this.labels)
    this.backward = new Float64Array(room * this.labels)
    this.scales = new Float64Array(room)
  }
  /** Logarithm of the likelihood; -Infinity where no labels fit. `may`: by token from `first` on, the bits of its labels, or null. */
  run(all, factors, n, may, first) {
    const L = this.labels
    const { odds, forward, backward, scales } = this
    let likelihood = 0
    for (let i = 0; i < n; i++) {
      const bits = may === null ? -1 : may[first + i]
      let sum = 0
      for (let y = 0; y < L; y++) {
        const own = (bits & (1 << y)) === 0 ? 0 : all[i * L + y]
        odds[i * L + y] = own
        let into = 0
        if (own > 0) {
          if (i === 0) into = factors[L * L + y]
          else for (let x = 0; x < L; x++) into += forward[(i - 1) * L + x] * factors[x * L + y]
        }
        forward[i * L + y] = into * own
        sum += into * own
      }
      if (!(sum > 0)) return Number.NEGATIVE_INFINITY
      scales[i] = sum
      likelihood += Math.log(sum)
      for (let y = 0; y < L; y++) forward[i * L + y] /= sum
    }
    for (let y = 0; y < L; y++) backward[(n - 1) * L + y] = 1
    for (let i = n - 2; i >= 0; i--)
      for (let x = 0; x < L; x++) {
        let sum = 0
        for (let y = 0; y < L; y++) sum += factors[x * L + y] * odds[(i + 1) * L + y] * backward[(i + 1) * L + y]
        backward[i * L + x] = sum / scales[i + 1]
      }
    return likelihood
  }
  /** Probability of label `y` at token `i`, and of the move from label `x` at the token before it. */
  at(i, y) {
    return this.forward[i * this.labels + y] * this.backward[i * this.labels + y]
  }
  move(factors, i, x, y) {
    const L = this.labels
    const from = this.forward[(i - 1) * L + x]
    return (from * factors[x * L + y] * this.odds[i * L + y] * this.backward[i * L + y]) / this.scales[i]
  }
}

/** The features that a fit reads, numbered by how frequent they are: those of most tokens stand side by side. */
function compacted({ features, starts }, groups) {
  const counts = new Int32Array(groups.length)
  for (let i = 0; i < features.length; i++) counts[features.list[i]]++
  const kept = Int32Array.from({ length: groups.length }, (_, i) => i).filter((feature) => groups[feature] !== LEFT_OUT)
  kept.sort((a, b) => counts[b] - counts[a] || a - b)
  const numbers = new Int32Array(groups.length).fill(-1)
  for (const [number, feature] of kept.entries()) numbers[feature] = number
  const list = new Int32Array(features.length)
  const from = new Int32Array(starts.length)
  let length = 0
  for (let item = 0; item + 1 < starts.length; item++) {
    for (let f = starts.list[item]; f < starts.list[item + 1]; f++) {
      const number = numbers[features.list[f]]
      if (number >= 0) list[length++] = number
    }
    from[item + 1] = length
  }
  return { kept, list, from }
}

/**
 * Weights of each feature and move. `groups`: by feature, 0 or the number of the group that is left out together at the
 * rate `dropout[group]`, or LEFT_OUT; `isTraining`: by text.
 */
export function fitChains(chains, { labels, groups, dropout, epochs, rate, ridge, seed, isTraining, log }) {
  const L = labels
  const { kept, list, from } = compacted(chains, groups)
  const own = Uint8Array.from(kept, (feature) => groups[feature])
  // A weight and the sum of its squared gradients stand together: they are read and written together.
  const table = new Float32Array(kept.length * 2 * L).fill(1e-6)
  for (let feature = 0; feature < kept.length; feature++) table.fill(0, feature * 2 * L, feature * 2 * L + L)
  const moves = new Float64Array((L + 1) * L)
  const moves2 = new Float64Array((L + 1) * L).fill(1e-6)
  const factors = new Float64Array((L + 1) * L).fill(1)
  const random = randomOf(seed)
  const order = Int32Array.from({ length: chains.count }, (_, i) => i).filter(
    (chain) => isTraining[chains.texts.list[chain]] === 1,
  )
  const allowed = chains.allowed.list
  let room = 256
  let odds = new Float64Array(room * L)
  let read = new Int32Array(room * 200)
  let readEnd = new Int32Array(room + 1)
  const all = new Lattice(L)
  const some = new Lattice(L)
  const stepMove = (at, gradient) => {
    const full = gradient + ridge * moves[at]
    moves2[at] += full * full
    moves[at] -= (rate * full) / Math.sqrt(moves2[at])
    factors[at] = Math.exp(moves[at])
  }

  /** The odds of the labels of each token by the features that are not left out this time. */
  const score = (first, n) => {
    let end = 0
    for (let i = 0; i < n; i++) {
      let out = 0
      for (let group = 1; group < dropout.length; group++) if (random() < dropout[group]) out |= 1 << group
      readEnd[i] = end
      const at = i * L
      for (let y = 0; y < L; y++) odds[at + y] = 0
      for (let f = from[first + i]; f < from[first + i + 1]; f++) {
        const feature = list[f]
        const group = own[feature]
        if (group !== 0 && (out & (1 << group)) !== 0) continue
        read[end++] = feature
        for (let y = 0; y < L; y++) odds[at + y] += table[feature * 2 * L + y]
      }
      let most = odds[at]
      for (let y = 1; y < L; y++) if (odds[at + y] > most) most = odds[at + y]
      for (let y = 0; y < L; y++) odds[at + y] = Math.exp(odds[at + y] - most)
    }
    readEnd[n] = end
  }
  const starts = new Float64Array(L)
  const update = (n, weight) => {
    starts.fill(0)
    for (let i = 0; i < n; i++)
      for (let y = 0; y < L; y++) {
        const gradient = weight * (all.at(i, y) - some.at(i, y))
        if (Math.abs(gradient) < LEAST_GRADIENT) continue
        for (let f = readEnd[i]; f < readEnd[i + 1]; f++) {
          const at = read[f] * 2 * L + y
          const full = gradient + ridge * table[at]
          const squares = table[at + L] + full * full
          table[at + L] = squares
          table[at] -= (rate * full) / Math.sqrt(squares)
        }
        if (i === 0) starts[y] = gradient
      }
    for (let y = 0; y < L; y++) if (starts[y] !== 0) stepMove(L * L + y, starts[y])
  }
  const differences = new Float64Array(L * L)
  const updateMoves = (n, weight) => {
    differences.fill(0)
    for (let i = 1; i < n; i++)
      for (let x = 0; x < L; x++)
        for (let y = 0; y < L; y++)
          differences[x * L + y] += weight * (all.move(factors, i, x, y) - some.move(factors, i, x, y))
    for (let at = 0; at < L * L; at++) if (Math.abs(differences[at]) > LEAST_GRADIENT) stepMove(at, differences[at])
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      const held = order[i]
      order[i] = order[j]
      order[j] = held
    }
    let loss = 0
    for (const chain of order) {
      const first = chains.items.list[chain]
      const n = chains.items.list[chain + 1] - first
      if (n > room) {
        room = 2 * n
        odds = new Float64Array(room * L)
        readEnd = new Int32Array(room + 1)
        read = new Int32Array(room * 200)
        all.grow(room)
        some.grow(room)
      }
      score(first, n)
      const right = some.run(odds, factors, n, allowed, first)
      if (right === Number.NEGATIVE_INFINITY) continue
      const total = all.run(odds, factors, n, null, 0)
      const weight = chains.weights.list[chain]
      loss += weight * (total - right)
      if (total - right < LEARNT) continue
      if (n > 1) updateMoves(n, weight)
      update(n, weight)
    }
    log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)} a chain`)
  }
  const w = new Float64Array(groups.length * L)
  for (const [number, feature] of kept.entries())
    for (let y = 0; y < L; y++) w[feature * L + y] = table[number * 2 * L + y]
  return { w, moves }
}
