// What speaks against a single word as a name: sentence starts, occupations, plants, places, makers, acronyms.
import { Level } from '../../../../packs/word-levels.ts'
import { COMMA } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { acts } from '../around/acting.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isSetApart, LAST_LINE, SIGNS, signsOff } from '../around/signature.ts'
import type { Segment } from '../runs/segments.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { isMoney } from './goods-rows.ts'
import { amongWords, isBeforeNoun, isBehindArticle, isCompound, isKindJoined } from './noun-phrase.ts'
import { endsPath, isMonth, isWithin } from './other-use.ts'
import { isBeforePlantTalk } from './plants.ts'
import { isBehindPicture, sentenceDoubt } from './sentence-start.ts'
import { isHeadline } from './together-doubt.ts'
import { isAmongTrades } from './trades.ts'
import { isUnheard, UNHEARD } from './unheard.ts'
import { Doubt } from './weights.ts'

/** What somebody is called by, whatever else the word is. */
export const CALLED = Before.greeting | Before.closing | Before.title | Before.label
const ADDRESSED = Before.greeting | Before.closing | Before.title | Before.cue

/** What speaks against a single word. */
export function loneDoubt(search: NameSearch, segment: Segment, a: number, pattern: boolean): number {
  const score = spellingDoubt(search, segment, a, pattern)
  if (isSomethingElse(search, segment, a)) return score - Doubt.decisive
  const field = score + fieldDoubt(search, segment, a, pattern)
  if (pattern) return field + announcedDoubt(search, segment, a)
  return field + thingDoubt(search, segment, a) + openingDoubt(search, segment, a) + placeDoubt(search, segment, a)
}

/** What its letters and what stands right beside it say against a word, announced or not. */
function spellingDoubt(search: NameSearch, { run, before, after }: Segment, a: number, pattern: boolean): number {
  const word = run[a]!
  const { given, family } = word.levels
  let score = 0
  if (opensSentence(search, word, before, after) && (word.roles & Role.opening) !== 0) score -= Doubt.decisive
  if (word.end - word.start < LEAST_LETTERS) score -= Doubt.fair
  // "Peti, a Canon": a name called out at the start of a line.
  if ((before & Before.lineInitial) !== 0 && (after & After.calls) !== 0 && given > 0) score += CALLED_OUT
  if (pattern && word.isUpper && isHeadline(run)) score -= Doubt.decisive
  // 'campaign "Olive"': in quotes behind the word for what is called so.
  if (!pattern && isQuotedTitle(search, word)) score -= Doubt.serious
  // "ur NHIF": an acronym is no name whatever announces it.
  if (word.isUpper && word.end - word.start <= LONGEST_ACRONYM && Math.max(given, family) < Level.uncommon)
    score -= Doubt.grave
  return score
}

/** Whether a word is something else than a person, whatever announces it. */
function isSomethingElse(search: NameSearch, { run, before, after, isTitled }: Segment, a: number): boolean {
  const word = run[a]!
  // Months and faiths that people are called as: only where somebody is addressed or signs.
  if ((word.roles & Role.notName) !== 0 && (before & ADDRESSED) === 0 && !search.mail?.has(word.folded)) return true
  if (!isTitled && isMonth(search, word)) return true
  // "com.example.net.Peer": the last of a path.
  if (endsPath(search, word)) return true
  // "Customer: Will you help me?": a verb and whom it asks.
  return word.levels.word > 0 && (after & After.possessive) === 0 && asksWhom(search, word)
}

/** What says against a word that it heads a field or a row, or signs as a maker does; for it, that it signs a text. */
function fieldDoubt(search: NameSearch, { run, before, after }: Segment, a: number, pattern: boolean): number {
  const word = run[a]!
  const { given, family, word: ordinary } = word.levels
  const opensLine = (before & Before.lineInitial) !== 0
  const hasColon = (after & After.colon) !== 0
  const isMade = (word.roles & Role.brand) !== 0
  let score = 0
  // "Bill F2026693006": a word with a number in letters and digits behind it heads a document.
  if (!pattern && ordinary > 0 && search.tokens.kind[word.next] === TokenKind.mixed) score -= NUMBERED
  // "Reply-To:" at the start of a line is the name of a field.
  if (word.next - word.first > 1 && opensLine && hasColon) score -= Doubt.decisive
  // "Neto 2 854,29 €": what a row of amounts is of, more than a family name that is little else.
  if (given > 0 && given < family && opensLine && isPriced(search, word)) score -= PRICED
  // "Service clients — Michelin": a maker signs as well.
  if (isMade && (before & Before.dash) !== 0) score -= Doubt.grave
  // "Pat: Lindholm Maria": what heads a field is its label.
  if ((word.roles & Role.label) !== 0 && opensLine && hasColon) score -= Doubt.grave
  // "Casier: Viorica ...", "Avi: paketet ...": what opens a field is a label that nobody listed, when it is no given name or a word as well.
  if (!pattern && hasColon && (before & Before.sentenceInitial) !== 0) {
    if (given === 0) score -= Doubt.strong
    else if (ordinary >= Level.uncommon || search.isOther(word.folded, true)) score -= Doubt.serious
  }
  // "Thanks for the cake.\nErna": a given name alone is the last line of a text: who wrote it.
  const isOwnLine = run.length === 1 && !isMade && isSetApart(search, run)
  if (given >= Level.uncommon && ordinary < Level.uncommon && isOwnLine) score += LAST_LINE
  return score
}

