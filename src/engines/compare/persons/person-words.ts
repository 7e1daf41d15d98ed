// The words of a personal name as they are written: titles off, abbreviations in full, what two or three words say as one name
// put together ("Abd al-Rahman", "Nur al-Din"), particles light.
import { wordSet } from '../../../lists.ts'
import type { NameRules } from '../../../packs/schemas/name-rules.ts'
import type { Tools } from '../tools/pack-tools.ts'
import { hasDigit, tokensOf, type Word } from '../words/value-words.ts'
import { type Descent, descentOf } from './descent.ts'
import { isWellKnown } from './name-similarity.ts'
import { Titles } from './titles.ts'

/** A capital inside a word after three small letters and before three: "FriedrichBuchenberg". */
const RUN_TOGETHER = /([a-z]{3})([A-Z][a-z]{3})/g
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 8: 'b', 9: 'g' }

/** A digit among letters read as the letter it looks like: names hold none ("Ig0r"). */
function lettered(token: string): string {
  if (!hasDigit(token)) return token
  const letters = token.replace(/[0-9]/g, '').length
  return letters >= 3 && letters < token.length && token.length - letters <= 2
    ? token.replace(/[0134589]/g, (digit) => LOOKALIKES[digit]!)
    : token
}

/** "Family, Given" as "Given Family": order decides what is put together, and nothing else. */
function givenFirst(text: string): string {
  const comma = text.indexOf(',')
  return comma < 0 || text.includes(',', comma + 1) ? text : `${text.slice(comma + 1)} ${text.slice(0, comma)}`
}

/** Most letters of a title after a name that may be a name. */
const SHORT = 2

/** Least letters of the part that a head or a tail is put together with. */
const PART = 3

/** "Ke$ha", "A$AP": a sign for the letter it looks like. */
const SIGNED = /(\p{L})\$(?=\p{L})/gu

/** Information of an initial, in bits: names do not begin with all letters alike. */
const INITIAL = 3.5

/** Entries of a register in place of a given name: "Baby of", "Twin A", "Unknown". */
export interface NameLabel {
  readonly kind: 'newborn' | 'twin' | 'unknown'
  /** Number of a child among those of one birth: a letter or a number; empty where the label has none. */
  readonly mark: string
}

/** Is a token the number or letter of a child among those of one birth? */
const isMark = (token: string | undefined) =>
  token !== undefined && token.length <= MARK && /^(?:[a-d]|[1-9]|i+)$/.test(token)

/** Removes the mark after the name of the mother from its words ("Bebek Çelik 2") and returns it; empty if there is none. */
const markBehind = (rest: string[]): string => (rest.length > 1 && isMark(rest.at(-1)) ? rest.pop()! : '')

/** Letters of the longest mark of a twin ("iii"). */
const MARK = 3
const HAN = /\p{Script=Han}/u
const SIDES = /[()[\]]/g

/** Words of two ASCII letters and more, with no capital after a small letter, and one blank between them. */
const SIMPLE = /^(?:[A-Za-z][a-z]{1,40}|[A-Z]{2,40})(?: (?:[A-Za-z][a-z]{1,40}|[A-Z]{2,40})){0,5}$/

/** Cuts the names of persons into words, by the pack's titles and particles and the rules of data/equivalents/name-forms.json. */
export class PersonWords {
  readonly #tools: Tools
  readonly #titles: Titles
  readonly #particles: ReadonlySet<string>
  readonly #heads: ReadonlySet<string>
  readonly #articles: ReadonlySet<string>
  readonly #tails: ReadonlySet<string>
  readonly #glued: ReadonlySet<string>
  /** First word -> the words that follow it and are one name with it ("abu bakr"). */
  readonly #joined = new Map<string, string[]>()
  readonly #abbreviated: NameRules['abbreviated']
  readonly #runTogether: NameRules['runTogether']
  readonly #joinedParticle: RegExp
  readonly #descent: { readonly links: ReadonlySet<string>; readonly behind: ReadonlySet<string> }
  readonly #patronymics: readonly string[]
  readonly #generations = new Map<string, number>()
  readonly #twins = new Map<string, number>()
  readonly #labels = new Map<string, NameLabel['kind']>()
  readonly #labelled: { readonly of: ReadonlySet<string>; readonly sex: ReadonlySet<string> }
  readonly #nobody: ReadonlySet<string>
  readonly #parent: RegExp
  readonly #maiden: readonly string[]
  /** Chinese character -> the form that represents all its variants. */
  readonly #characters = new Map<string, string>()
  /** Tokens that a rule of this class is about, as far as they are no titles. */
  readonly #ruled: ReadonlySet<string>

