// How far one word of a personal name stands for another: as it is spelled, in another convention, language or gender, by ear.
import { jaroWinkler } from '../../text/similarity.ts'
import { wordSimilarity } from './align.ts'
import { meet, type NameForms } from './name-forms.ts'
import type { Word } from './words.ts'

const OPTIONS = { initials: true, prefixes: false }

/** What one name stands for the other by, where spelling and lexicons do not say it. */
const FORM = 0.94
const SHORT = 0.9
const SOUND = 0.8
/** Information up to which a name is well known, in bits: as in tools/build-name-cultures.mjs. */
const KNOWN = 16
/** Up to here a name is so common that whoever writes it hardly means another that is: Jana is not Hana. */
const COMMON = 14
/** What is left of a likeness between two names that are both well known. */
const DISTINCT = 0.75

/**
 * Likeness of two words of personal names in [0, 1]: 1 the same, 0.95 one name by the lexicons, 0.94 one name in another form or
 * convention, 0.9 shortened, below that a slip of the pen, an initial (0.7), a like sound; 0 another name.
 */
export function nameSimilarity(a: Word, b: Word): number {
  const spelled = wordSimilarity(a, b, OPTIONS)
  if (spelled >= 0.95 || a.text.length < 3 || b.text.length < 3) return spelled
  const known = a.bits <= KNOWN && b.bits <= KNOWN
  const [x, y] = [a.forms, b.forms]
  if (x === null || y === null) return spelled
  if (oneName(x, y) || (known ? meet(x.own, y.own) : meet(x.readings, y.readings))) return FORM
  if (x.spouse === y.self || y.spouse === x.self) return 0
  if (x.shorts.includes(y.self) || y.shorts.includes(x.self)) return SHORT
  if (a.bits <= COMMON && b.bits <= COMMON) return 0
  const heard = spelled === 0 && meet(x.sounds, y.sounds) && jaroWinkler(a.text, b.text) >= SOUND ? SOUND : spelled
  return known ? heard * DISTINCT : heard
}

function oneName(a: NameForms, b: NameForms): boolean {
  return a.bases.includes(b.self) || b.bases.includes(a.self) || meet(a.bases, b.bases)
}
