// Postal addresses, landmarks and named places as claims, weighed so that false alarms are rare.
import { firstAt } from '../../../lists.ts'
import { readData } from '../../../packs/data-files.ts'
import type { Packs } from '../../../packs/load.ts'
import { fold } from '../../../text/fold.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { AddressFinder } from '../../../values/address/address-finder.ts'
import { AddressReader } from '../../../values/address/address-reader.ts'
import { addressBookOf } from '../../../values/address/book.ts'
import { type FoundAddress, kindsOf, Part } from '../../../values/address/parts.ts'
import { Role } from '../../../values/address/word-roles.ts'
import { ADDRESS_PARTS, PLACE, RULES } from '../confidence.ts'
import { type Claim, claimBy, claimOf, type Detector, type DetectorFactory, type Task } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues, wordLists } from '../lexicons.ts'
import { LinearWeights } from '../linear-weights.ts'
import { announced, dwelling, isField, LONGEST_UNREAD, labelled, location } from './announced.ts'
import { addBlocks, addHouses, addPostcodes } from './blocks.ts'
import { ClaimList } from './claim-list.ts'
import { PlaceJudge } from './place-judge.ts'
import { isDestination, isRefused, type RefusalContext, refusalWords, withoutDate } from './refusals.ts'
import { addRepeated } from './repeated.ts'
import {
  addUnlisted,
  isNamed,
  listedPlace,
  livesBefore,
  type PlaceCandidate,
  peopleAround,
  peopleInOrder,
  residenceFeatures,
  type Surroundings,
} from './residence.ts'
import { namesPerson, residentTokens } from './residents.ts'

const ADDRESS = 'PII-4-ADDRESS'
const PARSER = 'rule:addr_parser'
/** Most characters between a label and the address that it announces. */
const LABEL_REACH = 4
/** Cue rule of data/cues/place-cues.json with phrases for living or being born. */
const DWELLING = 'based_location'

/** Steps of the nearest person right before an address (peopleAround): "Mr Golightly of The Old Forge, Holt Road". */
const NEXT_TO: ReadonlySet<string> = new Set(['0', '1', '2'])

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
  const words = refusalWords([packs, cues])
  const towns = cues.add(packs.placeWords().town_labels, 'aside')
  const weather = cues.add(packs.placeWords().weather_talk, 'aside')
  const articles = cues.add(wordLists('named-things.json')('articleNumbers'), 'aside')
  const doors = cues.add(valueCues('door'), 'aside')
  const posts = cues.add(valueCues('field_post'), 'aside')
  const determiners: ReadonlySet<string> = new Set(packs.placeWords().determiners.map(fold))
  const judge = new PlaceJudge(packs)
  const groups = { labels, dwellings, announcers, towns, weather, articles, doors, posts }
  const find = ({ text, evidence }: Task, reader: AddressReader, addresses: readonly FoundAddress[]): Claim[] => {
    evidence.streets = null
    const people = peopleInOrder(evidence)
    const isOfPeople = people.length > 0 || evidence.hits.has(dwellings)
    const seen: AddressText = {
      ...{ reader, evidence, people, judge, dwellings, groups, isOfPeople, determiners },
      context: { words, reader, text: text.text, evidence },
      isForecast: !isOfPeople && speaksOf(evidence, weather, LEAST_WEATHER),
      isOfGoods: !isOfPeople && evidence.hits.has(articles),
      isLabelled: (at) => evidence.cue(labels, at, LABEL_REACH) >= 0,
      claimed: [],
    }
    const claims = new ClaimList(text.text.length)
    const places = addRead(claims, seen, addresses)
    addAfterCues(claims, seen)
    if (!seen.isForecast) addUnlisted(places, seen, isOfPeople)
    addPlaces(claims, seen, places, isResidence)
    return claims.all
  }
  const findAll = (tasks: readonly Task[]): Claim[][] => {
    const readers = tasks.map(({ text }) => new AddressReader(text, addressBookOf(packs)))
    const finders = readers.map((reader) => new AddressFinder(reader, { anyCase: false }))
    const starts = finders.map((finder) => finder.starts())
    const found = finders.map((finder, i) => finder.read(starts[i]!))
    return tasks.map((task, i) => find(task, readers[i]!, found[i]!))
  }
  return {
    name: 'addresses',
    // A small town is known by its name in the countries that govern.
    isScoped: true,
    find: (text, scope, evidence) => findAll([{ text, scope, evidence }])[0]!,
    findAll,
  }
}

