// Payment card numbers: issuer ranges and lengths (ISO/IEC 7812-1).
import { lengthOf } from '../text/unit-classes.ts'

/** First digits and lengths, as published by the networks. */
const BRANDS: readonly (readonly [name: string, prefix: RegExp, lengths: readonly number[]])[] = [
  ['amex', /^3[47]/, [15]],
  ['diners', /^3(?:0[0-59]|[689])/, [14, 16, 17, 18, 19]],
  ['jcb', /^(?:2131|1800)/, [15]],
  ['jcb', /^35(?:2[89]|[3-8]\d)/, [16, 17, 18, 19]],
  ['visa', /^4/, [13, 16, 19]],
  ['mastercard', /^(?:5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/, [16]],
  ['verve', /^(?:506[01]\d\d|507(?:8[6-9]|9[0-9])\d|6500[0-3]\d|507[0-9])/, [16, 18, 19]],
  ['maestro', /^(?:5018|5020|5038|5[6-8]\d\d|6304|6759|676[1-3])/, [12, 13, 14, 15, 16, 17, 18, 19]],
  ['discover', /^6(?:011|5|4[4-9]|22(?:12[6-9]|1[3-9]\d|[2-8]\d\d|9[01]\d|92[0-5]))/, [16, 17, 18, 19]],
  ['unionpay', /^(?:62|81)/, [16, 17, 18, 19]],
  ['mir', /^220[0-4]/, [16, 17, 18, 19]],
  ['rupay', /^(?:508[5-9]|60(?:80|81|82|[0-9]{2})|652[12]|353|356)/, [16]],
  ['dankort', /^5019/, [16]],
  ['troy', /^9792/, [16]],
]

export function cardBrand(digits: string): string | null {
  for (const [name, prefix, lengths] of BRANDS)
    if (lengths.includes(lengthOf(digits)) && prefix.test(digits)) return name
  return null
}

/** True if the groups are written as on cards: unbroken, in fours, or 4-6-5 and 4-6-4. */
export function isEmbossed(groups: readonly number[]): boolean {
  if (groups.length === 1) return true
  const [first, ...rest] = groups
  if (first !== 4) return false
  if (rest.length === 2 && rest[0] === 6 && (rest[1] === 5 || rest[1] === 4)) return true
  return rest.every(
    (length, index) => length === 4 || (index === rest.length - 1 && length < 4) || (rest.length === 1 && length >= 8),
  )
}
