// Messages to and from a worker process: a request with its context, and an answer with ledger entries, digest and warnings.
import type { AnswerDigest } from '../attest/index.ts'
import type { ErrorCode } from '../errors.ts'
import type { LedgerAppend, LedgerRecord, RecordedDecision } from '../ledger/store.ts'
import type { Limits } from '../limits.ts'
import type { ReadFile } from '../operations/documents.ts'
import type { OwnPack } from '../packs/own-packs.ts'
import type { OperationName } from '../records/operation-paths.ts'
import type { Upload } from '../records/requests.ts'
import type { MaskValues } from '../text/mask.ts'
import type { BoundFile } from './seal.ts'

/** How every job of a service is answered; given to a process when it starts. */
export interface JobSetting {
  readonly limits: Partial<Limits>
  /** True when decisions can be stored and read back. */
  readonly ledger: boolean
  readonly signs: boolean
  readonly warm: boolean
  readonly model: string | null
  readonly maskValues: MaskValues
}

export interface StoredRows {
  readonly decision: RecordedDecision
  readonly records: readonly LedgerRecord[]
}

export interface JobOrder {
  readonly tool: OperationName
  /** The request: the bytes of its JSON body, or its fields where they were read before. */
  readonly asked: Uint8Array | object
  /** Uploads that were read, and what binds each. */
  readonly files: readonly ReadFile[]
  /** Uploads of a route that reads them itself. */
  readonly uploads: readonly Upload[]
  readonly bound: readonly BoundFile[]
  readonly rows: StoredRows | null
  /** Entity packs of the operator's own: with every job, because what a process is started with is bounded and can be seen by others. */
  readonly packs: readonly OwnPack[]
}

export type JobResult =
  | {
      /** UTF-8. */
      readonly json: Uint8Array
      /** To be recorded before the answer is sent: it says that they are. */
      readonly appends: readonly LedgerAppend[]
      readonly digest: AnswerDigest | null
      readonly warnings: readonly string[]
    }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly unexpected: { readonly kind: string; readonly code: string | null; readonly at: string | null } }
