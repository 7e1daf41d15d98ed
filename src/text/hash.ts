// The hash by which words are kept: FNV-1a over UTF-16 units (Fowler, Noll, Vo; RFC 9923), which a reader can carry on
// character by character.

export const HASH_SEED = 0x811c9dc5 | 0
export const HASH_PRIME = 0x01000193

/** 32-bit FNV-1a of a string's UTF-16 units. */
export function hashOf(text: string): number {
  let hash = HASH_SEED
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_PRIME)
  return hash
}
