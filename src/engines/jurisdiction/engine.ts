// Jurisdiction: which law a text itself says governs it, or an honest abstention.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { JurisdictionVerdict } from '../../records/documents.ts'
import type { ScannedText } from '../../text/scanned.ts'

export interface JurisdictionEngine {
  /** `claims` are detection claims over the same text with no jurisdiction given; those with a country are evidence. */
  infer(text: ScannedText, claims: readonly Finding[]): JurisdictionVerdict
}

export function createJurisdictionEngine(_packs: Packs): JurisdictionEngine {
  throw new Error('not built yet')
}
