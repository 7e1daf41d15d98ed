// Postal addresses, landmarks and named places as claims: what the address grammar read, weighed for a text in which every
// false alarm hides something the reader needs.
import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { addressBookOf } from '../../../values/address/book.ts'
import { findAddresses } from '../../../values/address/find.ts'
import { type FoundAddress, kindsOf, Part } from '../../../values/address/parts.ts'
import { AddressReader } from '../../../values/address/reader.ts'
import { Role } from '../../../values/address/words.ts'
import type { Claim, Detector, DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { PlaceJudge } from './locations.ts'

const PARSER = 'rule:addr_parser'
const LABEL = 'rule:addr_label'
/** Most characters between a label and the address that it announces. */
const LABEL_REACH = 4
/** From the word for a train or bus to the place it runs to. */
const DESTINATION_REACH = 24
/** Cue rule of data/cues/place-cues.json whose phrases say where somebody lives or was born. */
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
  const things = cues.add(
    (JSON.parse(packs.cues('names-context.json')) as { readonly things: readonly string[] }).things,
    'aside',
  )
  const towns = cues.add(packs.placeWords().town_labels, 'aside')
  const transports = cues.add(packs.placeWords().transports, 'aside')
  const roads = cues.add(packs.placeWords().numbered_roads, 'aside')
  const numbered = cues.bitsOf(NUMBERED)
  const judge = new PlaceJudge(packs)
  return {
    name: 'addresses',
    find(text, _scope, evidence) {
      const reader = new AddressReader(text, addressBookOf(packs))
      const claims = new ClaimList(text.text.length)
      const isLabelled = (at: number) => evidence.cue(labels, at, LABEL_REACH) >= 0
      for (const found of findAddresses(reader, { anyCase: false })) {
        if (isThing(found, evidence, things) || isNumbered(found, evidence, numbered)) continue
        if (isRoad(found, evidence, roads)) continue
        if (found.level !== 'place') claims.add(claimOf(found, reader, isLabelled))
        else if (
          found.parts.length === 1 &&
          isField(text.text, found.start) &&
          evidence.cue(towns, found.start, LABEL_REACH) >= 0
        )
          claims.add(location(reader, found.firstToken, found.endToken, 0.75))
        else if (!isDestination(found, reader, evidence, transports)) claims.add(placeClaim(found, reader, judge))
      }
      const { hits } = evidence
      if (hits.has(labels) || hits.has(dwellings))
        for (const { groups, end, endToken } of hits.all) {
          if (groups.includes(labels)) claims.add(labelled(text.text, end))
          if (groups.includes(dwellings)) claims.add(dwelling(reader, endToken, judge))
        }
      for (let i = 1; i < reader.count; i++)
        if (reader.isCapital(i) && judge.isInflected(reader, i)) claims.add(location(reader, i, i + 1, 0.6))
      return claims.all
    },
  }
}

/** "Hrvatska narodna banka", "High Court, Enugu": what opens with the name of a bank, a feast or a court is no address. */
function isThing({ start, end, level }: FoundAddress, { hits }: Evidence, things: number): boolean {
  if (!hits.has(things)) return false
  for (const hit of hits.between(start - 2, start + LONGEST_VALUE)) {
    if (hit.start > start || !hit.says.has(things)) continue
    // "Tribunale di Lecce": the town that the court is called by.
    if (hit.end > end || hit.end === start - 1 || (level !== 'place' && hit.end > start)) return true
  }
  return false
}

/** Letters of a cue that is no part of a street's name. */
const LEAST_CUE = 5
/** Kinds of cue that no street is called by. */
const NUMBERED = ['id', 'account', 'card', 'reference']

/** "Kennzeichen LN 482", "Račun št. 118": a word of it announces the number behind it. */
function isNumbered(
  { firstToken, endToken, start, level, parts }: FoundAddress,
  evidence: Evidence,
  kinds: number,
): boolean {
  // "Comanda 747135": not the postcode of a town that is called so.
  const isTown = level === 'place' && parts.length === 2 && parts[1]!.kind === 'postcode'
  if (!isTown && (level === 'place' || parts.some(({ kind }) => kind !== 'street' && kind !== 'number'))) return false
  for (let i = firstToken + 1; i < endToken; i++) {
    const label = evidence.label(i)
    if (label === null || label.start !== start || label.end - start < LEAST_CUE) continue
    if (!label.isDoubtful && (label.kinds & kinds) !== 0) return true
  }
  return false
}

