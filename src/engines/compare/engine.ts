// Comparison: are these two records the same? Two engines, one contract.
import type { Packs } from '../../packs/load.ts'
import type { Comparison } from '../../records/receipt.ts'

export type Attributes = Readonly<Record<string, string>>

/** The fields of one text, and what the string engine pins about where they came from. */
export interface TextSide {
  readonly attributes: Attributes
  readonly documentId: string
}

export interface CompareEngine {
  /** Entity names, sorted, as the contract lists them. */
  entities(): readonly string[]
  /** Pack engine: two field maps under an entity pack. `entity` must be one of entities(). */
  compareRecords(entity: string, a: Attributes, b: Attributes): Comparison
  /** String engine: fields extracted from two texts, person pack, priors of a jurisdiction (null: default priors). */
  compareTexts(a: TextSide, b: TextSide, options: { jurisdiction: string | null; backend: string }): Comparison
}

export function createCompareEngine(_packs: Packs): CompareEngine {
  throw new Error('not built yet')
}
