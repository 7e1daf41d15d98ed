// Boundaries of the cells of a row: the edge of the text or a line, or a cell separator, with optional quotes and spaces.
import { APOSTROPHE, BAR, COMMA, NEWLINE, QUOTE, SEMICOLON, SPACE, TAB } from '../../text/signs.ts'
import { codeAt, unitOf } from '../../text/unit-classes.ts'

/** Maximum number of spaces between a cell and its boundary. */
const CELL_BLANKS = 2

/** True if the text, a line or a cell begins at view index `at`, with an optional quote and spaces. */
export function opensCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at - 1)) ? at - 1 : at
  let edge = from
  while (edge > 0 && from - edge < CELL_BLANKS && codeAt(text, edge - 1) === SPACE) edge--
  return edge === 0 || isCellEdge(codeAt(text, edge - 1))
}

/** True if one of them ends there. */
export function endsCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at)) ? at + 1 : at
  let edge = from
  while (edge - from < CELL_BLANKS && unitOf(text, edge) === SPACE) edge++
  return edge === text.length || isCellEdge(codeAt(text, edge))
}

function isQuote(unit: number): boolean {
  return unit === QUOTE || unit === APOSTROPHE
}

function isCellEdge(unit: number): boolean {
  return unit === SEMICOLON || unit === BAR || unit === COMMA || unit === TAB || unit === NEWLINE
}