/** A text, and what decides about all addresses in it. */
interface AddressText extends Surroundings {
  readonly context: RefusalContext
  /** Phrase-book groups of the cues; `announcers`: labels and words for living. */
  readonly groups: Readonly<
    Record<'labels' | 'dwellings' | 'towns' | 'weather' | 'articles' | 'doors' | 'posts', number>
  > & { readonly announcers: readonly number[] }
  readonly determiners: ReadonlySet<string>
  /** The text has persons, or words for living. */
  readonly isOfPeople: boolean
  readonly isForecast: boolean
  readonly isOfGoods: boolean
  readonly isLabelled: (at: number) => boolean
  /** Addresses that were claimed, whose parts may be repeated. */
  readonly claimed: FoundAddress[]
}

/** Adds the addresses that the grammar read; returns the places, which are decided together. */
function addRead(claims: ClaimList, seen: AddressText, addresses: readonly FoundAddress[]): PlaceCandidate[] {
  const { reader, evidence, context, isLabelled } = seen
  const places: PlaceCandidate[] = []
  for (const read of addresses) {
    const found = withoutDate(read, reader, evidence)
    if (isRefused(found, context) || isOfOtherText(found, seen)) continue
    if (isOfNobody(found, seen) && !isLabelled(found.start)) {
      if (isNamedAfterPerson(found, seen)) evidence.addStreet(found)
      const town = found.parts.filter(({ kind }) => kind === 'place')
      if (town.length === 1)
        places.push(listedPlace({ ...found, parts: town, firstToken: town[0]!.from, endToken: town[0]!.to }, seen))
    } else if (found.level !== 'place') {
      const bare = withoutLabel(withoutResident(found, reader, seen.judge), reader, evidence, seen.groups.announcers)
      const claim = addressClaim(bare, reader, isLabelled, seen.determiners)
      if (claim !== null) seen.claimed.push(found)
      claims.add(claim)
    } else if (isTown(found, read, seen))
      claims.add(location(reader, found.firstToken, found.endToken, PLACE.in_brackets))
    else if (!isDestination(found, context) && !seen.judge.isRowOf(found, reader, evidence))
      places.push(listedPlace(found, seen))
  }
  return places
}

/** True for a region of a forecast, and an article of a text of goods. */
const isOfOtherText = (found: FoundAddress, { reader, isForecast, isOfGoods, isLabelled }: AddressText): boolean =>
  (isForecast && isRegion(found)) || (isOfGoods && isArticle(found, reader) && !isLabelled(found.start))

/** True for the whole value of a field for a town, and a place after a date that was read as its street. */
function isTown(found: FoundAddress, read: FoundAddress, { reader, evidence, groups, judge }: AddressText): boolean {
  const isValue = found.parts.length === 1 && isField(reader.text.text, found.start)
  if (isValue && evidence.cue(groups.towns, found.start, LABEL_REACH) >= 0) return true
  return found !== read && judge.confidence(found, reader, evidence) > 0
}

/** Adds what no grammar reads: after labels, words for living and for towns, in blocks, and repeated parts. */
function addAfterCues(claims: ClaimList, seen: AddressText): void {
  const { reader, evidence, judge, groups } = seen
  const { hits } = evidence
  const { labels, dwellings, towns, doors, posts, announcers } = groups
  const { text } = reader.text
  if (announcers.some((group) => hits.has(group))) {
    widenAnnounced(claims, seen, announcers)
    for (const { says, end, endToken } of hits.all) {
      if (says.has(labels)) claims.add(labelled(text, end))
      if (says.has(dwellings)) claims.add(dwelling(reader, endToken, judge))
    }
  }
  if (hits.has(doors) || hits.has(posts)) addBlocks(claims, reader, hits.all, { doors, posts })
  addPostcodes(claims, reader)
  addHouses(claims, text)
  addRepeated(claims, reader, seen.claimed)
  // "Localidad: Hospitalet de Llobregat": a field for a town contains one, listed or not.
  if (evidence.people.length === 0 || !hits.has(towns)) return
  for (const { says, endToken } of hits.all)
    if (says.has(towns) && reader.sign(endToken) === ':') claims.add(dwelling(reader, endToken, judge, true))
}

/** Adds the places where somebody may live. */
function addPlaces(
  claims: ClaimList,
  seen: AddressText,
  places: readonly PlaceCandidate[],
  isResidence: ResidenceTest,
): void {
  const { reader, context, isOfPeople } = seen
  const mayBeClaimed = (place: PlaceCandidate) =>
    place.confidence > 0 || (isOfPeople ? place.isOne && !isNamed(place, seen) : place.source === 'bent')
  for (const place of places) {
    if (context.words.isCalendarWord(reader.text.folded(place.firstToken)) || !mayBeClaimed(place)) continue
    if (isResidence(residenceFeatures(place, seen), place, reader))
      claims.add(location(reader, place.firstToken, place.endToken, Math.max(PLACE.in_context, place.confidence)))
  }
}

