// Places: where a text says something is, comes from or goes to.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { PlaceMention } from '../../records/mentions.ts'
import type { ScannedText } from '../../text/scanned.ts'

export interface PlacesEngine {
  /** Mentions in text order, disjoint; offsets are UTF-16 indexes of the text as sent. */
  find(text: ScannedText, claims: readonly Finding[]): PlaceMention[]
}

export function createPlacesEngine(_packs: Packs): PlacesEngine {
  return { find: () => [] }
}
