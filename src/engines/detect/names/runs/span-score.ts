// How sure a span of a segment is a name: its words, what announces it, what follows it and the doubts about it, added up.
import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { codeAt } from '../../../../text/unit-classes.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isKin } from '../around/kin.ts'
import { mostAtEnd } from '../around/signature.ts'
import { LONE_THRESHOLD, THRESHOLD } from '../candidate.ts'
import { CALLED, loneDoubt } from '../doubts/lone-doubt.ts'
import { togetherDoubt } from '../doubts/together-doubt.ts'
import { strangers, UNHEARD } from '../doubts/unheard.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { isAlien, isOther } from '../words/script.ts'
import { asFamily, asGiven, likeness, scoreName } from './score.ts'
import type { Segment } from './segments.ts'

/** Score of words a..b of a segment as one name: the words themselves, what announces them and what speaks against it. */
export function scoreSpan(search: NameSearch, segment: Segment, a: number, b: number): number {
  const { run, from, to, before, after, isTitled, isBlocked, penalty } = segment
  const announced = a === from ? announcement(segment, b) : 0
  const pattern = announced > 0
  let score = scoreName(run, a, b)
  // "Mr G. Şan": behind a title an initial makes any word a name.
  if (pattern && (isTitled || (before & Before.title) !== 0) && run[a]!.isInitial && b - a > 1)
    score = Math.max(score, 0)
  if (b - a === 1 && (isTitled || (before & Before.title) !== 0) && isOwnName(search, run[a]!))
    score = Math.max(score, -1)
  // "Exma. Sra. Farinha,": called by a form of address and nothing else.
  if (b - a === 1 && b === to && (after & After.calls) !== 0 && isCalled(segment, a)) score = Math.max(score, -1)
  // "M. Abgrall": in French no initial.
  if (b - a > 1 && run[a]!.isInitial && search.isAddress(run[a]!.folded))
    score = Math.max(score + 2.5, THRESHOLD - (isUnspoken(run, a, b) ? 0 : 2))
  score += announced - penalty
  if (a > from) score -= leftOver(segment, a)
  // "sent by Head Office", "client Marlow Ltd": a cue alone makes no person of it.
  const isFirm = isBlocked && (run[to]!.roles & Role.organisation) !== 0 && !isTitled && (before & CALLED) === 0
  // "Nelson Mandela Bridge": what stands right before the word is what that is called.
  if (isBlocked && (!pattern || isFirm)) score -= b === to && b - a > 1 && namesThing(search, run, to) ? NAMESAKE : 8
  // "MV Loch Frisa"
  if (a > from && !isTitled && isNamesake(segment, a, b)) score -= pattern ? 8 : NAMESAKE
  if (b < to) score -= (run[b]!.roles & Role.goods) !== 0 || (run[b]!.known.small & Small.eponym) !== 0 ? 8 : 1
  else if ((after & After.title) !== 0) score += 4
  else if ((after & After.verb) !== 0) score += 1.5
  else if ((after & After.possessive) !== 0) score += 1
  if (isSetBetween(search, segment, a, b) || isBehindMail(search, segment, a, b)) score += SET_BETWEEN
  if (b === to && b - a > 1 && search.attribute(run[to - 1]!.next))
    // "Patient Casey Example (NIN ...": announced and described, any word is a family name.
    score += (b - a === 2 && asGiven(run[a]!) >= (pattern ? 3 : 5)) || isUnspoken(run, a, b) ? 4.5 : 1
  if (a === from && (before & Before.agent) !== 0) score += b - a > 1 && areUnheard(run, a, b) ? 3.5 : AGENT
  if (b === to && b - a === 1 && isDescribed(search, run[a]!)) score += DESCRIBED
  if (a === from && b - a === 1) score += asRelative(segment, a, b === to)
  if (search.mail !== null)
    for (let i = a; i < b; i++) if (search.mail.has(run[i]!.folded)) score += b - a === 1 ? 2 : 1.5
  score += b - a === 1 ? loneDoubt(search, segment, a, pattern) : togetherDoubt(search, segment, a, b, pattern)
  const enough = b - a === 1 ? LONE_THRESHOLD : THRESHOLD
  if (score >= enough) return score
  const isName =
    (b - a === 1 && (isFathers(search, segment, a) || isSpelt(search, run[a]!))) || keepsLetters(search, segment, a, b)
  return isName ? enough : score
}

