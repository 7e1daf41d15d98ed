// Canonical JSON: the byte sequence that every hash, id and signature of this service covers.
// Keys are sorted by Unicode code point, separators are "," and ":", UTF-8, non-ASCII kept, arrays in order. A number with an
// integral value is written as an integer; any other becomes a string with four decimals, so that a verifier in any
// language gets the same bytes from the parsed JSON.

/** 2026-01-01T00:00:00+00:00 */
export const utcSeconds = (moment: Date): string => `${moment.toISOString().slice(0, 19)}+00:00`

/** Compares two strings by Unicode code point (JavaScript's own order is by UTF-16 unit and differs above U+FFFF). */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    let x = a.charCodeAt(i)
    let y = b.charCodeAt(i)
    if (x === y) continue
    // Surrogates (D800-DFFF) represent code points above every other unit, so they must sort after E000-FFFF.
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

/** Rounds to `places` decimals, half to even on the exact binary value (0.03125 -> "0.0312"). Throws RangeError on NaN and infinities. */
export function roundHalfEven(value: number, places: number): string {
  if (!Number.isFinite(value)) throw new RangeError('NaN and infinities have no canonical form')
  const fixed = value.toFixed(places)
  // A value that was rounded before is not a tie. Not checked if adjacent doubles are further apart than the last decimal.
  const isFine = Math.abs(value) < 2 ** 52 / 10 ** places
  if ((isFine && Number(fixed) === value) || Math.abs(value) >= 1e21) return fixed
  // Twice a tie is a whole number of last decimals; toFixed rounds all other values correctly, and much faster than the code below.
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

/** Rounds to the nearest ten-thousandth, halves upwards: applied to measured values before any decision uses them. */
export const nearest4 = (value: number): number => Math.round(value * 10_000) / 10_000

/** Rounds a score, factor, confidence or weight to the four decimals that are sent, hashed and stored, halves to even. */
export function round4(value: number): number {
  // Most numbers were rounded before: a share that is a whole number of ten-thousandths needs no change.
  if (value > 0 && value <= 1 && nearest4(value) === value) return value
  const rounded = Number(roundHalfEven(value, 4))
  return rounded === 0 ? 0 : rounded
}

/** "0.0000" to "0.9999" in quotes by their ten-thousandths, created on first use, because most numbers here are shares. */
const SHARES = new Array<string | undefined>(10_000)

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('NaN and infinities have no canonical form')
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isInteger(value)) return BigInt(value).toString()
  // Most numbers were rounded to four decimals before: their decimals come from a whole number.
  const tenThousandths = Math.round(Math.abs(value) * 10_000)
  if (tenThousandths < 1e9 && tenThousandths / 10_000 === Math.abs(value)) {
    if (value > 0 && value < 1) {
      SHARES[tenThousandths] ??= `"0.${String(tenThousandths).padStart(4, '0')}"`
      return SHARES[tenThousandths]
    }
    const decimals = String(tenThousandths % 10_000).padStart(4, '0')
    return `"${value < 0 ? '-' : ''}${Math.floor(tenThousandths / 10_000)}.${decimals}"`
  }
  const text = roundHalfEven(value, 4)
  return /^-?0\.0+$/.test(text) ? '"0.0000"' : `"${text}"`
}

