// Web pages and the HTML of mail and e-books: the visible text, then attributes, comments and hidden parts.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { append, wordSet } from '../../lists.ts'
import type { BlockKind, Origin } from '../../records/structure.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Open, Read } from '../shared/format.ts'
import { decodeText, markOf, refuseUtf7, textOf } from '../text/encoding.ts'
import { addPage, pageBytes } from './html-pieces.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const KINDS: Readonly<Record<string, BlockKind>> = {
  li: 'list_item',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
  dd: 'paragraph',
  dt: 'paragraph',
}
const BLOCKS = wordSet(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form header hr legend li main nav ol p pre section summary ul caption option textarea title',
)
/** Scripts and styles hold no text for readers. */
const SKIPPED = new Set(['script', 'style', 'template', 'noscript'])
/** Attributes whose values are shown, read aloud or followed as links. */
const SHOWN: readonly (readonly [string, Origin])[] = [
  ['title', 'annotation'],
  ['alt', 'picture'],
  ['aria-label', 'annotation'],
  ['placeholder', 'form'],
  ['value', 'form'],
  ['summary', 'annotation'],
  ['href', 'link'],
  ['cite', 'link'],
  ['content', 'property'],
  ['datetime', 'annotation'],
]
/** Links that can identify a person or a site; other links are internal addresses. */
const IDENTIFYING_LINK = /^(?:mailto|tel|sms|skype|xmpp|callto|whatsapp|https?):/i
/** Maximum depth of elements that are read with their structure; deeper ones are read as plain text, because the call stack is bounded. */
const DEEPEST = 400

export function addHtml(source: string, into: DocumentBuilder): void {
  const asides: Aside[] = []
  const page = parse(source)
  const walk = (nodes: readonly Node[], depth: number, origin: Origin): void => {
    for (const node of nodes) {
      if (node.nodeName === '#text') addText(into, (node as DefaultTreeAdapterTypes.TextNode).value, origin)
      else if (node.nodeName === '#comment')
        asides.push({ origin: 'hidden', text: (node as DefaultTreeAdapterTypes.CommentNode).data })
      else if ('tagName' in node) addElement(node, depth, origin)
    }
  }
  const addElement = (element: Element, depth: number, origin: Origin): void => {
    const { tagName } = element
    if (SKIPPED.has(tagName)) return
    if (depth > DEEPEST) {
      addText(into, textWithin(element, asides), origin)
      return
    }
    append(asides, shownIn(element))
    if (tagName === 'br') {
      if (into.isOpen) into.add('\n')
      return
    }
    if (tagName === 'table') {
      addTable(element, depth, origin)
      return
    }
    const level = /^h([1-6])$/.exec(tagName)?.[1]
    const isBlock = level !== undefined || BLOCKS.has(tagName)
    if (isBlock) into.end()
    const within: Origin = isHidden(element) ? 'hidden' : origin
    if (level !== undefined) into.begin('heading', { level: Number(level), origin: within })
    else if (tagName === 'title') into.begin('title', { origin: within })
    else if (KINDS[tagName] !== undefined) into.begin(KINDS[tagName], { origin: within })
    walk(element.childNodes, depth + 1, within)
    if (isBlock) into.end()
    else if (tagName === 'td' || tagName === 'th') into.add(' ')
  }
  const addTable = (table: Element, depth: number, origin: Origin): void => {
    const rows = rowsOf(table)
    // Mail is laid out with tables of one column or with nested tables: there, each cell is a paragraph.
    if (rows.every((cells) => cells.length < 2) || rows.flat().some(holdsTable)) {
      for (const cell of rows.flat()) {
        into.end()
        walk(cell.childNodes, depth + 1, origin)
        into.end()
      }
      return
    }
    into.begin('table', { origin })
    // Maps a column to the first row where it is free again after a cell that spans rows (HTML, 4.9.12.1).
    const taken = new Map<number, number>()
    for (const [row, cells] of rows.entries()) {
      let column = 0
      for (const cell of cells) {
        while ((taken.get(column) ?? 0) > row) column++
        const [columnSpan, rowSpan] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
        into.cell(row, column, { header: cell.tagName === 'th', columnSpan, rowSpan })
        into.add(textWithin(cell, asides).trim())
        for (const end = column + columnSpan; column < end; column++) if (rowSpan > 1) taken.set(column, row + rowSpan)
      }
    }
    into.end()
  }
  walk(page.childNodes, 0, 'body')
  into.end()
  for (const { origin, text, part } of distinct(asides))
    into.block('paragraph', text.trim(), { origin, part: part ?? null })
}

