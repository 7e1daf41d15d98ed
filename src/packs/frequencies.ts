// Frequency tables of data/frequencies: the information, in bits, of the presence of a token.
import { HASH_PRIME, HASH_SEED, hashOf } from '../text/hash.ts'
import { codeAt } from '../text/unit-classes.ts'

const [TAB, LINE, BLANK] = [0x09, 0x0a, 0x20]

/** A table of ASCII tokens, found by hash in the bytes of their file: strings in a map would take several times the memory. */
export class FrequencyTable {
  /** Information of a token that is not in the table, as estimated by its builder. */
  readonly unseen: number
  readonly #bytes: Uint8Array
  /** For each slot, the start of its token (0 if the slot is free) and the hash of the token. */
  readonly #slots: Int32Array
  readonly #quarters: Uint8Array
  readonly #mask: number

  /** Reads a table: a JSON header line, then lines of `<quarter bits>\t<tokens separated by spaces>`. */
  constructor(bytes: Buffer) {
    const start = bytes.indexOf(LINE) + 1
    const header = JSON.parse(bytes.toString('utf8', 0, start)) as { unseen_bits: number }
    this.unseen = header.unseen_bits
    this.#bytes = bytes
    let tokens = 1
    for (let at = start; at < bytes.length; at++) if (bytes[at]! <= BLANK) tokens++
    // About half of the slots stay free, so that most look-ups need one probe.
    const size = 2 ** Math.ceil(Math.log2(2 * tokens))
    this.#mask = size - 1
    this.#slots = new Int32Array(2 * size)
    this.#quarters = new Uint8Array(size)
    this.#read(start)
  }

  bitsOf(token: string): number | undefined {
    const hash = hashOf(token)
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const begins = this.#slots[2 * slot]!
      if (begins === 0) return undefined
      if (this.#slots[2 * slot + 1] === hash && this.#isAt(begins, token)) return this.#quarters[slot]! / 4
    }
  }

  #isAt(begins: number, token: string): boolean {
    const { length } = token
    for (let i = 0; i < length; i++) if (this.#bytes[begins + i] !== codeAt(token, i)) return false
    const after = this.#bytes[begins + length]
    return after === undefined || after === BLANK || after === LINE
  }

  #read(start: number): void {
    const bytes = this.#bytes
    for (let at = start; at < bytes.length; at++) {
      const tab = bytes.indexOf(TAB, at)
      if (tab < 0) return
      // bounded: the digits of one number of a shipped table
      const quarters = Number(String.fromCharCode(...bytes.subarray(at, tab)))
      at = tab
      while (at < bytes.length && bytes[at] !== LINE) at = this.#keep(at + 1, quarters)
    }
  }

  /** Stores the token that begins here; returns its end. Each token occurs once in a table. */
  #keep(begins: number, quarters: number): number {
    const bytes = this.#bytes
    let hash = HASH_SEED
    let end = begins
    for (; end < bytes.length && bytes[end]! > BLANK; end++) hash = Math.imul(hash ^ bytes[end]!, HASH_PRIME)
    let slot = hash & this.#mask
    while (this.#slots[2 * slot] !== 0) slot = (slot + 1) & this.#mask
    this.#slots[2 * slot] = begins
    this.#slots[2 * slot + 1] = hash
    this.#quarters[slot] = quarters
    return end
  }
}

/** For each jurisdiction code, the information of the tokens that are common in its names. */
export function readJurisdictionFrequencies(text: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const parsed = JSON.parse(text) as Record<string, Record<string, string>>
  return new Map(
    Object.entries(parsed).map(([code, steps]) => {
      const bits = new Map<string, number>()
      for (const [step, tokens] of Object.entries(steps))
        for (const token of tokens.split(' ')) bits.set(token, Number(step) / 4)
      return [code, bits]
    }),
  )
}

/** The tables with one for each union: a name comes from each member with equal probability, so its frequency is their mean. Quarter bits. */
export function withUnions(
  tables: ReadonlyMap<string, ReadonlyMap<string, number>>,
  unions: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const all = new Map(tables)
  for (const [code, members] of unions) {
    const known = members.flatMap((member) => tables.get(member) ?? [])
    const shares = new Map<string, number>()
    for (const table of known)
      for (const [token, bits] of table) shares.set(token, (shares.get(token) ?? 0) + 2 ** -bits / known.length)
    all.set(code, new Map([...shares].map(([token, share]) => [token, Math.round(-Math.log2(share) * 4) / 4])))
  }
  return all
}
