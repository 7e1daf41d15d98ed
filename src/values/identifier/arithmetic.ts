// The arithmetic that check digits share, written once: weighted sums, Luhn, Verhoeff, Damm and the ISO 7064 systems.
// Every function takes a compact string and assumes the caller has tested its shape.

/** Digits of a string as numbers; any other character becomes NaN and so fails every comparison. */
export function digitsOf(value: string): number[] {
  return Array.from(value, (character) =>
    character >= '0' && character <= '9' ? character.charCodeAt(0) - 48 : Number.NaN,
  )
}

/** Sum of each digit times the weight at its place, from the left; digits without a weight do not count. */
export function weighted(value: string, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < weights.length && i < value.length; i++) sum += (value.charCodeAt(i) - 48) * weights[i]!
  return sum
}

/** Remainder of a decimal string of any length. */
export function remainder(decimal: string, divisor: number): number {
  let rest = 0
  for (let i = 0; i < decimal.length; i++) rest = (rest * 10 + decimal.charCodeAt(i) - 48) % divisor
  return rest
}

/** Letters as two-digit numbers, A = 10 ... Z = 35 (ISO 13616, ISO 7064 mod 97-10). */
export function lettersToNumbers(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
}

/** Sum of decimal digits of a small number. */
export function crossSum(value: number): number {
  let sum = 0
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10)) sum += rest % 10
  return sum
}

/** Luhn sum modulo `alphabet.length`, ISO/IEC 7812-1 annex B; 0 means valid. */
export function luhnSum(value: string, alphabet = '0123456789'): number {
  const size = alphabet.length
  let sum = 0
  for (let i = value.length - 1, double = false; i >= 0; i--, double = !double) {
    const number = alphabet.indexOf(value[i]!)
    const twice = number * 2
    sum += double ? Math.floor(twice / size) + (twice % size) : number
  }
  return sum % size
}

/** Luhn check over decimal digits. */
export function luhn(value: string): boolean {
  return /^\d{2,}$/.test(value) && luhnSum(value) === 0
}

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

const DAMM_TABLE = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/** Damm check (H. M. Damm, Total anti-symmetrische Quasigruppen, 2004): quasigroup of order 10. */
export function damm(value: string): boolean {
  let state = 0
  for (const digit of digitsOf(value)) state = DAMM_TABLE[state]!.charCodeAt(digit) - 48
  return state === 0
}

/** ISO/IEC 7064 hybrid system mod (size + 1), size: the check character is the last one. */
function hybrid(value: string, alphabet: string): boolean {
  const size = alphabet.length
  let check = size / 2
  for (const character of value) {
    check = ((((check || size) * 2) % (size + 1)) + alphabet.indexOf(character)) % size
  }
  return check === 1
}

/** ISO/IEC 7064 pure system with radix 2 and one check character. */
function pure(value: string, alphabet: string): boolean {
  const modulus = alphabet.length
  let check = 0
  for (const character of value) check = (2 * check + alphabet.indexOf(character)) % modulus
  return check === 1
}

const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO/IEC 7064 mod 11,10. */
export const mod11Of10 = (value: string): boolean => hybrid(value, DIGITS)
/** ISO/IEC 7064 mod 37,36. */
export const mod37Of36 = (value: string): boolean => hybrid(value, DIGITS + LETTERS)
/** ISO/IEC 7064 mod 11-2. */
export const mod11Radix2 = (value: string): boolean => pure(value, `${DIGITS}X`)
/** ISO/IEC 7064 mod 37-2. */
export const mod37Radix2 = (value: string): boolean => pure(value, `${DIGITS}${LETTERS}*`)
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
