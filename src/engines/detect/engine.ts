// Detection: everything personal in a text, settled into disjoint findings.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'

/** Which rules may speak: the governing country (null when only a statute is known) whose own rules need least evidence. */
export interface DetectScope {
  readonly jurisdiction: string | null
}

export interface DetectEngine {
  /** Every claim of every detector, offsets in the text as sent (UTF-16), may overlap. Sorted by start, then longer first. */
  claims(text: ScannedText, scope: DetectScope): Finding[]
  /** Claims settled into disjoint findings, sorted by start. */
  settle(claims: readonly Finding[]): Finding[]
}

export function createDetectEngine(_packs: Packs): DetectEngine {
  return { claims: () => [], settle: (claims) => [...claims] }
}
