// The hash of words in tables: FNV-1a over UTF-16 units (Fowler, Noll, Vo; RFC 9923), computed character by character.
import { codeAt, lengthOf } from './unit-classes.ts'

export const HASH_SEED = 0x811c9dc5 | 0
export const HASH_PRIME = 0x01000193

/** 32-bit FNV-1a of a string's UTF-16 units; `seed` is the hash of the preceding units. */
export function hashOf(text: string, seed: number = HASH_SEED): number {
  let hash = seed
  const length = lengthOf(text)
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ codeAt(text, i), HASH_PRIME)
  return hash
}

/** The same for the units of an array before `end`. */
export function hashOfUnits(units: Uint16Array, end: number, from = 0): number {
  let hash = HASH_SEED
  for (let i = from; i < end; i++) hash = Math.imul(hash ^ units[i]!, HASH_PRIME)
  return hash
}