/** "her husband Mścisław", "my neighbour, Özséb": what stands right behind or beside a word for a relative is who it is. */
function asRelative({ run, before, after }: Segment, a: number, isWhole: boolean): number {
  const { levels, isUpper, roles } = run[a]!
  if (
    (before & Before.relative) === 0 ||
    isUpper ||
    roles !== 0 ||
    levels.word >= Level.rare ||
    levels.proper > Level.trace
  )
    return 0
  if ((before & Before.cue) !== 0) return RELATED
  return isWhole && (after & (After.calls | After.end)) !== 0 ? 3.5 : 0
}

/** "Queries to Ksaver or ksaver.podlogar@...": no list has the word, and an e-mail address of the text is made of it. */
function isSpelt(search: NameSearch, { folded, levels, roles, isUpper }: NameWord): boolean {
  return roles === 0 && !isUpper && search.isSpelt(folded, levels)
}

/** "Declined by Víðarsson": a word that no list has and that ends as only names do, by itself. */
function isFathers(search: NameSearch, { run, from, to, after }: Segment, a: number): boolean {
  const { levels, isUpper, roles, known, isShaped } = run[a]!
  if (!isShaped || to - from > 1 || isUpper || roles !== 0 || (after & After.number) !== 0) return false
  return isUnknown(levels) && search.words.lexicon.spelling.isPersonShaped(known.folded)
}

/** All words of a segment, in other letters than the text around them, and nothing there says that it is a place. */
function keepsLetters(search: NameSearch, { run, from, to, before, after }: Segment, a: number, b: number): boolean {
  if (a !== from || b !== to || (before & Before.placeLead) !== 0 || (after & After.number) !== 0) return false
  // "Диагноза: chronic migraine": the name of a field.
  if ((before & Before.lineInitial) !== 0 && (after & After.colon) !== 0) return false
  return isAlien(search.words, run, a, b) && search.isLatin()
}

/** What a word that is no other gains behind a word for a relative. */
const RELATED = 1.5
/** What a name loses that a street or an institution bears: more than any two words can weigh. */
const NAMESAKE = 24
/** Whether word `at` of a run ends it as the kind of a thing does: "Bridge", not "Rua da Escola", "Flat 3" or the family name Gade. */
function namesThing({ tokens }: NameSearch, run: readonly NameWord[], at: number): boolean {
  const { roles, levels, next } = run[at]!
  if (at < run.length - 1 || (roles & Role.leadStreet) !== 0) return false
  // "Svend Erik Gade", but "Tom Mboya Street": there is a family name before.
  if (levels.family >= Level.known && asGiven(run[at - 1]!) >= asFamily(run[at - 1]!)) return false
  return next >= tokens.count || tokens.kind[next] !== TokenKind.number
}

/** What a word gains behind "by", and before what only persons have. */
export const AGENT = 1.5
export const DESCRIBED = 2
/** Roles of a word that is called something else than a person. */
const THINGS =
  Role.brand | Role.organisation | Role.street | Role.notName | Role.occupation | Role.plant | Role.goods | Role.label

