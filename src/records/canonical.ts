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
  // A value that was rounded before, as nearly all are, is no tie. Where numbers lie further apart than the last place, this
  // cannot be told so.
  const isFine = Math.abs(value) < 2 ** 52 / 10 ** places
  if ((isFine && Number(fixed) === value) || Math.abs(value) >= 1e21) return fixed
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

/** "0.0000" to "0.9999" in quotes by their ten-thousandths, made when first asked for: nearly every number here is a share. */
const SHARES: string[] = []

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('NaN and infinities have no canonical form')
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isInteger(value)) return BigInt(value).toString()
  // Nearly every number was rounded to four decimals before: its decimals are read off a whole number.
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

// Every id of every receipt is written here. Bytes go straight into one buffer, because strings that are put together only to
// be hashed cost more than the hash. Nothing is kept in it between calls.
const KEPT = 65_536
let bytes = Buffer.allocUnsafe(KEPT)
let at = 0

function reserve(room: number): void {
  if (at + room <= bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, at + room))
  bytes.copy(larger, 0, 0, at)
  bytes = larger
}

function writePlain(text: string): void {
  const { length } = text
  reserve(length)
  const into = bytes
  const from = at
  for (let i = 0; i < length; i++) into[from + i] = text.charCodeAt(i)
  at = from + length
}

function writeSign(unit: number): void {
  reserve(1)
  bytes[at++] = unit
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A short string in ASCII without anything to escape needs no serialiser. */
function writeString(text: string): void {
  const { length } = text
  if (length < 100) {
    reserve(length + 2)
    const into = bytes
    const from = at + 1
    let i = 0
    for (; i < length; i++) {
      const unit = text.charCodeAt(i)
      if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) break
      into[from + i] = unit
    }
    if (i === length) {
      into[from - 1] = QUOTE
      into[from + length] = QUOTE
      at = from + length + 1
      return
    }
  }
  const quoted = JSON.stringify(text)
  reserve(Buffer.byteLength(quoted))
  at += bytes.write(quoted, at, 'utf8')
}

const MANY = 24

/** Sorts names by code point, in place. An object has few, often in order already: then nothing is moved. */
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

/** The names of an object as they came, the same in order, and each of those as it is written, comma before and colon behind. */
interface Order {
  readonly names: readonly string[]
  readonly sorted: readonly string[]
  readonly written: readonly Uint8Array[]
}

/**
 * Orders met before, by count of names and first name: receipts and records of one kind have the same names again and again,
 * and to find them in place costs less than to sort and quote them. Only short plain names, and a bounded number of them.
 */
const ORDERS: Map<string, Order>[] = Array.from({ length: MANY + 1 }, () => new Map())
const MOST_ORDERS = 64
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/

function orderOf(names: readonly string[]): Order | null {
  if (names.length === 0 || names.length > MANY) return null
  const known = ORDERS[names.length]!
  const order = known.get(names[0]!)
  if (order !== undefined && areSame(order.names, names)) return order
  if (order === undefined && known.size >= MOST_ORDERS) return null
  if (!names.every((name) => PLAIN_NAME.test(name))) return null
  const sorted = [...names]
  sortNames(sorted)
  const made = { names, sorted, written: sorted.map((name) => Buffer.from(`,"${name}":`)) }
  known.set(names[0]!, made)
  return made
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The canonical form of objects that never change and are hashed again and again. */
const CONSTANTS = new WeakMap<object, Buffer>()

/** Freezes a flat object that goes into many ids, and keeps its canonical form. Throws TypeError when a member is an object. */
export function constant<T extends Readonly<Record<string, unknown>>>(flat: T): T {
  for (const member of Object.values(flat))
    if (typeof member === 'object' && member !== null) throw new TypeError('a constant may hold no objects')
  CONSTANTS.set(flat, Buffer.from(canonicalJson(flat)))
  return Object.freeze(flat)
}

function write(value: unknown): void {
  switch (typeof value) {
    case 'boolean':
      writePlain(value ? 'true' : 'false')
      return
    case 'number':
      writePlain(canonicalNumber(value))
      return
    case 'string':
      writeString(value)
      return
    case 'object':
      if (value === null) writePlain('null')
      else if (Array.isArray(value)) writeArray(value)
      else writeObject(value as Record<string, unknown>)
      return
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`)
  }
}

function writeArray(items: readonly unknown[]): void {
  writeSign(OPEN_ARRAY)
  for (let i = 0; i < items.length; i++) {
    if (i > 0) writeSign(COMMA)
    write(items[i])
  }
  writeSign(CLOSE_ARRAY)
}

function writeObject(object: Readonly<Record<string, unknown>>): void {
  const kept = CONSTANTS.get(object)
  if (kept !== undefined) {
    reserve(kept.length)
    bytes.set(kept, at)
    at += kept.length
    return
  }
  const names = Object.keys(object)
  const order = orderOf(names)
  if (order !== null) {
    writeInOrder(object, order)
    return
  }
  sortNames(names)
  writeSign(OPEN_OBJECT)
  let first = true
  for (const name of names) {
    const member = object[name]
    if (member === undefined) continue
    if (!first) writeSign(COMMA)
    first = false
    writeString(name)
    writeSign(COLON)
    write(member)
  }
  writeSign(CLOSE_OBJECT)
}

function writeInOrder(object: Readonly<Record<string, unknown>>, { sorted, written }: Order): void {
  const begun = at
  for (let n = 0; n < sorted.length; n++) {
    const member = object[sorted[n]!]
    if (member === undefined) continue
    const name = written[n]!
    const { length } = name
    reserve(length)
    const into = bytes
    const from = at
    for (let i = 0; i < length; i++) into[from + i] = name[i]!
    at = from + length
    write(member)
  }
  // The bracket stands where the first name has its comma.
  if (at === begun) writeSign(OPEN_OBJECT)
  else bytes[begun] = OPEN_OBJECT
  writeSign(CLOSE_OBJECT)
}

/** What `use` makes of the canonical bytes of a value, which are overwritten afterwards. Throws as canonicalJson does. */
export function withCanonicalBytes<T>(value: unknown, use: (bytes: Uint8Array) => T): T {
  const begun = at
  try {
    write(value)
    return use(bytes.subarray(begun, at))
  } finally {
    at = begun
    if (at === 0 && bytes.length > KEPT) bytes = Buffer.allocUnsafe(KEPT)
  }
}

/**
 * Writes a JSON value canonically. Object members that are `undefined` are left out.
 * Throws RangeError on NaN or infinity, TypeError on anything JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  return withCanonicalBytes(value, textOf)
}

function textOf(canonical: Uint8Array): string {
  return (canonical as Buffer).toString('utf8')
}
