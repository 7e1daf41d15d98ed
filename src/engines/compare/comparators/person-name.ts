// Personal names: order, initials, particles, short forms, other languages' forms, and what each side leaves over.
import { jaroWinkler } from '../../../text/similarity.ts'
import { type Alignment, align, wordSimilarity } from '../align.ts'
import { graded, stated } from '../statement.ts'
import { hasDigit, tokensOf, type Word } from '../words.ts'
import { type Comparator, type Fields, NOTHING, unit } from './comparator.ts'

interface PersonName {
  readonly words: readonly Word[]
  readonly compact: string
  readonly given: readonly Word[]
  readonly family: readonly Word[]
}

const OPTIONS = { initials: true, prefixes: false }
const MEASURES = ['', 'tf', 'subset', 'rival', 'spelling', 'given', 'family', 'whole'] as const
/** Bits of a full name shared by two people by chance at most once: log2 of mankind. */
const FULL = 33

/** A capital inside a word after three small letters and before three: "FriedrichBuchenberg". */
const RUN_TOGETHER = /([a-z]{3})([A-Z][a-z]{3})/g
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/** A digit among letters read as the letter it looks like: names hold none ("Ig0r"). */
function lettered(token: string): string {
  if (!hasDigit(token)) return token
  const letters = token.replace(/[0-9]/g, '').length
  return letters >= 3 && letters < token.length && token.length - letters <= 2
    ? token.replace(/[01345]/g, (digit) => LOOKALIKES[digit]!)
    : token
}

function partSimilarity(a: readonly Word[], b: readonly Word[]): number {
  let best = 0
  for (const x of a)
    for (const y of b) best = Math.max(best, wordSimilarity(x, y, OPTIONS), jaroWinkler(x.text, y.text) * 0.9)
  return best
}

/**
 * One family name, two given names that have nothing to do with each other: parent and child, siblings, a couple. Whatever
 * else they share (address, telephone), that is two people or a question, not a merge; only one date of birth lifts it, since
 * a given name is sooner mistyped or replaced than twins are met.
 */
function otherGivenName(x: PersonName, y: PersonName, given: number, family: number, aligned: Alignment): boolean {
  if (!Number.isNaN(given)) return family >= 0.9 && given < UNRELATED && isName(x.given) && isName(y.given)
  if (x.words.length !== 2 || y.words.length !== 2 || aligned.pairs !== 1 || aligned.worst < 0.9) return false
  const [p, q] = [x.words, y.words].map((words, side) =>
    words.find((word) => !(side === 0 ? y : x).words.some((other) => wordSimilarity(word, other, OPTIONS) >= 0.9)),
  )
  return p !== undefined && q !== undefined && isName([p]) && isName([q]) && partSimilarity([p], [q]) < UNRELATED
}

/** Below this the best likeness of two given names is chance. */
const UNRELATED = 0.6

function isName(words: readonly Word[]): boolean {
  return words.every(({ text, numeric }) => text.length >= 3 && !numeric)
}

export const personName: Comparator = {
  kind: 'person_name',
  summary:
    'Personal names by their parts: order, initials, particles, short and foreign forms, spelling; rare names weigh more.',
  evidence: 'distinctive',
  measures: MEASURES,
  bind(rule, tools) {
    const titles = tools.list('titles')
    const particles = tools.list('particles')
    const known = tools.remember<readonly Word[]>()
    const names = tools.remember<PersonName>()
    const wholes = tools.remember<PersonName>()
    const wordsOf = (value: string) =>
      known.get(value, (text) => {
        const all = tokensOf(text.replace(RUN_TOGETHER, '$1 $2')).map(lettered)
        const kept = all.filter((token) => !titles.has(token))
        return (kept.length > 0 ? kept : all).map((token) => {
          const word = tools.vocabulary.word(token)
          return particles.has(token) ? word.weighing(1) : word
        })
      })
    const [givenField, familyField, birthField] = [rule.with[0] ?? '', rule.with[1] ?? '', rule.with[2] ?? '']
    const sameBirth = (a: Fields, b: Fields) => a.has(birthField) && a.get(birthField) === b.get(birthField)
    const compactOf = (words: readonly Word[]) => words.map((word) => word.text).join('')
    const readWhole = (full: string): PersonName => {
      const words = wordsOf(full)
      return { words, compact: compactOf(words), given: [], family: [] }
    }
    const read = (record: Fields): PersonName | null => {
      const full = record.get(rule.field)
      const given = record.get(givenField)
      const family = record.get(familyField)
      if (given === undefined && family === undefined) return full === undefined ? null : wholes.get(full, readWhole)
      return names.get(`${full ?? ''}\u0000${given ?? ''}\u0000${family ?? ''}`, () => {
        // "Family, Given" is one person; the comma is dropped with the signs, order does not matter to the alignment.
        const words = wordsOf(full ?? `${given ?? ''} ${family ?? ''}`)
        return {
          words,
          compact: compactOf(words),
          given: given === undefined ? [] : wordsOf(given),
          family: family === undefined ? [] : wordsOf(family),
        }
      })
    }
    return (a, b) => {
      const x = read(a)
      const y = read(b)
      if (x === null || y === null || x.words.length === 0 || y.words.length === 0) return null
      const aligned = align(x.words, y.words, OPTIONS)
      const { shared, restA, restB } = aligned
      const least = Math.min(restA, restB)
      let given = NOTHING
      let family = NOTHING
      if (x.given.length > 0 && x.family.length > 0 && y.given.length > 0 && y.family.length > 0) {
        given = partSimilarity(x.given, y.given)
        family = partSimilarity(x.family, y.family)
        const crossed = (partSimilarity(x.given, y.family) + partSimilarity(x.family, y.given)) * 0.97
        if (crossed > given + family) given = family = crossed / 2
      }
      const whole = Math.max(jaroWinkler(x.compact, y.compact), 0)
      const measures = [
        shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB),
        unit(shared / FULL),
        shared === 0 ? 0 : shared / (shared + least),
        1 - unit(Math.min(aligned.rarestRestA, aligned.rarestRestB) / 20),
        aligned.pairs === 0 ? NOTHING : aligned.worst,
        given,
        family,
        x.compact === y.compact ? 1 : Math.min(0.99, whole),
      ]
      return {
        measures,
        bits: aligned.rarest + tools.pack.gate.rest * (shared - aligned.rarest),
        conflict: !sameBirth(a, b) && otherGivenName(x, y, given, family, aligned),
      }
    }
  },
  says({ measure, conflict }) {
    if (conflict) return [stated('differ', 'the {many} agree in the family name, not in the given name')]
    const overlap = measure('')
    if (overlap >= 0.999) {
      if (measure('spelling') >= 0.999) return [stated('same')]
      return [stated('alike', 'the {many} agree except for spelling, initials or short forms')]
    }
    if (measure('subset') >= 0.999) return [stated('alike', 'one {one} has parts that the other lacks')]
    return graded(Math.max(overlap, measure('whole') >= 0.9 ? 0.6 : 0), [
      [0.6, 'alike'],
      [0.001, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
  },
}
