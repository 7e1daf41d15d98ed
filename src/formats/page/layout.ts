// Turns positioned pieces of text into lines, columns, tables and paragraphs in reading order. Linear, except for sorting.
import { append, largest, smallest } from '../../lists.ts'
import type { Box } from '../../records/structure.ts'

/** A piece of text on a page. Coordinates in points from the upper left corner of the page as displayed. */
export interface Glyphs {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly base: number
  readonly height: number
  readonly confidence: number | null
}

export interface Segment {
  readonly text: string
  readonly box: Box
  readonly height: number
  readonly confidence: number | null
}

export type Region =
  | { readonly kind: 'paragraph' | 'heading'; readonly lines: readonly Segment[] }
  | {
      readonly kind: 'table'
      readonly rows: readonly (readonly PlacedCell[])[]
    }

export interface PlacedCell {
  readonly column: number
  readonly segments: readonly Segment[]
}

interface Line {
  readonly base: number
  readonly segments: readonly Segment[]
}

/** Gap widths as a share of the letter height: a wider gap is a space; WIDE is the limit above which a gap separates columns. */
const SPACE = 0.18
const WIDE = 1.4
/** Lines whose baselines are closer than this share of the letter height are one line. */
const SAME_LINE = 0.45
/** Baseline distance in letter heights above which a new paragraph begins. */
const NEW_PARAGRAPH = 1.75

export function regionsOf(pieces: readonly Glyphs[]): Region[] {
  // Gaps determine the white space: some writers also place space characters.
  const lines = linesOf(pieces.filter(({ text }) => text.trim() !== ''))
  const heights = lines.flatMap(({ segments }) => segments.map(({ height }) => height)).sort((a, b) => a - b)
  return inOrder(lines, heights[heights.length >> 1] ?? 10, 0)
}

function linesOf(pieces: readonly Glyphs[]): Line[] {
  const sorted = [...pieces].sort((a, b) => a.base - b.base || a.left - b.left)
  const lines: Glyphs[][] = []
  let base = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    if (piece.base - base > Math.max(piece.height, 4) * SAME_LINE || lines.length === 0) {
      lines.push([])
      base = piece.base
    }
    lines.at(-1)!.push(piece)
  }
  return lines
    .map((line) => ({ base: line[0]!.base, segments: segmentsOf(line.sort((a, b) => a.left - b.left)) }))
    .filter(({ segments }) => segments.length > 0)
}

function segmentsOf(line: readonly Glyphs[]): Segment[] {
  const segments: Segment[] = []
  let open: Glyphs[] = []
  const close = () => {
    const segment = segmentFrom(open)
    if (segment !== null) segments.push(segment)
    open = []
  }
  for (const piece of line) {
    const last = open.at(-1)
    // The same letters placed again at a small offset are one bold word.
    if (last !== undefined && piece.text === last.text && Math.abs(piece.left - last.left) < last.height * 0.2) continue
    if (
      last !== undefined &&
      piece.left - last.right > Math.max(piece.height, last.height, 4) * WIDE &&
      piece.text.trim() !== ''
    )
      close()
    if (piece.text.trim() !== '' || open.length > 0) open.push(piece)
  }
  close()
  return segments
}

function segmentFrom(pieces: readonly Glyphs[]): Segment | null {
  const shown = pieces.filter(({ text }) => text.trim() !== '')
  if (shown.length === 0) return null
  let text = ''
  let right = Number.NaN
  for (const piece of pieces) {
    if (text !== '' && piece.left - right > piece.height * SPACE && !text.endsWith(' ') && !piece.text.startsWith(' '))
      text += ' '
    text += piece.text
    right = piece.right
  }
  const height = largest(shown.map((piece) => piece.height))
  const base = shown[0]!.base
  return {
    text: withoutLetterSpacing(text.replace(/\u00ad/g, '').trim()),
    box: [shown[0]!.left, base - height, largest(shown.map((piece) => piece.right)), base + height * 0.25],
    height,
    confidence: shown.reduce<number | null>(
      (least, { confidence }) => (confidence === null ? least : Math.min(least ?? 1, confidence)),
      null,
    ),
  }
}

/** "J o h n   S m i t h": single letters with spaces between them are letter-spaced words; wider gaps separate the words. */
function withoutLetterSpacing(text: string): string {
  if (!/^(?:\S {1,6}){3,}\S$/u.test(text)) return text
  const gaps = text
    .split(/\S/u)
    .slice(1, -1)
    .map((gap) => gap.length)
  const least = smallest(gaps)
  return text.replace(/ +/g, (gap) => (gap.length > least ? ' ' : ''))
}

interface Gutter {
  readonly first: number
  readonly last: number
  readonly left: number
  readonly right: number
}

/** Maximum nesting of columns inside columns, as in newspapers. */
const DEEPEST = 6

function inOrder(lines: readonly Line[], height: number, depth: number): Region[] {
  const regions: Region[] = []
  let from = 0
  for (let at = 0; at < lines.length && depth < DEEPEST; ) {
    const gutter = gutterFrom(lines, at, height)
    if (gutter === null) {
      at++
      continue
    }
    append(regions, paragraphsOf(lines.slice(from, gutter.first), height))
    append(regions, parted(lines.slice(gutter.first, gutter.last + 1), gutter, height, depth))
    at = gutter.last + 1
    from = at
  }
  return [...regions, ...paragraphsOf(lines.slice(from), height)]
}

