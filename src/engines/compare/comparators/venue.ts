// Places of publication: journals and conferences under abbreviated words, acronyms and full names, with their kind.

import type { Tools } from '../tools/pack-tools.ts'
import { align } from '../words/align.ts'
import { NOTHING } from '../words/measures.ts'
import { hasDigit, tokensOf, type Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, disputes, Effect, ofField } from './comparator.ts'
import { graded } from './statement.ts'

interface Venue {
  /** Its own words: without those for its kind, its publisher, its year. */
  readonly words: readonly Word[]
  /** Conference, journal, newsletter: as its words say it. */
  readonly kinds: readonly string[]
}

const OPTIONS = { initials: false, prefixes: true }

/** Letters of an acronym at least. */
const ACRONYM = 3
/** Similarity of a name and its acronym, and of a kind that one side alone names. */
const STANDS = 0.95
const UNSAID = 0.4
/** Information of a venue that both name, in bits: there are some thousands, and few of one field. */
const BITS = 3

/** Acronym -> the words of its full name, where they do not have these initials: lines "acronym: name" of data/equivalents/venues.txt. */
function acronymsOf(tools: Tools): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const line of tools.equivalents('venues.txt').split('\n')) {
    const colon = line.indexOf(': ')
    if (!line.startsWith('#') && colon > 0) names.set(line.slice(0, colon), line.slice(colon + 2).split(' '))
  }
  return names
}

/** Is one of the words of a the acronym of consecutive words of b? */
function namesByInitials(a: readonly Word[], b: readonly Word[]): boolean {
  const initials = b.map(({ text }) => text.charAt(0)).join('')
  return a.some(({ text }) => text.length >= ACRONYM && initials.includes(text))
}

function compareKinds(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  if (a.length === 0 || b.length === 0) return UNSAID
  return a.some((kind) => b.includes(kind)) ? 1 : 0
}

function compare({ words: a, kinds }: Venue, { words: b, kinds: others }: Venue): Agreement {
  const { shared, restA, restB } = align(a, b, OPTIONS)
  const subset = shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
  const overlap = shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB)
  const acronym = namesByInitials(a, b) || namesByInitials(b, a)
  const name = Math.max((subset + overlap) / 2, acronym ? STANDS : 0)
  const kind = compareKinds(kinds, others)
  return {
    measures: [name, kind],
    bits: name >= 0.8 && kind !== 0 ? BITS : 0,
    conflict: false,
    effects: Effect.vague | disputes(name < 0.8 || kind === 0),
  }
}

export const venue: Comparator = {
  summary: 'Journals and conferences by their words, abbreviated or as acronyms, and by their kind.',
  evidence: 'supporting',
  measures: ['', 'kind'],
  bind(rule, tools) {
    const known = tools.remember<Venue>()
    const kindOf = tools.pairs('venue_kinds')
    const spelled = tools.pairs('venue_words')
    const noise = tools.list('venue_noise')
    const acronyms = acronymsOf(tools)
    const parse = (value: string): Venue => {
      const kinds: string[] = []
      const words: Word[] = []
      for (const written of tokensOf(value)) {
        const token = spelled.get(written) ?? written
        const kind = kindOf.get(token)
        if (kind !== undefined && !kinds.includes(kind)) kinds.push(kind)
        if (kind !== undefined || noise.has(token) || hasDigit(token)) continue
        for (const part of acronyms.get(token) ?? [token])
          if (words.every(({ text }) => text !== part)) words.push(tools.vocabulary.word(part))
      }
      return { words, kinds }
    }
    const read = (value: string) => {
      const found = known.get(value, parse)
      return found.words.length === 0 ? null : found
    }
    return ofField(rule.field, read, compare)
  },
  says: ({ measure }) => {
    if (measure('kind') === 0 && measure('') >= 0.6)
      return graded(0, [[0, 'differ', 'the {many} are of one name and of two kinds']])
    return graded(measure(''), [
      [0.99, 'same'],
      [0.6, 'alike'],
      [0, 'differ'],
    ])
  },
}
