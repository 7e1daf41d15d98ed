// Addresses of links as people read them.
import type { Spot } from './copy-text.ts'

/** An address as people read it; what is written in its place stays an address. */
export function linkSpot(spot: Spot): Spot {
  let value = spot.value
  try {
    value = decodeURI(spot.value)
  } catch {
    // Not encoded as an address is: read as it stands.
  }
  return { value, set: (text) => spot.set(encodeURI(Buffer.from(text, 'utf8').toString('utf8'))) }
}
