// What speaks against a span as a name: sentence starts, occupations, plants, places, makers, acronyms.
import { Level } from '../../../../packs/word-levels.ts'
import { COMMA } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { acts } from '../around/acting.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isSetApart, LAST_LINE, SIGNS, signsOff } from '../around/signature.ts'
import { asFamily, asGiven, isPlainWord } from '../runs/score.ts'
import type { Segment } from '../runs/segments.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { isMoney } from './goods-rows.ts'
import { amongWords, isBeforeNoun, isBehindArticle, isCompound, isKindJoined } from './noun-phrase.ts'
import { endsPath, isMonth, isWithin } from './other-use.ts'
import { isBehindPicture, sentenceDoubt } from './sentence-start.ts'
import { isAmongTrades } from './trades.ts'
import { areStrangers, isUnheard, NEVER_HEARD, strangers, UNHEARD } from './unheard.ts'

/** What somebody is called by, whatever else the word is. */
export const CALLED = Before.greeting | Before.closing | Before.title | Before.label
const ADDRESSED = Before.greeting | Before.closing | Before.title | Before.cue

/** What speaks against a single word. */
export function loneDoubt(search: NameSearch, segment: Segment, a: number, pattern: boolean): number {
  const { run, from, before, after } = segment
  const word = run[a]!
  const { given, word: ordinary } = word.levels
  const isInitial = (before & Before.sentenceInitial) !== 0 || isBehindPicture(search, word, after)
  const isPossessive = (after & After.possessive) !== 0
  let score = 0
  if (isInitial && (word.roles & Role.opening) !== 0) score -= 8
  if (word.end - word.start < 3) score -= 2
  // "Peti, a Canon": a name called out at the start of a line.
  if ((before & Before.lineInitial) !== 0 && (after & After.calls) !== 0 && given > 0) score += 2
  if (pattern && word.isUpper && isHeadline(run)) score -= 8
  // 'campaign "Olive"': in quotes behind the word for what is called so.
  if (!pattern && isQuotedTitle(search, word)) score -= 3
  // "ur NHIF": an acronym is no name whatever announces it.
  if (word.isUpper && word.end - word.start <= 5 && Math.max(given, word.levels.family) < Level.uncommon) score -= 6
  // Months and faiths that people are called as: only where somebody is addressed or signs.
  if ((word.roles & Role.notName) !== 0 && (before & ADDRESSED) === 0 && !search.mail?.has(word.folded))
    return score - 8
  if (!segment.isTitled && isMonth(search, word)) return score - 8
  // "Bill F2026693006": a word with a number in letters and digits behind it heads a document.
  if (!pattern && ordinary > 0 && search.tokens.kind[word.next] === TokenKind.mixed) score -= NUMBERED
  // "com.example.net.Peer": the last of a path.
  if (endsPath(search, word)) return score - 8
  // "Customer: Will you help me?": a verb and whom it asks.
  if (ordinary > 0 && !isPossessive && asksWhom(search, word)) return score - 8
  // "Reply-To:" at the start of a line is the name of a field.
  if (word.next - word.first > 1 && (before & Before.lineInitial) !== 0 && (after & After.colon) !== 0) score -= 8
  // "Neto 2 854,29 €": what a row of amounts is of, more than a family name that is little else.
  if (given > 0 && given < word.levels.family && (before & Before.lineInitial) !== 0 && isPriced(search, word))
    score -= PRICED
  // "Service clients — Michelin": a maker signs as well.
  if ((word.roles & Role.brand) !== 0 && (before & Before.dash) !== 0) score -= 6
  // "Pat: Lindholm Maria": what heads a field is its label.
  if ((word.roles & Role.label) !== 0 && (before & Before.lineInitial) !== 0 && (after & After.colon) !== 0) score -= 6
  // "Casier: Viorica ...", "Avi: paketet ...": what opens a field is a label that nobody listed, when it is no given name or a word as well.
  if (!pattern && (after & After.colon) !== 0 && (before & Before.sentenceInitial) !== 0)
    score -= given === 0 ? 4 : ordinary >= Level.uncommon || search.isOther(word.folded, true) ? 3 : 0
  // "Witness Renault", "customer Bosch": a maker is announced as a person more often than somebody of its name.
  const isCuedOnly = pattern && !segment.isTitled && (before & CALLED) === 0
  if (isCuedOnly && (word.roles & Role.brand) !== 0) score -= 6
  // "Seller: Miele.": so it is behind a label, where nothing of a person follows.
  const isFieldOnly = pattern && !segment.isTitled && (before & CALLED) === Before.label
  if (isFieldOnly && (word.roles & Role.brand) !== 0 && given < Level.common && !search.attribute(word.next)) score -= 6
  // "sent by Head Office": an ordinary word, and a capital behind it.
  if (isCuedOnly && ordinary >= Level.uncommon && segment.to < segment.run.length) score -= 4
  // "customer LIKE '%a%'": an ordinary word in capitals.
  if (isCuedOnly && word.isUpper && ordinary >= Level.frequent) score -= 6
  // "left for London"
  if (isCuedOnly && isAboveAllPlace(search, word)) score -= 4
  // "Thanks for the cake.\nErna": a given name alone is the last line of a text: who wrote it.
  const isOwnLine = run.length === 1 && (word.roles & Role.brand) === 0 && isSetApart(search, run)
  if (given >= Level.uncommon && ordinary < Level.uncommon && isOwnLine) score += LAST_LINE
  // "geborene Terbrüggen": a word that nobody uses, where a person is announced.
  if (pattern && isAnnouncedHere(search, segment, a) && isUnheard(word)) score += UNHEARD
  // "Πελάτης: Εντάξει": what one says who speaks again and again.
  if (pattern && isUnknown(word.levels) && (before & Before.label) !== 0 && isSpoken(search, word)) score -= 6
  if (pattern) return score
  score -= amongWords(search, segment, a, a + 1)
  // "Wilma-viesti", "Mozart-konsert": a thing called after somebody.
  if (isCompound(search, word) || isKindJoined(search, word)) score -= 6
  // "Reminder: Bohumír, we have": called behind the word for what is written.
  if ((before & Before.colon) !== 0 && (after & After.calls) !== 0 && given >= Level.known && ordinary === 0)
    score += 1.2
  // "Mark sheet", "Grace period": English puts no bare noun behind a person.
  if (ordinary >= Level.rare && isBeforeNoun(search, word, after)) score -= 3
  // "the Lily offer", "The Joy release": nor an article before a given name.
  if (given > word.levels.family && !isPossessive && (after & After.verb) === 0 && isBehindArticle(search, word))
    score -= 4
  if (isOccupation(search, word, after)) score -= 8
  if (word.next - word.first > 1 && isSaintly(search, word)) score -= 8
  if ((word.roles & Role.plant) !== 0 && !isPossessive && search.speaksOfPlants()) score -= 8
  // "Der Bauer mäht zweimal"; "der Bauer sagt" may be one who is called so.
  const isTrade = (word.known.small & Small.trade) !== 0 && (search.words.small(word.first - 1) & Small.article) !== 0
  if (isTrade && (after & (After.verb | After.possessive)) === 0) score -= 8
  if (isAmongTrades(search, word)) score -= 8
  // "beim Becken": what an article stands before that no person has.
  if (
    given < Level.known &&
    a === from &&
    !isPossessive &&
    (after & After.verb) === 0 &&
    (search.words.small(word.first - 1) & Small.thingLead) !== 0
  )
    score -= 6
  // "Moons: Miranda, Ariel": the text lists what is called as people are.
  if (!isPossessive && search.hits.has(search.cues.groups.thingList)) score -= 8
  if (word.isUpper) score -= 4
  if (isInitial && signsOff(search, word)) score += SIGNS
  else if (isInitial && a === from && !goesOn(search, word, after)) {
    // The capital is the sentence's. A word that is only ever a family name hardly needs it.
    const isFamily = ordinary === 0 && (word.isShaped || word.levels.family >= Level.common)
    // "Leie" is no case form of Leia where a sentence opens with it.
    if (isBent(search, word)) score -= 1
    // "Radomír from billing", "Elvyra to chase"
    const isActing = isAboveAllName(word) && acts(search, word)
    if (isActing) score += (after & After.verb) === 0 ? ACTS : ACTS_TOO
    score -= isFamily
      ? 0.6
      : (ordinary === 0 ? 1 : 2) +
        ((after & After.lower) !== 0 && !isActing && !isSaying(search, word, after) ? 0.7 : 0)
    if (!isPossessive && !isActing && !search.mail?.has(word.folded)) score -= sentenceDoubt(search, word, after)
  } else if (!isInitial && a === from && isWithin(search, word, after)) score -= 2
  const isSubject = (after & After.verb) !== 0
  // "Avisas a Jacinto": a common given name that is no place may stand behind a preposition.
  if ((before & Before.placeLead) !== 0 && !isSubject && (given < Level.common || search.words.isPlace(word)))
    score -= 2
  if (!isSubject && !isPossessive && search.words.isPlace(word)) score -= given >= Level.common ? 1 : 3
  if ((word.roles & Role.brand) !== 0) score -= 6
  // "Škoda Octavia": a model behind its maker.
  if (a > 0 && isMaker(run[a - 1]!)) score -= 6
  if (isUnknown(word.levels)) score -= 3
  return score
}

