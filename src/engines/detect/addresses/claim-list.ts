// The addresses and places claimed in one text, without overlaps.
import type { Claim } from '../detector.ts'

const ADDRESS = 'PII-4-ADDRESS'
/** As many claims are compared with each other; more are looked up by their place. */
const FEW_CLAIMS = 16

/** Claims that do not overlap. */
export class ClaimList {
  readonly all: Claim[] = []
  readonly #length: number
  /** Number (from 1) of the claim of each character, once there are many: a look-up, so that many labels and many claims stay linear together. */
  #owners: Int32Array | null = null

  constructor(length: number) {
    this.#length = length
  }

  /** An address may contain a town that was claimed before; no other claims overlap. */
  add(claim: Claim | null): void {
    if (claim === null || this.#isTaken(claim)) return
    this.all.push(claim)
    if (this.all.length < FEW_CLAIMS) return
    if (this.#owners !== null) this.#mark(this.all.length, claim.start, claim.end)
    else {
      this.#owners = new Int32Array(this.#length)
      for (const [index, { start, end }] of this.all.entries()) this.#mark(index + 1, start, end)
    }
  }

  /** The claim at `index` begins or ends further out; what lies in it loses against it. */
  widen(index: number, start: number, end: number): void {
    const claim = this.all[index]!
    this.all[index] = { ...claim, start, end }
    // Only what is new is marked: a claim that grows word by word would be marked from its beginning each time.
    this.#mark(index + 1, start, claim.start)
    this.#mark(index + 1, claim.end, end)
  }

  /** Index of the first address claimed that lies in part between `start` and `end`; -1 if there is none. */
  addressIn(start: number, end: number): number {
    const owners = this.#owners
    if (owners === null)
      return this.all.findIndex((one) => one.category === ADDRESS && one.start < end && start < one.end)
    let first = 0
    for (let i = start; i < end; i++)
      if (this.#isAddress(owners[i]!) && (first === 0 || owners[i]! < first)) first = owners[i]!
    return first - 1
  }

  #isTaken({ start, end, category }: Claim): boolean {
    const isAddress = category === ADDRESS
    const owners = this.#owners
    if (owners === null) {
      for (const one of this.all)
        if (one.start < end && one.end > start && (!isAddress || one.category === ADDRESS)) return true
      return false
    }
    for (let i = start; i < end; i++) if (isAddress ? this.#isAddress(owners[i]!) : owners[i] !== 0) return true
    return false
  }

  #isAddress(owner: number): boolean {
    return owner !== 0 && this.all[owner - 1]!.category === ADDRESS
  }

  /** An address wins over a place, and the address claimed first over a later one. */
  #mark(owner: number, start: number, end: number): void {
    const owners = this.#owners
    if (owners === null) return
    const isAddress = this.#isAddress(owner)
    for (let i = start; i < end; i++) {
      const before = owners[i]!
      if (before === 0 || (isAddress && (!this.#isAddress(before) || owner < before))) owners[i] = owner
    }
  }
}
