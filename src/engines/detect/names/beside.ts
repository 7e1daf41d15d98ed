// The likeliest other name near a name: in a text that names no other person, a word that is also a name is often a thing.

export interface Named {
  readonly start: number
  readonly end: number
  readonly probability: number
}

/** Units of a block of text; names of the same and of adjacent blocks are near each other. */
const BLOCK = 500

/** The two likeliest names of a block that are spelt differently. */
interface Likeliest {
  spelt: string
  best: number
  second: number
}

/** By name, how likely the likeliest other name near it is one; 0 where there is none. */
export function likeliestBeside(text: string, names: readonly Named[]): number[] {
  if (names.length === 1) return [0]
  const blocks = new Map<number, Likeliest>()
  const blockOf = ({ start }: Named): number => Math.floor(start / BLOCK)
  for (const name of names) {
    const spelt = text.slice(name.start, name.end)
    const { probability } = name
    const block = blocks.get(blockOf(name))
    if (block === undefined) blocks.set(blockOf(name), { spelt, best: probability, second: 0 })
    else if (spelt === block.spelt) block.best = Math.max(block.best, probability)
    else if (probability > block.best) {
      block.second = block.best
      block.best = probability
      block.spelt = spelt
    } else block.second = Math.max(block.second, probability)
  }
  return names.map((name) => {
    const spelt = text.slice(name.start, name.end)
    let most = 0
    for (let at = blockOf(name) - 1; at <= blockOf(name) + 1; at++) {
      const block = blocks.get(at)
      if (block !== undefined) most = Math.max(most, block.spelt === spelt ? block.second : block.best)
    }
    return most
  })
}
