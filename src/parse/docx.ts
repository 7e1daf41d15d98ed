// DOCX: every part of the package that holds text people wrote, not only the body. Headers, footers, notes, comments, text
// boxes, tracked deletions, charts, link targets and the author all carry personal data (ECMA-376 Part 1, 11 and 15).
import { SelfsameError } from '../errors.ts'
import { loadArchives, unpack } from './archive.ts'
import { xmlText } from './encoding.ts'
import { loadExtra, type ParsedDocument, type ParseLimits, type Parser, unreadable } from './parser.ts'
import { TextBuilder } from './text-builder.ts'

// Running text first, in the order a reader meets it.
const PART_ORDER = [
  /^word\/header\d*\.xml$/,
  /^word\/document\d*\.xml$/,
  /^word\/footer\d*\.xml$/,
  /^word\/(?:footnotes|endnotes)\.xml$/,
  /^word\/comments(?:Extended)?\.xml$/,
  /^word\/(?:diagrams\/data|charts\/chart)\d*\.xml$/,
  /^word\/glossary\/document\.xml$/,
  /^word\/_rels\/[\w.]+\.rels$/,
  /^docProps\/(?:core|app|custom)\.xml$/,
  /^customXml\/item\d*\.xml$/,
] as const

const rank = (name: string) => PART_ORDER.findIndex((pattern) => pattern.test(name))

// Local names of the elements that hold text, and of those that end a word or a line. Prefixes are the writer's choice.
const TEXT = new Set(['t', 'delText', 'v'])
const METADATA = new Set([
  'creator',
  'lastModifiedBy',
  'title',
  'subject',
  'description',
  'keywords',
  'Manager',
  'Company',
  'lpwstr',
])
const LINE = new Set(['p', 'br', 'cr', 'tr', 'comment', 'footnote', 'endnote', 'pt'])
const GAP = new Set(['tab', 'tc', 'ptab'])

type Saxes = typeof import('saxes')

/** The text of one XML part. */
function partText(xml: string, kind: 'body' | 'metadata' | 'relations' | 'data', { SaxesParser }: Saxes): string {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  const text = new TextBuilder()
  let reading = 0
  let skipping = 0
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = local(name)
    // A fallback repeats for old readers what its alternative already said (ECMA-376 Part 3, 7.6).
    if (element === 'Fallback') skipping++
    if (skipping > 0) return
    if (kind === 'relations') {
      const { Type, Target, TargetMode } = attributes as Record<string, string>
      if (TargetMode === 'External' && Type?.endsWith('/hyperlink') && Target) text.add(`${Target}\n`)
    } else if (kind === 'data' || (kind === 'metadata' ? METADATA : TEXT).has(element)) reading++
    else if (GAP.has(element)) text.add('\t')
    if (kind === 'body' && element === 'comment') {
      const author = Object.entries(attributes).find(([key]) => local(key) === 'author')?.[1]
      if (typeof author === 'string' && author !== '') text.add(`${author}\n`)
    }
  })
  parser.on('closetag', ({ name }) => {
    const element = local(name)
    if (element === 'Fallback') skipping--
    if (skipping > 0) return
    if (kind === 'data' || (kind === 'metadata' ? METADATA : TEXT).has(element)) {
      reading--
      if (kind !== 'body' && !text.endsWith('\n')) text.add('\n')
    }
    if (LINE.has(element)) text.endLine()
  })
  const take = (characters: string) => {
    if (reading > 0 && skipping === 0) text.add(kind === 'data' ? characters.trim() : characters)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.write(xml).close()
  return text.toString()
}

const library = () => loadExtra('docx', 'saxes', () => import('saxes'))

async function read(bytes: Uint8Array, limits: ParseLimits): Promise<string> {
  const saxes = await library()
  const allowed = Math.max(32 * 1024 * 1024, bytes.length * limits.expansion)
  const parts = await unpack(bytes, (name) => rank(name) >= 0, allowed)
  const names = [...parts.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const texts: string[] = []
  for (const name of names) {
    const kind = name.endsWith('.rels')
      ? 'relations'
      : name.startsWith('docProps/')
        ? 'metadata'
        : name.startsWith('customXml/')
          ? 'data'
          : 'body'
    const xml = xmlText(parts.get(name)!)
    if (xml === null)
      throw unreadable(
        'a part of the DOCX is not in the encoding it declares, or in one not read here; save the file again',
      )
    texts.push(partText(xml, kind, saxes))
  }
  const text = texts.filter((part) => part.trim() !== '').join('\n')
  if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
  return text
}

export const docxParser: Parser = {
  format: 'docx',
  extra: 'docx',
  async load() {
    await Promise.all([library(), loadArchives()])
  },
  async parse(bytes, limits): Promise<ParsedDocument> {
    try {
      return { format: 'docx', text: await read(bytes, limits), encoding: null, blocks: [], placed: [] }
    } catch (error) {
      if (error instanceof SelfsameError) throw error
      throw unreadable('the DOCX is damaged or not a DOCX', error)
    }
  },
}
