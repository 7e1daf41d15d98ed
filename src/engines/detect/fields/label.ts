// The label of a value: the cue directly before it or above it, with its groups and kinds.
import type { PhraseHit } from '../../../text/phrase-hits.ts'

export class Label {
  /** Bits of the kinds of the longest cue (PhraseBook.bitOf); shorter cues inside it do not count ("card" in "identity card"). */
  readonly kinds: number
  readonly announcesId: boolean
  /** True if the cue is also a filler in some language: French "le" looks like another language's cue. */
  readonly isDoubtful: boolean
  readonly start: number
  readonly end: number
  /** The longest cue, and the cues that begin or end with it. */
  readonly cues: readonly PhraseHit[]

  /** `id`: bit of the kind of official numbers. */
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

  has(group: number): boolean {
    for (let i = 0; i < this.cues.length; i++) if (this.cues[i]!.says.has(group)) return true
    return false
  }

  /** Length of the cue of `group` at the value: a longer cue is more specific ("tax number" than "number"); 0 without one. */
  lengthOf(group: number): number {
    let length = 0
    for (let i = 0; i < this.cues.length; i++) {
      const cue = this.cues[i]!
      if (cue.end - cue.start > length && cue.says.has(group)) length = cue.end - cue.start
    }
    return length
  }
}
