// Telephone numbers: reading a candidate by the numbering plans (libphonenumber-js/max, ITU E.164).

import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { PLUS, SPACE, ZERO } from '../../text/signs.ts'
import { codeAt, unitOf } from '../../text/unit-classes.ts'
import { type PhoneReading, readPlain, SERVICES } from './plain-numbers.ts'
import { hasPlan } from './plan.ts'

/** The country if it has a numbering plan, otherwise undefined. */
const planOf = (country: string | null): CountryCode | undefined =>
  country !== null && hasPlan(country) ? country : undefined

/** Converts "0049 170 ..." to "+49 170 ...", and drops the trunk zero in brackets: "+44 (0)20 ..." is +44 20 .... */
function dialable(written: string): string {
  const value = hasOddSpace(written) ? written.replace(/\s+/g, ' ') : written
  // Most numbers are national.
  const first = codeAt(value, 0)
  if (first > ZERO && first <= ZERO + 9) return value
  // Others begin with one zero, the trunk prefix.
  if (first === ZERO && unitOf(value, 1) !== ZERO) return value
  if (first === PLUS && !value.includes('(')) return value
  const international = /^\s*00\s*[1-9]/.test(value) ? value.replace(/^\s*00/, '+') : value
  const isInternational = international.includes('(') && /^\s*\(?\+/.test(international)
  return isInternational ? international.replace(/\(\s*0\s*\)/, ' ') : international
}

function hasOddSpace(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = codeAt(text, i)
    if (unit > SPACE && unit < 0x80) continue
    if (unit !== SPACE || codeAt(text, i + 1) === SPACE) return true
  }
  return false
}

/** Reads a written number. `country`: its plan for national notation; null allows international notation only. Null if no plan has it. */
export function readPhone(value: string, country: string | null): PhoneReading | null {
  const text = dialable(value)
  const plan = planOf(country)
  const plain = readPlain(text, plan ?? null)
  if (plain !== undefined) return plain
  const number = parse(text, plan)
  if (!number) return null
  const valid = number.isValid()
  return {
    e164: number.number,
    country: number.country ?? null,
    valid,
    possible: valid || number.isPossible(),
    international: codeAt(text, 0) === PLUS || /^[\s(]+\+/.test(text),
    lacksTrunk: () => lacksTrunkOf(number, value),
    isMobile: () => valid && (number.getType() ?? '').includes('MOBILE'),
    isService: () => valid && SERVICES.has(number.getType()),
  }
}

const parse = (text: string, plan: CountryCode | undefined): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, plan === undefined ? {} : { defaultCountry: plan, extract: false })

function lacksTrunkOf(number: PhoneNumber, value: string): boolean {
  return (
    digitsOf(number.formatNational()).length > number.nationalNumber.length &&
    digitsOf(value).length <= number.nationalNumber.length
  )
}

const digitsOf = (value: string) => value.replace(/\D+/g, '')

/** Digits before the word or sign of an extension. */
const LINE = /^[^\p{L};#]{7,}/u

/** E.164 form if a plan can read the number, also without its extension, otherwise its digits, with a leading plus. */
export function normalizePhone(value: string, country: string | null): string {
  const reading = readPhone(value, country) ?? readPhone(LINE.exec(value)?.[0] ?? '', country)
  if (reading !== null) return reading.e164
  return (value.trim().startsWith('+') ? '+' : '') + value.replace(/\D+/g, '')
}