/** "Davidsson, Tallbacken 101", "Сенко (user.post@...": a name and nothing else, before a value that only persons have. */
export function isDescribed(search: NameSearch, described: NameWord): boolean {
  const { levels, roles, isUpper, next } = described
  const { given, family, word, proper } = levels
  if (isUpper || (roles & THINGS) !== 0 || Math.max(given, family) < Level.uncommon) return false
  // A small word that opens another value ("at", "no") follows other words as well.
  const isSign = search.tokens.kind[next] === TokenKind.sign
  if (!isSign && !isKin(search, next)) return false
  return (
    word < Level.rare &&
    proper < Level.uncommon &&
    !search.words.isPlace(described) &&
    (!isSign || search.attribute(next))
  )
}

/** The word before, over a particle for a law, says what is called so: "Tief Ulrike", "Gesetz von Hooke", "Santa Lucia". */
function isNamesake({ run, from }: Segment, a: number, b: number): boolean {
  const isLinked = run[a - 1]!.isParticle && a - 2 >= from
  const { known, roles, levels } = run[isLinked ? a - 2 : a - 1]!
  if (levels.family >= Level.known || levels.given >= Level.known) return false
  if (isLinked) return (known.small & Small.law) !== 0
  return (known.small & Small.designated) !== 0 || ((roles & Role.saint) !== 0 && b - a === 1)
}

/** What two words gain between a colon and what describes a person. */
const SET_BETWEEN = 6

/** "Isikusamasuse kontroll: Vaike Sõrmus, sünd. ...": a whole run of two, one of them a given name, a colon before and a person described. */
export function isSetBetween(search: NameSearch, { run, from, to, before }: Segment, a: number, b: number): boolean {
  if ((before & Before.colon) === 0 || (before & Before.label) !== 0) return false
  if (a !== from || b !== to || b - a < 2 || run.length !== b - a) return false
  const [one, two] = [run[a]!, run[b - 1]!]
  // "Ide Ó Hodhráin"
  for (let i = a + 1; i < b - 1; i++) if (!run[i]!.isParticle) return false
  // "M. Strøm"
  const isNamed = one.isInitial
    ? two.levels.family >= Level.known
    : Math.max(one.levels.given, two.levels.given) >= Level.known
  return isNamed && (one.roles | two.roles) === 0 && search.attribute(two.next)
}

