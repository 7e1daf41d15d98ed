// RTF 1.9.1: text in code pages and Unicode escapes, with headers, footnotes, comments and their authors, fields and properties.
import { copyRules } from '../../packs/markup-rules.ts'
import type { Origin } from '../../records/structure.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Read } from '../shared/format.ts'
import { textOf } from '../text/encoding.ts'

const rules = copyRules().rtf
export const SILENT = new Set(rules.silent)
export const MOMENTS = new Set(rules.moments)
export const READ_STARRED = new Set(rules.starred)
export const SIGNS = rules.signs
const ORIGINS = rules.origins as Readonly<Record<string, Origin>>
const CHARSETS = rules.code_pages

// One control symbol, control word with its number, hexadecimal byte, brace, line end or run of text.
const TOKEN = /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d+)? ?|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+/g

/** State that a group inherits from the group around it. */
export interface Inherited {
  codePage: string
  /** Number of fallback bytes after a Unicode escape. */
  skip: number
  isSilent: boolean
  /** Holds a text twice: for readers of a code page, and in a group of Unicode, which is the one that is read. */
  isTwofold: boolean
}

/** Walks over the groups of a file: runs of text with their places in it, signs and control words. */
export abstract class RtfWalk<Group extends Inherited> {
  protected group: Group
  protected readonly stack: Group[] = []
  protected isStarred = false
  readonly #fonts = new Fonts()
  #toSkip = 0
  /** The run so far: characters, bytes that wait for their neighbours as two can be one character, and where it stands. */
  #run = ''
  #bytes: number[] = []
  #start = -1
  #end = -1

  constructor(group: Group) {
    this.group = group
  }

  protected abstract text(value: string, start: number, end: number): void
  protected abstract sign(sign: string): void
  protected abstract paragraph(): void
  protected abstract control(word: string, number: string | undefined, start: number, end: number): void
  /** The state of a group that begins in `outer`. */
  protected abstract opened(outer: Group, start: number): Group
  /** Called when the group around it is the open one again. */
  protected abstract closed(inner: Group, end: number): void

  walk(source: string): void {
    for (const match of source.matchAll(TOKEN)) this.#take(match)
    this.#flush()
  }

  #take(match: RegExpMatchArray): void {
    const [whole, hex, word, number, symbol, brace] = match
    const at = match.index!
    const end = at + whole.length
    if (hex !== undefined) this.#byte(Number.parseInt(hex, 16), at, end)
    else if (word === 'u' && number !== undefined) {
      // Escapes are signed 16-bit numbers, each followed by fallback text for old readers.
      this.#decode()
      this.#character(String.fromCharCode(Number(number) & 0xffff), at, end)
      this.#toSkip = this.group.skip
    } else if (brace === '{') {
      this.#flush()
      this.stack.push(this.group)
      this.group = this.opened(this.group, at)
    } else if (brace === '}') this.#close(end)
    else if (word !== undefined) {
      this.#flush()
      this.#fonts.set(word, number === undefined ? null : Number(number), this.group)
      this.control(word, number, at, end)
    } else if (symbol !== undefined) this.#symbol(symbol, at, end)
    else if (!/^[\r\n]/.test(whole))
      for (let i = 0; i < whole.length; i++) this.#byte(whole.charCodeAt(i), at + i, at + i + 1)
  }

  #close(end: number): void {
    this.#flush()
    const inner = this.group
    this.group = this.stack.pop() ?? inner
    this.closed(inner, end)
    this.#toSkip = 0
    this.isStarred = false
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
    this.#run += decodedOf(Uint8Array.from(this.#bytes), this.group.codePage)
    this.#bytes = []
  }

  #flush(): void {
    this.#decode()
    if (this.#start < 0) return
    const [start, value] = [this.#start, this.#run]
    this.#start = -1
    this.#run = ''
    this.text(value, start, this.#end)
  }

  #symbol(symbol: string, at: number, end: number): void {
    if (/[\\{}]/.test(symbol)) {
      this.#decode()
      this.#character(symbol, at, end)
      return
    }
    this.#flush()
    if (symbol === '*') this.isStarred = true
    else if (symbol === '\n' || symbol === '\r') this.paragraph()
    else if (SIGNS[symbol] !== undefined) this.sign(SIGNS[symbol])
  }
}

