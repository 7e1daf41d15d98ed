// RTF 1.9.1: runs of text with their places, so that every other byte stays; who wrote, commented and changed, embedded objects and what
// programs keep for themselves are taken out.

import { wordSet } from '../../lists.ts'
import { decodedAddress } from '../../text/percent.ts'
import type { CopyText } from '../copy-text.ts'
import type { Open, Opening } from '../format.ts'
import { blankPicture } from '../picture/blank-pictures.ts'
import { Source } from '../source.ts'
import { isFont, isStyleName } from '../xml/allowed-values.ts'
import { decodedOf, Fonts, MOMENTS, READ_STARRED, SIGNS, SILENT, TOKEN } from './rtf.ts'

/** Groups that are taken out whole. */
const CUT = wordSet(
  'author operator manager company hlinkbase template revtbl objdata datastore passwordhash mailmerge protusertbl datafield fontemb falt fname filetbl ' +
    'generator docvar userprops liststylename xmlnstbl xmlopen xmlclose themedata bkmkstart bkmkend',
)
/** Groups whose text is the name of a person who commented. */
const AUTHORS = wordSet('atnauthor atnid')
/** Groups that are read apart from the text around them. */
const APART = wordSet(
  'header headerl headerr headerf footer footerl footerr footerf footnote annotation info title subject keywords doccomm userprops fldinst ' +
    'sv shprslt ffname ffdeftext ffhelptext ffstattext ffl category staticval propname shptxt comment pntext pntxta pntxtb',
)

/** Letters and digits of a table that can be words: numbers and signs of lists have fewer. */
const SAYING = /\p{L}{3}|\d{4}/u
/** A control word has at most so many letters, but for these; longer ones set what programs do. */
const LONGEST_WORD = 12
const LONG_WORDS = wordSet(
  'listtemplateid listoverridetable listoverridecount listrestarthdn colorschememapping nesttableprops levelpicturenosize listoverridestartat ' +
    'listoverrideformat contextualspace brdrdashdotstr',
)

/** Starred groups that say how text is laid out, and the one around pictures. */
const KEPT_STARRED = /^(?:pn.{0,20}|nesttableprops|cs|ts|ds|shppict|tblgridc|[ab]?ftnsepc?|ftncn|aftncn|hyphenlo)$/

interface Group {
  readonly start: number
  codePage: string
  /** Bytes of the replacement that follow a Unicode escape. */
  skip: number
  isSilent: boolean
  isApart: boolean
  /** Hidden or deleted text. */
  isUnseen: boolean
  /** True inside a field instruction, whose addresses are percent-encoded. */
  isField: boolean
  /** The table that a silent group is of. */
  table: string
  cut: 'group' | 'picture' | 'author' | null
  /** Holds a text twice: for readers of a code page, which is taken out, and in a group of Unicode. */
  isTwofold: boolean
  /** Size of a picture on the page, as it was written. */
  size: string
}

