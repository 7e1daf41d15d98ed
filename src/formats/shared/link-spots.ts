// Addresses of links as people read them.
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