/** What speaks against a word that is announced; for it, that nobody uses it otherwise. */
function announcedDoubt(search: NameSearch, segment: Segment, a: number): number {
  const { before, isTitled, run, to } = segment
  const word = run[a]!
  const { given, word: ordinary } = word.levels
  const isMade = (word.roles & Role.brand) !== 0
  let score = 0
  if (!isTitled && (before & CALLED) === 0) {
    // "Witness Renault", "customer Bosch": a maker is announced as a person more often than somebody of its name.
    if (isMade) score -= Doubt.grave
    // "sent by Head Office": an ordinary word, and a capital behind it.
    if (ordinary >= Level.uncommon && to < run.length) score -= Doubt.strong
    // "customer LIKE '%a%'": an ordinary word in capitals.
    if (word.isUpper && ordinary >= Level.frequent) score -= Doubt.grave
    // "left for London"
    if (isAboveAllPlace(search, word)) score -= Doubt.strong
  }
  // "Seller: Miele.": so it is behind a label, where nothing of a person follows.
  const isFieldOnly = !isTitled && (before & CALLED) === Before.label
  if (isFieldOnly && isMade && given < Level.common && !search.attribute(word.next)) score -= Doubt.grave
  // "geborene Terbrüggen": a word that nobody uses, where a person is announced.
  if (isAnnouncedHere(search, segment, a) && isUnheard(word)) score += UNHEARD
  // "Πελάτης: Εντάξει": what one says who speaks again and again.
  if (isUnknown(word.levels) && (before & Before.label) !== 0 && isSpoken(search, word)) score -= Doubt.grave
  return score
}

/** What says of a word that nothing announces that it is a thing, a trade, a plant or a title here. */
function thingDoubt(search: NameSearch, segment: Segment, a: number): number {
  const { run, before, after } = segment
  const word = run[a]!
  const { given, family, word: ordinary } = word.levels
  const isPossessive = (after & After.possessive) !== 0
  const isSubject = (after & After.verb) !== 0
  let score = -amongWords(search, segment, a, a + 1)
  // "Wilma-viesti", "Mozart-konsert": a thing called after somebody.
  if (isCompound(search, word) || isKindJoined(search, word)) score -= Doubt.grave
  // "Reminder: Bohumír, we have": called behind the word for what is written.
  if ((before & Before.colon) !== 0 && (after & After.calls) !== 0 && given >= Level.known && ordinary === 0)
    score += CALLED_BEHIND_COLON
  // "Mark sheet", "Grace period": who stacks nouns puts no bare one behind a person.
  if (ordinary >= Level.rare && isBeforeNoun(search, word, after)) score -= Doubt.serious
  // "the Lily offer", "The Joy release": nor an article before a given name.
  if (given > family && !isPossessive && !isSubject && isBehindArticle(search, word)) score -= Doubt.strong
  if (isOccupation(search, word, after)) score -= Doubt.decisive
  if (word.next - word.first > 1 && isSaintly(search, word)) score -= Doubt.decisive
  if ((word.roles & Role.plant) !== 0 && !isPossessive && (search.speaksOfPlants() || isBeforePlantTalk(search, word)))
    score -= Doubt.decisive
  // "Der Bauer mäht zweimal"; "der Bauer sagt" may be one who is called so.
  const small = search.words.small(word.first - 1)
  const isTrade = (word.known.small & Small.trade) !== 0 && (small & Small.article) !== 0
  if (isTrade && !isSubject && !isPossessive) score -= Doubt.decisive
  if (isAmongTrades(search, word)) score -= Doubt.decisive
  // "beim Becken": what an article stands before that no person has.
  const isLed = a === segment.from && (small & Small.thingLead) !== 0
  if (given < Level.known && isLed && !isPossessive && !isSubject) score -= Doubt.grave
  // "Moons: Miranda, Ariel": the text lists what is called as people are.
  if (!isPossessive && search.hits.has(search.cues.groups.thingList)) score -= Doubt.decisive
  if (word.isUpper) score -= Doubt.strong
  return score
}