/** Addresses that are announced begin where they are announced, and fill their field; no person is a part of one. */
function widenAnnounced(
  claims: ClaimList,
  { reader, evidence, judge }: Surroundings,
  announcers: readonly number[],
): void {
  const { all } = claims
  const { hits } = evidence
  for (const { says, start: from, end: at } of hits.all) {
    if (!announcers.some((group) => says.has(group))) continue
    let index = firstAt(all, ({ start }) => start >= at)
    while (index < all.length && all[index]!.category !== ADDRESS && all[index]!.start - at <= LONGEST_UNREAD) index++
    const claim = all[index]
    if (claim === undefined || claim.category !== ADDRESS) continue
    // "Niko Petrović, Sv. Roka 65": the given name is a word for living in Swahili.
    let { start, end } = announced(reader.text.text, at, claim)
    if (start < claim.start && namesPerson(reader, judge.levels, from, claim.start)) ({ start } = claim)
    const goesTooFar = () =>
      namesPerson(reader, judge.levels, claim.end, end) ||
      hits.between(claim.end, end).some((hit) => evidence.isOfPeople(hit))
    if (end > claim.end && goesTooFar()) ({ end } = claim)
    if (start < claim.start || end > claim.end) claims.widen(index, start, end)
  }
}

/** Different words of the weather that make a text a forecast. */
const LEAST_WEATHER = 2

/** Whether a text has so many different phrases of a group. */
function speaksOf({ hits }: Evidence, group: number, least: number): boolean {
  if (!hits.has(group)) return false
  const said = new Set<number>()
  for (const { says } of hits.all) if (says.has(group) && said.add(says.number).size >= least) return true
  return false
}

/** "Prognoza: bura na Jadranu, u Slavoniji magla": a place without a postcode. */
const isRegion = ({ level, parts }: FoundAddress): boolean =>
  level === 'place' && parts.every(({ kind }) => kind !== 'postcode')

/** "Gevalia 425 g", "Rooibostee 80 sakkies", "Puzzle Carcassonne": among articles, what no preposition puts anywhere. */
function isArticle({ level, parts, firstToken }: FoundAddress, reader: AddressReader): boolean {
  const isNamed = level === 'place' && parts.length === 1
  if (!isNamed && (level === 'place' || parts.some(({ kind }) => kind !== 'street' && kind !== 'number'))) return false
  return (reader.roles(firstToken - 1) & Role.preposition) === 0
}

/** Roles of a first word that is part of a street's name. */
const NAMES_STREET = Role.streetBefore | Role.streetAfter | Role.building
function withoutResident(found: FoundAddress, reader: AddressReader, judge: PlaceJudge): FoundAddress {
  const firstToken = found.firstToken + residentTokens(found, reader, judge.levels)
  return firstToken === found.firstToken ? found : { ...found, firstToken, start: reader.start(firstToken) }
}

