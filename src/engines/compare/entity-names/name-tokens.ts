// The tokens of a name, each read once per pack: its word, the number it may mean, whether it is noise, a link or a
// kind of institution, and whether a territory or a legal form may begin or end with it. A name is then read without look-ups.
import { isDigitUnit } from '../../../text/unit-classes.ts'
import type { Tools } from '../tools/pack-tools.ts'
import { numberOf, withNumbers } from '../words/number-words.ts'
import { plain, tokensOfPlain } from '../words/plain-letters.ts'
import { isNumber, READ_UP_TO, type Remembered, TERRITORY, type Word } from '../words/value-words.ts'
import type { HeadWords } from './head-words.ts'

export interface NameToken {
  readonly text: string
  readonly word: Word
  /** As its initial is written: its first letter, or all of it where it begins with a digit. */
  readonly initial: string
  /** A number in words or with the ending of an ordinal. */
  readonly spelled: boolean
  /** Digits alone. */
  readonly digits: boolean
  /** Stands for a territory; see Territories. */
  readonly territorial: boolean
  /** A name of a territory may begin with it. */
  readonly begins: boolean
  /** A name that is read as another may begin with it; see Exonyms. */
  readonly renamed: boolean
  /** The two words it is put together of ("justizministerium"); null where it is one. */
  readonly parts: readonly string[] | null
  /** A legal form may begin, or end, with it. */
  readonly formed: boolean
  readonly noise: boolean
  /** Joins what is listed ("and"). */
  readonly link: boolean
  /** Names an institution or a part of one. */
  readonly head: boolean
  /** Names a university, or gives the kind of one next to it, under one word for all languages. */
  readonly university: boolean
  readonly kind: string | null
  /** Names a class of things, so that its part of a name says little ("TV channel"). */
  readonly class: boolean
}

export class NameTokens {
  readonly #known: Remembered<NameToken>
  readonly #make: (text: string) => NameToken
  readonly #tools: Tools
  readonly #located: boolean

  /** `located` says whether territories tell one name from the next, `legal` whether a name may carry legal forms. */
  constructor(tools: Tools, heads: HeadWords, { located, legal }: { located: boolean; legal: boolean }) {
    this.#known = tools.remember<NameToken>()
    this.#tools = tools
    this.#located = located
    const [noise, links, classes] = [tools.list('noise'), tools.list('links'), tools.list('classes')]
    const territories = located ? tools.territories() : null
    const exonyms = located ? tools.exonyms() : null
    const forms = legal ? tools.legalForms() : null
    const ends = [...tools.list('compounds')]
    const telling = tools.pairs('telling')
    const isHead = (text: string) => heads.first.has(text) || heads.second.has(text) || heads.parts.has(text)
    const means = (text: string) => tools.vocabulary.word(text).meanings.length > 0
    const partsOf = (text: string): readonly string[] | null => {
      const end = ends.find((word) => text.length >= word.length + SHORTEST && text.endsWith(word))
      if (end === undefined || means(text) || isHead(text) || telling.has(text)) return null
      const first = text.slice(0, -end.length)
      // "Verteidigung-s-ministerium"
      const unlinked = first.slice(0, -1)
      return [!means(first) && means(unlinked) ? unlinked : first, end]
    }
    const kindOf = (text: string) => {
      const kind = heads.kinds.get(text)
      return kind === undefined || kind === text || kind.charAt(0) !== text.charAt(0) ? null : kind
    }
    this.#make = (text) => ({
      text,
      word: tools.vocabulary.word(text),
      initial: isDigitUnit(text.charCodeAt(0)) ? text : text.charAt(0),
      spelled: numberOf(text) !== text,
      digits: isNumber(text),
      territorial: text.charAt(0) === TERRITORY,
      begins: territories?.begins(text) ?? false,
      renamed: exonyms?.mayHold(text) ?? false,
      parts: ends.length === 0 ? null : partsOf(text),
      formed: forms?.mayHold(text) ?? false,
      noise: noise.has(text),
      link: links.has(text),
      head: isHead(text),
      university: heads.first.has(text),
      kind: kindOf(text),
      class: classes.has(text),
    })
  }

  of(text: string): NameToken {
    return this.#known.get(text, this.#make)
  }

  /** The tokens of a text as it is written, towns under one of their names, compounds of a kind of body as two words. */
  read(text: string): readonly NameToken[] {
    const written = plain(text)
    const tokens = this.#all(splitTokens(written.includes("'s") ? this.#ofTerritories(written) : written))
    const named = tokens.some(renamed) ? this.#all(this.#tools.exonyms().read(tokens.map(textOf))) : tokens
    const all = named.some(compound) ? this.#all(named.flatMap(({ text: whole, parts }) => parts ?? whole)) : named
    return all.some(ofAKind) && all.some(university) ? this.#underOneKind(all) : all
  }

  /** "Technische Universitat", "University of Technology": the word next to "university" is the same in all languages. */
  #underOneKind(tokens: readonly NameToken[]): readonly NameToken[] {
    const isBeside = (at: number, step: number): boolean => {
      let other = at + step
      while (tokens[other]?.noise === true) other += step
      return tokens[other]?.university === true
    }
    return tokens.map((token, at) =>
      token.kind !== null && (isBeside(at, -1) || isBeside(at, 1)) ? this.of(token.kind) : token,
    )
  }

  /** The tokens with numbers in digits and territories under their codes; `alone` as in Territories.marked. */
  marked(tokens: readonly NameToken[], alone: boolean): readonly NameToken[] {
    const numbered = tokens.some(spelled) ? this.#all(withNumbers(tokens.map(textOf))) : tokens
    if (!this.#located || !numbered.some(beginning)) return numbered
    const texts = numbered.map(textOf)
    const marked = this.#tools.territories().marked(texts, alone)
    return marked === texts ? numbered : this.#all(marked)
  }

  /** "Kenya's" is Kenya; of other words the ending stays ("People's"). */
  #ofTerritories(text: string): string {
    return text.replace(POSSESSIVE, (whole, owner: string) => (this.of(owner).begins ? owner : whole))
  }

  #all(texts: readonly string[]): readonly NameToken[] {
    const tokens: NameToken[] = []
    for (const text of texts) tokens.push(this.of(text))
    return tokens
  }
}

