// International bank account numbers (ISO 13616), with the registry of ibantools; the facts of each country are prepared once.
import { countrySpecs } from 'ibantools'
import { EN_DASH, FULL_STOP, HYPHEN, SPACE } from '../../text/signs.ts'
import { codeAt, isDigitUnit, lengthOf, sliceOf, upperOf } from '../../text/unit-classes.ts'

interface Country {
  readonly length: number
  /** Structure of the part after the check digits; null if none is registered. */
  readonly structure: RegExp | null
  /** National check digits in that part. */
  readonly check: ((bban: string) => boolean) | null
}

const LETTERS = 26
/** By the two letters of a country; null for letters without a country, undefined if not computed yet. */
const countries: (Country | null | undefined)[] = new Array(LETTERS * LETTERS).fill(undefined)

/** The country with its letters at `from` of a text, in either case. */
function countryAt(text: string, from: number): Country | null {
  if (from + 1 >= lengthOf(text)) return null
  const first = (codeAt(text, from) | 32) - 97
  const second = (codeAt(text, from + 1) | 32) - 97
  if (!(first >= 0 && first < LETTERS && second >= 0 && second < LETTERS)) return null
  const place = first * LETTERS + second
  const known = countries[place]
  if (known !== undefined) return known
  const found = readCountry(String.fromCharCode(65 + first, 65 + second))
  countries[place] = found
  return found
}

function readCountry(code: string): Country | null {
  const spec = countrySpecs[code]
  if (typeof spec?.chars !== 'number') return null
  const { chars, bban_regexp: structure, bban_validation_func: check } = spec
  return { length: chars, structure: structure ? new RegExp(structure) : null, check: check ?? null }
}

/** The length of an IBAN with a country code at `from` of a text, in either case; 0 if there is no such code. */
export const ibanLengthAt = (text: string, from: number): number => countryAt(text, from)?.length ?? 0

/** Separators between the groups of a written IBAN: white space, full stops, hyphens, dashes. */
function isGap(unit: number): boolean {
  if (unit === SPACE || unit === FULL_STOP || unit === HYPHEN || unit === EN_DASH) return true
  return (unit < 32 || unit > 122) && /\s/.test(String.fromCharCode(unit))
}

export function compactIban(value: string): string {
  let compact = ''
  let from = 0
  for (let i = 0; i < lengthOf(value); i++) {
    if (!isGap(codeAt(value, i))) continue
    if (i > from) compact += sliceOf(value, from, i)
    from = i + 1
  }
  return upperOf(compact + sliceOf(value, from))
}

/** True if length, structure and check digits are valid, for a value from compactIban. */
export function isCompactIban(compact: string): boolean {
  const country = countryAt(compact, 0)
  if (country === null || country.length !== lengthOf(compact) || !isChecked(compact)) return false
  const bban = sliceOf(compact, 4)
  return country.structure?.test(bban) === true && (country.check === null || country.check(bban))
}

/** ISO 7064 MOD 97-10 over the value with its first four characters last; check digits are 02 to 98 (ISO 13616-1). */
function isChecked(compact: string): boolean {
  const { length } = compact
  let rest = 0
  let check = 0
  for (let i = 4; i < length + 4; i++) {
    const unit = codeAt(compact, i < length ? i : i - length)
    if (isDigitUnit(unit)) {
      rest = (rest * 10 + unit - 48) % 97
      if (i >= length + 2) check = check * 10 + unit - 48
    } else if (unit >= 65 && unit <= 90 && i < length + 2) rest = (rest * 100 + unit - 55) % 97
    else return false
  }
  return rest === 1 && check >= 2 && check <= 98
}
