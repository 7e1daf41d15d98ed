// Texts, references and numbers of a sheet as displayed: a date is stored as a day number, a telephone number with a format of zeros (ECMA-376 Part 1, 18.8.30).
import { walkXml } from '../xml/xml.ts'

/** A text of a workbook without escapes of characters: "_x000a_" is a line end (ECMA-376 Part 1, 22.9.2.19). */
export function withoutEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}

/** "BC" -> 54 (18.3.1.4, attribute r); null if it is not a reference. */
export function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Format code of each cell style. */
export type Styles = readonly string[]

/** Built-in codes that the file does not contain (18.8.30); only those for dates, times and percentages. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
}

export async function readStyles(bytes: Uint8Array | undefined): Promise<Styles> {
  if (bytes === undefined) return []
  const codes = new Map<number, string>(Object.entries(BUILT_IN).map(([id, code]) => [Number(id), code]))
  const styles: string[] = []
  let inCells = false
  await walkXml(bytes, {
    open(tag) {
      if (tag.name === 'numFmt') codes.set(Number(tag.of('numFmtId')), tag.of('formatCode'))
      else if (tag.name === 'cellXfs') inCells = true
      else if (tag.name === 'xf' && inCells) styles.push(codes.get(Number(tag.of('numFmtId'))) ?? '')
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Format codes are at most this long (ECMA-376 Part 1, 18.8.31, and Excel's own limit). */
const LONGEST_CODE = 255

/** The code without quoted text, colours and escapes. */
function bare(code: string): string {
  let kept = ''
  for (let at = 0; at < code.length; at++) {
    const sign = code[at]!
    if (sign === '\\' || sign === '_') at++
    else if (sign === '"') at = endOf(code, '"', at)
    else if (sign === '[' && !/^\[[hms]{1,9}\]/i.test(code.slice(at, at + 11))) at = endOf(code, ']', at)
    else kept += sign
  }
  return kept
}

function endOf(code: string, sign: string, from: number): number {
  const at = code.indexOf(sign, from + 1)
  return at === -1 ? code.length : at
}

/** The displayed value of a cell. Dates are yyyy-mm-dd, with the time of day where the format shows one. */
export function shownNumber(value: string, style: number, styles: Styles, is1904: boolean): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  const code = (styles[style] ?? '').slice(0, LONGEST_CODE)
  const kind = bare(code)
  if (/[dy]/i.test(kind) && number >= 1 && number < 2_958_466) return dateOf(number, /h/i.test(kind), is1904)
  if (isTime(kind) && number >= 0 && number < 1) return timeOf(number)
  const padded = withZeros(code, number)
  if (padded !== null) return padded
  // Numbers of 16 and more digits are stored with an exponent; this writes all digits.
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number)
}

/** True for hours and minutes, or minutes and seconds, in the part of the code for positive numbers. */
function isTime(kind: string): boolean {
  const [positive = ''] = kind.toLowerCase().split(';')
  const hours = positive.indexOf('h')
  return (hours !== -1 && positive.includes('m', hours)) || /^m{1,2}:s/.test(positive)
}

/** Days from 1899-12-30, correct from March 1900 on because Excel counts a 29 February 1900; or days from 1904-01-01. */
function dateOf(number: number, withTime: boolean, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
  const moment = new Date(start + Math.round(number * 86_400) * 1000)
  const [day, time] = moment.toISOString().split('T') as [string, string]
  return withTime && !time.startsWith('00:00:00') ? `${day} ${time.slice(0, 5)}` : day
}

function timeOf(share: number): string {
  const minutes = Math.round(share * 24 * 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** A format of zeros and separators, as for identity numbers and telephone numbers: 000-00-0000. */
function withZeros(code: string, number: number): string | null {
  const zeros = (code.match(/0/g) ?? []).length
  if (zeros < 4 || !/^[0 \-+()/\\"]+$/.test(code) || !Number.isInteger(number) || number < 0) return null
  const digits = BigInt(number).toString().padStart(zeros, '0')
  let at = digits.length - zeros
  let shown = digits.slice(0, at)
  for (const sign of code.replace(/[\\"]/g, '')) shown += sign === '0' ? digits[at++] : sign
  return shown
}
