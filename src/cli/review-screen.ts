// One pair as a terminal shows it: both records beside each other, values coloured by how like the engine found them.
import { append, largest } from '../lists.ts'
import type { PairAnswer, PairField } from '../records/review.ts'
import { wrapped } from './manual.ts'

// SGR codes, ECMA-48 8.3.117.
const [BOLD, DIM, RED, GREEN, YELLOW, PLAIN] = [1, 2, 31, 32, 33, 0]

/** Likeness from which a field is shown as agreeing, and below which as differing. */
const [LIKE, UNLIKE] = [0.9, 0.5]

export interface ScreenOptions {
  readonly colour: boolean
  readonly width: number
}

export function pairLines(pair: PairAnswer, heading: string, { colour, width }: ScreenOptions): string[] {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[${PLAIN}m` : text)
  const names = Math.max(5, largest(pair.fields.map(({ field }) => shownWidth(field))))
  const values = Math.max(12, Math.floor((width - names - 6) / 2))
  const lines = [paint(BOLD, heading)]
  if (pair.engine !== null) append(lines, wrapped(`${pair.engine.score}  ${pair.engine.explanation}`, width))
  lines.push('')
  for (const each of pair.fields) {
    const [a, b] = [cut(each.a, values), cut(each.b, values)]
    lines.push(
      `${paint(DIM, padded(each.field, names))}  ${paint(codeOf(each), padded(a, values))}  ${paint(codeOf(each), b)}`,
    )
  }
  if (pair.texts !== null) {
    for (const [side, text] of Object.entries(pair.texts)) {
      lines.push(paint(DIM, side))
      append(lines, wrapped(inLine(text ?? '[erased]'), width).slice(0, 8))
    }
  }
  return lines
}

/** Green where both agree, red where they differ, yellow between; dim where only one says something. */
function codeOf({ a, b, likeness }: PairField): number {
  if (a === null || b === null) return DIM
  if (likeness === null) return PLAIN
  return likeness >= LIKE ? GREEN : likeness < UNLIKE ? RED : YELLOW
}

/** A value in one line: controls and marks of direction would move what stands beside it (UTR #36, 3.3). */
const inLine = (value: string): string => value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')

function cut(value: string | null, columns: number): string {
  const [...characters] = inLine(value ?? '-')
  if (characters.length <= columns) return characters.join('')
  return `${characters.slice(0, columns - 1).join('')}…`
}

const shownWidth = (text: string) => [...text].length
const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - shownWidth(text)))
