// XML parts as pieces of text: which elements of a format hold words, which part lines and cells, and what in them is never kept.
import type { CopyText, Spot } from '../shared/copy-text.ts'
import type { SourceHandlers, SourceTag, XmlSource } from './xml-source.ts'

/** How a format lays out its text. All names are without prefix. */
export interface Dialect {
  /** Elements whose own text is shown; null: the text of all is. */
  readonly runs: ReadonlySet<string> | null
  /** Elements whose text is none for readers: programs and styles. */
  readonly skipped?: ReadonlySet<string>
  /** Elements on separate lines. */
  readonly lines: ReadonlySet<string>
  readonly rows: ReadonlySet<string>
  readonly cells: ReadonlySet<string>
  /** Empty elements that represent a sign. */
  readonly signs: Readonly<Record<string, string>>
  /** Elements that are read apart from the text around them. */
  readonly apart: ReadonlySet<string>
  /** Elements whose text is left out, by what stands there instead: deleted text, the names of authors. */
  readonly emptied: Readonly<Record<string, string>>
}

const NONE: ReadonlySet<string> = new Set()

export const PLAIN: Dialect = {
  runs: null,
  lines: NONE,
  rows: NONE,
  cells: NONE,
  signs: {},
  apart: NONE,
  emptied: {},
}

/** A format may do more with some elements: true where it has done all there is to do with a tag, or with a text. */
export interface Besides {
  open?(tag: SourceTag): boolean
  close?(name: string, end: number): void
  text?(spot: Spot, within: string): boolean
}

/** Adds the text of a part to `into`, and takes out what is never kept. `walk`: how the part is walked. */
export function addXmlText(
  source: XmlSource,
  dialect: Dialect,
  into: CopyText,
  besides: Besides = {},
  walk: (handlers: SourceHandlers) => void = (handlers) => source.walk(handlers),
): void {
  const { apart, cells, emptied, lines, rows, runs, signs } = dialect
  /** Names of the open elements. */
  const open: string[] = []
  let emptyAt = -1
  let skipping = 0
  const cellsOfRow: number[] = []
  // A row is one line: what stands on lines of a cell is parted by spaces.
  const line = () => {
    if (cellsOfRow.length === 0) into.line()
    else into.space()
  }
  walk({
    open(tag) {
      open.push(tag.name)
      if (dialect.skipped?.has(tag.name)) skipping++
      if (besides.open?.(tag)) return
      if (emptyAt < 0 && Object.hasOwn(emptied, tag.name)) emptyAt = open.length
      if (apart.has(tag.name)) into.apart()
      if (lines.has(tag.name)) line()
      if (rows.has(tag.name)) {
        line()
        cellsOfRow.push(0)
      }
      if (cells.has(tag.name) && cellsOfRow.length > 0) {
        // Columns of a table inside a cell are not counted.
        if (cellsOfRow.length > 1) into.space()
        else if (cellsOfRow[0]!++ > 0) into.cell()
      }
      // Tab stops of a style have the name of the tab, and have attributes.
      if (Object.hasOwn(signs, tag.name) && (tag.name !== 'tab' || tag.attributes.size === 0))
        into.sign(cellsOfRow.length > 0 ? ' ' : signs[tag.name]!)
    },
    text(spot) {
      const within = open.at(-1) ?? ''
      if (skipping > 0) return
      if (emptyAt >= 0) {
        if (spot.value.trim() !== '') spot.set(open.length === emptyAt ? emptied[open[emptyAt - 1]!]! : '')
        return
      }
      if (besides.text?.(spot, within)) return
      if (runs === null ? spot.value.trim() !== '' : runs.has(within)) into.add(spot)
      else if (runs === null && /[ \t]/.test(spot.value)) into.sign(' ')
    },
    close(name, end) {
      if (dialect.skipped?.has(name)) skipping--
      if (emptyAt === open.length) emptyAt = -1
      open.pop()
      besides.close?.(name, end)
      if (lines.has(name) && cellsOfRow.length === 0) into.line()
      if (rows.has(name)) {
        cellsOfRow.pop()
        if (cellsOfRow.length === 0) into.line()
      }
      if (apart.has(name)) into.together()
    },
  })
}
