// Places of a file that are rewritten in part: addresses of links, and texts that are partly code (a formula with its literals).
import { decodedAddress } from '../../text/percent.ts'
import { rewritten, type Spot, type TextRange } from './copy-text.ts'

/** External links for readers; any other external target, such as a template or a linked file, is a local path. */
export const FOLLOWED = /^(?:https?|mailto|tel|ftp|sip|sms):/i

/** An address as people read it; what is written in its place stays an address. */
export function linkSpot(spot: Spot): Spot {
  return {
    value: decodedAddress(spot.value),
    set: (text) => spot.set(encodeURI(Buffer.from(text, 'utf8').toString('utf8'))),
  }
}

/** Spots over parts of a spot, which are disjoint and sorted. Each that is set writes the whole again. */
export function split(spot: Spot, parts: readonly TextRange[]): Spot[] {
  const now = parts.map(({ start, end }) => spot.value.slice(start, end))
  return now.map((value, n) => ({
    value,
    set(text) {
      now[n] = text
      spot.set(
        rewritten(
          spot.value,
          parts.map((part, i) => ({ ...part, text: now[i]! })),
        ),
      )
    },
  }))
}