/** "Adresse Herrengasse 8", "Demeurant Kerkstraat 39": the address without the words before it that announce one. */
function withoutLabel(
  found: FoundAddress,
  reader: AddressReader,
  { hits }: Evidence,
  announcers: readonly number[],
): FoundAddress {
  const { firstToken, start, end, parts } = found
  if (parts[0]!.kind !== 'street' || !announcers.some((group) => hits.has(group))) return found
  if ((reader.roles(firstToken) & NAMES_STREET) !== 0) return found
  for (const hit of hits.between(start, end)) {
    // "Aktuelle Adresse Herrengasse 8": one word may precede the label.
    if (hit.firstToken > firstToken + 1 || !announcers.some((group) => hit.says.has(group))) continue
    if ((reader.roles(hit.firstToken) & NAMES_STREET) !== 0) continue
    // "Habite au Kerkstraat 39"
    const isLed = reader.kind(hit.endToken) === TokenKind.lower && reader.isCapital(hit.endToken + 1)
    const from = isLed ? hit.endToken + 1 : hit.endToken
    if (!reader.isCapital(from) || (reader.roles(from) & Role.streetAfter) !== 0) continue
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
  if (UNPARTED.test(sliceOf(reader.text.text, start, end)) && !isLabelled(start)) return null
  switch (found.level) {
    case 'address':
      if (isCounted(found, reader) && !isLabelled(start)) return null
      return claimOf(ADDRESS, start, end, addressConfidence(found), PARSER, 'pattern')
    case 'postcode':
      return claimBy(RULES.address_with_postcode, start, end)
    case 'landmark':
      // "Asma’u Lawal": the end of a word is not a preposition.
      if (/['\u2019]/.test(reader.text.text[start - 1] ?? '')) return null
      // "near Hoofdstraat 139-B, 9712 KE Groningen"
      if (found.parts.some(({ kind }) => kind === 'postcode') && reader.isCapital(found.firstToken + 1))
        return claimBy(RULES.address_with_postcode, reader.start(found.firstToken + 1), end)
      return claimBy(RULES.landmark, start, end)
    default: {
      // "the Third Section of the Court": a weak type word alone is not a street.
      if (found.isWeak && !found.parts.some((part) => part.kind === 'number')) return null
      return isLocated(found, reader) || isLabelled(start) ? claimBy(RULES.address_street_only, start, end) : null
    }
  }
}

/** "20 Federring", "4 Lagerring": how many of a thing whose name ends as weak street words do; "at 12 Northgate" is a place. */
function isCounted({ firstToken, endToken, isWeak, parts }: FoundAddress, reader: AddressReader): boolean {
  if (!isWeak || parts.length !== 2 || endToken - firstToken !== 2 || parts[0]!.kind !== 'number') return false
  return firstToken === 0 || (reader.roles(firstToken - 1) & Role.preposition) === 0
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
  const value = sliceOf(text, found.start, end)
  // "458,41 EUR. Bank": digits after a comma are decimals; "before I leave": a pronoun is not a house.
  if (DECIMALS.test(sliceOf(text, Math.max(0, found.start - 2), found.start + 1))) return true
  if (!hasTown && ISO_DATE.test(value)) return true
  const hasPostcode = found.parts.some(({ kind }) => kind === 'postcode')
  if (!hasPostcode && PRONOUN.test(value) && GOES_ON.test(sliceOf(text, end, end + 3))) return true
  if (text[found.start - 1] === '\u00b0' || MEASURES.test(sliceOf(text, found.start, end + 8))) return true
  return (!hasTown && ACT.test(value)) || FULL_STOP.test(value)
}

/** A letter and digits without a space, which alone are not a postcode. */
const UNPARTED = /^\p{Lu}\d{5,}(?: \p{L}+)?$/u
const DECIMALS = /^\d,\d$/
/** "On 2026-03-27, Ada Obi wrote". */
const ISO_DATE = /(?:^|\D)(?:19|20)\d{2}-[01]\d-[0-3]\d(?!\d)/
const PRONOUN = /\p{Ll} \p{Lu}$/u
const GOES_ON = /^ \p{Ll}{2}/u
const MEASURES =
  /\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA)\b.{0,20}\d\s?(?:k?W|k?V|VA|kWh|[kMG]?Hz|mm|cm|kg|ml|dB|lm|rpm|bar|Nm|mAh|mA|A)\b/
/** "110/2019": acts, cases and competitions are cited so; houses are not numbered by years. */
const ACT = /\d{1,5}\/(?:19|20)\d{2}$/
const FULL_STOP = /^\p{Ll}{6,24}\. \p{Lu}/u

/** The country at the end of an address is not personal; the claim ends before it. */
function withoutCountry(found: FoundAddress, reader: AddressReader): number {
  const last = found.parts.at(-1)
  const before = found.parts.at(-2)
  if (last?.kind !== 'country' || before === undefined || last.to !== found.endToken) return found.end
  return reader.end(before.to - 1)
}

function addressConfidence(found: FoundAddress): number {
  const kinds = kindsOf(found.parts)
  let confidence = ADDRESS_PARTS.base
  if ((kinds & Part.street) !== 0) confidence += ADDRESS_PARTS.street
  if ((kinds & (Part.number | Part.plot | Part.unit)) !== 0) confidence += ADDRESS_PARTS.number
  if ((kinds & (Part.place | Part.region | Part.word)) !== 0) confidence += ADDRESS_PARTS.place
  if ((kinds & Part.postcode) !== 0) confidence += ADDRESS_PARTS.postcode
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

/**
 * True for a street or building without a number that nothing connects with a person: texts on roadworks, bus lines and clinics name such.
 * Words for living precede an address of a person, or the person does: "Ada Obi, Ring Road, Accra".
 */
function isOfNobody(found: FoundAddress, around: Surroundings): boolean {
  const { reader } = around
  const { level, parts, firstToken, endToken, start, end } = found
  if (
    (level !== 'street' && level !== 'address') ||
    hasNumber(found) ||
    /\d/.test(sliceOf(reader.text.text, start, end))
  )
    return false
  if (livesBefore(start, around)) return false
  if (parts.length === 1) return true
  const { near, inLine } = peopleAround({ firstToken, endToken }, around)
  if (reader.sign(firstToken - 1) !== ',') return !NEXT_TO.has(near)
  // "House C214/6, Kokomlemle, Accra"; the number of a row of a table has no space after its comma.
  const goesOn = !reader.isTight(firstToken) && reader.kind(firstToken - 2) === TokenKind.number
  return !inLine && !goesOn
}

/** True if the only name of the text is that of the street. */
function isNamedAfterPerson(found: FoundAddress, { reader, people }: Surroundings): boolean {
  if (found.level !== 'street' || !isLocated(found, reader)) return false
  return !people.some(({ start, end }) => start >= found.end || end <= found.start)
}
