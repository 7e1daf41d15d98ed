// One search for names over one text: the text and what is known of its words and phrases, the names found so far and the
// words left over, and the last answers to what is asked again and again.

import type { Levels } from '../../../packs/word-levels.ts'
import { keptList } from '../../../text/kept-list.ts'
import type { PhraseHits } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind, type Tokens } from '../../../text/tokens.ts'
import type { Evidence } from '../evidence.ts'
import type { LanguageTraits, Trait } from '../language-traits.ts'
import { attribute } from './around/attribute.ts'
import { before } from './around/before.ts'
import type { LegalForms } from './around/company-ahead.ts'
import { mailPersons, mailWords } from './around/glue.ts'
import type { Surroundings } from './around/surroundings.ts'
import type { Candidate } from './candidate.ts'
import { listsGoods, listsPrices } from './doubts/goods-rows.ts'
import { speaksOfPlants } from './doubts/plants.ts'
import { type Glance, glance } from './glance.ts'
import { runAt } from './runs/runs.ts'
import type { NameCues } from './words/cues.ts'
import type { LanguageVotes } from './words/language.ts'
import type { Endings, NameLexicon } from './words/lexicon.ts'
import type { NameWord } from './words/name-word.ts'
import { isUnknown } from './words/odds.ts'
import type { OtherWords } from './words/other-words.ts'
import type { NameLists } from './words/roles.ts'
import { isLatinText } from './words/script.ts'
import type { VerbForms } from './words/verb-forms.ts'
import { NameWords } from './words/words.ts'

/** What names know whatever the text is; made once an installation. */
export interface NameFacts {
  readonly lexicon: NameLexicon
  readonly votes: LanguageVotes
  readonly cues: NameCues
  readonly forms: LegalForms
  /** Legal forms that open a company's name, as written. */
  readonly leadingForms: ReadonlySet<string>
  /** Saint-Michel, Sint-Jan: how a hyphened word begins that is a place or a day. */
  readonly saintPrefixes: readonly string[]
  /** Case endings of a name that the text has said before. */
  readonly repeats: Endings
  /** Forms of address of one letter, by language. */
  readonly letters: NameLists['letters']
  /** Forms of what persons do right behind their name. */
  readonly verbs: VerbForms
  /** Ordinary words that people are called by as well. */
  readonly others: OtherWords
  /** Articles that stand before no name of a person. */
  readonly articles: NameLists['articles']
  readonly traits: LanguageTraits
  /** What only a sentence about a person goes on with. */
  readonly doings: NameLists['doings']
}

/** A word that is no name by itself. */
export class LeftWord {
  readonly word: NameWord
  /** The run that it is all of, when nobody has looked yet whether it is a barrier or a company; null when it is free. */
  readonly alone: readonly NameWord[] | null

  constructor(word: NameWord, alone: readonly NameWord[] | null) {
    this.word = word
    this.alone = alone
  }
}

/** Letters of an article at most. */
const LONGEST_ARTICLE = 8

export class NameSearch implements Surroundings {
  readonly scanned: ScannedText
  readonly text: string
  readonly tokens: Tokens
  readonly evidence: Evidence
  readonly hits: PhraseHits
  readonly facts: NameFacts
  readonly cues: NameCues
  readonly glance: Glance
  readonly words: NameWords
  /** Words of the e-mail addresses of the text, if it has any. */
  readonly mail: ReadonlySet<string> | null
  readonly found: Candidate[] = keptList()
  /** Words of runs that were no names by themselves; a number is the token of a hopeless one (see lone.ts). */
  readonly left: (LeftWord | number)[] = keptList()
  /** The last answers, and for which token each was. */
  #beforeOf = -1
  #before = 0
  #attributeOf = -1
  #attribute = false
  #plants: boolean | null = null
  #latin: boolean | null = null
  #goods: boolean | null = null
  #prices: boolean | null = null
  #spelt: ReadonlySet<string> | null = null
  /** The folded words of the first `#counted` names found. */
  #named: Set<string> | null = null
  #counted = 0

  constructor(scanned: ScannedText, evidence: Evidence, facts: NameFacts) {
    this.scanned = scanned
    this.text = scanned.text
    this.tokens = scanned.tokens
    this.evidence = evidence
    this.hits = evidence.hits
    this.facts = facts
    this.cues = facts.cues
    this.glance = glance(scanned, facts.lexicon, facts.votes)
    this.words = new NameWords(scanned, facts.lexicon, this.glance.languages)
    this.mail = mailWords(scanned, this.glance.ats)
  }

