// Names after a form of address ("Frau", "Dr.", "Exma. Senhora") and family names at birth after a name ("née Kervella"). Rules that take
// precedence over the weights.
import { Level } from '../../../packs/word-levels.ts'
import type { PhraseHit, PhraseHits } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP, isApostrophe, isHyphen } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { BEARERS, bearerBeside, opensSentence } from '../persons/mention-places.ts'
import { signAt } from '../token-questions.ts'
import { Cue, type NameCues } from './cues.ts'
import type { TokenRange } from './fields.ts'
import { roleBit } from './roles.ts'
import { Casing } from './word-classes.ts'
import type { NameWord, NameWords } from './words.ts'

/** Maximum words of a name after a title, without particles and initials. */
const MOST_WORDS = 5
/** A full stop after at most this many letters ends an abbreviation, not a sentence. */
const LONGEST_SHORT_FORM = 4
/** Roles of words that are never names, and that begin other text. */
const NO_NAME =
  roleBit('title') |
  roleBit('organisation') |
  roleBit('legal form') |
  roleBit('street') |
  roleBit('no name') |
  roleBit('occupation') |
  roleBit('label') |
  roleBit('opening')
/** Roles of eponyms, which may also be persons. */
const THING = roleBit('bearer') | roleBit('brand')
export const PARTICLE = roleBit('particle')
/** Things named after a person with a title; an organisation before one rather belongs to the person: "Praxis Dr. Weber". */
const NAMED_AFTER: ReadonlySet<(typeof BEARERS)[number]> = new Set(['street', 'bearer'])

export class TitledNames {
  readonly #words: NameWords
  readonly #cues: NameCues

  constructor(words: NameWords, cues: NameCues) {
    this.#words = words
    this.#cues = cues
  }

