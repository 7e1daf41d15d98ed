// Check digits of Estonia, Latvia and Lithuania.
import { type Checks, twoRows, weighted } from './arithmetic.ts'
import { isDate, part } from './calendar.ts'

const PERSON_FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]
const PERSON_SECOND = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]

/** Personal code of Estonia (Rahvastikuregistri seadus) and Lithuania (Gyventoju registro istatymas): the first digit names sex and century. */
function baltic(v: string): boolean {
  if (!/^[1-8]\d{10}$/.test(v) || twoRows(v, PERSON_FIRST, PERSON_SECOND) !== part(v, 10, 1)) return false
  return isDate(1800 + 100 * Math.floor((part(v, 0, 1) - 1) / 2) + part(v, 1, 2), part(v, 3, 2), part(v, 5, 2))
}

/** Lithuanian codes that begin with 9 belong to people whose birth date is not known. */
const asmens = (v: string) =>
  baltic(v) || (/^9\d{10}$/.test(v) && twoRows(v, PERSON_FIRST, PERSON_SECOND) === part(v, 10, 1))

/** Latvian personal code; codes from 1 July 2017 begin with 32 and carry no date (Fizisko personu registra likums). */
function personasKods(v: string): boolean {
  if (!/^\d{11}$/.test(v) || ((1 + weighted(v, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 !== part(v, 10, 1))
    return false
  if (/^3[2-9]/.test(v)) return true
  const century = part(v, 6, 1)
  if (century > 2) return false
  return isDate(1800 + 100 * century + part(v, 4, 2), part(v, 2, 2), part(v, 0, 2))
}

export const balticChecks: Checks = {
  'ee.ik': baltic,
  'ee.kmkr': (v) => /^(?:EE)?\d{9}$/.test(v) && weighted(v.slice(-9), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  'ee.registrikood': (v) =>
    /^[1789]\d{7}$/.test(v) && twoRows(v, [1, 2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8, 9]) === part(v, 7, 1),

  'lt.asmens': asmens,
  // PVM kodas: nine digits for companies, twelve for temporarily registered; the last but one digit is 1 (VMI).
  'lt.pvm': (v) => {
    const digits = v.replace(/^LT/, '')
    if (!/^(?:\d{7}1\d|\d{10}1\d)$/.test(digits)) return false
    const weights = Array.from({ length: digits.length - 1 }, (_, i) => 1 + (i % 9))
    const second = Array.from({ length: digits.length - 1 }, (_, i) => 1 + ((i + 2) % 9))
    return twoRows(digits, weights, second) === Number(digits.slice(-1))
  },

  'lv.pk': personasKods,
  'lv.pvn': (v) => {
    const digits = v.replace(/^LV/, '')
    if (!/^\d{11}$/.test(digits)) return false
    if (digits[0]! > '3') return weighted(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
    return personasKods(digits)
  },
}
