// Names of organisations, places and works: legal forms and noise words off, what stands in brackets counted as a mere
// qualifier, then overlap by information; lines of affiliation by the institution they name.
import { compareAffiliations, type HeadWords, rankSegments, type Segment } from '../affiliation.ts'
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../name-measures.ts'
import { type NameToken, NameTokens, splitTokens } from '../name-tokens.ts'
import { graded, type Statement, stated } from '../statement.ts'
import { compareTerritories, TERRITORY } from '../territories.ts'
import type { Tools } from '../tools.ts'
import { plain, READ_UP_TO, type Remembered, type Word } from '../words.ts'
import { type Agreement, type Comparator, type Found, NOTHING, severalOf, unit } from './comparator.ts'

/** What a bracketed word counts for, as a share of its information. */
const QUALIFIER = 0.35
const TERRITORIAL_QUALIFIER = 0.7
/** What agreement on the territory adds to the information of a name, in bits. */
const TERRITORIAL_BITS = 4.5
/** What a few common words beside another one are worth at most, in bits: too little for the gate without other evidence. */
const ORDINARY_BITS = 8

interface FormedName extends Name {
  readonly forms: readonly string[]
  readonly segments: readonly Segment[]
  /** Codes of the territories it names. */
  readonly territories: readonly string[]
  /** None of them stands in the name itself. */
  readonly qualifying: boolean
}

