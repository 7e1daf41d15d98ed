// Extract: entities proposed from a text, seen through the same scan as detection.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { EntityType, ProposedEntity } from '../../records/mentions.ts'
import type { ScannedText } from '../../text/scanned.ts'

export interface ExtractEngine {
  /** Entities in text order, disjoint; offsets are UTF-16 indexes of the text as sent. `types` null proposes all. */
  propose(text: ScannedText, claims: readonly Finding[], types: ReadonlySet<EntityType> | null): ProposedEntity[]
}

export function createExtractEngine(_packs: Packs): ExtractEngine {
  return { propose: () => [] }
}
