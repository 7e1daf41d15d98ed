// IBANs of any country that has them, by the structure that its registry entry gives (ISO 13616).
import { countrySpecs, isValidIBAN } from 'ibantools'

export { countrySpecs, isValidIBAN }

/** An IBAN with right check digits over a random BBAN of the country's structure; null where the structure cannot be read. */
export function toBBANStructure(code, random) {
  const structure = countrySpecs[code].bban_regexp
  let bban = ''
  for (const [, set, least] of structure.matchAll(/\[([^\]]+)\]\{(\d+)(?:,\d+)?\}/g)) {
    const signs = set.includes('A')
      ? set.includes('0')
        ? 'ABCDEFGHKLMNPRSTUVWXYZ0123456789'
        : 'ABCDEFGHKLMNPRSTUVWXYZ'
      : '0123456789'
    for (let i = 0; i < Number(least); i++) bban += signs[random.below(signs.length)]
  }
  if (bban === '') return null
  const digits = [...`${bban}${code}00`]
    .map((sign) => (/\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55)))
    .join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return `${code}${String(98 - rest).padStart(2, '0')}${bban}`
}
