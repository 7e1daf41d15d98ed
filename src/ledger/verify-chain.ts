// Walks a whole ledger and checks that every link, decision and value is as it was written, and that none is missing.
import type { RecordContent } from '../records/ids.ts'
import { erasureDigest, GENESIS, linkHash } from './chain.ts'
import type { ChainEntry, ChainHead, ChainLink, DecisionEntry, Ledger, StoredRecord } from './store.ts'

interface RecordProblem {
  readonly subject: string
  readonly problem: string
}

// A page holds at most about this much text, however large the records are.
const PAGE_CHARACTERS = 4_000_000
const SMALLEST_PAGE = 4
const LARGEST_PAGE = 500
// On a server, an erasure and a later decision can be in two chains, and only the clocks of two machines order them.
const CLOCK_SECONDS = 300

/** Collects the problems of records; `problems` is complete after the whole walk. */
class RecordWalk {
  readonly #changed: string[] = []
  readonly #gone: string[] = []
  readonly #erasures = new Map<string, ChainEntry>()
  readonly #keys = new Map<string, { readonly first: string; count: number }>()
  readonly #foreign: string[] = []
  records = 0
  unreadable = 0

  get erased(): number {
    return this.#gone.length
  }

  get erasures(): number {
    return this.#erasures.size
  }

  async read(ledger: Ledger): Promise<void> {
    let limit = SMALLEST_PAGE
    for (let page = await ledger.storedRecords(null, limit); page.length > 0; ) {
      let characters = 0
      for (const record of page) {
        this.#record(record)
        characters += sizeOf(record)
      }
      limit = Math.floor(PAGE_CHARACTERS / Math.max(1, characters / page.length))
      limit = Math.min(LARGEST_PAGE, Math.max(SMALLEST_PAGE, limit))
      page = await ledger.storedRecords(page.at(-1)!.record_id, limit)
    }
  }

  #record({ record_id: id, state, key_id }: StoredRecord): void {
    this.records++
    if (state === 'sealed') this.unreadable++
    if (state === 'changed' && this.#changed.length < MOST_PROBLEMS) this.#changed.push(id)
    if (state === 'erased') this.#gone.push(id)
    if (state === 'foreign' && this.#foreign.length < MOST_PROBLEMS) this.#foreign.push(id)
    if (key_id === null || state !== 'sealed') return
    const seen = this.#keys.get(key_id)
    if (seen !== undefined) seen.count++
    else if (this.#keys.size < MOST_PROBLEMS) this.#keys.set(key_id, { first: id, count: 1 })
  }

  erasure(entry: ChainEntry): void {
    this.#erasures.set(entry.subject, entry)
  }

  /** All problems, in a fixed order; reads the chain again if erased values are present. */
  async problems(ledger: Ledger): Promise<RecordProblem[]> {
    const lost = this.#gone.filter((id) => !this.#erasures.has(id))
    return [
      ...this.#changed.map((subject) => ({ subject, problem: 'its values were changed' })),
      ...this.#foreign.map((subject) => ({ subject, problem: 'it is sealed with another key than the one given' })),
      ...this.#strangeKeys(),
      ...lost.map((subject) => ({ subject, problem: 'its values are gone and the chain knows of no erasure' })),
      ...(await this.#back(ledger)),
    ]
  }

  /** A ledger is encrypted under one key at a time: a change of key is one transaction. */
  #strangeKeys(): RecordProblem[] {
    const keys = [...this.#keys.values()].sort((a, b) => b.count - a.count || (a.first < b.first ? -1 : 1))
    return keys.slice(1).map(({ first, count }) => {
      const more = count === 1 ? '' : ` (and ${count - 1} more like it)`
      return { subject: first, problem: `it is sealed with another key than the other records${more}` }
    })
  }

  /** Erased values that are present again, although no later decision stored them. */
  async #back(ledger: Ledger): Promise<RecordProblem[]> {
    const there = new Map<string, ChainEntry>()
    const gone = new Set(this.#gone)
    for (const [id, entry] of this.#erasures) {
      if (gone.has(id)) continue
      const stored = await ledger.storedRecord(id)
      if (stored !== null && stored.state !== 'erased') there.set(id, entry)
    }
    if (there.size === 0) return []
    for (let links = await ledger.links(null, LARGEST_PAGE); links.length > 0; ) {
      for (const link of links) forgetBrought(there, link)
      links = await ledger.links(links.at(-1)!.entry, LARGEST_PAGE)
    }
    const problem = 'its values were erased and are there again, though no decision since is about it'
    return [...there.keys()].map((subject) => ({ subject, problem }))
  }
}

/** A decision about a record after its erasure may store its values again. */
function forgetBrought(there: Map<string, ChainEntry>, { entry, decision }: ChainLink): void {
  for (const id of [decision?.record_a, decision?.record_b]) {
    const erasure = id == null ? undefined : there.get(id)
    if (id == null || erasure === undefined) continue
    const later =
      entry.chain === erasure.chain
        ? entry.sequence > erasure.sequence
        : Date.parse(entry.recorded_at) > Date.parse(erasure.recorded_at) - CLOCK_SECONDS * 1000
    if (later) there.delete(id)
  }
}

function sizeOf({ content }: StoredRecord): number {
  if (content === null) return 1000
  if ('text' in content) return content.text.length
  return Object.values(content.attributes).reduce((sum, value) => sum + value.length, 0)
}

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
/** Subject of a problem that is not of one entry. */
const LEDGER = 'the ledger'

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
  for (const problem of await ledger.alteredRules()) walk.report(null, LEDGER, problem)
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
      this.report(null, LEDGER, `${what} cannot be reached by following the chain`)
    }
    if (doubled > 0) {
      const what = doubled === 1 ? '1 entry names' : `${doubled} entries name`
      this.report(null, LEDGER, `${what} a decision that another entry names already`)
    }
  }

  /** Signed heads that are no longer in the ledger. */
  compareHeads(): void {
    for (const head of this.#expected.values())
      this.report(head, 'the checkpoint', 'the entry that it was signed over is missing')
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