  /** The names directly after forms of address, in text order. */
  find(text: ScannedText, hits: PhraseHits): TokenRange[] {
    if (!hits.has(this.#cues.groups.title)) return []
    const found: TokenRange[] = []
    for (const hit of hits.all) {
      if ((this.#cues.of(hit) & Cue.title) === 0 || !isTitle(text, hit.firstToken)) continue
      const first = this.#behind(text, hit)
      const end = this.#endOf(text, first)
      if (end > first && !this.#isDoubtful(text, hit, first) && !this.#isOfThing(text, hit.firstToken, end))
        found.push({ first, end })
    }
    return found
  }

  /** Family names at birth after one of `names`: "Soizic LE GUELLEC, née KERVELLA". */
  maidenNames(text: ScannedText, hits: PhraseHits, names: readonly TokenRange[]): TokenRange[] {
    if (names.length === 0 || !hits.has(this.#cues.groups.maiden)) return []
    const { kind, start, end } = text.tokens
    const ends = new Set(names.map((name) => name.end))
    const found: TokenRange[] = []
    for (const hit of hits.all) {
      if ((this.#cues.of(hit) & Cue.maiden) === 0) continue
      const before = hit.firstToken - (kind[hit.firstToken - 1] === TokenKind.sign ? 1 : 0)
      if (!ends.has(hit.firstToken) && !ends.has(before)) continue
      const isStop = text.units[start[hit.endToken]!] === FULL_STOP && start[hit.endToken] === end[hit.endToken - 1]
      const first = hit.endToken + (isStop ? 1 : 0)
      const last = this.#endOf(text, first, isFamilyName)
      if (last > first) found.push({ first, end: last })
    }
    return found
  }

  /** The end of a given name at the end of a line, after the cue before it, with the family name that the next line of prose begins with. */
  overLine(text: ScannedText, hits: PhraseHits, { first, end }: TokenRange): number {
    const { kind } = text.tokens
    const name = end - 1
    if (kind[end] !== TokenKind.newline || kind[end + 1] !== TokenKind.capital) return end
    const before = kind[name - 1] === TokenKind.sign ? name - 1 : name
    let cue = hits.endedBefore(before) - 1
    const isBeside = () => hits.all[cue]?.endToken === before
    while (isBeside() && (this.#cues.of(hits.all[cue]!) & (Cue.title | Cue.label)) === 0) cue--
    if (!isBeside() || hits.all[cue]!.firstToken > first) return end
    const { given, family } = this.#words.at(text, name).levels
    const next = this.#words.at(text, end + 1).levels
    const behind = this.#endOf(text, end + 1)
    if (given < Math.max(1, family) || next.given > next.family || behind === end + 1) return end
    const goesOn = signAt(text, behind) === ',' ? behind + 1 : behind
    return signAt(text, behind) === '.' || kind[goesOn] === TokenKind.lower ? behind : end
  }

  /**
   * A name with the particles before it that are written as it is: "Mme LE GUELLEC", "Mrs Ní Dhomhnaill". In "MAISON DE MARTIN" the particle is another
   * word's, and one that opens a sentence may be an article.
   */
  withParticles(text: ScannedText, { first, end }: TokenRange): number {
    const { kind } = text.tokens
    const own = kind[first]
    if (end === first || (own !== TokenKind.upper && own !== TokenKind.capital)) return first
    let from = first
    while (kind[from - 1] === own && (this.#words.at(text, from - 1).roles & PARTICLE) !== 0) from--
    if (own === TokenKind.capital) return from < first && opensSentence(text, from) ? from + 1 : from
    return from > 0 && kind[from - 1] === TokenKind.upper ? first : from
  }

  /**
   * A common word ("med", "kun", "pan") announces only a known name; in capitals before a word that is not ("MS Money") it is an acronym.
   * A letter without a space after its full stop is an initial: "P.O. Box".
   */
  #isDoubtful(text: ScannedText, { endToken }: PhraseHit, first: number): boolean {
    const { start, end } = text.tokens
    const title = this.#words.at(text, endToken - 1)
    const name = this.#words.at(text, first)
    if (title.casing === Casing.initial && start[first] === end[first - 1]) return true
    if (title.casing === Casing.small && title.commonIn > 0)
      return Math.max(name.levels.given, name.levels.family) < Level.known
    return title.casing === Casing.upper && name.casing !== Casing.initial
  }

  /** Whether the phrase of a title and a name is what something is called: "Szpital im. dr. Jurasza", "Dr. Sami Ulus Hastanesi". */
  #isOfThing(text: ScannedText, first: number, end: number): boolean {
    const before = bearerBeside(this.#words, text, first, -1)
    return (
      bearerBeside(this.#words, text, end - 1, 1) > 0 || (before > 0 && NAMED_AFTER.has(BEARERS[(before - 1) >> 1]!))
    )
  }

  /** The first token after a title: after the full stop of an abbreviation, or on the next line if the title is alone. */
  #behind(text: ScannedText, { firstToken, endToken }: PhraseHit): number {
    const { kind, start, end } = text.tokens
    const { units } = text
    let at = endToken
    const isStop = kind[at] === TokenKind.sign && units[start[at]!] === FULL_STOP && start[at] === end[at - 1]
    if (isStop && end[at - 1]! - start[at - 1]! <= LONGEST_SHORT_FORM && !this.#endsSentence(text, at - 1)) at++
    return kind[at] === TokenKind.newline && this.#opensLine(text, firstToken) ? at + 1 : at
  }

  /** True if the full stop after a word rather ends a sentence: "says mama. Then" */
  #endsSentence(text: ScannedText, token: number): boolean {
    const { commonIn, roles } = this.#words.at(text, token)
    return commonIn > 0 || (roles & roleBit('relative')) !== 0
  }

  /** True if only further titles precede a token in its line. */
  #opensLine(text: ScannedText, token: number): boolean {
    const { kind } = text.tokens
    for (let i = token - 1; i >= 0 && kind[i] !== TokenKind.newline; i--)
      if (kind[i] !== TokenKind.sign && (this.#words.at(text, i).roles & roleBit('title')) === 0) return false
    return true
  }

  /** End of the words of a name that begins at token `first`; `first` if there is none. */
  #endOf(text: ScannedText, first: number, isWord = isNameLike): number {
    const { kind, count } = text.tokens
    let end = first
    let words = 0
    for (let i = first; i < count && words < MOST_WORDS; i++) {
      if (kind[i] === TokenKind.sign) {
        if (i === first || !isInside(text, i)) break
        continue
      }
      if (kind[i]! > TokenKind.upper) break
      const word = this.#words.at(text, i)
      const mayBegin = i > first || isWord === isFamilyName || isTiedBy(text, i + 1)
      if (mayBegin && (word.roles & PARTICLE) !== 0 && word.casing !== Casing.initial) continue
      if (word.casing !== Casing.initial) {
        if (!isWord(word)) break
        words++
      }
      end = i + 1
    }
    return words === 0 ? first : end
  }
}

/** A capitalised word that is a name more than anything else, or that no list has. */
function isNameLike({ casing, levels, roles }: NameWord): boolean {
  if (casing !== Casing.capital) return false
  const { given, family, word, proper } = levels
  const name = Math.max(given, family)
  if ((roles & NO_NAME) !== 0 || ((roles & THING) !== 0 && name < Level.known)) return false
  return name === 0 ? word === 0 && proper === 0 : name >= word
}

/** A word in capitals is one, too: after the word for a birth name nothing else is expected there. */
function isFamilyName(word: NameWord): boolean {
  return word.casing === Casing.upper ? (word.roles & NO_NAME) === 0 : isNameLike(word)
}

/** Whether the word at a token is written as a form of address: not as part of a longer word, an address or a count ("15 d."). */
function isTitle({ tokens: { start, kind }, units }: ScannedText, first: number): boolean {
  if (first === 0) return true
  if (kind[first - 1] === TokenKind.number) return false
  if (kind[first - 1] !== TokenKind.sign) return true
  const before = units[start[first]! - 1]!
  return !(isHyphen(before) || isApostrophe(before) || before === 47 || before === 64 || before === 95)
}

/** Whether a sign is a hyphen inside of a word. */
export function isTiedBy({ tokens: { start, end, count }, units }: ScannedText, i: number): boolean {
  return i + 1 < count && isHyphen(units[start[i]!]!) && start[i] === end[i - 1] && start[i + 1] === end[i]
}

/** A hyphen or an apostrophe inside a word, and the full stop of an initial. */
function isInside(text: ScannedText, i: number): boolean {
  const { kind, start, end, count } = text.tokens
  const { units } = text
  if (i + 1 >= count || start[i] !== end[i - 1] || kind[i + 1]! > TokenKind.upper) return false
  const unit = units[start[i]!]!
  if (unit === FULL_STOP) return end[i - 1]! - start[i - 1]! === 1
  return isTiedBy(text, i) || (isApostrophe(unit) && start[i + 1] === end[i])
}
