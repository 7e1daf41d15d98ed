// Runs requests against a service: keeps the connections full, asks the oracle about every answer, watches /livez and the memory of the
// process meanwhile, and finds out which request it was when the service dies.
import { performance } from 'node:perf_hooks'
import { get, Lane, sendAlone } from './client.mjs'
import { Findings } from './findings.mjs'
import { wrongWith } from './oracle.mjs'
import { usage } from './service.mjs'

/** Connections that stay open, requests in flight on each, and connections of one request each. */
const LANES = 12
const DEPTH = 8
const ALONE = 32
/** Deaths of the service after which a run ends. */
const MOST_RECOVERIES = 20

/**
 * Runs `count` requests of `make(number)` (each { bytes } or { pieces }, label, isHead, expects), or until the clock is at `until()`. `target` is { port, pid, restart }; `pid` null means that nothing can be measured or restarted.
 * Resolves with { requests, seconds, statuses, livez, memory, findings }.
 */
export async function runRequests({ target, make, from, count, until, repeatOf, lanes = LANES }) {
  const run = new Run(target, make, repeatOf, lanes)
  return run.all(from, count, until)
}

class Run {
  statuses = {}
  findings
  done = 0
  #target
  #make
  #lanes
  #laneCount
  #alone = 0
  #wake = null
  #inFlight = new Map()
  #memory = []
  #recoveries = 0

  constructor(target, make, repeatOf, laneCount) {
    this.#target = target
    this.#make = make
    this.findings = new Findings(repeatOf)
    this.#laneCount = laneCount
    this.#lanes = this.#openLanes()
  }

  async all(from, count, until) {
    const started = performance.now()
    const watcher = this.#watch()
    let number = from
    for (; number < from + count && performance.now() < until() && this.#isWorth(); number++) {
      await this.#room()
      if (this.#target.isGone?.()) await this.#recover()
      this.#start(number, this.#make(number))
      // Answers are read between turns of the event loop.
      if (number % 64 === 0) await new Promise(setImmediate)
    }
    while (this.#inFlight.size > 0) {
      if (this.#target.isGone?.()) await this.#recover()
      else await this.#sleep()
    }
    const seconds = (performance.now() - started) / 1_000
    for (const lane of this.#lanes) lane.close()
    const livez = await watcher()
    return {
      requests: this.done,
      seconds,
      statuses: this.statuses,
      livez,
      memory: this.#memory,
      findings: this.findings,
    }
  }

  /** A run whose service dies again and again gives no new findings. */
  #isWorth() {
    return this.#recoveries < MOST_RECOVERIES
  }

  #openLanes() {
    return Array.from({ length: this.#laneCount }, () => new Lane(this.#target.port, DEPTH, () => this.#wake?.()))
  }

  #start(number, request) {
    this.#inFlight.set(number, request)
    if (request.pieces !== undefined) {
      this.#alone++
      sendAlone(this.#target.port, request).then((got) => {
        this.#alone--
        if (got.nonsense !== null) this.findings.add(number, request, got.nonsense)
        for (const reply of got.replies) this.#judge(number, request, reply)
        this.#finish(number)
      })
      return
    }
    const lane = this.#lanes.find(({ hasRoom }) => hasRoom)
    lane.send(request, (reply) => {
      if (!this.#inFlight.has(number)) return // answered for by a restart
      if (reply !== null || !this.#target.isGone?.()) this.#judge(number, request, reply)
      if (reply !== null || !this.#target.isGone?.()) this.#finish(number)
    })
  }

  #judge(number, request, reply) {
    const status = reply?.status ?? 'none'
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    const wrong = wrongWith(reply, request) ?? request.expects?.(reply) ?? null
    if (wrong !== null) this.findings.add(number, request, wrong)
  }

  #finish(number) {
    this.#inFlight.delete(number)
    this.done++
    this.#wake?.()
  }

  /** Waits until a request may be sent. */
  async #room() {
    while (this.#alone >= ALONE || !this.#lanes.some(({ hasRoom }) => hasRoom)) {
      if (this.#target.isGone?.()) return
      await this.#sleep()
    }
  }

  #sleep() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 100)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** The service is gone: starts another one, and asks each request that was in flight again, alone, to see which it was. */
  async #recover() {
    this.#recoveries++
    const suspects = [...this.#inFlight]
    this.#inFlight.clear()
    for (const lane of this.#lanes) lane.close()
    this.done += suspects.length
    const how = await this.#target.restart()
    let culprits = 0
    for (const [number, request] of suspects) {
      await sendAlone(
        this.#target.port,
        { pieces: [request.bytes ?? Buffer.concat(request.pieces.map(Buffer.from))], ending: 'end' },
        20_000,
      )
      await new Promise((resolve) => setTimeout(resolve, 30))
      if (!this.#target.isGone()) continue
      culprits++
      this.findings.add(number, request, `the service is gone: ${await this.#target.restart()}`)
    }
    if (culprits === 0 && suspects.length > 0)
      this.findings.add(
        suspects[0][0],
        suspects[0][1],
        `the service is gone (${how}) with ${suspects.length} requests in flight: ${suspects.map(([number]) => number).join(' ')}`,
      )
    this.#lanes = this.#openLanes()
  }

  /** Asks /livez ten times a second and measures memory once; the function it returns ends that and gives the delays. */
  #watch() {
    const delays = []
    let isOver = false
    const asking = (async () => {
      while (!isOver) {
        const reply = await get(this.#target.port, '/livez', 20_000)
        if (reply !== null) delays.push(reply.milliseconds)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    const sampling = setInterval(() => {
      if (this.#target.pid !== null) this.#memory.push({ requests: this.done, ...usage(this.#target.pid) })
    }, 1_000)
    return async () => {
      isOver = true
      clearInterval(sampling)
      await asking
      return delays
    }
  }
}