/** From the bracket behind an e-mail address back to its sign at most, in UTF-16 units. */
const MAIL_WITHIN = 64
const MAIL = /@[\w.-]{3,60} {1,2}\([^\p{L}\p{N}\n]{0,4}$/u

/** "user@example.com (Κόκος Τσαγγάρης)": two words and nothing else in the bracket behind an address, none of them an ordinary one. */
function isBehindMail(search: NameSearch, { run, from, to, after }: Segment, a: number, b: number): boolean {
  if (search.mail === null || (after & After.closes) === 0) return false
  if (a !== from || b !== to || b - a !== 2 || run.length !== 2) return false
  const { start } = run[a]!
  const isOrdinary = ({ roles, folded, levels: { given, family, word } }: NameWord) =>
    roles !== 0 || (word > Math.max(given, family) && !search.mail!.has(folded))
  if (run.some(isOrdinary)) return false
  return MAIL.test(search.text.slice(Math.max(0, start - MAIL_WITHIN), start))
}

/** Behind a form of address, a word without another role that is a family name somewhere. */
function isCalled({ run, before, isTitled }: Segment, a: number): boolean {
  const { roles, levels, isUpper } = run[a]!
  if (isUpper || (!isTitled && (before & Before.title) === 0)) return false
  return levels.family >= ((roles & ~Role.plantTalk) === 0 ? 2 : 4)
}

/** "Mme Vautrin": known as a proper name only, but of nothing that has a form of address. */
function isOwnName({ words }: NameSearch, word: NameWord): boolean {
  const { word: ordinary, proper } = word.levels
  return ordinary === 0 && proper > 0 && (word.roles & Role.brand) === 0 && !word.isUpper && !words.isPlace(word)
}

/** "chased by Ekow Essilfie": words that nobody uses but for names. */
function areUnheard(run: readonly NameWord[], a: number, b: number): boolean {
  for (let i = a; i < b; i++) if (run[i]!.levels.word >= Level.rare || run[i]!.levels.proper > Level.trace) return false
  return strangers(run, a, b) > 0
}

/** No word of the span is a common one more than a name. */
function isUnspoken(run: readonly NameWord[], a: number, b: number): boolean {
  for (let i = a; i < b; i++) {
    const { levels, isUpper } = run[i]!
    if (levels.word >= Level.known && (isUpper || levels.word > levels.given)) return false
  }
  return true
}

/** Whether the words before a span announce it. */
export function isAnnounced(segment: Segment, a: number, b: number): boolean {
  return a === segment.from && announcement(segment, b) > 0
}

/** What the words before a segment say for the name that begins it. */
function announcement({ before, after, isTitled, to, from: a }: Segment, b: number): number {
  const whole = b === to
  let score = 0
  if (isTitled || (before & Before.title) !== 0) score += 5.2
  if ((before & Before.label) !== 0) score += whole ? 6 : 4
  if ((before & (Before.greeting | Before.closing)) !== 0) score += whole ? 5.2 : 3
  if ((before & Before.cue) !== 0) score += 3.5
  else if ((before & Before.heading) !== 0 && whole && (b > a + 1 || (after & (After.end | After.calls)) !== 0))
    score += 3.5
  // "La proprietaria, Zaira Pontecorvo, C.F. ...": named between commas by what she is.
  if (whole && (before & Before.apposed) !== 0 && (after & (After.calls | After.end | After.closes)) !== 0 && b > a + 1)
    score += 3.5
  // "L'agent, Etcheverry": the end of a line or sentence.
  if (whole && (before & Before.apposed) !== 0 && (after & After.end) !== 0 && b === a + 1) score += SIGNED_AS
  // "[14:40] Mogdo: hello": behind a bracketed time, not at the start of any line.
  if (whole && (before & SPEAKING) === Before.speaker && (after & After.colon) !== 0) score += 7
  if (whole && (before & Before.dash) !== 0 && (after & After.end) !== 0) score += 5.2
  return score
}

/** What a word gains between what somebody is and the end. */
const SIGNED_AS = 2.2
const SPEAKING = Before.speaker | Before.lineInitial

/** Cost of the words left over before the span: none where they are ordinary, doubt where they might belong to the name. */
function leftOver({ run, from, before }: Segment, a: number): number {
  const left = run[a - 1]!
  const likely = likeness(left)
  // The word that opens the sentence has its capital from there.
  if ((before & Before.sentenceInitial) !== 0 && a === from + 1 && likely < 1.6) return 0.3
  if (likely <= -2) return 0.3
  return isUnknown(left.levels) ? 1 : 1.5
}

/** The most that scoreSpan may say for the word at place `a` of a run alone. */
export function mostAlone(search: NameSearch, segment: Segment, a: number): number {
  const { run, from, to, before, after } = segment
  // A form of address lifts a name of its own to -1 (isOwnName).
  let most = Math.max(scoreName(run, a, a + 1), -1)
  if (a === from) most += announcement(segment, a + 1)
  if (a + 1 === to) {
    if ((after & After.title) !== 0) most += 4
    else if ((after & After.verb) !== 0) most += 1.5
    else if ((after & After.possessive) !== 0) most += 1
  }
  if (a === from && (before & Before.agent) !== 0) most += AGENT
  if (a + 1 === to && isDescribed(search, run[a]!)) most += DESCRIBED
  if (search.mail !== null) most += 2
  if ((before & Before.cue) !== 0) most += UNHEARD
  most += mostAtEnd(search, run[a]!.end)
  if ((before & Before.relative) !== 0) most += 3.5
  if (run[a]!.isShaped || isOther(codeAt(search.text, run[a]!.start)) || isSpelt(search, run[a]!))
    most = Math.max(most, LONE_THRESHOLD)
  return (before & Before.lineInitial) !== 0 && (after & After.calls) !== 0 ? most + 2 : most
}
