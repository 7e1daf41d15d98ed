// Names of organisations, places and works: overlap by information, what each side leaves over, numbers and territories that
// tell one from the next; lines of affiliation by the institution they name.
import { fold } from '../../../text/fold.ts'
import { areHouses, areParts, areTwoUniversities, compareAffiliations } from '../entity-names/affiliation.ts'
import { areaTest, townTest } from '../entity-names/areas.ts'
import { headWords } from '../entity-names/head-words.ts'
import { addBodies, BODY_MEASURES, kindAgreement, qualifierAgreement } from '../entity-names/name-body.ts'
import { distinguishing, isOrdinary, isPlaced } from '../entity-names/name-distinction.ts'
import { measureNames, NAME_MEASURES, type Name } from '../entity-names/name-measures.ts'
import { type FormedName, formsOf, nameReader, type Reading } from '../entity-names/name-reader.ts'
import { holds, isCalledAfter, placeReader, withoutPlace } from '../entity-names/where-named.ts'
import { compareTerritories } from '../places/territories.ts'
import type { Fields } from '../tools/pack-tools.ts'
import type { Alignment, AlignOptions } from '../words/align.ts'
import { NOTHING, unit } from '../words/measures.ts'
import type { Word } from '../words/value-words.ts'
import { sharesMeaning, wordSimilarity } from '../words/word-similarity.ts'
import {
  type Agreement,
  type Comparator,
  disputes,
  Effect,
  type Found,
  has,
  ofFields,
  severalOf,
  when,
} from './comparator.ts'
import { graded, type Statement, stated } from './statement.ts'

/** Bits that agreement on the territory adds to the information of a name. */
const TERRITORIAL_BITS = 4.5

/** Bits that a name carries where nothing else is said: a saint and a kind of body are in every town, other names one body's. */
const inEveryTown = () => 0
const ofOneBody = () => Number.POSITIVE_INFINITY

/** Bits of a name that is an area's, of one whose territory no record gives, and of a number in it. */
const AREA_BITS = 8
const NUMBER_BITS = 4

/** A town is the one of its name in its country, and has namesakes elsewhere; a chain has a house in every town, but one "No. 5". */
function settled(within: boolean, area: boolean, numbered: boolean): number {
  return (area ? (within ? AREA_BITS : -AREA_BITS) : 0) + (numbered ? NUMBER_BITS : 0)
}

const textOf = ({ words }: FormedName) => words.map(({ text }) => text).join(' ')

/** Measures of whole names that are weighed apart where one is a line of affiliation: what a line leaves over says less. */
const LINE_MEASURES = ['subset', 'rarity', 'evidence', 'rival', 'extra'] as const
const LINED = LINE_MEASURES.map((measure) => NAME_MEASURES.indexOf(measure))

/** Measures of names that are lines, too: the whole and its overlap. */
const SHOWN = 2
const NO_LINE = 3 + LINE_MEASURES.length + 2
const NUMBER = NAME_MEASURES.indexOf('number')
/** Organisations keep the agreement of their legal forms after the territory. */
const TYPE = NAME_MEASURES.length + 1

