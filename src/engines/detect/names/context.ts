// Features of a token from more than one word: its neighbours, cues, position in line and chain, and the content of the text.
import { Level } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT, FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { LineKind } from '../kinds/kind.ts'
import { CARRIERS, COMPANIES, Companions } from './companions.ts'
import { Cue, type NameCues } from './cues.ts'
import type { Chain, Reading } from './reading.ts'
import { SPEAKS, Speakers, Speaks } from './speakers.ts'
import { PairTemplate, Template } from './templates.ts'
import { type FeatureNumbers, HERE, PLACES } from './weights.ts'
import { CASING_NAMES, CLASS_NAMES, CLASSES } from './word-classes.ts'
import { type NameWord, type NameWords, PEOPLE, PLACE_RANKS } from './words.ts'

/** The facts about a token of a chain; see Context.each. */
export type AddToken = (token: number, around: readonly NameWord[], features: FeatureList) => void

/** Numbers of features: the first `count` of them are valid. An array that is emptied would lose its memory with each token. */
export interface FeatureList {
  readonly numbers: number[]
  count: number
}

/** Kinds of lines, in the order of their numbers. */
const LINE_NAMES = Object.keys(LineKind) as (keyof typeof LineKind)[]
const CASINGS = CASING_NAMES.length
const CUE_NAMES = Object.keys(Cue) as (keyof typeof Cue)[]
/** A cue: right before the token, over signs or at the head of its column, or a phrase that the token is part of. */
const WAYS = ['before', 'heading', 'around'] as const
const LINE_KINDS = 48
/** Evidence for people in a text, as bits: see societyOf. */
const SOCIETIES = 8
const ADDRESSING = Cue.title | Cue.greeting | Cue.closing | Cue.introduction | Cue.selfNaming
/** Words of a text at least of which capitals say something, and words to one capital where they are seldom. */
const LEAST_MADE = 4
const SELDOM = 20
/** How words of a text begin: capitals as usual, no capitals, hardly any, or nothing else. */
const MAKES = 4
const FIELDS = Cue.field | Cue.naming | Cue.key | Cue.cue
const RUNS = 6
const SENTENCE_ENDS = new Set(['.', '!', '?', ':', '\u2026'])
/** How a chain's place in its sentence begins. */
const OPENINGS = ['inside', 'line', 'sentence', 'behind sign']

export class Context {
  readonly #features: FeatureList = { numbers: [], count: 0 }
  readonly #words: NameWords
  readonly #cues: NameCues
  readonly #pairBefore: Template
  readonly #pairBehind: Template
  readonly #around: Template
  readonly #twoBefore: Template
  readonly #twoBehind: Template
  readonly #wordBefore: PairTemplate
  readonly #wordBehind: PairTemplate
  readonly #announced: Template
  readonly #opening: Template
  readonly #elsewhere: Template
  readonly #society: Template
  readonly #societyPeople: Template
  readonly #make: Template
  readonly #makePeople: Template
  readonly #lineKind: Template
  readonly #linePeople: Template
  readonly #written: Template
  readonly #writtenPeople: Template
  readonly #spoken: Template
  readonly #run: Template
  readonly #mail: Template
  readonly #company: Template
  readonly #carrierBefore: Template
  readonly #carrierAfter: Template
  /** Weights that count no company are not asked for it, token by token. */
  readonly #hasCompany: boolean
  readonly #glue: Template
  readonly #place: Template
  readonly #placePeople: Template
  readonly #speaks: Template
  readonly #speaksPeople: Template
  readonly speakers: Speakers

  readonly #companions: Companions
  readonly #lines = new Lines()
  #societyRead: Reading | null = null
  #societyFound = 0

