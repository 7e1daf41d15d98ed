// Where a text goes on as a company: the legal forms of data/cues/organisation-forms.json in all their spellings, with or
// without stops and blanks between the letters.

import type { Packs } from '../../../../packs/load.ts'
import { AMPERSAND, CLOSE_PARENTHESIS, FULL_STOP, RIGHT_QUOTE, SLASH, SPACE } from '../../../../text/signs.ts'
import { codeAt, isDigitUnit, isLetterUnit, lengthOf, sliceOf, unitOf } from '../../../../text/unit-classes.ts'

export interface LegalForms {
  /** Whether a legal form begins at view index `at` of `text` and ends with a word. */
  isAt(text: string, at: number): boolean
  /** Whether a form can begin with a word, as written: where this is false no form begins. */
  mayOpen(word: string): boolean
}

/** Units looked at: the longest form with its stops and blanks. */
const REACH = 32
const SKIPPED = ". '\u2019/()&"
const LETTER = /^\p{L}$/u

/** The letters of the forms, one step a letter: most words leave it at the first or second. */
interface Node {
  /** By code unit. */
  readonly next: Map<number, Node>
  isEnd: boolean
}

const newNode = (): Node => ({ next: new Map(), isEnd: false })

/** Reads the forms that end a company's name. */
export function legalForms(packs: Packs): LegalForms {
  const { after } = JSON.parse(packs.cues('organisation-forms.json')) as { readonly after: readonly string[] }
  const root = newNode()
  for (const form of after) {
    const letters = [...form].filter((letter) => !SKIPPED.includes(letter))
    if (letters.every((letter) => LETTER.test(letter))) insert(root, letters.join(''))
  }
  return { isAt: (text, at) => isAt(root, text, at), mayOpen: (word) => mayOpen(root, word) }
}

function mayOpen(root: Node, word: string): boolean {
  let node: Node | undefined = root
  for (let i = 0; i < word.length && node !== undefined; i++) node = node.next.get(word.charCodeAt(i))
  return node !== undefined
}

function isAt(root: Node, text: string, at: number): boolean {
  let node = root
  const end = Math.min(lengthOf(text), at + REACH)
  for (let i = at; i < end; i++) {
    const unit = codeAt(text, i)
    const next = node.next.get(unit)
    if (next === undefined) {
      if (isSkipped(unit)) continue
      return false
    }
    node = next
    if (node.isEnd && !goesOn(text, i + 1) && isForm(sliceOf(text, at, i + 1), sliceOf(text, i + 1, i + 8))) return true
  }
  return false
}

/** What SKIPPED lists, by its unit. */
function isSkipped(unit: number): boolean {
  return (
    unit === SPACE ||
    (unit >= AMPERSAND && unit <= CLOSE_PARENTHESIS) ||
    unit === FULL_STOP ||
    unit === SLASH ||
    unit === RIGHT_QUOTE
  )
}

/** Does a letter or one of the digits 0 to 9 stand at `at`? */
function goesOn(text: string, at: number): boolean {
  const unit = unitOf(text, at)
  return isDigitUnit(unit) || isLetterUnit(unit)
}

/** The forms in capitals that open a company's name: "UAB Jonas ir Ko", "SIA Rimi". */
export function leadingForms(packs: Packs): ReadonlySet<string> {
  const { before } = JSON.parse(packs.cues('organisation-forms.json')) as { readonly before: readonly string[] }
  return new Set(before.filter((form) => form.length > 2 && form === form.toUpperCase() && !form.includes('.')))
}

function insert(root: Node, letters: string): void {
  let node = root
  for (let i = 0; i < letters.length; i++) {
    const unit = letters.charCodeAt(i)
    const next = node.next.get(unit) ?? newNode()
    node.next.set(unit, next)
    node = next
  }
  node.isEnd = true
}

const NUMBERED = /^ \d{6}/

/** Two letters are a form only as forms write them; "S. A. Lopez" and "M.B. Jones" are initials, "as" a word, "CC 560461" a card's number. */
function isForm(written: string, rest: string): boolean {
  const key = [...written].filter((letter) => !SKIPPED.includes(letter)).join('')
  if (key.length > 2) return !(key === key.toLowerCase() && key.length === 3 && written === key)
  // "n.o." is a form; "n.º" before a number is none.
  if (key === key.toLowerCase()) return written.includes('.') && rest.startsWith('.')
  if (NUMBERED.test(rest)) return false
  return !written.includes(' ') && !(written.includes('.') && /^\.? \p{Lu}\p{Ll}/u.test(rest))
}
