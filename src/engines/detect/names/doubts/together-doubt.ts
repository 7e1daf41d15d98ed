// What speaks against several words as one name: headings, products, acronyms, what is named after somebody.
import { Level } from '../../../../packs/word-levels.ts'
import { After } from '../around/after.ts'
import { Before } from '../around/before.ts'
import { isSetApart } from '../around/signature.ts'
import { asFamily, asGiven, isPlainWord } from '../runs/score.ts'
import type { Segment } from '../runs/segments.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { amongWords } from './noun-phrase.ts'
import { areStrangers, NEVER_HEARD, strangers } from './unheard.ts'
import { Doubt } from './weights.ts'

/** Letters of an acronym, and of the short form of an office, at most. */
const LONGEST_ACRONYM = 4
const LONGEST_SHORT = 3
/** What two strangers count for that are a line of their own, of what they count for elsewhere. */
const APART = 3.5
/** What words in capitals lose. */
const ALL_UPPER = 1.5
/** What a first word loses that opens a sentence and that nobody knows, and one that is hardly a name, among no more than two. */
const OPENS_UNKNOWN = 0.8
const OPENS_HARDLY = 1.5
/** A word that scores less than this as a given name, and as a family name, is hardly a name; from this on a given name is one surely. */
const HARDLY_GIVEN = 1
const HARDLY_FAMILY = 1.6
const SURELY_GIVEN = 3
/** Levels by which a given name is commoner than the word that it is as well. */
const SELDOM_WORD = 4

/** What speaks against several words as one name. */
export function togetherDoubt(search: NameSearch, segment: Segment, a: number, b: number, pattern: boolean): number {
  const { run, to } = segment
  const score = kindDoubt(search, segment, a, b, pattern) + acronymDoubt(segment, a, b, pattern)
  if (pattern) return b === to && b - a === 2 ? score + strangers(run, a, b) : score
  return (
    score + strangersGain(search, segment, a, b) + plainDoubt(search, segment, a, b) + thingDoubt(search, run, a, b)
  )
}

/** What the first or the last word says against the whole: an article, one of the commonest words, goods, a maker. */
function kindDoubt(search: NameSearch, segment: Segment, a: number, b: number, pattern: boolean): number {
  const { run, from, before, after } = segment
  const first = run[a]!
  const last = run[b - 1]!
  const isInitial = (before & Before.sentenceInitial) !== 0
  let score = 0
  // "beim Metzger Leberkäse"
  if (!pattern && a === from && first.levels.given < Level.known)
    if ((search.words.small(first.first - 1) & Small.thingLead) !== 0) score -= Doubt.strong
  // "Can Maja come by?", "My Philips leaks": one of the commonest words opens the sentence, and no family name is behind it.
  if (isInitial && a === from && b - a === 2 && first.levels.word >= Level.common && search.isCommon(first.first))
    if (last.levels.given > last.levels.family || (last.roles & Role.brand) !== 0) score -= Doubt.decisive
  const isHeading =
    isInitial &&
    (after & After.verb) === 0 &&
    (last.roles & Role.goods) !== 0 &&
    !isNamesake(first, last) &&
    // "Rosalie van de Water"
    !run[b - 2]!.isParticle
  if (isHeading || isProduct(run, a, b)) score -= Doubt.ofBoth
  return score
}

/** What words in capitals say against the whole: acronyms among words, an office in short, a headline. */
function acronymDoubt({ run, from, to, before, after }: Segment, a: number, b: number, pattern: boolean): number {
  const first = run[a]!
  const isWholeLine = (before & Before.lineInitial) !== 0 && (after & After.end) !== 0 && b === to && a === from
  let score = 0
  for (let i = a; i < b; i++) {
    const { isUpper, isInitial, start, end, levels } = run[i]!
    if (isWholeLine && i > a && levels.family >= Level.uncommon && levels.word === 0) continue
    if (!isUpper || isInitial || end - start > LONGEST_ACRONYM || levels.family >= Level.common) continue
    // An acronym among words is an acronym.
    if (!first.isUpper || first.isInitial) score -= Doubt.serious
    // "PI Nord": an office in short and which one.
    if (i === a && !pattern && !run[a + 1]!.isUpper && levels.given < Level.known) score -= Doubt.serious
  }
  if (pattern && areUpper(run, a, b) && isHeadline(run)) score -= Doubt.decisive
  return score
}

