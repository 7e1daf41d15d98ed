// Telephone numbers: reading a candidate by the numbering plans (libphonenumber-js/max, ITU E.164).
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface PhoneReading {
  readonly e164: string
  /** Country of the plan; null for numbers of no country (+800 and the like). */
  readonly country: string | null
  /** The plan assigns such numbers. */
  readonly valid: boolean
  /** The length at least is one the plan knows. */
  readonly possible: boolean
  /** Written with its country code. */
  readonly international: boolean
  /** Digits that its plan wants in national writing and this one leaves out: the trunk prefix ("0" in most, none in Spain). */
  readonly lacksTrunk: () => boolean
}

/** Countries whose numbers are dialled by another country's plan; everything else is its own. */
function planOf(country: string | null): CountryCode | undefined {
  return country !== null && isSupportedCountry(country) ? country : undefined
}

/** "0049 170 ..." as "+49 170 ...", and the trunk zero in brackets dropped: "+44 (0)20 ..." is +44 20 .... */
function dialable(written: string): string {
  const value = written.replace(/\s+/g, ' ')
  const international = /^\s*00\s*[1-9]/.test(value) ? value.replace(/^\s*00/, '+') : value
  return /^\s*\(?\+/.test(international) ? international.replace(/\(\s*0\s*\)/, ' ') : international
}

/**
 * Reads a written number. `country` is the plan of numbers written without a country code; null allows only
 * international writing. Returns null when the value is no telephone number by any plan.
 */
export function readPhone(value: string, country: string | null): PhoneReading | null {
  const text = dialable(value)
  const plan = planOf(country)
  const number = parsePhoneNumberFromString(text, plan === undefined ? {} : { defaultCountry: plan, extract: false })
  if (!number) return null
  const valid = number.isValid()
  return {
    e164: number.number,
    country: number.country ?? null,
    valid,
    possible: valid || number.isPossible(),
    international: /^[\s(]*\+/.test(text),
    lacksTrunk: () =>
      digitsOf(number.formatNational()).length > number.nationalNumber.length &&
      digitsOf(value).length <= number.nationalNumber.length,
  }
}

const digitsOf = (value: string) => value.replace(/\D+/g, '')

/** E.164 where the plan reads it, else its digits with a leading plus kept. */
export function normalizePhone(value: string, country: string | null): string {
  const reading = readPhone(value, country)
  if (reading !== null) return reading.e164
  return (value.trim().startsWith('+') ? '+' : '') + value.replace(/\D+/g, '')
}
