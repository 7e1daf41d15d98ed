// Walks a whole ledger and checks that every link, decision and value is as it was written, and that none is missing.
import type { RecordContent } from '../records/ids.ts'
import { erasureDigest, GENESIS, linkHash } from './chain.ts'
import type { ChainHead, ChainLink, DecisionEntry, Ledger } from './store.ts'
import { RecordWalk } from './verify-records.ts'

/** One deviation from what was written. Chain and sequence are null for a subject without a link. */
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
  /** Decision ids computed again from the stored decision. */
  readonly ids_recomputed: number
  readonly heads: readonly ChainHead[]
  /** In order of the walk, so the first is the first broken entry; at most 20. */
  readonly problems: readonly LedgerProblem[]
}

export interface VerifyOptions {
  /** Heads that were signed earlier: the ledger must still hold exactly these links. */
  readonly checkpoint?: readonly ChainHead[]
  /** Computes the id that a decision should have; null if the stored data is not enough. */
  readonly decisionId?: (entry: DecisionEntry, contentOf: ContentOf) => Promise<string | null>
}

/** The values of a record, null if they were erased or their key was not given. */
export type ContentOf = (recordId: string) => Promise<RecordContent | null>

const PAGE = 500
const MOST_PROBLEMS = 20

/** Reads the whole ledger once, in pages; records first, so that an erasure meanwhile appears as a link. Throws ledger_unavailable. */
export async function verifyLedger(ledger: Ledger, options: VerifyOptions = {}): Promise<LedgerVerification> {
  const walk = new Walk(options)
  // Other processes may write meanwhile: the walk must find at least the earlier count and at most the later one.
  const before = await ledger.decisionCount()
  await walk.records.read(ledger)
  const contentOf: ContentOf = async (id) => (await ledger.storedRecord(id))?.content ?? null
  for (let links = await ledger.links(null, PAGE); links.length > 0; ) {
    for (const link of links) await walk.link(link, contentOf)
    links = await ledger.links(links.at(-1)!.entry, PAGE)
  }
  walk.compareHeads()
  const unchained = await ledger.unchained(MOST_PROBLEMS)
  for (const id of unchained) walk.report(null, id, 'the chain does not know this decision')
  if (unchained.length === 0) walk.compareCounts(before, await ledger.decisionCount())
  for (const id of await ledger.missingRecords(MOST_PROBLEMS)) {
    walk.report(null, id, 'a decision is about this record and it is missing')
  }
  for (const { subject, problem } of await walk.records.problems(ledger)) walk.report(null, subject, problem)
  for (const { subject, problem } of await ledger.unreadRows(MOST_PROBLEMS)) walk.report(null, subject, problem)
  for (const { subject, problem } of await ledger.queueProblems(MOST_PROBLEMS)) walk.report(null, subject, problem)
  for (const problem of await ledger.alteredRules()) walk.report(null, '', problem)
  return walk.result()
}

class Walk {
  readonly #options: VerifyOptions
  readonly #problems: LedgerProblem[] = []
  readonly #heads = new Map<string, ChainHead>()
  readonly #expected: Map<string, ChainHead>
  readonly records = new RecordWalk()
  #links = 0
  #decisions = 0
  #missing = 0
  #recomputed = 0

  constructor(options: VerifyOptions) {
    this.#options = options
    this.#expected = new Map((options.checkpoint ?? []).map((head) => [`${head.chain}\n${head.sequence}`, head]))
  }

  async link(link: ChainLink, contentOf: ContentOf): Promise<void> {
    const { entry } = link
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
      this.records.erasure(entry)
      if (entry.digest !== erasureDigest(entry.subject)) say('the erasure was changed')
    } else await this.#decision(link, say, contentOf)
  }

  async #decision(
    { decision, intact }: ChainLink,
    say: (problem: string) => void,
    contentOf: ContentOf,
  ): Promise<void> {
    if (decision === null) {
      this.#missing++
      say('the decision is missing or unreadable')
      return
    }
    this.#decisions++
    if (!intact) say('the decision was changed')
    const id = (await this.#options.decisionId?.(decision, contentOf)) ?? null
    if (id === null) return
    this.#recomputed++
    if (id !== decision.decision_id) say('the decision id does not follow from what was decided')
  }

  /** Decisions that an entry names and the walk misses, and those named twice. A walk over pages skips entries without a valid position. */
  compareCounts(before: number, after: number): void {
    if (this.#missing > 0) return
    const hidden = before - this.#decisions
    const doubled = this.#decisions - after
    if (hidden > 0) {
      const what = hidden === 1 ? '1 decision' : `${hidden} decisions`
      this.report(null, '', `${what} cannot be reached by following the chain`)
    }
    if (doubled > 0) {
      const what = doubled === 1 ? '1 entry speaks' : `${doubled} entries speak`
      this.report(null, '', `${what} of a decision that another entry speaks of already`)
    }
  }

  /** Signed heads that are no longer in the ledger. */
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
      erasures: this.records.erasures,
      records: this.records.records,
      erased: this.records.erased,
      unreadable: this.records.unreadable,
      ids_recomputed: this.#recomputed,
      heads: [...this.#heads.values()],
      problems: this.#problems,
    }
  }
}
