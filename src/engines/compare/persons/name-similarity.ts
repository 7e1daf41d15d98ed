// Similarity of two words of personal names: by spelling, convention, language, gender or sound.
import { jaroWinkler } from '../../../text/similarity.ts'
import { meet, type NameForms } from '../words/name-forms.ts'
import type { Word } from '../words/value-words.ts'
import { rememberPairs } from '../words/word-pairs.ts'
import { bitsSet, mostAlike, wordSimilarity } from '../words/word-similarity.ts'

const OPTIONS = { initials: true, prefixes: false }

/** Relation of two names that spelling and lexicons do not show. */
const FORM = 0.94
const SHORT = 0.9
const SOUND = 0.8
/** Least information of a well-known name, in bits: as in tools/build-name-cultures.mjs. */
const KNOWN = 16
/** Most information of a name so common that it is hardly a misspelling of another common one: Jana is not Hana. */
const COMMON = 14
/** Bits that a letter has room for: what a word that no table holds is counted with, where it is short (just above Vocabulary's). */
const ROOM = 4.69
/** Factor for a likeness between two names that are both well known. */
const DISTINCT = 0.75
/** Conventions spell one name with at most so many letters that the other spelling lacks, and at least so alike. */
const APART = 7
const ALIKE = 0.6

/**
 * Likeness of two words of personal names in [0, 1]: 1 the same, 0.95 one name by the lexicons, 0.94 one name in another form or
 * convention, 0.9 shortened, below that a slip of the pen, an initial (0.7), a like sound; 0 another name.
 */
export function nameSimilarity(a: Word, b: Word): number {
  return a.text === b.text ? 1 : similarityOfTwo(a, b)
}

const similarityOfTwo = rememberPairs((a, b) => {
  const spelled = wordSimilarity(a, b, OPTIONS)
  if (spelled >= 0.95 || a.text.length < 3 || b.text.length < 3) return spelled
  if (isExpanded(a, b)) return EXPANDED
  if (((a.letters & VOWELS) === 0) !== ((b.letters & VOWELS) === 0))
    return Math.max(spelled, consonantsAlike(a.text, b.text))
  if (bitsSet(a.letters ^ b.letters) > APART) return spelled
  const within = stands(a.text, b.text)
  if (!within && mostAlike(a, b) < ALIKE) return spelled
  return a.forms === null || b.forms === null ? spelled : formSimilarity(a, b, a.forms, b.forms, spelled, within)
})

/** Likeness of two names by their forms `x` and `y`; `within`: the longer one contains the shorter one. */
function formSimilarity(a: Word, b: Word, x: NameForms, y: NameForms, spelled: number, within: boolean): number {
  if (within && isShort(x, y, a.text, b.text)) return SHORT
  const alike = jaroWinkler(a.text, b.text)
  if (alike < ALIKE) return spelled
  const known = isBorne(a, KNOWN) && isBorne(b, KNOWN)
  if (isForm(x, y) || (known ? meet(x.own, y.own) : meet(x.readings, y.readings))) return FORM
  if (isSpouse(a, b) || (isBorne(a, COMMON) && isBorne(b, COMMON))) return 0
  const heard = spelled === 0 && alike >= SOUND && meet(x.sounds, y.sounds) ? SOUND : spelled
  const isDistinct = known || (x.man === y.self && isBorne(b, KNOWN)) || (y.man === x.self && isBorne(a, KNOWN))
  return isDistinct ? heard * DISTINCT : heard
}

/** Factor where one writes two letters for one with a mark. */
const EXPANDED = 0.97

/** Is one the other with two letters for one with a mark? Only "e" and "a" are added, so that other letters must be the same. */
function isExpanded({ text: s, forms: x, letters }: Word, { text: t, forms: y, letters: others }: Word): boolean {
  if (s.length === t.length || ((letters ^ others) & ~VOWELS) !== 0) return false
  return x !== null && y !== null && x.expanded === y.expanded
}

/** One bit for each of a, e, i, o and u, as in Word.letters. */
const VOWELS = [...'aeiou'].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 97)), 0)
/** Similarity of two names with the same consonants. */
const CONSONANTS = 0.9

/**
 * A name in Arabic or Hebrew letters comes without its vowels ("mhmd"): it is the name in Latin letters that has its consonants. The
 * article may be written with it ("lshryf").
 */
function consonantsAlike(a: string, b: string): number {
  const [x, y] = [consonantsOf(a), consonantsOf(b)]
  if (x.length < 2 || y.length < 2) return 0
  return x === y || withoutArticle(x) === y || x === withoutArticle(y) ? CONSONANTS : 0
}

function withoutArticle(consonants: string): string {
  return consonants.length > 2 && consonants.startsWith('l') ? consonants.slice(1) : consonants
}

/**
 * The consonants that both ways of writing have: two letters for one sound as one, none twice, y and w with the vowels, p as b, which
 * Arabic has no letter for.
 */
function consonantsOf(text: string): string {
  return text
    .replace(/sch|ch/g, 's')
    .replace(/ph/g, 'f')
    .replace(/p/g, 'b')
    .replace(/([kgstdz])h/g, '$1')
    .replace(/[cq]/g, 'k')
    .replace(/j/g, 'g')
    .replace(/[aeiouyw]/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** Do the tables count the name at least so often? A short word that is not used as a name has few bits too. */
function isBorne({ text, bits }: Word, most: number): boolean {
  return bits <= most && bits < ROOM * text.length
}

/** Is it a name that many bear, not a slip of the pen or a rare one? */
export function isWellKnown(word: Word): boolean {
  return isBorne(word, KNOWN)
}

/** Does one name the wife of the other's bearer ("Janosne", "Janos")? */
export function isSpouse({ forms: x }: Word, { forms: y }: Word): boolean {
  return x !== null && y !== null && (x.husband === y.self || y.husband === x.self)
}

/** Does one of two words of different length occur in the other? */
function stands(a: string, b: string): boolean {
  return a.length > b.length ? a.includes(b) : a.length < b.length && b.includes(a)
}

/** Is the shorter the longer without what opens or closes it? */
function isShort(x: NameForms, y: NameForms, a: string, b: string): boolean {
  return a.length > b.length ? x.shorts.includes(y.self) : y.shorts.includes(x.self)
}

/** Is one a form of the other, or are both forms of one? */
function isForm(x: NameForms, y: NameForms): boolean {
  return x.bases.includes(y.self) || y.bases.includes(x.self) || meet(x.bases, y.bases)
}
