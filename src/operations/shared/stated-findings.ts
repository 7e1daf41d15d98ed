// Labelled values added to the findings: a cell under "Telephone" is one in any form. The stored text gives the same result again.
import { append } from '../../lists.ts'
import type { Finding } from '../../records/detection.ts'
import type { Block, Cell, Structure } from '../../records/structure.ts'
import type { Context } from './context.ts'
import { statedValues } from './stated-values.ts'

const DETECTOR = 'rule:stated'
const CONFIDENCE = 0.9
/** Fields that identify a person only together with others, or that belong to companies. */
const NO_FIELDS: ReadonlySet<string> = new Set(['registration_id', 'lei', 'vat_id', 'location', 'url'])
/** Fields that are parts of a value, with the field of the whole. */
const WHOLE: Readonly<Record<string, string>> = { given_name: 'name', family_name: 'name', street: 'address' }

/** Whether a label, a heading or a cell says what a finding is. */
export function isStated({ detector }: Finding): boolean {
  return detector === DETECTOR
}

/** Adds the labelled values to the findings. `findings` and the result are disjoint and sorted. */
export function withStated(text: string, findings: readonly Finding[], { packs }: Context): Finding[] {
  const categories = new Map<string, string>()
  for (const { slot, code } of packs.categories().values())
    if (!categories.has(slot) && !NO_FIELDS.has(slot)) categories.set(slot, code)
  const { values, labels } = statedValues(text, structureOf(text), packs.fieldLabels())
  const name = categories.get('name')
  // A label is not a person's name.
  const kept = without(findings, labels, (finding) => finding.category === name)
  const added: Finding[] = []
  for (const { field, start, end } of values) {
    const category = categories.get(WHOLE[field] ?? field)
    if (category === undefined || end <= start) continue
    added.push({ category, start, end, confidence: CONFIDENCE, detector: DETECTOR, strength: 'pattern' })
  }
  return merged(kept, added)
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Removes the findings inside a range for which `may` returns true. Both lists are sorted and disjoint. */
function without(
  findings: readonly Finding[],
  ranges: readonly Range[],
  may: (finding: Finding) => boolean,
): Finding[] {
  let next = 0
  return findings.filter((finding) => {
    while (next < ranges.length && ranges[next]!.end < finding.end) next++
    const range = ranges[next]
    return range === undefined || range.start > finding.start || !may(finding)
  })
}

/** Adds a labelled value in a place without findings, or where it covers only parts of the same category. */
function merged(findings: readonly Finding[], stated: readonly Finding[]): Finding[] {
  const all: Finding[] = []
  let next = 0
  for (const value of stated) {
    while (next < findings.length && findings[next]!.end <= value.start) all.push(findings[next++]!)
    const within: Finding[] = []
    for (let n = next; n < findings.length && findings[n]!.start < value.end; n++) within.push(findings[n]!)
    const covers = within.every(
      ({ category, start, end }) => start >= value.start && end <= value.end && category === value.category,
    )
    const isWhole = within.length === 1 && within[0]!.start === value.start && within[0]!.end === value.end
    if (within.length > 0 && (!covers || isWhole)) continue
    next += within.length
    all.push(value)
  }
  append(all, findings.slice(next))
  return all
}

/** Consecutive lines with tabs are a table; other lines are paragraphs. */
function structureOf(text: string): Structure {
  const blocks: Block[] = []
  let at = 0
  let table: { start: number; end: number; cells: Cell[]; rows: number } | null = null
  let lines: { start: number; end: number } | null = null
  const block = (kind: Block['kind'], start: number, end: number, cells: readonly Cell[]) =>
    blocks.push({ kind, origin: 'body', start, end, level: null, part: null, cells })
  const endTable = () => {
    if (table !== null) block('table', table.start, table.end, table.cells)
    table = null
  }
  const endLines = () => {
    if (lines !== null) block('paragraph', lines.start, lines.end, [])
    lines = null
  }
  for (const line of text.split('\n')) {
    const end = at + line.length
    if (line.includes('\t')) {
      endLines()
      table ??= { start: at, end, cells: [], rows: 0 }
      addRow(table, line, at)
      table.end = end
    } else {
      endTable()
      if (line.trim() === '') endLines()
      else if (lines === null) lines = { start: at, end }
      else lines.end = end
    }
    at = end + 1
  }
  endTable()
  endLines()
  return { blocks, placed: [], pages: [] }
}

function addRow(table: { cells: Cell[]; rows: number }, line: string, start: number): void {
  let at = start
  for (const [column, cell] of line.split('\t').entries()) {
    table.cells.push({
      row: table.rows,
      column,
      rowSpan: 1,
      columnSpan: 1,
      header: false,
      start: at,
      end: at + cell.length,
    })
    at += cell.length + 1
  }
  table.rows++
}
