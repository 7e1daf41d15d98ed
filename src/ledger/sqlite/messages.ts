// What the thread that writes a ledger file and the one that asks it to say to each other: plain values that can be copied.
import type { ErrorCode } from '../../errors.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { PackedAppend } from '../rows.ts'
import type { LedgerKey } from '../store.ts'

/** What a writing thread is started with. */
export interface WriterOptions {
  readonly path: string
  readonly key: LedgerKey | null
  /** The file as it was when the ledger was opened; absent, the thread takes what it finds. */
  readonly identity?: string | undefined
}

/** Decisions of one call: written together or not at all. */
export interface WriteOrder {
  readonly number: number
  readonly recorded_at: string
  readonly appends: readonly PackedAppend[]
  /** What the appends are about, each value once: `records` of an append are places in this list. */
  readonly contents: readonly RecordContent[]
}

/** To the writing thread. Closing comes after everything ordered before has been answered. */
export type ToWriter = { readonly orders: readonly WriteOrder[] } | { readonly close: true }

/** A failure as it crosses between threads; a code is that of a SelfsameError. */
export interface WireFailure {
  readonly code: ErrorCode | null
  readonly message: string
}

/** From the writing thread: these orders are durable, or failed and left nothing behind. */
export interface FromWriter {
  readonly numbers: readonly number[]
  readonly failure: WireFailure | null
}
