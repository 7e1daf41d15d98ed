// Given names that are words as well, as languages that stack nouns use them inside a noun phrase: before a bare noun, behind an article; and names inside
// compounds.
import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isPlainWord } from '../runs/score.ts'
import type { Segment } from '../runs/segments.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'

const SMALL_LETTERS = /^\p{Ll}+$/u
/** Letters of a noun at least. */
const LEAST_NOUN = 3

/** Whether a word in small letters follows, in a language that stacks nouns, that is neither a verb nor a small word nor announces a value. */
export function isBeforeNoun(search: NameSearch, { end, next }: NameWord, after: number): boolean {
  if ((after & (After.lower | After.goods)) === 0 || (after & (After.verb | After.title)) !== 0) return false
  const { tokens, words, text, facts } = search
  const { raw, folded, roles, small } = words.known(next)
  if (tokens.start[next]! - end !== 1 || folded.length < LEAST_NOUN || !SMALL_LETTERS.test(raw)) return false
  if (facts.verbs.isPast(raw) || facts.verbs.isNoNoun(raw)) return false
  if (small !== 0 || (roles & ~(Role.goods | Role.label | Role.notName)) !== 0) return false
  if (/^[.:]\S/.test(text.slice(tokens.end[next], tokens.end[next]! + 2))) return false
  if (!search.hasTrait('stacksNouns') || search.isCommon(next)) return false
  return !facts.verbs.isForm(folded) && !search.attribute(next)
}

/** Whether the article that English puts before no person stands right before a word. */
export function isBehindArticle({ words, tokens }: NameSearch, { first }: NameWord): boolean {
  return first > 0 && tokens.kind[first - 1]! <= TokenKind.upper && (words.small(first - 1) & Small.thingArticle) !== 0
}

/** Letters of a word that is no case ending. */
const LEAST_SECOND = 4

/** A hyphen and a word in small letters go on right behind the word. */
export function isCompound({ text, tokens }: NameSearch, { end, next }: NameWord): boolean {
  const second = next + 1
  if (text[end] !== '-' || second >= tokens.count || tokens.kind[second] !== TokenKind.lower) return false
  return tokens.start[second] === end + 1 && tokens.end[second]! - end > LEAST_SECOND
}

/** "Parkinson-Syndrom", "Kaplan-Meier-Schätzung": the last of the joined words is an ordinary one and nobody's name. */
export function isKindJoined({ text, tokens, words }: NameSearch, { first, next }: NameWord): boolean {
  if (next - first < 3 || text[tokens.start[next - 2]!] !== '-') return false
  const { given, family, word } = words.levels(next - 1)
  // Nobody joins three family names, and few an ordinary word.
  return (
    family < Level.uncommon &&
    given < Level.uncommon &&
    (word >= Level.rare || (next - first > 3 && words.levels(first).given < Level.known))
  )
}

/** What a name loses beside a plain word with a capital, alone and of several words. */
const AMONG_WORDS = 3
const AMONG_MANY = 2.5

/** "Air Fryer Toaster Oven", "the Permitted Lien": words a..b of a run that titles and terms write with capitals. */
export function amongWords(search: NameSearch, { run, before }: Segment, a: number, b: number): number {
  // "que Me Taylor": other languages write no titles so, and have forms of address that are words elsewhere.
  if (search.glance.languages !== null && !search.hasTrait('capitalTitles')) return 0
  let plain = 0
  for (let i = 0; i < run.length; i++) {
    if (i >= a && i < b) continue
    // The capital of the first word may be the sentence's.
    if (i === 0 && (before & Before.sentenceInitial) !== 0) continue
    if (isPlainWord(run[i]!) || (run[i]!.roles & ~Role.plantTalk) === Role.goods) plain++
  }
  if (b - a === 1) return plain > 0 ? AMONG_WORDS : 0
  return plain > 1 ? AMONG_MANY : 0
}
