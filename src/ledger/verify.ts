// Walking a whole ledger: is every link, decision and value still what was written, and is anything missing?
import type { RecordContent } from '../records/ids.ts'
import { decisionDigest, erasureDigest, GENESIS, linkHash } from './chain.ts'
import { splitOf } from './rows.ts'
import type { ChainHead, ChainLink, DecisionEntry, Ledger, StoredRecord } from './store.ts'

/** One thing that is not as it was written. Chain and sequence are null for what no link speaks of. */
export interface LedgerProblem {
  readonly chain: string | null
  readonly sequence: number | null
  readonly subject: string
  readonly problem: string
}

export interface LedgerVerification {
  readonly ok: boolean
  readonly links: number
  readonly decisions: number
  readonly erasures: number
  readonly records: number
  readonly erased: number
  /** Values that could not be checked because their key was not given. */
  readonly unreadable: number
  /** Decision ids computed again from what is stored. */
  readonly ids_recomputed: number
  readonly heads: readonly ChainHead[]
  /** In order of the walk, so the first is the first broken entry; at most 20. */
  readonly problems: readonly LedgerProblem[]
}

export interface VerifyOptions {
  /** Heads that were signed earlier: the ledger must still hold exactly these links. */
  readonly checkpoint?: readonly ChainHead[]
  /** The id a decision should have, null where it cannot be told from what is stored. */
  readonly decisionId?: (entry: DecisionEntry, contentOf: ContentOf) => Promise<string | null>
}

/** The values of a record, null when they were erased or their key was not given. */
export type ContentOf = (recordId: string) => Promise<RecordContent | null>

const PAGE = 500
const MOST_PROBLEMS = 20

/**
 * Reads the whole ledger once, in pages. Records come before the chain: an erasure that happens meanwhile is then seen as
 * a link and not as a loss. Throws ledger_unavailable.
 */
export async function verifyLedger(ledger: Ledger, options: VerifyOptions = {}): Promise<LedgerVerification> {
  const walk = new Walk(options)
  for (let records = await ledger.storedRecords(null, PAGE); records.length > 0; ) {
    for (const record of records) walk.record(record)
    records = await ledger.storedRecords(records.at(-1)!.record_id, PAGE)
  }
  const contentOf: ContentOf = async (id) => (await ledger.storedRecord(id))?.content ?? null
  for (let links = await ledger.links(null, PAGE); links.length > 0; ) {
    for (const link of links) await walk.link(link, contentOf)
    links = await ledger.links(links.at(-1)!.entry, PAGE)
  }
  walk.compareHeads()
  for (const id of await ledger.unchained(MOST_PROBLEMS)) walk.report(null, id, 'the chain does not know this decision')
  for (const id of await ledger.missingRecords(MOST_PROBLEMS)) {
    walk.report(null, id, 'a decision is about this record and it is missing')
  }
  walk.compareRecords()
  return walk.result()
}

class Walk {
  readonly #options: VerifyOptions
  readonly #problems: LedgerProblem[] = []
  readonly #heads = new Map<string, ChainHead>()
  readonly #erased = new Set<string>()
  readonly #gone: string[] = []
  readonly #changed: string[] = []
  readonly #expected: Map<string, ChainHead>
  #links = 0
  #decisions = 0
  #records = 0
  #unreadable = 0
  #recomputed = 0

  constructor(options: VerifyOptions) {
    this.#options = options
    this.#expected = new Map((options.checkpoint ?? []).map((head) => [`${head.chain}\n${head.sequence}`, head]))
  }

  async link({ entry, decision }: ChainLink, contentOf: ContentOf): Promise<void> {
    const head = this.#heads.get(entry.chain)
    const say = (problem: string) => this.report(entry, entry.subject, problem)
    if (entry.sequence !== (head?.sequence ?? 0) + 1) say('entries before it are missing')
    else if (entry.previous !== (head?.hash ?? GENESIS)) say('it does not follow from the entry before it')
    if (linkHash(entry) !== entry.hash) say('the entry was changed')
    this.#heads.set(entry.chain, { chain: entry.chain, sequence: entry.sequence, hash: entry.hash })
    this.#links++
    const key = `${entry.chain}\n${entry.sequence}`
    const signed = this.#expected.get(key)
    if (signed !== undefined && signed.hash !== entry.hash) say('it is not the entry the checkpoint was signed over')
    this.#expected.delete(key)
    if (entry.kind === 'erasure') {
      this.#erased.add(entry.subject)
      if (entry.digest !== erasureDigest(entry.subject)) say('the erasure was changed')
    } else await this.#decision(decision, entry.digest, say, contentOf)
  }

  async #decision(
    decision: ChainLink['decision'],
    digest: string,
    say: (problem: string) => void,
    contentOf: ContentOf,
  ): Promise<void> {
    if (decision === null) {
      say('the decision is missing or unreadable')
      return
    }
    this.#decisions++
    const [entry, supersedes] = splitOf(decision)
    if (decisionDigest(entry, supersedes) !== digest) say('the decision was changed')
    const id = (await this.#options.decisionId?.(entry, contentOf)) ?? null
    if (id === null) return
    this.#recomputed++
    if (id !== entry.decision_id) say('the decision id does not follow from what was decided')
  }

  record({ record_id: id, state }: StoredRecord): void {
    this.#records++
    if (state === 'sealed') this.#unreadable++
    if (state === 'changed') this.#changed.push(id)
    if (state === 'erased') this.#gone.push(id)
  }

  /** Values that were changed, and values that are gone though no link says they were erased. */
  compareRecords(): void {
    for (const id of this.#changed) this.report(null, id, 'its values were changed')
    const lost = this.#gone.filter((id) => !this.#erased.has(id))
    for (const id of lost) this.report(null, id, 'its values are gone and the chain knows of no erasure')
  }

  /** Heads that were signed and are not there any more. */
  compareHeads(): void {
    for (const head of this.#expected.values())
      this.report(head, '', 'the checkpoint was signed over an entry that is missing')
  }

  report(at: { chain: string; sequence: number } | null, subject: string, problem: string): void {
    if (this.#problems.length >= MOST_PROBLEMS) return
    this.#problems.push({ chain: at?.chain ?? null, sequence: at?.sequence ?? null, subject, problem })
  }

  result(): LedgerVerification {
    return {
      ok: this.#problems.length === 0,
      links: this.#links,
      decisions: this.#decisions,
      erasures: this.#erased.size,
      records: this.#records,
      erased: this.#gone.length,
      unreadable: this.#unreadable,
      ids_recomputed: this.#recomputed,
      heads: [...this.#heads.values()],
      problems: this.#problems,
    }
  }
}
