// Postal addresses, landmarks and named places as claims, weighed so that false alarms are rare.
import { firstAt } from '../../../lists.ts'
import { readData } from '../../../packs/data-files.ts'
import type { Packs } from '../../../packs/load.ts'
import { fold } from '../../../text/fold.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { addressBookOf } from '../../../values/address/book.ts'
import { AddressFinder } from '../../../values/address/find.ts'
import { type FoundAddress, kindsOf, Part } from '../../../values/address/parts.ts'
import { AddressReader } from '../../../values/address/reader.ts'
import { Role } from '../../../values/address/words.ts'
import { monthNames } from '../../../values/date.ts'
import { type Claim, claimOf, type Detector, type DetectorFactory, type Task } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { quantityWords, valueCues, wordLists } from '../lexicons.ts'
import { LinearWeights } from '../linear-weights.ts'
import { announced, dwelling, isField, LONGEST_UNREAD, labelled, location } from './announced.ts'
import { addBlocks, addPostcodes } from './blocks.ts'
import { ClaimList } from './claim-list.ts'
import { addUnlisted, isNamed, listedPlace } from './place-candidates.ts'
import { PlaceJudge } from './place-judge.ts'
import { isAmount, isCalendar, isPronoun, isRightsYear, isThing, withoutDate } from './refusals.ts'
import { addRepeated } from './repeated.ts'
import { type PlaceCandidate, peopleInOrder, residenceFeatures } from './residence.ts'
import { residentTokens } from './residents.ts'

const ADDRESS = 'PII-4-ADDRESS'
const PARSER = 'rule:addr_parser'
/** Most characters between a label and the address that it announces. */
const LABEL_REACH = 4
/** Cue rule of data/cues/place-cues.json with phrases for living or being born. */
const DWELLING = 'based_location'

const LEAST_CONFIDENCE = 0.6

export type ResidenceTest = (features: readonly string[], place: PlaceCandidate, reader: AddressReader) => boolean

/** Claims PII-4-ADDRESS, PII-4-LANDMARK_ANCHOR and PII-4-LOCATION in one reading of the text. */
export const addressDetector: DetectorFactory = (packs, cues) => {
  let weights: LinearWeights | null = null
  return addressDetectorBy(packs, cues, (features) => {
    weights ??= new LinearWeights(readData('weights/places.tsv').toString('utf8'), 'places.tsv')
    return weights.score(features) >= weights.threshold
  })
}

