// Results by value, remembered for the latest values: two generations of a bounded size, so that nothing is sorted.
export class KeptWork<Made> {
  readonly #most: number
  readonly #make: (value: string) => Made
  #young = new Map<string, Made>()
  #old = new Map<string, Made>()

  /** `most`: values of a generation. */
  constructor(most: number, make: (value: string) => Made) {
    this.#most = most
    this.#make = make
  }

  of(value: string): Made {
    let made = this.#young.get(value)
    if (made !== undefined) return made
    made = this.#old.get(value) ?? this.#make(value)
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(value, made)
    return made
  }
}
