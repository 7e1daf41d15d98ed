// Check digits of Bulgaria, Croatia, Cyprus, Greece, Romania and Slovenia.
import { type Checks, luhn, mod11Of10, twoRows, weighted } from './arithmetic.ts'
import { isDate, isShortDate, part } from './calendar.ts'
import { ODD_PLACES } from './checks-france-italy.ts'

/** EGN: Naredba RD-02-20-9 on the civil register; the month encodes the century. */
function egn(v: string): boolean {
  if (!/^\d{10}$/.test(v)) return false
  let year = 1900 + part(v, 0, 2)
  let month = part(v, 2, 2)
  if (month > 40) [year, month] = [year + 100, month - 40]
  else if (month > 20) [year, month] = [year - 100, month - 20]
  return isDate(year, month, part(v, 4, 2)) && (weighted(v, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === part(v, 9, 1)
}

/** LNCh, the personal number of a foreigner. */
const pnf = (v: string) => /^\d{10}$/.test(v) && weighted(v, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === part(v, 9, 1)

/** UIC (BULSTAT) of nine digits. */
const bulstat = (v: string) => twoRows(v, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]) === part(v, 8, 1)

function bulgarianVat(v: string): boolean {
  const digits = v.replace(/^BG/, '')
  if (/^\d{9}$/.test(digits)) return bulstat(digits)
  if (!/^\d{10}$/.test(digits)) return false
  const other = ((11 - (weighted(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10
  return egn(digits) || pnf(digits) || other === part(digits, 9, 1)
}

/** Cypriot tax number, persons and companies: Tax Department. */
function cypriotTax(v: string): boolean {
  const m = /^(?:CY)?(\d{8})([A-Z])$/.exec(v)
  if (m === null || m[1]!.startsWith('12')) return false
  let sum = 0
  for (let i = 0; i < 8; i++) sum += i % 2 === 0 ? ODD_PLACES[part(m[1]!, i, 1)]! : part(m[1]!, i, 1)
  return String.fromCharCode(65 + (sum % 26)) === m[2]
}

/** AFM: powers of two, modulo 11, then 10. */
function afm(v: string): boolean {
  const digits = v.replace(/^(?:EL|GR)/, '').padStart(9, '0')
  return (
    /^\d{9}$/.test(digits) &&
    !/^0+$/.test(digits) &&
    (weighted(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === part(digits, 8, 1)
  )
}

const CNP_CENTURIES: Readonly<Record<string, number>> = { 1: 1900, 2: 1900, 3: 1800, 4: 1800, 5: 2000, 6: 2000 }

/** CNP: HG 64/2011 annex; 7, 8 (residents) and 9 (foreigners) do not give the century. Counties 01-46, 51, 52, and 70 of the newer register. */
function cnp(v: string): boolean {
  if (!/^[1-9]\d{12}$/.test(v)) return false
  const check = weighted(v, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
  if ((check === 10 ? 1 : check) !== part(v, 12, 1)) return false
  const county = part(v, 7, 2)
  if (
    !(
      (county >= 1 && county <= 48) ||
      county === 51 ||
      county === 52 ||
      county === 70 ||
      (county >= 80 && county <= 83)
    )
  )
    return false
  const century = CNP_CENTURIES[v[0]!]
  const [year, month, day] = [part(v, 1, 2), part(v, 3, 2), part(v, 5, 2)]
  return century === undefined ? isShortDate(year, month, day) : isDate(century + year, month, day)
}

/** CUI: OUG 46/2009; aligned to the right. */
function cui(v: string): boolean {
  const digits = v.replace(/^RO/, '')
  if (!/^[1-9]\d{1,9}$/.test(digits)) return false
  const padded = digits.padStart(10, '0')
  return ((10 * weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === part(padded, 9, 1)
}

const oldYear = (year: number) => year >= 1990 && year <= 2024
const romanianCounty = (county: number) => (county >= 1 && county <= 40) || county === 51 || county === 52

/** Trade register number: Law 26/1990 (letter, county, serial, year) until 2024, Law 265/2022 (letter, year, serial, county, check digit). */
function onrc(v: string): boolean {
  const tidy = v.replace(/[ /-]{1,3}/g, '/').replace(/^([JFC])\//, '$1')
  const old = /^[JFC](\d{1,2})\/(\d{1,5})\/(?:[0-3]\d\.[01]\d\.)?(\d{4})$/.exec(tidy)
  if (old !== null) return romanianCounty(Number(old[1])) && oldYear(Number(old[3]))
  // Without slashes, the county has two digits.
  const bare = /^[JFC](\d{2})\d{1,5}(\d{4})$/.exec(tidy)
  if (bare !== null) return romanianCounty(Number(bare[1])) && oldYear(Number(bare[2]))
  const fresh = /^[JFC](\d{4})\d{6}(\d{2})\d$/.exec(tidy)
  if (fresh === null) return false
  const [year, county] = [Number(fresh[1]), Number(fresh[2])]
  if (year < 1990 || year > 2099 || !((year >= 2024 && county === 0) || (year <= 2024 && romanianCounty(county))))
    return false
  let sum = tidy.charCodeAt(0) % 10
  for (let i = 1; i < 13; i++) sum += part(tidy, i, 1)
  return sum % 10 === part(tidy, 13, 1)
}

/** EMSO: Zakon o centralnem registru prebivalstva; the first digit of the year is omitted. */
function emso(v: string): boolean {
  if (!/^\d{13}$/.test(v)) return false
  const year = part(v, 4, 3)
  const check = (11 - (weighted(v, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return isDate(year < 800 ? 2000 + year : 1000 + year, part(v, 2, 2), part(v, 0, 2)) && check % 10 === part(v, 12, 1)
}

export const southeastChecks: Checks = {
  'bg.egn': egn,
  'bg.pnf': pnf,
  'bg.vat': bulgarianVat,
  'bg.bulstat': (v) => /^\d{9}(?:\d{4})?$/.test(v) && bulstat(v.slice(0, 9)),

  'cy.vat': cypriotTax,

  'gr.vat': afm,
  'gr.amka': (v) => /^\d{11}$/.test(v) && isShortDate(part(v, 4, 2), part(v, 2, 2), part(v, 0, 2)) && luhn(v),

  'hr.oib': (v) => /^(?:HR)?\d{11}$/.test(v) && mod11Of10(v.slice(-11)),
  // JMBG, the identity number before the OIB, which older documents still have; regions 30-39 are Croatian.
  'hr.jmbg': emso,

  'ro.cnp': cnp,
  'ro.cui': cui,
  'ro.cf': (v) => cui(v) || cnp(v.replace(/^RO/, '')),
  'ro.onrc': onrc,

  'si.emso': emso,
  'si.ddv': (v) => {
    const check = 11 - (weighted(v.slice(-8), [8, 7, 6, 5, 4, 3, 2]) % 11)
    return /^(?:SI)?[1-9]\d{7}$/.test(v) && (check === 10 ? 0 : check) === Number(v.slice(-1))
  },
  // Business register number: AJPES; seven digits with check and three characters for units.
  'si.maticna': (v) => {
    const m = /^(\d{6})(\d)(?:[0-9A-Z]\d{2})?$/.exec(v)
    if (m === null) return false
    const rest = weighted(m[1]!, [7, 6, 5, 4, 3, 2]) % 11
    return rest !== 0 && (11 - rest) % 10 === Number(m[2])
  },
}
