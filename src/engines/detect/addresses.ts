// Postal addresses, landmarks and named places as claims: what the address grammar read, weighed for a text in which every
// false alarm hides something the reader needs.
import type { Packs } from '../../packs/load.ts'
import type { WordLevels } from '../../packs/word-levels.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import { AddressBook, Role, wordsOf } from '../../values/address-book.ts'
import { findAddresses } from '../../values/address-find.ts'
import type { FoundAddress } from '../../values/address-parts.ts'
import { AddressReader } from '../../values/address-reader.ts'
import type { Claim, Detector, DetectorFactory } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { isInflectedPlace, isPlaceClaim } from './locations.ts'

const PARSER = 'rule:addr_parser'
const LABEL = 'rule:addr_label'
/** Most characters between a label and the address that it announces. */
const LABEL_REACH = 4
/** Cue rule of data/lexicons/place-cues.json whose phrases say where somebody lives or was born. */
const DWELLING = 'based_location'
const LONGEST_VALUE = 90
const PLACE = 1
const ADDRESS = 2
const GAZETTEER = 'rule:locations_gazetteer'

/** Claims PII-4-ADDRESS, PII-4-LANDMARK_ANCHOR and PII-4-LOCATION in one reading of the text. */
export const addressDetector: DetectorFactory = (packs: Packs, cues: PhraseBook): Detector => {
  const labels = cues.add(packs.placeWords().address_labels)
  const cueLanguages = Object.values(packs.placeCues().languages)
  const dwellings = cues.add(
    cueLanguages.flatMap((language) =>
      language.rules.filter((rule) => rule.id === DWELLING).flatMap((rule) => rule.phrases),
    ),
  )
  const titles = new Set(packs.placeCues().titles.flatMap(wordsOf))
  const bent = cueLanguages.filter((language) => language.endings.length > 0 || language.case_endings.length > 0)
  const things = cues.add(
    (JSON.parse(packs.lexicon('names-context.json')) as { readonly things: readonly string[] }).things,
    'aside',
  )
  let book: AddressBook | null = null
  return {
    name: 'addresses',
    find(text, _scope, evidence) {
      book ??= new AddressBook(packs)
      const reader = new AddressReader(text, book)
      const names = packs.names()
      const claims: Claim[] = []
      // Which characters are claimed already: a look-up, so that many labels and many claims stay linear together.
      const claimed = new Uint8Array(text.text.length)
      const add = (claim: Claim | null) => {
        if (claim === null) return
        const isAddress = claim.category === 'PII-4-ADDRESS'
        const there = claimed.subarray(claim.start, claim.end)
        // A whole address may hold a town that was claimed by itself; nothing else is claimed twice.
        if (there.includes(ADDRESS) || (!isAddress && there.includes(PLACE))) return
        claims.push(claim)
        there.fill(isAddress ? ADDRESS : PLACE)
      }
      const isLabelled = (at: number) => evidence.cue(labels, at, LABEL_REACH) >= 0
      for (const found of findAddresses(text, book, { anyCase: false })) {
        if (isThing(found, evidence, things) || (found.level !== 'place' && isNumbered(found, evidence))) continue
        add(claimOf(found, { reader, names, titles, isLabelled }))
      }
      for (const hit of evidence.hits.all) {
        if (hit.groups.includes(labels)) add(labelled(text.text, hit.end))
        if (hit.groups.includes(dwellings)) add(dwelling(reader, hit.endToken, names))
      }
      for (let i = 1; i < reader.count; i++) {
        if (!reader.isCapital(i) || !isInflectedPlace(reader, i, names, bent)) continue
        add({
          category: 'PII-4-LOCATION',
          start: reader.start(i),
          end: reader.end(i),
          confidence: 0.6,
          detector: GAZETTEER,
          strength: 'lexicon',
        })
      }
      return claims
    },
  }
}

/** What weighs a place in its text. */
interface Surroundings {
  readonly reader: AddressReader
  readonly names: WordLevels
  readonly titles: ReadonlySet<string>
  readonly isLabelled: (at: number) => boolean
}