/** What two words gain that nobody knows, on a line of their own or in a language that is known well. */
function strangersGain(search: NameSearch, { run, to }: Segment, a: number, b: number): number {
  if (a !== 0 || b !== run.length || b !== to || b - a !== 2) return 0
  const apart = isSetApart(search, run) ? APART * strangers(run, a, b) : 0
  return areStrangers(search, run[a]!, run[b - 1]!) ? apart + NEVER_HEARD : apart
}

/** What ordinary words among them say against words that nothing announces, and the sentence that the first of them opens. */
function plainDoubt(search: NameSearch, segment: Segment, a: number, b: number): number {
  const { run, from, before } = segment
  const first = run[a]!
  let score = -amongWords(search, segment, a, b)
  // "Golden Oreo", "Permitted Lien": who stacks nouns puts no plain word in front of who it is.
  if (isPlainWord(first) && first.levels.family === 0 && !first.isParticle && search.hasTrait('stacksNouns'))
    score -= Doubt.serious
  if (a === from && (before & Before.sentenceInitial) !== 0 && !first.isInitial) score -= firstDoubt(run, a, b)
  if (areUpper(run, a, b)) score -= ALL_UPPER
  return score
}

/** What the capital of a first word says less that opens its sentence. */
function firstDoubt(run: readonly NameWord[], a: number, b: number): number {
  const first = run[a]!
  const given = asGiven(first)
  const second = asGiven(run[a + 1]!)
  if (isUnknown(first.levels)) return b - a - kinParticles(run, a, b) > 2 ? Doubt.serious : OPENS_UNKNOWN
  if (given < HARDLY_GIVEN && asFamily(first) < HARDLY_FAMILY)
    return b - a > 2 || second >= SURELY_GIVEN ? Doubt.serious : OPENS_HARDLY
  if (first.levels.word >= Level.uncommon && given < SURELY_GIVEN && second >= Level.known) return Doubt.fair
  return 0
}

/** What says of words that nothing announces that a thing, a place or an office is called so. */
function thingDoubt(search: NameSearch, run: readonly NameWord[], a: number, b: number): number {
  const first = run[a]!
  const second = run[a + 1]!
  const last = run[b - 1]!
  const { given, family, proper } = last.levels
  let score = 0
  // "Hall B.": the letter says which hall.
  if (last.isInitial && b - a === 2 && (first.known.small & Small.designated) !== 0) score -= Doubt.decisive
  // "Storm Bert", "Gesetz von Hooke", "Santa Lucia"
  if (isNotWho(run, a, b)) score -= Doubt.decisive
  // "Taylor Rule"
  if ((last.known.small & Small.eponym) !== 0 && given < Level.known && family < Level.common) score -= Doubt.decisive
  // "Ferry Piraeus": the second word is a place and nobody's family name.
  if (b - a === 2 && family === 0 && proper > 0 && search.words.isPlace(last)) score -= Doubt.serious
  // "OR PZ Prešov": two short forms open an office, not a name.
  if (isShortForm(first) && isShortForm(second) && (isUnknown(first.levels) || isUnknown(second.levels)))
    score -= Doubt.grave
  return score
}

function areUpper(run: readonly NameWord[], a: number, b: number): boolean {
  for (let i = a; i < b; i++) if (!run[i]!.isUpper) return false
  return true
}

/** "MISSING PERSON - LOW RISK": several words in capitals that are ordinary ones, as in a heading. */
export function isHeadline(run: readonly NameWord[]): boolean {
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
  if (isSaid && run[a + 1]!.levels.given >= Math.max(Level.known, run[a + 1]!.levels.family)) return true
  if (levels.family >= Level.known || levels.given >= Level.known) return false
  if ((known.small & Small.designated) !== 0) return true
  if ((known.small & Small.law) !== 0) return run[a + 1]!.isParticle
  return (roles & Role.saint) !== 0 && b - a === 2
}

function isShortForm(word: NameWord): boolean {
  return word.isUpper && !word.isInitial && !word.isParticle && word.end - word.start <= LONGEST_SHORT
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
    (first.roles & Role.plant) === 0 &&
    given >= Level.common &&
    given - word >= SELDOM_WORD &&
    last.levels.family >= Level.common
  )
}
