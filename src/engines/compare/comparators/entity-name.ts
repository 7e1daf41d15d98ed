// Names of organisations, places and works: legal forms and noise words off, what stands in brackets counted as a mere
// qualifier, then overlap by information; lines of affiliation by the institution they name.
import { compareAffiliations, type HeadWords, rankSegments, type Segment } from '../affiliation.ts'
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../name-measures.ts'
import { withNumbers } from '../numbers.ts'
import { graded, type Statement, stated } from '../statement.ts'
import { compareTerritories, TERRITORY } from '../territories.ts'
import type { Tools } from '../tools.ts'
import { plain, READ_UP_TO, type Remembered, tokensOf, type Word } from '../words.ts'
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

const DIGITS = /^\d+$/

function territoriesOf(words: readonly Word[]): readonly string[] {
  return [
    ...new Set(words.filter(({ text }) => text.startsWith(TERRITORY)).map(({ text }) => text.slice(TERRITORY.length))),
  ]
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
  const noise = tools.list('noise')
  const links = tools.list('links')
  const isHead = (token: string) => heads.first.has(token) || heads.second.has(token) || heads.parts.has(token)
  const classes = tools.list('classes')
  const wordOf = (token: string) => tools.vocabulary.word(token)
  const territories = options.located ? tools.territories() : null
  const marked = (tokens: readonly string[], alone: boolean) => {
    const read = withNumbers(tokens)
    return territories?.marked(read, alone) ?? read
  }
  // What names a class ("Russian TV channel, 2011") is read for the territory and the year alone.
  const qualifierOf = (part: readonly string[]) =>
    classes.has(part.at(-1) ?? '') ? part.filter((token) => token.startsWith(TERRITORY) || DIGITS.test(token)) : part
  const read = (value: string): FormedName => {
    const text = value.slice(0, READ_UP_TO)
    const qualifiers: string[] = []
    const qualify = (inside: string) => {
      for (const part of inside.split(/[,;]/))
        for (const word of qualifierOf(marked(splitTokens(part), true))) qualifiers.push(word)
    }
    const outside = text.replace(BRACKETS, (_, inside: string) => {
      qualify(inside)
      return ' '
    })
    // What follows the comma of a place's name says where it lies ("Piermont, New York").
    const comma = options.tail ? outside.indexOf(',') : -1
    if (comma > 0) qualify(outside.slice(comma + 1))
    const tokens = splitTokens(comma > 0 ? outside.slice(0, comma) : outside)
    const all = tokens.length > 0 ? tokens : splitTokens(text)
    const { core, forms } = options.legal ? tools.legalForms().strip(all) : { core: all, forms: [] }
    const extra: Word[] =
      tokens.length === 0
        ? []
        : qualifiers
            .filter((token) => !noise.has(token))
            .map((token) => {
              const word = wordOf(token)
              return word.weighing(word.bits * (token.startsWith(TERRITORY) ? TERRITORIAL_QUALIFIER : QUALIFIER))
            })
    const base = nameOf(marked(core, false).map(wordOf), noise)
    // A name that is nothing but its qualifier keeps it as its name.
    const said = tokens.length === 0 ? [] : qualifiers
    const initials = [
      ...new Set([
        initialsOf(core.filter((token) => !noise.has(token))),
        initialsOf(all.filter((token) => !noise.has(token))),
        initialsOf(all),
      ]),
    ]
    const parts = options.legal && outside.includes(',') ? outside.split(/[,;]/).slice(0, 12).map(splitTokens) : []
    const segments = rankSegments(
      parts.map((part) =>
        marked(part, true)
          .filter((token) => !noise.has(token))
          .map(wordOf),
      ),
      heads,
    )
    // "Ministry of Tourism, Culture and Sport" lists what one body does; a line names a body and where it belongs.
    const listing = parts.slice(1).some((part) => part.some((token) => links.has(token)) && !part.some(isHead))
    const whole = segments.length > 0 && !listing ? segments : rankSegments([base.words], heads)
    const words = [...base.words, ...extra]
    return {
      ...base,
      words,
      numbers: [...base.numbers, ...said.filter((token) => DIGITS.test(token))],
      initials,
      forms,
      segments: options.legal ? whole : [],
      territories: territoriesOf(words),
      qualifying: territoriesOf(base.words).length === 0,
    }
  }
  return (value) => names.get(value, read)
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
        if (x.segments.length < 2 && y.segments.length < 2)
          return { measures: [...found, NOTHING, NOTHING, NOTHING], bits, conflict }
        const lines = compareAffiliations(x.segments, y.segments)
        found[TERRITORIAL] = NOTHING
        return {
          measures: [...found, lines.core, unit(lines.rarity / 20), lines.place],
          bits: Math.max(bits, lines.core >= 0.7 ? lines.bits : 0),
          conflict: false,
        }
      }
      return (a, b) => {
        const valueA = a.get(rule.field)
        const valueB = b.get(rule.field)
        if (valueA === undefined || valueB === undefined) return null
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
      .strip(splitTokens(text.replace(BRACKETS, ' ')))
      .forms.sort()
      .join(' '),
  )
}

const formMemory = new WeakMap<Tools, Remembered<string>>()

function initialsOf(tokens: readonly string[]): string {
  return tokens.map((token) => (/^\d/.test(token) ? token : token.charAt(0))).join('')
}

/** Tokens with runs of single letters joined ("s a r l", "u s a") and a short number cut off its word ("kbs1", "1tv"). */
function splitTokens(text: string): string[] {
  const joined: string[] = []
  let run = ''
  for (const token of tokensOf(plain(text).replaceAll('&', ' and ').replaceAll('+', ' plus '))) {
    if (token.length === 1 && token >= 'a') {
      run += token
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    const cut = /^([a-z]{2,})(\d{1,2})$/.exec(token) ?? /^(\d{1,2})([a-z]{2,})$/.exec(token)
    if (cut !== null && !/^(?:st|nd|rd|th)$/.test(cut[2]!)) joined.push(cut[1]!, cut[2]!)
    else joined.push(token)
  }
  if (run !== '') joined.push(run)
  return joined
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
