// RTF written again: runs of text with their places, so that every other byte stays; who wrote, commented and changed, embedded objects and what
// programs keep for themselves are taken out.
import { wordSet } from '../../lists.ts'
import { copyRules } from '../../packs/markup-rules.ts'
import { decodedAddress } from '../../text/url-escapes.ts'
import { blankPicture } from '../picture/pictures.ts'
import type { CopyText } from '../shared/copy-text.ts'
import type { Open, Opening } from '../shared/format.ts'
import { wordsOfValues } from '../shared/known-values.ts'
import { Source } from '../shared/source.ts'
import { isFont, isStyleName } from '../xml/allowed-values.ts'
import { type Inherited, MOMENTS, READ_STARRED, RtfWalk, SIGNS, SILENT } from './rtf.ts'

const rules = copyRules().rtf
const CUT = new Set(rules.cut)
const AUTHORS = new Set(rules.authors)
const APART = new Set(rules.apart)

/** Control words that end a line. */
const LINE_ENDS = wordSet('par sect page row nestrow line')
/** Letters and digits of a table that can be words: numbers and signs of lists have fewer. */
const SAYING = /\p{L}{3}|\d{4}/u
/** A control word has at most so many letters, but for these; longer ones set what programs do. */
const LONGEST_WORD = 12
const LONG_WORDS = new Set(rules.long_words)
/** Control words that copies know: no person's name is looked for in them. */
const KNOWN_WORDS = new Set([
  ...SILENT,
  ...MOMENTS,
  ...READ_STARRED,
  ...Object.keys(SIGNS),
  ...Object.keys(rules.origins),
  ...CUT,
  ...AUTHORS,
  ...APART,
  ...wordSet('par sect page row nestrow line cell nestcell field box plain'),
])

/** Starred groups that say how text is laid out, and the one around pictures. */
const KEPT_STARRED = /^(?:pn.{0,20}|nesttableprops|cs|ts|ds|shppict|tblgridc|[ab]?ftnsepc?|ftncn|aftncn|hyphenlo)$/

interface Group extends Inherited {
  readonly start: number
  isApart: boolean
  /** Hidden or deleted text. */
  isUnseen: boolean
  /** True inside a field instruction, whose addresses are percent-encoded. */
  isField: boolean
  /** The table that a silent group is of. */
  table: string
  cut: 'group' | 'picture' | 'author' | null
  /** Size of a picture on the page, as it was written. */
  size: string
}

class RtfText extends RtfWalk<Group> {
  readonly source: Source
  readonly #into: CopyText
  readonly #opening: Opening
  /** Control words that a name may hide in, with their places. */
  readonly #unknown: { readonly word: string; readonly start: number; readonly end: number }[] = []

  constructor(source: string, into: CopyText, opening: Opening) {
    super({
      start: 0,
      codePage: 'windows-1252',
      skip: 1,
      isSilent: false,
      isTwofold: false,
      isApart: false,
      isUnseen: false,
      isField: false,
      table: '',
      cut: null,
      size: '',
    })
    this.source = new Source(source)
    this.#into = into
    this.#opening = opening
  }

  read(): void {
    this.walk(this.source.text)
    this.#into.endPart()
  }

