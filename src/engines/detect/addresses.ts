// Postal addresses, landmarks and named places as claims: what the address grammar read, weighed for a text in which every
// false alarm hides something the reader needs.
import type { Packs } from '../../packs/load.ts'
import { AddressBook, Role } from '../../values/address-book.ts'
import { type FoundAddress, findAddresses } from '../../values/address-find.ts'
import { AddressReader } from '../../values/address-reader.ts'
import type { Claim, Detector, DetectorFactory } from './detector.ts'
import { isPlaceClaim } from './locations.ts'

const PARSER = 'rule:addr_parser'
const GAZETTEER = 'rule:locations_gazetteer'

/** Claims PII-4-ADDRESS, PII-4-LANDMARK_ANCHOR and PII-4-LOCATION in one reading of the text. */
export const addressDetector: DetectorFactory = (packs: Packs): Detector => {
  let book: AddressBook | null = null
  return {
    name: 'addresses',
    find(text) {
      book ??= new AddressBook(packs)
      const reader = new AddressReader(text, book)
      const claims: Claim[] = []
      for (const found of findAddresses(text, book, { anyCase: false })) {
        const claim = claimOf(found, reader)
        if (claim !== null) claims.push(claim)
      }
      return claims
    },
  }
}

function claimOf(found: FoundAddress, reader: AddressReader): Claim | null {
  const { start } = found
  const end = withoutCountry(found, reader)
  switch (found.level) {
    case 'address':
      return {
        category: 'PII-4-ADDRESS',
        start,
        end,
        confidence: addressConfidence(found),
        detector: PARSER,
        strength: 'pattern',
      }
    case 'postcode':
      return { category: 'PII-4-ADDRESS', start, end, confidence: 0.75, detector: PARSER, strength: 'pattern' }
    case 'landmark':
      return { category: 'PII-4-LANDMARK_ANCHOR', start, end, confidence: 0.6, detector: PARSER, strength: 'pattern' }
    case 'street':
      if (!isLocated(found, reader)) return null
      return { category: 'PII-4-ADDRESS', start, end, confidence: 0.6, detector: PARSER, strength: 'pattern' }
    case 'place': {
      const confidence = isPlaceClaim(found, reader)
      if (confidence === 0) return null
      return {
        category: 'PII-4-LOCATION',
        start: found.start,
        end: found.end,
        confidence,
        detector: GAZETTEER,
        strength: 'lexicon',
      }
    }
  }
}

/** The country at the end of an address tells nothing about a person; the claim ends before it. */
function withoutCountry(found: FoundAddress, reader: AddressReader): number {
  const last = found.parts.at(-1)
  const before = found.parts.at(-2)
  if (last?.kind !== 'country' || before === undefined || last.to !== found.endToken) return found.end
  return reader.end(before.to - 1)
}

function addressConfidence(found: FoundAddress): number {
  const kinds = new Set(found.parts.map((part) => part.kind))
  let confidence = 0.6
  if (kinds.has('street')) confidence += 0.1
  if (kinds.has('number') || kinds.has('plot') || kinds.has('unit')) confidence += 0.1
  if (kinds.has('place') || kinds.has('region') || kinds.has('word')) confidence += 0.1
  if (kinds.has('postcode')) confidence += 0.05
  return confidence
}

/** A street without number or town counts behind a word that puts somebody there: "on Milton Road", "in der Hauptstraße". */
function isLocated(found: FoundAddress, reader: AddressReader): boolean {
  if (found.parts.some((part) => part.kind === 'number')) return true
  let before = found.firstToken - 1
  if ((reader.roles(before) & (Role.connector | Role.preposition)) === Role.connector) before--
  return (reader.roles(before) & Role.preposition) !== 0 && !reader.isCapital(before)
}
