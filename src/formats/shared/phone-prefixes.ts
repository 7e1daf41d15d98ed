// Possible beginnings of a telephone number, so that its other written forms are found.
import { planOfCode } from '../../values/phone/plan.ts'
import type { Signs } from './signs-of-values.ts'

/** A beginning of a telephone number. */
export interface PhonePrefix {
  readonly length: number
  /** Null for the zero of a national number, and for none. */
  readonly calling: string | null
}

/** Two zeros, three digits of a code, and a zero. */
export const LONGEST_PREFIX = 6
const LONGEST_CODE = 3

/** Prefixes that a telephone number may begin with (ITU-T E.123): none, 0, the calling code, 00 and the calling code, also with a zero in brackets. */
export function prefixesOf({ signs }: Signs): PhonePrefix[] {
  const zeros = signs.startsWith('00') ? 2 : 0
  if (zeros === 0 && signs.startsWith('0')) return [{ length: 1, calling: null }]
  const found: PhonePrefix[] = zeros === 0 ? [{ length: 0, calling: null }] : []
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const calling = signs.slice(zeros, zeros + length)
    if (!/^[1-9]\d*$/.test(calling) || calling.length < length || planOfCode(Number(calling)) === null) continue
    found.push({ length: zeros + length, calling })
    if (signs[zeros + length] === '0') found.push({ length: zeros + length + 1, calling })
    break
  }
  return found
}