/** What a word gains that opens a sentence about a person, and what more than its verb says already. */
const ACTS = 1.5
const ACTS_TOO = 0.6

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

/** What speaks against several words as one name. */
export function togetherDoubt(search: NameSearch, segment: Segment, a: number, b: number, pattern: boolean): number {
  const { run, from, before, after } = segment
  const first = run[a]!
  const last = run[b - 1]!
  const isInitial = (before & Before.sentenceInitial) !== 0
  let score = 0
  // "beim Metzger Leberkäse"
  if (
    !pattern &&
    a === from &&
    first.levels.given < Level.known &&
    (search.words.small(first.first - 1) & Small.thingLead) !== 0
  )
    score -= 4
  // "Can Maja come by?", "My Philips leaks": one of the commonest words opens the sentence, and no family name is behind it.
  if (isInitial && a === from && b - a === 2 && first.levels.word >= Level.common && search.isCommon(first.first))
    if (last.levels.given > last.levels.family || (last.roles & Role.brand) !== 0) score -= 8
  const isHeading =
    isInitial &&
    (after & After.verb) === 0 &&
    (last.roles & Role.goods) !== 0 &&
    !isNamesake(first, last) &&
    // "Rosalie van de Water"
    !run[b - 2]!.isParticle
  if (isHeading || isProduct(run, a, b)) score -= 12
  const isWholeLine = (before & Before.lineInitial) !== 0 && (after & After.end) !== 0 && b === segment.to && a === from
  let uppers = 0
  for (let i = a; i < b; i++) {
    const word = run[i]!
    if (word.isUpper) uppers++
    // An acronym among words is an acronym.
    const isAcronym = word.isUpper && !word.isInitial && word.end - word.start <= 4 && word.levels.family < Level.common
    if (isWholeLine && i > a && word.levels.family >= Level.uncommon && word.levels.word === 0) continue
    if (isAcronym && (!first.isUpper || first.isInitial)) score -= 3
    // "PI Nord": an office in short and which one.
    if (isAcronym && i === a && !pattern && !run[a + 1]!.isUpper && word.levels.given < Level.known) score -= 3
  }
  if (pattern && uppers === b - a && isHeadline(run)) score -= 8
  if (b === segment.to && b - a === 2) {
    if (pattern) return score + strangers(run, a, b)
    if (a === 0 && b === run.length && isSetApart(search, run)) score += 3.5 * strangers(run, a, b)
    if (a === 0 && b === run.length && areStrangers(search, first, last)) score += NEVER_HEARD
  }
  if (pattern) return score
  score -= amongWords(search, segment, a, b)
  // "Golden Oreo", "Permitted Lien": such a language puts no plain word in front of who it is.
  if (isPlainWord(first) && first.levels.family === 0 && !first.isParticle && search.hasTrait('stacksNouns')) score -= 3
  if (a === from && isInitial && !first.isInitial) {
    const second = asGiven(run[a + 1]!)
    if (isUnknown(first.levels)) score -= b - a - kinParticles(run, a, b) > 2 ? 3 : 0.8
    else if (asGiven(first) < 1 && asFamily(first) < 1.6) score -= b - a > 2 || second >= 3 ? 3 : 1.5
    else if (first.levels.word >= Level.uncommon && asGiven(first) < 3 && second >= 4) score -= 2
  }
  if (uppers === b - a) score -= 1.5
  // "Hall B.": the letter says which hall.
  if (last.isInitial && b - a === 2 && (first.known.small & Small.designated) !== 0) score -= 8
  // "Storm Bert", "Gesetz von Hooke", "Santa Lucia"
  if (isNotWho(run, a, b)) score -= 8
  // "Taylor Rule"
  if ((last.known.small & Small.eponym) !== 0 && last.levels.given < Level.known && last.levels.family < Level.common)
    score -= 8
  // "Ferry Piraeus": the second word is a place and nobody's family name.
  if (b - a === 2 && last.levels.family === 0 && last.levels.proper > 0 && search.words.isPlace(last)) score -= 3
  // "OR PZ Prešov": two short forms open an office, not a name.
  const second = run[a + 1]!
  if (isShortForm(first) && isShortForm(second) && (isUnknown(first.levels) || isUnknown(second.levels))) score -= 6
  return score
}

