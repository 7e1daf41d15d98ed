// Addresses of crypto-assets with checksums: base58check, bech32 and bech32m (BIP 173, 350), mixed-case hex (EIP-55).
import { wordSet } from '../lists.ts'
import { sha256Hex } from '../records/ids.ts'
import { codeAt } from '../text/unit-classes.ts'

// Keccak-256 with the padding of the original submission, as in Ethereum (EIP-55); SHA3-256 of FIPS 202 has another padding.
const MASK = (1n << 64n) - 1n
const RATE = 136

const ROUND_CONSTANTS: readonly bigint[] = (() => {
  // The linear feedback register of the Keccak reference, section 1.2: x^8 + x^6 + x^5 + x^4 + 1.
  const constants: bigint[] = []
  let register = 1
  for (let round = 0; round < 24; round++) {
    let constant = 0n
    for (let j = 0; j < 7; j++) {
      if (register & 1) constant ^= 1n << BigInt((1 << j) - 1)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    constants.push(constant)
  }
  return constants
})()

const rotate = (lane: bigint, by: number) =>
  by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK

function permute(lanes: bigint[]): void {
  for (const constant of ROUND_CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!,
    )
    for (let x = 0; x < 5; x++) {
      const change = columns[(x + 4) % 5]! ^ rotate(columns[(x + 1) % 5]!, 1)
      for (let y = 0; y < 25; y += 5) lanes[x + y] = lanes[x + y]! ^ change
    }
    let x = 1
    let y = 0
    let current = lanes[1]!
    for (let step = 0; step < 24; step++) {
      const next = (2 * x + 3 * y) % 5
      x = y
      y = next
      const kept = lanes[x + 5 * y]!
      lanes[x + 5 * y] = rotate(current, (((step + 1) * (step + 2)) / 2) % 64)
      current = kept
    }
    for (let row = 0; row < 25; row += 5) {
      const [a, b, c, d, e] = lanes.slice(row, row + 5) as [bigint, bigint, bigint, bigint, bigint]
      lanes[row] = a ^ (~b & MASK & c)
      lanes[row + 1] = b ^ (~c & MASK & d)
      lanes[row + 2] = c ^ (~d & MASK & e)
      lanes[row + 3] = d ^ (~e & MASK & a)
      lanes[row + 4] = e ^ (~a & MASK & b)
    }
    lanes[0] = lanes[0]! ^ constant
  }
}

/** Lower-case hex digest of the bytes of an ASCII string. */
export function keccak256Hex(ascii: string): string {
  const length = Math.ceil((ascii.length + 1) / RATE) * RATE
  const bytes = new Uint8Array(length)
  for (let i = 0; i < ascii.length; i++) bytes[i] = ascii.charCodeAt(i) & 0xff
  bytes[ascii.length] = bytes[ascii.length]! ^ 0x01
  bytes[length - 1] = bytes[length - 1]! ^ 0x80
  const lanes = new Array<bigint>(25).fill(0n)
  for (let block = 0; block < length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      let value = 0n
      for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(bytes[block + lane * 8 + i]!)
      lanes[lane] = lanes[lane]! ^ value
    }
    permute(lanes)
  }
  let hex = ''
  for (let i = 0; i < 32; i++)
    hex += Number((lanes[i >> 3]! >> BigInt((i & 7) * 8)) & 0xffn)
      .toString(16)
      .padStart(2, '0')
  return hex
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const RIPPLE58 = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BECH32_GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** Human-readable parts in wide use, and the checksum constants (bech32, bech32m). */
const BECH32_PREFIXES = wordSet('bc tb ltc addr stake cosmos osmo terra dgb vtc bnb inj celestia sei')
const BECH32_CONSTANTS = [1, 0x2bc830a3]

/** First bytes of base58check payloads: Bitcoin, its test net, Litecoin, Dogecoin, Dash, Zcash, Tron. */
const VERSIONS = new Set([0x00, 0x05, 0x6f, 0xc4, 0x30, 0x32, 0x1e, 0x16, 0x4c, 0x10, 0x41])
const ZCASH_VERSIONS = new Set([0x1cb8, 0x1cbd])

