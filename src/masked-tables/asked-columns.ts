// Columns in the caller's request: "name=mask,dob=year,notes=text" or the same as a JSON object.
import { SelfsameError } from '../errors.ts'
import { ACTIONS, type Action } from '../records/detection.ts'
import { fold } from '../text/fold.ts'

/** The treatment of the cells of a column: an action of the law, a text read cell by cell, or dates moved by their person's offset. */
export type ColumnAction = Action | 'text' | 'shift'

/** Either part may be left to what is found: `kind` by heading and cells, `action` by the statute. */
export interface AskedColumn {
  readonly kind: string | null
  readonly action: ColumnAction | null
}

const ACTION_WORDS: Readonly<Record<string, ColumnAction>> = {
  ...Object.fromEntries(ACTIONS.map((action) => [action, action])),
  token: 'tokenize',
  year: 'generalize',
  keep: 'retain',
  text: 'text',
  shift: 'shift',
}

/** By column header as requested. Throws usage if it is not a list of columns, or names a column that does not exist. */
export function askedColumns(text: string | undefined, kinds: Iterable<string>): ReadonlyMap<string, AskedColumn> {
  if (text === undefined) return new Map()
  const known = new Set(kinds)
  return new Map(pairsOf(text).map(([heading, wanted]) => [heading, askedOf(wanted, known)]))
}

function pairsOf(text: string): [string, string][] {
  if (text.trimStart().startsWith('{')) {
    try {
      const object = JSON.parse(text) as Record<string, unknown>
      return Object.entries(object).map(([heading, wanted]) => [heading, String(wanted)])
    } catch (cause) {
      throw new SelfsameError('usage', '--columns begins with { and is no well-formed JSON object', { cause })
    }
  }
  return text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=')
    if (at <= 0) throw new SelfsameError('usage', '--columns is a list like name=mask,dob=year,notes=text')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

function askedOf(wanted: string, kinds: ReadonlySet<string>): AskedColumn {
  const words = wanted.split(':')
  const action = ACTION_WORDS[words.at(-1)!] ?? null
  const kind = action === null ? wanted : (words.slice(0, -1)[0] ?? null)
  if ((kind !== null && !kinds.has(kind)) || words.length > 2)
    throw new SelfsameError(
      'usage',
      `--columns asks for what there is not. What may stand behind =: ${Object.keys(ACTION_WORDS).join(', ')}, a kind, or kind:action; kinds are ${[...kinds].join(', ')}`,
    )
  return { kind, action: wanted === 'year' && kind === null ? 'generalize' : action }
}

/** The column that a name given by a caller means: its heading as written, else the only one that differs in case and marks, or #3. */
export function columnNamed(name: string, headings: readonly string[]): number {
  const exact = headings.indexOf(name)
  if (exact >= 0) return exact
  const number = /^#(\d{1,4})$/.exec(name)
  if (number !== null && Number(number[1]) >= 1 && Number(number[1]) <= headings.length) return Number(number[1]) - 1
  const alike = headings.flatMap((heading, index) => (fold(heading.trim()) === fold(name) ? [index] : []))
  if (alike.length === 1) return alike[0]!
  throw new SelfsameError(
    'usage',
    alike.length > 1
      ? 'a column that was named is there more than once; name it by its place, as #3'
      : `there is no column of that name in the table; it has ${headings.length} columns, and #1 names the first`,
  )
}
