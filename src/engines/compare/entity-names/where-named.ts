// Names that carry where their bearer lies ("Café Central Wien", "Shell Ngong Road"): what a name says more than another is no
// difference where the other record says it elsewhere, and two names called after two places are two houses.
import type { Fields, Tools } from '../tools/pack-tools.ts'
import type { Word } from '../words/value-words.ts'
import type { FormedName } from './name-reader.ts'

/** Does the record say, in the fields that tell where it lies, what the word says? */
type LiesIn = (record: Fields, word: Word) => boolean

/** Reads the fields that the pack's setting `where` names; null where it names none. */
export function placeReader(tools: Tools): LiesIn | null {
  const fields = [...tools.list('where')]
  if (fields.length === 0) return null
  return (record, word) => {
    for (const field of fields) {
      const value = record.get(field)
      if (value !== undefined && holds(tools.townWords(value), word)) return true
    }
    return false
  }
}

/** The name without words that the other lacks and that stand among those of the other's place; itself where there are none. */
export function withoutPlace(name: FormedName, other: FormedName, place: Fields, liesIn: LiesIn): FormedName {
  if (name.words.length <= other.words.length || !other.words.some((word) => holds(name.words, word))) return name
  const words = name.words.filter((word) => holds(other.words, word) || !liesIn(place, word))
  if (words.length === 0 || words.length === name.words.length) return name
  return { ...name, words, compact: words.map(({ text }) => text).join('') }
}

/** Are all words that a name has in addition to the other from the place of that name, and none from the place of the other? */
export function isCalledAfter(
  name: FormedName,
  own: Fields,
  other: FormedName,
  others: Fields,
  liesIn: LiesIn,
): boolean {
  let more = 0
  for (const word of name.words) {
    if (holds(other.words, word)) continue
    if (!liesIn(own, word) || liesIn(others, word)) return false
    more++
  }
  return more > 0
}

/** Does the word stand among the others? */
export function holds(words: readonly Word[], { text, letters }: Word): boolean {
  for (const word of words) if (word.letters === letters && word.text === text) return true
  return false
}
