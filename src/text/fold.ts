// Folding for look-ups: maps spellings of one word to a common form. Not for offsets, because lengths change.
import anyAscii from 'any-ascii'
import { pairsOf } from '../lists.ts'
import { codeAt } from './unit-classes.ts'

const ASCII_ONLY = /^[\x00-\x7f]*$/
const MARKS = /\p{M}+/gu
// Letters without a Unicode decomposition that people also type without their stroke or ligature.
const STROKED = pairsOf('ßss æae œoe øo đd ðd þth łl ħh ıi ŋn ŧt ɓb ɗd ƙk ƴy ɔo ɛe ŀl')
const STROKED_PATTERN = /[ßæœøđðþłħıŋŧɓɗƙƴɔɛŀ]/g

/** Last letter of Cyrillic; up to it each letter folds independently of its neighbours, except the Greek sigma. */
const LAST_SINGLE = 0x52f
const SIGMA = 0x3a3
/** The folded form of each of these letters, filled on first use. */
const singles: (string | undefined)[] = new Array(LAST_SINGLE + 1)

/** Lower-cases without locale, strips combining marks and strokes: "Ọlá Müller-Straße" -> "ola muller-strasse". */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase()
  let folded = ''
  for (let i = 0; i < text.length; i++) {
    const unit = codeAt(text, i)
    if (unit > LAST_SINGLE || unit === SIGMA) return foldWhole(text)
    folded += singles[unit] ??= foldWhole(text[i]!)
  }
  return folded
}

function foldWhole(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(MARKS, '')
  return plain.replace(STROKED_PATTERN, (letter) => STROKED.get(letter) ?? letter)
}

const OTHER_SCRIPT = /[\u0370-\u052f]/

/** A folded Greek or Cyrillic word in Latin letters ("\u043d\u0435\u0432\u0435\u043d\u0430" -> "nevena"), or null when it is in Latin letters already. */
export const latin = (folded: string): string | null => (OTHER_SCRIPT.test(folded) ? fold(anyAscii(folded)) : null)