  constructor(tools: Tools) {
    const rules = tools.nameRules()
    this.#tools = tools
    this.#particles = tools.list('particles')
    this.#heads = wordSet(rules.compounds.heads)
    this.#articles = wordSet(rules.compounds.articles)
    this.#tails = wordSet(rules.compounds.tails)
    this.#glued = wordSet(rules.compounds.glued)
    for (const [first = '', second = ''] of rules.joined.split(',').map((pair) => pair.split(' ')))
      this.#joined.set(first, [...(this.#joined.get(first) ?? []), second])
    this.#abbreviated = rules.abbreviated
    this.#runTogether = rules.runTogether
    this.#joinedParticle = new RegExp(
      `(?<!\\p{L})(${Object.keys(rules.runTogether).join('|')})(?=\\p{Lu}\\p{Ll}{2})`,
      'gu',
    )
    this.#descent = { links: wordSet(rules.descent.links), behind: wordSet(rules.descent.behind) }
    this.#patronymics = rules.patronymics.split(' ')
    for (const [number, words] of Object.entries(rules.generations))
      for (const word of words.split(' ')) this.#generations.set(word, Number(number))
    for (const [number, words] of Object.entries(rules.twins))
      for (const word of words.split(' ')) this.#twins.set(word, Number(number))
    for (const kind of ['newborn', 'twin', 'unknown'] as const)
      for (const word of rules.labels[kind].split(' ')) this.#labels.set(word, kind)
    this.#labelled = { of: wordSet(rules.labels.of), sex: wordSet(rules.labels.sex) }
    this.#nobody = wordSet(`${rules.labels.nobody} ${rules.labels.unknown} ${rules.labels.newborn}`)
    for (const written of rules.characters.split(' '))
      for (const character of written) this.#characters.set(character, written.charAt(0))
    this.#parent = new RegExp(`(?<=\\S)\\s+(?:${rules.parent})\\s.*$`, 'i')
    this.#maiden = rules.maiden.split('|').map((cue) => ` ${cue} `)
    this.#ruled = new Set(
      [
        ...[this.#particles, this.#heads, this.#articles, this.#glued, this.#joined.keys(), this.#generations.keys()],
        ...[
          this.#twins.keys(),
          [...this.#labels.keys(), ...this.#maiden].map((phrase) => /[^\W_]+/.exec(phrase)?.[0] ?? ''),
        ],
      ].flatMap((words) => [...words]),
    )
    // A word that distinguishes bearers of one name is not a name, though a person may be called so ("Junior"); text after a name in
    // two letters is as likely one ("Ma", "Md").
    const isName = (word: string, behind: boolean) =>
      !this.#generations.has(word) && ((behind && word.length <= SHORT) || this.#isName(word))
    const shared = tools.pack.settings['shared_titles'] === true ? tools.cues('titles.json') : null
    this.#titles = new Titles(tools.list('titles'), shared, isName)
  }

