// Names of files and folders as people read them: signs and escapes for spaces, words in small letters. What is written in their place stays a name.
import { decodedComponent } from '../../text/percent.ts'
import { type Edit, rewritten, type Spot } from './copy-text.ts'

const ENDING = /\.[A-Za-z0-9]{1,8}$/
const NOT_IN_NAMES = /[[\]<>:"|?*\\/]/g
/** A shorter word in small letters is one of the language: "an", "of". */
const SHORTEST_NAME = 4

/** "brief_margarethe%20wallraff" as "Brief Margarethe Wallraff". */
export function readableName(stem: string): string {
  return decodedComponent(stem)
    .replace(/[_.\-+]/g, ' ')
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
    const ending = ENDING.exec(segment)?.[0] ?? ''
    const stem = segment.slice(0, segment.length - ending.length)
    const set = (text: string) => {
      now[n] = (text.replace(NOT_IN_NAMES, '').trim() || 'removed') + ending
    }
    return { value: readableName(stem), set, edit: (edits) => set(rewritten(decodedComponent(stem), edits)) }
  })
  return { spots, path: () => now.join('/') }
}
