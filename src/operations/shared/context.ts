// The dependencies of operations: the facts, the engines built on them, and the ledger if there is one.
import { type CompareEngine, createCompareEngine } from '../../engines/compare/engine.ts'
import type { TokenKeeper } from '../../engines/deidentify/engine.ts'
import { createDetectEngine, type DetectEngine } from '../../engines/detect/engine.ts'
import type { KnownPeople } from '../../engines/detect/persons/known-people.ts'
import { createExtractEngine, type ExtractEngine } from '../../engines/extract/engine.ts'
import { createJurisdictionEngine, type JurisdictionEngine } from '../../engines/jurisdiction/engine.ts'
import { createPlacesEngine, type PlacesEngine } from '../../engines/places/engine.ts'
import type { LedgerStore } from '../../ledger/store.ts'
import type { TextModel } from '../../model/learned-model.ts'
import { once } from '../../packs/data-files.ts'
import type { Packs } from '../../packs/load.ts'
import type { LookupIndex } from '../../tables/lookup/store.ts'
import type { MaskValues } from '../../text/mask.ts'
import type { ScannedText } from '../../text/scanned.ts'

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

/** Number of reviewers of a pair: one, or two with a third if they disagree. */
export type Reviewers = 1 | 2

export interface Context {
  readonly packs: Packs
  readonly engines: Engines
  readonly ledger: LedgerStore | null
  /** The learned model that supplements the rules; null or absent without one. */
  readonly model?: TextModel | null
  /** How values that are not revealed are shown; absent: as the contract says. */
  readonly maskValues?: MaskValues | undefined
  /** Reviewers of each pair; null or absent: as many as the ledger already uses, otherwise one. */
  readonly reviewers?: Reviewers | null
  /** Folders of the indexes to look in, by name, and those opened so far; absent: there are none. */
  readonly indexes?:
    | { readonly folders: Readonly<Record<string, string>>; readonly opened: Map<string, Promise<LookupIndex>> }
    | undefined
  /** The caller as known from attestation; null or absent if unknown. */
  readonly caller?: string | null
  /** Is told the tokens of masked texts and files; absent: nothing keeps them. */
  readonly keeper?: TokenKeeper | undefined
  /** Operator warnings, free of personal values. */
  readonly warn: (message: string) => void
}

/** An operation: takes a request and returns the answer in the form of the contract. Throws SelfsameError. */
export type Handler<Request, Answer> = (request: Request, context: Context) => Promise<Answer>

/** An operation over one text, which may be passed already scanned and read by the model, with the persons that other texts name. */
export type TextHandler<Request, Answer> = (
  request: Request,
  context: Context,
  text?: ScannedText,
  people?: KnownPeople,
) => Promise<Answer>