/** Bytes of a base58 text, or null if a character is not in the alphabet. */
function base58Bytes(value: string, alphabet: string): Uint8Array | null {
  const bytes: number[] = []
  for (const character of value) {
    let carry = alphabet.indexOf(character)
    if (carry < 0) return null
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58
      bytes[i] = carry & 0xff
      carry >>= 8
    }
    while (carry > 0) {
      bytes.push(carry & 0xff)
      carry >>= 8
    }
  }
  for (const character of value) {
    if (character !== alphabet[0]) break
    bytes.push(0)
  }
  return Uint8Array.from(bytes.reverse())
}

function nibble(hex: string, at: number): number {
  const unit = codeAt(hex, at)
  return unit < 58 ? unit - 48 : unit - 87
}

function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (nibble(hex, 2 * i) << 4) | nibble(hex, 2 * i + 1)
  return bytes
}

/** True if the bytes end in a valid double SHA-256 checksum. */
function hasChecksum(bytes: Uint8Array): boolean {
  const body = bytes.subarray(0, bytes.length - 4)
  const digest = fromHex(sha256Hex(fromHex(sha256Hex(body))))
  return [0, 1, 2, 3].every((i) => digest[i] === bytes[body.length + i])
}

function isBase58Check(value: string): boolean {
  const bytes = base58Bytes(value, BASE58)
  if (bytes === null) return false
  if (bytes.length === 25) return VERSIONS.has(bytes[0]!) && hasChecksum(bytes)
  return bytes.length === 26 && ZCASH_VERSIONS.has((bytes[0]! << 8) | bytes[1]!) && hasChecksum(bytes)
}

function isRipple(value: string): boolean {
  const bytes = base58Bytes(value, RIPPLE58)
  return bytes !== null && bytes.length === 25 && bytes[0] === 0 && hasChecksum(bytes)
}

function isBech32(value: string): boolean {
  if (value !== value.toLowerCase() && value !== value.toUpperCase()) return false
  const text = value.toLowerCase()
  const at = text.lastIndexOf('1')
  const prefix = text.slice(0, at)
  if (!BECH32_PREFIXES.has(prefix)) return false
  let checksum = 1
  const feed = (data: number) => {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ data
    BECH32_GENERATOR.forEach((generator, i) => {
      if ((top >>> i) & 1) checksum ^= generator
    })
  }
  for (const character of prefix) feed(character.charCodeAt(0) >> 5)
  feed(0)
  for (const character of prefix) feed(character.charCodeAt(0) & 31)
  for (const character of text.slice(at + 1)) {
    const data = BECH32.indexOf(character)
    if (data < 0) return false
    feed(data)
  }
  return BECH32_CONSTANTS.includes(checksum)
}

/** EIP-55: the case of each letter encodes the hash; an address in one case has no check. */
function isMixedCaseHex(value: string): boolean {
  const digits = value.slice(2)
  const hash = keccak256Hex(digits.toLowerCase())
  return [...digits].every((digit, i) =>
    Number.parseInt(hash[i]!, 16) >= 8 ? digit === digit.toUpperCase() : digit === digit.toLowerCase(),
  )
}

export interface WalletReading {
  readonly scheme: 'base58' | 'bech32' | 'ethereum' | 'ripple'
  /** True: a checksum is valid; false: it is invalid; null: the format has none. */
  readonly valid: boolean | null
}

/** Reads a token as a wallet address by its shape; null if it has none of the shapes. */
export function readWallet(value: string): WalletReading | null {
  if (/^0x[0-9a-f]{40}$/i.test(value)) {
    const digits = value.slice(2)
    const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
    return { scheme: 'ethereum', valid: plain ? null : isMixedCaseHex(value) }
  }
  if (/^(?:[a-z]{2,10}1[02-9ac-hj-np-z]{8,110}|[A-Z]{2,10}1[02-9AC-HJ-NP-Z]{8,110})$/.test(value)) {
    const prefix = value.slice(0, value.lastIndexOf('1')).toLowerCase()
    if (BECH32_PREFIXES.has(prefix)) return { scheme: 'bech32', valid: isBech32(value) }
  }
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value))
    return { scheme: 'ripple', valid: isRipple(value) }
  if (
    /^[13mn2LMDXT9At][1-9A-HJ-NP-Za-km-z]{25,35}$/.test(value) &&
    /\d/.test(value) &&
    /[A-Z]/.test(value) &&
    /[a-z]/.test(value)
  )
    return { scheme: 'base58', valid: isBase58Check(value) }
  return null
}
