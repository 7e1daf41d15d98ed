// "Okafor, Adaeze": a family name, a comma and given names.

import { Level } from '../../../../packs/word-levels.ts'
import { COMMA } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { After, after } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isGlued } from '../around/glue.ts'
import { Candidate, THRESHOLD } from '../candidate.ts'
import { runAt } from '../runs/runs.ts'
import { asFamily, asGiven, isBarrier } from '../runs/score.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import { WordBit } from '../words/lexicon.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { Ending, type NameWords } from '../words/words.ts'

const MOST_WORDS = 3
/** Characters of a label in capitals at most: DOB, PESEL. */
const LONGEST_LABEL = 12
/** What a listed word may cost at most. */
const FLOOR = -3
/** What the given name of a labelled field may cost at most. */
const UNDER_LABEL = -6

/** The run behind the comma when it makes one name with `run`; the name is added to what was found. Null otherwise. */
export function invertedName(search: NameSearch, whole: readonly NameWord[]): readonly NameWord[] | null {
  const run = withoutLabel(whole)
  const second = runBehindComma(search, run)
  if (second === null) return null
  // "Landlord: John Rabl, Kaiser-Josef-Platz 6": a street with its number.
  const follows = after(search, second[second.length - 1]!.next)
  if ((follows & After.number) !== 0 && run.length > 1) return null
  if ((follows & After.street) !== 0) return null
  if (capitalisedName(search, run, second)) return second
  const before = search.before(run[0]!.first)
  // "Customer is Hadjiloizou, Myrofora (email ...": announced, and described.
  const isCued = (before & Before.cue) !== 0 && (isSetOff(search, second) || isKinAndGiven(run, second))
  const isLabelled = (before & Before.label) !== 0 || isCued
  if (!isLabelled && !isOpening(search, run, second, before)) return null
  if (run.some(isForeign) || second.some(isForeign)) return null
  const families = run.filter((word) => !word.isParticle)
  const first = families[0]!
  // "rev. C, HS code": a letter is no family name where nothing says so.
  if (!isLabelled && first.isInitial) return null
  if (families.length > 1 && first.levels.given >= Math.max(4, first.levels.family + 1)) return null
  // "folio 12: Guðmundsdóttir, Íris, card 5200": unknown words, but what follows belongs to a person.
  const isDescribed = isSetOff(search, second) || isQuoted(search, run[0]!, second)
  const isPlain = [...families, ...second].every(
    ({ levels }) => levels.word < Level.uncommon && levels.proper < Level.uncommon,
  )
  const isPair = second.length === 1 && families.length === 1
  // "Medarbejder: Mikkelsen, Lona" and the end of the line, "Patient: Vikström, Håkan, född ...": a given name somewhere, whatever
  // word it is besides.
  const isDone = (follows & After.end) !== 0 || isDescribed
  const isField = isPair && isLabelled && isDone && isOwnField(first, second[0]!)
  const least = isField ? UNDER_LABEL : isDescribed && isPlain && isPair ? -1 : 2
  if (second.some((word) => !word.isInitial && asGiven(word) < least)) return null
  // In a list of given names the first is one too.
  const isGiven = (word: NameWord) => word.levels.given > word.levels.family + 1 && !word.isShaped
  if (!isLabelled && families.some(isGiven)) return null
  // "Sponsored child: Renata, Porto": who it is and where.
  const isTown = second.length === 1 && search.words.isPlace(second[0]!) && second[0]!.levels.given < Level.known
  if (isTown && families.length === 1 && isGiven(first) && first.levels.given >= Level.known) return null
  // "Rosa, Iris und Heide Simonis", "Rosen, Iris und Heide gedeihen".
  if (
    !isLabelled &&
    !first.isUpper &&
    first.levels.given >= Level.known &&
    isAnd(search, second[second.length - 1]!.next)
  )
    return null
  let score = (isLabelled ? 4 : 0) + (least < 0 ? 6 : 0)
  for (const word of families) score += Math.max(asFamily(word), isLabelled ? 0 : FLOOR)
  for (const word of second) score += Math.max(asGiven(word), isLabelled ? 0 : FLOOR)
  if (score < THRESHOLD + 1) return null
  search.found.push(new Candidate([...run, ...second], score, isLabelled))
  return second
}

