// Evidence from international telephone prefixes (ITU-T E.164): a plus sign or 00 and a calling code, with any grouping of the other digits.

import type { Packs } from '../../packs/load.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { PLUS, ZERO } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Sighting } from './sighting.ts'

const LONGEST_CODE = 3
/** E.164 allows fifteen digits; a subscriber number has at least eight with the country code. */
const FEWEST_DIGITS = 8
const MOST_DIGITS = 15
const NUMERIC: ReadonlySet<number> = new Set([TokenKind.number, TokenKind.mixed])
/** Signs directly before a number that do not belong to it: brackets, quotation marks, cell separators. */
const OPENING = new Set(['(', '[', '"', "'", ',', ';', ':', '=', '>', '|', '\n', '\t'])
const INSIDE = new Set(['-', '.', '(', ')', '/', '\u2013'])

export function phoneReader(packs: Packs): (text: ScannedText) => Sighting[] {
  const tier = packs.signalTiers().phone_tier
  const countries = new Map<string, string>()
  for (const { code, calling_code } of [...packs.countries().values(), ...packs.foreignCountries()])
    if (calling_code !== null && !countries.has(calling_code)) countries.set(calling_code, code)
  return (text) => {
    const found: Sighting[] = []
    const { count, kind, start } = text.tokens
    for (let i = 0; i < count; i++) {
      // Only a plus sign or a zero begins a number here.
      if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.number) continue
      const unit = text.text.charCodeAt(start[i]!)
      if (unit !== PLUS && unit !== ZERO) continue
      const digits = digitsAfterPlus(text, i)
      if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) continue
      const country = countryOf(digits, countries)
      if (country !== null) found.push({ signal: 'phone.international', tier, country, shared: false, at: start[i]! })
    }
    return found
  }
}

/** Calling codes are prefix-free: at most one of the three prefixes is a code. */
function countryOf(digits: string, countries: ReadonlyMap<string, string>): string | null {
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const country = countries.get(digits.slice(0, length))
    if (country !== undefined) return country
  }
  return null
}

/** The digits after the plus sign or the 00 at the start of a number at token `index`; empty if there is none. */
function digitsAfterPlus({ text, tokens }: ScannedText, index: number): string {
  const { count, kind, start, end } = tokens
  const plus = kind[index] === TokenKind.sign && text[start[index]!] === '+'
  const zeros = kind[index] === TokenKind.number && text.startsWith('00', start[index]!)
  if (!plus && !zeros) return ''
  if (index > 0 && end[index - 1] === start[index] && !OPENING.has(text[end[index - 1]! - 1]!)) return ''
  // The zeros are a group of an account number: "DK88 0040 5898" has no calling code of Romania.
  if (zeros && index > 0 && start[index]! - end[index - 1]! <= 1 && NUMERIC.has(kind[index - 1]!)) return ''
  let digits = zeros ? text.slice(start[index]! + 2, end[index]) : ''
  let at = end[index]!
  for (let i = index + 1; i < count && start[i]! - at <= 1; i++) {
    if (kind[i] === TokenKind.number) digits += text.slice(start[i], end[i])
    else if (kind[i] !== TokenKind.sign || !INSIDE.has(text[start[i]!]!)) break
    if (digits.length > MOST_DIGITS) break
    at = end[i]!
  }
  return digits
}
