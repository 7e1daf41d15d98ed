// How far one word of a personal name stands for another: as it is spelled, in another convention, language or gender, by ear.
import { jaroWinkler } from '../../text/similarity.ts'
import { bitsSet, wordSimilarity } from './align.ts'
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
/** Conventions spell one name with at most so many letters that the other spelling lacks, and at least so alike. */
const APART = 7
const ALIKE = 0.6

/**
 * Likeness of two words of personal names in [0, 1]: 1 the same, 0.95 one name by the lexicons, 0.94 one name in another form or
 * convention, 0.9 shortened, below that a slip of the pen, an initial (0.7), a like sound; 0 another name.
 */
export function nameSimilarity(a: Word, b: Word): number {
  const spelled = wordSimilarity(a, b, OPTIONS)
  if (spelled >= 0.95 || a.text.length < 3 || b.text.length < 3) return spelled
  if (bitsSet(a.letters ^ b.letters) > APART) return spelled
  const [x, y] = [a.forms, b.forms]
  if (x === null || y === null) return spelled
  if (isShort(x, y, a.text, b.text)) return SHORT
  const alike = jaroWinkler(a.text, b.text)
  if (alike < ALIKE) return spelled
  const known = a.bits <= KNOWN && b.bits <= KNOWN
  if (isForm(x, y) || (known ? meet(x.own, y.own) : meet(x.readings, y.readings))) return FORM
  if (x.husband === y.self || y.husband === x.self || (a.bits <= COMMON && b.bits <= COMMON)) return 0
  const heard = spelled === 0 && alike >= SOUND && meet(x.sounds, y.sounds) ? SOUND : spelled
  return known || (x.man === y.self && b.bits <= KNOWN) || (y.man === x.self && a.bits <= KNOWN)
    ? heard * DISTINCT
    : heard
}

/** Is one the other without what opens or closes it? */
function isShort(x: NameForms, y: NameForms, a: string, b: string): boolean {
  if (a.length === b.length) return false
  return a.length > b.length ? a.includes(b) && x.shorts.includes(y.self) : b.includes(a) && y.shorts.includes(x.self)
}

/** Is one a form of the other, or are both forms of one? */
function isForm(x: NameForms, y: NameForms): boolean {
  return x.bases.includes(y.self) || y.bases.includes(x.self) || meet(x.bases, y.bases)
}
