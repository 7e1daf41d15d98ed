// Names of organisations, places and works made ready to be compared: legal forms and noise words off, numbers in digits,
// territories under their codes, text in brackets as a mere qualifier. Read once per value and remembered.

import type { Tools } from '../tools/pack-tools.ts'
import { plain } from '../words/plain-letters.ts'
import { READ_UP_TO, type Remembered, TERRITORY, type Word } from '../words/value-words.ts'
import type { Segment } from './affiliation.ts'
import { headWords } from './head-words.ts'
import { bodyOf, type NameBody } from './name-body.ts'
import { type Name, nameOf } from './name-measures.ts'
import { NameParts } from './name-parts.ts'
import { isLettered, kept, type NameToken, NameTokens, splitTokens, textsOf } from './name-tokens.ts'
import { NameTraits, NOT_COUNTED } from './name-traits.ts'

/** Weight of a bracketed word, as a share of its information. */
const QUALIFIER = 0.35
const TERRITORIAL_QUALIFIER = 0.7

export interface FormedName extends Name, NameBody {
  readonly forms: readonly string[]
  readonly segments: readonly Segment[]
  /** Text in brackets that could be a separate name: its compact form -> as written. */
  readonly inside: ReadonlyMap<string, string>
  /** One of its forms is that of a company, not of a body that changes its kind ("WVTT-CD"). */
  readonly company: boolean
  /** It is a line of several segments, not a name and its place. */
  readonly lined: boolean
  /** Codes of the territories it names. */
  readonly territories: readonly string[]
  /** None of them is in the name itself. */
  readonly qualifying: boolean
  /** The families of kinds of body it names, those of its legal forms among them. */
  readonly types: readonly string[]
  /** Words that distinguish the members of a group of firms ("Group", "Holdings", "Foundation"), including those of its legal forms. */
  readonly members: readonly string[]
  /** One of them is more than a form. */
  readonly housed: boolean
  /** The name of the branch ("Marina" of "First Bank, Marina Branch"); empty where there is none. */
  readonly branch: string
  /** Numbers after the words that introduce them, word -> numbers ("Op. 27 No. 2"). */
  readonly counted: ReadonlyMap<string, readonly string[]>
  /** Words that tell it from what has the rest of its name ("Live", "Technical"), each under one word for all languages. */
  readonly telling: readonly string[]
  /** Text in brackets with such a word: the maker of the remix. */
  readonly toldBy: readonly string[]
  /** Its words without those, in the order of the alphabet. */
  readonly untold: () => string
  /** Words of the part of a work that is meant: what follows its colon. */
  readonly movement: readonly string[]
  /** Only a kind of body and a saint whose name many towns use ("St. Mary's Church"). */
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
  /** Text after a comma is a qualifier. */
  readonly tail: boolean
  /** Numbers tell one from the next. */
  readonly numbered: boolean
  readonly legal: boolean
  readonly prefixes: boolean
  /** Territories tell one from the next. */
  readonly located: boolean
  /** Text after a colon is a part. */
  readonly parts: boolean
}

const NONE: readonly string[] = []

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

