// The gazetteer: maps a folded name to its possible countries, its size, and whether it is also a given name, a surname or a word.
import { SelfsameError } from '../errors.ts'
import { HASH_PRIME, HASH_SEED, hashOf } from '../text/hash.ts'
import { NEWLINE, SPACE, TAB } from '../text/signs.ts'

/** Bits for the first two words of longer names: some twenty for each, so that few other pairs pass. */
const PAIR_BITS = 1 << 19
/** A line has at least eight units, so with one slot for every five the table never fills. */
const UNITS_PER_SLOT = 5

/** c town, q quarter, r region, k country. */
export type PlaceKind = 'c' | 'q' | 'r' | 'k'

export interface PlaceEntry {
  readonly country: string
  readonly kind: PlaceKind
  /** Floor of log10 of the population; 0 when unknown. */
  readonly size: number
}

export interface Place {
  readonly entries: readonly PlaceEntry[]
  readonly isGivenName: boolean
  readonly isSurname: boolean
  readonly isWord: boolean
}

export class Gazetteer {
  /** Lines as tools/build-gazetteer.mjs writes them: "key TAB flags TAB entries". */
  readonly #table: string
  /** Index in the table of the line of each key, by the key's hash; -1 if the slot is free. */
  readonly #slots: Int32Array
  #size = 0
  /** First word of names of several words -> the maximum number of words of such a name. */
  readonly #longest = new Map<string, number>()
  /** One bit for the hash of the first two words of each name of several words. */
  readonly #pairs = new Uint8Array(PAIR_BITS >> 3)
  readonly #parsed = new Map<string, Place>()

  /** `table`: lines "key TAB flags TAB entries", as written by tools/build-gazetteer.mjs; keys are unique. */
  constructor(table: string) {
    this.#table = table
    let slots = 1024
    while (slots < table.length / UNITS_PER_SLOT) slots *= 2
    this.#slots = new Int32Array(slots).fill(-1)
    const end = table.length
    for (let from = 0; from < end; ) {
      let hash = HASH_SEED
      let blanks = 0
      let at = from
      for (let unit = table.charCodeAt(at); unit !== TAB; unit = table.charCodeAt(++at)) {
        if (at >= end || unit === NEWLINE)
          throw new SelfsameError('facts_invalid', 'a line of the gazetteer has no tab; build it again')
        if (unit === SPACE && ++blanks === 2) this.#addPair(hash)
        hash = Math.imul(hash ^ unit, HASH_PRIME)
      }
      if (blanks === 1) this.#addPair(hash)
      if (blanks > 0) {
        const first = table.slice(from, table.indexOf(' ', from))
        if (blanks + 1 > (this.#longest.get(first) ?? 1)) this.#longest.set(first, blanks + 1)
      }
      let slot = this.#slotOf(hash)
      while (this.#slots[slot] !== -1) slot = (slot + 1) & (slots - 1)
      this.#slots[slot] = from
      this.#size++
      const next = table.indexOf('\n', at)
      from = next < 0 ? end : next + 1
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1)
  }

  /** Index after the tab of a key's line; -1 if there is none. */
  #find(key: string): number {
    const slots = this.#slots
    for (let slot = this.#slotOf(hashOf(key)); ; slot = (slot + 1) & (slots.length - 1)) {
      const from = slots[slot]!
      if (from === -1) return -1
      const end = from + key.length
      if (this.#table.charCodeAt(end) === TAB && this.#table.startsWith(key, from)) return end + 1
    }
  }

  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    return this.#find(key) >= 0
  }

  /** Maximum number of words of a name that begins with this folded word; at least 1. */
  mostWords(first: string): number {
    return this.#longest.get(first) ?? 1
  }

  #addPair(hash: number): void {
    this.#pairs[(hash & (PAIR_BITS - 1)) >> 3]! |= 1 << (hash & 7)
  }

  /** False if no name begins with these two folded words; occasionally true for others. A cheap check before `get`. */
  mayOpen(first: string, second: string): boolean {
    const hash = hashOf(second, Math.imul(hashOf(first) ^ SPACE, HASH_PRIME))
    return (this.#pairs[(hash & (PAIR_BITS - 1)) >> 3]! & (1 << (hash & 7))) !== 0
  }

  get(key: string): Place | null {
    const known = this.#parsed.get(key)
    if (known) return known
    const from = this.#find(key)
    if (from < 0) return null
    const end = this.#table.indexOf('\n', from)
    const row = this.#table.slice(from, end < 0 ? undefined : end)
    const tab = row.indexOf('\t')
    const flags = row.slice(0, tab)
    const place: Place = {
      entries: row
        .slice(tab + 1)
        .split(' ')
        .map((entry) => ({
          country: entry.slice(0, 2),
          kind: entry[2] as PlaceKind,
          size: Number(entry[3]),
        })),
      isGivenName: flags.includes('g'),
      isSurname: flags.includes('s'),
      isWord: flags.includes('w'),
    }
    // A text contains few of the known names; the bound keeps a hostile text from growing the cache without limit.
    if (this.#parsed.size < 20000) this.#parsed.set(key, place)
    return place
  }
}
