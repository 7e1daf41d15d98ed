// An XML part as it is written: every tag, attribute and run of text with its place, so that some can be rewritten and every other byte
// stays. What is not well-formed is refused before (xml.ts), so that this reading can trust its signs.
import { isUsualPrefix } from '../../packs/markup-rules.ts'
import type { Spot } from '../shared/copy-text.ts'
import { unreadable } from '../shared/format.ts'
import { Source } from '../shared/source.ts'
import { xmlText } from '../text/encoding.ts'
import { local, walkXml } from './xml.ts'

/** The value of an attribute, which can also be taken out with its name. */
export interface Attribute extends Spot {
  cut(): void
}

interface WrittenAttribute extends Attribute {
  rename(name: string): void
}

export interface SourceTag {
  /** Without its prefix. */
  readonly name: string
  /** With its prefix. */
  readonly fullName: string
  /** By full name, entities resolved. */
  readonly attributes: ReadonlyMap<string, WrittenAttribute>
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
    const own = ownPrefixes(source)
    return new XmlSource(own.size === 0 ? source : withPrefixes(source, own))
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
    if (source.startsWith('<!', at)) {
      const end = this.#docType(at)
      this.put(at, end, '')
      return end
    }
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
    const attributes = new Map<string, WrittenAttribute>()
    for (;;) {
      const equals = source.indexOf('=', at)
      if (equals < 0 || equals >= end) break
      const name = source.slice(at, equals).trim()
      let open = equals + 1
      while (open < end && source[open] !== '"' && source[open] !== "'") open++
      const close = source.indexOf(source[open]!, open + 1)
      if (open >= end || close < 0 || close >= end) break
      const first = at
      const nameStart = source.indexOf(name, at)
      attributes.set(name, {
        ...this.#textSpot(open + 1, close),
        cut: () => this.put(first, close + 1, ''),
        rename: (other) => this.put(nameStart, nameStart + name.length, other),
      })
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

/** A prefix of a later version: w14, x15ac. */
const VERSIONED = /^[a-z]{1,4}\d{1,2}[a-z]{0,6}$/
/** Attributes whose value is a list of prefixes (ECMA-376 part 3, 7). */
const PREFIXES = /:(?:Ignorable|MustUnderstand)$|^Requires$/

/** The prefixes that whoever wrote a part chose freely, with what they are in a copy: they could say anything. */
function ownPrefixes(source: string): ReadonlyMap<string, string> {
  const own = new Map<string, string>()
  for (const [, prefix] of source.matchAll(/\sxmlns:([^\s=]+)/g))
    if (!VERSIONED.test(prefix!) && !isUsualPrefix(prefix!) && !own.has(prefix!)) own.set(prefix!, `q${own.size + 1}`)
  return own
}

function withPrefixes(text: string, own: ReadonlyMap<string, string>): string {
  const source = new XmlSource(text)
  const renamed = (name: string) => {
    const [first = '', second] = name.split(':')
    if (second === undefined) return name
    return first === 'xmlns' ? `xmlns:${own.get(second) ?? second}` : `${own.get(first) ?? first}:${second}`
  }
  source.walk({
    open({ attributes, fullName, start }) {
      source.put(start + 1, start + 1 + fullName.length, renamed(fullName))
      for (const [name, attribute] of attributes) {
        attribute.rename(renamed(name))
        if (PREFIXES.test(name)) attribute.set(attribute.value.replace(/\S+/g, (prefix) => own.get(prefix) ?? prefix))
      }
    },
    close(_, end) {
      if (text[end - 2] === '/') return
      const at = closingTag(text, end) + 2
      source.put(at, end - 1, renamed(text.slice(at, end - 1)))
    },
  })
  return source.written()
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
