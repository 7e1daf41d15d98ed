// Names that no list has in a table: what fills a cell under a heading under which others are people is one too, whatever the
// heading says ("Kid", "Collected by").

import { Level } from '../../../../packs/word-levels.ts'
import { endsCell, opensCell } from '../../cells.ts'
import { Candidate, LONE_THRESHOLD } from '../candidate.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'

/** Words of a cell at most. */
const MOST_WORDS = 3
/** Adds the cells that the words left over fill, in the columns of full names. */
export function findInColumns(search: NameSearch): void {
  const { found, left, text, evidence } = search
  if (left.length === 0) return
  let people: Set<number> | null = null
  for (const { words } of found) {
    if (words.length < 2) continue
    const heading = evidence.heading(words[0]!.start)
    if (heading === null || !fillsCell(text, words)) continue
    people ??= new Set()
    people.add(heading.start)
  }
  if (people === null) return
  for (let i = 0; i < left.length; i++) {
    const cell = [search.leftWord(left[i]!).word]
    const heading = evidence.heading(cell[0]!.start)
    if (heading === null || !people.has(heading.start)) continue
    while (i + 1 < left.length && cell.length < MOST_WORDS) {
      const { word } = search.leftWord(left[i + 1]!)
      if (word.first !== cell[cell.length - 1]!.next) break
      cell.push(word)
      i++
    }
    if (fillsCell(text, cell) && cell.every(mayBeNamed) && (cell.length > 1 || isUnknown(cell[0]!.levels)))
      found.push(new Candidate(cell, LONE_THRESHOLD, true))
  }
}

function fillsCell(text: string, words: readonly NameWord[]): boolean {
  return opensCell(text, words[0]!.start) && endsCell(text, words[words.length - 1]!.end)
}

function mayBeNamed({ levels: { word, proper }, roles, isUpper, isInitial }: NameWord): boolean {
  return roles === 0 && word < Level.uncommon && proper < Level.uncommon && (!isUpper || isInitial)
}
