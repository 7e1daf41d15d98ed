// The time between the wish to stop and the last answer: what has reached the machine by then is answered, if only with a 503.
import type { Server } from 'node:http'
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