/** The same with another test of places, for tools/fit-places.mjs to collect features. */
export const addressDetectorBy = (packs: Packs, cues: PhraseBook, isResidence: ResidenceTest): Detector => {
  const labels = cues.add(packs.placeWords().address_labels)
  const cueLanguages = Object.values(packs.placeCues().languages)
  const dwellings = cues.add(
    cueLanguages.flatMap((language) =>
      language.rules.filter((rule) => rule.id === DWELLING).flatMap((rule) => rule.phrases),
    ),
  )
  const announcers = [labels, dwellings]
  const things = cues.add(wordLists('named-things.json')('things'), 'aside')
  const towns = cues.add(packs.placeWords().town_labels, 'aside')
  const doors = cues.add(valueCues('door'), 'aside')
  const posts = cues.add(valueCues('field_post'), 'aside')
  const numbered = cues.bitsOf(NUMBERED)
  const determiners: ReadonlySet<string> = new Set(packs.placeWords().determiners.map(fold))
  const units = quantityWords()
  const isUnit = (word: string) => units.has(fold(word))
  const rights = cues.add(packs.placeWords().rights, 'aside')
  const calendar: ReadonlySet<string> = new Set(packs.placeCues().calendar.map(fold))
  const isCalendarWord = (word: string) => calendar.has(fold(word)) || monthNames().has(fold(word))
  const judge = new PlaceJudge(packs)
  const claimsOf = ({ text, evidence }: Task, reader: AddressReader, addresses: readonly FoundAddress[]): Claim[] => {
    const claims = new ClaimList(text.text.length)
    const places: PlaceCandidate[] = []
    const claimed: FoundAddress[] = []
    const people = peopleInOrder(evidence)
    const isOfPeople = people.length > 0 || evidence.hits.has(dwellings)
    evidence.streets = null
    const isLabelled = (at: number) => evidence.cue(labels, at, LABEL_REACH) >= 0
    for (const read of addresses) {
      const found = withoutDate(read, reader, evidence)
      if (isThing(found, evidence, things) || announcesNumber(found, evidence, numbered)) continue
      if (isCalendar(found, reader, isCalendarWord) || isRightsYear(found, reader, evidence, rights)) continue
      if (isAmount(found, text.text, isUnit) || isAssigned(found, text.text)) continue
      if (isPronoun(found, reader)) continue
      const isRoadOnly = !evidence.hits.has(dwellings) && !isLabelled(found.start)
      if (isRoadOnly && isOfNobody(found, reader, evidence)) evidence.addStreet(found)
      else if (found.level !== 'place') {
        const bare = withoutLabel(withoutResident(found, reader, judge), reader, evidence, labels, dwellings)
        const claim = addressClaim(bare, reader, isLabelled, determiners)
        if (claim !== null) claimed.push(found)
        claims.add(claim)
      } else if (
        found.parts.length === 1 &&
        isField(text.text, found.start) &&
        evidence.cue(towns, found.start, LABEL_REACH) >= 0
      )
        claims.add(location(reader, found.firstToken, found.endToken, 0.75))
      else places.push(listedPlace(found, reader, judge, evidence, people))
    }
    const { hits } = evidence
    if (hits.has(labels) || hits.has(dwellings)) widenAnnounced(claims, reader, evidence, judge, announcers)
    if (hits.has(labels) || hits.has(dwellings))
      for (const { says, end, endToken } of hits.all) {
        if (says.has(labels)) claims.add(labelled(text.text, end))
        if (says.has(dwellings)) claims.add(dwelling(reader, endToken, judge))
      }
    if (hits.has(doors) || hits.has(posts)) addBlocks(claims, reader, hits.all, { doors, posts })
    addPostcodes(claims, reader)
    addRepeated(claims, reader, claimed)
    // "Localidad: Hospitalet de Llobregat": a field for a town contains one, listed or not.
    if (evidence.people.length > 0 && hits.has(towns))
      for (const { says, endToken } of hits.all)
        if (says.has(towns) && reader.sign(endToken) === ':') claims.add(dwelling(reader, endToken, judge, true))
    addUnlisted(places, reader, judge, evidence, people, isOfPeople)
    for (const place of places)
      if (
        !isCalendarWord(reader.text.folded(place.firstToken)) &&
        (place.confidence > 0 ||
          (isOfPeople && place.isOne && !isNamed(place, reader, people)) ||
          (!isOfPeople && place.source === 'bent')) &&
        isResidence(residenceFeatures(place, reader, evidence, people, judge, dwellings), place, reader)
      )
        claims.add(location(reader, place.firstToken, place.endToken, Math.max(LEAST_CONFIDENCE, place.confidence)))
    return claims.all
  }
  const findAll = (tasks: readonly Task[]): Claim[][] => {
    const readers = tasks.map(({ text }) => new AddressReader(text, addressBookOf(packs)))
    const finders = readers.map((reader) => new AddressFinder(reader, { anyCase: false }))
    const starts = finders.map((finder) => finder.starts())
    const found = finders.map((finder, i) => finder.read(starts[i]!))
    return tasks.map((task, i) => claimsOf(task, readers[i]!, found[i]!))
  }
  return {
    name: 'addresses',
    // A small town is known by its name in the countries that govern.
    isScoped: true,
    find: (text, scope, evidence) => findAll([{ text, scope, evidence }])[0]!,
    findAll,
  }
}

/** Addresses that are announced begin where they are announced, and fill their field; no person is a part of one. */
function widenAnnounced(
  claims: ClaimList,
  reader: AddressReader,
  evidence: Evidence,
  judge: PlaceJudge,
  announcers: readonly number[],
): void {
  const { all } = claims
  const { hits } = evidence
  for (const { says, end: at } of hits.all) {
    if (!announcers.some((group) => says.has(group))) continue
    let index = firstAt(all, ({ start }) => start >= at)
    while (index < all.length && all[index]!.category !== ADDRESS && all[index]!.start - at <= LONGEST_UNREAD) index++
    const claim = all[index]
    if (claim === undefined || claim.category !== ADDRESS) continue
    let { start, end } = announced(reader.text.text, at, claim)
    if (end > claim.end && hits.between(claim.end, end).some((hit) => evidence.isOfPeople(hit))) ({ end } = claim)
    if (start < claim.start || end > claim.end) claims.widen(index, start, end)
  }
}

/** "zone=Vienna": a setting with the name of a town. A residence also has a street or a postcode. */
const isAssigned = ({ start, parts, level }: FoundAddress, text: string): boolean =>
  level === 'place' && parts.length === 1 && text[start - 1] === '='

/** Roles of a first word that is part of a street's name. */
const NAMES_STREET = Role.streetBefore | Role.streetAfter | Role.building
/** Letters of a cue that is not part of a street's name. */
const LEAST_CUE = 5
/** Kinds of cue that no street is called by. */
const NUMBERED = ['id', 'account', 'card', 'reference']

/** "Kennzeichen LN 482", "Račun št. 118": one of the words is a cue for the number after it. */
function announcesNumber(
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
    if ((label.kinds & kinds) !== 0) return true
  }
  return false
}