function comparator(summary: string, options: Reading): Comparator {
  const named = options.located ? [...NAME_MEASURES, 'territory'] : NAME_MEASURES
  const measures = options.legal
    ? [
        ...named,
        'type',
        'contained',
        ...BODY_MEASURES,
        'core',
        'core_rarity',
        'place',
        ...LINE_MEASURES.map((measure) => `line_${measure}`),
        'line_kind',
        'line_qualifier',
      ]
    : named
  return {
    summary,
    evidence: 'distinctive',
    measures,
    bind(rule, tools) {
      const rest = tools.pack.gate.rest
      const words = { initials: false, prefixes: options.prefixes }
      const likeness = { ...words, misspelt: 5 }
      const areTowns = townTest(tools)
      // A town is not a misspelling of another town: "Zhangzhou", "Zhengzhou".
      const similarity = (a: Word, b: Word): number => {
        const alike = wordSimilarity(a, b, likeness)
        return alike > 0 && alike < MEANT && areTowns(a.text, b.text) ? 0 : alike
      }
      const align = options.legal ? { ...likeness, abbreviated: 2, similarity } : words
      const read = nameReader(tools, options)
      const heads = headWords(tools)
      // A longer name with a town in brackets is not another name of the town: "Baptist Hospital (Nashville)".
      const isArea = areaTest(tools)
      const isPlace = (text: string) => tools.gazetteer().get(fold(text).trim()) !== null
      const compare = (x: FormedName, y: FormedName, within = false): Agreement => {
        // "La Prensa" and "LaPrensa": the words of the shorter list are used for both.
        if (options.legal && x.joined === y.joined && x.compact !== y.compact) {
          const [fewer, more] = x.words.length <= y.words.length ? [x, y] : [y, x]
          return compareOnce(fewer, { ...more, words: fewer.words, compact: fewer.compact })
        }
        if (x.inside.size === 0 && y.inside.size === 0) return compareOnce(x, y, within)
        const [ours, theirs] = [x.inside.get(y.compact), y.inside.get(x.compact)]
        if (ours !== undefined && !isPlace(ours)) return compareOnce(read(ours), y)
        return theirs !== undefined && !isPlace(theirs) ? compareOnce(x, read(theirs)) : compareOnce(x, y)
      }
      const compareOnce = (x: FormedName, y: FormedName, within = false): Agreement => {
        const { measures, bits, abbreviated, aligned } = measureNames(withClasses(x, y), withClasses(y, x), align, rest)
        // Numbers of parts differ even if all else agrees: Op. 27 No. 1, Op. 27 No. 2.
        const recounted = areCountedApart(x, y) || areDisjoint(x.movement, y.movement)
        if (recounted) measures[NUMBER] = 0
        const territory = compareTerritories(x.territories, y.territories, x.qualifying && y.qualifying)
        if (options.located) measures.push(territory)
        if (!options.legal) {
          const alone = () => bits + settled(within, isArea(textOf(x)) && isArea(textOf(y)), measures[NUMBER] === 1)
          // A number that opens the title of a work is sooner that of a track than the work's own.
          const numbered = options.numbered || !(opensWithNumber(x) || opensWithNumber(y))
          const conflict = recounted || (numbered && measures[NUMBER] === 0)
          const agrees = (measures[0] === 1 && measures[1] === 1) || isWithin(aligned)
          return { measures, bits, alone, conflict, effects: disputes(!agrees) }
        }
        const ordinary = !abbreviated && isOrdinary(x, y, aligned)
        const named = abbreviated ? bits : distinguishing(bits, ordinary, aligned, rest)
        const placed = territory === 1 && !ordinary && isPlaced(x, y, aligned)
        measures.push(formsAgree(x, y), containment(x.joined, y.joined))
        const pair: NamePair = { x, y, measures, bits: placed ? named + TERRITORIAL_BITS : named, territory, aligned }
        return x.lined || y.lined ? linesAgree(pair, heads, align) : bodiesAgree(pair, align)
      }
      const liesIn = placeReader(tools)
      /** Compares two names apart from what they say of where their bearers lie. */
      const compareApart = (x: FormedName, y: FormedName, a: Fields, b: Fields, within: boolean): Agreement => {
        if (liesIn === null || x.compact === y.compact) return compare(x, y, within)
        const found = compare(withoutPlace(x, y, b, liesIn), withoutPlace(y, x, a, liesIn), within)
        const apart = found.bits > 0 && isCalledAfter(x, a, y, b, liesIn) && isCalledAfter(y, b, x, a, liesIn)
        return apart ? { ...found, conflict: true } : found
      }
      /** The name in the first further field, if it is of this kind. */
      const besideOf = (record: Fields): FormedName | null => {
        const value = options.located || rule.with[0] === undefined ? undefined : record.get(rule.with[0])
        return value === undefined ? null : read(value)
      }
      const telling = tools.pairs('telling').size > 0 && (options.located || rule.with.length > 0)
      const compareRecords = (a: Fields, b: Fields): Agreement | null => {
        const valueA = a.get(rule.field)!
        const valueB = b.get(rule.field)!
        if (!valueA.includes('; ') && !valueB.includes('; ')) {
          const x = read(valueA)
          const y = read(valueB)
          const within = rule.with.some((field) => a.has(field) && b.has(field))
          if (x.words.length === 0 || y.words.length === 0) return null
          const found = compareApart(x, y, a, b, within)
          // A recording on stage is not that of the studio, unless its release says it ("Live in Rome").
          // A qualifier that is the only difference makes two bodies: a technical university, a university.
          const told =
            telling &&
            x.telling.length + y.telling.length > 0 &&
            !found.conflict &&
            (!options.legal || x.untold() === y.untold()) &&
            areToldApart(x, y, besideOf(a), besideOf(b))
          return told ? { ...found, conflict: true, effects: (found.effects ?? 0) | Effect.excusable } : found
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
      return ofFields([rule.field, ...rule.with, ...tools.list('where')], compareRecords)
    },
    says: (found) => namesSay(found, options),
  }
}

/** Two names of organisations with the measures that all names have. */
interface NamePair {
  readonly x: FormedName
  readonly y: FormedName
  readonly measures: number[]
  readonly bits: number
  readonly territory: number
  readonly aligned: Alignment
}

/** Agreement of two names that are not lines of affiliation. */
function bodiesAgree({ x, y, measures, bits, aligned }: NamePair, options: AlignOptions): Agreement {
  const qualified = measures.length
  addBodies(measures, x, y, aligned, options)
  for (let i = 0; i < NO_LINE; i++) measures.push(NOTHING)
  return {
    measures,
    bits,
    // Hall 2 is not Hall 3, and a hospital in Lagos is not its namesake in Abuja: both say which one, and nothing of it agrees.
    conflict:
      measures[NUMBER] === 0 || measures[qualified] === 0 || areBranches(x, y) || areUniversities(x, y, aligned),
    // Two written forms of one name may belong to two companies.
    effects: when(x.compact === y.compact && x.company && y.company && measures[TYPE] === 0, Effect.contrary),
    alone: x.dedicated && y.dedicated ? inEveryTown : ofOneBody,
  }
}

/** Agreement of two names, at least one of them a line of affiliation, by the institution that it names. */
function linesAgree(
  { x, y, measures, bits, territory }: NamePair,
  heads: ReturnType<typeof headWords>,
  options: AlignOptions,
): Agreement {
  const lines = compareAffiliations(x.segments, y.segments)
  const whole = measures.length
  for (let i = 0; i < BODY_MEASURES.length; i++) measures.push(NOTHING)
  measures.push(lines.core, unit(lines.rarity / 20), lines.place)
  for (const measure of LINED) measures.push(measures[measure]!)
  measures.push(kindAgreement(x, y), qualifierAgreement(x, y, options))
  for (let i = SHOWN; i < whole; i++) measures[i] = NOTHING
  return {
    measures,
    bits: Math.max(bits, lines.core >= 0.7 ? lines.bits : 0),
    alone: ofOneBody,
    // Brackets that name two territories belong to two institutions: a department of Kenya and one of Uganda.
    conflict:
      (territory === 0 && x.qualifying && y.qualifying) ||
      areBranches(x, y) ||
      areParts(x.segments, y.segments, heads) ||
      (lines.place === 0 && areHouses(x.segments, y.segments)),
  }
}

/** 1 if the names share a legal form, 0 if both have other ones; NaN if one has none. */
function formsAgree({ forms: a }: FormedName, { forms: b }: FormedName): number {
  if (a.length === 0 || b.length === 0) return NOTHING
  return a.some((form) => b.includes(form)) ? 1 : 0
}

/** Least bits of a word that says more than a kind. */
const NAMING = 9.5

/** Does the one name hold all words of the other, one of which names something? What it says more may be left out. */
function isWithin({ restA, restB, rarestSure, worst }: Alignment): boolean {
  return Math.min(restA, restB) === 0 && worst >= SURE && rarestSure > NAMING
}

/** Least similarity of two words that count as one. */
const SURE = 0.9

/** Agreement of two words that mean one thing. */
const MEANT = 0.95

/** Least letters of a name that is recognised inside another. */
const TOLD = 3

/** 1 if one is part of the other as written, else 0; NaN if neither is long enough. */
function containment(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < TOLD) return NOTHING
  return long.includes(short) ? 1 : 0
}

/** "Kestrel (TV channel)" beside "Kestrel Channel" is that: the class in brackets answers to the kind in the other name. */
function withClasses(name: FormedName, other: FormedName): Name {
  const { classes, words } = name
  if (classes.length === 0 || !words.some((word) => holds(other.words, word))) return name
  const answering = classes.filter((word) => names(other.words, word) && !names(words, word))
  if (answering.length === 0) return name
  const { compact, initials, numbers, written } = name
  return { words: [...words, ...answering], compact, initials, numbers, written }
}

/** Does one of the words name the kind of body that a word names? */
function names(words: readonly Word[], kind: Word): boolean {
  for (const word of words) if (word.kind && (word.text === kind.text || sharesMeaning(word, kind))) return true
  return false
}

/** Does a word announce numbers in both names, and none of them the same? */
function areCountedApart({ counted }: FormedName, other: FormedName): boolean {
  for (const [word, numbers] of counted) {
    const others = other.counted.get(word)
    if (others !== undefined && !numbers.some((number) => others.includes(number))) return true
  }
  return false
}

/** Does one carry a word that tells it from what has the rest of its name, which neither the other nor what stands beside that has? */
function areToldApart(a: FormedName, b: FormedName, besideA: FormedName | null, besideB: FormedName | null): boolean {
  const lacks = (words: readonly string[], { telling }: FormedName, beside: FormedName | null) =>
    words.some((word) => !telling.includes(word) && beside?.telling.includes(word) !== true)
  return lacks(a.telling, b, besideB) || lacks(b.telling, a, besideA) || areDisjoint(a.toldBy, b.toldBy)
}

/** Do both have words, and share none? */
function areDisjoint(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((word) => b.includes(word))
}

/** Segments of a line that names a body and its branch, and nothing else. */
const BODY_AND_BRANCH = 2

/** Are they two branches of one body, or the body and a branch? A longer line names the body, whatever part of it wrote the line. */
function areBranches(x: FormedName, y: FormedName): boolean {
  if (x.branch === y.branch || x.segments.length > BODY_AND_BRANCH || y.segments.length > BODY_AND_BRANCH) return false
  return (x.branch !== '' && y.branch !== '') || (x.branch === '' ? y : x).lined
}

/** Are they two universities of one town ("Wuhan University", "Wuhan University of Technology")? */
function areUniversities(
  { segments: [x] }: FormedName,
  { segments: [y] }: FormedName,
  { restA, restB }: Alignment,
): boolean {
  return restA + restB > 0 && x !== undefined && y !== undefined && areTwoUniversities(x, y)
}

function opensWithNumber({ compact }: FormedName): boolean {
  return /^\d/.test(compact)
}

function namesSay({ measure, conflict, effects, a, b, tools }: Found, { legal }: Reading): readonly Statement[] {
  if (conflict && has({ effects }, Effect.excusable))
    return [stated('differ', 'one {one} has a word that tells it from the other')]
  if (conflict && measure('number') === 0) return [stated('differ', 'the {many} carry different numbers')]
  if (conflict) return [stated('differ', 'what stands beside the {many} differs')]
  const overlap = measure('tftoken')
  if (overlap >= 0.999 && measure('') === 1) {
    const [formsA, formsB] = legal ? [formsOf(a, tools), formsOf(b, tools)] : ['', '']
    return formsA === formsB ? [stated('same')] : [stated('alike', 'the {many} agree except for the legal form')]
  }
  if (overlap >= 0.999) return [stated('alike')]
  if (measure('acronym') >= 0.9) return [stated('alike', 'one {one} is the initials of the other')]
  if (measure('core') >= 0.7) return [stated('alike', 'the {many} speak of one institution')]
  if (measure('subset') >= 0.95) return [stated('alike', 'one {one} has words that the other lacks')]
  return graded(Math.max(overlap, measure('') >= 0.92 ? 0.6 : 0), [
    [0.6, 'alike'],
    [0.15, 'differ', 'the {many} share only some of their words'],
    [0, 'differ'],
  ])
}

export const organisationName = comparator(
  'Names of organisations without their legal form: shared rare words, what each side leaves over, numbers, initials, form; lines of affiliation by their institution.',
  { legal: true, prefixes: true, numbered: true, tail: false, located: true, parts: false },
)
export const placeName = comparator(
  'Names of places: shared rare words, what each side leaves over, numbers, initials.',
  { legal: false, prefixes: true, numbered: true, tail: true, located: true, parts: false },
)
export const workTitle = comparator('Titles of works: shared rare words, what each side leaves over, numbers.', {
  legal: false,
  prefixes: true,
  numbered: false,
  tail: false,
  located: false,
  parts: true,
})
