// Addresses that open with somebody's name, as on an envelope: the name and the address are two findings.
import type { Claim } from './detector.ts'

/** A name that its surroundings announce is at least this sure. */
const ANNOUNCED = 0.85
/** A name of two words that its words alone make this sure. */
const SURE = 0.7
const LINK = /^ \p{Ll}{1,3} (?=\p{Lu})/u
const BETWEEN = /^[\s,;]*/u
const LETTER = /\p{L}/u
const DIGIT = /\d/

/** "Kupac: Lana Bradić, Sv. Roka 106": an address that opens with somebody's name begins behind it, or is the name alone. */
export function giveNamesTheirPart(text: string, claims: Claim[]): void {
  let kept = 0
  let names: Map<number, Claim> | null = null
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i]!
    claims[kept++] = claim
    if (claim.category !== 'PII-4-ADDRESS') continue
    names ??= namesByStart(claims)
    const name = names.get(claim.start)
    if (name === undefined || name.end > claim.end || !text.slice(name.start, name.end).includes(' ')) continue
    if (name.end === claim.end) {
      if (claim.confidence < ANNOUNCED - 0.1) kept--
      continue
    }
    // "Ragnhild Vik i Kongens gate 139": who lives there, a preposition, and where.
    const link = LINK.exec(text.slice(name.end, claim.end))
    if (link !== null && name.confidence >= SURE && DIGIT.test(text.slice(name.end, claim.end))) {
      claims[kept - 1] = { ...claim, start: name.end + link[0].length }
      continue
    }
    const rest = name.end + BETWEEN.exec(text.slice(name.end, claim.end))![0].length
    const isAnnounced = name.strength === 'pattern' && name.confidence >= ANNOUNCED
    const left = text.slice(rest, claim.end)
    if (isAnnounced && rest > name.end && LETTER.test(left) && DIGIT.test(left))
      claims[kept - 1] = { ...claim, start: rest }
  }
  if (kept < claims.length) claims.length = kept
}

/** The name that begins at each place, the last of several. */
function namesByStart(claims: readonly Claim[]): Map<number, Claim> {
  const names = new Map<number, Claim>()
  for (const claim of claims) if (claim.category === 'PII-1-NAME') names.set(claim.start, claim)
  return names
}
