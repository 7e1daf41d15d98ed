// Landmarks and named facilities, with the segments after a comma that locate them.
import { TokenKind } from '../../text/tokens.ts'
import { anchor as readAnchor } from '../../values/address/landmarks.ts'
import type { AddressPart } from '../../values/address/parts.ts'
import { region as readRegion, streetAfter, streetBefore } from '../../values/address/streets.ts'
import { Role } from '../../values/address/words.ts'
import { isVetoed } from './name-guard.ts'
import type { Candidate, Scope } from './reading.ts'

export function relationLength(c: Scope, i: number): number {
  const end = c.reader.phrase(i, Role.relation)
  return end > 0 ? end - i : 0
}

export function landmark(c: Scope, i: number): Candidate | null {
  const r = c.reader
  if (!r.isWord(i)) return null
  const relation = r.phrase(i, Role.relation)
  if (relation === 0) return null
  const hit = readAnchor(r, i)
  if (hit === null || !hit.isTyped || !isRelation(c, i, relation, hit.type !== 'other')) return null
  if (hit.type === 'other' && !r.isCapital(hit.end - 1)) return null
  const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: hit.end, anchorType: hit.type }]
  const end = tail(c, hit.end, parts)
  const candidate = c.make(i, end, 2, parts, false)
  candidate.relation = relation - i
  return candidate
}

/** Relation words that mostly express time or cause ("before", "under") count only with a certain type of place. */
export function isRelation(c: Scope, from: number, to: number, isSure: boolean): boolean {
  const phrase = c.words(from, to)
  if (!c.cues.isRelation(phrase, c.active)) return false
  return isSure || !c.cues.weakRelations.has(phrase)
}

/** Segments after a comma that locate the preceding part: known names, streets, and one unknown name. */
export function tail(c: Scope, from: number, parts: AddressPart[]): number {
  const r = c.reader
  let end = from
  for (let segments = 0; segments < 3; segments++) {
    if (r.sign(end) !== ',' || r.isNewline(end + 1)) return end
    const at = end + 1
    const region = readRegion(r, at)
    if (region !== null && parts.length > 0) {
      parts.push({ kind: region.isQuarter ? 'quarter' : 'region', from: region.name, to: region.end })
      end = region.end
      continue
    }
    const street = streetAfter(r, at, true) ?? streetBefore(r, at, true)
    if (street !== null && (r.isCapital(at) || c.endsPart(street.end))) {
      parts.push({ kind: 'street', from: at, to: street.end })
      end = street.end
      continue
    }
    const place = r.place(at, true)
    const isWhole =
      place !== null && (c.endsPart(place.end) || (r.isCapital(at) && r.kind(place.end) === TokenKind.lower))
    if (place !== null && isWhole && (r.isCapital(at) || !place.place.isWord)) {
      const kind = place.place.entries[0]!.kind === 'k' ? 'country' : 'place'
      parts.push({ kind, from: at, to: place.end, place: place.place })
      end = place.end
      continue
    }
    const run = r.capitals(at, 3)
    if (run > 0 && c.endsPart(run) && !isVetoed(c, at, run)) {
      parts.push({ kind: 'word', from: at, to: run })
      end = run
      continue
    }
    return end
  }
  return end
}

/** A named facility: "Morriston Hospital", "Spitalul de Pediatrie, Sibiu", "Porta Principe". */
export function facility(c: Scope, i: number): Candidate | null {
  const r = c.reader
  if (
    !r.isCapital(i) ||
    (r.isCapital(i - 1) && !r.isNewline(i - 1) && r.isTight(i) === false && c.text.text.charAt(r.start(i) - 1) === ' ')
  )
    return null
  let end = r.capitals(i, 6)
  let type = null
  let isHead = false
  for (let at = i; at < end; at++) {
    const one = c.book.landmarkType(c.text.folded(at))
    if (one === null) continue
    // The facility begins at its type word: "Cisnădie la Spitalul de Pediatrie".
    if (at > i && r.kind(at - 1) === TokenKind.lower && c.cues.isCueWord(c.text.folded(at - 1), c.active)) return null
    type = one
    isHead = at === i
    if (isHead) break
  }
  // The lower-case type word follows the name: "Stavanger universitetssjukehus", "Triangelns station".
  if (type === null && r.kind(end) === TokenKind.lower && !r.isNewline(end)) {
    type = c.book.landmarkType(c.text.folded(end))
    if (type !== null) end++
  }
  if (type === null || type === 'other' || end - i < 2) return null
  if (c.cues.titles.has(c.text.folded(i)) || (!isHead && c.startsSentence(i) && end - i < 3)) return null
  const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: end, anchorType: type }]
  const stop = tail(c, end, parts)
  return c.make(i, stop, parts.length > 1 ? 2 : 1, parts, true)
}
