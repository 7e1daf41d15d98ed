// Fields of texts (ECMA-376 part 1, 17.16): the codes of those that number, date and refer are kept; of others the result is kept as text.
import type { CopyText, Spot } from '../shared/copy-text.ts'
import { linkSpot } from '../shared/partial-spots.ts'
import type { Names } from '../xml/allowed-values.ts'
import { attributeOf, escaped, type SourceTag, type XmlSource } from '../xml/xml-source.ts'

const PLAIN_FIELDS =
  /^(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|NUMWORDS|NUMCHARS|REVNUM|LISTNUM|AUTONUM|AUTONUMLGL|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|TOC|SEQ)$/i
const REFERENCES = /^(?:REF|PAGEREF|NOTEREF)$/i
/** Arguments of such a field: switches, numbers, formats of numbers and dates, ranges of outline levels. */
const ARGUMENT =
  /^(?:\\[@*#!a-z?]|\d{1,6}|MERGEFORMAT|Arabic|ROMAN|ALPHABETIC|CHARFORMAT|Upper|Lower|FirstCap|Caps|Table|Figure|Abbildung|Tabelle|Equation|"[\d\-;,. ]{1,12}"|"[#0.,;% ]{1,40}"|"[dMyHhmsAaPp/.:,' \-年月日]{1,40}")$/i
const ARGUMENTS = /"[^"]{0,2000}"|[^\s"]{1,500}/g
const BUILT_IN = /^_(?:Toc|Ref|Hlk)\d{1,12}$/

const argumentsOf = (code: string): string[] => code.match(ARGUMENTS) ?? []

/** True for a field whose code contains no names. */
export function isKnownField(code: string): boolean {
  const [name = '', ...rest] = argumentsOf(code)
  if (PLAIN_FIELDS.test(name)) return rest.every((word) => ARGUMENT.test(word))
  if (/^HYPERLINK$/i.test(name) && rest[0] === '\\l') return BUILT_IN.test(rest[1]?.replaceAll('"', '') ?? '')
  return REFERENCES.test(name) && BUILT_IN.test(rest[0] ?? '') && rest.slice(1).every((word) => ARGUMENT.test(word))
}

interface Field {
  readonly marks: { start: number; end: number }[]
  readonly code: Spot[]
  isInCode: boolean
}

/** The fields of one part, which may be inside one another. */
export class WordFields {
  readonly #source: XmlSource
  readonly #into: CopyText
  readonly #names: Names
  readonly #open: Field[] = []
  #mark: { start: number; type: string } | null = null
  #sign: SourceTag | null = null

  constructor(source: XmlSource, into: CopyText, names: Names) {
    this.#source = source
    this.#into = into
    this.#names = names
  }

  open(tag: SourceTag): boolean {
    if (tag.name === 'sym') this.#sign = tag
    else if (tag.name === 'fldChar')
      this.#mark = { start: tag.start, type: attributeOf(tag, 'fldCharType')?.value ?? '' }
    return false
  }

  close(name: string, end: number): void {
    if (name === 'sym' && this.#sign !== null) this.#letter(this.#sign, end)
    if (name !== 'fldChar' || this.#mark === null) return
    const { start, type } = this.#mark
    this.#mark = null
    if (type === 'begin') this.#open.push({ marks: [], code: [], isInCode: true })
    const field = this.#open.at(-1)
    if (field === undefined) return
    field.marks.push({ start, end })
    if (type === 'begin') return
    if (field.isInCode) field.isInCode = false
    if (type === 'end') this.#settle(this.#open.pop()!)
  }

  /** A letter that is given by its number (17.3.3.30); fonts of symbols draw none. */
  #letter(tag: SourceTag, end: number): void {
    const point = Number.parseInt(attributeOf(tag, 'char')?.value ?? '', 16)
    if (!(point >= SPACE && point <= LAST_POINT) || SYMBOLS.test(attributeOf(tag, 'font')?.value ?? '')) return
    const prefix = tag.fullName.slice(0, -tag.name.length)
    this.#into.add({
      value: String.fromCodePoint((point & 0xff00) === FONT_CODES ? point & 0xff : point),
      set: (text) => this.#source.put(tag.start, end, `<${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t>`),
    })
  }

  /** True where the text is a part of the code of a field. */
  text(spot: Spot, within: string): boolean {
    if (within !== 'instrText') return false
    const field = this.#open.at(-1)
    if (field?.isInCode) field.code.push(spot)
    else spot.set('')
    return true
  }

  /** Fields that never end in this part are settled too. */
  finish(): void {
    while (this.#open.length > 0) this.#settle(this.#open.pop()!)
  }

  #bookmark(name: string): string {
    return BUILT_IN.test(name) ? name : this.#names.of('Bookmark', name)
  }

  #settle({ code, marks }: Field): void {
    const whole = code.map(({ value }) => value).join('')
    const write = (text: string) => code.forEach((spot, n) => void spot.set(n === 0 ? text : ''))
    if (isKnownField(whole)) return
    const [name = '', target = '', ...rest] = argumentsOf(whole)
    const bare = target.replaceAll('"', '')
    const switches = rest.filter((word) => ARGUMENT.test(word)).map((word) => ` ${word}`)
    if (REFERENCES.test(name) && bare !== '')
      write(` ${name.toUpperCase()} ${this.#bookmark(bare)}${switches.join('')} `)
    else if (/^HYPERLINK$/i.test(name) && target === '\\l' && rest[0] !== undefined)
      write(` HYPERLINK \\l "${this.#bookmark(rest[0].replaceAll('"', ''))}" `)
    else if (/^HYPERLINK$/i.test(name) && ADDRESS.test(bare)) {
      const link = linkSpot({ value: bare, set: (text) => write(` HYPERLINK "${text.replaceAll('"', '')}" `) })
      if (whole !== ` HYPERLINK "${bare}" `) link.set(link.value)
      this.#into.aside(link)
    } else {
      for (const { start, end } of marks) this.#source.put(start, end, '')
      write('')
    }
  }
}

const SPACE = 0x20
const LAST_POINT = 0xffff
/** Codes of a font are given in the private area of Unicode. */
const FONT_CODES = 0xf000
const SYMBOLS = /symbol|dings|marlett|mt extra/i

const ADDRESS = /^(?:https?|mailto|tel|ftp|sms):/i
