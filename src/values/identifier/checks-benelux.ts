// Check digits of Belgium, Luxembourg and the Netherlands.
import { type Checks, luhnSum, mod97Of10, remainder, verhoeff, weighted } from './arithmetic.ts'
import { isDate, isShortDate, part } from './calendar.ts'

/** 97 minus the remainder, or 97 if the remainder is 0; for people born from 2000 on, the number is prefixed with 2 (royal decree of 3 April 1984). */
function belgianCheck(v: string): boolean {
  const check = part(v, 9, 2)
  return [v.slice(0, 9), `2${v.slice(0, 9)}`].some((base) => 97 - remainder(base, 97) === check)
}

/** Unknown days and months are 00; if the serials of a day are exhausted, the month is 00 and the day continues to count. Bis numbers add one of `shifts` to the month. */
function belgianDate(v: string, shifts: readonly number[]): boolean {
  return shifts.some((shift) => {
    const month = part(v, 2, 2) - shift
    const day = part(v, 4, 2)
    return month === 0 || (day === 0 && month > 0 && month <= 12) || isShortDate(part(v, 0, 2), month, day)
  })
}

const nationalNumber = (v: string) => /^\d{11}$/.test(v) && belgianCheck(v) && belgianDate(v, [0])
const bisNumber = (v: string) => /^\d{11}$/.test(v) && belgianCheck(v) && belgianDate(v, [20, 40])

/** Eleven test of the citizen service number (Wet algemene bepalingen burgerservicenummer). */
const bsn = (v: string) => /^\d{9}$/.test(v) && !/^0+$/.test(v) && weighted(v, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0

export const beneluxChecks: Checks = {
  'be.nn': nationalNumber,
  // Bis number of people outside the register: month plus 20 (sex unknown) or 40 (royal decree of 8 February 1991).
  'be.bis': bisNumber,
  'be.ssn': (v) => nationalNumber(v) || bisNumber(v),
  // Card number of the identity card: the first ten digits modulo 97.
  'be.eid': (v) => /^\d{12}$/.test(v) && (remainder(v.slice(0, 10), 97) || 97) === part(v, 10, 2),
  // Enterprise and VAT number (royal decree of 24 June 2003): 97 minus the first eight digits modulo 97.
  'be.vat': (v) => {
    const digits = v.replace(/^BE/, '').padStart(10, '0')
    return (
      /^[01]\d{9}$/.test(digits) && !/^0+$/.test(digits) && (Number(digits.slice(0, 8)) + part(digits, 8, 2)) % 97 === 0
    )
  },
  'be.ogm_vcs': (v) => /^\d{12}$/.test(v) && (remainder(v.slice(0, 10), 97) || 97) === part(v, 10, 2),

  // National identification number: law of 19 June 2013 on the identification of natural persons; Luhn and Verhoeff over the first eleven digits.
  'lu.matricule': (v) =>
    /^\d{13}$/.test(v) &&
    /^(?:1[89]|20)/.test(v) &&
    isDate(part(v, 0, 4), part(v, 4, 2), part(v, 6, 2)) &&
    luhnSum(v.slice(0, 12)) === 0 &&
    verhoeff(v.slice(0, 11) + v[12]),
  'lu.tva': (v) => /^(?:LU)?\d{8}$/.test(v) && remainder(v.slice(-8, -2), 89) === Number(v.slice(-2)),

  // Eight digits are a number without its leading zero.
  'nl.bsn': (v) => v.length >= 8 && bsn(v.padStart(9, '0')),
  // BTW-id: of a company the RSIN (eleven test), of a sole trader a random number with ISO 7064 mod 97-10 (since 2020, Belastingdienst).
  'nl.btw': (v) => {
    const m = /^(?:NL)?(\d{1,9})B(\d{2})$/.exec(v)
    if (m === null || m[2] === '00') return false
    const digits = m[1]!.padStart(9, '0')
    return bsn(digits) || mod97Of10(`NL${digits}B${m[2]}`)
  },
  // Document number of passport and identity card (Paspoortuitvoeringsregeling): no letter O; the last place is a digit.
  'nl.identiteitskaartnummer': (v) => /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/.test(v),
  'nl.onderwijsnummer': (v) => /^10\d{7}$/.test(v) && (weighted(v, [9, 8, 7, 6, 5, 4, 3, 2, -1]) + 11) % 11 === 5,
  'nl.brin': (v) => /^\d{2}[A-Z]{2}(?:\d{2})?$/.test(v),
  'nl.postcode': (v) => /^(?:NL)?[1-9]\d{3}(?!SA|SD|SS)[A-Z]{2}$/.test(v),
}