interface ReadGroup extends Inherited {
  readonly origin: Origin
}

export function addRtf(bytes: Uint8Array, into: DocumentBuilder): void {
  const reader = new RtfReader(into)
  reader.walk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  reader.finish()
}

class RtfReader extends RtfWalk<ReadGroup> {
  readonly #into: DocumentBuilder
  readonly #asides: { origin: Origin; text: string }[] = []
  #aside = ''
  #row = 0
  #column = 0
  #cellOpen = -1
  #inRow = false

  constructor(into: DocumentBuilder) {
    super({ origin: 'body', isSilent: false, isTwofold: false, skip: 1, codePage: 'windows-1252' })
    this.#into = into
  }

  protected opened(outer: ReadGroup): ReadGroup {
    return { ...outer, isSilent: outer.isSilent || outer.isTwofold, isTwofold: false }
  }

  finish(): void {
    this.#into.end()
    this.#keepAside(this.group.origin)
    for (const { origin, text } of this.#asides) this.#into.block('paragraph', text.trim(), { origin })
  }

  protected text(text: string): void {
    if (text === '' || this.group.isSilent) return
    if (this.group.origin !== 'body') this.#aside += text
    else if (this.#inRow) this.#cellText(text)
    else {
      this.#endTable()
      this.#into.add(text)
    }
  }

  protected sign(sign: string): void {
    this.text(sign)
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

  protected paragraph(): void {
    if (this.group.origin !== 'body') this.#aside += '\n'
    else if (this.#inRow) this.text('\n')
    else this.#into.end()
  }

  #keepAside(origin: Origin): void {
    if (this.#aside.trim() !== '') this.#asides.push({ origin, text: this.#aside })
    this.#aside = ''
  }

  protected closed({ origin }: ReadGroup): void {
    if (origin !== 'body' && (this.group.origin !== origin || origin === 'property')) this.#keepAside(origin)
  }

  protected control(word: string): void {
    const sign = SIGNS[word]
    if (sign !== undefined) this.sign(sign)
    else if (!this.#structure(word)) this.#destination(word)
  }

  #destination(word: string): void {
    const holder = this.stack.at(-1)
    if (word === 'upr') this.group.isTwofold = true
    if (word === 'ud' && holder?.isTwofold) this.group.isSilent = holder.isSilent
    const origin = ORIGINS[word]
    const isSilent =
      SILENT.has(word) || MOMENTS.has(word) || (this.isStarred && origin === undefined && !READ_STARRED.has(word))
    this.isStarred = false
    if (origin !== undefined || isSilent)
      this.group = { ...this.group, origin: origin ?? this.group.origin, isSilent: this.group.isSilent || isSilent }
  }

  /** Paragraphs, rows and cells; true if the word was one of them. */
  #structure(word: string): boolean {
    if (word === 'par' || word === 'sect' || word === 'page') this.paragraph()
    else if (word === 'trowd') {
      if (!this.#inRow && this.group.origin === 'body') this.#inRow = true
    } else if (word === 'cell' || word === 'nestcell') {
      if (this.#inRow) this.#column++
      else this.text('\t')
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
class Fonts {
  readonly #pages = new Map<number, string>()
  #font = -1

  set(word: string, number: number | null, group: Pick<Inherited, 'codePage' | 'skip'>): void {
    if (number === null) return
    if (word === 'ansicpg') group.codePage = codePageOf(number)
    else if (word === 'uc') group.skip = Math.min(Math.max(number, 0), 9)
    else if (word === 'f') {
      this.#font = number
      group.codePage = this.#pages.get(number) ?? group.codePage
    } else if (word === 'fcharset' && CHARSETS[number] !== undefined) this.#pages.set(this.#font, CHARSETS[number])
  }
}

function codePageOf(number: number): string {
  if (number === 65001) return 'utf-8'
  if (number === 10000) return 'macintosh'
  return number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252'
}

/** Decodes double-byte code pages too, which the strict decoder in encoding.ts does not support. */
function decodedOf(bytes: Uint8Array, encoding: string): string {
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
