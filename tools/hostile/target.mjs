// The service that is attacked: one of our own, started again when it is gone, or one that runs already.
import { setTimeout } from 'node:timers/promises'
import { get } from '../fuzz/client.mjs'
import { startService, usage } from '../fuzz/service.mjs'

export class Target {
  #base
  #args
  #service = null
  port = 0

  /** With a `base` the service that runs there; else one started with `args` when it is first needed. */
  constructor(base, args) {
    this.#base = base
    this.#args = args
  }

  async begin() {
    if (this.#base !== undefined) {
      this.port = Number(new URL(this.#base).port)
      if ((await get(this.port, '/livez')) === null) throw new Error(`nobody answers at ${this.#base}`)
      return
    }
    if (this.#service !== null) return
    this.#service = await startService(this.#args)
    this.port = this.#service.port
    for (let tries = 0; tries < 100; tries++) {
      const reply = await get(this.port, '/livez')
      if (reply !== null && JSON.parse(reply.body).warm !== false) return
      await setTimeout(100)
    }
  }

  usage() {
    return this.#service === null ? { rss: 0 } : usage(this.#service.pid)
  }

  /** How it ended; 'stuck' when it lives and does not answer within five seconds; else null. */
  async isDead() {
    if ((await get(this.port, '/livez')) !== null) return null
    await setTimeout(200)
    return this.#service?.ended ?? 'stuck'
  }

  async kill() {
    await this.#service?.stop('SIGKILL')
    this.#service = null
  }

  async end() {
    await this.#service?.stop()
  }
}
