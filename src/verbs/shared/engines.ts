// The engines of an installation, each built on first use. Only this module creates all of them.

import { type CompareEngine, createCompareEngine } from '../../engines/compare/engine.ts'
import { createDetectEngine, type DetectEngine } from '../../engines/detect/engine.ts'
import { createExtractEngine, type ExtractEngine } from '../../engines/extract/engine.ts'
import { createJurisdictionEngine, type JurisdictionEngine } from '../../engines/jurisdiction/engine.ts'
import { createPlacesEngine, type PlacesEngine } from '../../engines/places/engine.ts'
import type { Packs } from '../../packs/load.ts'

export interface Engines {
  readonly detect: DetectEngine
  readonly jurisdiction: JurisdictionEngine
  readonly places: PlacesEngine
  readonly extract: ExtractEngine
  readonly compare: CompareEngine
}

export function createEngines(packs: Packs): Engines {
  let detect: DetectEngine | null = null
  let jurisdiction: JurisdictionEngine | null = null
  let places: PlacesEngine | null = null
  let extract: ExtractEngine | null = null
  let compare: CompareEngine | null = null
  return {
    get detect() {
      detect ??= createDetectEngine(packs)
      return detect
    },
    get jurisdiction() {
      jurisdiction ??= createJurisdictionEngine(packs)
      return jurisdiction
    },
    get places() {
      places ??= createPlacesEngine(packs)
      return places
    },
    get extract() {
      extract ??= createExtractEngine(packs)
      return extract
    },
    get compare() {
      compare ??= createCompareEngine(packs)
      return compare
    },
  }
}

/** The same engines, with comparison under other packs: packs of a caller affect nothing else. */
export function comparingUnder(packs: Packs, engines: Engines): Engines {
  const compare = createCompareEngine(packs)
  return {
    get detect() {
      return engines.detect
    },
    get jurisdiction() {
      return engines.jurisdiction
    },
    get places() {
      return engines.places
    },
    get extract() {
      return engines.extract
    },
    compare,
  }
}
