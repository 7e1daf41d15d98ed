// What a phrase of a text says to names: labels, forms of address, greetings and the like, as bits of the hits that the phrase
// book found.
import type { PhraseHit } from '../../../text/phrases.ts'

/** What a phrase of a text says to names; bits. */
export const Cue = {
  /** Heads a field. */
  label: 1,
  /** Announces a person in running text. */
  cue: 2,
  title: 4,
  greeting: 8,
  closing: 16,
  /** Contains a name and names no person: a disease, a chess opening, a dish. */
  thing: 32,
  /** A word for a telephone number or for calling. */
  number: 64,
  /** By which somebody says who they are. */
  introduction: 128,
  /** Announces a value of another detector. */
  foreign: 256,
  /** Labels a field that holds a name and nothing else. */
  field: 512,
  /** Labels what is called something, most often a person. */
  naming: 1024,
} as const

type CueName = Exclude<keyof typeof Cue, 'foreign'>

/** The phrases that names listen to: their groups in the phrase book and what each says. */
export class NameCues {
  readonly groups: Readonly<Record<CueName, number>>
  readonly #bits: Uint16Array

  constructor(groups: Readonly<Record<CueName, number>>) {
    this.groups = groups
    this.#bits = new Uint16Array(Math.max(...Object.values(groups)) + 1).fill(Cue.foreign)
    for (const [name, group] of Object.entries(groups)) this.#bits[group] = Cue[name as CueName]
  }

  /** What a phrase says: bits of Cue. */
  of({ says: { groups } }: PhraseHit): number {
    let found = 0
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!
      found |= group < this.#bits.length ? this.#bits[group]! : Cue.foreign
    }
    return found
  }
}
