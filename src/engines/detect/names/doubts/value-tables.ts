// The heading of a column of numbers: "Sun h", "Max C", "Pts" over what was measured. Columns may be called by given names, as the
// hours of a rota are; then nothing but the name heads them.
import { Level } from '../../../../packs/word-levels.ts'
import type { Candidate } from '../candidate.ts'
import type { NameSearch } from '../search.ts'

/** What parts the cells of a line, and what a cell that holds a number looks like. */
const GAPS = / {2,}|\t|\|/
/** Sentences may have doubled blanks; a row of headings has a wider gap. */
const WIDE = / {3}|\t|\|/
const VALUE = /^ ?[-+\u2212]?\d[\d.,:%/ +-]{0,14} ?$/
/** A longer line is no row of headings. */
const LONGEST_ROW = 240
const LEAST_CELLS = 3

/** Whether a found name heads a column of numbers, and is not all that stands there or no given name. */
export function headsValues({ text }: NameSearch, { words }: Candidate): boolean {
  const word = words[0]!
  if (words.length > 1) return false
  // No further than a row is long: a text of one line is not read again for each of its names.
  const closes = text.slice(word.end, word.end + LONGEST_ROW).indexOf('\n')
  if (closes < 0) return false
  const before = text.slice(Math.max(0, word.start - LONGEST_ROW), word.start)
  const opens = before.lastIndexOf('\n')
  if (opens < 0 && word.start > LONGEST_ROW) return false
  const from = word.start - before.length + opens + 1
  const to = word.end + closes
  if (to - from > LONGEST_ROW) return false
  const head = text.slice(from, to)
  if (!WIDE.test(head) || /\d/.test(head)) return false
  const cells = head.split(GAPS).filter((cell) => cell.trim() !== '')
  if (cells.length < LEAST_CELLS) return false
  const below = text.slice(to + 1, to + 1 + LONGEST_ROW)
  const row = below.slice(0, endOfLine(below)).split(GAPS)
  if (row.filter((cell) => VALUE.test(cell)).length + 2 < cells.length) return false
  const name = text.slice(word.start, word.end)
  return word.levels.given < Level.known || !cells.some((cell) => cell.trim() === name)
}

function endOfLine(text: string): number {
  const at = text.indexOf('\n')
  return at < 0 ? text.length : at
}
