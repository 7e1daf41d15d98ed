// Word files from before 2007 ([MS-DOC]): body, headers, footers, notes, comments and text boxes, and the properties of the file.
import { createRequire } from 'node:module'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { type Read, unreadable } from '../shared/format.ts'
import { textOf } from '../text/encoding.ts'

interface Extracted {
  getBody(): string
  getHeaders(options: { includeFooters: boolean }): string
  getFooters(): string
  getFootnotes(): string
  getEndnotes(): string
  getAnnotations(): string
  getTextboxes(options: { includeHeadersAndFooters: boolean; includeBody: boolean }): string
}

const require = createRequire(import.meta.url)
const library = () => require('word-extractor') as new () => { extract(bytes: Buffer): Promise<Extracted> }

export const readWord97: Read = async (bytes, into, reading) => {
  const Extractor = library()
  let document: Extracted
  try {
    document = await new Extractor().extract(Buffer.from(bytes))
  } catch (cause) {
    throw unreadable('the Word file is damaged or protected by a password', cause)
  }
  into.block('paragraph', document.getHeaders({ includeFooters: false }), { origin: 'header' })
  for (const paragraph of document.getBody().split('\n')) into.block('paragraph', paragraph)
  into.block('paragraph', document.getFooters(), { origin: 'footer' })
  into.block('paragraph', document.getFootnotes(), { origin: 'note' })
  into.block('paragraph', document.getEndnotes(), { origin: 'note' })
  into.block('paragraph', document.getAnnotations(), { origin: 'comment' })
  into.block('paragraph', document.getTextboxes({ includeHeadersAndFooters: true, includeBody: true }))
  try {
    if (addOleProperties(bytes, into)) reading.unread('pictures or objects in an old Word file')
  } catch {
    reading.unread('the properties of an old Word file')
  }
  return null
}

// Property sets ([MS-OLEPS]) in separate streams ([MS-CFB]).
interface Files {
  parse(): void
  rootFolder(): {
    readFile(name: string): Uint8Array | null
    fileNames(): string[]
    subFolders(): { readonly name: string }[]
  }
}

const storage = () => require('@kenjiuno/msgreader/lib/Reader').Reader as new (bytes: ArrayBuffer) => Files

/** Stream -> property names by number ([MS-OLEPS] 2.25.1; [MS-OSHARED] 2.3.3.2.2). */
const NAMED: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '\u0005SummaryInformation': {
    2: 'Title',
    3: 'Subject',
    4: 'Author',
    5: 'Keywords',
    6: 'Comments',
    8: 'lastModifiedBy',
  },
  '\u0005DocumentSummaryInformation': { 2: 'Category', 14: 'Manager', 15: 'Company' },
}
/** [MS-OLEPS] 2.15: strings in the code page of the set, and UTF-16 strings. */
const [LPSTR, LPWSTR] = [0x1e, 0x1f]
const CODE_PAGE = 1
const UTF16 = 1200
const MOST_PROPERTIES = 100

/** Stream and folder where Word keeps pictures and embedded files ([MS-DOC] 2.1.3, 2.1.9). */
const PICTURES = 'Data'
const OBJECTS = 'ObjectPool'

/** Adds the properties of a compound file. Returns true if it holds pictures or embedded files. Throws on a damaged file. */
function addOleProperties(bytes: Uint8Array, into: DocumentBuilder): boolean {
  const files = new (storage())(Uint8Array.from(bytes).buffer)
  files.parse()
  const root = files.rootFolder()
  for (const [stream, names] of Object.entries(NAMED)) {
    const set = root.readFile(stream)
    if (set === null) continue
    for (const [id, value] of stringsOf(set))
      if (names[id] !== undefined && value !== '')
        into.block('key_value', value, { origin: 'property', part: names[id] })
  }
  return root.fileNames().includes(PICTURES) || root.subFolders().some(({ name }) => name === OBJECTS)
}

/** Property number -> text, from the first property set of a stream. Reading past the end returns nothing. */
function stringsOf(set: Uint8Array): Map<number, string> {
  const view = new DataView(set.buffer, set.byteOffset, set.byteLength)
  const word = (at: number) => (at >= 0 && at + 4 <= view.byteLength ? view.getUint32(at, true) : 0)
  const start = word(44)
  const places = new Map<number, number>()
  for (let at = 0; at < Math.min(word(start + 4), MOST_PROPERTIES); at++)
    places.set(word(start + 8 + at * 8), start + word(start + 12 + at * 8))
  const page = word((places.get(CODE_PAGE) ?? -4) + 4) & 0xffff
  const found = new Map<number, string>()
  for (const [id, place] of places) {
    const type = word(place)
    if (type !== LPSTR && type !== LPWSTR) continue
    const isWide = type === LPWSTR || page === UTF16
    const length = word(place + 4) * (type === LPWSTR ? 2 : 1)
    const content = set.subarray(place + 8, place + 8 + length)
    found.set(
      id,
      spelled(content, isWide ? 'utf-16le' : encodingOf(page))
        .split('\0')[0]!
        .trim(),
    )
  }
  return found
}

/** Windows code pages by number; all others are read as Windows-1252. */
function encodingOf(page: number): string {
  if (page === 65_001) return 'utf-8'
  return page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252'
}

const spelled = (content: Uint8Array, encoding: string) => textOf(content, encoding) ?? ''
