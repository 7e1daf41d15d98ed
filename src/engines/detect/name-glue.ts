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

/** What a character beside a word says, bits of Beside for the first 128, filled from the expressions that define them. */
const Beside = { freeBefore: 1, freeAfter: 2, blank: 4, edge: 8 } as const
const BESIDE = Uint8Array.from({ length: 128 }, (_, unit) => besideOf(String.fromCharCode(unit)))

function besideOf(character: string): number {
  return (
    (FREE_BEFORE.test(character) ? Beside.freeBefore : 0) |
    (FREE_AFTER.test(character) ? Beside.freeAfter : 0) |
    (/\s/.test(character) ? Beside.blank : 0) |
    (EDGE.test(character) ? Beside.edge : 0)
  )
}

/** What the character at view index `at` says; outside the text stands a blank. */
function beside(text: string, at: number): number {
  const unit = at < 0 || at >= text.length ? 32 : text.charCodeAt(at)
  return unit < 128 ? BESIDE[unit]! : besideOf(text[at]!)
}

const STOP = 46

/** Whether token `index` is glued into an address, a path, a file name or a code: a person does not stand there. */
export function isGlued({ text, tokens }: ScannedText, index: number): boolean {
  const start = tokens.start[index]!
  const end = tokens.end[index]!
  // Most words stand free: blanks and plain punctuation around them, a full stop at the end of a sentence.
  if ((beside(text, start - 1) & Beside.freeBefore) !== 0) {
    if ((beside(text, end) & Beside.freeAfter) !== 0) return false
    if (text.charCodeAt(end) === STOP && (beside(text, end + 1) & Beside.blank) !== 0) return false
  }
  return isTied(text, start, end)
}

function isTied(text: string, start: number, end: number): boolean {
  const before = start > 0 ? text[start - 1]! : ' '
  const after = end < text.length ? text[end]! : ' '
  if (/[@_\\]/.test(before + after) || /[#$%]/.test(before)) return true
  if (!/[.+/=&\-:]/.test(before + after)) return false
  let from = start
  while (from > 0 && start - from < REACH && (beside(text, from - 1) & Beside.edge) === 0) from--
  let to = end
  while (to < text.length && to - end < REACH && (beside(text, to) & Beside.edge) === 0) to++
  return GLUED.test(text.slice(from, to))
}

/**
 * Words of the local parts of the text's e-mail addresses, folded: people sign with what they are called. `ats`: the
 * tokens @ of the text; null when there are none.
 */
export function mailWords(text: ScannedText, ats: readonly number[]): ReadonlySet<string> | null {
  if (ats.length === 0) return null
  const found = new Set<string>()
  const { tokens } = text
  for (const index of ats) {
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
