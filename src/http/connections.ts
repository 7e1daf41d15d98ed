// Open connections: bounded, with the one closed first that is open longest without a whole request; answered before a stop.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Turns without a new connection after which no connection waits; a request is read one or two turns later. */
const QUIET_TURNS = 4
/** Node's queue of connections that wait holds 511: under endless new ones the stop must still come. */
const MOST_TURNS = 1024

/** Resolves when waiting connections were accepted and read: if closed before, they would be reset without an answer. */
export async function heardOut(server: Server): Promise<void> {
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  server.on('connection', heard)
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    quiet++
    await setImmediate()
  }
  server.off('connection', heard)
}

/** Requests that one connection may have sent ahead of their answers: what is answered and not read is kept in memory. */
const MOST_AHEAD = 1_024

interface Held {
  /** Requests whose answers have not left. */
  ahead: number
  latest: IncomingMessage | null
}

export function boundConnections(server: Server, most: number): void {
  const open = new Map<Socket, Held>()

  function makeRoom(): void {
    for (const [socket, { ahead, latest }] of open) {
      if (ahead > 0 && latest?.complete) continue
      open.delete(socket)
      socket.destroy()
      server.emit('drop')
      return
    }
  }

  server.on('connection', (socket) => {
    open.set(socket, { ahead: 0, latest: null })
    socket.once('close', () => open.delete(socket))
    if (open.size > most) makeRoom()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const held = open.get(request.socket)
    if (held === undefined) return
    held.latest = request
    held.ahead++
    response.once('close', () => held.ahead--)
    if (held.ahead > MOST_AHEAD) request.socket.destroy()
  })
}
