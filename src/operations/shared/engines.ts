// The engines of an installation, each built on first use. Only this module creates all of them.
import { type CompareEngine, createCompareEngine } from '../../engines/compare/engine.ts'
import { createDetectEngine, type DetectEngine } from '../../engines/detect/engine.ts'
import { createExtractEngine, type ExtractEngine } from '../../engines/extract/engine.ts'
import { createJurisdictionEngine, type JurisdictionEngine } from '../../engines/jurisdiction/engine.ts'
import { createPlacesEngine, type PlacesEngine } from '../../engines/places/engine.ts'
import { once } from '../../packs/data-files.ts'
import type { Packs } from '../../packs/load.ts'

export interface Engines {
  readonly detect: DetectEngine
  readonly jurisdiction: JurisdictionEngine
  readonly places: PlacesEngine
  readonly extract: ExtractEngine
  readonly compare: CompareEngine
}

export function createEngines(packs: Packs): Engines {
  return onFirstRead<Engines>({
    detect: () => createDetectEngine(packs),
    jurisdiction: () => createJurisdictionEngine(packs),
    places: () => createPlacesEngine(packs),
    extract: () => createExtractEngine(packs),
    compare: () => createCompareEngine(packs),
  })
}

/** An object whose members are made when they are first read. */
function onFirstRead<Members extends object>(make: { readonly [Name in keyof Members]: () => Members[Name] }): Members {
  const members = {} as Members
  for (const name of Object.keys(make) as (keyof Members)[])
    Object.defineProperty(members, name, { enumerable: true, get: once(make[name]) })
  return members
}

/** The same engines, with comparison under other packs: packs of a caller affect nothing else. */
export const comparingUnder = (packs: Packs, engines: Engines): Engines =>
  Object.create(engines, { compare: { value: createCompareEngine(packs), enumerable: true } })
