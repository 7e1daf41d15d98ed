// What the requests of one transaction over a graph share: the index, and the decisions that are to be written to the ledger.
import type { AskedPair, ChainHead, DecisionEntry, LedgerAppend } from '../../ledger/store.ts'
import { fieldsId } from '../../records/ids.ts'
import type { Fields } from '../../tables/lookup/keys.ts'
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import type { LookupIndex } from '../../tables/lookup/store.ts'
import type { ComparisonDecision } from '../shared/comparisons.ts'
import type { Context } from '../shared/context.ts'
import { requireLedger } from '../shared/recorded.ts'

/** A decision as it stands within a turn, where those of the turn itself are not in the ledger yet. */
export interface Standing {
  readonly entry: DecisionEntry
  readonly isCurrent: boolean
}

export class Turn {
  readonly index: LookupIndex
  readonly context: Context
  readonly appends: LedgerAppend[] = []
  readonly asks: AskedPair[] = []
  /** Where the ledger was followed to, by chain. */
  readonly seen: Readonly<Record<string, number>>
  /** Ids that appends of this turn supersede. */
  readonly #followed = new Set<string>()
  readonly #own = new Map<string, DecisionEntry>()
  readonly #fields = new Map<string, Fields>()

  constructor(index: LookupIndex, context: Context, heads: readonly ChainHead[]) {
    this.index = index
    this.context = context
    this.seen = Object.fromEntries(heads.map(({ chain, sequence }) => [chain, sequence]))
  }

  get entity(): string {
    return this.index.entity
  }

  idOf({ fields }: Pick<IndexedRecord, 'fields'>): string {
    return fieldsId(this.entity, fields)
  }

  /** Records a comparison; `follows`: the decision that it supersedes. */
  record({ append }: ComparisonDecision, follows?: string): void {
    const { decision_id, record_a, record_b } = append.entry
    this.append(follows === undefined ? append : { ...append, follows })
    this.index.graph.addEdge(decision_id, record_a!, record_b!)
  }

  append(append: LedgerAppend): void {
    const { entry, records, follows } = append
    this.appends.push(append)
    this.#own.set(entry.decision_id, entry)
    if (follows !== undefined) this.#followed.add(follows)
    for (const [at, id] of [entry.record_a, entry.record_b].entries()) {
      const content = records[at]
      if (id !== null && content !== undefined && 'attributes' in content) this.#fields.set(id, content.attributes)
    }
  }

  /** Pairs to ask about that nothing of this turn supersedes. */
  get questions(): readonly AskedPair[] {
    return this.asks.filter(({ decision_id }) => !this.#followed.has(decision_id))
  }

  mark(): readonly [number, number] {
    return [this.appends.length, this.asks.length]
  }

  /** Takes back what was added since a mark. */
  backTo([appends, asks]: readonly [number, number]): void {
    for (const { entry, follows } of this.appends.splice(appends)) {
      this.#own.delete(entry.decision_id)
      if (follows !== undefined) this.#followed.delete(follows)
    }
    this.asks.length = asks
  }

  async decision(id: string): Promise<Standing | null> {
    const mine = this.#own.get(id)
    const isFollowed = this.#followed.has(id)
    if (mine !== undefined) return { entry: mine, isCurrent: !isFollowed }
    const stored = await requireLedger(this.context).decision(id)
    return stored === null ? null : { entry: stored, isCurrent: stored.superseded_by === null && !isFollowed }
  }

  /** The values of a record; null once they are erased, or for a text. */
  async fieldsOf(record: string): Promise<Fields | null> {
    const own = this.#fields.get(record)
    if (own !== undefined) return own
    const content = (await requireLedger(this.context).record(record))?.content ?? null
    return content !== null && 'attributes' in content ? content.attributes : null
  }
}
