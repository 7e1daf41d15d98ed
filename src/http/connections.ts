// Bounds open connections: the one that has been open longest without a whole request is closed first, so that idle ones exclude no other client.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
