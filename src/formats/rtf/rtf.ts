// RTF 1.9.1: text in code pages and Unicode escapes, with headers, footnotes, comments and their authors, fields and properties.
import { wordSet } from '../../lists.ts'
import type { Origin } from '../../records/structure.ts'
import type { DocumentBuilder } from '../document-builder.ts'
import type { Read } from '../format.ts'
import { textOf } from '../text/encoding.ts'

/** Destinations without written text: tables of fonts and colours, pictures, style sheets, lists. */
export const SILENT = wordSet(
  'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator pict objdata themedata ' +
    'colorschememapping latentstyles datastore xmlnstbl filetbl mmathPr fontemb fontfile panose falt blipuid ' +
    'datafield revtbl_ bkmkstart bkmkend pgptbl wgrffmtfilter pnseclvl shpinst_ atrfstart atrfend atnref ' +
    'atndate listtext_ nonshppict picprop sp_ sn',
)
const ORIGINS: Readonly<Record<string, Origin>> = {
  header: 'header',
  headerl: 'header',
  headerr: 'header',
  headerf: 'header',
  footer: 'footer',
  footerl: 'footer',
  footerr: 'footer',
  footerf: 'footer',
  footnote: 'note',
  annotation: 'comment',
  atnauthor: 'comment',
  atnid: 'comment',
  revtbl: 'comment',
  info: 'property',
  userprops: 'property',
  fldinst: 'link',
  docvar: 'property',
  ffname: 'form',
  ffdeftext: 'form',
  ffhelptext: 'form',
  ffstattext: 'form',
  ffl: 'form',
}
/** Fields of `info` without text: timestamps and counts. */
export const MOMENTS = wordSet(
  'creatim revtim printim buptim edmins nofpages nofwords nofchars nofcharsws version vern id',
)
export const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
  enspace: ' ',
  emspace: ' ',
  qmspace: ' ',
  '~': '\u00a0',
  _: '-',
}

interface Group {
  readonly origin: Origin
  readonly isSilent: boolean
  /** Holds a text twice: for readers of a code page, and in a group of Unicode, which is the one that is read. */
  readonly isTwofold: boolean
  /** Number of fallback bytes after a Unicode escape. */
  skip: number
  codePage: string
}

// One control symbol, control word with its number, hexadecimal byte, brace, line end or run of text.
export const TOKEN = /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+/g

export function addRtf(bytes: Uint8Array, into: DocumentBuilder): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const reader = new RtfReader(into)
  for (const match of source.matchAll(TOKEN)) reader.take(match)
  reader.finish()
}

class RtfReader {
  readonly #into: DocumentBuilder
  readonly #asides: { origin: Origin; text: string }[] = []
  readonly #stack: Group[] = []
  #group: Group = { origin: 'body', isSilent: false, isTwofold: false, skip: 1, codePage: 'windows-1252' }
  readonly #fonts = new Fonts()
  #isStarred = false
  #toSkip = 0
  #bytes: number[] = []
  #aside = ''
  #row = 0
  #column = 0
  #inRow = false

  constructor(into: DocumentBuilder) {
    this.#into = into
  }

  take([whole, hex, word, number, symbol, brace]: RegExpMatchArray): void {
    if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
    else if (brace === '{') this.#open()
    else if (brace === '}') this.#close()
    else if (word !== undefined) this.#control(word, number === undefined ? null : Number(number))
    else if (symbol !== undefined) this.#symbol(symbol)
    else if (!/^[\r\n]/.test(whole)) this.#run(whole)
  }

  #open(): void {
    this.#stack.push({ ...this.#group })
    if (this.#group.isTwofold) this.#group = { ...this.#group, isSilent: true, isTwofold: false }
  }