/** "Debtor Contreras, Amando": the run behind the word that says who it is. */
function withoutLabel(run: readonly NameWord[]): readonly NameWord[] {
  const { roles, isParticle } = run[0]!
  return run.length === 2 && !isParticle && (roles & Role.label) !== 0 && isBarrier(run[0]!) ? run.slice(1) : run
}

/** Where an inverted name may stand unannounced: it opens a sentence and no list, or small letters lead to it and it is described. */
function isOpening(search: NameSearch, run: readonly NameWord[], second: readonly NameWord[], before: number): boolean {
  if ((before & Before.sentenceInitial) !== 0) return !isInList(search, second)
  // "result for Weijters, Fem (born ...": one family name that is no town.
  const { first, levels, roles } = run[0]!
  if (run.length > 1 || first === 0 || search.tokens.kind[first - 1] !== TokenKind.lower) return false
  // "driving a Kärcher, TP phone ..."
  const isThing = (roles & Role.brand) !== 0 || search.isThingArticle(first - 1, true)
  if (isThing || second.some(({ isUpper, isInitial }) => isUpper && !isInitial)) return false
  return (levels.family >= Level.known || !search.words.isPlace(run[0]!)) && isSetOff(search, second)
}

/** "Debtor Contreras, Amando, Paseo de Gracia 47": one family name and one given name, each that above all. */
function isKinAndGiven(run: readonly NameWord[], second: readonly NameWord[]): boolean {
  if (run.length !== 1 || second.length !== 1) return false
  const [{ levels: kin }, { levels: own }] = [run[0]!, second[0]!]
  if (kin.family < Level.known || kin.given >= kin.family || kin.word >= Level.uncommon) return false
  return own.given >= Level.known && own.given > own.family && own.word < Level.rare
}

/** A family name and nothing better, then a word that is a given name somewhere. */
function isOwnField({ levels: { family, given } }: NameWord, second: NameWord): boolean {
  return family >= Level.known && family >= given && second.levels.given >= Level.rare && second.roles === 0
}

/** The list of given names goes on: a small word between single blanks. */
function isAnd({ tokens: { kind, start, end, count }, words }: NameSearch, at: number): boolean {
  if (at + 1 >= count || kind[at] !== TokenKind.lower || (words.small(at) & Small.and) === 0) return false
  return start[at]! - end[at - 1]! === 1 && start[at + 1]! - end[at]! === 1
}

/** The next column of a line, which says something in small letters: "born ...". */
const COLUMN = /^(?: {3,8}|\t)\p{Ll}/u
const COLUMN_WITHIN = 10

/**
 * What describes a person follows, set off by a sign, a word or as the next column: "Fischer, Durchwahl 0761 ..." is a label and
 * its number.
 */
function isSetOff(search: NameSearch, second: readonly NameWord[]): boolean {
  const { end, next } = second[second.length - 1]!
  const behind = search.text.slice(end, end + COLUMN_WITHIN)
  return COLUMN.test(behind) || (!/^ {1,2}[+\d]/.test(behind) && search.attribute(next))
}

/** "entry \"Bhogal, Sukhjinder\"": quoted, with nothing else in the quotes, behind a word in lower case. */
function isQuoted({ text, tokens }: NameSearch, first: NameWord, second: readonly NameWord[]): boolean {
  if (text[first.start - 1] !== '"' || text[second[second.length - 1]!.end] !== '"') return false
  return first.first > 1 && tokens.kind[first.first - 2] === TokenKind.lower
}

/** A word that no name in this order contains. */
function isForeign(word: NameWord): boolean {
  return (isBarrier(word) && !word.isInitial && !word.isParticle) || (word.roles & Role.opening) !== 0
}

