// Where a run of capitalised words is cut, at titles and at words that no name contains, and what surrounds each piece.

import { Level } from '../../../../packs/word-levels.ts'
import { COLON, COMMA, EQUALS, OPEN_PARENTHESIS, QUOTE, SPACE } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import { isCapitalised } from '../../token-questions.ts'
import { After, after as afterOf } from '../around/after.ts'
import { behindLabel, opensWords } from '../around/attribute.ts'
import { Before } from '../around/before.ts'
import { closesSentence, isAssigned, isNamedAfter } from '../doubts/named-after.ts'
import type { NameSearch } from '../search.ts'
import { WordBit } from '../words/lexicon.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { asFamily, asGiven, isBarrier, isDesignator } from './score.ts'

/** What may stand between the name of a company and its legal form: "Oakfield Estates (UK) Ltd". */
const COMPANY_REST = /^(?: \(\p{L}{2,12}\))?,? /u
const COMPANY_REACH = 32
const PLACE = Role.organisation | Role.street

/** Words from..to of a run, without barriers, and what surrounds them. */
export interface Segment {
  readonly run: readonly NameWord[]
  readonly from: number
  readonly to: number
  /** Bits of Before and After. */
  readonly before: number
  readonly after: number
  readonly isTitled: boolean
  /** A company or street word follows in the run: only a title or a label still makes a person of what stands before it. */
  readonly isBlocked: boolean
  readonly penalty: number
}

/** Whether word `i` is a barrier here. Words that are also common names (Hill, King, Grace) stand as names beside a name. */
export function isCut(run: readonly NameWord[], i: number): boolean {
  const word = run[i]!
  if (i > 0 && i + 1 < run.length && isDesignator(run[i - 1]!, word)) return true
  if (word.roles === 0) return false
  const previous = i > 0 ? run[i - 1]! : null
  const next = i + 1 < run.length ? run[i + 1]! : null
  const { given, family, word: ordinary } = word.levels
  if (previous === null && next !== null) {
    if ((word.roles & Role.opening) !== 0 && given < Level.common && !isFirstName(word, next)) return true
    // "Reader Eamonn", "Til Birthe": a role or a preposition that is also a name, before a better one.
    if ((word.roles & Role.label) !== 0 && !word.isInitial && asGiven(next) >= 4 && asGiven(word) < 4) return true
  }
  if (!isBarrier(word) || word.isParticle || word.isInitial) return false
  // "F. van 't Hof", "Anna von Bank": behind the particle of a family name.
  if (family >= Level.known && (word.roles & Role.title) === 0 && isNobled(run, i)) return false
  // "Fenna van 't Hof", "Lea De Winter": what a particle of persons leads on to.
  if (i > 1 && previous!.isParticle && family >= Level.uncommon && opensName(run[i - 2]!) && endsName(next))
    return false
  // Till Grotke: a preposition that is above all a given name, before a family name.
  const isGivenFirst = given >= Level.common && next !== null && asFamily(next) >= 3 && asGiven(next) < 3
  if ((word.roles & (Role.title | Role.notName)) === 0 && (word.roles & Role.label) !== 0 && isGivenFirst) return false
  // "Nina Leto": above all a given name, whatever it heads elsewhere, before a word that may be a family name.
  const isOnlyHeading =
    (word.roles & ~(Role.label | Role.opening | Role.title)) === 0 && given >= Level.common && ordinary < Level.frequent
  if (isOnlyHeading && previous === null && next !== null && i + 2 === run.length && !isBarrier(next))
    return asFamily(next) < -1 || asGiven(next) >= 4
  // "Jane Kind", "John Constable": what heads a field elsewhere ends the run behind a common given name.
  const isHeadElsewhere =
    (word.roles & ~(Role.label | Role.occupation)) === 0 && family >= Level.uncommon && ordinary < Level.frequent
  if (isHeadElsewhere && next === null && i === 1 && previous!.levels.given >= Level.common) return false
  if ((word.roles & Role.notName) !== 0) return isArticle(word) || !isNameAfterAll(word, previous, next)
  if ((word.roles & Role.street) !== 0) {
    // Filomena Rúa: a street word that would stand before the street's name, behind a given name.
    const isName =
      (word.roles & Role.leadStreet) !== 0 && family >= Level.uncommon && next === null && previous !== null
    if (isName && asGiven(previous) >= 3) return false
    // Allen Crowther, Ona Kazlauskienė: a street word elsewhere, before a family name.
    const isGivenHere = given >= Level.common && (word.roles & Role.leadStreet) === 0
    if (isGivenHere && next !== null && !isBarrier(next) && asFamily(next) >= 1.5) return false
    // "Jeroen Vandewalle": it only ends as streets do.
    const isByEnding = (word.known.roles & Role.street) === 0 && next === null && previous !== null
    if (isByEnding && ordinary === 0 && (asGiven(previous) >= 4 || (previous.roles & Role.title) !== 0)) return false
    // "Belinda Allen": above all a family name, last and behind a given name.
    const isSurname = (word.roles & Role.lowerStreet) === 0 && family >= Level.common && family - ordinary >= CLEARLY
    if (isSurname && next === null && previous !== null) return asGiven(previous) < 4
    if (ordinary >= Level.uncommon) return true
  }
  // Otieno Ouma, Stephen King: a title that ends the run behind a given name is a family name.
  if ((word.roles & Role.title) !== 0 && given >= Level.frequent && previous !== null && next !== null)
    // Akosua Dede Lamptey: a second given name before a family name.
    return asGiven(previous) < 3 || (previous.roles & Role.title) !== 0 || asFamily(next) < 3
  if ((word.roles & Role.title) !== 0)
    return !(next === null && family >= Level.frequent && previous !== null && asGiven(previous) >= 3)
  // "Matthieu Voisin", "Sue Holder": what heads a field elsewhere, and a family name that closes the run behind a given name.
  const isLast = word.roles === Role.label && next === null && previous !== null
  if (
    isLast &&
    family >= Level.known &&
    (family >= Level.frequent || ordinary <= family) &&
    asGiven(previous) >= (family >= Level.frequent ? 3 : 4)
  )
    return false
  if (Math.max(given, family) < Level.common) return true
  return previous === null || asGiven(previous) < 3
}