function claimOf(found: FoundAddress, { reader, names, titles, isLabelled }: Surroundings): Claim | null {
  const { start } = found
  const end = withoutCountry(found, reader)
  if (found.level !== 'place' && isTechnical(found, reader, end)) return null
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
      // "the Third Section of the Court": a weak type word makes no street by itself.
      if (found.isWeak && !found.parts.some((part) => part.kind === 'number')) return null
      if (!isLocated(found, reader) && !isLabelled(start)) return null
      return { category: 'PII-4-ADDRESS', start, end, confidence: 0.6, detector: PARSER, strength: 'pattern' }
    case 'place': {
      const confidence = isPlaceClaim(found, reader, names, titles)
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

/** "Hrvatska narodna banka", "High Court, Enugu": what opens with the name of a bank, a feast or a court is no address. */
function isThing({ start, end, level }: FoundAddress, evidence: Evidence, things: number): boolean {
  if (!evidence.hits.has(things)) return false
  for (const hit of evidence.hits.between(start - 2, start + LONGEST_VALUE)) {
    if (!hit.groups.includes(things) || hit.start > start) continue
    // "Tribunale di Lecce": the town that the court is called by.
    if (hit.end > end || hit.end === start - 1 || (level !== 'place' && hit.end > start)) return true
  }
  return false
}

/** Letters of a cue that is no part of a street's name. */
const LEAST_CUE = 5
/** Kinds of cue that no street is called by. */
const NUMBERED: ReadonlySet<string> = new Set(['id', 'account', 'card', 'reference'])

/** "Kennzeichen LN 482", "Račun št. 118": a word of it announces the number behind it. */
function isNumbered({ firstToken, endToken, start, parts }: FoundAddress, evidence: Evidence): boolean {
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'number')) return false
  for (let i = firstToken + 1; i < endToken; i++) {
    const label = evidence.label(i)
    if (label === null || label.start !== start || label.end - start < LEAST_CUE) continue
    if (label.isDoubtful !== true && label.kinds.some((kind) => NUMBERED.has(kind))) return true
  }
  return false
}

/** Two measured values, a temperature and what follows it, an act by number and year, a sentence's last word. */
function isTechnical(found: FoundAddress, reader: AddressReader, end: number): boolean {
  const { text } = reader.text
  const value = text.slice(found.start, end)
  if (text[found.start - 1] === '\u00b0' || MEASURES.test(text.slice(found.start, end + 8))) return true
  const hasTown = found.parts.some(
    (part) => part.kind === 'place' || part.kind === 'postcode' || part.kind === 'region',
  )
  return (!hasTown && ACT.test(value)) || FULL_STOP.test(value)
}

const MEASURES =
  /\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA)\b.{0,20}\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA|A)\b/
/** "110/2019": acts, cases and competitions are cited so; houses are not numbered by years. */
const ACT = /\d{1,5}\/(?:19|20)\d{2}$/
const FULL_STOP = /^\p{Ll}{6,24}\. \p{Lu}/u

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
  if (found.parts.some((part) => part.kind === 'number' || part.kind === 'unit')) return true
  let before = found.firstToken - 1
  if ((reader.roles(before) & (Role.connector | Role.preposition)) === Role.connector) before--
  return (reader.roles(before) & Role.preposition) !== 0 && !reader.isCapital(before)
}

/**
 * The rest of the line behind "Address:" where no address was read: people write what no grammar knows. Only a value with a
 * letter and a number, ended by the line, a semicolon or a sentence.
 */
function labelled(text: string, at: number): Claim | null {
  const line = /^[ \t]*:[ \t]*([^\n\r;|\t]{4,90})/u.exec(text.slice(at, at + LONGEST_VALUE + 8))
  if (line === null) return null
  const value = line[1]!.replace(/(?<=[^\s.]{2})\.(?:\s.*)?$/u, '').replace(/[\s.,]+$/u, '')
  if (!/\p{L}{2}/u.test(value) || !/\d/.test(value) || /[@=]|https?:/.test(value)) return null
  const start = at + line[0].length - line[1]!.length
  const end = start + value.length
  return { category: 'PII-4-ADDRESS', start, end, confidence: 0.65, detector: LABEL, strength: 'pattern' }
}

/** A name right behind "lives in" or "born in" is a place, known or not. */
function dwelling(reader: AddressReader, from: number, names: WordLevels): Claim | null {
  let at = from
  // "született: Pécs": a colon may stand between.
  if (reader.sign(at) === ':') at++
  const end = reader.capitals(at, 3)
  if (end === 0 || reader.isNewline(at) || reader.isCell(at) || reader.length(at) < 3) return null
  const levels = names.of(reader.text.folded(at))
  if (levels.word >= 3 && reader.place(at) === null) return null
  const start = reader.start(at)
  return {
    category: 'PII-4-LOCATION',
    start,
    end: reader.end(end - 1),
    confidence: 0.6,
    detector: GAZETTEER,
    strength: 'lexicon',
  }
}
