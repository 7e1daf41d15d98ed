// Places of a file that are rewritten in part: addresses of links, texts that are partly code (a formula with its literals), names of files and folders
// as people read them. What is written in the place of an address or a name stays one.
import { officeWords } from '../../packs/markup-rules.ts'
import { decodedAddress, decodedComponent } from '../../text/url-escapes.ts'
import { type Edit, rewritten, type Spot, type TextRange } from './copy-text.ts'

/** External links for readers; any other external target, such as a template or a linked file, is a local path. */
export const FOLLOWED = /^(?:https?|mailto|tel|ftp|sip|sms):/i

/** An address as people read it; what is written in its place stays an address. */
export function linkSpot(spot: Spot): Spot {
  return {
    value: decodedAddress(spot.value),
    set: (text) => spot.set(encodeURI(Buffer.from(text, 'utf8').toString('utf8'))),
  }
}

/** Spots over parts of a spot, which are disjoint and sorted. Each that is set writes the whole again. */
export function split(spot: Spot, parts: readonly TextRange[]): Spot[] {
  const now = parts.map(({ start, end }) => spot.value.slice(start, end))
  return now.map((value, n) => ({
    value,
    set(text) {
      now[n] = text
      spot.set(
        rewritten(
          spot.value,
          parts.map((part, i) => ({ ...part, text: now[i]! })),
        ),
      )
    },
  }))
}

const NOT_IN_NAMES = /[[\]<>:"|?*\\/]/g
/** A shorter word in small letters is one of the language: "an", "of". */
const SHORTEST_NAME = 4

/** "brief_margarethe%20wallraff" as "Brief Margarethe Wallraff"; the full stop of a word that is cut short stays. */
export function readableName(stem: string): string {
  return decodedComponent(stem)
    .replace(/\.(?![ _-]|$)|[_\-+]/g, ' ')
    .replace(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]{0,40}/gu, (word) => {
      const first = word[0]!.toUpperCase()
      return word.length < SHORTEST_NAME || first.length > 1 ? word : first + word.slice(1)
    })
}

/** A name that can be edited; what is not edited stays as it is written, without escapes. */
export interface NameSpot extends Spot {
  edit(edits: readonly Edit[]): void
}

/** The folders of a path and its file as spots; `path` gives the path with their edits. */
export function nameSpots(path: string): { readonly spots: readonly NameSpot[]; path(): string } {
  const now = path.split('/')
  const spots = now.map((segment, n): NameSpot => {
    const last = segment.lastIndexOf('.')
    // Any other ending is a word of the name: "akte.Wallraff", "Akte_03.04.1970".
    const stem = officeWords().fileEndings.has(segment.slice(last + 1).toLowerCase())
      ? segment.slice(0, Math.max(0, last))
      : segment
    const ending = segment.slice(stem.length)
    const set = (text: string) => {
      now[n] = (text.replace(NOT_IN_NAMES, '').trim() || 'removed') + ending
    }
    return { value: readableName(stem), set, edit: (edits) => set(rewritten(decodedComponent(stem), edits)) }
  })
  return { spots, path: () => now.join('/') }
}
