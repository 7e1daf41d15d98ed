// Names of organisations, places and works made ready to be compared: legal forms and noise words off, numbers in digits,
// territories under their codes, what stands in brackets as a mere qualifier. Read once per value and remembered.

import { TERRITORY } from '../places/territories.ts'
import type { Tools } from '../tools.ts'
import { plain } from '../words/plain-letters.ts'
import { READ_UP_TO, type Remembered, type Word } from '../words/value-words.ts'
import { type HeadWords, rankSegments, type Segment } from './affiliation.ts'
import { bodyOf, kindOf, type NameBody } from './name-body.ts'
import { type Name, nameOf } from './name-measures.ts'
import { type NameToken, NameTokens, splitTokens } from './name-tokens.ts'

/** What a bracketed word counts for, as a share of its information. */
const QUALIFIER = 0.35
const TERRITORIAL_QUALIFIER = 0.7
/** Information up to which a word says no more than a kind of body ("Catholic"), in bits. */
const COMMON = 9.5
/** Information of a word above which it names one body, in bits, though a word for a class follows. */
const CLASS_BITS = 14

export interface FormedName extends Name, NameBody {
  readonly forms: readonly string[]
  readonly segments: readonly Segment[]
  /** What stands in brackets and could be a name of its own: its compact form -> as written. */
  readonly inside: ReadonlyMap<string, string>
  /** One of its forms is that of a company, not of a body that changes its kind ("WVTT-CD"). */
  readonly company: boolean
  /** It is a line of several segments, not a name and its place. */
  readonly lined: boolean
  /** Codes of the territories it names. */
  readonly territories: readonly string[]
  /** None of them stands in the name itself. */
  readonly qualifying: boolean
  /** The families of kinds of body it names, those of its legal forms among them. */
  readonly types: readonly string[]
  /** Words that tell the members of a house of firms apart ("Group", "Holdings", "Foundation"), those of its legal forms among them. */
  readonly members: readonly string[]
  /** One of them is no mere form. */
  readonly housed: boolean
  /** What names the branch of a body that the name is of ("Marina" of "First Bank, Marina Branch"); empty where it is of none. */
  readonly branch: string
  /** Numbers behind the words that announce them, word -> numbers ("Op. 27 No. 2"). */
  readonly counted: ReadonlyMap<string, readonly string[]>
  /** Words that tell it from what has the rest of its name ("Live", "Technical"), each under one word for all languages. */
  readonly telling: readonly string[]
  /** What stands in brackets beside such a word: who made the remix. */
  readonly toldBy: readonly string[]
  /** Its words without those, in the order of the alphabet. */
  readonly untold: () => string
  /** Words of the part of a work that is meant: what follows its colon. */
  readonly movement: readonly string[]
  /** It says no more than a kind of body and to which of the saints of many towns it is dedicated ("St. Mary's Church"). */
  readonly dedicated: boolean
  /** Kinds of body that only its qualifier names: "channel" of "Kestrel (TV channel)". */
  readonly classes: readonly Word[]
  /** All of it without blanks, small words too: "La Prensa" is written "LaPrensa". */
  readonly joined: string
  /** A small word joins some of its words, so that their order says little ("Trade and Industry", "Bank of Kano"). */
  readonly linked: boolean
}

/** How names of a kind are read. */
export interface Reading {
  /** What follows a comma is a qualifier. */
  readonly tail: boolean
  /** Numbers tell one from the next. */
  readonly numbered: boolean
  readonly legal: boolean
  readonly prefixes: boolean
  /** Territories tell one from the next. */
  readonly located: boolean
  /** What follows a colon is a part. */
  readonly parts: boolean
}

const NONE: readonly string[] = []
const NOT_COUNTED: ReadonlyMap<string, readonly string[]> = new Map()

function territoriesOf(words: readonly Word[]): readonly string[] {
  let codes: string[] | null = null
  for (const { text } of words) {
    if (text.charAt(0) !== TERRITORY) continue
    const code = text.slice(TERRITORY.length)
    if (codes === null) codes = [code]
    else if (!codes.includes(code)) codes.push(code)
  }
  return codes ?? NONE
}

const BRACKETS = /[([]([^()[\]]{0,200})[)\]]/g

/** The words of a pack that name bodies and their parts. */
export function headWords(tools: Tools): HeadWords {
  return { first: tools.list('heads_first'), second: tools.list('heads_second'), parts: tools.list('heads_parts') }
}