  written(): string {
    const names = new Set(wordsOfValues(this.#opening.hidden()).map(({ value }) => value.toLowerCase()))
    for (const { word, start, end } of this.#unknown)
      if (names.has(word.toLowerCase())) this.source.put(start, end, '{}')
    return this.source.written()
  }

  protected opened(outer: Group, start: number): Group {
    const cut = outer.isTwofold ? 'group' : null
    const isSilent = outer.isSilent || outer.isTwofold
    return { ...outer, start, isApart: false, cut, isSilent, isTwofold: false, size: '' }
  }

  protected text(value: string, start: number, end: number): void {
    const { cut, isSilent, isUnseen, isField, table } = this.group
    if (cut !== null) return
    if (isSilent) {
      const kept = keptOf(table, value)
      if (kept !== value) this.source.put(start, end, kept)
      return
    }
    if (isUnseen) {
      this.source.put(start, end, '')
      this.#opening.removed('hidden and deleted text')
      return
    }
    const said = isField ? decodedAddress(value) : value
    this.#into.add({ value: said, set: (text) => this.source.put(start, end, escaped(text)) })
  }

  protected sign(sign: string): void {
    if (!this.group.isSilent) this.#into.sign(sign)
  }

  protected paragraph(): void {
    this.#into.line()
  }

  protected control(word: string, number: string | undefined, at: number, end: number): void {
    // A word between two runs of one word ("Wiesen\softhyphen thal") separates them; formatting does not.
    if (this.#twofold(word, at, end)) return
    if (word.length > LONGEST_WORD && !LONG_WORDS.has(word)) this.source.put(at, end, '{}')
    if (number !== undefined) this.#into.guard({ value: number, drop: () => this.source.put(at, end, '{}') })
    if (!KNOWN_WORDS.has(word)) this.#unknown.push({ word, start: at, end })
    if (word === 'v' || word === 'deleted') this.group.isUnseen = number === undefined || Number(number) !== 0
    if (word === 'plain') this.group.isUnseen = false
    if (this.group.isSilent) {
      if (word === 'leveltext') this.group.table = word
      if (word === 'pict' || CUT.has(word)) this.#destination(word)
      if (/^pic(?:w|h)goal$|^picscale[xy]$/.test(word)) this.group.size += this.source.text.slice(at, end).trim()
      return
    }
    if (LINE_ENDS.has(word)) this.#into.line()
    else if (word === 'cell' || word === 'nestcell') this.#into.cell()
    else if (SIGNS[word] !== undefined) this.sign(SIGNS[word])
    else this.#destination(word)
  }

  /** Keeps the Unicode form of a text that the file gives twice, as a separate text. Returns true for the control words of such a text. */
  #twofold(word: string, at: number, end: number): boolean {
    const holder = this.stack.at(-1)
    const isUnicode = word === 'ud' && holder?.isTwofold === true
    if (word !== 'upr' && !isUnicode) return false
    if (word === 'upr') this.group.isTwofold = true
    else {
      this.group.cut = null
      this.group.isSilent = holder!.isSilent
    }
    this.source.put(this.source.text.startsWith('\\*', at - 2) ? at - 2 : at, end, '')
    this.isStarred = false
    return true
  }

  #destination(word: string): void {
    const isStarred = this.isStarred
    if (word === 'fldinst') this.group.isField = true
    this.isStarred = false
    if (CUT.has(word)) this.group.cut = 'group'
    else if (AUTHORS.has(word)) this.group.cut = 'author'
    else if (word === 'pict') {
      this.group.cut = 'picture'
      this.#opening.removed('pictures')
    } else if (APART.has(word)) {
      if (!this.group.isApart) this.#into.apart()
      this.group.isApart = true
      return
    } else if (isStarred && !SILENT.has(word) && !READ_STARRED.has(word)) {
      // "Skip it if you do not know it": every reader can do without.
      if (KEPT_STARRED.test(word)) return
      this.group.cut = 'group'
    } else if (!SILENT.has(word) && !MOMENTS.has(word)) return
    this.group.table = word
    if (word === 'objdata') this.#opening.removed('embedded objects')
    this.group.isSilent = true
  }

  protected closed({ start, cut, isApart, size }: Group, end: number): void {
    if (isApart) this.#into.together()
    if (cut === 'group') this.source.put(start, end, '')
    else if (cut === 'author') this.source.put(start, end, withoutAuthor(this.source.text.slice(start, end)))
    else if (cut === 'picture') {
      const hex = Buffer.from(blankPicture('.png')).toString('hex')
      this.source.put(start, end, `{\\pict\\pngblip${size} ${hex}}`)
    }
  }
}

/** The text of a table (fonts, styles, lists) without words that could be values. */
function keptOf(table: string, text: string): string {
  const end = text.trimEnd().endsWith(';') ? ';' : ''
  const name = text.replace(/;\s{0,9}$/, '').trim()
  // Names of properties of shapes.
  if (table === 'sn') return /^[a-z][A-Za-z\d]{1,40}$/.test(name) ? text : ''
  if (table === 'colortbl') return text.replace(/[^;\s]/g, '')
  if (table === 'fonttbl') return name === '' || isFont(name) ? text : `Arial${end}`
  if (table === 'stylesheet') return name === '' || isStyleName(name) ? text : `Style${end}`
  if (!SAYING.test(text)) return text
  return table === 'leveltext' ? `\\'00${end}` : end
}

/** The text after the last control word of a group is a name. */
function withoutAuthor(group: string): string {
  return `${group.slice(0, group.indexOf(' ') + 1)}Author}`
}

/** The escaped form that a reader of RTF shows as this text, in any group. */
function escaped(text: string): string {
  return text.replace(/[\\{}\r\n]|[^\x00-\x7f]/g, (sign) => {
    if (sign === '\n' || sign === '\r') return ' '
    if (sign < '\x80') return `\\${sign}`
    const unit = sign.charCodeAt(0)
    return `{\\uc1\\u${unit > 0x7fff ? unit - 0x10000 : unit}?}`
  })
}

export const openRtf: Open = async (bytes, into, opening) => {
  const text = new RtfText(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
    into,
    opening,
  )
  text.read()
  return { write: () => Buffer.from(text.written(), 'latin1') }
}
