// What kind of subscriber a national number has: its plan says whether mobiles have such numbers.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Does the plan of `country` give the nationally written number to mobiles, alone or with others? False for what it does not read. */
export function isMobileNumber(value: string, country: string): boolean {
  if (!isSupportedCountry(country)) return false
  const number = parsePhoneNumberFromString(value, { defaultCountry: country, extract: false })
  return number?.isValid() === true && /MOBILE/.test(number.getType() ?? '')
}