  /** The words of a simple name that no rule is about: those of `of`, without a label, a title, a generation or a name at birth; null for any other name. */
  plainWords(text: string): readonly Word[] | null {
    if (!SIMPLE.test(text)) return null
    const tokens = text.toLowerCase().split(' ')
    for (const token of tokens) if (this.#ruled.has(token) || this.#titles.mayOpen(token)) return null
    return tokens.map((token) => this.#tools.vocabulary.word(token))
  }

  /** The words of one name; titles are words where there is nothing else. */
  of(text: string): readonly Word[] {
    return this.plainWords(text) ?? this.#ruledWords(text)
  }

  #ruledWords(text: string): readonly Word[] {
    const apart = text.replace(this.#joinedParticle, (short) => `${this.#runTogether[short]} `)
    const parted = givenFirst(this.#spelledOut(apart)).replace(RUN_TOGETHER, '$1 $2')
    const all = tokensOf(parted.includes('$') ? parted.replace(SIGNED, '$1s') : parted).map(lettered)
    const named = this.labelled(all).rest
    const kept = this.#untitled(named)
    const tokens = kept.length > 0 ? kept : named
    const words = this.#compounded(tokens)
    const [first, last] = [this.#titles.isDoubtful(tokens, 0), this.#titles.isDoubtful(tokens, tokens.length - 1)]
    if (!first && !last) return words
    return words.map((word, i) => ((i === 0 ? first : last && i === words.length - 1) ? word.weighing(1) : word))
  }

  /** The Chinese characters of a name, whether written in the traditional, the simplified or the Japanese way. */
  charactersOf(text: string): string {
    if (!HAN.test(text)) return ''
    let characters = ''
    for (const character of text) if (HAN.test(character)) characters += this.#characters.get(character) ?? character
    return characters
  }

  /** A name without the name of a parent or spouse that follows it: "Ramesh s/o Suresh Yadav". */
  withoutParent(text: string): string {
    return text.replace(this.#parent, '')
  }

  /** A name without its family name at birth, and that: "Åsa Sjöstrand f. Nyberg", "Lenka Růžičková (roz. Dvořáková)". */
  maidenOf(text: string): readonly [name: string, maiden: string] {
    const spaced = ` ${text.replace(SIDES, ' ')} `
    for (const cue of this.#maiden) {
      const at = spaced.indexOf(cue)
      if (at > 1) return [spaced.slice(0, at), spaced.slice(at + cue.length)]
    }
    return [text, '']
  }

  /** Is a name no more than words that are written in place of one ("Unbekannt Unbekannt", "Baby Boy", "Trauma Patient 17", "XXXX")? */
  isNobody(text: string): boolean {
    const tokens = tokensOf(text)
    let isSaid = false
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const isPhrase = this.#nobody.has(`${token}_${tokens[i + 1]}`)
      if (isPhrase) i++
      if (isPhrase || this.#nobody.has(token) || /^([a-z])\1{2,}$/.test(token)) isSaid = true
      else if (!this.#labelled.sex.has(token) && !/^\d+$/.test(token)) return false
    }
    return isSaid
  }

  /** The label among the tokens of a name, null where there is none, and the tokens without it; all of them where nothing else is left. */
  labelled(tokens: readonly string[]): { readonly label: NameLabel | null; readonly rest: readonly string[] } {
    const at = tokens.findIndex((token, i) => this.#labels.has(token) || this.#labels.has(`${token}_${tokens[i + 1]}`))
    if (at < 0 || tokens.length < 2) return { label: null, rest: tokens }
    const long = this.#labels.has(tokens[at]!) ? 1 : 2
    const kind = this.#labels.get(tokens.slice(at, at + long).join('_'))!
    const { of, sex } = this.#labelled
    let from = at
    let to = at + long
    if (from > 0 && sex.has(tokens[from - 1]!)) from--
    while (to < tokens.length && (sex.has(tokens[to]!) || this.#labels.get(tokens[to]!) === kind)) to++
    const mark = isMark(tokens[to]) && kind !== 'unknown' ? tokens[to++]! : ''
    if (this.#isOwnName(kind, mark, tokens, at)) return { label: null, rest: tokens }
    if (kind === 'newborn' && to < tokens.length && of.has(tokens[to]!)) to++
    else if (kind === 'newborn' && from > 0) return { label: null, rest: tokens }
    const rest = [...tokens.slice(0, from), ...tokens.slice(to)]
    const own = mark === '' && kind !== 'unknown' ? markBehind(rest) : mark
    return { label: { kind, mark: own }, rest: rest.length > 0 ? rest : tokens }
  }

  /** Is a label a name where no mark follows: "Iker", a twin among Hungarians, a name among Basques? */
  #isOwnName(kind: NameLabel['kind'], mark: string, tokens: readonly string[], at: number): boolean {
    return kind === 'twin' && mark === '' && !isMark(tokens.at(-1)) && this.#isName(tokens[at]!)
  }

  #untitled(tokens: readonly string[]): readonly string[] {
    const kept: string[] = []
    for (let i = 0; i < tokens.length; ) {
      const length = this.#titles.lengthAt(tokens, i)
      if (length === 0) kept.push(tokens[i]!)
      i += Math.max(1, length)
    }
    return kept
  }

  /** The generation that a name states, from 1 for the eldest ("Robert Haverford Jr.", "Haverford Jr., Robert", "Ata Kakra Boateng": 2); 0: not given. `tokens`: those of the text. */
  generationOf(text: string, tokens: readonly string[]): number {
    const spelled = this.#spelledOut(text)
    const parts = spelled.includes(',')
      ? spelled.split(',', 3).map(tokensOf)
      : [spelled === text ? tokens : tokensOf(spelled)]
    const isShort = parts.reduce((sum, { length }) => sum + length, 0) < 3
    for (const tokens of parts) {
      const said = this.#generations.get(tokens.at(-1) ?? '') ?? this.#generations.get(tokens[0] ?? '')
      if (said !== undefined && !isShort) return said
      for (const token of tokens) {
        const born = this.#twins.get(token) ?? (isShort ? undefined : this.#generationAmid(token, spelled))
        if (born !== undefined) return born
      }
    }
    return 0
  }

  /** The generation given by a word inside a name, where it is abbreviated ("Hans jun. Kölbl") or not used as a name. */
  #generationAmid(token: string, text: string): number | undefined {
    const said = token.length > 1 ? this.#generations.get(token) : undefined
    if (said === undefined || text.toLowerCase().includes(`${token}.`)) return said
    return this.#isName(token) ? undefined : said
  }

  #isName(token: string): boolean {
    return isWellKnown(this.#tools.vocabulary.word(token))
  }

  /** The words without those that only say which bearer of the name is meant. */
  withoutGeneration(words: readonly Word[]): readonly Word[] {
    return words.filter(({ text }) => !this.#generations.has(text))
  }

  /** Whether a title among the tokens of a name says man or woman ("mrs", "herr"), as the pack's codes call it; empty where none or both are said. */
  sexOf(tokens: readonly string[]): string {
    const sexes = this.#tools.codes()
    let said = ''
    for (const token of tokens) {
      const sex = token.length > 1 && this.#titles.mayBe(token) ? sexes.get(token) : undefined
      if (sex === undefined || sex === said) continue
      if (said !== '') return ''
      said = sex
    }
    return said
  }

  /** Is it a name that the first or the second of twins is given: "Babirye", "Nakato"? */
  readonly isTwin = ({ text }: Word): boolean => this.#twins.has(text)

  /** Is it a father's name with the ending that makes it one: "Petrovich"? */
  readonly isPatronymic = ({ text }: Word): boolean =>
    this.#patronymics.some((ending) => text.length > ending.length + 1 && text.endsWith(ending))

  /** The parent that the name states; null if none. */
  descentOf(words: readonly Word[]): Descent | null {
    return descentOf(words, this.#descent.links, this.#descent.behind)
  }

  /** Titles alone are not a given name. */
  isTitle({ text }: Word): boolean {
    return this.#titles.has(text)
  }

  /** The words, with patronymics ("Petrovich") of low weight, where there are at least two others; null where there is none. */
  lightened(words: readonly Word[]): readonly Word[] | null {
    if (words.length < 3 || !words.some(this.isPatronymic)) return null
    return words.map((word) => (this.isPatronymic(word) ? word.weighing(1) : word))
  }

  /** "W/Michael" in full; only where one of the signs of an abbreviation stands. */
  #spelledOut(text: string): string {
    if (!/[/.'\u00aa\u2019]/.test(text)) return text
    let spelled = ` ${text.toLowerCase().replaceAll('\u2019', "'")} `
    for (const [short, long] of Object.entries(this.#abbreviated))
      spelled = spelled.replaceAll(` ${short}`, ` ${long} `)
    return spelled === ` ${text.toLowerCase()} ` ? text : spelled
  }

  #compounded(tokens: readonly string[]): readonly Word[] {
    const words: Word[] = []
    for (let i = 0; i < tokens.length; ) {
      const length = this.#compoundAt(tokens, i)
      words.push(length === 1 ? this.#word(tokens[i]!) : this.#together(tokens.slice(i, i + length)))
      i += length
    }
    return words
  }

  /** How many tokens from here on are one name. */
  #compoundAt(tokens: readonly string[], at: number): number {
    const [first, second, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
    if (second === undefined) return 1
    if (this.#joined.get(first)?.includes(second)) return 2
    const article = third !== undefined && this.#articles.has(second)
    const part = article ? third : second
    if (this.#heads.has(first) && part.length >= PART && !this.#heads.has(part)) return article ? 3 : 2
    if (first.length >= PART && article && this.#tails.has(part)) return 3
    if (first.length >= PART && this.#glued.has(second)) return 2
    return 1
  }

  #word(token: string): Word {
    const word = this.#tools.vocabulary.word(token)
    if (token.length === 1 && word.bits > INITIAL) return word.weighing(INITIAL)
    return this.#particles.has(token) ? word.weighing(1) : word
  }

  /** One word of several, no rarer than they are together. */
  #together(tokens: readonly string[]): Word {
    const word = this.#tools.vocabulary.word(tokens.join(''))
    const parts = tokens.map((token) => this.#word(token))
    return word.weighing(
      Math.min(
        word.bits,
        parts.reduce((bits, part) => bits + part.bits, 0),
      ),
    )
  }
}
