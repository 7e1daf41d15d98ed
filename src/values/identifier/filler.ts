// Values that people type if they have no number.

const IN_ORDER: ReadonlySet<string> = new Set(['123456789', '1234567890', '0123456789'])
const LEAST = 5

/** True for digits that are not a real number: one digit repeated, or nine or ten digits in their order. */
export function isFiller(digits: string): boolean {
  return digits.length >= LEAST && (/^(\d)\1*$/.test(digits) || IN_ORDER.has(digits))
}
