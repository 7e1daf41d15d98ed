// A client without manners: well-framed requests go out pipelined over a few connections, as fast as they are answered; badly
// framed ones each over a new connection, in the requested pieces and with the requested ending.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Replies } from './replies.mjs'

/** Milliseconds after which an answer is given up on. */
const PATIENCE = 60_000

/** One connection that is asked again and again. Answers come in the order of the requests (RFC 9112, 9.3.2). */
export class Lane {
  waiting = []
  #port
  #depth
  #freed
  #socket = null
  #replies = null

  /** At most `depth` requests wait at once; `freed` is called whenever there is room again. */
  constructor(port, depth, freed) {
    this.#port = port
    this.#depth = depth
    this.#freed = freed
  }

  get hasRoom() {
    return this.waiting.length < this.#depth
  }

  /** Sends one request; `settle` gets (reply, milliseconds), or null for a reply that never came. */
  send(request, settle) {
    const entry = { request, settle, since: performance.now(), tries: 0 }
    this.waiting.push(entry)
    if (this.#socket === null) this.#open()
    else this.#socket.write(request.bytes)
  }

  close() {
    this.#socket?.destroy()
    this.#socket = null
  }

  #open() {
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    this.#socket = socket
    this.#replies = new Replies(
      (reply) => this.#answered(reply),
      () => this.waiting[0]?.request.isHead === true,
    )
    const replies = this.#replies
    socket.on('data', (bytes) => {
      if (this.#socket !== socket) return
      try {
        replies.push(bytes)
      } catch (error) {
        this.#answered({ status: 0, headers: { connection: 'close' }, body: error.message })
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket === socket) this.#closed()
    })
    socket.setTimeout(PATIENCE, () => socket.destroy())
    for (const { request } of this.waiting) socket.write(request.bytes)
  }

  #answered(reply) {
    const entry = this.waiting.shift()
    if (entry === undefined) return
    const closes = reply.headers.connection === 'close'
    if (closes) {
      // Bytes after it are not read: they go over the next connection.
      this.#socket?.destroy()
      this.#socket = null
    }
    entry.settle(reply, performance.now() - entry.since)
    if (closes && this.waiting.length > 0) this.#open()
    this.#freed()
  }

  /** Closed without an answer to the first that waits: asked once more alone, then given up. */
  #closed() {
    this.#socket = null
    const first = this.waiting[0]
    if (first === undefined) return
    first.tries++
    if (first.tries >= 2) {
      this.waiting.shift()
      first.settle(null, performance.now() - first.since)
      this.#freed()
    }
    if (this.waiting.length > 0) setTimeout(() => this.#socket === null && this.waiting.length > 0 && this.#open(), 20)
  }
}

/**
 * Sends the pieces of one request over a new connection. `ending` is what the client does then: 'wait' for the answer,
 * 'end' its side, or 'reset' the connection. Resolves with the replies that came, and whether the connection was refused.
 */
export function sendAlone(port, { pieces, gap = 0, ending = 'end', isHead = false }, patience = PATIENCE) {
  return new Promise((resolve) => {
    const got = { replies: [], nonsense: null, refused: false, milliseconds: 0 }
    const since = performance.now()
    const replies = new Replies(
      (reply) => {
        got.replies.push(reply)
        if (ending === 'wait') socket.end()
      },
      () => isHead,
    )
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        if (gap > 0) await pause(gap)
      }
      if (ending === 'end') socket.end()
      if (ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 5)
    })
    socket.setTimeout(patience, () => {
      got.nonsense ??= 'the connection was left open without an answer'
      socket.destroy()
    })
    socket.on('data', (bytes) => {
      try {
        replies.push(bytes)
      } catch (error) {
        got.nonsense = error.message
        socket.destroy()
      }
    })
    socket.on('end', () => socket.end())
    socket.on('error', (error) => {
      if (error.code === 'ECONNREFUSED') got.refused = true
    })
    socket.on('close', () => {
      try {
        replies.end()
      } catch {
        // Counted already, or cut off in the middle: the caller reset the connection.
      }
      got.milliseconds = performance.now() - since
      resolve(got)
    })
  })
}

/** Requests one path over a new connection; null without an answer in time. */
export async function get(port, path, patience = 5_000) {
  const pieces = [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`]
  const { replies, milliseconds } = await sendAlone(port, { pieces, ending: 'wait' }, patience)
  return replies[0] === undefined ? null : { ...replies[0], milliseconds }
}
