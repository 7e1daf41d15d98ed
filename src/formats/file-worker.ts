// The program of the processes that read and copy files: one file a job, read, opened as a text, or written with its edits and proven.
import { SelfsameError } from '../errors.ts'
import { serveJobs } from '../workers/worker-runtime.ts'
import { type OpenedFile, type OpenOptions, openFile, parseUpload } from './one-file.ts'
import { type Proven, prove } from './proof.ts'
import type { Edit } from './shared/copy-text.ts'
import { type PackedDocument, packed } from './shared/format.ts'

export interface FileOrder extends OpenOptions {
  readonly bytes: Uint8Array
}

export interface WriteOrder extends FileOrder {
  readonly edits: readonly Edit[]
  /** Values that must not be readable in the copy. */
  readonly values: readonly string[]
}

/** The reason why a job has no result, in a sentence for people. */
export interface Failed {
  readonly code: 'document_unreadable' | 'extra_missing'
  readonly message: string
}

export interface ReadFile {
  readonly document: PackedDocument
  readonly pictures: number
}

export interface Written extends Proven {
  readonly copy: Uint8Array
}

const PROOF_BUDGET = 1024 * 1024 * 1024

serveJobs({
  read: ({ bytes, ...options }: FileOrder) =>
    told(async (): Promise<ReadFile> => {
      const { parsed, pictures } = await parseUpload(bytes, options)
      return { document: packed(parsed), pictures }
    }),
  open: ({ bytes, ...options }: FileOrder) =>
    told(async (): Promise<OpenedFile> => {
      const { write: _, ...opened } = await openFile(bytes, options)
      return opened
    }),
  write: ({ bytes, edits, values, ...options }: WriteOrder) =>
    told(async (): Promise<Written> => {
      const opened = await openFile(bytes, options)
      const copy = await opened.write(edits)
      return { copy, ...(await prove(copy, values, PROOF_BUDGET, options)) }
    }),
})

async function told<Result>(work: () => Promise<Result>): Promise<Result | Failed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SelfsameError && (error.code === 'document_unreadable' || error.code === 'extra_missing'))
      return { code: error.code, message: error.message }
    return { code: 'document_unreadable', message: 'its parser failed on it; convert the file and send it again' }
  }
}
