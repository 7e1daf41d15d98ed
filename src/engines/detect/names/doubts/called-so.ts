// What says of a name found by its words alone that no person bears it here: an article before it, a noun that it qualifies,
// two surnames joined, a row of goods, a heading over things. Asked of the few names that nothing announces.
import { Level } from '../../../../packs/word-levels.ts'
import { FULL_STOP, isHyphen, NEWLINE } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { codeAt } from '../../../../text/unit-classes.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import type { Segment } from '../runs/segments.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'
import { isRowOfGoods } from './goods-rows.ts'

/** Characters from the heading of a list to a thing in it at most. */
const LIST = 240
/** A score, another side of up to three words, and its score. */
const RESULT = /^ \d{1,2} (?:\p{Lu}[\p{L}.'\u2019]{1,20} ){1,3}\d{1,2}(?=[.,;\n]|$)/u
const RESULT_WITHIN = 80
/** Characters from a name to the end of what announces its number at most. */
const NUMBER_WITHIN = 24

/** What stands before somebody: Dr, by. */
const SOMEBODY = Before.title | Before.agent

/** Whether words a..b of a segment, which nothing announces, are what something else than a person is called. */
export function isThingHere(search: NameSearch, segment: Segment, a: number, b: number): boolean {
  const { run } = segment
  const first = run[a]!
  const last = run[b - 1]!
  if (segment.isTitled || (segment.before & SOMEBODY) !== 0) return false
  // "The Reynolds number": the article has its capital from the sentence.
  if (b - a > 1 && first.next - first.first === 1 && !first.isInitial && search.isThingArticle(first.first)) return true
  if (b - a === 1 && !search.hasNamed(first.folded)) {
    if (isArticled(search, first)) return true
    if (areTwoSurnames(search, segment, first) || isQualifying(search, segment, first)) return true
    if (isVersioned(search, first)) return true
  }
  if (isPoured(search, first.first) || isArticleNumbered(search, last) || isResult(search, last.next)) return true
  return isRowOfGoods(search, first.first, last.next) || isInListOfThings(search, first)
}

/** "a Bowden cable", "the deprecated Olivia endpoint", "der neue Hahn", but "the Okafor family". */
function isArticled(search: NameSearch, { first, next, levels, folded }: NameWord): boolean {
  const { tokens, words } = search
  const { kind, count } = tokens
  let at = first - 1
  // An adjective may stand between.
  // "mit dem Haller gestritten": of somebody whom all know, in a text that speaks of people.
  const isThing = search.isOther(folded, false) || (levels.given < Level.known && search.found.length === 0)
  const isArticle = (index: number) => search.isThingArticle(index) || (isThing && search.isGivenArticle(index))
  if (at > 0 && kind[at] === TokenKind.lower && !isArticle(at) && words.roles(at) === 0) {
    if (search.isCommon(at) || !isArticle(at - 1)) return false
    at--
  }
  if (at < 0 || kind[at]! > TokenKind.upper || !isArticle(at)) return false
  if (search.isThingArticle(at) && isSomebodys(search, at, levels)) return false
  if (next >= count) return true
  // "an Okafor family", "the Kovács file": a household, or what is kept about somebody.
  return kind[next] !== TokenKind.lower || (words.small(next) & Small.household) === 0
}

/** "the Christiansen novel": behind a definite article at token `at` a family name is somebody's whose thing it is. */
function isSomebodys(search: NameSearch, at: number, { given, family, word }: NameWord['levels']): boolean {
  return family >= given && word < Level.rare && !search.isThingArticle(at, true)
}

/** "Kaplan-Meier curves": two family names joined are an eponym where neither a person's verb nor a person's surroundings follow. */
function areTwoSurnames(search: NameSearch, { after }: Segment, { first, next }: NameWord): boolean {
  const { tokens, words, text } = search
  if (next - first !== 3 || !isHyphen(codeAt(text, tokens.start[first + 1]!))) return false
  const one = words.levels(first)
  const two = words.levels(first + 2)
  // Anne-Marie, Jean-Luc
  if (one.given >= Level.known && two.given >= Level.known) return false
  return tokens.kind[next] === TokenKind.lower && (after & After.verb) === 0 && mayBeNoun(search, next)
}

/**
 * "Gene editing", "the Carter valve": a noun right behind a single name, which qualifies it. Persons are followed by
 * verbs, small words and adverbs, or by what announces a value of theirs.
 */
function isQualifying(search: NameSearch, { after }: Segment, { first, next, levels, end }: NameWord): boolean {
  const { tokens, words, text, hits, cues, facts } = search
  if (next >= tokens.count || tokens.kind[next] !== TokenKind.lower || (after & After.verb) !== 0) return false
  if (!search.hasTrait('stacksNouns') || tokens.start[next]! - end !== 1) return false
  // "Unlike the Christiansen novel"
  if (search.isThingArticle(first - 1) && isSomebodys(search, first - 1, levels)) return false
  if (!mayBeNoun(search, next) || words.levels(next).word < Level.uncommon || (words.small(next) & STAYS) !== 0)
    return false
  const written = text.slice(tokens.start[next]!, tokens.end[next]!)
  if (facts.verbs.isNoNoun(written) || facts.verbs.isForm(written)) return false
  // "Maria passport 123": what announces a value.
  for (const hit of hits.between(tokens.start[next]!, tokens.end[next]!))
    if (hit.firstToken === next && (cues.of(hit) & Cue.foreign) !== 0) return false
  return true
}

/** What may follow a person without being theirs: adverbs, and what is kept about somebody. */
const STAYS = Small.household | Small.adverb

/** How the version of what is called so goes on: "Jackson to 2.17.1", "Netty 4.1.108". */
const VERSION_AHEAD = /^(?: (?:to|from|>=|~>|=))? ?v?\d{1,4}\.\d{1,4}\.\d{1,6}(?![.\d])/
const VERSION_WITHIN = 28

/** "1.9.0 Robin": a line that says a version and what it is called; "Jackson to 2.17.1". */
function isVersioned({ text, tokens }: NameSearch, { start, end, next }: NameWord): boolean {
  const version = VERSION_AHEAD.exec(text.slice(end, end + VERSION_WITHIN))
  if (version !== null && !/\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}$/.test(version[0])) return true
  if (next < tokens.count && tokens.kind[next] !== TokenKind.newline) return false
  return /(?:^|\n)\W{0,3}v?\d{1,4}\.\d{1,4}(?:\.\d{1,6})? [("]?$/.test(text.slice(Math.max(0, start - 24), start))
}

/** A lower-case word that is an ordinary one of the text's languages and none of their commonest: most often a noun behind a name. */
function mayBeNoun(search: NameSearch, at: number): boolean {
  const { words } = search
  return (words.roles(at) & (Role.verb | Role.particle)) === 0 && !search.isCommon(at)
}

/** The colon of a heading, behind the number of what it heads: "Screen 2:". */
const HEADS = /^(?: ?[\dA-Z]{1,2})?:/
const HEADS_WITHIN = 5

/** "Potatoes: Charlotte, Linda": behind the heading of a list of things, up to the end of its sentence. */
function isInListOfThings(search: NameSearch, { start, first }: NameWord): boolean {
  const { hits, cues, text } = search
  if (!hits.has(cues.groups.thingHeading)) return false
  for (let i = hits.endedBefore(first) - 1; i >= 0; i--) {
    const hit = hits.all[i]!
    if (start - hit.end > LIST) return false
    if ((cues.of(hit) & Cue.thingHeading) === 0) continue
    const lead = HEADS.exec(text.slice(hit.end, hit.end + HEADS_WITHIN))
    if (lead === null) continue
    return !endsBetween(search, hit.end + lead[0].length - 1, start)
  }
  return false
}

/** "2.5 l Amber Glow": right behind a number and a unit in which people are not measured. */
function isPoured({ tokens, words }: NameSearch, first: number): boolean {
  const unit = first - 1
  if (unit < 1 || tokens.kind[unit]! > TokenKind.upper || (words.small(unit) & Small.measure) === 0) return false
  return tokens.kind[unit - 1] === TokenKind.number && tokens.start[first]! - tokens.end[unit]! === 1
}

/** "Jane Eyre (978-0-14-144114-6)", "Emma (ISBN 978...": the number of a book or an article in brackets. */
function isArticleNumbered({ text, hits, cues }: NameSearch, { end }: NameWord): boolean {
  if (!text.startsWith(' (', end)) return false
  if (/^97[89][- ]?\d/.test(text.slice(end + 2, end + 8))) return true
  if (!hits.has(cues.groups.article)) return false
  for (const hit of hits.between(end + 2, end + NUMBER_WITHIN))
    if (hit.start === end + 2 && (cues.of(hit) & Cue.article) !== 0) return true
  return false
}

/** "Preston 2 Charlton 1": one side of a match, its goals and the other side's. */
function isResult({ text, tokens }: NameSearch, next: number): boolean {
  if (next >= tokens.count || tokens.kind[next] !== TokenKind.number) return false
  return RESULT.test(text.slice(tokens.end[next - 1]!, tokens.end[next - 1]! + RESULT_WITHIN))
}

/** A sentence or a line ends between two view indexes. */
function endsBetween({ text }: NameSearch, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const unit = codeAt(text, at)
    if (unit === NEWLINE && at > from + 2) return true
    if (unit === FULL_STOP && /\s/.test(text[at + 1] ?? ' ') && !/\d/.test(text[at - 1] ?? '')) return true
  }
  return false
}
