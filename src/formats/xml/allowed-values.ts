// Values of attributes that programs write for themselves: codes, references, fonts, styles, formats; and names that are made anew.
import { officeWords } from '../../packs/markup-rules.ts'

/** Names that programs use: the same name for the same value in all parts of a file. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  of(kind: string, value: string): string {
    const key = `${kind} ${value}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `${kind}${count}`
    this.#names.set(key, name)
    return name
  }
}

const LANGUAGE = /^(?:[a-z]{2,3}(?:-([A-Z][a-z]{3}))?(?:-(?:[A-Za-z]{2}|\d{3}))?|x-none|none|[0-9A-F]{4})$/

/** True for a language with a script and a country (BCP 47), or its number in Windows. */
export function isLanguage(value: string): boolean {
  const said = LANGUAGE.exec(value)
  return said !== null && (said[1] === undefined || officeWords().scripts.has(said[1]))
}

const ONE_CELL = String.raw`\$?[A-Z]{0,3}\$?\d{0,7}(?::\$?[A-Z]{0,3}\$?\d{0,7})?`
export const CELLS = new RegExp(`^${ONE_CELL}(?: ${ONE_CELL}){0,2000}$`)
/** Actions of a click that contain no name, e.g. the next slide or the end of the show. */
export const ACTION =
  /^ppaction:\/\/(?:hlinkshowjump\?jump=(?:next|previous|first|last|lastslideviewed)(?:slide)?|hlinksldjump|noaction|media)$/

const SIGNS = /[\s,;:()|/*]+/
const NUMBER = /^[-+#@$.[]{0,2}\d{1,10}(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?(?:[A-Za-z]{1,3}|%)?\]?$/
const HEXADECIMAL = /^#?(?=[A-Fa-f]{0,8}\d|[A-F]{6}$|[A-F]{8}$|[a-f]{6}$)[0-9A-Fa-f]{1,12}$/
const GUID = /^\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?$/

/** True for numbers with their units, colours, GUIDs and values of enumerations, alone or as a list. */
export function isCode(value: string, codes: ReadonlySet<string>): boolean {
  if (codes.has(value) || GUID.test(value)) return true
  return value
    .split(SIGNS)
    .every((word) => word === '' || codes.has(word) || NUMBER.test(word) || HEXADECIMAL.test(word))
}

export const FALLBACK_FONT = 'Arial'

/** A name that begins with a known font and has only words of fonts: "Georgia Obi" is none. */
export function isFont(value: string): boolean {
  if (/^\+m[nj]-(?:lt|ea|cs)$/.test(value)) return true
  const { fonts, fontWords } = officeWords()
  // East Asian fonts have names in their own script; a name of two or three such signs could be a person's.
  const [first = '', ...others] = value.match(/\p{Script=Latin}+/gu) ?? []
  return (
    /^[@'"]?[A-Za-z]/.test(value) &&
    value.length <= 60 &&
    fonts.has(first) &&
    others.every((word) => fontWords.has(word))
  )
}

/** Number formats consist of placeholders for digits and dates, names of colours and signs of currencies; a longer word was typed by a person. */
const LONGEST_SIGN = 3
const FORMAT_WORDS =
  /^(?:y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|g{1,3}|e{1,4}|AM|PM|General|Standard|GENERAL|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color\d{0,2})$/i

/** The text of a level of a list: signs, and words that number something: "Article %1". */
export function numberingText(text: string): string {
  const { styles } = officeWords()
  return text.replace(/\p{L}+/gu, (word) => (word.length <= LONGEST_SIGN || styles.has(word.toLowerCase()) ? word : ''))
}

export function isSign(value: string): boolean {
  return isNumberFormat(value, /^$/) && !/\d{3}/.test(value.replace(/\W/g, ''))
}

/** `words`: those that may be longer than a sign. What quotation marks and escapes say is read as it is shown. */
export function isNumberFormat(value: string, words: RegExp = FORMAT_WORDS): boolean {
  const shown = value.replace(QUOTED_OR_ESCAPED, (_, quoted?: string, escaped?: string) =>
    (quoted ?? escaped!).replace(/\d/g, 'nnnn'),
  )
  return (shown.match(/\p{L}+/gu) ?? []).every((word) => word.length <= LONGEST_SIGN || words.test(word))
}

const QUOTED_OR_ESCAPED = /"([^"]{0,400})"|\\(.)/gsu

/** "heading 1", "Text_20_body", "ListBullet2": made of words that programs name styles by. */
export function isStyleName(value: string): boolean {
  const { styles } = officeWords()
  const plain = value.replace(/_[0-9a-f]{2}_/g, ' ')
  if (/^[A-Za-z]{0,3}\d{0,6}$/.test(plain)) return true
  return plain
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .every((word) => word.length <= 1 || styles.has(word.toLowerCase()))
}

/** Names of guides that shapes have without saying so (ECMA-376 part 1, 20.1.10.56): w, hd2, 3cd4, adj1. */
const BUILT_IN_GUIDE = /^(?:\d?cd\d{1,2}|[lrtbwhs]{1,2}(?:d\d{1,2})?|[hv]c|adj\d{0,2}|[xy]\d{1,3})$/

/** Formulas of shapes, and names that they refer to each other by. */
export function guide(value: string, codes: ReadonlySet<string>, names: Names): string {
  return value.replace(/[^\s]+/g, (word) =>
    NUMBER.test(word) ||
    /^[-+*/?]{1,2}$/.test(word) ||
    BUILT_IN_GUIDE.test(word) ||
    officeWords().guideOperators.has(word) ||
    (codes.has(word) && word.length <= LONGEST_SIGN)
      ? word
      : names.of('g', word),
  )
}

/** Declarations of VML (ECMA-376 part 4, 19.1.2.19) whose value is made of numbers and words that the standard knows. */
export function styleSheet(value: string, codes: ReadonlySet<string>): string {
  return value
    .split(';')
    .filter((declaration) => {
      const [property = '', set = ''] = declaration.split(':').map((side) => side.trim())
      return /^[a-z-]{1,40}$/.test(property) && (isCode(set, codes) || officeWords().shapeWords.has(set))
    })
    .join(';')
}