/** The run of lines from `at` that one gap separates, or null: at least two lines must have text on both sides of the gap. */
function gutterFrom(lines: readonly Line[], at: number, height: number): Gutter | null {
  const start = lines[at]!
  if (start.segments.length < 2) return null
  let left = start.segments[0]!.box[2]
  let right = start.segments[1]!.box[0]
  let last = at
  let both = 1
  for (let next = at + 1; next < lines.length; next++) {
    if (lines[next]!.base - lines[next - 1]!.base > height * 4) break
    const gap = gapWithin(lines[next]!, left, right)
    if (gap === null) break
    left = gap.left
    right = gap.right
    if (gap.isBoth) {
      both++
      last = next
    } else if (gap.isRight) last = next
  }
  return both < 2 ? null : { first: at, last, left, right }
}

/** How a line keeps the gap `left`..`right` free, or null if it does not. */
function gapWithin(
  { segments }: Line,
  left: number,
  right: number,
): { left: number; right: number; isBoth: boolean; isRight: boolean } | null {
  const before = segments.filter(({ box }) => box[2] < right)
  const after = segments.filter(({ box }) => box[0] > left && box[2] >= right)
  if (before.length + after.length < segments.length) return null
  const newLeft = Math.max(left, largest(before.map(({ box }) => box[2])))
  const newRight = Math.min(right, smallest(after.map(({ box }) => box[0])))
  return newRight - newLeft < 3
    ? null
    : { left: newLeft, right: newRight, isBoth: before.length > 0 && after.length > 0, isRight: after.length > 0 }
}

/** Two columns of prose are read one after the other; table cells are read row by row. */
function parted(lines: readonly Line[], { left }: Gutter, height: number, depth: number): Region[] {
  const side = (isLeft: boolean) =>
    lines
      .map(({ base, segments }) => ({ base, segments: segments.filter(({ box }) => box[2] <= left + 0.5 === isLeft) }))
      .filter(({ segments }) => segments.length > 0)
  const [first, second] = [side(true), side(false)]
  if (isProse(first) && isProse(second))
    return [...inOrder(first, height, depth + 1), ...inOrder(second, height, depth + 1)]
  return [tableOf(lines)]
}

/** Limits for a column of prose: a full line has this share of the widest line; LONG is the fewest letters per line on average. */
const FULL = 0.8
const LONG = 25

function isProse(lines: readonly Line[]): boolean {
  if (lines.length < 4) return false
  const width = (line: Line) => line.segments.at(-1)!.box[2] - line.segments[0]!.box[0]
  const widest = largest(lines.map(width))
  const full = lines.filter((line) => width(line) >= widest * FULL).length
  const letters = lines.reduce((sum, { segments }) => sum + segments.reduce((all, { text }) => all + text.length, 0), 0)
  return full >= lines.length * 0.5 && letters / lines.length >= LONG
}

/** The cells of the fullest lines define the columns; text that overlaps two columns belongs to the first. */
function tableOf(lines: readonly Line[]): Region {
  const edges: [number, number][] = []
  const spans = lines
    .flatMap(({ segments }) => segments.map(({ box }): [number, number] => [box[0], box[2]]))
    .sort((a, b) => a[0] - b[0])
  const fullest = largest(lines.map(({ segments }) => segments.length))
  // In lines with fewer cells, a cell may span several columns.
  const complete = lines.filter(({ segments }) => segments.length === fullest).flatMap(({ segments }) => segments)
  for (const [left, right] of complete
    .map(({ box }): [number, number] => [box[0], box[2]])
    .sort((a, b) => a[0] - b[0])) {
    const last = edges.at(-1)
    if (last !== undefined && left < last[1]) last[1] = Math.max(last[1], right)
    else edges.push([left, right])
  }
  for (const [left, right] of spans)
    if (!edges.some(([from, to]) => left < to && right > from)) edges.push([left, right])
  edges.sort((a, b) => a[0] - b[0])
  const columnOf = ([left, , right]: Box) =>
    Math.max(
      edges.findIndex(([from, to]) => left < to && right > from),
      0,
    )
  const rows: { column: number; segments: Segment[] }[][] = []
  let base = Number.NEGATIVE_INFINITY
  for (const { base: next, segments } of lines) {
    const cells = cellsOf(segments.map((segment) => ({ column: columnOf(segment.box), segment })))
    const above = rows.at(-1)
    // A line without a cell in the first column continues the cells above it.
    const goesOn = above !== undefined && cells[0]!.column > 0 && next - base < segments[0]!.height * NEW_PARAGRAPH
    if (goesOn && cells.every(({ column }) => above.some((cell) => cell.column === column)))
      for (const { column, segments: more } of cells)
        append(above.find((cell) => cell.column === column)!.segments, more)
    else rows.push(cells)
    base = next
  }
  return { kind: 'table', rows }
}

/** Several segments of one column in one row each become a cell; later ones move to the right. */
function cellsOf(cells: { column: number; segment: Segment }[]): { column: number; segments: Segment[] }[] {
  let last = -1
  return cells.map(({ column, segment }) => {
    last = Math.max(column, last + 1)
    return { column: last, segments: [segment] }
  })
}

const HEADING = 1.25
const LONGEST_HEADING = 120

function paragraphsOf(lines: readonly Line[], height: number): Region[] {
  const regions: Region[] = []
  let open: Segment[] = []
  let base = Number.NaN
  const close = () => {
    if (open.length === 0) return
    const isHeading =
      open.length <= 2 && open.every((line) => line.height >= height * HEADING && line.text.length <= LONGEST_HEADING)
    regions.push({ kind: isHeading ? 'heading' : 'paragraph', lines: open })
    open = []
  }
  for (const { base: next, segments } of lines) {
    const last = open.at(-1)
    const tall = Math.max(segments[0]!.height, 4)
    const isNew =
      last !== undefined &&
      (next - base > tall * NEW_PARAGRAPH || Math.abs(last.height - segments[0]!.height) > tall * 0.2)
    if (isNew) close()
    append(open, segments)
    base = next
  }
  close()
  return regions
}
