// Network addresses: IPv4, IPv6 (RFC 4291) in their canonical form (RFC 5952), and MAC addresses.
import { FULL_STOP, SMALL_A, ZERO } from '../text/signs.ts'
import { codeAt } from '../text/unit-classes.ts'

export function isIpv4(value: string): boolean {
  let octets = 1
  // -1 before the first digit of an octet.
  let octet = -1
  for (let i = 0; i < value.length; i++) {
    const unit = codeAt(value, i)
    const digit = unit - ZERO
    if (unit === FULL_STOP && octet >= 0) {
      octets++
      octet = -1
    } else if (digit < 0 || digit > 9 || octet === 0) return false
    else {
      octet = octet < 0 ? digit : 10 * octet + digit
      if (octet > 255) return false
    }
  }
  return octets === 4 && octet >= 0
}

/** The value of one to four hexadecimal digits; -1 for other text. */
function groupOf(part: string): number {
  const { length } = part
  if (length === 0 || length > 4) return -1
  let group = 0
  for (let i = 0; i < length; i++) {
    const unit = codeAt(part, i)
    const small = unit | 32
    if (unit >= ZERO && unit <= ZERO + 9) group = 16 * group + unit - ZERO
    else if (small >= SMALL_A && small <= SMALL_A + 5) group = 16 * group + small - SMALL_A + 10
    else return -1
  }
  return group
}

/** The eight groups of an IPv6 address, or null if it is invalid. A zone ("%eth0") is ignored. */
export function ipv6Groups(value: string): number[] | null {
  const zone = value.indexOf('%')
  const address = zone < 0 ? value : value.slice(0, zone)
  if (address.length > 45 || !address.includes(':')) return null
  const halves = address.split('::')
  // Eight groups without "::" need at least fifteen characters, which excludes a time of day.
  if (halves.length > 2 || (halves.length === 1 && address.length < 15)) return null
  const read = (half: string): number[] | null => {
    if (half === '') return []
    const groups: number[] = []
    const parts = half.split(':')
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!
      if (part.includes('.')) {
        if (i !== parts.length - 1 || !isIpv4(part)) return null
        const [a, b, c, d] = part.split('.').map(Number) as [number, number, number, number]
        groups.push((a << 8) | b, (c << 8) | d)
      } else {
        const group = groupOf(part)
        if (group < 0) return null
        groups.push(group)
      }
    }
    return groups
  }
  const head = read(halves[0]!)
  if (head === null) return null
  if (halves.length === 1) return head.length === 8 ? head : null
  const tail = read(halves[1]!)
  if (tail === null || head.length + tail.length > 7) return null
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

/** RFC 5952: lower case, no leading zeros, the longest run of zero groups (the first of equals) as "::". */
function canonicalIpv6(groups: readonly number[]): string {
  let best = { at: -1, length: 1 }
  for (let i = 0; i < 8; ) {
    let j = i
    while (j < 8 && groups[j] === 0) j++
    if (j - i > best.length) best = { at: i, length: j - i }
    i = j > i ? j : i + 1
  }
  const hex = groups.map((group) => group.toString(16))
  if (best.at < 0) return hex.join(':')
  return `${hex.slice(0, best.at).join(':')}::${hex.slice(best.at + best.length).join(':')}`
}

/** Canonical form of an IP address; other values keep their letters and digits, lower-case. */
export function normalizeIp(value: string): string {
  const text = value.trim()
  const quad = text
    .split('.')
    .map((octet) => octet.replace(/^0+(?=\d)/, ''))
    .join('.')
  if (isIpv4(quad)) return quad
  const groups = ipv6Groups(text)
  return groups === null ? text.toLowerCase() : canonicalIpv6(groups)
}

const MAC = /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}$|^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i

/** Six octets in one of the three usual notations (IEEE 802): 00:1B:44:11:3A:B7, with hyphens, or 001b.4411.3ab7. */
export const isMac = (value: string): boolean =>
  MAC.test(value) && !/^([0-9a-f])\1*$/i.test(value.replace(/[^0-9a-f]/gi, ''))

/** Addresses that identify no particular machine: this host, broadcast and net masks (RFC 6890). */
export function isNobody(value: string): boolean {
  if (value.includes(':')) {
    const groups = ipv6Groups(value)
    return groups === null || groups.slice(0, 7).every((group) => group === 0)
  }
  return value.startsWith('0.') || value.startsWith('255.') || value === '127.0.0.1'
}
