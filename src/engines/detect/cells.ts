// Where the cells of a row begin and end: at the edge of the text or a line, at a sign that parts cells, over quotes and blanks.
import { APOSTROPHE, BAR, COMMA, NEWLINE, QUOTE, SEMICOLON, SPACE, TAB } from '../../text/signs.ts'
import { codeAt, unitOf } from '../../text/unit-classes.ts'

/** Blanks between a cell and its edge at most. */
const CELL_BLANKS = 2

/** Do the text, a line or a cell begin at view index `at`, over a quote and blanks or not? */
export function opensCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at - 1)) ? at - 1 : at
  let edge = from
  while (edge > 0 && from - edge < CELL_BLANKS && codeAt(text, edge - 1) === SPACE) edge--
  return edge === 0 || isCellEdge(codeAt(text, edge - 1))
}

/** Do they end there? */
export function endsCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at)) ? at + 1 : at
  let edge = from
  while (edge - from < CELL_BLANKS && unitOf(text, edge) === SPACE) edge++
  return edge === text.length || isCellEdge(codeAt(text, edge))
}

function isQuote(unit: number): boolean {
  return unit === QUOTE || unit === APOSTROPHE
}

/** What parts cells and lines. */
function isCellEdge(unit: number): boolean {
  return unit === SEMICOLON || unit === BAR || unit === COMMA || unit === TAB || unit === NEWLINE
}
