// IP and MAC addresses, distinguished from versions, times and scopes of programming languages.
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON, FULL_STOP, HYPHEN, signSet, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDigitUnit, isLetterOrNumberUnit, sliceOf, unitAt } from '../../../text/unit-classes.ts'
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
  if (isNetwork(text, value, end[last]!) || isSection(scanned, first, last, value)) return null
  return isOtherNumber(scanned, first, value, evidence, cue, kinds)
    ? null
    : claimBy(RULES.ipv4, start[first]!, end[last]!)
}

/** Numbers of sections are less, and first numbers of versions. */
const LEAST_OCTET = 20
const LEAST_FIRST = 30

/** "3.5.4.1 Findings": a section number begins its line. */
function isSection({ text, tokens }: ScannedText, first: number, last: number, value: string): boolean {
  if (first > 0 && tokens.kind[first - 1] !== TokenKind.newline) return false
  const end = tokens.end[last]!
  if (text[end] !== ' ' || ACCESS.test(text.slice(end, end + ACCESS_LENGTH))) return false
  return value.split('.').every((octet) => Number(octet) < LEAST_OCTET)
}

/** True if the label is for a version or a reference, unless it is the tag of a log line: "nginx: 203.0.113.9", "[nginx] 203.0.113.9 - -". */
function isOtherNumber(
  { text, units, tokens }: ScannedText,
  first: number,
  value: string,
  evidence: Evidence,
  cue: number,
  kinds: Kinds,
): boolean {
  const label = evidence.label(first)
  if (label === null || label.has(cue)) return false
  const isLow = Number(value.split('.')[0]) < LEAST_FIRST
  if (isLow && (label.kinds & kinds.reference) !== 0) return true
  if ((label.kinds & kinds.version) === 0) return false
  const start = tokens.start[first]!
  const isTag = unitAt(units, start - 2) === COLON && evidence.kinds.isOneOf(LOGS, start)
  const end = start + value.length
  return isLow || !(isTag || ACCESS.test(sliceOf(text, end, end + ACCESS_LENGTH)))
}

/** The identity after the host of an access log (Common Log Format); a section number is followed by words. */
const ACCESS = /^ - /
const ACCESS_LENGTH = 3

/** Maximum prefix length of a network: longer prefixes leave at most two addresses (RFC 4632). */
const LONGEST_PREFIX = 30

/** "192.0.2.0/24" is a network if all bits after its prefix are 0; "192.0.2.7/24" is a host address in it. */
function isNetwork(text: string, value: string, end: number): boolean {
  const prefix = Number(/^\/(\d{1,2})(?!\d)/.exec(text.slice(end, end + 4))?.[1] ?? LONGEST_PREFIX + 1)
  if (prefix > LONGEST_PREFIX) return false
  const bits = value.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  return bits % 2 ** (32 - prefix) === 0
}

interface Read {
  readonly claim: Claim | null
  /** End of the characters that were read. */
  readonly end: number
}

const nothing = (end: number): Read => ({ claim: null, end })

/** An IPv6 or MAC address around its first colon (or hyphen) at token `index`. */
function colons(scanned: ScannedText, index: number): Read {
  const { text, units } = scanned
  const at = scanned.tokens.start[index]!
  const from = hexStart(units, at)
  if (from < 0) return nothing(at)
  const limit = Math.min(units.length, from + LONGEST)
  let stop = at
  let isShortened = false
  while (stop < limit && mayStand(units[stop]!)) {
    if (units[stop] === COLON && unitAt(units, stop + 1) === COLON) isShortened = true
    stop++
  }
  const read = nothing(stop)
  const behind = unitAt(units, stop)
  if (isLetterOrNumberUnit(behind) || behind === UNDERSCORE) return read
  while (stop > at && (text[stop - 1] === '.' || text[stop - 1] === '-')) stop--
  const isColon = units[at] === COLON
  // "10:30", "DE-80331": only an address with "::" can be as short as that.
  if (!isShortened && stop - from < SHORTEST) return isColon ? read : nothing(at)
  const value = sliceOf(text, from, stop)
  if (/^[0-9a-f]{2}[:-]/i.test(value) && isMac(value))
    return { claim: claimBy(RULES.mac_address, from, stop), end: stop }
  return isColon ? (ipv6(text, from, value) ?? read) : nothing(at)
}

/** Start of the up to four hexadecimal digits before the sign at `at`; -1 inside a longer value. */
function hexStart(units: Uint16Array, at: number): number {
  let from = at
  while (from > 0 && at - from < GROUP && isHexUnit(units[from - 1]!)) from--
  const before = unitAt(units, from - 1)
  if (isLetterOrNumberUnit(before) || before === UNDERSCORE || before === FULL_STOP) return -1
  return before === COLON && units[at] === COLON && from === at ? -1 : from
}

function ipv6(text: string, from: number, written: string): Read | null {
  // "... address 2001:db8::1:" ends with the colon of the sentence.
  let value = written.endsWith(':') && !written.endsWith('::') ? sliceOf(written, 0, -1) : written
  // A port or list after a hyphen is not part of it.
  const hyphen = value.indexOf('-')
  if (hyphen >= 0) value = sliceOf(value, 0, hyphen)
  // Invalid addresses and addresses of no particular machine (unspecified, loopback) are not claimed.
  if (isNobody(value) || !isDistinctive(value)) return null
  const end = from + value.length
  // "2001:db8::/32": a network, like an IPv4 network.
  if (value.endsWith('::') && /^\/\d/.test(sliceOf(text, end, end + 2))) return null
  const zone = /^%[\p{L}\p{N}._-]{1,15}/u.exec(sliceOf(text, end, end + 16))
  const stop = end + (zone?.[0].length ?? 0)
  return { claim: claimBy(RULES.ipv6, from, stop), end: stop }
}

/** "ab::cd" may be a scope in C++ or Rust: an address without digits must have at least four groups. */
const isDistinctive = (value: string): boolean =>
  /\d/.test(value) || value.split(':').filter((group) => group !== '').length >= 4
