// The client of the thread that writes a ledger file: pending orders, their limit, and the response to the death of the thread.
import { Worker } from 'node:worker_threads'
import { type ErrorCode, SelfsameError } from '../../errors.ts'
import { utcSeconds } from '../../records/canonical.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { LedgerAppend, LedgerKey } from '../store.ts'
import { type PackedAppend, packAppend } from '../stored-rows.ts'

export interface WriterOptions {
  readonly path: string
  readonly key: LedgerKey | null
  /** Identity of the file when the ledger was opened; if absent, the thread accepts the file at the path. */
  readonly identity?: string | undefined
}

/** Decisions of one call, written together or not at all. */
export interface WriteOrder {
  readonly number: number
  readonly recorded_at: string
  readonly appends: readonly PackedAppend[]
  /** Record contents, each once; `records` of an append are indexes into this list. */
  readonly contents: readonly RecordContent[]
}

/** To the writing thread. It closes after every earlier order has been answered. */
export type ToWriter = { readonly orders: readonly WriteOrder[] } | { readonly close: true }

/** A failure as it is sent between threads; a code is the code of a SelfsameError. */
export interface WireFailure {
  readonly code: ErrorCode | null
  readonly message: string
}

/** From the writing thread: these orders are durable, or failed and wrote nothing. */
export interface FromWriter {
  readonly numbers: readonly number[]
  readonly failure: WireFailure | null
}

// Above these limits, orders are refused at once: a pending order is in memory twice, and an early error is better than a late one.
const MOST_DECISIONS = 10_000
const MOST_CHARACTERS = 128 * 1024 * 1024

/** The program of the thread: a file in the same folder, once compiled. */
const PROGRAM = new URL('./writer.js', import.meta.url)

interface Waiting {
  readonly order: WriteOrder
  readonly characters: number
  resolve(): void
  reject(error: unknown): void
}

export interface SqliteThreadOptions extends WriterOptions {
  readonly now: () => Date
  /** Called with a message free of personal values when the thread died. */
  readonly warn?: ((message: string) => void) | undefined
  readonly program?: URL
}

/** Starts the thread on the first order, and a new thread if it dies. Does not keep an idle process alive. */
export class SqliteThread {
  readonly #options: SqliteThreadOptions
  readonly #waiting = new Map<number, Waiting>()
  #unsent: WriteOrder[] = []
  #thread: Worker | null = null
  #number = 0
  #decisions = 0
  #characters = 0
  #idle: (() => void)[] = []

  constructor(options: SqliteThreadOptions) {
    this.#options = options
  }

  /** Resolves once all are durable. Throws RangeError, and ledger_unavailable; if the thread died, they may or may not be stored. */
  async append(appends: readonly LedgerAppend[]): Promise<void> {
    const order = orderOf(++this.#number, utcSeconds(this.#options.now()), appends)
    const characters = charactersOf(order)
    const full = this.#decisions + appends.length > MOST_DECISIONS || this.#characters + characters > MOST_CHARACTERS
    if (full && this.#waiting.size > 0) {
      const sentence = 'more decisions wait to be recorded than the disk keeps up with; nothing was recorded, try again'
      throw new SelfsameError('ledger_unavailable', sentence)
    }
    this.#decisions += appends.length
    this.#characters += characters
    await new Promise<void>((resolve, reject) => {
      this.#waiting.set(order.number, { order, characters, resolve, reject })
      // Orders of one turn of the event loop are sent in one message.
      if (this.#unsent.push(order) === 1) setImmediate(() => this.#send())
    })
  }

  /** Ends the thread once every order has been answered. The next order starts another thread. */
  async close(): Promise<void> {
    if (this.#waiting.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
    const thread = this.#thread
    if (thread === null) return
    this.#thread = null
    thread.ref()
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
    thread.postMessage({ close: true } satisfies ToWriter)
    await ended
  }

  #send(): void {
    const orders = this.#unsent
    this.#unsent = []
    const thread = this.#started()
    thread.ref()
    try {
      thread.postMessage({ orders } satisfies ToWriter)
    } catch (error) {
      for (const { number } of orders) this.#settle(number, error)
    }
  }

  #started(): Worker {
    if (this.#thread !== null) return this.#thread
    const { path, key, identity, program = PROGRAM } = this.#options
    const workerData: WriterOptions = { path, key, identity }
    // Without the flags of the process: with some of them (--input-type) no thread can start.
    const thread = new Worker(program, { workerData, name: 'selfsame ledger', execArgv: [] })
    thread.on('message', ({ numbers, failure }: FromWriter) => {
      const error = failure === null ? null : errorOf(failure)
      for (const number of numbers) this.#settle(number, error)
    })
    thread.on('error', (error) => this.#died(thread, error))
    thread.on('exit', () => this.#died(thread, null))
    this.#thread = thread
    return thread
  }

  /** It is unknown how much was committed, so no pending order is acknowledged. */
  #died(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = null
    const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown }
    const reason = String(code ?? name ?? 'no error was raised')
    this.#options.warn?.(
      `the thread that writes the ledger ended unexpectedly (${reason}); the next decision starts another`,
    )
    const sentence = 'the thread that writes the ledger ended unexpectedly; ask for the decision, or try again'
    const sent = [...this.#waiting.keys()].filter((number) => !this.#unsent.some((order) => order.number === number))
    for (const number of sent) this.#settle(number, new SelfsameError('ledger_unavailable', sentence, { cause }))
  }

  #settle(number: number, error: unknown): void {
    const waiting = this.#waiting.get(number)
    if (waiting === undefined) return
    this.#waiting.delete(number)
    this.#decisions -= waiting.order.appends.length
    this.#characters -= waiting.characters
    if (error === null) waiting.resolve()
    else waiting.reject(error)
    if (this.#waiting.size > 0) return
    this.#thread?.unref()
    for (const idle of this.#idle.splice(0)) idle()
  }
}

const errorOf = ({ code, message }: WireFailure): Error =>
  code === null ? new Error(message) : new SelfsameError(code, message)

/** Cloning between threads copies a string each time it occurs, so contents that many decisions share are sent once. */
function orderOf(number: number, recorded_at: string, appends: readonly LedgerAppend[]): WriteOrder {
  const contents: RecordContent[] = []
  const places = new Map<unknown, number>()
  const placeOf = (content: RecordContent): number => {
    const same = 'text' in content ? `${content.entity}\n${content.text}` : content.attributes
    let place = places.get(same)
    // One object of attributes may occur with two entities.
    if (place === undefined || contents[place]!.entity !== content.entity) {
      place = contents.push(content) - 1
      places.set(same, place)
    }
    return place
  }
  const packed: PackedAppend[] = appends.map((append) => packAppend(append, append.records.map(placeOf)))
  return { number, recorded_at, appends: packed, contents }
}

function charactersOf({ appends, contents }: WriteOrder): number {
  let characters = 0
  for (const { body } of appends) characters += body.length
  for (const content of contents) {
    if ('text' in content) characters += content.text.length
    else for (const name in content.attributes) characters += name.length + (content.attributes[name]?.length ?? 0)
  }
  return characters
}
