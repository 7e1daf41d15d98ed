// The text of a PDF page: positioned pieces from pdf.js, and laid-out regions as blocks.
import { largest, smallest } from '../../lists.ts'
import type { Box } from '../../records/structure.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { type Glyphs, type Region, regionsOf, type Segment } from './layout.ts'

export type Document = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>
export type Page = Awaited<ReturnType<Document['getPage']>>

export interface TextItem {
  readonly str: string
  readonly transform: readonly [number, number, number, number, number, number]
  readonly width: number
  readonly height: number
}

/** Quarter turns of a text run relative to the displayed page, 0 to 3: turned text is read as a separate page. */
const turnOf = ([a, b]: readonly number[]): number => ((Math.round(Math.atan2(b!, a!) / (Math.PI / 2)) % 4) + 4) % 4

/** Pieces of a page by their turn, upright first. In the coordinates of each turn, lines run right and down. */
export function glyphsOf(items: readonly TextItem[], page: Page): Glyphs[][] {
  const view = page.getViewport({ scale: 1 })
  const turns: Glyphs[][] = [[], [], [], []]
  for (const { str, transform, width, height } of items) {
    if (str === '') continue
    const matrix = multiplied(view.transform as unknown as Matrix, transform)
    const turn = turnOf([matrix[0], -matrix[1]])
    const [x, y] = [matrix[4], matrix[5]]
    const [left, base] = [
      [x, y],
      [-y, x],
      [-x, -y],
      [y, -x],
    ][turn]! as [number, number]
    turns[turn]!.push({
      text: str,
      left,
      right: left + width,
      base,
      height: height || Math.hypot(matrix[2], matrix[3]) || 10,
      confidence: null,
    })
  }
  return turns
}

export type Matrix = readonly [number, number, number, number, number, number]

export function multiplied(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** Adds the regions of one page. Turned text has no displayable position. */
export function addRegions(regions: readonly Region[], page: number, isUpright: boolean, into: DocumentBuilder): void {
  const placeOf = ({ box, confidence }: Segment) => (isUpright ? { page, box: rounded(box), confidence } : null)
  for (const region of regions) {
    if (region.kind === 'table') {
      into.begin('table')
      for (const [row, cells] of region.rows.entries())
        for (const { column, segments } of cells) {
          into.cell(row, column)
          for (const [line, segment] of segments.entries()) {
            if (line > 0 && !isBroken(segments[line - 1]!.text, segment.text)) into.add(' ')
            into.add(segment.text, placeOf(segment))
          }
        }
      into.end()
      continue
    }
    into.begin(region.kind, { level: region.kind === 'heading' ? 1 : null })
    const right = largest(region.lines.map(({ box }) => box[2]))
    const left = smallest(region.lines.map(({ box }) => box[0]))
    for (const [index, line] of region.lines.entries()) {
      const next = region.lines[index + 1]
      const isWrapped =
        next !== undefined && line.box[2] >= right - (right - left) * 0.15 && right - left > line.height * 15
      // A hyphenated word continues in lower case.
      const isCut = isWrapped && /\p{Ll}[-‐]$/u.test(line.text) && /^\p{Ll}/u.test(next.text)
      into.add(isCut ? line.text.slice(0, -1) : line.text, placeOf(line))
      if (next !== undefined && !isCut) into.add(isWrapped ? ' ' : '\n')
    }
    into.end()
  }
}

/** A mail or web address has no space: a narrow cell can break it between two letters. */
function isBroken(before: string, after: string): boolean {
  const last = before.slice(before.lastIndexOf(' ') + 1)
  const isAddress = last.includes('@') || last.includes('://') || last.startsWith('www.')
  return isAddress && /^[\p{Ll}\d][\w.-]{1,60}$/u.test(after) && !/\.\p{L}{2,3}$/u.test(last)
}

export const rounded = (box: Box): Box => box.map((side) => Math.round(side * 100) / 100) as unknown as Box

export function addTurns(turns: readonly (readonly Glyphs[])[], page: number, into: DocumentBuilder): void {
  for (const [turn, glyphs] of turns.entries())
    if (glyphs.length > 0) addRegions(regionsOf(glyphs), page, turn === 0, into)
}
