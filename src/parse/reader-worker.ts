// The program of the processes that read files: one file a job, and nothing but what it says comes back.
import { SelfsameError } from '../errors.ts'
import { serveJobs } from '../workers/worker-runtime.ts'
import { type PackedDocument, packed } from './packed.ts'
import { parseUpload, type ReadOptions } from './registry.ts'

/** What a job is asked. */
export interface ReadOrder extends ReadOptions {
  readonly bytes: Uint8Array
}

/** What comes back: the text of the file, or why there is none, in a sentence for people. */
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
