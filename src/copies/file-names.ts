// Names of files and folders as people read them: signs and escapes for spaces, words in small letters. What is written in their place stays a name.
import type { Spot } from './copy-text.ts'

const ENDING = /\.[A-Za-z0-9]{1,8}$/
const NOT_IN_NAMES = /[[\]<>:"|?*\\/]/g
/** A shorter word in small letters is one of the language: "an", "of". */
const SHORTEST_NAME = 4

/** "brief_margarethe%20wallraff" as "Brief Margarethe Wallraff". */
export function readableName(stem: string): string {
  let name = stem
  try {
    name = decodeURIComponent(stem)
  } catch {
    // A percent sign that is none of an address.
  }
  return name
    .replace(/[_.\-+]/g, ' ')
    .replace(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]{0,40}/gu, (word) =>
      word.length < SHORTEST_NAME ? word : `${word[0]!.toUpperCase()}${word.slice(1)}`,
    )
}

/** The folders of a path and its file as spots; `path` gives the path with what they were set to. */
export function nameSpots(path: string): { readonly spots: readonly Spot[]; path(): string } {
  const now = path.split('/')
  const spots = now.map((segment, n): Spot => {
    const ending = ENDING.exec(segment)?.[0] ?? ''
    return {
      value: readableName(segment.slice(0, segment.length - ending.length)),
      set(text) {
        now[n] = (text.replace(NOT_IN_NAMES, '').trim() || 'removed') + ending
      },
    }
  })
  return { spots, path: () => now.join('/') }
}
