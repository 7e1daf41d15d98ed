// What a capitalised word is glued to: addresses, paths and codes hold no persons, but the local parts of e-mail addresses say
// what the people of a text are called.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { withoutTrailing } from '../../text/trim.ts'

/** Characters looked at on each side of a word. */
const REACH = 60
const EDGE = /[\s<>"'(),;[\]{}]/
const GLUED = /@|:\/\/|www\.|[\p{L}\d]\.\p{Ll}{2,5}(?:[/:?#]|$)|\d[-./]?\p{L}|\p{L}-?\d/u

const FREE_BEFORE = /[\s(["',;]/
const FREE_AFTER = /[\s)\]"',;!?]/

/** Whether a text ends or goes on with a blank at view index `at`. */
function isOpen(text: string, at: number): boolean {
  return at >= text.length || /\s/.test(text[at]!)
}

/** Whether token `index` is glued into an address, a path, a file name or a code: a person does not stand there. */
export function isGlued(scanned: ScannedText, index: number): boolean {
  const { text, tokens } = scanned
  const start = tokens.start[index]!
  const end = tokens.end[index]!
  const before = start > 0 ? text[start - 1]! : ' '
  const after = end < text.length ? text[end]! : ' '
  // Most words stand free: blanks and plain punctuation around them, a full stop at the end of a sentence.
  if (FREE_BEFORE.test(before) && (FREE_AFTER.test(after) || (after === '.' && isOpen(text, end + 1)))) return false
  if (/[@_\\]/.test(before + after) || /[#$%]/.test(before)) return true
  if (!/[.+/=&\-:]/.test(before + after)) return false
  let from = start
  while (from > 0 && start - from < REACH && !EDGE.test(text[from - 1]!)) from--
  let to = end
  while (to < text.length && to - end < REACH && !EDGE.test(text[to]!)) to++
  return GLUED.test(text.slice(from, to))
}

/** Words of the local parts of the text's e-mail addresses, folded: people sign with what they are called. */
export function mailWords(text: ScannedText): ReadonlySet<string> {
  const found = new Set<string>()
  const { tokens } = text
  if (!text.text.includes('@')) return found
  for (let index = 1; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.sign || text.text[tokens.start[index]!] !== '@') continue
    // A local part has few pieces.
    for (let back = index - 1; back >= 0 && index - back < 8 && tokens.end[back] === tokens.start[back + 1]; back--) {
      const kind = tokens.kind[back]
      if (kind === TokenKind.sign || kind === TokenKind.number) continue
      const word = withoutTrailing(text.folded(back), '0123456789')
      if (word.length >= 3) found.add(word)
    }
  }
  return found
}