/** ASCII characters that JSON does not escape. */
const PLAIN = /^[ !#-[\]-~]*$/

export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

const MANY = 24

/** Sorts names by code point, in place. An object has few names, often already in order. */
function sortNames(names: string[]): void {
  if (names.length > MANY) {
    names.sort(compareCodePoints)
    return
  }
  for (let i = 1; i < names.length; i++) {
    const name = names[i]!
    let to = i - 1
    while (to >= 0 && compareCodePoints(names[to]!, name) > 0) {
      names[to + 1] = names[to]!
      to--
    }
    names[to + 1] = name
  }
}

/** The names of an object in their original order; in sorted order, the index of each, and its text as first member and as later member. */
interface Order {
  readonly names: readonly string[]
  readonly places: readonly number[]
  readonly opening: readonly string[]
  readonly following: readonly string[]
}

/** Known orders of short plain names, by count and first name: records of one kind share them, and a look-up is cheaper than sorting. Bounded. */
const ORDERS: Map<string, Order[]>[] = Array.from({ length: MANY + 1 }, () => new Map())
const MOST_FIRST = 64
/** Records of one kind lack some fields in a few ways. */
const MOST_ORDERS = 16
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/

function orderOf(names: readonly string[]): Order {
  const known = names.length === 0 || names.length > MANY ? null : ORDERS[names.length]!
  const met = known?.get(names[0]!)
  if (met !== undefined) for (let i = 0; i < met.length; i++) if (areSame(met[i]!.names, names)) return met[i]!
  const sorted = [...names]
  sortNames(sorted)
  const written = sorted.map(quoted)
  const made = {
    names,
    places: sorted.map((name) => names.indexOf(name)),
    opening: written.map((name) => inOnePiece(`{${name}:`)),
    following: written.map((name) => inOnePiece(`,${name}:`)),
  }
  if (known === null || !names.every((name) => PLAIN_NAME.test(name))) return made
  if (met !== undefined) {
    if (met.length === MOST_ORDERS) met.shift()
    met.push(made)
  } else if (known.size < MOST_FIRST) known.set(names[0]!, [made])
  return made
}

/** The same text as one flat string: V8 stores concatenations as a tree of parts, which every further concatenation has to walk. */
const inOnePiece = (text: string): string => JSON.parse(JSON.stringify(text)) as string

function areSame(a: readonly string[], b: readonly string[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Canonical forms of immutable objects that are hashed repeatedly. */
const CONSTANTS = new WeakMap<object, string>()

/** Freezes a flat object that occurs in many ids, and stores its canonical form. Throws TypeError if a member is an object. */
export function constant<T extends Readonly<Record<string, unknown>>>(flat: T): T {
  for (const member of Object.values(flat))
    if (typeof member === 'object' && member !== null) throw new TypeError('a constant may hold no objects')
  CONSTANTS.set(flat, inOnePiece(canonicalJson(flat)))
  return Object.freeze(flat)
}

/** A value with its canonical form, which is inserted unchanged where the value is a member. */
export class Canonical {
  readonly json: string

  /** `json` must be the canonicalJson of the value. */
  constructor(json: string) {
    this.json = json
  }
}

/** Writes a JSON value canonically, without undefined members. Throws RangeError on NaN and infinity, TypeError on other values. */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      return canonicalNumber(value)
    case 'string':
      return quoted(value)
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return arrayJson(value)
      if (value instanceof Canonical) return value.json
      return CONSTANTS.get(value) ?? objectJson(value as Record<string, unknown>)
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`)
  }
}

/** Items of a list that are written in one piece. */
const AT_ONCE = 1_000

/** The canonical form in pieces, one after another: the long lists of an object would take many times their bytes in one text. */
export function* canonicalPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Canonical) {
    yield canonicalJson(value)
    return
  }
  const object = value as Readonly<Record<string, unknown>>
  let before = '{'
  for (const name of Object.keys(object).sort(compareCodePoints)) {
    const member = object[name]
    if (member === undefined) continue
    const opening = `${before}${quoted(name)}:`
    before = ','
    if (!Array.isArray(member) || member.length <= AT_ONCE) {
      yield opening + canonicalJson(member)
      continue
    }
    yield `${opening}[`
    for (let from = 0; from < member.length; from += AT_ONCE)
      yield (from === 0 ? '' : ',') + arrayJson(member.slice(from, from + AT_ONCE)).slice(1, -1)
    yield ']'
  }
  yield before === '{' ? '{}' : '}'
}

function arrayJson(items: readonly unknown[]): string {
  let text = ''
  // A hole is passed to canonicalJson like any other item, which throws.
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '[' : ',') + canonicalJson(items[i])
  return text === '' ? '[]' : `${text}]`
}

function objectJson(object: Readonly<Record<string, unknown>>): string {
  const { places, opening, following } = orderOf(Object.keys(object))
  // All values at once: a look-up of each by name takes several times as long.
  const members = Object.values(object)
  let text = ''
  for (let i = 0; i < places.length; i++) {
    const member = members[places[i]!]
    if (member !== undefined) text += (text === '' ? opening[i]! : following[i]!) + canonicalJson(member)
  }
  return text === '' ? '{}' : `${text}}`
}

/** True if every number has at most four decimals, as sent: another number has the same canonical form, so a hash alone would not show it. */
export function isAsSent(value: unknown): boolean {
  if (typeof value === 'number') return Object.is(value, round4(value))
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isAsSent)
}