/** As many claims are compared with each other; more are looked up by their place. */
const FEW_CLAIMS = 16

/** "Riksväg 40", "på Þjóðveg 1": the number is the road's. With a town or a postcode it is a house on it. */
function isRoad({ start, end, level, parts }: FoundAddress, { hits }: Evidence, roads: number): boolean {
  if (level === 'place' || !hits.has(roads)) return false
  if (parts.some(({ kind }) => kind !== 'street' && kind !== 'number')) return false
  for (const hit of hits.between(start, end)) if (hit.says.has(roads)) return true
  return false
}

/** "The 10:14 train to Penzance", "Tåg 10548 mot Falun": where it runs, said of nobody; the sentence opens with it. */
function isDestination(found: FoundAddress, reader: AddressReader, evidence: Evidence, transports: number): boolean {
  const at = found.firstToken
  if (!evidence.hits.has(transports) || reader.kind(at - 1) !== TokenKind.lower) return false
  const hit = evidence.nearest(transports, found.start, DESTINATION_REACH)
  if (hit === null || found.parts.some(({ kind, place }) => kind === 'country' || place?.entries[0]?.kind === 'k'))
    return false
  // "The coach moved to Bergen": more than a number and a preposition between them is a sentence about somebody.
  let between = 0
  for (let i = hit.endToken; i < at; i++)
    between += reader.kind(i) <= TokenKind.upper ? 1 : reader.kind(i) === TokenKind.number ? -1 : 0
  if (between > 1) return false
  let words = 0
  for (let i = hit.firstToken - 1; i >= 0; i--) {
    const sign = reader.sign(i)
    if (reader.isNewline(i) || sign === '.' || sign === '!' || sign === '?') break
    if (reader.kind(i) <= TokenKind.upper && ++words > 1) return false
  }
  return true
}

