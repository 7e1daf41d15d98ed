// Places of a file that are rewritten in part: addresses of links, and texts that are partly code (a formula with its literals).
import { decodedAddress } from '../../text/percent.ts'
import type { Spot } from './copy-text.ts'

/** External links for readers; any other external target, such as a template or a linked file, is a local path. */
export const FOLLOWED = /^(?:https?|mailto|tel|ftp|sip|sms):/i

/** An address as people read it; what is written in its place stays an address. */
export function linkSpot(spot: Spot): Spot {
  return {
    value: decodedAddress(spot.value),
    set: (text) => spot.set(encodeURI(Buffer.from(text, 'utf8').toString('utf8'))),
  }
}

export interface Part {
  readonly start: number
  readonly end: number
}

/** Spots over parts of a spot, which are disjoint and sorted. Each that is set writes the whole again. */
export function split(spot: Spot, parts: readonly Part[]): Spot[] {
  const now = parts.map(({ start, end }) => spot.value.slice(start, end))
  const write = () => {
    let text = ''
    let at = 0
    parts.forEach(({ start, end }, n) => {
      text += spot.value.slice(at, start) + now[n]
      at = end
    })
    spot.set(text + spot.value.slice(at))
  }
  return now.map((value, n) => ({
    value,
    set(text) {
      now[n] = text
      write()
    },
  }))
}
