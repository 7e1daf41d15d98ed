// Node's own response with three habits of this service: a text that is all ASCII is handed to the socket as Latin-1, what is
// answered while the service closes ends its connection, and nobody who sends ahead is asked to go on.
import { type IncomingMessage, ServerResponse } from 'node:http'

type Written = (error?: Error | null) => void

/** The class of a server's responses; what they send is what Node's own would send. */
export function responses(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...head: unknown[]): this {
      // A connection kept alive past its last answer would hold the service open.
      if (isClosing()) this.shouldKeepAlive = false
      // bounded: the arguments of writeHead
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>))
    }

    /**
     * Behind an answer that is still on its way Node would put "100 Continue" between the head and the body of this one. Whoever sends
     * ahead does not wait for it, and a server may leave it out (RFC 9110, 10.1.1); Node has to take it for sent, or it ends the connection.
     */
    override writeContinue(sent?: () => void): void {
      if (this.socket === null) Object.assign(this, { _sent100: true })
      else super.writeContinue(sent)
    }

    /** Head and body of a short answer leave as one string: the same bytes in either encoding, but one is copied, one transcoded. */
    override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
      const isUtf8 = encoding === undefined || encoding === null || encoding === 'utf8'
      if (typeof chunk !== 'string' || !isUtf8 || Buffer.byteLength(chunk) !== chunk.length)
        return super.end(chunk, encoding as BufferEncoding, done as Written)
      return super.end(chunk, 'latin1', done as Written)
    }
  }
}