/** The texts in the attributes of an element that people see, or that describe the page. */
function shownIn(element: Element): Aside[] {
  return element.attrs.flatMap(({ name, value }) => {
    const origin = SHOWN.find(([attribute]) => attribute === name)?.[1]
    if (origin === undefined || value.trim() === '' || !isRelevant(name, value, element)) return []
    const part = name === 'content' ? (attributeOf(element, 'name') ?? attributeOf(element, 'property')) : null
    return [{ origin, text: value, part }]
  })
}

interface Aside {
  readonly origin: Origin
  readonly text: string
  /** Name that a `meta` element gives to its content. */
  readonly part?: string | null
}

function attributeOf(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null
}

function isRelevant(name: string, value: string, element: Element): boolean {
  if (name === 'href' || name === 'cite') return IDENTIFYING_LINK.test(value)
  if (name === 'content') return element.tagName === 'meta'
  if (name === 'value') return element.tagName !== 'li'
  return true
}

function isHidden(element: Element): boolean {
  return element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(value)) ||
      (name === 'type' && value === 'hidden'),
  )
}

/** White space collapses to one space (HTML, 15.3.10) and is dropped at the beginning of a block. */
function addText(into: DocumentBuilder, value: string, origin: Origin): void {
  const text = value.replace(/[ \t\r\n\f]+/g, ' ')
  if (!into.isOpen) {
    if (text.trim() === '') return
    into.begin('paragraph', { origin })
    into.add(text.trimStart())
  } else into.add(into.endsWith(' ') || into.endsWith('\n') ? text.trimStart() : text)
}

function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = []
  const look = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      if (node.tagName === 'tr')
        rows.push(node.childNodes.filter((cell): cell is Element => 'tagName' in cell && /^t[dh]$/.test(cell.tagName)))
      else if (/^(?:thead|tbody|tfoot)$/.test(node.tagName)) look(node.childNodes)
      else if (node.tagName === 'caption') rows.unshift([node])
    }
  }
  look(table.childNodes)
  return rows.filter((cells) => cells.length > 0)
}

function holdsTable(element: Element): boolean {
  const left: Node[] = [...element.childNodes]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!('tagName' in node)) continue
    if (node.tagName === 'table') return true
    append(left, node.childNodes)
  }
  return false
}

const MOST_SPANNED = 1_000

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.attrs.find((attribute) => attribute.name === name)?.value ?? 1)
  return Number.isInteger(value) && value > 0 ? Math.min(value, MOST_SPANNED) : 1
}

/** All text of a cell; line breaks and block elements separate words. */
function textWithin(cell: Element, asides: Aside[]): string {
  const parts: string[] = []
  const left: Node[] = [cell]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.nodeName === '#text')
      parts.push((node as DefaultTreeAdapterTypes.TextNode).value.replace(/[ \t\r\n\f]+/g, ' '))
    else if ('tagName' in node && !SKIPPED.has(node.tagName)) {
      if (node.tagName === 'br') parts.push('\n')
      else if (node !== cell && BLOCKS.has(node.tagName)) parts.push(' ')
      for (const { name, value } of node.attrs)
        if (
          (name === 'alt' || name === 'title' || (name === 'href' && /^(?:mailto|tel):/i.test(value))) &&
          value.trim() !== ''
        )
          asides.push({ origin: 'annotation', text: value })
      append(left, [...node.childNodes].reverse())
    }
  }
  return parts.join('')
}

function distinct(asides: readonly Aside[]): readonly Aside[] {
  return [...new Map(asides.map((aside) => [aside.text.trim(), aside])).values()]
}

/** The encoding declared by a page (HTML, 13.2.3.2); used when there is no byte order mark. */
function declared(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1')
  for (const [, tag] of head.matchAll(/<meta([^<>]{0,200})/gi)) {
    const encoding = /charset\s{0,9}=\s{0,9}["']?([\w.-]{1,40})/i.exec(tag!)?.[1]
    if (encoding !== undefined) return encoding.toLowerCase()
  }
  return null
}

export function decodeHtml(bytes: Uint8Array, languages: readonly string[]): { text: string; encoding: string } {
  const encoding = markOf(bytes) === null ? declared(bytes) : null
  if (encoding !== null) refuseUtf7(encoding)
  const text = encoding === null || encoding === 'utf-8' ? null : textOf(bytes, encoding)
  return text === null || encoding === null ? decodeText(bytes, { languages }) : { text, encoding }
}

export const readHtml: Read = async (bytes, into, { languages }) => {
  const { text, encoding } = decodeHtml(bytes, languages)
  addHtml(text, into)
  return encoding
}

/** A page, written again in the encoding it came in. */
export const openHtml: Open = async (bytes, into, opening) => {
  const { text, encoding } = decodeHtml(bytes, opening.languages)
  const page = addPage(text, into, opening)
  return { write: () => pageBytes(page, encoding, markOf(bytes) !== null) }
}