interface Options {
  /** What follows a comma is a qualifier. */
  readonly tail: boolean
  /** Numbers tell one from the next. */
  readonly numbered: boolean
  readonly legal: boolean
  readonly prefixes: boolean
  /** Territories tell one from the next. */
  readonly located: boolean
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

const TERRITORIAL = NAME_MEASURES.length
const NUMBER = NAME_MEASURES.indexOf('number')
const BRACKETS = /[([]([^()[\]]{0,200})[)\]]/g

function reader(tools: Tools, options: Options): (value: string) => FormedName {
  const names = tools.remember<FormedName>()
  const heads: HeadWords = {
    first: tools.list('heads_first'),
    second: tools.list('heads_second'),
    parts: tools.list('heads_parts'),
  }
  const known = new NameTokens(tools, heads, options)
  const withoutForms = (tokens: readonly NameToken[]) => {
    if (tokens.length === 0 || !(tokens[0]!.formed || tokens[tokens.length - 1]!.formed))
      return { core: tokens, forms: NONE }
    const { from, to, forms } = tools.legalForms().strip(tokens.map(({ text }) => text))
    return { core: tokens.slice(from, to), forms }
  }
  const qualify = (inside: string, into: NameToken[]) => {
    for (const part of inside.split(/[,;]/)) {
      const tokens = known.marked(known.read(part), true)
      // What names a class ("Russian TV channel, 2011") is read for the territory and the year alone.
      const classed = tokens.at(-1)?.class === true
      for (const token of tokens) if (!classed || token.territorial || token.digits) into.push(token)
    }
  }
  const segmentsOf = (outside: string, base: readonly Word[]): readonly Segment[] => {
    if (!outside.includes(',')) return rankSegments([base], heads)
    const parts = outside
      .split(/[,;]/)
      .slice(0, 12)
      .map((part) => known.read(part))
    const segments = rankSegments(
      parts.map((part) => wordsOf(known.marked(part, true).filter(({ noise }) => !noise))),
      heads,
    )
    // "Ministry of Tourism, Culture and Sport" lists what one body does; a line names a body and where it belongs.
    const listing = parts.slice(1).some((part) => part.some(({ link }) => link) && !part.some(({ head }) => head))
    return segments.length > 0 && !listing ? segments : rankSegments([base], heads)
  }
  const read = (value: string): FormedName => {
    const text = value.length > READ_UP_TO ? value.slice(0, READ_UP_TO) : value
    const qualifiers: NameToken[] = []
    const outside =
      text.includes('(') || text.includes('[')
        ? text.replace(BRACKETS, (_, inside: string) => {
            qualify(inside, qualifiers)
            return ' '
          })
        : text
    // What follows the comma of a place's name says where it lies ("Piermont, New York").
    const comma = options.tail ? outside.indexOf(',') : -1
    if (comma > 0) qualify(outside.slice(comma + 1), qualifiers)
    const tokens = known.read(comma > 0 ? outside.slice(0, comma) : outside)
    const all = tokens.length > 0 ? tokens : known.read(text)
    const { core, forms } = options.legal ? withoutForms(all) : { core: all, forms: NONE }
    const base = nameOf(kept(known.marked(core, false)))
    // A name that is nothing but its qualifier keeps it as its name.
    const said = tokens.length === 0 ? [] : qualifiers
    const words = [...base.words]
    const numbers = [...base.numbers]
    for (const { word, noise, territorial, digits, text: number } of said) {
      if (digits) numbers.push(number)
      if (!noise) words.push(word.weighing(word.bits * (territorial ? TERRITORIAL_QUALIFIER : QUALIFIER)))
    }
    return {
      words,
      compact: base.compact,
      numbers,
      initials: initialsOf(core, all),
      forms,
      segments: options.legal ? segmentsOf(outside, base.words) : [],
      territories: territoriesOf(words),
      qualifying: territoriesOf(base.words).length === 0,
    }
  }
  return (value) => names.get(value, read)
}

/** Words of the tokens without noise, or of all of them where noise is all there is. */
function kept(tokens: readonly NameToken[]): readonly Word[] {
  const words: Word[] = []
  if (tokens.length > 1) for (const { noise, word } of tokens) if (!noise) words.push(word)
  return words.length > 0 ? words : wordsOf(tokens)
}

function wordsOf(tokens: readonly NameToken[]): readonly Word[] {
  return tokens.map(({ word }) => word)
}

function comparator(kind: string, summary: string, options: Options): Comparator {
  const named = options.located ? [...NAME_MEASURES, 'territory'] : NAME_MEASURES
  const measures = options.legal ? [...named, 'type', 'core', 'core_rarity', 'place'] : named
  return {
    kind,
    summary,
    evidence: 'distinctive',
    measures,
    bind(rule, tools) {
      const rest = tools.pack.gate.rest
      const align = { initials: false, prefixes: options.prefixes }
      const read = reader(tools, options)
      const compare = (x: FormedName, y: FormedName): Agreement => {
        const { measures: found, bits: shared, ordinary } = measureNames(x, y, align, rest)
        const named = options.legal && ordinary ? Math.min(shared, ORDINARY_BITS) : shared
        const territory = compareTerritories(x.territories, y.territories, x.qualifying && y.qualifying)
        if (options.located) found.push(territory)
        // The country in brackets does not follow from the name before it ("American Bank" is all name).
        const placed = options.legal && territory === 1 && (x.qualifying || y.qualifying) && named === shared
        const bits = placed ? named + TERRITORIAL_BITS : named
        // Hall 2 is not Hall 3: numbers on both sides, none of them shared.
        const conflict = found[NUMBER] === 0
        if (!options.legal) return { measures: found, bits, conflict: options.numbered && conflict }
        found.push(
          x.forms.length === 0 || y.forms.length === 0
            ? NOTHING
            : x.forms.some((form) => y.forms.includes(form))
              ? 1
              : 0,
        )
        if (x.segments.length < 2 && y.segments.length < 2) {
          found.push(NOTHING, NOTHING, NOTHING)
          return { measures: found, bits, conflict }
        }
        const lines = compareAffiliations(x.segments, y.segments)
        found[TERRITORIAL] = NOTHING
        found.push(lines.core, unit(lines.rarity / 20), lines.place)
        return {
          measures: found,
          bits: Math.max(bits, lines.core >= 0.7 ? lines.bits : 0),
          conflict: false,
        }
      }
      return (a, b) => {
        const valueA = a.get(rule.field)
        const valueB = b.get(rule.field)
        if (valueA === undefined || valueB === undefined) return null
        if (!valueA.includes('; ') && !valueB.includes('; ')) {
          const x = read(valueA)
          const y = read(valueB)
          return x.words.length === 0 || y.words.length === 0 ? null : compare(x, y)
        }
        let best: Agreement | null = null
        for (const left of severalOf(valueA))
          for (const right of severalOf(valueB)) {
            const x = read(left)
            const y = read(right)
            if (x.words.length === 0 || y.words.length === 0) continue
            const found = compare(x, y)
            if (best === null || found.measures[1]! + found.measures[0]! > best.measures[1]! + best.measures[0]!)
              best = found
          }
        return best
      }
    },
    says: (found) => namesSay(found, options),
  }
}

function namesSay({ measure, conflict, a, b, tools }: Found, { legal }: Options): readonly Statement[] {
  if (conflict) return [stated('differ', 'the {many} carry different numbers')]
  const overlap = measure('tftoken')
  if (overlap >= 0.999 && measure('') === 1) {
    const [formsA, formsB] = legal ? [formsOf(a, tools), formsOf(b, tools)] : ['', '']
    return formsA === formsB ? [stated('same')] : [stated('alike', 'the {many} agree except for the legal form')]
  }
  if (overlap >= 0.999) return [stated('alike')]
  if (measure('acronym') === 1) return [stated('alike', 'one {one} is the initials of the other')]
  if (measure('core') >= 0.7) return [stated('alike', 'the {many} speak of one institution')]
  if (measure('subset') >= 0.95) return [stated('alike', 'one {one} has words that the other lacks')]
  return graded(Math.max(overlap, measure('') >= 0.92 ? 0.6 : 0), [
    [0.6, 'alike'],
    [0.15, 'differ', 'the {many} share only some of their words'],
    [0, 'differ'],
  ])
}

/** The legal forms of a name under their canonical names, in order. */
function formsOf(value: string, tools: Tools): string {
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

/** The ways a name's initials may be written: without legal forms and noise, without noise, whole. */
function initialsOf(core: readonly NameToken[], all: readonly NameToken[]): readonly string[] {
  let [bare, quiet, whole] = ['', '', '']
  for (const { noise, initial } of core) if (!noise) bare += initial
  for (const { noise, initial } of all) {
    whole += initial
    if (!noise) quiet += initial
  }
  if (quiet === whole) return bare === whole ? [whole] : [bare, whole]
  return bare === quiet ? [bare, whole] : bare === whole ? [bare, quiet] : [bare, quiet, whole]
}

export const organisationName = comparator(
  'organisation_name',
  'Names of organisations without their legal form: shared rare words, what each side leaves over, numbers, initials, form; lines of affiliation by their institution.',
  { legal: true, prefixes: true, numbered: true, tail: false, located: true },
)
export const placeName = comparator(
  'place_name',
  'Names of places: shared rare words, what each side leaves over, numbers, initials.',
  { legal: false, prefixes: true, numbered: true, tail: true, located: true },
)
export const workTitle = comparator(
  'work_title',
  'Titles of works: shared rare words, what each side leaves over, numbers.',
  { legal: false, prefixes: true, numbered: false, tail: false, located: false },
)
