// An answer whose text is all ASCII is handed to the socket as Latin-1: the same bytes, copied instead of transcoded. Node writes
// head and body of a short answer as one string, and transcoding that costs as much as everything else about sending it.
import { type IncomingMessage, ServerResponse } from 'node:http'

type Written = (error?: Error | null) => void

/** Node's own response, but for the encoding its last text is written in. What is sent is the same, byte for byte. */
export class AsciiResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    const isUtf8 = encoding === undefined || encoding === null || encoding === 'utf8'
    if (typeof chunk !== 'string' || !isUtf8 || Buffer.byteLength(chunk) !== chunk.length)
      return super.end(chunk, encoding as BufferEncoding, done as Written)
    return super.end(chunk, 'latin1', done as Written)
  }
}
