// Check digits of Denmark, Estonia, Finland, Iceland, Latvia, Lithuania, Norway and Sweden.
import { type Checks, luhn, remainder, twoRows, weighted } from './arithmetic.ts'
import { isDate, isShortDate, part } from './calendar.ts'

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

/** Century of a CPR number from its seventh digit and year (CPR-kontoret, Personnummeret i CPR). */
function danishYear(v: string): number {
  const year = part(v, 4, 2)
  const seventh = part(v, 6, 1)
  if (seventh < 4) return 1900 + year
  if (seventh === 4 || seventh === 9) return year < 37 ? 2000 + year : 1900 + year
  return year < 58 ? 2000 + year : 1800 + year
}

const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY'
const HETU_CENTURIES: Readonly<Record<string, number>> = { '+': 1800 }
for (const sign of '-UVWXY') (HETU_CENTURIES as Record<string, number>)[sign] = 1900
for (const sign of 'ABCDEF') (HETU_CENTURIES as Record<string, number>)[sign] = 2000

/** Personal identity code: Decree 128/2010 as amended 8 July 2022. Compact values lack the hyphen or plus: then any century is accepted. */
function hetu(v: string): boolean {
  const m = /^(\d{2})(\d{2})(\d{2})([-+A-FU-Y]?)(\d{3})([0-9A-Y])$/.exec(v)
  if (m === null || Number(m[5]) < 2 || HETU_LETTERS[Number(v.slice(0, 6) + m[5]) % 31] !== m[6]) return false
  const centuries = m[4] === '' ? [1800, 1900] : [HETU_CENTURIES[m[4]!]!]
  return centuries.some((century) => isDate(century + Number(m[3]), Number(m[2]), Number(m[1])))
}

const business = (v: string, weights: readonly number[]) => weighted(v, weights) % 11 === 0

/** Kennitala: Act 140/2019; the ninth digit checks the first eight, companies add 40 to the day, the tenth names the century. */
function kennitala(v: string): boolean {
  if (!/^[0-7]\d{8}[09]$/.test(v)) return false
  const day = part(v, 0, 2)
  const century = v[9] === '0' ? 2000 : 1900
  return (
    business(v, [3, 2, 7, 6, 5, 4, 3, 2, 1]) &&
    isDate(century + part(v, 4, 2), part(v, 2, 2), day > 40 ? day - 40 : day)
  )
}

/** Kennitala without check digit, as issued since 18 February 2026 (Thjodskra, Kennitolur an vartolu); 8 names the 19th century, numbers of the system register begin with 8 or 9. */
function kennitalaDate(v: string): boolean {
  if (/^[89]\d{9}$/.test(v)) return true
  if (!/^[0-7]\d{8}[089]$/.test(v)) return false
  const day = part(v, 0, 2)
  const century = v[9] === '0' ? 2000 : 1000 + 100 * part(v, 9, 1)
  return isDate(century + part(v, 4, 2), part(v, 2, 2), day > 40 ? day - 40 : day)
}

const FNR_FIRST = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]
const FNR_SECOND = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]

/** Fodselsnummer: Folkeregisterforskriften section 2-2-1 ff. D numbers add 40 to the day, H numbers 40 (synthetic 80, 65) to the month, FH numbers begin with 8 or 9. */
function fodselsnummer(v: string): boolean {
  if (!/^\d{11}$/.test(v) || !business(v, FNR_FIRST) || !business(v, FNR_SECOND)) return false
  if (v[0] === '8' || v[0] === '9') return true
  const day = part(v, 0, 2) % 40
  return [0, 40, 65, 80].some((shift) =>
    isShortDate(part(v, 4, 2), part(v, 2, 2) - shift, part(v, 0, 2) > 40 ? day : part(v, 0, 2)),
  )
}

const orgnr = (v: string) => /^\d{9}$/.test(v) && business(v, [3, 2, 7, 6, 5, 4, 3, 2, 1])

/** Personnummer: Folkbokforingslagen (1991:481) section 18, Luhn; coordination numbers add 60 to the day. */
function personnummer(v: string): boolean {
  const m = /^(\d{2})?(\d{2})(\d{2})(\d{2})[-+]?(\d{4})$/.exec(v)
  if (m === null || !luhn(m[2]! + m[3]! + m[4]! + m[5]!) || m[5]!.startsWith('000')) return false
  const day = Number(m[4]) > 60 ? Number(m[4]) - 60 : Number(m[4])
  if (m[1] === undefined) return isShortDate(Number(m[2]), Number(m[3]), day)
  return ['18', '19', '20'].includes(m[1]) && isDate(Number(m[1] + m[2]), Number(m[3]), day)
}

const swedishOrg = (v: string) => /^\d{10}$/.test(v) && luhn(v)

export const nordicChecks: Checks = {
  // CPR: since 2007 numbers without the modulo-11 check are issued, so only the date is checked (CPR-kontoret).
  'dk.cpr': (v) => /^\d{10}$/.test(v) && isDate(danishYear(v), part(v, 2, 2), part(v, 0, 2)),
  'dk.cvr': (v) => /^(?:DK)?[1-9]\d{7}$/.test(v) && business(v.slice(-8), [2, 7, 6, 5, 4, 3, 2, 1]),

  'fi.hetu': hetu,
  'fi.alv': (v) => /^(?:FI)?\d{8}$/.test(v) && business(v.slice(-8), [7, 9, 10, 5, 8, 4, 2, 1]),
  'fi.ytunnus': (v) => /^\d{8}$/.test(v) && business(v, [7, 9, 10, 5, 8, 4, 2, 1]),
  'fi.veronumero': (v) => /^\d{12}$/.test(v),
  'fi.associationid': (v) => /^\d{1,6}$/.test(v),

  'is.kennitala': kennitala,
  'is.kennitala_2026': kennitalaDate,
  'is.vsk': (v) => /^(?:IS)?\d{5,6}$/.test(v),

  'no.fodselsnummer': fodselsnummer,
  'no.orgnr': orgnr,
  'no.mva': (v) => /^(?:NO)?\d{9}(?:MVA)?$/.test(v) && orgnr(v.replace(/^NO|MVA$/g, '')),
  // Account number: modulo 11 over eleven digits; seven-digit postal giro numbers are Luhn numbers and may be padded with zeros.
  'no.kontonr': (v) => (/^(?:0000)?\d{7}$/.test(v) ? luhn(v.slice(-7)) : /^\d{11}$/.test(v) && business(v, FNR_SECOND)),

  'se.personnummer': personnummer,
  'se.orgnr': swedishOrg,
  'se.vat': (v) => {
    // The two closing digits are always 01 (Skatteverket, Momsregistreringsnummer).
    const m = /^(?:SE)?(\d{10})01$/.exec(v)
    return m !== null && swedishOrg(m[1]!)
  },
  'se.postnummer': (v) => /^(?:SE)?[1-9]\d{4}$/.test(v) && remainder(v.slice(-5), 100000) >= 10000,

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
