// Folding for look-ups: maps spellings of one word to a common form. Not for offsets, because lengths change.
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
