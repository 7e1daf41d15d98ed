// Check digits of Czechia, Slovakia, Poland and Hungary.
import { type Checks, icaoSum, remainder, weighted } from './arithmetic.ts'
import { isDate, part } from './calendar.ts'

/**
 * Birth number: Czech Act 133/2000 section 13, Slovak Act 301/1995. Women add 50 to the month; days with exhausted serials add 20 more
 * since 2004. Nine digits until 1953, then ten divisible by 11; a remainder of 10 was written as 0, officially until 1985, later on some numbers.
 */
function birthNumber(written: string): boolean {
  const v = written.replace('/', '')
  if (!/^\d{9,10}$/.test(v)) return false
  let year = 1900 + part(v, 0, 2)
  let month = part(v, 2, 2) % 50
  if (month > 20) month -= 20
  if (v.length === 9) {
    if (year >= 1980) year -= 100
    if (year > 1953) return false
  } else if (year < 1954) year += 100
  if (!isDate(year, month, part(v, 4, 2)) || (part(v, 2, 2) % 50 > 20 && year < 2004)) return false
  if (v.length === 9) return v.slice(6) !== '000'
  const check = remainder(v.slice(0, 9), 11)
  return check % 10 === part(v, 9, 1)
}

/** Identification number of a company (ICO), the same scheme in both countries. */
const ico = (v: string) => /^\d{8}$/.test(v) && (11 - (weighted(v, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === part(v, 7, 1)

/** Czech tax number: the ICO of a company; the birth number of a person, or a nine-digit number that begins with 6. */
function czechTax(v: string): boolean {
  const digits = v.replace(/^CZ/, '')
  if (/^[0-8]\d{7}$/.test(digits)) {
    const check = (11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return (check === 10 ? 0 : check || 1) === part(digits, 7, 1)
  }
  if (/^6\d{8}$/.test(digits)) {
    const check = weighted(digits.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11
    if ((18 - ((10 - check) % 11)) % 10 === part(digits, 8, 1)) return true
  }
  return birthNumber(digits)
}

/** PESEL: Ustawa o ewidencji ludnosci article 15 ff.; the month encodes the century. */
function pesel(v: string): boolean {
  if (!/^\d{11}$/.test(v) || (10 - (weighted(v, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 !== part(v, 10, 1))
    return false
  const century = [1900, 2000, 2100, 2200, 1800][Math.floor(part(v, 2, 2) / 20)]!
  return isDate(century + part(v, 0, 2), part(v, 2, 2) % 20, part(v, 4, 2))
}

/** Hungarian personal number: Act XX of 1996 annex; the order of the weights is reversed for people born after 1996. */
function personalNumber(v: string): boolean {
  if (!/^[1-8]\d{10}$/.test(v)) return false
  const first = part(v, 0, 1)
  const year = part(v, 1, 2)
  const up = weighted(v, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) % 11 === part(v, 10, 1)
  const down = weighted(v, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === part(v, 10, 1)
  const centuries = first < 3 ? [1900] : first < 5 ? [1800, 2000] : first < 7 ? [1900] : [1800]
  return centuries.some(
    (century) => isDate(century + year, part(v, 3, 2), part(v, 5, 2)) && (century + year > 1996 ? down : up),
  )
}

/** Payment codes of banks in Czechia (CNB, Kody platebniho styku), including closed ones, which old documents still have. */
const CZ_BANKS = new Set(
  (
    '0100 0300 0600 0710 0800 2010 2020 2060 2070 2100 2200 2220 2240 2250 2260 2275 2310 2600 2700 3030 3040 3050 3060 3500 4000 4300 5400 5500 5800 6000 6100 ' +
    '6200 6210 6300 6363 6700 6800 7910 7940 7950 7960 7970 7980 7990 8030 8040 8060 8090 8150 8190 8198 8199 8200 8211 8215 8220 8225 8230 8240 8241 8250 8255 ' +
    '8260 8265 8270 8272 8280 8283 8291 8292 8293 8294 8296 8299 8500'
  ).split(' '),
)
const CZ_ROOT = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

export const visegradChecks: Checks = {
  'cz.rc': birthNumber,
  'cz.ico': ico,
  'cz.dic': czechTax,
  // Account number: CNB decree 169/2011; prefix and root are each divisible by 11.
  'cz.bankaccount': (v) => {
    const m = /^(?:(\d{0,6})-)?(\d{2,10})\/(\d{4})$/.exec(v)
    if (m === null || !CZ_BANKS.has(m[3]!)) return false
    return [m[1] ?? '', m[2]!].every((text) => weighted(text.padStart(10, '0'), CZ_ROOT) % 11 === 0)
  },

  'sk.rc': birthNumber,
  'sk.ico': ico,
  // IC DPH: divisible by 11 (Financna sprava); formerly the birth number for people.
  'sk.dph': (v) =>
    (/^(?:SK)?[1-9]\d[2-47-9]\d{7}$/.test(v) && remainder(v.slice(-10), 11) === 0) || birthNumber(v.replace(/^SK/, '')),

  'pl.pesel': pesel,
  'pl.nip': (v) => /^(?:PL)?\d{10}$/.test(v) && weighted(v.slice(-10), [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0,
  'pl.regon': (v) => {
    if (!/^(?:\d{9}|\d{14})$/.test(v) || (weighted(v, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 !== part(v, 8, 1))
      return false
    return v.length === 9 || (weighted(v, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === part(v, 13, 1)
  },
  // Identity card and passport: the first digit after the letters is the check digit, weights 7-3-1 (Ministry of the Interior, wzory dokumentow).
  'pl.dowod': (v) => /^[A-Z]{3}\d{6}$/.test(v) && icaoSum(v, [7, 3, 1, 9, 7, 3, 1, 7, 3]) === 0,
  'pl.paszport': (v) => /^[A-Z]{2}\d{7}$/.test(v) && icaoSum(v, [7, 3, 9, 1, 7, 3, 1, 7, 3]) === 0,

  'hu.szem': personalNumber,
  // TAJ: Act XX of 1996 annex; weights 3 and 7.
  'hu.taj': (v) =>
    /^\d{9}$/.test(v) && v !== '000000000' && weighted(v, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === part(v, 8, 1),
  // Tax identification of a person: Act XX of 1996 annex; begins with 8, modulo 11.
  'hu.adoazonosito': (v) => /^8\d{9}$/.test(v) && weighted(v, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === part(v, 9, 1),
  'hu.anum': (v) => {
    const m = /^(?:HU)?(\d{8})(?:[1-5]\d{2})?$/.exec(v)
    return m !== null && weighted(m[1]!, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0
  },
}
