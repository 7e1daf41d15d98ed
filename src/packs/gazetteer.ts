// The gazetteer as a look-up: folded name -> where it may lie, how large it is, and whether the name means something else too.
import { SelfsameError } from '../errors.ts'
import { HASH_PRIME, HASH_SEED, hashOf } from '../text/hash.ts'

/** Bits for the first two words of longer names: some twenty for each, so that few pairs are let through in vain. */
const PAIR_BITS = 1 << 19
const BLANK = 32

/** c town, q quarter, r region, k country. */
export type PlaceKind = 'c' | 'q' | 'r' | 'k'

export interface PlaceEntry {
  /** ISO 3166-1 code. */
  readonly country: string
  readonly kind: PlaceKind
  /** Floor of log10 of the population; 0 when unknown. */
  readonly size: number
}

export interface Place {
  /** Largest first. */
  readonly entries: readonly PlaceEntry[]
  readonly isGivenName: boolean
  readonly isSurname: boolean
  readonly isWord: boolean
}

export class Gazetteer {
  readonly #rows = new Map<string, string>()
  /** First word of names of several words -> the most words such a name has. */
  readonly #longest = new Map<string, number>()
  /** One bit for the hash of the first two words of each name of several words. */
  readonly #pairs = new Uint8Array(PAIR_BITS >> 3)
  readonly #parsed = new Map<string, Place>()

  /** `table`: lines "key TAB flags TAB entries", as tools/build-gazetteer.mjs writes them. */
  constructor(table: string) {
    for (let from = 0; from < table.length; ) {
      let to = table.indexOf('\n', from)
      if (to < 0) to = table.length
      const tab = table.indexOf('\t', from)
      if (tab < 0 || tab > to)
        throw new SelfsameError('facts_invalid', 'a line of the gazetteer has no tab; build it again')
      const key = table.slice(from, tab)
      this.#rows.set(key, table.slice(tab + 1, to))
      const blank = key.indexOf(' ')
      if (blank > 0) {
        let words = 2
        for (let i = key.indexOf(' ', blank + 1); i > 0; i = key.indexOf(' ', i + 1)) words++
        const first = key.slice(0, blank)
        this.#addPair(key)
        if (words > (this.#longest.get(first) ?? 1)) this.#longest.set(first, words)
      }
      from = to + 1
    }
  }

  get size(): number {
    return this.#rows.size
  }

  /** Is there a place of this folded name? */
  has(key: string): boolean {
    return this.#rows.has(key)
  }

  /** Most words of a name that begins with this folded word; 1 when none has more. */
  mostWords(first: string): number {
    return this.#longest.get(first) ?? 1
  }

  #addPair(key: string): void {
    let hash = HASH_SEED
    for (let i = 0, blanks = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i)
      if (unit === BLANK && ++blanks === 2) break
      hash = Math.imul(hash ^ unit, HASH_PRIME)
    }
    this.#pairs[(hash & (PAIR_BITS - 1)) >> 3]! |= 1 << (hash & 7)
  }

  /** May a name begin with these two folded words? Now and then yes for two that begin none; a cheap look before `get`. */
  mayOpen(first: string, second: string): boolean {
    const hash = hashOf(second, Math.imul(hashOf(first) ^ BLANK, HASH_PRIME))
    return (this.#pairs[(hash & (PAIR_BITS - 1)) >> 3]! & (1 << (hash & 7))) !== 0
  }

  /** The place of a folded name, or null. */
  get(key: string): Place | null {
    const known = this.#parsed.get(key)
    if (known) return known
    const row = this.#rows.get(key)
    if (row === undefined) return null
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
    // Names met are few beside names known; a bound keeps a hostile text from growing the table without end.
    if (this.#parsed.size < 20000) this.#parsed.set(key, place)
    return place
  }
}
