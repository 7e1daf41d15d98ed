// Cells that a spreadsheet would run as formulas (OWASP, "CSV Injection"): `=HYPERLINK(...)`, `+cmd|' /C calc'!A0`, `@SUM(...)`.

/** Signs that open a formula; "-5", "+234 (0) 803" and "@handle" are values, and only a call or a link to a program makes one of them. */
const FORMULA = /^'*\s{0,8}(?:=|[+@-](?=[^\n]{0,400}\p{L})(?=[^\n]{0,400}[(|!]))/u

/** The cell with a `'` before it if a spreadsheet would run it; a cell that is written so already gets another, so that `cellAsWritten` is exact. */
export const inertCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

/** Reverses `inertCell`. */
export const cellAsWritten = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