/** "The Okafor account", "The Bosch was hit": in English no given name. */
function isArticle({ known }: NameWord): boolean {
  return (known.small & Small.thingArticle) !== 0
}

/** "Kåre Mathisen": a common given name that greets in another spelling, before what is only ever a family name. */
function isFirstName({ levels }: NameWord, next: NameWord): boolean {
  return (
    levels.given >= Level.frequent && next.levels.given === 0 && next.levels.word < Level.rare && asFamily(next) >= 3
  )
}

/** A given name, or the letter that stands for one. */
function opensName(word: NameWord): boolean {
  return word.isInitial || asGiven(word) >= 3
}

/** The name ends before `next`: nothing follows, or "of" and whose it is. */
function endsName(next: NameWord | null): boolean {
  return next === null || next.isParticle
}

/** A particle of persons stands before word `i`, over an article at most, or two of any; a name or a title before that. */
function isNobled(run: readonly NameWord[], i: number): boolean {
  let first = i
  let isNoble = false
  while (first > 0 && run[first - 1]!.isParticle && !isNoble) isNoble = (run[--first]!.known.small & Small.noble) !== 0
  if (first === i || (!isNoble && i - first < 2)) return false
  // "Mme de La Motte" opens with its particles.
  if (first === 0) return !isNoble
  const { isInitial, roles } = run[first - 1]!
  return isInitial || (!isNoble && (roles & Role.title) !== 0) || asGiven(run[first - 1]!) >= 3
}

