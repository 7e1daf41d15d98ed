// Cues for names: labels, forms of address, greetings and others, as bits of the hits of the phrase book.
import { largest } from '../../../lists.ts'
import type { Announcement, PhraseHit } from '../../../text/phrase-hits.ts'

/** Meaning of a phrase for names; bits. */
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
  /** Introduces the speaker. */
  introduction: 128,
  /** Announces a value of another detector. */
  foreign: 256,
  /** Labels a field that holds a name and nothing else. */
  field: 512,
  /** Labels what is called something, most often a person. */
  naming: 1024,
  /** Labels a part of a name next to its counterpart: "first" and "last" of a record. */
  key: 2048,
  /** Asks for a name. */
  question: 4096,
  /** Heads a list of things that have given names: moons, typhoons, name days. */
  thingList: 8192,
  /** Announces the number of an article in a catalogue. */
  article: 16384,
  /** Stands between a label and its colon: in charge, on duty. */
  tail: 32768,
  /** Heads a list of things with its colon. */
  thingHeading: 65536,
  /** Heads a field that only things have: brand, manufacturer, runs-on. */
  thingField: 131072,
  /** Introduces only the speaker's name. */
  selfNaming: 262144,
  /** Introduces a family name at birth after another name. */
  maiden: 524288,
} as const

/** Stands with what is known of an announcement. */
const ASKED = 1 << 20

type CueName = Exclude<keyof typeof Cue, 'foreign'>

/** The phrases that names listen to: their groups in the phrase book and what each says. */
export class NameCues {
  readonly groups: Readonly<Record<CueName, number>>
  readonly #bits: Uint32Array
  /** Meaning of each announcement by its number, with ASKED, so that 0 means not computed. */
  #known = new Uint32Array(1024)

  constructor(groups: Readonly<Record<CueName, number>>) {
    this.groups = groups
    this.#bits = new Uint32Array(largest(Object.values(groups)) + 1).fill(Cue.foreign)
    for (const [name, group] of Object.entries(groups)) this.#bits[group] = Cue[name as CueName]
  }

  of({ says }: PhraseHit): number {
    const known = says.number < this.#known.length ? this.#known[says.number]! : 0
    return (known !== 0 ? known : this.#ask(says)) & ~ASKED
  }

  #ask({ number, groups }: Announcement): number {
    let found = ASKED
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!
      found |= group < this.#bits.length ? this.#bits[group]! : Cue.foreign
    }
    if (number >= this.#known.length) {
      const wider = new Uint32Array(2 * number + 2)
      wider.set(this.#known)
      this.#known = wider
    }
    this.#known[number] = found
    return found
  }
}
