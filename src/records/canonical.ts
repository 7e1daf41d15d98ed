// Canonical JSON: the one byte sequence that every hash, id and signature of this service is taken over.
// Keys sorted by Unicode code point, separators "," and ":", UTF-8, non-ASCII kept, arrays in order. A number with an
// integral value is written as an integer; any other becomes a string with four decimals, so that a verifier in any
// language gets the same bytes from the parsed JSON.

/** Compares two strings by Unicode code point (JavaScript's own order is by UTF-16 unit and differs above U+FFFF). */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    let x = a.charCodeAt(i)
    let y = b.charCodeAt(i)
    if (x === y) continue
    // Surrogates (D800-DFFF) stand for code points above every other unit: lift them over E000-FFFF.
    const high = x >= 0xd800 && x <= 0xdfff
    const otherHigh = y >= 0xd800 && y <= 0xdfff
    if (high !== otherHigh) {
      if (high) x += 0x2800
      else y += 0x2800
    }
    return x - y
  }
  return a.length - b.length
}

/**
 * Rounds to `places` decimals, half to even on the exact binary value (0.03125 -> "0.0312"), as a decimal string.
 * Range: any finite number. Throws RangeError on NaN and infinities.
 */
export function roundHalfEven(value: number, places: number): string {
  if (!Number.isFinite(value)) throw new RangeError('NaN and infinities have no canonical form')
  const fixed = value.toFixed(places)
  // A value that was rounded before, as nearly all are, is no tie.
  if (Number(fixed) === value || Math.abs(value) >= 1e21) return fixed
  // Twice a tie is a whole number of last places; everything else toFixed rounds right, and much faster than what follows.
  if (!Number.isInteger(value * 2 * 10 ** places)) return fixed
  // toFixed rounds an exact tie away from zero; a tie shows as the exact expansion ending in 5 followed by zeros.
  const exact = Math.abs(value).toFixed(Math.min(100, places + 60))
  const cut = exact.indexOf('.') + places + 1
  const tail = exact.slice(cut)
  if (!/^50*$/.test(tail)) return fixed
  const last = Number(exact[cut - 1])
  if (last % 2 === 1) return fixed // away from zero is already even
  return `${value < 0 ? '-' : ''}${exact.slice(0, cut)}`
}

/** Rounds a score, factor, confidence or weight to the four decimals that are sent, hashed and stored. */
export function round4(value: number): number {
  const rounded = Number(roundHalfEven(value, 4))
  return rounded === 0 ? 0 : rounded
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('NaN and infinities have no canonical form')
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isInteger(value)) return BigInt(value).toString()
  // Nearly every number was rounded to four decimals before: its decimals are read off a whole number.
  const tenThousandths = Math.round(Math.abs(value) * 10_000)
  if (tenThousandths < 1e9 && tenThousandths / 10_000 === Math.abs(value)) {
    const decimals = String(tenThousandths % 10_000).padStart(4, '0')
    return `"${value < 0 ? '-' : ''}${Math.floor(tenThousandths / 10_000)}.${decimals}"`
  }
  const text = roundHalfEven(value, 4)
  return /^-?0\.0+$/.test(text) ? '"0.0000"' : `"${text}"`
}

/** Nothing to escape, and the same order by UTF-16 unit and by code point. */
const PLAIN = /^[\w .:/@+-]*$/

function quoted(text: string): string {
  return text.length < 100 && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/**
 * Writes a JSON value canonically. Object members that are `undefined` are left out.
 * Throws RangeError on NaN or infinity, TypeError on anything JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      return canonicalNumber(value)
    case 'string':
      return quoted(value)
    case 'object': {
      if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
      const object = value as Record<string, unknown>
      // Every id of every receipt passes here: one loop, and no pairs made only to be sorted.
      const keys = Object.keys(object)
      if (keys.some((key) => !PLAIN.test(key))) keys.sort(compareCodePoints)
      else keys.sort()
      let text = ''
      for (const key of keys) {
        const member = object[key]
        if (member !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`
      }
      return `{${text}}`
    }
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`)
  }
}
