// Checks of international numbers (books, goods, devices, securities and others); entity packs refer to them by name.
import { type Checks, lettersToNumbers, luhn, mod11Radix2, mod97Of10, weighted } from './arithmetic.ts'

/** ISBN: ISO 2108; ten characters modulo 11 or an EAN-13 with prefix 978 or 979. */
export function isbn(v: string): boolean {
  if (/^\d{9}[0-9X]$/.test(v)) {
    let sum = v[9] === 'X' ? 10 : Number(v[9])
    for (let i = 0; i < 9; i++) sum += Number(v[i]) * (10 - i)
    return sum % 11 === 0
  }
  return /^97[89]\d{10}$/.test(v) && ean(v)
}

/** GTIN family (GS1 General Specifications section 7.9): 8, 12, 13 or 14 digits, weights 3 and 1 from the right. */
function ean(v: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(v)) return false
  let sum = 0
  for (let i = 0; i < v.length; i++) sum += Number(v[v.length - 1 - i]) * (i % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

const EIC_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'

/** Energy identification code: ENTSO-E reference manual 4.4; weights 16 to 2 modulo 37, the hyphen is never a check character. */
function eic(v: string): boolean {
  if (!/^\d{2}[A-Z0-9][A-Z0-9-]{12}[A-Z0-9]$/.test(v)) return false
  let sum = 0
  for (let i = 0; i < 15; i++) sum += EIC_ALPHABET.indexOf(v[i]!) * (16 - i)
  return EIC_ALPHABET[36 - ((sum - 1) % 37)] === v[15]
}

const BANKNOTE_SECOND = /^[D-HJ-NP-Z]/

/** Serial number of a euro banknote (ECB): the first series is a multiple of nine plus one per letter, the Europa series has two letters. */
function banknote(v: string): boolean {
  if (!/^[A-Z]{1,2}\d{10,11}$/.test(v) || v.length !== 12) return false
  const letters = /^[A-Z]+/.exec(v)![0]
  if (letters.length === 1 && !BANKNOTE_SECOND.test(v)) return false
  let sum = 0
  for (const character of v) sum += /\d/.test(character) ? Number(character) : character.charCodeAt(0)
  return sum % 9 === 0
}

/** European Community number of a chemical: seven digits, weights 1 to 6 modulo 11, 10 written 1. */
function ecNumber(v: string): boolean {
  if (!/^(?:\d{3}-\d{3}-\d|\d{7})$/.test(v)) return false
  const digits = v.replaceAll('-', '')
  const check = weighted(digits, [1, 2, 3, 4, 5, 6]) % 11
  return (check === 10 ? 1 : check) === Number(digits[6])
}

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** Values of the letters A to Z in a vehicle identification number; I, O and Q do not occur. */
const VIN_LETTERS = '12345678-12345-7-923456789'

/** Vehicle identification number: the ninth character is the weighted sum modulo 11, 10 written X (49 CFR 565.15). */
function vin(v: string): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(v)) return false
  let sum = 0
  for (let i = 0; i < v.length; i++) {
    const letter = v.charCodeAt(i) - 65
    sum += VIN_WEIGHTS[i]! * Number(letter < 0 ? v[i] : VIN_LETTERS[letter])
  }
  return v[8] === (sum % 11 === 10 ? 'X' : String(sum % 11))
}

export const thingChecks: Checks = {
  isbn,
  ean,
  imei: (v) => /^\d{15}$/.test(v) && luhn(v),
  isin: (v) => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(v) && luhn(lettersToNumbers(v)),
  orcid: (v) => /^\d{15}[\dX]$/.test(v) && mod11Radix2(v),
  lei: (v) => /^[A-Z0-9]{18}\d{2}$/.test(v) && mod97Of10(v),
  vin,
  'eu.eic': eic,
  'eu.banknote': banknote,
  'eu.ecnumber': ecNumber,
  'eu.excise': (v) =>
    /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[A-Z0-9]{1,11}$/.test(
      v,
    ),
}