class RtfText {
  readonly source: Source
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #fonts = new Fonts()
  readonly #stack: Group[] = []
  #group: Group = {
    start: 0,
    codePage: 'windows-1252',
    skip: 1,
    isSilent: false,
    isApart: false,
    isUnseen: false,
    isField: false,
    table: '',
    cut: null,
    isTwofold: false,
    size: '',
  }
  #isStarred = false
  #toSkip = 0
  /** The run so far: characters, bytes that wait for their neighbours, and where it stands. */
  #run = ''
  #bytes: number[] = []
  #start = -1
  #end = -1

  constructor(source: string, into: CopyText, opening: Opening) {
    this.source = new Source(source)
    this.#into = into
    this.#opening = opening
  }

  read(): void {
    for (const match of this.source.source.matchAll(TOKEN)) this.#take(match)
    this.#flush()
    this.#into.endPart()
  }

  #take(match: RegExpMatchArray): void {
    const [whole, hex, word, number, symbol, brace] = match
    const at = match.index!
    const end = at + whole.length
    if (hex !== undefined) this.#byte(Number.parseInt(hex, 16), at, end)
    else if (word === 'u' && number !== undefined) {
      this.#decode()
      this.#character(String.fromCharCode(Number(number) & 0xffff), at, end)
      this.#toSkip = this.#group.skip
    } else if (brace !== undefined) {
      this.#flush()
      if (brace === '{') this.#stack.push(this.#group)
      if (brace === '{') this.#open(at)
      else this.#close(end)
    } else if (word !== undefined) this.#control(word, number, at, end)
    else if (symbol !== undefined) this.#symbol(symbol, at, end)
    else if (!/^[\r\n]/.test(whole))
      for (let i = 0; i < whole.length; i++) this.#byte(whole.charCodeAt(i), at + i, at + i + 1)
  }

  #open(start: number): void {
    const { isTwofold, isSilent } = this.#group
    const cut = isTwofold ? 'group' : null
    this.#group = {
      ...this.#group,
      start,
      isApart: false,
      cut,
      isSilent: isSilent || isTwofold,
      isTwofold: false,
      size: '',
    }
  }

  #byte(byte: number, at: number, end: number): void {
    if (this.#toSkip > 0) {
      this.#toSkip--
      if (this.#start >= 0) this.#end = end
      return
    }
    if (this.#start < 0) this.#start = at
    this.#bytes.push(byte)
    this.#end = end
  }

  #character(text: string, at: number, end: number): void {
    if (this.#start < 0) this.#start = at
    this.#run += text
    this.#end = end
  }

  #decode(): void {
    if (this.#bytes.length === 0) return
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    this.#run += decodedOf(bytes, this.#group.codePage)
  }

  #flush(): void {
    this.#decode()
    if (this.#start < 0) return
    const [start, end, value] = [this.#start, this.#end, this.#run]
    this.#start = -1
    this.#run = ''
    if (this.#group.cut !== null) return
    if (this.#group.isSilent) {
      const kept = keptOf(this.#group.table, value)
      if (kept !== value) this.source.put(start, end, kept)
      return
    }
    if (this.#group.isUnseen) {
      this.source.put(start, end, '')
      this.#opening.removed('hidden and deleted text')
      return
    }
    const said = this.#group.isField ? decodedAddress(value) : value
    this.#into.add({ value: said, set: (text) => this.source.put(start, end, escaped(text)) })
  }

  #symbol(symbol: string, at: number, end: number): void {
    if (/[\\{}]/.test(symbol)) {
      this.#decode()
      this.#character(symbol, at, end)
      return
    }
    this.#flush()
    if (symbol === '*') this.#isStarred = true
    else if (symbol === '\n' || symbol === '\r') this.#into.line()
    else if (SIGNS[symbol] !== undefined && !this.#group.isSilent) this.#into.sign(SIGNS[symbol]!)
  }

  #control(word: string, number: string | undefined, at: number, end: number): void {
    // A word between two runs of one word ("Wiesen\softhyphen thal") separates them; formatting does not.
    this.#flush()
    const value = number === undefined ? null : Number(number)
    this.#fonts.set(word, value, this.#group)
    if (this.#twofold(word, at, end)) return
    if (word.length > LONGEST_WORD && !LONG_WORDS.has(word)) this.source.put(at, end, '{}')
    if (word === 'v' || word === 'deleted') this.#group.isUnseen = value !== 0
    if (word === 'plain') this.#group.isUnseen = false
    if (this.#group.isSilent) {
      if (word === 'leveltext') this.#group.table = word
      if (word === 'pict' || CUT.has(word)) this.#destination(word)
      if (/^pic(?:w|h)goal$|^picscale[xy]$/.test(word)) this.#group.size += this.source.source.slice(at, end).trim()
      return
    }
    if (word === 'par' || word === 'sect' || word === 'page' || word === 'row' || word === 'nestrow' || word === 'line')
      this.#into.line()
    else if (word === 'cell' || word === 'nestcell') this.#into.sign('\t')
    else if (SIGNS[word] !== undefined) this.#into.sign(SIGNS[word]!)
    else this.#destination(word)
  }

  /** Keeps the Unicode form of a text that the file gives twice, as a separate text. Returns true for the control words of such a text. */
  #twofold(word: string, at: number, end: number): boolean {
    const holder = this.#stack.at(-1)
    const isUnicode = word === 'ud' && holder?.isTwofold === true
    if (word !== 'upr' && !isUnicode) return false
    if (word === 'upr') this.#group.isTwofold = true
    else {
      this.#group.cut = null
      this.#group.isSilent = holder!.isSilent
    }
    this.source.put(this.source.source.startsWith('\\*', at - 2) ? at - 2 : at, end, '')
    this.#isStarred = false
    return true
  }

  #destination(word: string): void {
    const isStarred = this.#isStarred
    if (word === 'fldinst') this.#group.isField = true
    this.#isStarred = false
    if (CUT.has(word)) this.#group.cut = 'group'
    else if (AUTHORS.has(word)) this.#group.cut = 'author'
    else if (word === 'pict') {
      this.#group.cut = 'picture'
      this.#opening.removed('pictures')
    } else if (APART.has(word)) {
      if (!this.#group.isApart) this.#into.apart()
      this.#group.isApart = true
      return
    } else if (isStarred && !SILENT.has(word) && !READ_STARRED.has(word)) {
      // "Skip it if you do not know it": every reader can do without.
      if (KEPT_STARRED.test(word)) return
      this.#group.cut = 'group'
    } else if (!SILENT.has(word) && !MOMENTS.has(word)) return
    this.#group.table = word
    if (word === 'objdata') this.#opening.removed('embedded objects')
    this.#group.isSilent = true
  }

  #close(end: number): void {
    const { start, cut, isApart, size } = this.#group
    if (isApart) this.#into.together()
    if (cut === 'group') this.source.put(start, end, '')
    else if (cut === 'author') this.source.put(start, end, withoutAuthor(this.source.source.slice(start, end)))
    else if (cut === 'picture') {
      const hex = Buffer.from(blankPicture('.png')).toString('hex')
      this.source.put(start, end, `{\\pict\\pngblip${size} ${hex}}`)
    }
    this.#group = this.#stack.pop() ?? this.#group
    this.#toSkip = 0
    this.#isStarred = false
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
  return { write: () => Buffer.from(text.source.written(), 'latin1') }
}
