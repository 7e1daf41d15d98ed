// The dependencies of operations: the facts, the engines built on them, and the ledger if there is one.
import type { LedgerStore } from '../../ledger/store.ts'
import type { TextModel } from '../../model/model.ts'
import type { Packs } from '../../packs/load.ts'
import type { MaskValues } from '../../text/mask.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { PoolLoad } from '../../workers/pool.ts'
import type { Engines } from './engines.ts'

/** Calls `make` on the first call and keeps its result; `started` returns it, or null before the first call. */
export function onFirstUse<T>(make: () => Promise<T>): (() => Promise<T>) & { started(): Promise<T> | null } {
  let made: Promise<T> | null = null
  const call = () => {
    made ??= make().catch((error) => {
      made = null // a ledger that was away may be back for the next request
      throw error
    })
    return made
  }
  return Object.assign(call, { started: () => made })
}

export interface Counts {
  /** Load of the processes that read files; null before the first file. */
  readers(): PoolLoad | null
  files(): { readonly read: number; readonly refused: number }
  /** Number of decisions that the ledger acknowledged. */
  recorded(): number
}

export interface Context {
  readonly packs: Packs
  readonly engines: Engines
  readonly ledger: LedgerStore | null
  /** The learned model that supplements the rules; null or absent without one. */
  readonly model?: TextModel | null
  /** How values that are not revealed are shown; absent: as the contract says. */
  readonly maskValues?: MaskValues | undefined
  /** Operator warnings, free of personal values. */
  readonly warn: (message: string) => void
}

/** An operation: takes a request and returns the answer in the form of the contract. Throws SelfsameError. */
export type Verb<Request, Answer> = (request: Request, context: Context) => Promise<Answer>

/** An operation over one text, which may be passed already scanned and read by the model. */
export type TextVerb<Request, Answer> = (request: Request, context: Context, text?: ScannedText) => Promise<Answer>

/** Takes the place of a request that cannot be answered. */
export class Refused {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}
