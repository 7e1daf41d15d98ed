// Where a text goes on as a company: the legal forms of data/lexicons/organisation-forms.json in all their spellings, with or
// without stops and blanks between the letters.
import type { Packs } from '../../packs/load.ts'

/** Whether a legal form begins at view index `at` of `text` and ends with a word. */
export type LegalForms = (text: string, at: number) => boolean

/** Units looked at: the longest form with its stops and blanks. */
const REACH = 32
const SKIPPED = /[. '\u2019/()&]/

/** Reads the forms that end a company's name. */
export function legalForms(packs: Packs): LegalForms {
  const { after } = JSON.parse(packs.lexicon('organisation-forms.json')) as { readonly after: readonly string[] }
  const keys = new Set(after.map((form) => [...form].filter((letter) => !SKIPPED.test(letter)).join('')))
  return (text, at) => {
    let key = ''
    for (let i = at; i < text.length && i - at < REACH; i++) {
      const letter = text[i]!
      if (/\p{L}/u.test(letter)) {
        key += letter
        if (/\p{L}|\d/u.test(text[i + 1] ?? ' ') || !keys.has(key)) continue
        if (isForm(text.slice(at, i + 1), key, text.slice(i + 1, i + 5))) return true
      } else if (!SKIPPED.test(letter)) return false
    }
    return false
  }
}

/** Two letters are a form only as forms write them; "S. A. Lopez" and "M.B. Jones" are initials, "as" a word. */
function isForm(written: string, key: string, rest: string): boolean {
  if (key.length > 2) return !(key === key.toLowerCase() && key.length === 3 && written === key)
  if (key === key.toLowerCase()) return written.includes('.')
  return !written.includes(' ') && !(written.includes('.') && /^\.? \p{Lu}\p{Ll}/u.test(rest))
}
