// Pieces masked side by side and given back in their order: by processes for a long table, by this one for a short one.
import { SelfsameError } from '../errors.ts'
import { MOST_MILLISECONDS } from '../limits.ts'
import type { Context } from '../operations/shared/context.ts'
import { createPool } from '../workers/pool.ts'
import { type MaskedPiece, type MaskOrder, maskJob } from './mask-job.ts'
import type { MaskAnswer } from './mask-worker.ts'

/** The program of a process: in the folder of this file, once compiled. */
const PROGRAM = new URL('./mask-worker.js', import.meta.url)
/** Resident memory in bytes of one process: facts and engines take about a third of it. */
const MEMORY = 700 * 1024 * 1024
/** Pieces that wait for each process. */
const AHEAD = 2

export interface PieceOrder extends Omit<MaskOrder, 'setting'> {
  /** Bytes of the file up to the end of the piece. */
  readonly bytes: number
}

/** With `processes` 0 the work is done in this process. Pieces are returned in their order, however they finish. Throws the errors of pieces, and timeout when `signal` is aborted. */
export async function* masked(
  orders: AsyncIterable<PieceOrder>,
  setting: MaskOrder['setting'],
  processes: number,
  context: Context,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly piece: MaskedPiece; readonly bytes: number }> {
  if (processes === 0) {
    const mask = maskJob(context)
    for await (const order of orders) {
      signal?.throwIfAborted()
      yield { piece: mask({ ...order, setting }), bytes: order.bytes }
    }
    return
  }
  const pool = createPool({ program: PROGRAM, size: processes, memoryBytes: MEMORY })
  const waiting: { readonly answer: Promise<MaskAnswer>; readonly bytes: number }[] = []
  const next = async () => {
    const { answer, bytes } = waiting.shift()!
    const piece = await answer
    if ('code' in piece) throw new SelfsameError(piece.code, piece.message)
    return { piece, bytes }
  }
  try {
    for await (const { bytes, ...order } of orders) {
      const answer = pool.run<MaskAnswer>('mask', { ...order, setting }, { milliseconds: MOST_MILLISECONDS, signal })
      answer.catch(() => {})
      waiting.push({ answer, bytes })
      if (waiting.length > processes * AHEAD) yield await next()
    }
    while (waiting.length > 0) yield await next()
  } finally {
    await pool.close()
  }
}
