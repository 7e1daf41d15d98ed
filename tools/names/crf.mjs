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

/**
 * Weights of each feature and move. `groups`: by feature, 0 or the number of the group that is left out together at the
 * rate `dropout[group]`; `isTraining`: by text.
 */
export function fitChains(chains, { labels, features, groups, dropout, epochs, rate, ridge, seed, isTraining, log }) {
  const L = labels
  const w = new Float64Array(features * L)
  const g2 = new Float64Array(features * L).fill(1e-6)
  const moves = new Float64Array((L + 1) * L)
  const moves2 = new Float64Array((L + 1) * L).fill(1e-6)
  const random = randomOf(seed)
  const order = Int32Array.from({ length: chains.count }, (_, i) => i).filter(
    (chain) => isTraining[chains.texts.list[chain]] === 1,
  )
  let room = 256
  let score = new Float64Array(room * L)
  let kept = new Int32Array(room * 200)
  let keptEnd = new Int32Array(room + 1)
  const all = { forward: new Float64Array(room * L), backward: new Float64Array(room * L) }
  const some = { forward: new Float64Array(room * L), backward: new Float64Array(room * L) }
  const NONE = Number.NEGATIVE_INFINITY

  const logSum = (list, from) => {
    let most = NONE
    for (let y = 0; y < L; y++) if (list[from + y] > most) most = list[from + y]
    if (most === NONE) return NONE
    let sum = 0
    for (let y = 0; y < L; y++) sum += Math.exp(list[from + y] - most)
    return most + Math.log(sum)
  }
  const column = new Float64Array(L)
  const pass = ({ forward, backward }, first, n, masked) => {
    const may = (i, y) => !masked || (chains.allowed.list[first + i] & (1 << y)) !== 0
    for (let i = 0; i < n; i++)
      for (let y = 0; y < L; y++) {
        if (!may(i, y)) {
          forward[i * L + y] = NONE
          continue
        }
        if (i === 0) forward[y] = score[y] + moves[L * L + y]
        else {
          for (let x = 0; x < L; x++) column[x] = forward[(i - 1) * L + x] + moves[x * L + y]
          forward[i * L + y] = score[i * L + y] + logSum(column, 0)
        }
      }
    for (let y = 0; y < L; y++) backward[(n - 1) * L + y] = may(n - 1, y) ? 0 : NONE
    for (let i = n - 2; i >= 0; i--)
      for (let y = 0; y < L; y++) {
        if (!may(i, y)) {
          backward[i * L + y] = NONE
          continue
        }
        for (let x = 0; x < L; x++)
          column[x] = may(i + 1, x) ? moves[y * L + x] + score[(i + 1) * L + x] + backward[(i + 1) * L + x] : NONE
        backward[i * L + y] = logSum(column, 0)
      }
    return logSum(forward, (n - 1) * L)
  }
  const step = (list, squares, at, gradient) => {
    const full = gradient + ridge * list[at]
    squares[at] += full * full
    list[at] -= (rate * full) / Math.sqrt(squares[at])
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      const held = order[i]
      order[i] = order[j]
      order[j] = held
    }
    let loss = 0
    for (let c = 0; c < order.length; c++) {
      const chain = order[c]
      const first = chains.items.list[chain]
      const n = chains.items.list[chain + 1] - first
      if (n > room) {
        room = 2 * n
        score = new Float64Array(room * L)
        keptEnd = new Int32Array(room + 1)
        kept = new Int32Array(room * 200)
        for (const one of [all, some]) {
          one.forward = new Float64Array(room * L)
          one.backward = new Float64Array(room * L)
        }
      }
      // The features of each item that are not left out this time, and the scores that they make.
      let end = 0
      for (let i = 0; i < n; i++) {
        let out = 0
        for (let group = 1; group < dropout.length; group++) if (random() < dropout[group]) out |= 1 << group
        keptEnd[i] = end
        const at = i * L
        for (let y = 0; y < L; y++) score[at + y] = 0
        for (let f = chains.starts.list[first + i]; f < chains.starts.list[first + i + 1]; f++) {
          const feature = chains.features.list[f]
          const group = groups[feature]
          if (group === 255 || (group !== 0 && (out & (1 << group)) !== 0)) continue
          kept[end++] = feature
          for (let y = 0; y < L; y++) score[at + y] += w[feature * L + y]
        }
      }
      keptEnd[n] = end
      const total = pass(all, first, n, false)
      const right = pass(some, first, n, true)
      if (right === NONE) continue
      const weight = chains.weights.list[chain]
      loss += weight * (total - right)
      if (total - right < 1e-4) continue
      for (let i = 0; i < n; i++) {
        for (let y = 0; y < L; y++) {
          const at = i * L + y
          const p = Math.exp(all.forward[at] + all.backward[at] - total)
          const q = some.forward[at] === NONE ? 0 : Math.exp(some.forward[at] + some.backward[at] - right)
          const gradient = weight * (p - q)
          if (Math.abs(gradient) < 1e-5) continue
          for (let f = keptEnd[i]; f < keptEnd[i + 1]; f++) step(w, g2, kept[f] * L + y, gradient)
          if (i === 0) step(moves, moves2, L * L + y, gradient)
        }
        if (i === 0) continue
        for (let x = 0; x < L; x++)
          for (let y = 0; y < L; y++) {
            const from = (i - 1) * L + x
            const to = i * L + y
            const p = Math.exp(all.forward[from] + moves[x * L + y] + score[to] + all.backward[to] - total)
            const q =
              some.forward[from] === NONE || some.backward[to] === NONE
                ? 0
                : Math.exp(some.forward[from] + moves[x * L + y] + score[to] + some.backward[to] - right)
            const gradient = weight * (p - q)
            if (Math.abs(gradient) > 1e-5) step(moves, moves2, x * L + y, gradient)
          }
      }
    }
    log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)} a chain`)
  }
  return { w, moves }
}
