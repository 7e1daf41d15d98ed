// Chance that can be repeated: a generator of numbers whose whole sequence follows from the words it is started with.
// sfc32 (Chris Doty-Humphrey, PractRand), started from a 32-bit FNV-1a hash of the words.

export class Random {
  #a
  #b
  #c
  #count = 1

  /** The same words give the same sequence on every machine. */
  constructor(...words) {
    this.#a = fnv1a(words.join('\n'))
    this.#b = fnv1a(`${words.join('\n')}\nb`)
    this.#c = fnv1a(`${words.join('\n')}\nc`)
    for (let round = 0; round < 12; round++) this.next()
  }

  /** An integer in [0, 2^32). */
  next() {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** An integer in [0, limit); `limit` is at most 2^32. */
  below(limit) {
    return Math.floor((this.next() / 2 ** 32) * limit)
  }

  /** An integer in [first, last]. */
  between(first, last) {
    return first + this.below(last - first + 1)
  }

  /** True once in so many times. */
  oneIn(times) {
    return this.below(times) === 0
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** One of [weight, value] pairs, as often as its weight says. */
  weighted(pairs) {
    let at = this.below(pairs.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, value] of pairs) {
      at -= weight
      if (at < 0) return value
    }
    return pairs.at(-1)[1]
  }

  /** So many values of a function. */
  times(count, make) {
    return Array.from({ length: count }, () => make())
  }
}

function fnv1a(text) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
