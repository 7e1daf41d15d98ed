// The addresses and places claimed in one text, of which none lies where another does.
import type { Claim } from '../detector.ts'

const PLACE = 1
const ADDRESS = 2
/** As many claims are compared with each other; more are looked up by their place. */
const FEW_CLAIMS = 16

/** Claims of which none lies where another does. */
export class ClaimList {
  readonly all: Claim[] = []
  readonly #length: number
  /** What each character is claimed as, once there are many: a look-up, so that many labels and many claims stay linear together. */
  #claimed: Uint8Array | null = null

  /** `length`: UTF-16 units of the text. */
  constructor(length: number) {
    this.#length = length
  }

  /** A whole address may hold a town that was claimed by itself; nothing else is claimed twice. */
  add(claim: Claim | null): void {
    if (claim === null || this.#isTaken(claim)) return
    this.all.push(claim)
    if (this.all.length < FEW_CLAIMS) return
    if (this.#claimed !== null) this.#mark(claim, this.#claimed)
    else {
      this.#claimed = new Uint8Array(this.#length)
      for (const one of this.all) this.#mark(one, this.#claimed)
    }
  }

  /** The claim at `index` begins or ends further out; what lies in it loses against it. */
  widen(index: number, start: number, end: number): void {
    const wider = { ...this.all[index]!, start, end }
    this.all[index] = wider
    if (this.#claimed !== null) this.#mark(wider, this.#claimed)
  }

  #isTaken({ start, end, category }: Claim): boolean {
    const isAddress = category === 'PII-4-ADDRESS'
    const claimed = this.#claimed
    if (claimed === null) {
      for (const one of this.all)
        if (one.start < end && one.end > start && (!isAddress || one.category === 'PII-4-ADDRESS')) return true
      return false
    }
    for (let i = start; i < end; i++) if (claimed[i] === ADDRESS || (claimed[i] === PLACE && !isAddress)) return true
    return false
  }

  #mark({ start, end, category }: Claim, claimed: Uint8Array): void {
    claimed.fill(category === 'PII-4-ADDRESS' ? ADDRESS : PLACE, start, end)
  }
}
