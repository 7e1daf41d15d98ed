// IP and MAC addresses, told apart from versions, times and the scopes of programming languages.
import type { Packs } from '../../packs/load.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { ipv6Groups, isIpv4, isMac, isNobody } from '../../values/network.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { valueCues } from './lexicons.ts'
import { isAlphanumeric, isNumeric, signAt } from './reading.ts'

/** Longest writing of an address with zone: 45 characters and "%" with an interface name (RFC 4007). */
const LONGEST = 64
const HEX = /[0-9a-f]/i

/** Hex digits, colon, full stop and hyphen. */
function mayStand(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 58) ||
    (unit >= 97 && unit <= 102) ||
    (unit >= 65 && unit <= 70) ||
    unit === 45 ||
    unit === 46
  )
}

export function networkDetector(_packs: Packs, cues: PhraseBook): Detector {
  const ip = cues.add(valueCues('ip'), 'network')
  cues.add(valueCues('mac'), 'network')
  return {
    name: 'networks',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { tokens } = scanned
      for (let i = 0; i < tokens.count; i++) {
        const sign = signAt(scanned, i)
        if (sign === '.' && isNumeric(tokens.kind[i - 1])) {
          const claim = ipv4(scanned, i - 1, evidence, ip)
          if (claim !== null) {
            claims.push(claim)
            while (i < tokens.count && tokens.start[i]! < claim.end) i++
          } else if (isAlphanumeric(tokens.kind[i + 1])) i++
        } else if (sign === ':' || (sign === '-' && tokens.end[i - 1]! - tokens.start[i - 1]! === 2)) {
          const { claim, end } = colons(scanned, i)
          if (claim !== null) claims.push(claim)
          // Nothing else can begin inside a run that was read to its end.
          while (i + 1 < tokens.count && tokens.start[i + 1]! < end) i++
        }
      }
      return claims
    },
  }
}

/** Four octets from token `first` on. */
function ipv4(scanned: ScannedText, first: number, evidence: Evidence, cue: number): Claim | null {
  const { text } = scanned
  const { start, end, count } = scanned.tokens
  const last = first + 6
  if (last >= count || end[last]! - start[first]! > 15) return null
  const value = text.slice(start[first], end[last])
  if (!isIpv4(value) || isNobody(value)) return null
  const before = text[start[first]! - 1] ?? ' '
  if (before === '.' || before === '-' || before === '_' || before === '+') return null
  if (/^[.\-_+]?[\p{L}\p{N}]/u.test(text.slice(end[last]!, end[last]! + 2))) return null
  const label = evidence.label(first)
  // "3.5.4.1 Findings": the number of a section opens its line.
  const opensLine = first === 0 || scanned.tokens.kind[first - 1] === TokenKind.newline
  if (opensLine && value.split('.').every((octet) => Number(octet) < 20) && text[end[last]!] === ' ') return null
  if (label !== null && !label.groups.has(cue)) {
    if (label.kinds.includes('version')) return null
    if (label.kinds.includes('reference') && Number(value.split('.')[0]) < 30) return null
  }
  return {
    category: 'PII-8-IP_ADDRESS',
    start: start[first]!,
    end: end[last]!,
    confidence: 0.97,
    detector: 'rule:ip_ipv4',
    strength: 'validated',
  }
}

/** An IPv6 or MAC address around the colon (or hyphen) at token `index`, which is its first; `end` is how far was read. */
function colons(scanned: ScannedText, index: number): { claim: Claim | null; end: number } {
  const { text } = scanned
  const at = scanned.tokens.start[index]!
  let from = at
  while (from > 0 && at - from < 4 && HEX.test(text[from - 1]!)) from--
  const before = text[from - 1] ?? ' '
  if (/[\p{L}\p{N}_.]/u.test(before) || (before === ':' && text[at] === ':' && from === at))
    return { claim: null, end: at }
  let stop = at
  while (stop < text.length && stop - from < LONGEST && mayStand(text.charCodeAt(stop))) stop++
  const read = { claim: null, end: stop }
  if (/[\p{L}\p{N}_]/u.test(text[stop] ?? ' ')) return read
  while (stop > at && /[.-]/.test(text[stop - 1]!)) stop--
  let value = text.slice(from, stop)
  const address = { start: from, strength: 'pattern' as const }
  if (/^[0-9a-f]{2}[:-]/i.test(value) && isMac(value))
    return {
      claim: { ...address, category: 'PII-8-MAC_ADDRESS', end: stop, confidence: 0.95, detector: 'rule:mac_address' },
      end: stop,
    }
  if (text[at] !== ':') return { claim: null, end: at }
  // "... address 2001:db8::1:" ends with the colon of the sentence.
  if (value.endsWith(':') && !value.endsWith('::')) value = value.slice(0, -1)
  // A port or list behind a hyphen is not part of it.
  const hyphen = value.indexOf('-')
  if (hyphen >= 0) value = value.slice(0, hyphen)
  if (ipv6Groups(value) === null || isNobody(value) || !isDistinctive(value)) return read
  let end = from + value.length
  const zone = /^%[\p{L}\p{N}._-]{1,15}/u.exec(text.slice(end, end + 16))
  if (zone) end += zone[0].length
  return {
    claim: {
      ...address,
      category: 'PII-8-IP_ADDRESS',
      end,
      confidence: 0.97,
      detector: 'rule:ip_ipv6',
      strength: 'validated',
    },
    end,
  }
}

/** "ab::cd" may be a scope in C++ or Rust: an address without digits must be written in full. */
function isDistinctive(value: string): boolean {
  return /\d/.test(value) || value.split(':').filter((group) => group !== '').length >= 4
}