/** "Pt DEWAELE, Hilde": the capitals say which word is the family name, wherever it stands. */
function capitalisedName(search: NameSearch, run: readonly NameWord[], second: readonly NameWord[]): boolean {
  let from = run.length
  while (from > 0 && (run[from - 1]!.isParticle || isCapitals(run[from - 1]!))) from--
  while (from < run.length && run[from]!.isParticle) from++
  const families = run.slice(from)
  if (families.length === 0 || second.some((word) => word.isUpper && !word.isInitial)) return false
  if ([...families, ...second].some((word) => isBarrier(word) && !word.isInitial)) return false
  const given = asGiven(second[0]!)
  const family = Math.min(...families.map((word) => (word.isParticle ? 9 : asFamily(word))))
  if (given < (family >= 3 ? 1 : 2) || family < -0.5) return false
  search.found.push(new Candidate([...families, ...second], THRESHOLD + given, true))
  return true
}

function isCapitals(word: NameWord): boolean {
  return word.isUpper && !word.isInitial && word.end - word.start > (isUnknown(word.levels) ? 4 : 2)
}

function runBehindComma(search: NameSearch, run: readonly NameWord[]): readonly NameWord[] | null {
  const { scanned, tokens, words } = search
  const last = run[run.length - 1]!
  const comma = last.next
  if (unitAt(tokens.units, last.end) !== COMMA || run.length > MOST_WORDS || comma + 1 >= tokens.count) return null
  if (tokens.start[comma] !== last.end || !isCapitalised(tokens.kind[comma + 1]!)) return null
  if (isClosed(words, comma + 1)) return null
  const gap = tokens.start[comma + 1]! - tokens.end[comma]!
  if (gap < 1 || gap > 2 || isGlued(scanned, comma + 1)) return null
  // "Tomás Matos, DOB 1961-06-12": the label of the next value.
  if (tokens.kind[comma + 1] === TokenKind.upper && opensCue(search, tokens.start[comma + 1]!)) return null
  const second = runAt(words, comma + 1)
  if (second.length === 0 || second.length > MOST_WORDS) return null
  return second[0]!.isInitial && (isAbbreviated(search, second) || isWhole(run)) ? null : second
}

/** "Garrigós, F. nac. 1990", "Fumagalli, P.IVA IT01": the letter opens what is shortened, a field's name. */
function isAbbreviated({ tokens: { kind, start, end } }: NameSearch, second: readonly NameWord[]): boolean {
  const { next } = second[0]!
  if (second.length === 1) return kind[next] === TokenKind.lower && start[next]! - end[next - 1]! < 2
  return second[1]!.isUpper && !second[1]!.isInitial && second[1]!.start === second[0]!.end
}

/** "Aitana GARRIGÓS": a given name stands before the family name already. */
function isWhole(run: readonly NameWord[]): boolean {
  return run.length > 1 && asGiven(run[0]!) >= 3 && run[0]!.levels.given > run[0]!.levels.family
}

/** Whether a phrase that announces another value begins at view index `at`. */
function opensCue({ hits, cues }: NameSearch, at: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(at); i < all.length && all[i]!.end <= at + LONGEST_LABEL; i++)
    if (all[i]!.start === at && (cues.of(all[i]!) & Cue.foreign) !== 0) return true
  return false
}

/** Whether the capitalised token `index` is a word by itself that ends names: most words behind a comma are. */
function isClosed(words: NameWords, index: number): boolean {
  return (words.bits[index]! & WordBit.closed) !== 0 && words.ending(index) !== Ending.tied
}

/** Whether the words behind the comma are followed by another comma and a capital. */
function isInList({ text }: NameSearch, second: readonly NameWord[]): boolean {
  const end = second[second.length - 1]!.end
  return text[end] === ',' && !/^, {0,2}(?:\p{Ll}|\d)/u.test(text.slice(end, end + 4))
}