  /** What stands before the run whose first token is `first`: bits of Before. */
  before(first: number): number {
    if (this.#beforeOf !== first) {
      this.#before = before(this, first)
      this.#beforeOf = first
    }
    return this.#before
  }

  /** Whether what follows the run that ends before token `next` describes a person; see attribute.ts. */
  attribute(next: number): boolean {
    if (this.#attributeOf !== next) {
      this.#attribute = attribute(this, next)
      this.#attributeOf = next
    }
    return this.#attribute
  }

  /** Whether a word that no list has is a part of a person's name as an e-mail address of the text spells it. */
  isSpelt(folded: string, levels: Levels): boolean {
    if (this.mail === null || !isUnknown(levels) || !this.mail.has(folded)) return false
    this.#spelt ??= mailPersons(this.words, this.glance.ats)
    return this.#spelt.has(folded)
  }

  /** Whether the text speaks of plants or food, so that Rosemary and Iris are some. */
  speaksOfPlants(): boolean {
    this.#plants ??= speaksOfPlants(this.words)
    return this.#plants
  }

  /** Whether the text is written in Latin letters, but for a word or two; see script.ts. */
  isLatin(): boolean {
    this.#latin ??= isLatinText(this.words)
    return this.#latin
  }

  /** Whether a token is one of the commonest words of the text's languages. */
  isCommon(token: number): boolean {
    return this.facts.votes.isSpoken(this.words.known(token).commonIn, this.glance.languages)
  }

  /** Whether one of the text's languages, or the likeliest of a short text, addresses people by this letter: the M. of "M. Abgrall". */
  isAddress(letter: string): boolean {
    const { languages, ahead } = this.glance
    const spoken = languages ?? ahead
    return spoken !== null && this.facts.letters.has(letter, spoken)
  }

  /** Whether token `index` is an article that one of the text's languages puts before no name of a person; `isFamily`: before no family name either. */
  isThingArticle(index: number, isFamily = false): boolean {
    const { kind, start, end } = this.tokens
    if (index < 0 || kind[index]! > TokenKind.upper || end[index]! - start[index]! > LONGEST_ARTICLE) return false
    const { definite, indefinite } = this.facts.articles
    const { folded } = this.words.known(index)
    const { languages } = this.glance
    return indefinite.has(folded, languages) || (!isFamily && definite.has(folded, languages))
  }

  /** Whether token `index` is an article that one of the text's languages puts before given names at most: der Peter, never der Meier. */
  isGivenArticle(index: number): boolean {
    const { kind, start, end } = this.tokens
    if (index < 0 || kind[index]! > TokenKind.upper || end[index]! - start[index]! > LONGEST_ARTICLE) return false
    return this.facts.articles.given.has(this.words.known(index).folded, this.glance.languages)
  }

  /** Whether a word is an ordinary one of the text's languages that people are called by as well; `opens`: it opens a sentence. */
  isOther(folded: string, opens: boolean): boolean {
    return this.facts.others.has(folded, opens, this.glance.languages)
  }

  /** Whether one of the text's languages has a trait. */
  hasTrait(trait: Trait): boolean {
    return this.facts.traits.has(trait, this.glance.languages)
  }

  /** Whether a name found so far has a word that folds to `folded`. */
  hasNamed(folded: string): boolean {
    const { found } = this
    if (found.length === 0) return false
    this.#named ??= new Set()
    for (; this.#counted < found.length; this.#counted++)
      for (const word of found[this.#counted]!.words) this.#named.add(word.folded)
    return this.#named.has(folded)
  }

  /** Whether the text lists goods with their sizes and prices. */
  listsGoods(): boolean {
    this.#goods ??= listsGoods(this)
    return this.#goods
  }

  /** Whether the text lists prices. */
  listsPrices(): boolean {
    this.#prices ??= listsPrices(this)
    return this.#prices
  }

  /** The words of a left word: its own, or the run that is the hopeless word. */
  leftWord(left: LeftWord | number): LeftWord {
    if (typeof left !== 'number') return left
    const alone = runAt(this.words, left)
    return new LeftWord(alone[0]!, alone)
  }
}