/** "MISSING PERSON - LOW RISK": several words in capitals that are ordinary ones, as in a heading. */
function isHeadline(run: readonly NameWord[]): boolean {
  return (
    run.length > 1 &&
    run.every(({ levels, isUpper }) => isUpper && levels.word >= Level.uncommon && levels.given < Level.known)
  )
}

/** Whether the first word says what the rest is the name of: a storm, a law, a saint. */
function isNotWho(run: readonly NameWord[], a: number, b: number): boolean {
  const { known, roles, levels } = run[a]!
  // "Storm Bert": above all a word of the language, before a given name alone.
  const isSaid = (known.small & Small.designated) !== 0 && levels.word >= Level.known && b - a === 2
  if (isSaid && run[a + 1]!.levels.given >= Math.max(4, run[a + 1]!.levels.family)) return true
  if (levels.family >= Level.known || levels.given >= Level.known) return false
  if ((known.small & Small.designated) !== 0) return true
  if ((known.small & Small.law) !== 0) return run[a + 1]!.isParticle
  return (roles & Role.saint) !== 0 && b - a === 2
}

function isMaker({ roles, levels }: NameWord): boolean {
  return (roles & Role.brand) !== 0 && levels.given < Level.known
}

function isShortForm(word: NameWord): boolean {
  return word.isUpper && !word.isInitial && !word.isParticle && word.end - word.start <= 3
}

