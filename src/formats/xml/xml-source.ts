// An XML part as it is written: every tag, attribute and run of text with its place, so that some can be rewritten and every other byte
// stays. What is not well-formed is refused before (xml.ts), so that this reading can trust its signs.
import type { Spot } from '../shared/copy-text.ts'
import { unreadable } from '../shared/format.ts'
import { Source } from '../shared/source.ts'
import { xmlText } from '../text/encoding.ts'
import { local, walkXml } from './xml.ts'

/** The value of an attribute, which can also be taken out with its name. */
export interface Attribute extends Spot {
  cut(): void
}

export interface SourceTag {
  /** Without its prefix. */
  readonly name: string
  /** With its prefix. */
  readonly fullName: string
  /** By full name, entities resolved. */
  readonly attributes: ReadonlyMap<string, Attribute>
  readonly isEmpty: boolean
  /** Start of the tag, and the index after it. */
  readonly start: number
  readonly end: number
}

export interface SourceHandlers {
  open?(tag: SourceTag): void
  /** `end`: the index after the closing tag. */
  close?(name: string, end: number): void
  text?(spot: Spot): void
  /** A processing instruction: programs leave them for themselves. The XML declaration is none. */
  instruction?(start: number, end: number): void
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g
/** Characters that XML 1.0 cannot hold (2.2). */
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text with its entities decoded. */
export function unescaped(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!
    const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

export function escaped(text: string): string {
  return text
    .replace(NO_CHARACTER, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export class XmlSource extends Source {
  /** Throws document_unreadable for what is not well-formed or not of the encoding it declares. */
  static async of(bytes: Uint8Array): Promise<XmlSource> {
    await walkXml(bytes, {})
    const source = xmlText(bytes)
    if (source === null) throw unreadable('a part of the file is not in the encoding it declares')
    return new XmlSource(source)
  }

  walk(handlers: SourceHandlers): void {
    const { text: source } = this
    let at = 0
    while (at < source.length) {
      const next = source.indexOf('<', at)
      const textEnd = next < 0 ? source.length : next
      if (textEnd > at) handlers.text?.(this.#textSpot(at, textEnd))
      if (next < 0) return
      at = this.#markup(next, handlers)
    }
  }

  /** Reads a construct that begins with < at `at`; returns the index after it. */
  #markup(at: number, handlers: SourceHandlers): number {
    const { text: source } = this
    const behind = (sign: string, from: number) => {
      const found = source.indexOf(sign, from)
      return found < 0 ? source.length : found + sign.length
    }
    if (source.startsWith('<!--', at)) {
      // Comments are for the authors of the part, not for readers of the file.
      const end = behind('-->', at + 4)
      this.put(at, end, '')
      return end
    }
    if (source.startsWith('<![CDATA[', at)) {
      const end = behind(']]>', at + 9)
      const value = source.slice(at + 9, end - 3)
      handlers.text?.(this.#spot(value, at, end))
      return end
    }
    if (source.startsWith('<?', at)) {
      const end = behind('?>', at)
      if (!source.startsWith('<?xml ', at)) handlers.instruction?.(at, end)
      return end
    }
    if (source.startsWith('<!', at)) return this.#docType(at)
    const end = this.#tagEnd(at)
    if (source[at + 1] === '/') {
      handlers.close?.(local(source.slice(at + 2, end - 1).trim()), end)
      return end
    }
    const tag = this.#tag(at, end)
    handlers.open?.(tag)
    if (tag.isEmpty) handlers.close?.(tag.name, end)
    return end
  }

  /** A document type may hold declarations in brackets. */
  #docType(at: number): number {
    const { text: source } = this
    let depth = 0
    for (let i = at; i < source.length; i++) {
      const sign = source[i]
      if (sign === '[') depth++
      else if (sign === ']') depth--
      else if (sign === '>' && depth <= 0) return i + 1
    }
    return source.length
  }

  /** The index after the > of a tag, not counting one in an attribute value. */
  #tagEnd(at: number): number {
    const { text: source } = this
    for (let i = at + 1; i < source.length; i++) {
      const sign = source[i]
      if (sign === '>') return i + 1
      if (sign === '"' || sign === "'") {
        const closing = source.indexOf(sign, i + 1)
        if (closing < 0) return source.length
        i = closing
      }
    }
    return source.length
  }

  #tag(start: number, end: number): SourceTag {
    const { text: source } = this
    const isEmpty = source[end - 2] === '/'
    let at = start + 1
    while (at < end && !/[\s/>]/.test(source[at]!)) at++
    const fullName = source.slice(start + 1, at)
    const attributes = new Map<string, Attribute>()
    for (;;) {
      const equals = source.indexOf('=', at)
      if (equals < 0 || equals >= end) break
      const name = source.slice(at, equals).trim()
      let open = equals + 1
      while (open < end && source[open] !== '"' && source[open] !== "'") open++
      const close = source.indexOf(source[open]!, open + 1)
      if (open >= end || close < 0 || close >= end) break
      const first = at
      attributes.set(name, { ...this.#textSpot(open + 1, close), cut: () => this.put(first, close + 1, '') })
      at = close + 1
    }
    return { name: local(fullName), fullName, attributes, isEmpty, start, end }
  }

  #textSpot(start: number, end: number): Spot {
    return this.#spot(unescaped(this.text.slice(start, end)), start, end)
  }

  #spot(value: string, start: number, end: number): Spot {
    return { value, set: (text) => this.put(start, end, escaped(text)) }
  }
}

/** Offset of the last closing tag that begins before `end`. */
export function closingTag(source: string, end: number): number {
  return source.lastIndexOf('</', end - 1)
}

/** The spot of an attribute by its name without prefix; null where there is none. */
export function attributeOf(tag: SourceTag, name: string): Attribute | null {
  const direct = tag.attributes.get(name)
  if (direct !== undefined) return direct
  for (const [fullName, spot] of tag.attributes) if (local(fullName) === name) return spot
  return null
}