/** Reads names; what it returns remembers what it read. */
export function nameReader(tools: Tools, options: Reading): (value: string) => FormedName {
  const names = tools.remember<FormedName>()
  const heads = headWords(tools)
  const announcing = tools.list('announcing')
  const families = familiesOf(tools)
  const typesOf = (tokens: readonly NameToken[]): readonly string[] => {
    const types: string[] = []
    for (const { word } of tokens) {
      if (!word.kind) continue
      const kind = kindOf(word)
      const type = families.get(kind) ?? kind
      if (type !== ANY && !types.includes(type)) types.push(type)
    }
    return types
  }
  const members = tools.list('members')
  const membersOf = (tokens: readonly NameToken[]): readonly string[] => {
    const named: string[] = []
    for (const { text, word } of tokens) if (members.has(text)) named.push(kindOf(word))
    return named.length > 0 ? named : NONE
  }
  const counting = tools.pairs('counting')
  const countedOf = (tokens: readonly NameToken[]): ReadonlyMap<string, readonly string[]> => {
    let counted: Map<string, string[]> | null = null
    for (let i = 1; i < tokens.length; i++) {
      const word = tokens[i]!.digits ? counting.get(tokens[i - 1]!.text) : undefined
      if (word === undefined) continue
      counted ??= new Map()
      counted.set(word, [...(counted.get(word) ?? []), tokens[i]!.text])
    }
    return counted ?? NOT_COUNTED
  }
  const telling = tools.pairs('telling')
  const tellingOf = (tokens: readonly NameToken[]): readonly string[] => {
    let told: string[] | null = null
    for (let i = 0; i < tokens.length; i++) {
      const word = telling.get(tokens[i]!.text)
      // "Party for the South" does not say which of two parties is meant.
      if (word === undefined || (tokens[i - 1]?.noise === true && tokens[i - 2]?.noise === true)) continue
      if (told === null) told = [word]
      else if (!told.includes(word)) told.push(word)
    }
    return told ?? NONE
  }
  const untoldOf = (words: readonly Word[]): string =>
    words
      .flatMap((word) => (telling.has(word.text) ? [] : [word.kind ? kindOf(word) : word.text]))
      .sort()
      .join(' ')
  const dedications = tools.list('dedications')
  const isDedicated = (tokens: readonly NameToken[]): boolean =>
    tokens.some(({ text }) => dedications.has(text)) &&
    tokens.every(
      ({ text, word, noise, head, class: classed }, i) =>
        noise ||
        word.kind ||
        head ||
        classed ||
        word.bits <= COMMON ||
        dedications.has(text) ||
        (word.bits <= CLASS_BITS && dedications.has(tokens[i - 1]?.text ?? '')),
    )
  const movementOf = (text: string): readonly string[] => {
    const colon = text.indexOf(': ')
    return colon < 0 ? NONE : textsOf(known.read(text.slice(colon)).filter(({ noise }) => !noise))
  }
  const branches = tools.list('branches')
  const behind = tools.list('branches_behind')
  // The word before "Branch" names it, or the one behind where none stands before; a "Division of" is a department.
  const branchOf = (text: string, read: readonly NameToken[]): string => {
    if (!read.some((token) => branches.has(token.text) || behind.has(token.text))) return ''
    for (const [number, part] of text.split(/[,;()[\]]/).entries()) {
      const tail = number > 0
      const tokens = known.read(part).filter(({ noise }) => !noise)
      const at = tokens.findIndex(({ text: word }, i) => branches.has(word) || (i > 0 && tail && behind.has(word)))
      if (at >= 0) return tokens[at === 0 ? 1 : at - 1]?.text ?? ''
    }
    return ''
  }
  const known = new NameTokens(tools, heads, options)
  const withoutForms = (tokens: readonly NameToken[]) => {
    if (tokens.length === 0 || !(tokens[0]!.formed || tokens[tokens.length - 1]!.formed))
      return { core: tokens, forms: NONE }
    const { from, to, forms } = tools.legalForms().strip(tokens.map(({ text }) => text))
    return { core: tokens.slice(from, to), forms }
  }
  const naming = (inside: string, into: Map<string, string>) => {
    const tokens = known.read(inside)
    let from = 0
    while (from < tokens.length - 1 && announcing.has(tokens[from]!.text)) from++
    const { words, compact } = nameOf(kept(tokens.slice(from)))
    if (words.reduce((sum, { bits }) => sum + bits, 0) > CLASS_BITS)
      into.set(
        compact,
        tokens
          .slice(from)
          .map(({ text }) => text)
          .join(' '),
      )
  }
  const qualify = (inside: string, into: NameToken[], classes: Word[]) => {
    for (const part of inside.split(/[,;]/)) {
      const tokens = known.marked(known.read(part), true)
      // What names a class ("Russian TV channel, 2011") is read for the territory and the year alone.
      const classed = tokens.at(-1)?.class === true && !tokens.some(distinctive)
      for (const token of tokens)
        if (!classed || token.territorial || token.digits) into.push(token)
        else if (token.word.kind) classes.push(token.word)
    }
  }
  const segmentsOf = (outside: string, base: readonly Word[]): readonly Segment[] => {
    if (!outside.includes(',')) return rankSegments([base], heads)
    // "Karfi Foods, Inc." is one name.
    const parts = outside
      .split(/[,;]/)
      .slice(0, 12)
      .map((part) => known.read(part))
      .filter((part, i) => i === 0 || !part.every(({ formed, text }) => formed && !heads.first.has(text)))
    if (parts.length === 1) return rankSegments([base], heads)
    const segments = rankSegments(
      parts.map((part) => wordsOf(known.marked(part, true).filter(({ noise }) => !noise))),
      heads,
    )
    // "Ministry of Tourism, Culture and Sport" lists what one body does; a line names a body and where it belongs.
    // What a link joins is one more thing it does ("..., Education and Research"), though elsewhere it names a body.
    const listing = parts
      .slice(1)
      .some((part) => part.some(({ link }) => link) && !part.some(({ head }, i) => head && !part[i - 1]?.link))
    return segments.length > 0 && !listing ? segments : rankSegments([base], heads)
  }
  // "Good Samaritan Hospital, West Islip" says where a body is as brackets do; a line names the body behind the comma.
  const tailed = (outside: string): boolean => {
    const comma = outside.indexOf(',')
    if (comma < 0 || outside.includes(',', comma + 1) || outside.includes(';')) return false
    const first = known.read(outside.slice(0, comma))
    const second = known.read(outside.slice(comma + 1))
    if (known.marked(second, true).every(({ territorial }) => territorial)) return second.length > 0
    return (
      first.some(({ head }) => head) &&
      !heads.parts.has(first[0]!.text) &&
      !second.some(({ head, link, formed }) => head || link || formed)
    )
  }
  const read = (value: string): FormedName => {
    const text = value.length > READ_UP_TO ? value.slice(0, READ_UP_TO) : value
    const qualifiers: NameToken[] = []
    const classes: Word[] = []
    const own = new Map<string, string>()
    const outside =
      text.includes('(') || text.includes('[')
        ? text.replace(BRACKETS, (_, inside: string) => {
            qualify(inside, qualifiers, classes)
            if (options.legal) naming(inside, own)
            return ' '
          })
        : text
    // What follows the comma of a place's name says where it lies ("Piermont, New York").
    const comma = options.tail || (options.legal && tailed(outside)) ? outside.indexOf(',') : -1
    if (comma > 0) qualify(outside.slice(comma + 1), qualifiers, classes)
    const tokens = known.read(comma > 0 ? outside.slice(0, comma) : outside)
    const all = tokens.length > 0 ? tokens : known.read(text)
    const { core, forms } = options.legal ? withoutForms(all) : { core: all, forms: NONE }
    const marked = known.marked(core, false)
    const base = nameOf(kept(marked, options.tail))
    // A name that is nothing but its qualifier keeps it as its name.
    const said = tokens.length === 0 ? [] : qualifiers
    const weighed: Word[] = []
    const numbers = [...base.numbers]
    const last = marked[marked.length - 1]
    if (options.tail && last !== undefined && isLettered(marked, last)) numbers.push(last.text)
    for (const { word, noise, territorial, digits, text: number } of said) {
      if (digits) numbers.push(number)
      if (!noise) weighed.push(word.weighing(word.bits * (territorial ? TERRITORIAL_QUALIFIER : QUALIFIER)))
    }
    const words = [...base.words, ...weighed]
    const segments = options.legal ? segmentsOf(outside, base.words) : []
    const { bodied, kinds, qualifiers: named } = options.legal ? bodyOf(marked, said) : NO_BODY
    const types = options.legal ? typesOf(all) : NONE
    const toldAside = tellingOf(said)
    return {
      words,
      compact: base.compact,
      numbers,
      initials: initialsOf(core, all, options.legal),
      written: options.legal ? { words: writtenOf(all), least: writtenOf(core).length } : undefined,
      forms,
      company: forms.length > 0 && all.every((token) => !token.word.kind || core.includes(token)),
      segments,
      lined: comma < 0 && segments.length > 1,
      inside: own.size > 0 ? own : NO_NAMES,
      territories: territoriesOf(words),
      qualifying: territoriesOf(base.words).length === 0,
      bodied,
      kinds,
      types,
      members: options.legal ? membersOf(all) : NONE,
      housed: options.legal && core.some(({ text }) => members.has(text)),
      telling: toldAside.length === 0 ? tellingOf(marked) : [...new Set([...tellingOf(marked), ...toldAside])],
      toldBy: toldAside.length === 0 ? NONE : textsOf(said.filter(({ text, noise }) => !noise && !telling.has(text))),
      movement: options.parts ? movementOf(outside) : NONE,
      untold: () => untoldOf(words),
      counted: counting.size > 0 ? countedOf(marked) : NOT_COUNTED,
      branch: options.legal ? branchOf(text, comma > 0 || outside !== text ? known.read(text) : tokens) : '',
      classes,
      dedicated: qualifiers.length === 0 && isDedicated(marked),
      joined: core.map(({ text }) => text).join(''),
      linked: marked.some(({ noise }, i) => noise && i > 0 && marked[i + 1]?.territorial === false),
      qualifiers: named,
    }
  }
  return (value) => names.get(value, read)
}