function kinParticles(run: readonly NameWord[], a: number, b: number): number {
  let count = 0
  for (let i = a; i < b; i++) if ((run[i]!.known.small & Small.kin) !== 0) count++
  return count
}

/** "Jasmine Rice", "Bosch Drill": a plant or a maker before what it is or makes. */
function isProduct(run: readonly NameWord[], a: number, b: number): boolean {
  const first = run[a]!
  const last = run[b - 1]!
  if ((first.roles & Role.brand) !== 0 && first.levels.given < Level.common && !isPerson(first, last)) return true
  // "C. Parker": an initial stands before no maker.
  if (first.levels.given < Level.known && !first.isInitial)
    for (let i = a; i < b; i++)
      // "meneer van den Bosch"
      if ((run[i]!.roles & Role.brand) !== 0 && !(first.isParticle && i > a && run[i - 1]!.isParticle)) return true
  return (last.roles & Role.goods) !== 0 && first.levels.word >= Level.rare && !isNamesake(first, last)
}

/** "Melitta Marxer": a maker called as people are, and what is only ever a family name. */
function isPerson(first: NameWord, { levels, roles }: NameWord): boolean {
  if (first.levels.given < Level.known || first.levels.word > 0 || roles !== 0) return false
  return levels.family >= Level.known && levels.given + levels.word + levels.proper === 0
}

/** "Mary Stone": a given name that is no plant and seldom another word, before a material that is a common family name. */
function isNamesake(first: NameWord, last: NameWord): boolean {
  const { given, word } = first.levels
  return (
    (first.roles & Role.plant) === 0 && given >= Level.common && given - word >= 4 && last.levels.family >= Level.common
  )
}
