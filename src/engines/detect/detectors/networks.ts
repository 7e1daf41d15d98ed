// IP and MAC addresses, distinguished from versions, times and scopes of programming languages.
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON, FULL_STOP, HYPHEN, signSet, UNDERSCORE } from '../../../text/signs.ts'
import { unitAt } from '../../../text/text-units.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDigitUnit, isLetterOrNumberUnit, sliceOf } from '../../../text/unit-classes.ts'
import { isIpv4, isMac, isNobody } from '../../../values/network.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { valueCues } from '../lexicons.ts'
import { isNumeric, signCodeAt } from '../token-questions.ts'

/** Maximum length of an address with zone: 45 characters and "%" with an interface name (RFC 4007). */
const LONGEST = 64
/** Minimum length of an address without "::": eight groups of one digit and seven colons. */
const SHORTEST = 15
const LONGEST_IPV4 = 15
/** Tokens of four octets and the full stops between them. */
const OCTET_TOKENS = 7
const LOGS = kindsOf(LineKind.log)

interface Kinds {
  readonly version: number
  readonly reference: number
}

const isHexUnit = (unit: number): boolean =>
  isDigitUnit(unit) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70)

const mayStand = (unit: number): boolean => isHexUnit(unit) || unit === COLON || unit === HYPHEN || unit === FULL_STOP

/** True for two hex digits and a hyphen after position `at`, as in a MAC address: most hyphens are between words. */
const isOctet = (units: Uint16Array, at: number): boolean =>
  unitAt(units, at + 3) === HYPHEN && isHexUnit(unitAt(units, at + 1)) && isHexUnit(unitAt(units, at + 2))

export const networkDetector: DetectorFactory = (_packs, cues) => {
  const ip = cues.add(valueCues('ip'), 'network')
  cues.add(valueCues('mac'), 'network')
  const kinds = { version: cues.bitOf('version'), reference: cues.bitOf('reference') }
  return {
    name: 'networks',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { signs, units } = scanned
      const { word, kind, start } = scanned.tokens
      // No address can begin inside a run that was read to its end, or at the sign after an address.
      let reached = 0
      let next = 0
      for (let n = 0; n < signs.length; n++) {
        const i = signs[n]!
        // The number of a Basic Latin sign is its code unit.
        const sign = word[i]
        if (sign !== FULL_STOP && sign !== COLON && sign !== HYPHEN) continue
        const from = start[i]!
        if (from < reached || i < next) continue
        if (sign === FULL_STOP) {
          const mac = ciscoMac(scanned, from)
          if (mac !== null) {
            claims.push(mac)
            reached = mac.end
            continue
          }
          if (i === 0 || !isNumeric(kind[i - 1])) continue
          const claim = ipv4(scanned, i - 1, evidence, ip, kinds)
          if (claim === null) continue
          claims.push(claim)
          next = i + 1 + OCTET_TOKENS
        } else if (sign === COLON ? mayStand(unitAt(units, from + 1)) : isOctet(units, from)) {
          const { claim, end } = colons(scanned, i)
          if (claim !== null) claims.push(claim)
          reached = end
        }
      }
      return claims
    },
  }
}

/** Length of a MAC address in three groups of four hex digits, as switches write it; its first full stop is after GROUP. */
const GROUPED_MAC = 14
const GROUP = 4
const GROUPED = /^(?=.*[a-f])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}$/i

/** "0012.3456.789a": the MAC address whose first full stop is at view index `at`. Digits alone are a number with points. */
function ciscoMac({ text, units }: ScannedText, at: number): Claim | null {
  const from = at - GROUP
  if (unitAt(units, at + GROUP + 1) !== FULL_STOP || from < 0) return null
  const end = from + GROUPED_MAC
  if (isLetterOrNumberUnit(unitAt(units, from - 1)) || ties(unitAt(units, from - 1)) || goesOn(units, end)) return null
  if (!GROUPED.test(sliceOf(text, from, Math.min(end, text.length)))) return null
  return claimBy(RULES.mac_address, from, end)
}

/** Signs that make an address a part of something longer. */
const ties = signSet('.-_+')

function goesOn(units: Uint16Array, at: number): boolean {
  const unit = unitAt(units, at)
  return isLetterOrNumberUnit(ties(unit) ? unitAt(units, at + 1) : unit)
}

