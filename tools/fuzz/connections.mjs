// Attacks by how connections are used and not by what is sent over them: sockets that wait, dribble, never read, hang up or stay half
// open. Each is measured on a fresh service from outside: delays of others, memory, descriptors and processor time.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { get, sendAlone } from './client.mjs'
import { MIB, startService, usage } from './service.mjs'
import { framed } from './wire.mjs'

const JSON_TYPE = ['Content-Type', 'application/json']
const POST = 'POST /deidentify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** Milliseconds a client has to send its request, of the services that are attacked. */
const REQUEST_MS = 3_000
/** Number of a service's descriptors that may come and go without a request. */
const LOOSE_DESCRIPTORS = 12

const ATTACKS = [
  ['32 idle sockets with one byte of 300,000, while a large text is asked for', idleBodies],
  ['descriptors once their time is over', forgottenSockets],
  ['300 sockets that dribble their headers', slowHeaders],
  ['2,000 connections that say nothing', silentSockets],
  ['4,000 bodies of 190 kB, all but the last byte sent', halfOpenBodies],
  ['100 clients that ask for 400 pages each and read none', neverRead],
  ['16 large texts whose callers hang up', hangUps],
  ['16 large files whose callers hang up', hangUpFiles],
  ['1,000 requests in one write', pipelined],
  ['a client that closes its side and waits', halfClosed],
]

/** Runs every attack, prints a line each, and returns lines for what went wrong. */
export async function attackConnections(args = []) {
  const found = []
  for (const [name, attack] of ATTACKS) {
    const service = await startService(['--limit', `requestMs=${REQUEST_MS}`, '--warm', ...args])
    const victim = await settled(service)
    const sockets = new Sockets(service.port)
    let outcome
    try {
      outcome = await attack(victim, sockets)
      if (service.ended !== null) outcome.wrong = `the service is gone: ${service.ended}`
    } finally {
      sockets.drop()
      await service.stop('SIGTERM', 2_000)
    }
    console.log(`${outcome.wrong === null ? 'ok    ' : 'FOUND '} ${name}: ${outcome.measured}`)
    if (outcome.wrong !== null) found.push(`FOUND  ${name}: ${outcome.wrong}`)
  }
  return found
}

/** The service once it has warmed up, with what it used then. */
async function settled(service) {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await get(service.port, '/livez')
    if (reply !== null && JSON.parse(reply.body).warm !== false) break
    await pause(100)
  }
  await sendAlone(service.port, { pieces: [largeText(2_000)], ending: 'wait' })
  await pause(300)
  return { port: service.port, pid: service.pid, before: usage(service.pid) }
}

/** A well-framed call with a text of so many letters. */
function largeText(letters) {
  const body = Buffer.from(
    JSON.stringify({ text: 'Patient Casey Example called. '.repeat(letters / 30), jurisdiction: 'NG' }),
  )
  return framed({ method: 'POST', target: '/deidentify', headers: [JSON_TYPE, ['Connection', 'close']], body })
}

class Sockets {
  #port
  #open = new Set()
  received = 0

  constructor(port) {
    this.#port = port
  }

