// Worker program that reads files: one file per job; only the result leaves the process.
import { SelfsameError } from '../errors.ts'
import { serveJobs } from '../workers/worker-runtime.ts'
import { type PackedDocument, packed } from './parser.ts'
import { parseUpload, type ReadOptions } from './reading.ts'

export interface ReadOrder extends ReadOptions {
  readonly bytes: Uint8Array
}

/** Result of a job: the text of the file, or the reason why there is none. */
export type ReadResult =
  | { readonly document: PackedDocument; readonly pictures: number }
  | { readonly code: 'document_unreadable' | 'extra_missing'; readonly message: string }

serveJobs({
  async read({ bytes, ...options }: ReadOrder): Promise<ReadResult> {
    try {
      const { parsed, pictures } = await parseUpload(bytes, options)
      return { document: packed(parsed), pictures }
    } catch (error) {
      if (error instanceof SelfsameError && (error.code === 'document_unreadable' || error.code === 'extra_missing'))
        return { code: error.code, message: error.message }
      return { code: 'document_unreadable', message: 'its parser failed on it; convert the file and send it again' }
    }
  },
})