/** Months and the like that are family names behind a given name, or given names before a family name. */
function isNameAfterAll(word: NameWord, previous: NameWord | null, next: NameWord | null): boolean {
  const { given, family, word: ordinary } = word.levels
  // "along Nelson Street": first of all the word for a street.
  if ((word.roles & Role.street) !== 0 && ordinary >= Level.frequent) return false
  // "Jon Strøm": a common family name ends the run, whatever it is in German.
  if (family >= Level.common && next === null && previous !== null && previous.levels.given >= Level.known) return true
  // "Hi Marco," alone: what stands around it decides (loneDoubt).
  if ((previous === null || (previous.roles & Role.opening) !== 0) && next === null) return given >= Level.common
  if (family >= Level.known && previous !== null && asGiven(previous) >= (family >= Level.common ? 3 : 4)) return true
  const isTitled = previous !== null && (previous.roles & Role.title) !== 0
  if (family >= Level.frequent && isTitled && (word.roles & Role.organisation) === 0) return true
  if (next === null || isBarrier(next)) return false
  // "Christian Kolm": a common given name before a word nobody knows.
  return (
    (given >= Level.frequent && asFamily(next) >= 3) ||
    (given >= Level.common && isUnknown(next.levels) && !next.isUpper)
  )
}

/** "Frau Graf", "Mme Cousin", "mevrouw Vos": a barrier that is a family name as well, alone behind a form of address. */
export function isAddressed(run: readonly NameWord[], i: number, isTitled: boolean): boolean {
  const { roles, levels } = run[i]!
  if (!isTitled || i !== run.length - 1 || levels.family < Level.known) return false
  // "Mr Hill", "Mrs Church": above all a family name.
  return (
    (roles & (Role.brand | Role.occupation)) === 0 &&
    ((roles & Role.organisation) === 0 || levels.family >= Level.common)
  )
}

