// Word files from before 2007 ([MS-DOC]): body, headers, footers, notes, comments and text boxes.
import { createRequire } from 'node:module'
import { type Read, unreadable } from '../shared/format.ts'
import { addOleProperties } from './ole-properties.ts'

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
