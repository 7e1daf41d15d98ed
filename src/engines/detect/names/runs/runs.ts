// Runs of capitalised words, which names are made of: with the initials, particles and joined words between them.

import { Level } from '../../../../packs/word-levels.ts'
import { FULL_STOP, HYPHEN, isApostrophe, isHyphen, SMALL_H } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { type KnownWord, NO_LEVELS } from '../words/lexicon.ts'
import { Form, formOf, type NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'
import { elidedWord, joinedWord } from './joined.ts'
import { isBlank, isElided, isThe, leadsOn } from './particles.ts'

const LONGEST_RUN = 10
/** Two letters that stand for a given name: any in Cyrillic, else one sound of Hungarian, Czech or Croatian. */
const SHORTENED = /^(?:\p{Script=Cyrillic}{2}|Cs|Dz|Gy|Ly|Ny|Sz|Ty|Zs|Dž|Lj|Nj)$/u
const ASPIRATED = /^h\p{Lu}/u
/** What a word in capitals is not where it is a particle of the name around it. */
const BESIDE_PARTICLE = Role.title | Role.label | Role.organisation | Role.street

/** The run of words that begins at token `at`, which is capitalised. */
export function runAt(words: NameWords, at: number): NameWord[] {
  const { tokens } = words
  let word = oneWord(words, at, false, false)
  let run = [word]
  let index = word.next
  while (index < tokens.count && run.length < LONGEST_RUN && mayGoOn(words, index)) {
    if (isDoubled(words, word.end, index)) index++
    else if (!isBlank(tokens.units, word.end, tokens.start[index]!) && !isNextInitial(words, word, index)) break
    const next = inRun(words, index, word)
    if (next === null) break
    // Most runs that go on have two words: a list made of both has no room for many.
    if (run.length === 1) run = [word, next]
    else run.push(next)
    index = next.next
    word = next
  }
  while (run.length > 0 && run[run.length - 1]!.isParticle) run.pop()
  return run
}

/** Whether token `index` is of a kind with which a run goes on: a word, or the sign of a joined one. */
function mayGoOn({ tokens }: NameWords, index: number): boolean {
  const kind = tokens.kind[index]!
  if (kind <= TokenKind.upper) return true
  if (kind !== TokenKind.sign) return false
  const unit = tokens.units[tokens.start[index]!]!
  return unit === HYPHEN || isApostrophe(unit)
}

/** The word of a run that begins at token `index` behind `previous`, or null when the run ends before it. */
function inRun(words: NameWords, index: number, previous: NameWord): NameWord | null {
  const kind = words.tokens.kind[index]!
  // "Tilman Graf Schwerin": a title of nobility inside a name, not before one.
  if (isCapitalised(kind)) return oneWord(words, index, true, previous.levels.given >= Level.uncommon)
  if (kind === TokenKind.lower) {
    if (isAspirated(words, index)) return words.made(index, index + 1, words.known(index), NO_LEVELS, 0, Form.shaped)
    if (isLinked(words, index, previous) || isArticled(words, index, previous)) return words.particle(index)
    if (isElided(words, index)) return elidedWord(words, index, oneWord(words, index + 2, true, false))
    return (words.roles(index) & Role.particle) !== 0 && leadsOn(words, index) ? words.particle(index) : null
  }
  return isThe(words, index) && leadsOn(words, index) ? particle(words, index, index + 2) : null
}

/** "Colm Ó hÓgáin": the h that an Irish particle puts before the capital of a name, which no other word has. */
function isAspirated({ tokens, text }: NameWords, index: number): boolean {
  const at = tokens.start[index]!
  return tokens.units[at]! === SMALL_H && tokens.end[index]! - at > 2 && ASPIRATED.test(text.slice(at, at + 2))
}

/** "Pleun in 't Veld", "Roos op den Kamp": a preposition and an article of Dutch names behind a given name. */
function isLinked(words: NameWords, index: number, { levels, isInitial }: NameWord): boolean {
  if ((words.small(index) & Small.nameLink) === 0 || (levels.given < Level.uncommon && !isInitial)) return false
  const next = index + 1
  if (next >= words.tokens.count || !leadsOn(words, next)) return false
  return isThe(words, next) || (words.small(next) & Small.linkedArticle) !== 0
}

/** "Leslie Mac an Bhiocáire": an article behind a particle of kin with its capital. */
function isArticled(words: NameWords, index: number, { known, isParticle }: NameWord): boolean {
  if ((known.small & Small.kin) === 0 || (words.small(index) & Small.linkedArticle) === 0 || known.raw === known.folded)
    return false
  const next = index + 1
  return !isParticle && next < words.tokens.count && isCapitalised(words.tokens.kind[next]!)
}

function particle(words: NameWords, index: number, next: number): NameWord {
  return words.made(index, next, words.known(index), NO_LEVELS, words.roles(index), Form.particle)
}

/** "Hoff-de Bruijn": a hyphen between two family names of which the second has a particle. */
function isDoubled(words: NameWords, end: number, index: number): boolean {
  const { tokens } = words
  return (
    tokens.start[index] === end &&
    unitAt(tokens.units, end) === HYPHEN &&
    index + 1 < tokens.count &&
    tokens.start[index + 1] === end + 1 &&
    tokens.kind[index + 1] === TokenKind.lower &&
    (words.roles(index + 1) & Role.particle) !== 0 &&
    leadsOn(words, index + 1)
  )
}

/** "H.J.M. van der Wal": initials without blanks. */
function isNextInitial({ tokens }: NameWords, word: NameWord, index: number): boolean {
  return (
    word.isInitial &&
    tokens.start[index] === word.end &&
    tokens.units[word.end - 1]! === FULL_STOP &&
    isCapitalised(tokens.kind[index]!)
  )
}

/** The word at the capitalised token `at`, with what is joined to it, or an initial with its stop. */
function oneWord(words: NameWords, at: number, inside: boolean, isNamed: boolean): NameWord {
  const { tokens } = words
  const known = words.known(at)
  const isUpper = tokens.kind[at] === TokenKind.upper
  const end = tokens.end[at]!
  const isLetter = end - tokens.start[at]! === 1
  const next = at + 1
  // "Laurine Van den Abbeele": a particle with a capital.
  if (
    inside &&
    (!isUpper || !isLetter) &&
    ((known.roles & Role.particle) !== 0 || (known.small & Small.capitalParticle) !== 0) &&
    (isNamed || ((known.roles & Role.title) === 0 && words.levelsOf(known).given < Level.frequent)) &&
    leadsOn(words, next)
  )
    return words.made(at, next, known, NO_LEVELS, words.roles(at) & ~BESIDE_PARTICLE, Form.particle)
  if (next < tokens.count && tokens.start[next] === end && tokens.kind[next] === TokenKind.sign) {
    const unit = unitAt(tokens.units, end)
    if (unit === FULL_STOP && (isLetter || isShortened(words, at, known)))
      return words.made(at, next + 1, known, NO_LEVELS, known.roles, formOf(isUpper, true))
    if (isApostrophe(unit) || isHyphen(unit)) return joinedWord(words, at, known, isUpper, isLetter)
  }
  return words.single(at, known, isUpper, isLetter)
}

/** "Хр. Димитров", "Zs. Varga": a given name shortened to its first two letters where these stand for one sound or by custom. */
function isShortened({ tokens }: NameWords, at: number, { raw, roles }: KnownWord): boolean {
  const { kind, start, end, count } = tokens
  if (roles !== 0 || raw.length !== 2 || !SHORTENED.test(raw)) return false
  const behind = at + 2
  return behind < count && kind[behind] === TokenKind.capital && start[behind] === end[at + 1]! + 1
}
