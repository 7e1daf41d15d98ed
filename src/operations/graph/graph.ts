// The graph of a ledger: an index opened for writing that follows the ledger. Decisions are written to the ledger first; what a process that was killed
// did not write to the index is applied when the index is used next. Requests that wait share one transaction of each.
import { noLedger, SelfsameError } from '../../errors.ts'
import type { ChainEntry, ChainHead, ChainLink, DecisionEntry, LedgerBrowser } from '../../ledger/store.ts'
import { compareCodePoints } from '../../records/canonical.ts'
import type { LookupIndex } from '../../tables/lookup/store.ts'
import type { Context } from '../shared/context.ts'
import { requireIndex } from '../shared/indexes.ts'
import { requireLedger, requireReviews } from '../shared/recorded.ts'
import { answerApplied } from './answers.ts'
import { applied, type Pinned } from './moves.ts'
import { Turn } from './turn.ts'

/** Requests that share a transaction. */
const MOST_TOGETHER = 256
const PAGE = 500

interface Order {
  readonly work: (turn: Turn) => Promise<unknown>
  /** It decides nothing, and sees the ledger with all that the others of its transaction decide. */
  readonly isReading: boolean
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export class Graph {
  readonly #index: LookupIndex
  readonly #context: Context
  readonly #browser: LedgerBrowser
  #waiting: Order[] = []
  #isRunning = false
  #isChecked = false

  constructor(index: LookupIndex, context: Context, browser: LedgerBrowser) {
    this.#index = index
    this.#context = context
    this.#browser = browser
  }

  get entity(): string {
    return this.#index.entity
  }

  /** Resolves once what `work` decided is durable in ledger and index. */
  run<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    return this.#order(work, false)
  }

  /** The same for work that decides nothing. */
  read<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    return this.#order(work, true)
  }

  #order<Result>(work: (turn: Turn) => Promise<Result>, isReading: boolean): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, isReading, resolve, reject })
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    // One turn of the event loop lets every request that is already scheduled join.
    for (await nextTurn(); this.#waiting.length > 0; await nextTurn())
      await this.#runTogether(this.#waiting.splice(0, MOST_TOGETHER))
    this.#isRunning = false
  }

  async #runTogether(orders: readonly Order[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      this.#index.begin()
    } catch (error) {
      for (const { reject } of orders) reject(error)
      return
    }
    try {
      const heads = await this.#browser.heads()
      const turn = new Turn(this.#index, this.#context, heads)
      await this.#follow(heads, turn)
      for (const order of orders) if (!order.isReading) settle.push(await this.#attempted(order, turn))
      if (turn.appends.length > 0) await requireLedger(this.#context).append(turn.appends)
      if (turn.questions.length > 0) await requireReviews(this.#context).ask(turn.questions)
      for (const order of orders) if (order.isReading) settle.push(await this.#attempted(order, turn))
      this.#index.end(true)
    } catch (error) {
      this.#index.end(false)
      for (const { reject } of orders) reject(error)
      return
    }
    for (const done of settle) done()
  }

  /** What tells the caller the result, once it is durable. */
  async #attempted({ work, resolve, reject }: Order, turn: Turn): Promise<() => void> {
    const mark = turn.mark()
    try {
      const value = await this.#index.attempt(() => work(turn))
      return () => resolve(value as never)
    } catch (error) {
      turn.backTo(mark)
      return () => reject(error)
    }
  }

  /** Applies what the ledger has and the index does not: decisions of other processes, answers of people, erasures. Throws usage. */
  async #follow(heads: readonly ChainHead[], turn: Turn): Promise<void> {
    const { graph } = this.#index
    const known = graph.heads ?? []
    if (!this.#isChecked) for (const head of known) await this.#refuseOther(head)
    this.#isChecked = true
    let answers: { readonly entry: ChainEntry; readonly decision: DecisionEntry }[] = []
    const apply = async ({ entry, decision }: ChainLink) => {
      if (entry.kind === 'erasure') this.#erase(entry.subject)
      else if (decision?.verb === 'resolve') {
        await applied(decision, turn)
        const { entity_pack, seen } = decision.pins as unknown as Pinned
        // Who recorded it had seen these answers: what they led to is in the ledger.
        const isOpen = ({ chain, sequence }: ChainEntry) => entity_pack !== turn.entity || sequence > (seen[chain] ?? 0)
        answers = answers.filter((answer) => isOpen(answer.entry))
      } else if (decision !== null && this.#isNewEdge(decision) && decision.verb === 'review')
        answers.push({ entry, decision })
    }
    const all: ChainLink[] = []
    for (const head of heads)
      for await (const link of this.#linksTo(head, known))
        if (heads.length === 1) await apply(link)
        else all.push(link)
    // Clocks order the links of several chains. The sort is stable: those of one chain keep their order.
    all.sort((x, y) => compareCodePoints(x.entry.recorded_at, y.entry.recorded_at))
    for (const link of all) await apply(link)
    for (const { decision } of answers) await answerApplied(decision, turn)
    graph.heads = heads
  }

  /** The links of a chain after those that the index has followed. */
  async *#linksTo({ chain, sequence }: ChainHead, known: readonly ChainHead[]): AsyncGenerator<ChainLink> {
    for (let at = known.find((head) => head.chain === chain)?.sequence ?? 0; at < sequence; ) {
      const page = await this.#browser.links({ chain, sequence: at }, PAGE)
      const own = page.filter(({ entry }) => entry.chain === chain && entry.sequence <= sequence)
      if (own.length === 0) return
      yield* own
      at = own.at(-1)!.entry.sequence
    }
  }

  async #refuseOther({ chain, sequence, hash }: ChainHead): Promise<void> {
    const [link] = await this.#browser.links({ chain, sequence: sequence - 1 }, 1)
    if (link?.entry.hash === hash) return
    throw new SelfsameError(
      'usage',
      'the index follows another ledger, or a newer copy of this one; name that ledger, or build the index again from its tables',
    )
  }

  #isNewEdge({ decision_id, record_a, record_b, call }: DecisionEntry): boolean {
    if (record_a === null || record_b === null || call['entity'] !== this.#index.entity) return false
    return this.#index.graph.addEdge(decision_id, record_a, record_b)
  }

  /** An erased record leaves the index; the decisions about it stay, so its entity holds together as before. */
  #erase(record: string): void {
    const { graph } = this.#index
    const row = graph.rowOf(record)
    if (row !== null && graph.isCurrent(record)) this.#index.erase(row)
  }
}

const graphs = new WeakMap<LookupIndex, Graph>()

/** The graph of an index. Throws no_ledger, index_unknown, usage, index_unavailable. */
export async function requireGraph(name: string | null, context: Context): Promise<Graph> {
  const { browser } = requireLedger(context)
  if (browser === null) throw noLedger()
  const index = await requireIndex(name, context, true)
  let graph = graphs.get(index)
  if (graph === undefined) {
    graph = new Graph(index, context, browser)
    graphs.set(index, graph)
  }
  return graph
}

/** Indexes that this process has brought up to their ledger. */
const followed = new WeakSet<LookupIndex>()

/** An index to look in, as its ledger has it: a process that was killed may have left it behind. Throws index_unknown, usage, index_unavailable. */
export async function followedIndex(name: string | null, context: Context): Promise<LookupIndex> {
  const index = await requireIndex(name, context)
  if (followed.has(index)) return index
  if (context.ledger !== null && index.graph.heads !== null)
    await (await requireGraph(name, context)).read(async () => {})
  followed.add(index)
  return index
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