/** The family of kinds that say too little to tell two bodies apart. */
const ANY = 'any'

/** Kind of body -> the family of kinds that one body changes among ("commission", "authority"). */
function familiesOf(tools: Tools): ReadonlyMap<string, string> {
  const families = new Map<string, string>()
  for (const [text, family] of tools.pairs('kind_families')) families.set(kindOf(tools.vocabulary.word(text)), family)
  return families
}

const distinctive = ({ word, territorial }: NameToken) => !territorial && word.bits > CLASS_BITS

const NO_BODY: NameBody = { bodied: false, kinds: [], qualifiers: [] }
const textsOf = (tokens: readonly NameToken[]) => tokens.map(({ text }) => text)
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Words of the tokens without noise, or of all of them where noise is all there is. */
function kept(tokens: readonly NameToken[], lettered = false): readonly Word[] {
  const words: Word[] = []
  if (tokens.length > 1)
    for (const token of tokens) if (!token.noise || (lettered && isLettered(tokens, token))) words.push(token.word)
  return words.length > 0 ? words : wordsOf(tokens)
}

/** Letters that are numbers themselves. */
const ROMAN = 'ivx'

/** Does the token close the name as a number would ("Annex A", "Gate B")? No article does. */
function isLettered(tokens: readonly NameToken[], token: NameToken): boolean {
  const { text, digits } = token
  return text.length === 1 && !digits && !ROMAN.includes(text) && tokens.length > 1 && tokens.at(-1) === token
}

