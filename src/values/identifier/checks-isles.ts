// Check digits of the United Kingdom, Ireland and Malta.
import { type Checks, icaoSum, remainder, weighted } from './arithmetic.ts'
import { isShortDate, part } from './calendar.ts'

const PPS_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'

/** PPS number: Social Welfare Consolidation Act 2005; modulo 23 with a second letter since 2013 (W, T and X have weight 0). */
function pps(v: string): boolean {
  const m = /^(\d{7})([A-W])([ABHWTX]?)$/.exec(v)
  if (m === null) return false
  const second = 'ABH'.includes(m[3]!) && m[3] !== '' ? 9 * (m[3]!.charCodeAt(0) - 64) : 0
  return PPS_LETTERS[(weighted(m[1]!, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === m[2]
}

/** Irish VAT number: seven digits and one or two letters; the old form has a letter or sign in second place (Revenue). */
function irishVat(v: string): boolean {
  const number = v.replace(/^IE/, '')
  const fresh = /^(\d{7})([A-W])([A-W]?)$/.exec(number)
  if (fresh !== null) {
    const second = fresh[3] === '' || fresh[3] === 'W' ? 0 : 9 * (fresh[3]!.charCodeAt(0) - 64)
    return PPS_LETTERS[(weighted(fresh[1]!, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === fresh[2]
  }
  const old = /^(\d)[A-Z+*](\d{5})([A-W])$/.exec(number)
  return old !== null && PPS_LETTERS[weighted(`0${old[2]}${old[1]}`, [8, 7, 6, 5, 4, 3, 2]) % 23] === old[3]
}

/** UK VAT: modulo 97, or modulo 97 after adding 55 for numbers issued since 2010 (HMRC); government 000-499, health 500-999. */
function ukVat(v: string): boolean {
  const number = v.replace(/^(?:GB|XI)/, '')
  const department = /^(?:(GD|HA)(\d{3})|(GD|HA)8888(\d{3})\d{2})$/.exec(number)
  if (department !== null) {
    const office = Number(department[2] ?? department[4])
    if ((department[1] ?? department[3]) === 'GD' ? office >= 500 : office < 500) return false
    return department[4] === undefined || remainder(department[4], 97) === Number(number.slice(-2))
  }
  if (!/^\d{9}(?:\d{3})?$/.test(number) || Number(number) === 0) return false
  const rest = weighted(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return rest === 0 || (part(number, 0, 3) >= 100 && (rest === 42 || rest === 55))
}

export const islesChecks: Checks = {
  // NHS number: NHS Data Dictionary, modulo 11; a check digit of 10 is never issued.
  'gb.nhs': (v) => /^\d{10}$/.test(v) && (11 - (weighted(v, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === part(v, 9, 1),
  // CHI number of Scotland: date of birth and the modulo 11 of the NHS number.
  'gb.chi': (v) => islesChecks['gb.nhs']!(v) && isShortDate(part(v, 4, 2), part(v, 2, 2), part(v, 0, 2)),
  // National Insurance number: HMRC manual NIM39110; excludes prefixes that are never used, except QQ, which is HMRC's own specimen.
  'gb.nino': (v) => /^(?!BG|GB|KN|NK|NT|TN|ZZ)(?:QQ|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z])\d{6}[A-D]?$/.test(v),
  // Unique Taxpayer Reference: HMRC; the first digit checks the other nine.
  'gb.utr': (v) => {
    const digits = v.replace(/K$/, '').padStart(10, '0')
    return (
      /^\d{10}$/.test(digits) &&
      '21987654321'[weighted(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === digits[0]
    )
  },
  'gb.vat': ukVat,
  // Driver number: surname, decade of birth, month (plus 5 for women in its first digit), day, year, initials, and three characters of the DVLA.
  'gb.dl': (v) => {
    const m = /^[A-Z]{1,5}9{0,4}(\d)(\d{2})(\d{2})(\d)[A-Z][A-Z9][0-9A-Z]{3}(?:\d{2})?$/.exec(v)
    if (m === null || !/^[A-Z9]{5}\d/.test(v)) return false
    return isShortDate(Number(m[1]! + m[4]!), Number(m[2]) % 50, Number(m[3]))
  },
  'gb.upn': (v) => {
    const letters = 'ABCDEFGHJKLMNPQRTUVWXYZ'
    if (!/^[A-HJ-NP-RT-Z]\d{11}[0-9A-HJ-NP-RT-Z]$/.test(v)) return false
    const last = /\d/.test(v[12]!) ? part(v, 12, 1) : letters.indexOf(v[12]!)
    return letters[(weighted(v.slice(1, 12), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) + last * 13) % 23] === v[0]
  },
  'gb.sedol': (v) => {
    if (!/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/.test(v) || (/^\d/.test(v) && /\D/.test(v))) return false
    return icaoSum(v, [1, 3, 1, 7, 3, 9, 1]) === 0
  },

  'ie.pps': pps,
  'ie.vat': irishVat,
  // Maltese identity number: Identity Card and other Identity Documents Act (chapter 258); the letter names register and century.
  'mt.id': (v) => /^\d{1,7}[MGAPLHBZ]$/.test(v),
  'mt.vat': (v) => /^(?:MT)?[1-9]\d{7}$/.test(v) && weighted(v.slice(-8), [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
}
