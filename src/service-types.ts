// The interface of an installation: its options, its operations, and the members for HTTP.
import type { TokenKeeper } from './engines/deidentify/engine.ts'
import type { LedgerStore } from './ledger/store.ts'
import type { Limits } from './limits.ts'
import type { TableService } from './masked-tables/table-service.ts'
import type { TextModel } from './model/learned-model.ts'
import type { ReadFile } from './operations/documents.ts'
import type { HandledName } from './operations/handlers.ts'
import type { ExportOptions, ImportedAnswer, ImportOptions } from './operations/review/review-file.ts'
import type { FolderNames } from './operations/shared/folder-names.ts'
import type { IndexWriter } from './operations/shared/indexes.ts'
import type { Sessions } from './operations/shared/together.ts'
import type { TablesAnswer, TablesOptions } from './operations/tables.ts'
import type { OwnPack } from './packs/own-packs.ts'
import type { DeidentifyAnswer, DetectAnswer } from './records/detection.ts'
import type { DoclingDocument } from './records/docling.ts'
import type { DocumentReport, FileCopy } from './records/documents.ts'
import type { AnswerOf, OPERATIONS, RequestInput } from './records/operations.ts'
import type { Upload } from './records/requests.ts'
import type { ReviewFile } from './records/review-file.ts'
import type { IndexMade, IndexOptions } from './tables/lookup/build.ts'
import type { MaskValues } from './text/mask.ts'
import type { PoolLoad } from './workers/pool.ts'

export interface Counts {
  /** Load of the processes that read files; null before the first file. */
  readers(): PoolLoad | null
  /** Number of files that became text, and of files that did not. */
  files(): { readonly read: number; readonly refused: number }
  /** Number of decisions that the ledger acknowledged. */
  recorded(): number
}

export { FolderNames } from './operations/shared/folder-names.ts'

/** The options of a service. No option is read from the environment. */
export interface ServiceOptions {
  /** The ledger for decisions: a SQLite file, or postgres://... Null or absent: nothing can be stored. */
  readonly ledger?: string | null | undefined
  /** 32 bytes in hex or base64: encrypts the values kept in the ledger. */
  readonly ledgerKey?: string | null | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Entity packs of the caller, as docs/entity-packs.md describes them: available in addition to the shipped ones. */
  readonly packs?: readonly OwnPack[] | undefined
  /** People who answer a pair of the review queue: 1, or 2 and a third where they disagree. Default: 1. */
  readonly reviewers?: number | undefined
  /** Files of `documents` that are read at once, each in a separate process. Default: one a core. */
  readonly readers?: number | undefined
  /** Address of a docling-serve that reads PDF, office files, web pages and pictures in place of the parsers here; on this machine, or https. */
  readonly docling?: string | undefined
  /** Folder of a learned model that reads texts in addition to the rules (docs/model.md). Throws model_invalid, extra_missing on first use. */
  readonly model?: string | undefined
  /** How values that are not revealed are shown: `start` (default) keeps the first four characters, `all` none. */
  readonly maskValues?: MaskValues | undefined
  /** Is told each token of `deidentify`, `deidentifyAll` and `deidentifyFile` with the value that it stands for, for a vault; it commits when its caller says so. */
  readonly keeper?: TokenKeeper | undefined
  /** Folders of indexes that `find` looks in, by name (docs/find.md). */
  readonly indexes?: Readonly<Record<string, string>> | undefined
  /** Receives warnings for the operator, free of personal values. */
  readonly warn?: ((message: string) => void) | undefined
}

/** The parts that a warm start loads; default: all. */
export interface WarmParts {
  /** The facts and engines that read texts and compare records: "models" is the contract's word. */
  readonly models?: boolean | undefined
  /** The parsers of uploaded files. */
  readonly parsers?: boolean | undefined
  /** The learned model, where there is one. */
  readonly learned?: boolean | undefined
}

export interface DocumentsOptions {
  /** Once aborted, the work stops and nothing is recorded. */
  readonly signal?: AbortSignal | undefined
  /** Called as each file was read or refused, in that order. */
  readonly onFile?: (() => void) | undefined
}

type Method<Name extends HandledName> =
  Record<never, never> extends RequestInput<Name>
    ? (request?: RequestInput<Name>, caller?: string | null) => Promise<AnswerOf<Name>>
    : (request: RequestInput<Name>, caller?: string | null) => Promise<AnswerOf<Name>>

