// The program of the processes that mask tables: one piece a job.
import { SelfsameError } from '../errors.ts'
import { createEngines } from '../operations/shared/context.ts'
import { loadPacks } from '../packs/load.ts'
import { serveJobs } from '../workers/worker-runtime.ts'
import { type MaskedPiece, type MaskOrder, maskJob } from './mask-job.ts'

const packs = loadPacks()
const mask = maskJob({ packs, engines: createEngines(packs), ledger: null, warn: () => {} })

/** The result: the piece, or the reason why there is none. */
export type MaskAnswer = MaskedPiece | { readonly code: 'usage' | 'copy_leaks'; readonly message: string }

serveJobs({
  mask(order: MaskOrder): MaskAnswer {
    try {
      return mask(order)
    } catch (error) {
      if (error instanceof SelfsameError && (error.code === 'usage' || error.code === 'copy_leaks'))
        return { code: error.code, message: error.message }
      throw error
    }
  },
})
