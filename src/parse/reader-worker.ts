// The program of the processes that read files: one file a job, and nothing but its text comes back.
import { SelfsameError } from '../errors.ts'
import { serveJobs } from '../workers/worker-runtime.ts'
import { parseUpload, type ReadOptions, type ReadUpload } from './registry.ts'

/** What a job is asked. */
export interface ReadOrder extends ReadOptions {
  readonly bytes: Uint8Array
}

/** What comes back: the text of the file, or why there is none, in a sentence for people. */
export type ReadResult =
  | ReadUpload
  | { readonly code: 'document_unreadable' | 'extra_missing'; readonly message: string }

serveJobs({
  async read({ bytes, ...options }: ReadOrder): Promise<ReadResult> {
    try {
      return await parseUpload(bytes, options)
    } catch (error) {
      if (error instanceof SelfsameError && (error.code === 'document_unreadable' || error.code === 'extra_missing'))
        return { code: error.code, message: error.message }
      return { code: 'document_unreadable', message: 'its parser failed on it; convert the file and send it again' }
    }
  },
})
