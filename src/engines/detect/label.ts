// The cue that a value stands right behind, or under: which groups announce it, and as what.
import type { PhraseHit } from '../../text/phrase-hits.ts'

export class Label {
  /** Bits of the kinds of the longest cue there (PhraseBook.bitOf); shorter cues inside it do not count ("card" in "identity card"). */
  readonly kinds: number
  /** One of the groups announces an official number. */
  readonly announcesId: boolean
  /** The cue is also a word that may stand between any cue and its value: French "le" reads like another language's cue. */
  readonly isDoubtful: boolean
  readonly start: number
  readonly end: number
  /** The longest cue, those that begin with it and those that end with it. */
  readonly cues: readonly PhraseHit[]

  /** `id` is the bit of the kind of official numbers. */
  constructor(cues: readonly PhraseHit[], start: number, end: number, isDoubtful: boolean, id: number) {
    this.cues = cues
    this.start = start
    this.end = end
    this.isDoubtful = isDoubtful
    let kinds = 0
    let all = 0
    for (let i = 0; i < cues.length; i++) {
      const cue = cues[i]!
      all |= cue.says.kinds
      if (cue.start === start) kinds |= cue.says.kinds
    }
    this.kinds = kinds
    this.announcesId = (all & id) !== 0
  }

  /** Does a cue of `group` announce the value? */
  has(group: number): boolean {
    for (let i = 0; i < this.cues.length; i++) if (this.cues[i]!.says.has(group)) return true
    return false
  }

  /** Length of the cue of `group` that announces the value: longer says more ("tax number" over "number"); 0 without one. */
  lengthOf(group: number): number {
    let length = 0
    for (let i = 0; i < this.cues.length; i++) {
      const cue = this.cues[i]!
      if (cue.end - cue.start > length && cue.says.has(group)) length = cue.end - cue.start
    }
    return length
  }
}