  constructor(words: NameWords, cues: NameCues, numbers: FeatureNumbers) {
    this.#words = words
    this.#cues = cues
    this.#companions = new Companions(words)
    const isName = (text: ScannedText, token: number): boolean => {
      const { given, family, word } = words.at(text, token).levels
      return Math.max(given, family) >= Level.known && Math.max(given, family) > word
    }
    this.speakers = new Speakers(isName)
    const name = (value: number) => CLASS_NAMES[value]!
    const pair = (value: number) => `${name(Math.floor(value / CLASSES))} | ${name(value % CLASSES)}`
    const triple = (value: number) => `${name(Math.floor(value / CLASSES ** 2))} | ${pair(value % CLASSES ** 2)}`
    const make = (size: number, spell: (value: number) => string) => new Template(numbers, size, spell)
    const byCasing = (what: string) => (value: number) =>
      `${what}=${Math.floor(value / CASINGS)} case=${CASING_NAMES[value % CASINGS]}`
    const byPeople = (what: string) => (value: number) =>
      `${what}=${Math.floor(value / PEOPLE)} people=${value % PEOPLE}`
    this.#pairBefore = make(CLASSES ** 2, (value) => `[-1 0] ${pair(value)}`)
    this.#pairBehind = make(CLASSES ** 2, (value) => `[0 +1] ${pair(value)}`)
    this.#around = make(CLASSES ** 3, (value) => `[-1 0 +1] ${triple(value)}`)
    this.#twoBefore = make(CLASSES ** 3, (value) => `[-2 -1 0] ${triple(value)}`)
    this.#twoBehind = make(CLASSES ** 3, (value) => `[0 +1 +2] ${triple(value)}`)
    const withClass = (feature: number, value: number) => `${numbers.nameOf(feature)} & ${name(value)}`
    this.#wordBefore = new PairTemplate(numbers, CLASSES, withClass)
    this.#wordBehind = new PairTemplate(numbers, CLASSES, withClass)
    this.#announced = make(CUE_NAMES.length * WAYS.length * CASINGS, (value) => {
      const cue = Math.floor(value / (WAYS.length * CASINGS))
      return `${CUE_NAMES[cue]} ${WAYS[Math.floor(value / CASINGS) % WAYS.length]} case=${CASING_NAMES[value % CASINGS]}`
    })
    this.#opening = make(OPENINGS.length * PEOPLE * CASINGS, (value) => {
      const opening = OPENINGS[Math.floor(value / (PEOPLE * CASINGS))]
      return `opens=${opening} people=${Math.floor(value / CASINGS) % PEOPLE} case=${CASING_NAMES[value % CASINGS]}`
    })
    this.#elsewhere = make(4 * PEOPLE, byPeople('elsewhere'))
    this.#society = make(SOCIETIES * CASINGS, byCasing('society'))
    this.#societyPeople = make(SOCIETIES * PEOPLE, byPeople('society'))
    this.#make = make(MAKES * CASINGS, byCasing('text'))
    this.#makePeople = make(MAKES * PEOPLE, byPeople('text'))
    this.#lineKind = make(LINE_KINDS * CASINGS, byCasing('line'))
    this.#linePeople = make(LINE_KINDS * PEOPLE, byPeople('line'))
    this.#written = make(LINE_NAMES.length * CASINGS, (value) => {
      return `written=${LINE_NAMES[Math.floor(value / CASINGS)]} case=${CASING_NAMES[value % CASINGS]}`
    })
    this.#writtenPeople = make(LINE_NAMES.length * PEOPLE, (value) => {
      return `written=${LINE_NAMES[Math.floor(value / PEOPLE)]} people=${value % PEOPLE}`
    })
    this.#spoken = make(8 * PEOPLE, byPeople('spoken'))
    this.#run = make(RUNS * RUNS * CLASSES, (value) => {
      const place = Math.floor(value / CLASSES)
      return `word ${(place % RUNS) + 1} of ${Math.floor(place / RUNS) + 1} ${name(value % CLASSES)}`
    })
    this.#mail = make(CASINGS, (value) => `in mail address case=${CASING_NAMES[value]}`)
    this.#company = make(COMPANIES * PEOPLE, byPeople('company'))
    const besideThings = Array.from({ length: PEOPLE }, (_, people) => byPeople('company')(PEOPLE + people))
    this.#hasCompany = besideThings.some((feature) => numbers.numberOf(feature) >= 0)
    this.#carrierBefore = make(CARRIERS * PEOPLE, byPeople('carrier before'))
    this.#carrierAfter = make(CARRIERS * PEOPLE, byPeople('carrier after'))
    const placePart = (value: number) => `${value % 2 === 0 ? 'begins' : 'in'} place=${PLACE_RANKS[value >> 1]}`
    this.#place = make(2 * PLACE_RANKS.length, placePart)
    this.#placePeople = make(2 * PLACE_RANKS.length * PEOPLE, (value) => {
      return `${placePart(Math.floor(value / PEOPLE))} people=${value % PEOPLE}`
    })
    this.#speaks = make(SPEAKS * CASINGS, byCasing('speaks'))
    this.#speaksPeople = make(SPEAKS * PEOPLE, byPeople('speaks'))
    this.#glue = make(4 * CLASSES, (value) => `glued=${Math.floor(value / CLASSES)} ${name(value % CLASSES)}`)
  }

  /** Calls `add` with each token of a chain, the words at PLACES and its further features. Both lists are overwritten by the next token. */
  each(reading: Reading, chain: Chain, add: AddToken): void {
    const { text } = reading
    const words = this.#words
    const around = PLACES.map((place) => words.at(text, chain.first - 1 + place))
    const line = this.#lines.of(text, chain.first)
    const society = this.#societyOf(reading)
    const made = makeOf(reading)
    const written = reading.evidence.kinds.at(text.tokens.start[chain.first]!)
    const run = runOf(text, chain)
    const features = this.#features
    let place: { rank: number; tokens: number } | null = null
    let placeFirst = -1
    for (let token = chain.first; token < chain.end; token++) {
      features.count = 0
      for (let place = 1; place < PLACES.length; place++) around[place - 1] = around[place]!
      around[PLACES.length - 1] = words.at(text, token + PLACES[PLACES.length - 1]!)
      const word = around[HERE]!
      this.#classes(around, features)
      put(features, this.#society.of(society * CASINGS + word.casing))
      put(features, this.#societyPeople.of(society * PEOPLE + word.people))
      if (made > 0) {
        put(features, this.#make.of(made * CASINGS + word.casing))
        put(features, this.#makePeople.of(made * PEOPLE + word.people))
      }
      put(features, this.#written.of(written * CASINGS + word.casing))
      put(features, this.#writtenPeople.of(written * PEOPLE + word.people))
      put(features, this.#lineKind.of(line * CASINGS + word.casing))
      put(features, this.#linePeople.of(line * PEOPLE + word.people))
      if (text.tokens.kind[token] !== TokenKind.sign) {
        put(features, this.#spoken.of(this.#words.spokenLevel(word, reading.languages) * PEOPLE + word.people))
        const opening = (openingOf(text, token) * PEOPLE + word.people) * CASINGS + word.casing
        put(features, this.#opening.of(opening))
        put(features, this.#elsewhere.of(elsewhereOf(reading, word) * PEOPLE + word.people))
        put(features, this.#run.of(run.next() * CLASSES + word.kind))
        const speaks = this.speakers.of(text, token)
        if (speaks !== Speaks.not) {
          put(features, this.#speaks.of(speaks * CASINGS + word.casing))
          put(features, this.#speaksPeople.of(speaks * PEOPLE + word.people))
        }
        this.#cued(reading, token, word, features)
        if (this.#hasCompany) this.#accompanied(reading, token, word, features)
        if (isInMail(reading, word)) put(features, this.#mail.of(word.casing))
      }
      if (place === null || token >= placeFirst + place.tokens) {
        place = words.placeFrom(text, token)
        placeFirst = token
      }
      if (place !== null) {
        const part = 2 * place.rank + (token === placeFirst ? 0 : 1)
        put(features, this.#place.of(part))
        put(features, this.#placePeople.of(part * PEOPLE + word.people))
      }
      put(features, this.#glue.of(glueOf(text, token) * CLASSES + word.kind))
      add(token, around, features)
    }
  }

  /** The carrier of a word's name, here and elsewhere in the text. */
  #accompanied(reading: Reading, token: number, word: NameWord, features: FeatureList): void {
    const company = this.#companions.of(reading, token, word)
    if (company > 0) put(features, this.#company.of(company * PEOPLE + word.people))
    const before = this.#companions.before(reading, token)
    const after = this.#companions.after(reading, token)
    if (before > 0) put(features, this.#carrierBefore.of(before * PEOPLE + word.people))
    if (after > 0) put(features, this.#carrierAfter.of(after * PEOPLE + word.people))
  }

  /** Numbers of people, and of things with names of people, in a text, for NameWeights.inText. */
  surroundings(reading: Reading): readonly number[] {
    const society = this.#societyOf(reading)
    const things = this.#hasCompany ? this.#companions.count(reading) : 0
    return [Math.log(1 + things), (society >> 1) & 1, society >> 2]
  }

  /** Evidence for people in a text: mail addresses, forms of address, greetings, fields of persons. */
  #societyOf(reading: Reading): number {
    if (reading === this.#societyRead) return this.#societyFound
    let says = 0
    for (const hit of reading.hits.all) says |= this.#cues.of(hit)
    this.#societyRead = reading
    this.#societyFound =
      (reading.text.mayHold(AT) ? 1 : 0) + ((says & ADDRESSING) !== 0 ? 2 : 0) + ((says & FIELDS) !== 0 ? 4 : 0)
    return this.#societyFound
  }

  #classes(around: readonly NameWord[], features: FeatureList): void {
    const { kind } = around[HERE]!
    put(features, this.#wordBefore.of(around[HERE - 1]!.before, kind))
    put(features, this.#wordBehind.of(around[HERE + 1]!.behind, kind))
    const twoBefore = around[HERE - 2]!.kind
    const before = around[HERE - 1]!.kind
    const behind = around[HERE + 1]!.kind
    const twoBehind = around[HERE + 2]!.kind
    put(features, this.#pairBefore.of(before * CLASSES + kind))
    put(features, this.#pairBehind.of(kind * CLASSES + behind))
    put(features, this.#around.of((before * CLASSES + kind) * CLASSES + behind))
    put(features, this.#twoBefore.of((twoBefore * CLASSES + before) * CLASSES + kind))
    put(features, this.#twoBehind.of((kind * CLASSES + behind) * CLASSES + twoBehind))
  }

  /** The phrases around a token: those that end directly before it, the label that precedes it, and those that include it. */
  #cued(reading: Reading, token: number, { casing }: NameWord, features: FeatureList): void {
    const { hits, evidence } = reading
    if (hits.all.length === 0) return
    let before = 0
    const end = hits.endedBefore(token)
    for (let i = end - 1; i >= 0 && hits.all[i]!.endToken === token; i--) before |= this.#cues.of(hits.all[i]!)
    let around = 0
    for (let i = end; i < hits.all.length && hits.all[i]!.firstToken <= token; i++)
      around |= this.#cues.of(hits.all[i]!)
    if (before !== 0) this.#putCues(before, 0, casing, features)
    else if (mayBeLabelled(reading, token)) {
      let heading = 0
      const label = evidence.label(token)
      if (label !== null) for (const cue of label.cues) heading |= this.#cues.of(cue)
      this.#putCues(heading, 1, casing, features)
    }
    this.#putCues(around, 2, casing, features)
  }

  /** A feature for each cue of `bits`, by how it speaks: a place in WAYS. */
  #putCues(bits: number, way: number, casing: number, features: FeatureList): void {
    for (let bit = 0; bits >>> bit !== 0; bit++)
      if (((bits >>> bit) & 1) !== 0) put(features, this.#announced.of((bit * WAYS.length + way) * CASINGS + casing))
  }
}

function makeOf({ make: { capitals, words } }: Reading): number {
  if (words < LEAST_MADE) return 0
  if (capitals === 0) return 1
  return capitals * SELDOM < words ? 2 : capitals * 2 > words ? 3 : 0
}

/** True if a label may apply to a token without a cue directly before it: over signs and words like "is", or as column header. */
function mayBeLabelled({ text: { tokens }, evidence }: Reading, token: number): boolean {
  if (token === 0) return false
  return tokens.kind[token - 1]! > TokenKind.upper || evidence.isFiller(token - 1) || evidence.hasTables
}

function put(features: FeatureList, feature: number): void {
  if (feature >= 0) features.numbers[features.count++] = feature
}

/** Position of each word in its chain, without signs; commas separate chains. */
function runOf({ tokens: { kind, start, units } }: ScannedText, { first, end }: Chain): { next: () => number } {
  const parts: number[] = [0]
  for (let i = first; i < end; i++) {
    if (kind[i] !== TokenKind.sign) parts[parts.length - 1]!++
    else if (units[start[i]!] === 44) parts.push(0)
  }
  let part = 0
  let at = 0
  return {
    next: () => {
      while (at >= parts[part]! && part < parts.length - 1) {
        part++
        at = 0
      }
      const place = Math.min(at++, RUNS - 1)
      return (Math.min(parts[part]!, RUNS) - 1) * RUNS + place
    },
  }
}

function openingOf({ tokens: { kind, start, units } }: ScannedText, token: number): number {
  if (token === 0 || kind[token - 1] === TokenKind.newline) return 1
  if (kind[token - 1] !== TokenKind.sign) return 0
  return SENTENCE_ENDS.has(String.fromCharCode(units[start[token - 1]!]!)) ? 2 : 3
}

/** Whether the text has the word in small letters as well, and the word with its capital in capitals: 0 to 3. */
function elsewhereOf(reading: Reading, { small, capital }: NameWord): number {
  return (isIn(reading, small) ? 1 : 0) + (isIn(reading, capital) ? 2 : 0)
}

function isIn({ text: { tokens }, has }: Reading, word: NameWord['small']): boolean {
  return word !== null && word.table === tokens.table && has(word.number)
}

const MAIL_WORD = /^[\p{L}]{3,}$/u

function isInMail({ text, evidence }: Reading, { folded }: NameWord): boolean {
  if (!text.mayHold(AT) || !MAIL_WORD.test(folded)) return false
  let spelt = text.note(isInMail) as ReadonlySet<string> | undefined
  if (spelt === undefined) {
    spelt = mailWords(text)
    text.keepNote(isInMail, spelt)
  }
  return spelt.has(folded) && evidence !== null
}

function mailWords(text: ScannedText): ReadonlySet<string> {
  const { kind, start, end, units } = text.tokens
  const words = new Set<string>()
  for (const sign of text.signs) {
    if (units[start[sign]!] !== AT) continue
    for (let i = sign - 1; i >= 0 && sign - i < 10 && end[i] === start[i + 1]; i--) {
      if (kind[i]! <= TokenKind.upper) words.add(text.folded(i))
      else if (kind[i] === TokenKind.mixed) words.add(text.folded(i).replace(/\d{1,12}$/, ''))
    }
  }
  return words
}

/** True if the token touches the text before it (1) and after it (2), except a full stop or comma after it. */
function glueOf({ tokens: { start, end, kind, units, count } }: ScannedText, token: number): number {
  const before = token > 0 && end[token - 1] === start[token] && kind[token - 1] !== TokenKind.newline ? 1 : 0
  const isBehind = token + 1 < count && start[token + 1] === end[token] && kind[token + 1] !== TokenKind.newline
  if (!isBehind) return before
  const unit = units[end[token]!]!
  const next = units[end[token]! + 1] ?? 32
  return (unit === 44 || unit === FULL_STOP) && next <= 32 ? before : before + 2
}

/** Maximum tokens of a line that are examined before and after. */
const LINE_WITHIN = 100

/** Kinds of lines: how long each is, what it begins with, whether it has small words and many signs. The last is kept. */
class Lines {
  #text: ScannedText | null = null
  #first = 0
  #end = 0
  #kind = 0

  of(text: ScannedText, token: number): number {
    if (text === this.#text && token >= this.#first && token < this.#end) return this.#kind
    const { kind, count } = text.tokens
    let first = token
    while (first > 0 && kind[first - 1] !== TokenKind.newline && token - first < LINE_WITHIN) first--
    let end = token
    while (end < count && kind[end] !== TokenKind.newline && end - first < LINE_WITHIN) end++
    this.#text = text
    this.#first = first
    this.#end = end
    this.#kind = kindOfLine(kind, first, end)
    return this.#kind
  }
}

function kindOfLine(kind: Uint8Array, first: number, end: number): number {
  let small = 0
  let signs = 0
  for (let i = first; i < end; i++) {
    if (kind[i] === TokenKind.lower) small++
    else if (kind[i] !== TokenKind.capital && kind[i] !== TokenKind.upper) signs++
  }
  const length = end - first
  const size = length <= 4 ? 0 : length <= 12 ? 1 : 2
  const made = 4 * signs > 2 * length ? 3 : 4 * signs > length ? 2 : small === 0 ? 1 : 0
  return (size * 4 + headOf(kind[first]!)) * 4 + made
}

function headOf(kind: number): number {
  if (kind === TokenKind.number) return 1
  if (kind === TokenKind.sign) return 2
  return kind === TokenKind.lower ? 3 : 0
}