function ipv4(scanned: ScannedText, first: number, evidence: Evidence, cue: number, kinds: Kinds): Claim | null {
  const { text, units } = scanned
  const { start, end, count } = scanned.tokens
  const last = first + OCTET_TOKENS - 1
  if (last >= count || end[last]! - start[first]! > LONGEST_IPV4) return null
  if (signCodeAt(scanned, first + 3) !== FULL_STOP || signCodeAt(scanned, first + 5) !== FULL_STOP) return null
  const value = sliceOf(text, start[first]!, end[last]!)
  if (!isIpv4(value) || isNobody(value)) return null
  if (ties(unitAt(units, start[first]! - 1)) || goesOn(units, end[last]!)) return null
  if (isNetwork(text, value, end[last]!)) return null
  const label = evidence.label(first)
  // "3.5.4.1 Findings": a section number begins its line.
  const opensLine = first === 0 || scanned.tokens.kind[first - 1] === TokenKind.newline
  const isLow = value.split('.').every((octet) => Number(octet) < 20)
  if (opensLine && isLow && text[end[last]!] === ' ' && !ACCESS.test(text.slice(end[last]!, end[last]! + 3)))
    return null
  if (label !== null && !label.has(cue)) {
    const isSmall = Number(value.split('.')[0]) < 30
    // The tag of a log line ends with a colon and names a program: "nginx: 203.0.113.9 - -".
    const isTag = unitAt(units, start[first]! - 2) === COLON && evidence.kinds.isOneOf(LOGS, start[first]!)
    if ((label.kinds & kinds.version) !== 0 && (isSmall || !isTag)) return null
    if ((label.kinds & kinds.reference) !== 0 && isSmall) return null
  }
  return claimBy(RULES.ipv4, start[first]!, end[last]!)
}

/** The identity after the host of an access log (Common Log Format); a section number is followed by words. */
const ACCESS = /^ - /

/** Maximum prefix length of a network: longer prefixes leave at most two addresses (RFC 4632). */
const LONGEST_PREFIX = 30

/** "192.0.2.0/24" is a network if all bits after its prefix are 0; "192.0.2.7/24" is a host address in it. */
function isNetwork(text: string, value: string, end: number): boolean {
  const prefix = Number(/^\/(\d{1,2})(?!\d)/.exec(text.slice(end, end + 4))?.[1] ?? LONGEST_PREFIX + 1)
  if (prefix > LONGEST_PREFIX) return false
  const bits = value.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  return bits % 2 ** (32 - prefix) === 0
}

/** An IPv6 or MAC address around its first colon (or hyphen) at token `index`; `end`: end of the characters that were read. */
function colons(scanned: ScannedText, index: number): { claim: Claim | null; end: number } {
  const { text, units } = scanned
  const at = scanned.tokens.start[index]!
  let from = at
  while (from > 0 && at - from < 4 && isHexUnit(units[from - 1]!)) from--
  const sign = units[at]!
  const before = unitAt(units, from - 1)
  if (isLetterOrNumberUnit(before) || before === UNDERSCORE || before === FULL_STOP) return { claim: null, end: at }
  if (before === COLON && sign === COLON && from === at) return { claim: null, end: at }
  let stop = at
  let isShortened = false
  const limit = Math.min(units.length, from + LONGEST)
  while (stop < limit && mayStand(units[stop]!)) {
    if (units[stop] === COLON && unitAt(units, stop + 1) === COLON) isShortened = true
    stop++
  }
  const read = { claim: null, end: stop }
  const behind = unitAt(units, stop)
  if (isLetterOrNumberUnit(behind) || behind === UNDERSCORE) return read
  while (stop > at && (text[stop - 1] === '.' || text[stop - 1] === '-')) stop--
  // "10:30", "DE-80331": only an address with "::" can be as short as that.
  if (!isShortened && stop - from < SHORTEST) return sign === COLON ? read : { claim: null, end: at }
  let value = sliceOf(text, from, stop)
  if (/^[0-9a-f]{2}[:-]/i.test(value) && isMac(value))
    return { claim: claimBy(RULES.mac_address, from, stop), end: stop }
  if (sign !== COLON) return { claim: null, end: at }
  // "... address 2001:db8::1:" ends with the colon of the sentence.
  if (value.endsWith(':') && !value.endsWith('::')) value = sliceOf(value, 0, -1)
  // A port or list after a hyphen is not part of it.
  const hyphen = value.indexOf('-')
  if (hyphen >= 0) value = sliceOf(value, 0, hyphen)
  // Invalid addresses and addresses of no particular machine (unspecified, loopback) are not claimed.
  if (isNobody(value) || !isDistinctive(value)) return read
  let end = from + value.length
  // "2001:db8::/32": a network, like an IPv4 network.
  if (value.endsWith('::') && /^\/\d/.test(sliceOf(text, end, end + 2))) return read
  const zone = /^%[\p{L}\p{N}._-]{1,15}/u.exec(sliceOf(text, end, end + 16))
  if (zone) end += zone[0].length
  return { claim: claimBy(RULES.ipv6, from, end), end }
}

/** "ab::cd" may be a scope in C++ or Rust: an address without digits must have at least four groups. */
const isDistinctive = (value: string): boolean =>
  /\d/.test(value) || value.split(':').filter((group) => group !== '').length >= 4
