// Arithmetic of check digits: weighted sums, Luhn, Verhoeff, ISO 7064. The caller has checked the shape of the compact string.

/** Checks by name, `<country>.<scheme>` or the name of an international scheme. */
export type Checks = Readonly<Record<string, (compact: string) => boolean>>

/** Sum of each digit times the weight at its position, from the left; digits without a weight are ignored. */
export function weighted(value: string, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < weights.length && i < value.length; i++) sum += (value.charCodeAt(i) - 48) * weights[i]!
  return sum
}

/** Sum modulo 11, by a second row of weights where the first gives 10. */
export function twoRows(value: string, first: readonly number[], second: readonly number[]): number {
  const once = weighted(value, first) % 11
  return once < 10 ? once : (weighted(value, second) % 11) % 10
}

/** Remainder of a decimal string of any length. */
export function remainder(decimal: string, divisor: number): number {
  let rest = 0
  for (let i = 0; i < decimal.length; i++) rest = (rest * 10 + decimal.charCodeAt(i) - 48) % divisor
  return rest
}

/** Letters as two-digit numbers, A = 10 ... Z = 35 (ISO 13616, ISO 7064 mod 97-10). */
export const lettersToNumbers = (value: string): string =>
  value.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

export function crossSum(value: number): number {
  let sum = 0
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10)) sum += rest % 10
  return sum
}

/** Luhn sum modulo ten, ISO/IEC 7812-1 annex B; 0 means valid. */
export function luhnSum(value: string): number {
  let sum = 0
  for (let i = value.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = value.charCodeAt(i) - 48
    sum += double ? crossSum(2 * digit) : digit
  }
  return sum % 10
}

export const luhn = (value: string): boolean => /^\d{2,}$/.test(value) && luhnSum(value) === 0

const VERHOEFF_PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const VERHOEFF_PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Verhoeff check (J. Verhoeff, Error detecting decimal codes, 1969): dihedral group of order 10. */
export function verhoeff(value: string): boolean {
  let state = 0
  for (let i = 0; i < value.length; i++) {
    const digit = value.charCodeAt(value.length - 1 - i) - 48
    state = VERHOEFF_PRODUCT[state]!.charCodeAt(VERHOEFF_PERMUTATION[i % 8]!.charCodeAt(digit) - 48) - 48
  }
  return state === 0
}

/** ISO/IEC 7064 mod 11,10: the hybrid system over digits, whose check character is the last one. */
export function mod11Of10(value: string): boolean {
  let check = 5
  for (const digit of value) check = ((((check || 10) * 2) % 11) + '0123456789'.indexOf(digit)) % 10
  return check === 1
}

/** ISO/IEC 7064 mod 11-2: the pure system with radix 2 and one check character, X for ten. */
export function mod11Radix2(value: string): boolean {
  let check = 0
  for (const character of value) check = (2 * check + '0123456789X'.indexOf(character)) % 11
  return check === 1
}

/** ISO/IEC 7064 mod 97-10 over digits and letters. */
export const mod97Of10 = (value: string): boolean => remainder(lettersToNumbers(value), 97) === 1

/** The 7-3-1 check sum of ICAO Doc 9303 part 3, section 4.9 (machine-readable zones): letters count from A = 10. */
export function icaoSum(value: string, weights: readonly number[] = [7, 3, 1]): number {
  let sum = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    sum += (code <= 57 ? code - 48 : code - 55) * weights[i % weights.length]!
  }
  return sum % 10
}