/** Reads names; what it returns remembers what it read. */
export function nameReader(tools: Tools, options: Reading): (value: string) => FormedName {
  const names = tools.remember<FormedName>()
  const heads = headWords(tools)
  const traits = new NameTraits(tools)
  const known = new NameTokens(tools, heads, options)
  const parts = new NameParts(tools, known, heads)
  const read = (value: string): FormedName => {
    const text = value.length > READ_UP_TO ? value.slice(0, READ_UP_TO) : value
    const { outside, comma, qualifiers, classes, inside } = qualified(text)
    const tokens = known.read(comma > 0 ? outside.slice(0, comma) : outside)
    const all = tokens.length > 0 ? tokens : known.read(text)
    const { core, forms } = options.legal ? withoutForms(all, tools) : { core: all, forms: NONE }
    const marked = known.marked(core, false)
    const base = nameOf(kept(marked, options.tail))
    // A name that is nothing but its qualifier keeps it as its name.
    const said = tokens.length === 0 ? [] : qualifiers
    const words = [...base.words, ...weighed(said)]
    const toldAside = traits.tellingOf(said)
    // A legal form of one word may be such a word ("Fondation"), a longer one holds none ("NHS Foundation Trust").
    const told = traits.tellingOf(all.length - core.length === 1 ? all : marked)
    const { bodied, kinds, qualifiers: named } = options.legal ? bodyOf(marked, said) : NO_BODY
    const organisation = options.legal
      ? organised({ text, outside, tokens, all, core, words: base.words, isCut: comma > 0 || outside !== text })
      : NO_ORGANISATION
    return {
      words,
      compact: base.compact,
      numbers: numbersOf(base, marked, said),
      initials: initialsOf(core, all, options.legal),
      ...organisation,
      forms,
      company: forms.length > 0 && all.every((token) => !token.word.kind || core.includes(token)),
      lined: comma < 0 && organisation.segments.length > 1,
      inside,
      territories: territoriesOf(words),
      qualifying: territoriesOf(base.words).length === 0,
      bodied,
      kinds,
      telling: toldAside.length === 0 ? told : [...new Set([...told, ...toldAside])],
      toldBy: toldAside.length === 0 ? NONE : textsOf(said.filter(({ text, noise }) => !noise && !traits.tells(text))),
      movement: options.parts ? parts.movementOf(outside) : NONE,
      untold: () => traits.untoldOf(words),
      counted: traits.counts ? traits.countedOf(marked) : NOT_COUNTED,
      classes,
      dedicated: qualifiers.length === 0 && traits.isDedicated(marked),
      joined: textsOf(core).join(''),
      linked: marked.some(({ noise }, i) => noise && i > 0 && marked[i + 1]?.territorial === false),
      qualifiers: named,
    }
  }
  /** The name without its qualifiers: texts in brackets, and after the comma that opens the location of a place. */
  const qualified = (text: string) => {
    const qualifiers: NameToken[] = []
    const classes: Word[] = []
    const own = new Map<string, string>()
    const hasBrackets = text.includes('(') || text.includes('[')
    const outside = hasBrackets
      ? text.replace(BRACKETS, (_, inside: string) => {
          parts.qualify(inside, qualifiers, classes)
          if (options.legal) parts.nameInside(inside, own)
          return ' '
        })
      : text
    // Text after the comma of a place's name gives its location ("Piermont, New York").
    const comma = options.tail || (options.legal && parts.isTailed(outside)) ? outside.indexOf(',') : -1
    if (comma > 0) parts.qualify(outside.slice(comma + 1), qualifiers, classes)
    return { outside, comma, qualifiers, classes, inside: own.size > 0 ? own : NO_NAMES }
  }
  /** The properties that only names of organisations have. */
  const organised = ({ text, outside, tokens, all, core, words, isCut }: ReadName): Organisation => ({
    written: { words: writtenOf(all), least: writtenOf(core).length },
    segments: parts.segmentsOf(outside, words),
    types: traits.typesOf(all),
    members: traits.membersOf(all),
    housed: core.some(({ text }) => traits.isMember(text)),
    branch: parts.branchOf(text, isCut ? known.read(text) : tokens),
  })
  /** The numbers of a name and its qualifiers, and a single letter at the end of the name of a place. */
  const numbersOf = (
    base: Pick<Name, 'numbers'>,
    marked: readonly NameToken[],
    said: readonly NameToken[],
  ): string[] => {
    const numbers = [...base.numbers]
    const last = marked[marked.length - 1]
    if (options.tail && last !== undefined && isLettered(marked, last)) numbers.push(last.text)
    for (const { digits, text } of said) if (digits) numbers.push(text)
    return numbers
  }
  return (value) => names.get(value, read)
}

type Organisation = Pick<FormedName, 'written' | 'segments' | 'types' | 'members' | 'housed' | 'branch'>

const NO_ORGANISATION: Organisation = {
  written: undefined,
  segments: [],
  types: NONE,
  members: NONE,
  housed: false,
  branch: '',
}

/** A name as read: whole and without brackets, its tokens, those of its core, and its words. */
interface ReadName {
  readonly text: string
  readonly outside: string
  readonly tokens: readonly NameToken[]
  readonly all: readonly NameToken[]
  readonly core: readonly NameToken[]
  readonly words: readonly Word[]
  /** True if `tokens` are not all of the text. */
  readonly isCut: boolean
}

/** The words of qualifiers, with a share of their information. */
const weighed = (said: readonly NameToken[]): Word[] =>
  said
    .filter(({ noise }) => !noise)
    .map(({ word, territorial }) => word.weighing(word.bits * (territorial ? TERRITORIAL_QUALIFIER : QUALIFIER)))

const NO_BODY: NameBody = { bodied: false, kinds: [], qualifiers: [] }
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The tokens of a name without its legal forms, and those. */
function withoutForms(
  tokens: readonly NameToken[],
  tools: Tools,
): { core: readonly NameToken[]; forms: readonly string[] } {
  if (tokens.length === 0 || !(tokens[0]!.formed || tokens[tokens.length - 1]!.formed))
    return { core: tokens, forms: NONE }
  const { from, to, forms } = tools.legalForms().strip(textsOf(tokens))
  return { core: tokens.slice(from, to), forms }
}

function writtenOf(tokens: readonly NameToken[]): readonly string[] {
  return tokens.filter(({ noise }) => !noise).map(({ text }) => text)
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

/** Most letters of a word of a name that may be initials. */
const SHORT = 3
