// Counts the bits that the records of key lists share with a record looked up, in arrays that are used again for each look-up.

/** A candidate shares at least this part of the bits of the best one. */
const LEAST_SHARE = 0.3
/** Steps of the bits from 0 to those of the best candidate. */
const STEPS = 256

/** Adds bits to the records of a list, and to `seen` those that had none; returns the number of records in it. */
export function addNew(list: Uint32Array, own: number, bits: Uint16Array, seen: Uint32Array, before: number): number {
  let met = before
  for (let i = 0; i < list.length; i++) {
    const record = list[i]!
    if (bits[record] === 0) seen[met++] = record
    bits[record]! += own
  }
  return met
}

/** A bound of bits that about `most` of the records seen reach, or more where several have the same; found by counting, not by sorting. */
export function leastOfBest(bits: Uint16Array, seen: Uint32Array, met: number, most: number): number {
  let best = 0
  for (let i = 0; i < met; i++) if (bits[seen[i]!]! > best) best = bits[seen[i]!]!
  const counts = new Uint32Array(STEPS + 1)
  for (let i = 0; i < met; i++) counts[Math.floor((STEPS * bits[seen[i]!]!) / best)]!++
  let step = STEPS
  for (let count = counts[step]!; step > LEAST_SHARE * STEPS && count < most; ) count += counts[--step]!
  return (step * best) / STEPS
}

/** Adds bits to those records of a list that have some. */
export function addKnown(list: Uint32Array, own: number, bits: Uint16Array, met: number): number {
  for (let i = 0; i < list.length; i++) if (bits[list[i]!] !== 0) bits[list[i]!]! += own
  return met
}