  /** Opens `count` sockets that each write `bytes`; resolves when all are connected and have handed their bytes over. */
  async open(count, bytes, { reads = true } = {}) {
    for (let left = count; left > 0; left -= 200)
      await Promise.all(Array.from({ length: Math.min(left, 200) }, () => this.#one(bytes, reads)))
  }

  #one(bytes, reads) {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => {
        if (bytes.length === 0) resolve()
        else socket.write(bytes, () => resolve())
        // A client that does not read may never finish writing.
        if (!reads) setTimeout(resolve, 50)
      })
      this.#open.add(socket)
      if (reads)
        socket.on('data', (data) => {
          this.received += data.length
        })
      else socket.pause()
      socket.on('error', () => resolve())
      socket.on('close', () => {
        this.#open.delete(socket)
        resolve()
      })
    })
  }

  get count() {
    return this.#open.size
  }

  write(bytes) {
    for (const socket of this.#open) socket.write(bytes)
  }

  drop() {
    for (const socket of this.#open) socket.destroy()
  }
}

/** The longest of some calls of /livez, 50 ms apart; Infinity when one was not answered within five seconds. */
async function worstLivez(port, calls) {
  let worst = 0
  for (let left = calls; left > 0; left--) {
    const reply = await get(port, '/livez')
    worst = Math.max(worst, reply?.milliseconds ?? Number.POSITIVE_INFINITY)
    await pause(50)
  }
  return worst
}

async function idleBodies({ port }, sockets) {
  await sockets.open(32, `${POST}Content-Length: 300000\r\n\r\n{`)
  await pause(200)
  const { replies, milliseconds } = await sendAlone(port, { pieces: [largeText(300_000)], ending: 'wait' }, 30_000)
  const status = replies[0]?.status ?? 0
  const isServed = status === 200 && milliseconds < REQUEST_MS
  return {
    measured: `answered ${status} after ${milliseconds.toFixed(0)} ms`,
    wrong: isServed ? null : `an honest large text is answered ${status} after ${milliseconds.toFixed(0)} ms`,
  }
}

async function forgottenSockets({ pid, before }, sockets) {
  await sockets.open(64, `${POST}Content-Length: 300000\r\n\r\n{`)
  const during = usage(pid).descriptors
  await pause(REQUEST_MS + 4_000)
  const after = usage(pid).descriptors
  const left = after - before.descriptors
  return {
    measured: `${before.descriptors} descriptors before, ${during} during, ${after} ${REQUEST_MS / 1_000 + 4} s later; ${sockets.count} sockets open`,
    wrong: left > LOOSE_DESCRIPTORS ? `${left} descriptors are left after their time-out` : null,
  }
}

async function slowHeaders({ port, pid, before }, sockets) {
  await sockets.open(300, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n')
  let worst = 0
  for (let round = 0; round < 14; round++) {
    sockets.write('X: 1\r\n')
    worst = Math.max(worst, await worstLivez(port, 4))
    await pause(300)
  }
  const left = usage(pid).descriptors - before.descriptors
  return {
    measured: `/livez at most ${worst.toFixed(0)} ms; ${left} more descriptors after ${(14 * 0.5).toFixed(0)} s`,
    wrong:
      worst > 250
        ? `/livez took ${worst.toFixed(0)} ms`
        : left > LOOSE_DESCRIPTORS
          ? `${left} slow connections are still open`
          : null,
  }
}

async function silentSockets({ port, pid, before }, sockets) {
  await sockets.open(2_000, '')
  const worst = await worstLivez(port, 20)
  await pause(REQUEST_MS + 2_000)
  const left = usage(pid).descriptors - before.descriptors
  return {
    measured: `/livez at most ${worst.toFixed(0)} ms; ${left} more descriptors ${REQUEST_MS / 1_000 + 2} s later`,
    wrong:
      worst > 250
        ? `/livez took ${worst.toFixed(0)} ms`
        : left > LOOSE_DESCRIPTORS
          ? `${left} silent connections are still open`
          : null,
  }
}

async function halfOpenBodies({ port, pid, before }, sockets) {
  const bytes = Buffer.concat([Buffer.from(`${POST}Content-Length: 190001\r\n\r\n`), Buffer.alloc(190_000, '{')])
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, usage(pid).rss)
  }, 100)
  await sockets.open(4_000, bytes, { reads: true })
  const worst = await worstLivez(port, 10)
  clearInterval(sampling)
  const grown = (Math.max(peak, usage(pid).rss) - before.rss) / MIB
  return {
    measured: `${grown.toFixed(0)} MiB more at most, /livez at most ${worst.toFixed(0)} ms`,
    wrong:
      grown > 400
        ? `half-open bodies took ${grown.toFixed(0)} MiB`
        : worst > 1_000
          ? `/livez took ${worst.toFixed(0)} ms`
          : null,
  }
}

async function neverRead({ port, pid, before }, sockets) {
  const ask = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(400)
  await sockets.open(100, ask, { reads: false })
  const worst = await worstLivez(port, 20)
  const grown = (usage(pid).rss - before.rss) / MIB
  return {
    measured: `${grown.toFixed(0)} MiB more, /livez at most ${worst.toFixed(0)} ms`,
    wrong:
      grown > 400
        ? `answers that nobody reads took ${grown.toFixed(0)} MiB`
        : worst > 1_000
          ? `/livez took ${worst.toFixed(0)} ms`
          : null,
  }
}

/** Seconds of processor time that the service uses in the second that begins two seconds after its callers are gone. */
async function workAfter(pid, sockets) {
  await pause(500)
  sockets.drop()
  await pause(2_000)
  const from = usage(pid).cpu
  await pause(1_000)
  const used = usage(pid).cpu - from
  return {
    measured: `${(used * 100).toFixed(0)} % of a core two seconds after they are gone`,
    wrong: used > 0.2 ? `it works on for nobody: ${(used * 100).toFixed(0)} % of a core` : null,
  }
}

async function hangUps({ pid }, sockets) {
  await sockets.open(16, largeText(3_000_000))
  return workAfter(pid, sockets)
}

async function hangUpFiles({ pid }, sockets) {
  const text = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.\n'.repeat(60_000)
  const body = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="jurisdiction"\r\n\r\nNG\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${text}\r\n--x--\r\n`,
  )
  await sockets.open(
    16,
    framed({
      method: 'POST',
      target: '/documents',
      headers: [['Content-Type', 'multipart/form-data; boundary=x']],
      body,
    }),
  )
  return workAfter(pid, sockets)
}

async function pipelined({ port }) {
  const body = (at) =>
    Buffer.from(JSON.stringify({ text: `Write to casey${at}@example.com.${'.'.repeat(at % 7)}`, jurisdiction: 'DE' }))
  const requests = Array.from({ length: 1_000 }, (_, at) =>
    framed({
      method: 'POST',
      target: '/detect',
      headers: at === 999 ? [JSON_TYPE, ['Connection', 'close']] : [JSON_TYPE],
      body: body(at),
    }),
  )
  const { replies, milliseconds } = await sendAlone(port, { pieces: [Buffer.concat(requests)], ending: 'idle' }, 30_000)
  const inOrder = replies.every(
    ({ body: answer }, at) => JSON.parse(answer).detections[0].end === 26 + String(at).length,
  )
  return {
    measured: `${replies.length} answers in ${milliseconds.toFixed(0)} ms`,
    wrong: replies.length === 1_000 && inOrder ? null : `${replies.length} answers${inOrder ? '' : ', not in order'}`,
  }
}

async function halfClosed({ port }) {
  const { replies } = await sendAlone(port, { pieces: [largeText(2_000)], ending: 'end' })
  const status = replies[0]?.status ?? 0
  return { measured: `answered ${status}`, wrong: status === 200 ? null : `answered ${status}` }
}