function withoutResident(found: FoundAddress, reader: AddressReader, judge: PlaceJudge): FoundAddress {
  const firstToken = found.firstToken + residentTokens(found, reader, judge.levels)
  return firstToken === found.firstToken ? found : { ...found, firstToken, start: reader.start(firstToken) }
}

/** "Adresse Herrengasse 8", "Demeurant Kerkstraat 39": the address without the words before it that announce one. */
function withoutLabel(
  found: FoundAddress,
  reader: AddressReader,
  { hits }: Evidence,
  labels: number,
  dwellings: number,
): FoundAddress {
  const { firstToken, start, end, parts } = found
  if (parts[0]!.kind !== 'street' || !(hits.has(labels) || hits.has(dwellings))) return found
  if ((reader.roles(firstToken) & NAMES_STREET) !== 0) return found
  for (const hit of hits.between(start, end)) {
    // "Aktuelle Adresse Herrengasse 8": one word may precede the label.
    if (hit.firstToken > firstToken + 1 || !hit.says.has(labels)) continue
    if ((reader.roles(hit.firstToken) & NAMES_STREET) !== 0) continue
    const from = hit.endToken
    return { ...found, firstToken: from, start: reader.start(from) }
  }
  return found
}

function addressClaim(
  found: FoundAddress,
  reader: AddressReader,
  isLabelled: (at: number) => boolean,
  determiners: ReadonlySet<string>,
): Claim | null {
  const { start } = found
  const end = withoutCountry(found, reader)
  if (isTechnical(found, reader, end, determiners)) return null
  // "K693184", "A830579 Rosenthal": the number of a part as well.
  if (UNPARTED.test(sliceOf(reader.text.text, start, end))) return null
  const claim = (confidence: number, category = ADDRESS) => claimOf(category, start, end, confidence, PARSER, 'pattern')
  switch (found.level) {
    case 'address':
      return claim(addressConfidence(found))
    case 'postcode':
      return claim(0.75)
    case 'landmark':
      // "near Hoofdstraat 139-B, 9712 KE Groningen"
      if (found.parts.some(({ kind }) => kind === 'postcode'))
        return claimOf(ADDRESS, reader.start(found.firstToken + 1), end, 0.75, PARSER, 'pattern')
      return claim(0.6, 'PII-4-LANDMARK_ANCHOR')
    default: {
      // "the Third Section of the Court": a weak type word alone is not a street.
      if (found.isWeak && !found.parts.some((part) => part.kind === 'number')) return null
      return isLocated(found, reader) || isLabelled(start) ? claim(0.6) : null
    }
  }
}

/** Two measured values, a temperature and what follows it, an act by number and year, a sentence's last word. */
function isTechnical(
  found: FoundAddress,
  reader: AddressReader,
  end: number,
  determiners: ReadonlySet<string>,
): boolean {
  const hasTown = found.parts.some(
    (part) => part.kind === 'place' || part.kind === 'postcode' || part.kind === 'region',
  )
  // "a place in Year 4": after an article the word is ordinary; "zamieszkały/a ul. Zielona 105A, 20-082 Lublin" is an address.
  const before = found.firstToken - 1
  const isPlain = reader.kind(found.firstToken) === TokenKind.lower && reader.kind(before) === TokenKind.lower
  if (isPlain && !hasTown && determiners.has(reader.text.folded(before)) && !reader.isNewline(found.firstToken))
    return true
  const { text } = reader.text
  if (text[found.start - 1] === '\u00b0' || MEASURES.test(sliceOf(text, found.start, end + 8))) return true
  return false
}

/** A letter and digits without a space, which alone are not a postcode. */
const UNPARTED = /^\p{Lu}\d{5,}(?: \p{L}+)?$/u
const MEASURES =
  /\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA)\b.{0,20}\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA|A)\b/

/** The country at the end of an address is not personal; the claim ends before it. */
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

/** A street without number or town needs a preposition of place: "on Milton Road", "in der Hauptstraße". */
function isLocated(found: FoundAddress, reader: AddressReader): boolean {
  if (hasNumber(found)) return true
  let before = found.firstToken - 1
  if ((reader.roles(before) & (Role.connector | Role.preposition)) === Role.connector) before--
  return (reader.roles(before) & Role.preposition) !== 0 && !reader.isCapital(before)
}

const hasNumber = ({ parts }: FoundAddress): boolean => parts.some(({ kind }) => kind === 'number' || kind === 'unit')

/** A street alone in a text whose only name is its eponym: texts on roadworks and bus lines name streets. */
function isOfNobody(found: FoundAddress, reader: AddressReader, { people }: Evidence): boolean {
  if (found.level !== 'street' || hasNumber(found) || !isLocated(found, reader)) return false
  return !people.some(({ start, end }) => start >= found.end || end <= found.start)
}