/** Letters that the first word of a compound has at least. */
const SHORTEST = 4

const POSSESSIVE = /\b([a-z]{3,40})'s\b/g

const textOf = ({ text }: NameToken) => text
const beginning = ({ begins }: NameToken) => begins
const compound = ({ parts }: NameToken) => parts !== null
const ofAKind = ({ kind }: NameToken) => kind !== null
const university = (token: NameToken) => token.university
const renamed = (token: NameToken) => token.renamed
const spelled = (token: NameToken) => token.spelled

/** Tokens of what `plain` returned, with runs of single letters joined ("s a r l", "u s a") and a short number cut off its word ("kbs1", "1tv"). */
export function splitTokens(text: string): string[] {
  const spelt =
    text.includes('&') || text.includes('+') ? text.replaceAll('&', ' and ').replaceAll('+', ' plus ') : text
  const tokens = tokensOfPlain(spelt.length > READ_UP_TO ? spelt.slice(0, READ_UP_TO) : spelt)
  if (!tokens.some(irregular)) return tokens
  const joined: string[] = []
  let run = ''
  for (const token of tokens) {
    if (token.length === 1 && token >= 'a') {
      run += token
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    const cut = isMixed(token) ? (WORD_NUMBER.exec(token) ?? NUMBER_WORD.exec(token)) : null
    if (cut !== null && !ORDINAL_ENDING.test(cut[2]!)) joined.push(cut[1]!, cut[2]!)
    else joined.push(token)
  }
  if (run !== '') joined.push(run)
  return joined
}

const WORD_NUMBER = /^([a-z]{2,})(\d{1,2})$/
const NUMBER_WORD = /^(\d{1,2})([a-z]{2,})$/
const ORDINAL_ENDING = /^(?:st|nd|rd|th)$/

const irregular = (token: string) => (token.length === 1 ? token >= 'a' : isMixed(token))

/** Begins with a digit and ends with a letter, or the other way round. */
function isMixed(token: string): boolean {
  return isDigitUnit(token.charCodeAt(0)) !== isDigitUnit(token.charCodeAt(token.length - 1))
}

/** Information of a word above which it names one body, in bits, though a word for a class follows. */
export const CLASS_BITS = 14

export function textsOf(tokens: readonly NameToken[]): readonly string[] {
  return tokens.map(({ text }) => text)
}

export function wordsOf(tokens: readonly NameToken[]): readonly Word[] {
  return tokens.map(({ word }) => word)
}

/** Words of the tokens without noise, or of all of them where noise is all there is. */
export function kept(tokens: readonly NameToken[], lettered = false): readonly Word[] {
  const words: Word[] = []
  if (tokens.length > 1)
    for (const token of tokens) if (!token.noise || (lettered && isLettered(tokens, token))) words.push(token.word)
  return words.length > 0 ? words : wordsOf(tokens)
}

/** Letters that are numbers themselves. */
const ROMAN = 'ivx'

/** Does the token close the name as a number would ("Annex A", "Gate B")? No article does. */
export function isLettered(tokens: readonly NameToken[], token: NameToken): boolean {
  const { text, digits } = token
  return text.length === 1 && !digits && !ROMAN.includes(text) && tokens.length > 1 && tokens.at(-1) === token
}
