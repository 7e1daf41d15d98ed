// Check digits of France and Italy.
import { type Checks, luhn, remainder } from './arithmetic.ts'
import { isShortDate, part } from './calendar.ts'

const TVA_ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Key of the French VAT number: two digits over the SIREN, or two characters of the newer key (BOI-TVA-DECLA-20-10). */
function tvaKey(key: string, siren: string): boolean {
  if (/^\d{2}$/.test(key)) return remainder(`${siren}12`, 97) === Number(key)
  const [first, second] = [TVA_ALPHABET.indexOf(key[0]!), TVA_ALPHABET.indexOf(key[1]!)]
  const check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11
}

/** NIR: INSEE, decree 82-103; Corsica counts as 19 and 18 in the key. Months from 20 on mark an incomplete civil status. */
function nir(v: string): boolean {
  if (!/^[1-478]\d{4}(?:\d{2}|2[AB])\d{6}(?:\d{2})?$/.test(v)) return false
  const month = part(v, 3, 2)
  if (month === 0 || (month > 12 && month < 20) || (month > 42 && month < 50)) return false
  const digits = v.replace('2A', '19').replace('2B', '18')
  return v.length === 13 || 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13))
}

/** SIREN and SIRET are Luhn numbers (INSEE); establishments of La Poste sum to a multiple of five instead. */
function siret(v: string): boolean {
  if (!/^\d{14}$/.test(v) || !luhn(v.slice(0, 9))) return false
  if (luhn(v)) return true
  const sum = [...v].reduce((total, digit) => total + Number(digit), 0)
  return v.startsWith('356000000') && sum % 5 === 0
}

/** Values of characters at odd places, from the left; a digit counts as the letter of its number, 0 as A. */
export const ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
const MONTHS = 'ABCDEHLMPRST'
const OMOCODIA = 'LMNPQRSTUV'

/** Codice fiscale: ministerial decree of 23 December 1976; letters may replace digits if two people would have the same code. */
function codiceFiscale(v: string): boolean {
  const m = /^[A-Z]{6}([0-9LMNP-V]{2})([ABCDEHLMPRST])([0-9LMNP-V]{2})[A-Z][0-9LMNP-V]{3}[A-Z]$/.exec(v)
  if (m === null) return false
  const plain = (text: string) => Number(text.replace(/[LMNP-V]/g, (letter) => String(OMOCODIA.indexOf(letter))))
  const day = plain(m[3]!) % 40
  if (plain(m[3]!) > 71 || !isShortDate(plain(m[1]!), MONTHS.indexOf(m[2]!) + 1, day)) return false
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const code = v.charCodeAt(i)
    const value = code <= 57 ? code - 48 : code - 65
    sum += i % 2 === 0 ? ODD_PLACES[value]! : value
  }
  return String.fromCharCode(65 + (sum % 26)) === v[15]
}

/** Partita IVA: D.P.R. 633/1972 article 35; Luhn, digits 8 to 10 name the tax office. */
function partitaIva(v: string): boolean {
  const digits = v.replace(/^IT/, '')
  if (!/^\d{11}$/.test(digits) || /^0{7}/.test(digits) || !luhn(digits)) return false
  const office = part(digits, 7, 3)
  return (office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)
}

export const franceItalyChecks: Checks = {
  // Numero fiscal (SPI): the last three digits are the first ten modulo 511 (DGFiP, as published by the OECD on TINs).
  'fr.nif': (v) => /^[0-3]\d{12}$/.test(v) && remainder(v.slice(0, 10), 511) === part(v, 10, 3),
  'fr.nir': nir,
  'fr.siren': (v) => /^\d{9}$/.test(v) && luhn(v),
  'fr.siret': siret,
  'fr.tva': (v) => {
    const m = /^(?:FR)?([0-9A-HJ-NP-Z]{2})(\d{9})$/.exec(v)
    // Numbers of Monaco have 000 at the start of the SIREN and no Luhn digit.
    return m !== null && (m[2]!.startsWith('000') || luhn(m[2]!)) && tvaKey(m[1]!, m[2]!)
  },
  'fr.rcs': (v) => {
    const m = /^RCS[A-ZÀ-Ý' -]{2,40}[AB]?(\d{9})(?:\d{5})?$/.exec(v)
    return m !== null && luhn(m[1]!)
  },
  'fr.accise': (v) => /^FR0[0-9A-Z]{2}[0-9]{3}[A-Z][0-9]{4}$/.test(v),

  'it.codicefiscale': (v) => (v.length === 16 ? codiceFiscale(v) : partitaIva(v)),
  'it.iva': partitaIva,
  'it.aic': (v) => aic(v),
}

const AIC_ALPHABET = '0123456789BCDFGHJKLMNPQRSTUVWXYZ'

/** Code of a medicine: decree of 2 August 2001, nine decimal digits with check or six base-32 characters of the same number. */
function aic(v: string): boolean {
  let digits = v
  if (/^[0-9B-DF-HJ-NP-TV-Z]{6}$/.test(v)) {
    digits = String([...v].reduce((sum, character) => sum * 32 + AIC_ALPHABET.indexOf(character), 0)).padStart(9, '0')
  }
  if (!/^0\d{8}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 8; i++) {
    const value = part(digits, i, 1) * (i % 2 === 0 ? 1 : 2)
    sum += i % 2 === 0 ? value : Math.floor(value / 10) + (value % 10)
  }
  return sum % 10 === part(digits, 8, 1)
}