  finish(): void {
    this.#flush()
    this.#into.end()
    this.#keepAside()
    for (const { origin, text } of this.#asides) this.#into.block('paragraph', text.trim(), { origin })
  }

  #run(text: string): void {
    for (let i = 0; i < text.length; i++) {
      if (this.#toSkip > 0) this.#toSkip--
      else this.#bytes.push(text.charCodeAt(i))
    }
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--
    else this.#bytes.push(byte)
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = true
    else if (symbol === '\n' || symbol === '\r') this.#paragraph()
    else if (symbol === '-') return
    else this.#put(SIGNS[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''))
  }

  /** Decodes the pending bytes together: two bytes can be one character. */
  #flush(): void {
    if (this.#bytes.length === 0) return
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    this.#put(decodedOf(bytes, this.#group.codePage))
  }

  #put(text: string): void {
    if (this.#bytes.length > 0) this.#flush()
    if (text === '' || this.#group.isSilent) return
    if (this.#group.origin !== 'body') this.#aside += text
    else if (this.#inRow) this.#cellText(text)
    else {
      this.#endTable()
      this.#into.add(text)
    }
  }

  /** Text after the last row is outside the table. */
  #endTable(): void {
    if (this.#row === 0) return
    this.#into.end()
    this.#row = 0
  }

  #cellText(text: string): void {
    if (this.#cellOpen !== this.#column) {
      this.#into.cell(this.#row, this.#column)
      this.#cellOpen = this.#column
    }
    this.#into.add(text)
  }
  #cellOpen = -1

  #paragraph(): void {
    this.#flush()
    if (this.#group.origin !== 'body') this.#aside += '\n'
    else if (this.#inRow) this.#put('\n')
    else {
      this.#into.end()
    }
  }

  #keepAside(): void {
    if (this.#aside.trim() !== '') this.#asides.push({ origin: this.#asideOrigin, text: this.#aside })
    this.#aside = ''
  }
  #asideOrigin: Origin = 'property'

  #close(): void {
    this.#flush()
    const inner = this.#group
    this.#group = this.#stack.pop() ?? this.#group
    if (inner.origin !== 'body' && (this.#group.origin !== inner.origin || inner.origin === 'property')) {
      this.#asideOrigin = inner.origin
      this.#keepAside()
    }
    this.#toSkip = 0
    this.#isStarred = false
  }

  #control(word: string, number: number | null): void {
    if (word === 'u' && number !== null) this.#unicode(number)
    else {
      this.#flush()
      const sign = SIGNS[word]
      if (sign !== undefined) this.#put(sign)
      else if (!this.#structure(word)) this.#destination(word, number)
    }
  }

  #destination(word: string, number: number | null): void {
    this.#fonts.set(word, number, this.#group)
    const holder = this.#stack.at(-1)
    if (word === 'upr') this.#group = { ...this.#group, isTwofold: true }
    if (word === 'ud' && holder?.isTwofold) this.#group = { ...this.#group, isSilent: holder.isSilent }
    const origin = ORIGINS[word]
    const isSilent =
      SILENT.has(word) || MOMENTS.has(word) || (this.#isStarred && origin === undefined && !READ_STARRED.has(word))
    this.#isStarred = false
    if (origin !== undefined || isSilent)
      this.#group = { ...this.#group, origin: origin ?? this.#group.origin, isSilent: this.#group.isSilent || isSilent }
  }

  /** Escapes are signed 16-bit numbers, each followed by fallback text for old readers. */
  #unicode(number: number): void {
    this.#flush()
    this.#put(String.fromCharCode(number & 0xffff))
    this.#toSkip = this.#group.skip
  }

  /** Paragraphs, rows and cells; true if the word was one of them. */
  #structure(word: string): boolean {
    if (word === 'par' || word === 'sect' || word === 'page') this.#paragraph()
    else if (word === 'trowd') {
      if (!this.#inRow && this.#group.origin === 'body') this.#inRow = true
    } else if (word === 'cell' || word === 'nestcell') {
      if (this.#inRow) this.#column++
      else this.#put('\t')
    } else if (word === 'row' || word === 'nestrow') {
      this.#row++
      this.#column = 0
      this.#cellOpen = -1
      this.#inRow = false
    } else return false
    return true
  }
}

/** Code pages of the fonts (\fcharset), and the two settings that a group inherits. */
export class Fonts {
  readonly #pages = new Map<number, string>()
  #font = -1

  set(word: string, number: number | null, group: Pick<Group, 'codePage' | 'skip'>): void {
    if (number === null) return
    if (word === 'ansicpg') group.codePage = codePageOf(number)
    else if (word === 'uc') group.skip = Math.min(Math.max(number, 0), 9)
    else if (word === 'f') {
      this.#font = number
      group.codePage = this.#pages.get(number) ?? group.codePage
    } else if (word === 'fcharset' && CHARSETS[number] !== undefined) this.#pages.set(this.#font, CHARSETS[number])
  }
}

/** Starred destinations (a reader may skip them if it does not know them) with written text. */
export const READ_STARRED = wordSet(
  'shptxt shprslt shpinst ud upr nextfile fldrslt listtext htmltag_ background formfield ffdeftext',
)

/** \fcharset -> code page (1.9.1, font table). */
const CHARSETS: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

function codePageOf(number: number): string {
  if (number === 65001) return 'utf-8'
  if (number === 10000) return 'macintosh'
  return number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252'
}

/** Decodes double-byte code pages too, which the strict decoder in encoding.ts does not support. */
export function decodedOf(bytes: Uint8Array, encoding: string): string {
  const text = textOf(bytes, encoding)
  if (text !== null) return text
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return textOf(bytes, 'windows-1252') ?? ''
  }
}

export const readRtf: Read = async (bytes, into) => {
  addRtf(bytes, into)
  return null
}