function writtenOf(tokens: readonly NameToken[]): readonly string[] {
  return tokens.filter(({ noise }) => !noise).map(({ text }) => text)
}

function wordsOf(tokens: readonly NameToken[]): readonly Word[] {
  return tokens.map(({ word }) => word)
}

/** The legal forms of a name under their canonical names, in order. */
export function formsOf(value: string, tools: Tools): string {
  let known = formMemory.get(tools)
  if (known === undefined) {
    known = tools.remember<string>()
    formMemory.set(tools, known)
  }
  return known.get(value, (text) =>
    tools
      .legalForms()
      .strip(splitTokens(plain(text.replace(BRACKETS, ' '))))
      .forms.sort()
      .join(' '),
  )
}

const formMemory = new WeakMap<Tools, Remembered<string>>()

/**
 * The ways a name's initials may be written: without legal forms and noise, without noise, whole; and with its short words as
 * they stand, which may be initials already ("Horse Racing TV": "hrtv"; `shortened`).
 */
function initialsOf(core: readonly NameToken[], all: readonly NameToken[], shortened: boolean): readonly string[] {
  let [bare, quiet, whole, mixed] = ['', '', '', '']
  for (const { noise, initial, text } of core) {
    if (noise) continue
    bare += initial
    mixed += text.length <= SHORT ? text : initial
  }
  for (const { noise, initial } of all) {
    whole += initial
    if (!noise) quiet += initial
  }
  const ways = [bare]
  for (const way of shortened ? [quiet, whole, mixed] : [quiet, whole]) if (!ways.includes(way)) ways.push(way)
  return ways
}

/** Letters up to which a word of a name may be initials itself. */
const SHORT = 3
