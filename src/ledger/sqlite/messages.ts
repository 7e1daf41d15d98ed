// Messages between the thread that writes a ledger file and the thread that uses it: plain values that can be cloned.
import type { ErrorCode } from '../../errors.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { PackedAppend } from '../rows.ts'
import type { LedgerKey } from '../store.ts'

export interface WriterOptions {
  readonly path: string
  readonly key: LedgerKey | null
  /** Identity of the file when the ledger was opened; if absent, the thread accepts the file at the path. */
  readonly identity?: string | undefined
}

/** Decisions of one call, written together or not at all. */
export interface WriteOrder {
  readonly number: number
  readonly recorded_at: string
  readonly appends: readonly PackedAppend[]
  /** Record contents, each once; `records` of an append are indexes into this list. */
  readonly contents: readonly RecordContent[]
}

/** To the writing thread. It closes after every earlier order has been answered. */
export type ToWriter = { readonly orders: readonly WriteOrder[] } | { readonly close: true }

/** A failure as it is sent between threads; a code is the code of a SelfsameError. */
export interface WireFailure {
  readonly code: ErrorCode | null
  readonly message: string
}

/** From the writing thread: these orders are durable, or failed and wrote nothing. */
export interface FromWriter {
  readonly numbers: readonly number[]
  readonly failure: WireFailure | null
}