/** What speaks against a word that opens its sentence, so that its capital says nothing, or stands inside it as others do. */
function openingDoubt(search: NameSearch, { run, from, before, after }: Segment, a: number): number {
  const word = run[a]!
  const isInitial = opensSentence(search, word, before, after)
  if (isInitial && signsOff(search, word)) return SIGNS
  if (a !== from) return 0
  if (!isInitial) return isWithin(search, word, after) ? -Doubt.fair : 0
  if (goesOn(search, word, after)) return 0
  const { family, word: ordinary } = word.levels
  let score = 0
  // "Leie" is no case form of Leia where a sentence opens with it.
  if (isBent(search, word)) score -= Doubt.slight
  // "Radomír from billing", "Elvyra to chase"
  const isActing = isAboveAllName(word) && acts(search, word)
  if (isActing) score += (after & After.verb) === 0 ? ACTS : ACTS_TOO
  // The capital is the sentence's. A word that is only ever a family name hardly needs it.
  if (ordinary === 0 && (word.isShaped || family >= Level.common)) score -= OPENS_AS_FAMILY
  else {
    score -= ordinary === 0 ? Doubt.slight : Doubt.fair
    if ((after & After.lower) !== 0 && !isActing && !isSaying(search, word, after)) score -= GOES_ON
  }
  if ((after & After.possessive) === 0 && !isActing && !search.mail?.has(word.folded))
    score -= sentenceDoubt(search, word, after)
  return score
}

/** What says of a word that nothing announces that it is a place or a maker, or that nobody knows it. */
function placeDoubt(search: NameSearch, { run, before, after }: Segment, a: number): number {
  const word = run[a]!
  const isCommon = word.levels.given >= Level.common
  let score = 0
  if ((after & After.verb) === 0) {
    const isPlace = search.words.isPlace(word)
    // "Avisas a Jacinto": a common given name that is no place may stand behind a preposition.
    if ((before & Before.placeLead) !== 0 && (!isCommon || isPlace)) score -= Doubt.fair
    if ((after & After.possessive) === 0 && isPlace) score -= isCommon ? Doubt.slight : Doubt.serious
  }
  if ((word.roles & Role.brand) !== 0) score -= Doubt.grave
  // "Škoda Octavia": a model behind its maker.
  if (a > 0 && isMaker(run[a - 1]!)) score -= Doubt.grave
  if (isUnknown(word.levels)) score -= Doubt.serious
  return score
}

function opensSentence(search: NameSearch, word: NameWord, before: number, after: number): boolean {
  return (before & Before.sentenceInitial) !== 0 || isBehindPicture(search, word, after)
}

/** Letters of a name at least, and of an acronym at most. */
const LEAST_LETTERS = 3
const LONGEST_ACRONYM = 5
/** What a word gains that is called out at the start of a line, and behind a colon. */
const CALLED_OUT = 2
const CALLED_BEHIND_COLON = 1.2
/** What a word gains that opens a sentence about a person, and what more than its verb says already. */
const ACTS = 1.5
const ACTS_TOO = 0.6
/** What a word loses that opens a sentence: one that is only a family name, and any that goes on in small letters. */
const OPENS_AS_FAMILY = 0.6
const GOES_ON = 0.7

/** A given name more than any other word, or a family name and no other word. */
function isAboveAllName({ levels: { given, family, word, proper }, roles }: NameWord): boolean {
  if ((roles & (Role.plant | Role.brand)) !== 0) return false
  return (given >= Level.known && given > word && given > proper) || (family >= Level.known && word + proper === 0)
}

/** A word alone in straight quotes, with a blank and a word with its capital before them: no cell of a table, nobody's "who calls himself". */
function isQuotedTitle({ text, tokens }: NameSearch, { start, end, first }: NameWord): boolean {
  if (text[start - 1] !== '"' || text[end] !== '"' || text[start - 2] !== ' ') return false
  return first > 1 && tokens.kind[first - 2] === TokenKind.capital
}

/** What an ordinary word loses before the number of a thing. */
const NUMBERED = 4
/** What a word loses that opens a line of money. */
const PRICED = 1.5
/** Tokens of an amount before its currency at most: "1 234 567,89 €". */
const LONGEST_AMOUNT = 6

