// Machine-readable zones of travel documents (ICAO Doc 9303, part 3, 4.9, parts 4 to 7: TD3, TD1, TD2 and visas).
import type { Range } from '../text/range.ts'
import { signSet } from '../text/signs.ts'
import { isCapitalUnit, isDigitUnit } from '../text/unit-classes.ts'
import { icaoSum } from './identifier/arithmetic.ts'

/** A zone with its lines and their separators. */
export interface TravelZone extends Range {
  /** First letter of the document code: P passport, V visa; A, C and I cards. */
  readonly code: string
  /** Number, date of birth and date of expiry all pass their check digits. */
  readonly isValid: boolean
}

const FILLER = 60
/** Characters in a line: TD1, TD2, TD3. */
const LENGTHS: ReadonlySet<number> = new Set([30, 36, 44])
const CARD = 30
const CODES = 'PVACI'
/** Line break, carriage return and at most two spaces; a longer gap does not join two lines of a zone. */
const MOST_BETWEEN = 4

/** Every zone of a text, ascending. Linear. */
export function travelZones(text: string): TravelZone[] {
  const found: TravelZone[] = []
  let from = 0
  // In every layout, "<<" separates surname and given names.
  for (let at = text.indexOf('<<'); at >= 0; at = text.indexOf('<<', from)) {
    const line = lineAround(text, at)
    from = line.end
    if (!LENGTHS.has(line.end - line.start) || isZoneUnit(text.charCodeAt(line.start - 1))) continue
    const zone = zoneAt(text, line)
    if (zone === null) continue
    found.push(zone)
    from = Math.max(from, zone.end)
  }
  return found
}

const isZoneUnit = (unit: number): boolean => isCapitalUnit(unit) || isDigitUnit(unit) || unit === FILLER

/** The run of zone characters around an index; a run longer than any line is cut, so that no text is read twice. */
function lineAround(text: string, at: number): Range {
  let start = at
  let end = at
  while (start > 0 && at - start <= 44 && isZoneUnit(text.charCodeAt(start - 1))) start--
  while (end < text.length && isZoneUnit(text.charCodeAt(end))) end++
  return { start, end }
}

/** The line of the same length before or after a line; null if there is none. */
function neighbour(text: string, line: Range, step: 1 | -1): Range | null {
  const length = line.end - line.start
  let at = step > 0 ? line.end : line.start - 1
  for (let gap = 0; gap < MOST_BETWEEN && isBlank(text.charCodeAt(at)); gap++) at += step
  const start = step > 0 ? at : at - length + 1
  if ((step > 0 ? start === line.end : start + length === line.start) || start < 0) return null
  for (let i = start; i < start + length; i++) if (!isZoneUnit(text.charCodeAt(i))) return null
  if (isZoneUnit(text.charCodeAt(start - 1)) || isZoneUnit(text.charCodeAt(start + length))) return null
  return { start, end: start + length }
}

const isBlank = signSet(' \t\n\r')

function zoneAt(text: string, line: Range): TravelZone | null {
  const lines = [line]
  const most = line.end - line.start === CARD ? 3 : 2
  for (let next = neighbour(text, line, 1); next !== null && lines.length < most; next = neighbour(text, next, 1))
    lines.push(next)
  for (let next = neighbour(text, line, -1); next !== null && lines.length < most; next = neighbour(text, next, -1))
    lines.unshift(next)
  const [first, second] = lines.map(({ start, end }) => text.slice(start, end))
  if (lines.length < most || !CODES.includes(first![0]!)) return null
  const isValid =
    most === 3
      ? passes(first!, 5, 14) && passes(second!, 0, 6) && passes(second!, 8, 14)
      : passes(second!, 0, 9) && passes(second!, 13, 19) && passes(second!, 21, 27)
  return { start: lines[0]!.start, end: lines[most - 1]!.end, code: first![0]!, isValid }
}

/** True if the character at `check` is the check digit of the field from `from`. Fillers count as zero, also in place of the check digit. */
function passes(line: string, from: number, check: number): boolean {
  const digit = line[check] === '<' ? '0' : line[check]!
  return digit >= '0' && digit <= '9' && icaoSum(line.slice(from, check).replaceAll('<', '0')) === Number(digit)
}
