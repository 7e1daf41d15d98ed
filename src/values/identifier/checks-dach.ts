// Check digits of Austria, Germany and Liechtenstein.
import { type Checks, crossSum, icaoSum, luhn, luhnSum, mod11Of10, mod97Of10, weighted } from './arithmetic.ts'
import { isShortDate, part } from './calendar.ts'

/** Steuernummer as the sixteen tax administrations write it (ELSTER-Pruefziffern, Bundeszentralamt; AO section 139a ff.). */
const STEUERNUMMER_13 = /^(?:(?:1[01]|2[1-46-8]|3[012]|4[01])\d{2}0\d{8}|(?:5|9)\d{3}0\d{8})$/

export const dachChecks: Checks = {
  // ASVG section 460d; the digit after the serial is the check digit. Months 13 to 15 are for days with exhausted serials (Dachverband).
  'at.vnr': (v) => {
    if (!/^[1-9]\d{9}$/.test(v) || weighted(v, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 !== part(v, 3, 1)) return false
    const month = part(v, 6, 2)
    return isShortDate(part(v, 8, 2), month > 12 && month < 16 ? 1 : month, part(v, 4, 2))
  },
  // Abgabenkontonummer: Luhn (BMF, FinanzOnline record layouts).
  'at.tin': (v) => /^\d{9}$/.test(v) && luhn(v),
  // UID-Nummer: BMF algorithm, Luhn sum of the first seven digits plus 4.
  'at.uid': (v) => {
    const m = /^(?:ATU|U)(\d{8})$/.exec(v)
    return m !== null && (luhnSum(m[1]!.slice(0, 7)) + 4 + part(m[1]!, 7, 1)) % 10 === 0
  },
  // Firmenbuchnummer: the closing letter is a check letter whose rule is not published.
  'at.businessid': (v) => /^(?:FN)?\d{1,6}[A-Z]$/.test(v),

  // Steuer-ID: AO section 139b, ISO 7064 mod 11,10; one of the first ten digits occurs two or three times, no other more than once.
  'de.idnr': (v) => {
    if (!/^[1-9]\d{10}$/.test(v) || !mod11Of10(v)) return false
    const counts = new Map<string, number>()
    for (const digit of v.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    const repeated = [...counts.values()].filter((count) => count > 1)
    return repeated.length === 1 && repeated[0]! <= 3
  },
  'de.stnr': (v) => /^\d{10,11}$/.test(v) || STEUERNUMMER_13.test(v),
  // USt-IdNr.: ISO 7064 mod 11,10 (Bundeszentralamt fuer Steuern).
  'de.vat': (v) => /^(?:DE)?[1-9]\d{8}$/.test(v) && mod11Of10(v.replace(/^DE/, '')),
  // Krankenversichertennummer: SGB V section 290; letter as two digits, weights 1 and 2, cross sums.
  'de.kvnr': (v) =>
    /^[A-Z]\d{9}$/.test(v) && alternating(letterAsTwo(v[0]!) + v.slice(1, 9), [1, 2]) % 10 === part(v, 9, 1),
  // Versicherungsnummer: SGB VI section 147, VKVV section 4; letter as two digits, cross sums.
  'de.rvnr': (v) => {
    if (!/^\d{8}[A-Z]\d{3}$/.test(v)) return false
    const day = part(v, 2, 2)
    // Unknown days and months of birth are 00; VKVV section 2 adds 30 to the day if its serials are exhausted.
    if (part(v, 4, 2) > 12 || day > 61) return false
    const expanded = v.slice(0, 8) + letterAsTwo(v[8]!) + v.slice(9, 11)
    return alternating(expanded, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === part(v, 11, 1)
  },
  // Document numbers (PAuswV, PassV; ICAO 9303): nine characters, and the 7-3-1 check digit, which the front of the card lacks.
  'de.perso': (v) =>
    /^[LMNPRTVWXYCFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8}\d?$/.test(v) &&
    (v.length === 9 || icaoSum(v.slice(0, 9)) === part(v, 9, 1)),
  'de.handelsregisternummer': (v) => /^[A-ZÄÖÜ.()/ -]{0,60}(?:HRA|HRB|PR|GNR|VR)[1-9]\d{0,5}[A-Z]{0,3}$/.test(v),
  'de.wkn': (v) => /^[0-9A-HJ-NP-Z]{6}$/.test(v),
  // Leitweg-ID: KoSIT format specification 2.0, ISO 7064 mod 97-10 over the value without hyphens.
  'de.leitweg': (v) => {
    const m = /^(?:0[1-9]|1[0-6]|99)\d{0,10}(?:-[A-Z0-9]{1,30})?-\d{2}$/.exec(v)
    return m !== null && mod97Of10(v.replaceAll('-', ''))
  },

  // AHV-Nummer: Liechtenstein uses the Swiss scheme, an EAN-13 with country prefix 756 (AHVV article 133bis).
  'li.ahv': (v) => /^756\d{10}$/.test(v) && weighted(v, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  // PEID (Steuerverwaltung): a serial without check digit, padded with zeros to twelve digits by some systems.
  'li.peid': (v) => /^0{0,12}[1-9]\d{3,11}$/.test(v),
}

function letterAsTwo(letter: string): string {
  return String(letter.charCodeAt(0) - 64).padStart(2, '0')
}

function alternating(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += crossSum((digits.charCodeAt(i) - 48) * weights[i % weights.length]!)
  return sum
}
