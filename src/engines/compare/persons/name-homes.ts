// How rare a person's name is where it is most common: "Blessing Okafor" is rare among mankind and not among Nigerians, and who
// bears it is most likely one of them.
import type { Word } from '../words/value-words.ts'

/** Number of a jurisdiction, and the information of a name in it, in bits. */
type Home = readonly [number, number]

export class NameHomes {
  readonly #homes = new Map<string, Home[]>()
  readonly #saved: Float64Array
  readonly #codes: readonly string[]

  /** `tables`: information of the names common in a jurisdiction, in bits, by its code. */
  constructor(tables: ReadonlyMap<string, ReadonlyMap<string, number>>) {
    let number = 0
    for (const table of tables.values()) {
      for (const [text, bits] of table) {
        const homes = this.#homes.get(text)
        if (homes === undefined) this.#homes.set(text, [[number, bits]])
        else homes.push([number, bits])
      }
      number++
    }
    this.#saved = new Float64Array(number)
    this.#codes = [...tables.keys()]
  }

  /**
   * The share in (0, 1] of the information of a name's words that is left in the jurisdiction where all of them together are most
   * common; a word that no jurisdiction counts keeps what it carries.
   */
  share(words: readonly Word[]): number {
    const saved = this.#saved.fill(0)
    let all = 0
    let most = 0
    for (const { text, bits } of words) {
      all += bits
      for (const [home, there] of this.#homes.get(text) ?? [])
        if (there < bits) {
          saved[home]! += bits - there
          if (saved[home]! > most) most = saved[home]!
        }
    }
    return all === 0 ? 1 : 1 - most / all
  }

  /** Code of the jurisdiction where all of the words together are most common; empty where none counts them. */
  home(words: readonly Word[]): string {
    if (this.share(words) === 1) return ''
    return this.#codes[this.#saved.indexOf(this.#saved.reduce((most, bits) => Math.max(most, bits)))]!
  }
}