/** The operations that need no more than a request. `caller`: the person who answers a pair of the review queue, or asks for it. */
export type BoundOperations = {
  readonly [Name in keyof typeof OPERATIONS as Extract<Name, HandledName>]: Method<Extract<Name, HandledName>>
}

/** Every method throws SelfsameError: `shape` for a malformed request, no_ledger, ledger_unavailable, and what its operation documents. */
export interface Service extends BoundOperations, TableService {
  readonly ledgerConfigured: boolean
  readonly limits: Limits
  readonly maskValues: MaskValues
  /** Each request as `detect` answers it, or its failure; about twice as quick as one by one. `sessions`: texts that share their persons. */
  detectAll(
    requests: readonly RequestInput<'detect'>[],
    sessions?: Sessions,
  ): Promise<PromiseSettledResult<DetectAnswer>[]>
  /** Each request as `deidentify` answers it, or its failure; about twice as quick as one by one. `sessions`: texts that share their persons. */
  deidentifyAll(
    requests: readonly RequestInput<'deidentify'>[],
    sessions?: Sessions,
  ): Promise<PromiseSettledResult<DeidentifyAnswer>[]>
  /** A masked copy of a file in its own format. Throws document_unreadable, copy_leaks, extra_missing. */
  deidentifyFile(
    request: RequestInput<'deidentify_file'>,
    upload: Upload,
    options?: { readonly signal?: AbortSignal | undefined; readonly folder?: FolderNames | undefined },
  ): Promise<FileCopy>
  /** Reads a file for the persons it names, without a copy: the first of the two readings of files that share their persons. */
  readPeople(
    request: RequestInput<'deidentify_file'>,
    upload: Upload,
    options: { readonly signal?: AbortSignal | undefined; readonly folder: FolderNames },
  ): Promise<void>
  /** Stops, and records nothing, once `signal` is aborted. */
  documents(
    request: RequestInput<'documents'>,
    uploads: readonly Upload[],
    options?: DocumentsOptions,
  ): Promise<DocumentReport>
  /** The structure of one file, in the shape of a DoclingDocument. Throws document_unreadable, extra_missing. */
  structure(
    upload: Upload,
    options?: { readonly languages?: readonly string[]; readonly signal?: AbortSignal | undefined },
  ): Promise<DoclingDocument>
  /** The records of one entity in tables, written into a folder. Once its signal is aborted, nothing is written or recorded. */
  tables(options: TablesOptions): Promise<TablesAnswer>
  /** An index of the rows of tables, written into a folder. Once its signal is aborted, nothing is written. Throws usage, timeout. */
  buildIndex(options: IndexOptions): Promise<IndexMade>
  /** Opens an index to add records to it or to erase some. Throws usage, index_unavailable. */
  openIndex(folder: string): Promise<IndexWriter>
  /** The next pairs of the review queue as a signed file for a reviewer elsewhere. Throws no_ledger, ledger_unavailable. */
  exportReviews(options: ExportOptions): Promise<ReviewFile>
  /** Records the signed answers in such a file. Throws usage for a file that was edited, no_ledger. */
  importReviews(file: unknown, options: ImportOptions): Promise<readonly ImportedAnswer[]>
  /** Opens the ledger, checks packs of the caller's own and tests the model, now instead of on first use. Throws ledger_unavailable, pack_invalid, model_invalid. */
  open(): Promise<void>
  /** Loads what the first requests would otherwise wait for, in slices that let other work through. */
  warm(parts?: WarmParts): Promise<void>
  close(): Promise<void>
}

/** Members of an installation for the HTTP service, in addition to its operations. */
export interface Installation extends Service {
  /** The first half of `documents`: everything that can be refused, and then every file read. */
  readFiles(
    request: RequestInput<'documents'>,
    uploads: readonly Upload[],
    options?: DocumentsOptions,
  ): Promise<readonly ReadFile[]>
  /** The other half: fields, comparisons and the report. */
  reportOf(
    request: RequestInput<'documents'>,
    files: readonly ReadFile[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<DocumentReport>
  readonly counts: Counts
  /** The installation's ledger, opened; null without one. */
  ledger(): Promise<LedgerStore | null>
  /** Its learned model, opened; null without one. */
  model(): Promise<TextModel | null>
}

/** Parts of an installation that the caller manages. */
export interface Parts {
  /** In place of the ledger of the options. */
  readonly ledger?: LedgerStore | undefined
  /** In place of the model of the options. */
  readonly model?: (() => Promise<TextModel | null>) | undefined
}