/** Whether the value that begins at view index `start` fills a field or a cell: "Gemeinde Schaan" does not. */
function isField(text: string, start: number): boolean {
  return /(?:^|[:=>;,|"\t\n])[ "]?$/.test(text.slice(Math.max(0, start - 2), start))
}

/** Claims of which none lies where another does. */
class ClaimList {
  readonly all: Claim[] = []
  readonly #length: number
  /** What each character is claimed as, once there are many: a look-up, so that many labels and many claims stay linear together. */
  #claimed: Uint8Array | null = null

  /** `length`: UTF-16 units of the text. */
  constructor(length: number) {
    this.#length = length
  }

  /** A whole address may hold a town that was claimed by itself; nothing else is claimed twice. */
  add(claim: Claim | null): void {
    if (claim === null || this.#isTaken(claim)) return
    this.all.push(claim)
    if (this.all.length < FEW_CLAIMS) return
    if (this.#claimed !== null) this.#mark(claim, this.#claimed)
    else {
      this.#claimed = new Uint8Array(this.#length)
      for (const one of this.all) this.#mark(one, this.#claimed)
    }
  }

  #isTaken({ start, end, category }: Claim): boolean {
    const isAddress = category === 'PII-4-ADDRESS'
    const claimed = this.#claimed
    if (claimed === null) {
      for (const one of this.all)
        if (one.start < end && one.end > start && (!isAddress || one.category === 'PII-4-ADDRESS')) return true
      return false
    }
    for (let i = start; i < end; i++) if (claimed[i] === ADDRESS || (claimed[i] === PLACE && !isAddress)) return true
    return false
  }

  #mark({ start, end, category }: Claim, claimed: Uint8Array): void {
    claimed.fill(category === 'PII-4-ADDRESS' ? ADDRESS : PLACE, start, end)
  }
}

function location(reader: AddressReader, first: number, endToken: number, confidence: number): Claim {
  return {
    category: 'PII-4-LOCATION',
    start: reader.start(first),
    end: reader.end(endToken - 1),
    confidence,
    detector: GAZETTEER,
    strength: 'lexicon',
  }
}

function placeClaim(found: FoundAddress, reader: AddressReader, judge: PlaceJudge): Claim | null {
  const confidence = judge.confidence(found, reader)
  return confidence === 0 ? null : location(reader, found.firstToken, found.endToken, confidence)
}

function claimOf(found: FoundAddress, reader: AddressReader, isLabelled: (at: number) => boolean): Claim | null {
  const { start } = found
  const end = withoutCountry(found, reader)
  if (isTechnical(found, reader, end)) return null
  const address = { category: 'PII-4-ADDRESS', start, end, detector: PARSER, strength: 'pattern' } as const
  switch (found.level) {
    case 'address':
      return { ...address, confidence: addressConfidence(found) }
    case 'postcode':
      return { ...address, confidence: 0.75 }
    case 'landmark':
      // "Asma’u Lawal": the end of a word is no preposition.
      if (/['\u2019]/.test(reader.text.text[start - 1] ?? '')) return null
      return { ...address, category: 'PII-4-LANDMARK_ANCHOR', confidence: 0.6 }
    default: {
      // "the Third Section of the Court": a weak type word makes no street by itself.
      if (found.isWeak && !found.parts.some((part) => part.kind === 'number')) return null
      return isLocated(found, reader) || isLabelled(start) ? { ...address, confidence: 0.6 } : null
    }
  }
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'your', 'his', 'her', 'our', 'their', 'my', 'no', 'any'])

/** Two measured values, a temperature and what follows it, an act by number and year, a sentence's last word. */
function isTechnical(found: FoundAddress, reader: AddressReader, end: number): boolean {
  const hasTown = found.parts.some(
    (part) => part.kind === 'place' || part.kind === 'postcode' || part.kind === 'region',
  )
  // "a place in Year 4": behind an article the word is one of a sentence; "zamieszkały/a ul. Zielona 105A, 20-082 Lublin" is not.
  const before = found.firstToken - 1
  const isPlain = reader.kind(found.firstToken) === TokenKind.lower && reader.kind(before) === TokenKind.lower
  if (isPlain && !hasTown && ARTICLES.has(reader.text.folded(before)) && !reader.isNewline(found.firstToken))
    return true
  const { text } = reader.text
  const value = text.slice(found.start, end)
  if (text[found.start - 1] === '\u00b0' || MEASURES.test(text.slice(found.start, end + 8))) return true
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
  const kinds = kindsOf(found.parts)
  let confidence = 0.6
  if ((kinds & Part.street) !== 0) confidence += 0.1
  if ((kinds & (Part.number | Part.plot | Part.unit)) !== 0) confidence += 0.1
  if ((kinds & (Part.place | Part.region | Part.word)) !== 0) confidence += 0.1
  if ((kinds & Part.postcode) !== 0) confidence += 0.05
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
  const ahead = text.slice(at, at + LONGEST_VALUE + 8)
  // `"street": "Kwiatowa 7A"`: the quotes say where the value ends.
  const line =
    /^[ \t]*:[ \t]*([^\n\r;|\t]{4,90})/u.exec(ahead) ??
    /^":[ \t]?"(\p{Lu}[^\n\r;|\t"]{1,80} [^\n\r;|\t"]{1,8})(?=")/u.exec(ahead)
  if (line === null) return null
  const value = line[1]!.replace(/(?<=[^\s.]{2})\.(?:\s.*)?$/u, '').replace(/[\s.,]+$/u, '')
  if (!/\p{L}{2}/u.test(value) || !/\d/.test(value) || /[@=]|https?:/.test(value)) return null
  const start = at + line[0].length - line[1]!.length
  const end = start + value.length
  return { category: 'PII-4-ADDRESS', start, end, confidence: 0.65, detector: LABEL, strength: 'pattern' }
}

/** A name right behind "lives in" or "born in" is a place, known or not. */
function dwelling(reader: AddressReader, from: number, judge: PlaceJudge): Claim | null {
  // "született: Pécs": a colon may stand between.
  const at = reader.sign(from) === ':' ? from + 1 : from
  const end = reader.capitals(at, 3)
  if (end === 0 || reader.isNewline(at) || reader.isCell(at) || reader.length(at) < 3) return null
  if (judge.levels(reader, at).word >= 3 && reader.place(at) === null) return null
  return location(reader, at, end, 0.6)
}