/** The piece first..last of a run with its surroundings, or null when no person stands there. */
export function segmentOf(
  search: NameSearch,
  run: readonly NameWord[],
  first: number,
  last: number,
  isTitled: boolean,
): Segment | null {
  let from = first
  let to = last
  while (from < to && run[from]!.isParticle && !isTitled) from++
  while (to > from && (run[to - 1]!.isParticle || (run[to - 1]!.roles & Role.after) !== 0)) to--
  if (from >= to) return null
  // "at point C. Wardens", "180 °C. Servez": the letter ends a sentence and the name, if any, opens the next.
  if (to - from > 1 && run[from]!.isInitial && !isTitled && closesSentence(search, run[from]!)) {
    from++
    // "at 350 K. The Reynolds number"
    if ((run[from]!.known.small & Small.thingArticle) !== 0) return null
  }
  const following = to < run.length ? run[to]! : null
  const after = afterOf(search, run[to - 1]!.next)
  // A company, a street or a product that carries a name is no person.
  if ((after & After.ampersand) !== 0 && !isCouple(search, run, from, to, run[to - 1]!.next + 1))
    if (!isFamily(search, run, from, to)) return null
  if ((after & After.organisation) !== 0 && following === null) return null
  const previous = from > 0 ? run[from - 1]! : null
  if (to - from > 1 && isLeadingForm(search, run[from]!)) return null
  // "The Reynolds number stayed below 2,300."
  const isThing = previous !== null && isArticle(previous) && to - from === 1 && (after & After.lower) !== 0
  if (isThing && (search.words.small(run[from]!.next) & Small.household) === 0) return null
  // "Ring Cathrine": a street elsewhere, here what somebody is asked to do.
  const isAsked = from === 1 && (previous!.roles & Role.label) !== 0 && asGiven(run[from]!) >= 4
  if (previous === null ? isQuotedName(search, run[0]!.first) : !isTitled && isOthers(search, run, from, isAsked))
    return null
  const before = search.before(run[from]!.first)
  if (
    (before & Before.ampersand) !== 0 &&
    !isCouple(search, run, from, to, run[from]!.first - 3) &&
    !(to - from === 1 && (after & After.possessive) === 0 && areGiven(search, run[from]!, run[from]!.first - 2)) &&
    !isHalved(search, run, from, to)
  )
    return null
  if ((before & Before.street) !== 0 && !isTitled && !isAsked) return null
  if (search.scanned.mayHold(EQUALS) && isAssigned(search, run, from, to)) return null
  const labelled = isTitled ? -1 : behindLabel(search, run[from]!.first)
  if (labelled >= 0) {
    // "Attesterad av L. Lindqvist": the name stands behind the label, with a particle as its last word.
    let at = from + 1
    while (at < to && run[at]!.first < labelled) at++
    return at < to && run[at - 1]!.isParticle ? segmentOf(search, run.slice(at), 0, to - at, false) : null
  }
  if ((to - from === 1 && isSaint(search, run, from)) || isCompany(search, run, from, to)) return null
  if (!isTitled && (before & ANNOUNCED) === 0 && isNamedAfter(search, run, from, to)) return null
  const isBlocked = following !== null && (following.roles & PLACE) !== 0
  let penalty =
    (after & After.goods) !== 0 && !isTitled && (before & Before.title) === 0 ? (to - from === 1 ? 4.5 : 2.5) : 0
  if ((after & After.street) !== 0 && !isBlocked) penalty += 4
  if ((after & After.number) !== 0) penalty += to - from === 1 ? 6 : 4
  if ((before & Before.organisation) !== 0 && previous === null) penalty += 1.5
  const isAnnounced = previous === null || isTitled || (previous.roles & (Role.opening | Role.label)) !== 0
  let heard = isAnnounced ? before : before & ~(Before.label | Before.greeting)
  // "Guardian:\nDiet: none": an empty field, and the label of the next line.
  if ((before & Before.lineInitial) !== 0 && isField(search, run, to)) heard &= ~Before.label
  // "Defendant\nAffidavit of Ada Obi": the line under the label is a sentence, no value.
  if (
    (before & Before.above) !== 0 &&
    (after & After.lower) !== 0 &&
    to === run.length &&
    !search.attribute(run[to - 1]!.next)
  )
    heard &= ~Before.label
  return { run, from, to, before: heard, after, isTitled, isBlocked, penalty }
}

/** Whether the word before word `from` says that what follows belongs to a company, an office or a street. */
function isOthers(search: NameSearch, run: readonly NameWord[], from: number, isAsked: boolean): boolean {
  const previous = run[from - 1]!
  if (isLeadingForm(search, previous)) return true
  if (previous.isParticle && isCalled(run, from)) return true
  // A short form in capitals before a name is a post (AD, SA) more often than a company.
  const isPost = previous.isUpper && previous.end - previous.start <= 3
  return (previous.roles & PLACE) !== 0 && !isPost && !isAsked
}

/** A legal form that opens a company's name: all are of capitals. */
function isLeadingForm({ tokens, facts }: NameSearch, { first, next, known }: NameWord): boolean {
  return tokens.kind[first] === TokenKind.upper && next - first === 1 && facts.leadingForms.has(known.raw)
}

/** What announces a person whatever it is behind. */
const ANNOUNCED = Before.label | Before.title | Before.greeting | Before.closing

/** So many levels tell what a word is above all. */
const CLEARLY = 3

/**
 * "Petr Novák & Hana Horváthová": a given name with a family name on both sides of the sign, the other one at token `other`.
 * Firms are called by family names: "Smith & Sons".
 */
