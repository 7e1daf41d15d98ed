// Walks the records of a ledger and finds values that were changed, are missing without an erasure, are back after one, or have another key.
import type { ChainEntry, ChainLink, Ledger, StoredRecord } from './store.ts'

export interface RecordProblem {
  readonly subject: string
  readonly problem: string
}

// A page holds at most about this much text, however large the records are.
const PAGE_CHARACTERS = 4_000_000
const SMALLEST_PAGE = 4
const LARGEST_PAGE = 500
const MOST_PROBLEMS = 20
// On a server, an erasure and a later decision can be in two chains, and only the clocks of two machines order them.
const CLOCK_SECONDS = 300

/** Collects the problems of records; `problems` is complete after the whole walk. */
export class RecordWalk {
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