/** Whether an amount of money stands right behind the word. */
function isPriced(search: NameSearch, { next }: NameWord): boolean {
  const { tokens, text } = search
  let at = next
  const isPart = () => tokens.kind[at] === TokenKind.number || /[.,]/.test(text[tokens.start[at]!]!)
  if (tokens.kind[at] !== TokenKind.number) return false
  while (at < tokens.count && at < next + LONGEST_AMOUNT && isPart()) at++
  return at < tokens.count && isMoney(search, at)
}

/** Whether a pronoun stands right behind a word, as behind the verb of a question. */
function asksWhom({ tokens, words }: NameSearch, { end, next }: NameWord): boolean {
  return next < tokens.count && tokens.start[next]! - end === 1 && (words.small(next) & Small.pronoun) !== 0
}

/** "... of 640 kr; Loke missing school": behind a semicolon and a blank a sentence goes on in small letters. */
function goesOn({ text }: NameSearch, { start, levels }: NameWord, after: number): boolean {
  return (after & After.lower) !== 0 && levels.word + levels.proper === 0 && text.startsWith('; ', start - 2)
}

/** A cue right before the word, in its sentence or before its bracket ("η σύζυγος (Chrystalla)"), and nothing of its run behind it. */
function isAnnouncedHere({ text }: NameSearch, { run, from, to, before }: Segment, a: number): boolean {
  if ((before & Before.cue) === 0 || a !== from || to !== run.length) return false
  return (before & Before.sentenceInitial) === 0 || text[run[a]!.start - 1] === '('
}

/** The lists have no such word, but names that it may be inflected from. */
function isBent({ words }: NameSearch, { known, levels }: NameWord): boolean {
  return !isUnknown(levels) && words.lexicon.lexical(known).place < 0
}

/** A sentence behind a label. */
const SENTENCE = /^: {1,3}[^\n:]{0,60}?\p{L} \p{Ll}/u
const SENTENCE_WITHIN = 80

/** Whether the label before a word speaks a second time in the text, and says a sentence there. */
function isSpoken({ text, hits, cues }: NameSearch, { start }: NameWord): boolean {
  const label = hits.nearestBefore(cues.groups.label, start, LABEL_WITHIN)
  if (label === null || text[label.end] !== ':') return false
  const { all } = hits
  const here = hits.endedBy(start)
  const last = Math.min(all.length, here + TURNS)
  for (let i = Math.max(0, here - TURNS); i < last; i++) {
    const hit = all[i]!
    if (hit === label || hit.says !== label.says) continue
    if (SENTENCE.test(text.slice(hit.end, hit.end + SENTENCE_WITHIN))) return true
  }
  return false
}

/** Phrases on either side among which the same label is looked for. */
const TURNS = 32
/** From a label to its value at most. */
const LABEL_WITHIN = 4

/** Known as a place rather than as a name: London, Brighton. */
function isAboveAllPlace({ words }: NameSearch, word: NameWord): boolean {
  const { given, family, proper } = word.levels
  return (
    given < Level.common &&
    (proper >= Level.frequent || (proper >= Level.uncommon && family < Level.known)) &&
    words.isPlace(word)
  )
}

/** A verb of people follows, none of the two letters that are other words elsewhere. */
function isSaying({ tokens: { start, end } }: NameSearch, { next }: NameWord, after: number): boolean {
  return (after & After.verb) !== 0 && end[next]! - start[next]! > 2
}

/** Saint-Michel, Sint-Jan: a place or a day. */
function isSaintly({ facts: { saintPrefixes } }: NameSearch, { folded }: NameWord): boolean {
  return saintPrefixes.some((prefix) => folded.startsWith(prefix))
}

/** "Alhassan Fuseini, Farmer," and "Žák:" say what somebody is; "Farmer said" and "Zak" whom. */
function isOccupation({ words, tokens }: NameSearch, { first, roles, levels }: NameWord, after: number): boolean {
  if ((roles & Role.occupation) === 0 || (after & (After.verb | After.possessive)) !== 0) return false
  const isColon = (after & After.colon) !== 0
  if (levels.given >= Level.frequent) return isColon
  return (
    levels.family < Level.common ||
    isColon ||
    (first > 0 && ((words.small(first - 1) & Small.article) !== 0 || tokens.units[tokens.start[first - 1]!]! === COMMA))
  )
}

function isMaker({ roles, levels }: NameWord): boolean {
  return (roles & Role.brand) !== 0 && levels.given < Level.known
}