function isCouple(search: NameSearch, run: readonly NameWord[], from: number, to: number, other: number): boolean {
  const { tokens, words } = search
  if (to < run.length || run[from]!.isInitial || run[from]!.levels.given < Level.known) return false
  if (to - from < 2) return isHalf(search, run, from) || areGiven(search, run[from]!, other)
  if (other < 0 || other + 1 >= tokens.count) return false
  if (!isCapitalised(tokens.kind[other]!) || !isCapitalised(tokens.kind[other + 1]!)) return false
  if (tokens.end[other]! + 1 !== tokens.start[other + 1]) return false
  // Or a family name that is no other word, behind a name nobody knows.
  const { family, word } = words.levels(other + 1)
  return words.levels(other).given >= Level.known || (family >= Level.known && word < Level.rare)
}

/** "Milenko Jakšić & family": a full name, and behind the sign a word in small letters that is no part of a firm. */
function isFamily({ tokens, words }: NameSearch, run: readonly NameWord[], from: number, to: number): boolean {
  const other = run[to - 1]!.next + 1
  if (to - from < 2 || to < run.length || run[from]!.levels.given < Level.known || other >= tokens.count) return false
  return tokens.kind[other] === TokenKind.lower && (words.roles(other) & Role.organisation) === 0
}

/** "love Hildegard & Mathis": two words that are given names before anything else, and nothing tied to the second. */
function areGiven({ text, tokens, words }: NameSearch, { levels, roles }: NameWord, other: number): boolean {
  if (other < 0 || other >= tokens.count || tokens.kind[other] !== TokenKind.capital) return false
  const next = other + 1
  const isBeside = (at: number) => at >= 0 && at < tokens.count && isCapitalised(tokens.kind[at]!)
  if (
    isBeside(next) ||
    isBeside(other - 1) ||
    /^['\u2019]/.test(text.slice(tokens.end[other]!, tokens.end[other]! + 1))
  )
    return false
  const isGiven = (one: { given: number; family: number; word: number }) =>
    one.given >= Level.common && one.given >= one.family && one.word < Level.uncommon
  return isGiven(levels) && isGiven(words.levels(other)) && ((roles | words.roles(other)) & Role.brand) === 0
}

/** The first name of "Alberte & Aksel Kragelund": another given name follows behind the sign, and the family name of both. */
function isHalf({ tokens, words }: NameSearch, run: readonly NameWord[], from: number): boolean {
  const { next, levels } = run[from]!
  if (levels.given < Level.known || levels.word > Level.known) return false
  const other = next + 1
  if (other + 1 >= tokens.count || tokens.kind[next] !== TokenKind.sign) return false
  if (tokens.kind[other] !== TokenKind.capital || tokens.kind[other + 1] !== TokenKind.capital) return false
  const given = words.levels(other)
  const family = words.levels(other + 1)
  return (
    given.given >= Level.known &&
    given.family < given.given &&
    family.word < Level.known &&
    words.roles(other + 1) === 0
  )
}

/** The rest of "Alberte & Aksel Kragelund": one given name alone stands before the sign. */
function isHalved({ tokens, words }: NameSearch, run: readonly NameWord[], from: number, to: number): boolean {
  const { first, levels } = run[from]!
  const other = first - 2
  if (to - from < 2 || levels.given < Level.known || other < 0 || tokens.kind[other] !== TokenKind.capital) return false
  if (other > 0 && isCapitalised(tokens.kind[other - 1]!)) return false
  const { given, word } = words.levels(other)
  return given >= Level.known && word <= Level.known
}

/** Whether the colon of a label touches the run, whose last word ends the segment. */
function isField({ tokens }: NameSearch, run: readonly NameWord[], to: number): boolean {
  return to === run.length && unitAt(tokens.units, run[to - 1]!.end) === COLON
}

/** "Apotheek De Linde": an article with its capital between a kind of organisation and what it is called. */
function isCalled(run: readonly NameWord[], from: number): boolean {
  const article = run[from - 1]!
  return from > 1 && article.known.raw !== article.folded && (run[from - 2]!.roles & Role.organisation) !== 0
}

/** Words between a kind of organisation and its name in quotes at most: "Istituto Comprensivo Statale «G. Parini»". */
const QUOTE_REACH = 4
const OPENING_QUOTE = '"\u201c\u201e\u00ab\u00bb\u2018\''

/** Whether the run that begins at token `first` is the name in quotes of a school, a ship, a hall named before it. */
function isQuotedName({ text, tokens, words }: NameSearch, first: number): boolean {
  const start = tokens.start[first]!
  if (
    start < 2 ||
    tokens.units[start - 1]! === SPACE ||
    !OPENING_QUOTE.includes(text[start - 1]!) ||
    tokens.units[start - 2]! !== SPACE
  )
    return false
  for (let at = first - 2; at >= 0 && at > first - 2 - QUOTE_REACH; at--) {
    if (tokens.kind[at]! > TokenKind.upper) return false
    if ((words.bits[at]! & Role.organisation) !== 0 && words.known(at).folded.length >= LEAST_KIND) return true
  }
  return false
}

/** Letters of a word for an organisation that is no short form and no other word. */
const LEAST_KIND = 4

/** "świętego Jana", "Virgen del Rosario": a saint's day or church, unless a family name follows. */
function isSaint({ scanned, words }: NameSearch, run: readonly NameWord[], from: number): boolean {
  let at = from - 1
  while (at >= 0 && run[at]!.isParticle) at--
  if (at >= 0) return (run[at]!.roles & Role.saint) !== 0
  // "św. Jana"
  const last = run[0]!.first - 1
  const before = last > 0 && scanned.folded(last) === '.' ? last - 1 : last
  return before >= 0 && (words.roles(before) & Role.saint) !== 0
}

/** "Polderlicht B.V.", "Officine Rossi S.r.l.": a legal form within the words or right behind them. */
function isCompany(search: NameSearch, run: readonly NameWord[], from: number, to: number): boolean {
  const { text, tokens, words } = search
  const { forms } = search.facts
  for (let i = from + 1; i < run.length; i++) {
    if (i > to && (run[i - 1]!.roles & Role.organisation) === 0) break
    if (opensForm(run[i]!) && forms.isAt(text, run[i]!.start)) return true
  }
  const isKind = to < run.length && (run[to]!.roles & Role.organisation) !== 0
  const { end, next } = run[isKind ? run.length - 1 : to - 1]!
  const form = formAfter(text, tokens.units, end)
  if (form < 0) return false
  // What stands there is mostly a word, and few words open a form.
  const opening = tokens.start[next] === form ? next : next + 1
  const isWord = opening < tokens.count && tokens.start[opening] === form && tokens.kind[opening]! <= TokenKind.mixed
  if (isWord && (words.bits[opening]! & WordBit.opensForm) === 0) return false
  return forms.isAt(text, form) && !opensWords(search, form)
}

/** A word of several tokens is known by its letters alone, not as it is written. */
function opensForm({ first, next, known }: NameWord): boolean {
  return next - first > 1 || (known.small & Small.opensForm) !== 0
}

/** View index at which a legal form may begin behind a name that ends at `end`; -1 when none can. */
function formAfter(text: string, units: Uint16Array, end: number): number {
  // "Sea Breeze" Ltd: the name stands in quotation marks.
  const at = isClosingQuote(unitAt(units, end)) ? end + 1 : end
  const unit = unitAt(units, at)
  if (at > end) return unit === SPACE ? at + 1 : -1
  if (unit === COMMA) return unitAt(units, end + 1) === SPACE ? end + 2 : -1
  if (unit !== SPACE) return -1
  if (unitAt(units, end + 1) !== OPEN_PARENTHESIS) return end + 1
  const rest = COMPANY_REST.exec(sliceOf(text, end, end + COMPANY_REACH))
  return rest === null ? -1 : end + rest[0].length
}

/** The quotation marks " \u201c \u201d \u00bb \u00ab. */
function isClosingQuote(unit: number): boolean {
  return unit === QUOTE || unit === 0x201c || unit === 0x201d || unit === 0xbb || unit === 0xab
}
