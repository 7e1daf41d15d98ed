// Addresses that begin with a person's name, as on an envelope: name and address become two findings.
import { firstAt } from '../../text/search.ts'
import type { Claim } from './detector.ts'
import type { Range } from './evidence.ts'

/** Least confidence of a name with a cue. */
const ANNOUNCED = 0.85
/** Least confidence of a name of two words from its words alone. */
const SURE = 0.7
/** Text that connects a person to a street with a number (OF), and a role of one or two words before the name (LEAD). */
const OF = /^(?:, {1,2}| {1,2}\p{Ll}{1,3} {1,2})(?=\p{Lu}.{0,60}\d)/u
const LEAD = /^\p{Lu}[\p{Ll}-]{2,20}(?: {1,2}\p{Ll}[\p{Ll}-]{2,20})? {1,2}$/u
const LINK = /^ {1,2}\p{Ll}{1,3} {1,2}(?=\p{Lu})/u
const INITIAL = /^\p{Lu}\p{Ll}?\. ?$/u
const BETWEEN = /^[\s,;]*/u
const LETTER = /\p{L}/u
const DIGIT = /\d/

/** "Gustav Adolfs torg is closed": removes the eponym of a street where no person has an address; a name as long as the street stays. */
export function withoutNamesakes(claims: readonly Claim[], streets: readonly Range[] | null): readonly Claim[] {
  if (streets === null) return claims
  const isNamesake = ({ category, start, end }: Claim) =>
    category === 'PII-1-NAME' &&
    streets.some((street) => start >= street.start && end <= street.end && end - start < street.end - street.start)
  return claims.filter((claim) => !isNamesake(claim))
}

/** "Kupac: Lana Bradić, Sv. Roka 106": an address that begins with a person's name is cut to the part after it, or removed if it is only the name. */
export function giveNamesTheirPart(text: string, claims: Claim[]): void {
  let kept = 0
  let names: readonly Claim[] | null = null
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i]!
    claims[kept++] = claim
    if (claim.category !== 'PII-4-ADDRESS' && claim.category !== 'PII-4-LOCATION') continue
    names ??= namesInOrder(claims)
    if (claim.category === 'PII-4-LOCATION') {
      claims[kept - 1] = behindName(text, names, claim)
      continue
    }
    const name = opensBefore(text, names, claim) ?? firstWithin(names, claim)
    if (name === null || !text.slice(name.start, name.end).includes(' ')) continue
    if (name.start > claim.start) {
      // "Complainant Vendelín Křepelka of Masarykovo náměstí 9": a role precedes the name.
      const of = OF.exec(text.slice(name.end, claim.end))
      if (of !== null && name.confidence >= SURE && LEAD.test(text.slice(claim.start, name.start)))
        claims[kept - 1] = { ...claim, start: name.end + of[0].length }
      continue
    }
    if (name.end === claim.end) {
      if (claim.confidence < ANNOUNCED - 0.1) kept--
      continue
    }
    // "Ragnhild Vik i Kongens gate 139": a person, a preposition and an address.
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

/** The names of a text by position; of names with one start, the most certain first. */
function namesInOrder(claims: readonly Claim[]): readonly Claim[] {
  return claims
    .filter(({ category }) => category === 'PII-1-NAME')
    .sort((one, other) => one.start - other.start || other.confidence - one.confidence)
}

/** "D. Pedro Salas en Calle Mayor 3": the name that begins with an initial or form of address before the address claim and ends inside it. */
function opensBefore(text: string, names: readonly Claim[], { start, end }: Claim): Claim | null {
  const name = names[firstAt(names, (one) => one.start >= start) - 1]
  if (name === undefined || name.end <= start || name.end >= end) return null
  return INITIAL.test(text.slice(name.start, start)) ? name : null
}

/** "Hauke von der Heide, Kassel": for a place that begins in the last word of a name, the part after the comma. */
function behindName(text: string, names: readonly Claim[], place: Claim): Claim {
  const name = names[firstAt(names, (one) => one.start >= place.start) - 1]
  if (name === undefined || name.end <= place.start || name.end >= place.end) return place
  const start = name.end + BETWEEN.exec(text.slice(name.end, place.end))![0].length
  return start > name.end && start < place.end ? { ...place, start } : place
}

function firstWithin(names: readonly Claim[], { start, end }: Claim): Claim | null {
  const name = names[firstAt(names, (one) => one.start >= start)]
  return name !== undefined && name.end <= end ? name : null
}
