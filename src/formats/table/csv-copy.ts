// Tables in text: cells as pieces, with any delimiter; a cell that is masked is written as one that needs no quotes.

import type { Carrier } from '../carrier.ts'
import type { CopyText } from '../copy-text.ts'
import { Source } from '../source.ts'
import { encodedAs } from '../text/encode.ts'
import { markOf } from '../text/encoding.ts'
import { decodeText } from '../text/text.ts'
import { delimiterOf } from './csv.ts'

function addTable(source: Source, delimiter: string, into: CopyText): void {
  const { source: text } = source
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? endOfQuoted(text, at) : endOfPlain(text, at, delimiter)
    addCell(source, at, end, delimiter, into)
    if (text[end] === delimiter) into.sign('\t')
    else if (text[end] !== undefined) into.sign('\n')
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  into.endPart()
}

function addCell(source: Source, start: number, end: number, delimiter: string, into: CopyText): void {
  const raw = source.source.slice(start, end)
  const isQuoted = raw.startsWith('"')
  const value = isQuoted
    ? raw.slice(1, raw.endsWith('"') && raw.length > 1 ? -1 : undefined).replaceAll('""', '"')
    : raw
  into.add({
    // A row is one line.
    value: value.replace(/\r?\n|[\r\t]/g, ' '),
    set(text) {
      const needsQuotes = isQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
      source.put(start, end, needsQuotes ? `"${text.replaceAll('"', '""')}"` : text)
    },
  })
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') at++
    else return at + 1
  }
  return text.length
}

function endOfPlain(text: string, start: number, delimiter: string): number {
  let at = start
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

export const csvCarrier: Carrier = {
  formats: ['csv'],
  extra: null,
  async open(bytes, into, opening) {
    const { text, encoding } = decodeText(bytes, opening)
    const source = new Source(text)
    addTable(source, delimiterOf(text.slice(0, 8_192)) ?? ',', into)
    return { write: () => (source.isChanged ? encodedAs(source.written(), encoding, markOf(bytes) !== null) : bytes) }
  },
}
