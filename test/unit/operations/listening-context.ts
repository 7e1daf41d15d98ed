// The context of an operation in tests: the shipped facts and engines, and a ledger that lists its records.
import type { LedgerAppend, LedgerStore } from '../../../src/ledger/store.ts'
import { type Context, createEngines } from '../../../src/operations/shared/context.ts'
import { loadPacks } from '../../../src/packs/load.ts'

export function listeningContext(): { context: Context; appended: LedgerAppend[] } {
  const packs = loadPacks()
  const appended: LedgerAppend[] = []
  const ledger: LedgerStore = {
    append: async (appends) => void appended.push(...appends),
    decision: async () => null,
    record: async () => null,
    reviews: null,
    browser: null,
    close: async () => {},
  }
  return { context: { packs, engines: createEngines(packs), ledger, warn: () => {} }, appended }
}
