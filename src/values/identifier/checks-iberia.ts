// Check digits of Spain and Portugal.
import { type Checks, luhnSum, remainder, weighted } from './arithmetic.ts'
import { part } from './calendar.ts'

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** DNI: Real Decreto 1553/2005; the letter encodes the number modulo 23. */
const dni = (v: string) => /^\d{8}[A-Z]$/.test(v) && DNI_LETTERS[Number(v.slice(0, 8)) % 23] === v[8]
/** NIE: Orden INT/2058/2008; X, Y, Z count as 0, 1, 2. */
const nie = (v: string) => /^[XYZ]\d{7}[A-Z]$/.test(v) && dni('XYZ'.indexOf(v[0]!) + v.slice(1))

/** NIF of companies: Orden EHA/451/2008; Luhn digit or its letter. Sources disagree on which first letter has which, so both are accepted. */
function cif(v: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(v)) return false
  const digit = (10 - luhnSum(`${v.slice(1, 8)}0`)) % 10
  return v[8] === String(digit) || v[8] === 'JABCDEFGHI'[digit]
}

/** K (children), L (Spaniards abroad) and M (foreigners without NIE): Real Decreto 1065/2007 article 19 f. */
const specialNif = (v: string) => /^[KLM]\d{7}[A-Z]$/.test(v) && DNI_LETTERS[Number(v.slice(1, 8)) % 23] === v[8]
const nif = (v: string) => dni(v) || nie(v) || specialNif(v) || cif(v)

const CCC_WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
const cccDigit = (ten: string) => {
  const check = weighted(ten, CCC_WEIGHTS) % 11
  return check < 2 ? check : 11 - check
}

const CATASTRAL_WEIGHTS = [13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1]
const CATASTRAL_LETTERS = 'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Referencia catastral: two check letters, each over one half and the number of the property (Resolucion de 26 de enero de 2000). */
function catastral(v: string): boolean {
  if (!/^[A-ZÑ0-9]{20}$/.test(v)) return false
  return [v.slice(0, 7), v.slice(7, 14)].every((half, i) => {
    let sum = 0
    const text = half + v.slice(14, 18)
    for (let j = 0; j < text.length; j++) {
      const character = text[j]!
      sum +=
        CATASTRAL_WEIGHTS[j]! * (/\d/.test(character) ? Number(character) : CATASTRAL_LETTERS.indexOf(character) + 1)
    }
    return 'MQWERTYUIOPASDFGHJKLBZX'[sum % 23] === v[18 + i]
  })
}

/** Keys of activity in excise numbers, from alcohol (A) to electricity (L). */
const CAE_ACTIVITIES = new Set(
  (
    'A1 B1 B9 B0 BA C1 DA EC F1 V1 A7 AT B7 BT C7 DB E7 M7 OA OB OE OV V7 B6 A2 A6 A9 A0 AC AV AW AX H1 H2 H4 H6 H9 H0 HD HH H7 H8 HB HF HI HJ HK HL ' +
    'HM HN HT HU HV HX HZ OH HA HC HE HP HQ HR HS HW T1 OT T7 TT L1 L2 L0 L3 L7 AF DF DM DP OR PF RF VD'
  ).split(' '),
)

const PT_CC_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Cartao de Cidadao: Luhn doubling in base ten over values of base 36 (Portaria 203/2007, AMA validation document). */
function cartaoCidadao(v: string): boolean {
  if (!/^\d{9}[A-Z0-9]{2}\d$/.test(v)) return false
  let sum = 0
  for (let i = 0; i < 12; i++) {
    const value = PT_CC_ALPHABET.indexOf(v[11 - i]!) * (i % 2 === 1 ? 2 : 1)
    sum += i % 2 === 1 && value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export const iberiaChecks: Checks = {
  'es.dni': dni,
  'es.nie': nie,
  'es.cif': cif,
  'es.nif': nif,
  'es.vat': (v) => nif(v.replace(/^ES/, '')),
  // Numero de afiliacion: province, serial and their remainder modulo 97; short serials are not padded (TGSS).
  'es.nss': (v) => {
    if (!/^\d{11,12}$/.test(v)) return false
    const [province, serial, check] = [v.slice(0, 2), v.slice(2, -2), Number(v.slice(-2))]
    const base =
      v.length === 12 && Number(serial) < 10_000_000
        ? String(Number(province) * 10_000_000 + Number(serial))
        : province + serial
    return Number(province) > 0 && remainder(base, 97) === check
  },
  'es.ccc': (v) =>
    /^\d{20}$/.test(v) && cccDigit(`00${v.slice(0, 8)}`) === part(v, 8, 1) && cccDigit(v.slice(10)) === part(v, 9, 1),
  // Codigo de actividad y establecimiento: Orden EHA/3929/2006; managing office and activity code.
  'es.cae': (v) => /^ES000(?:0[1-9]|[1-4]\d|5[0-6])[A-Z0-9]{2}\d{3}[A-Z]$/.test(v) && CAE_ACTIVITIES.has(v.slice(7, 9)),
  // CUPS: Real Decreto 1435/2002; two letters encode the remainder modulo 529.
  'es.cups': (v) => {
    const m = /^ES(\d{16})([A-Z])([A-Z])(?:[0-9][FPCRXYZ])?$/.exec(v)
    if (m === null) return false
    const rest = remainder(m[1]!, 529)
    return DNI_LETTERS[Math.floor(rest / 23)] === m[2] && DNI_LETTERS[rest % 23] === m[3]
  },
  'es.postal_code': (v) => /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/.test(v),
  'es.referenciacatastral': catastral,

  'pt.cc': cartaoCidadao,
  'pt.nif': (v) =>
    /^(?:PT)?[1-9]\d{8}$/.test(v) &&
    ((11 - (weighted(v.slice(-9), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(v.slice(-1)),
  // Numero de identificacao de seguranca social: prime weights, 9 minus the last digit of the sum (Seguranca Social).
  'pt.niss': (v) =>
    /^[12]\d{10}$/.test(v) && 9 - (weighted(v, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === part(v, 10, 1),
}
