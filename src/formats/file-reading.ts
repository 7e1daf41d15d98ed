// Reads a file and its embedded files as one text with places.
import { SelfsameError } from '../errors.ts'
import { type ReadOptions, Session } from './file-session.ts'
import { type FileFormat, formatNamed, sniffed } from './formats.ts'
import { DocumentBuilder } from './shared/document-builder.ts'
import { MOST_NESTED, type ParsedDocument, type Read, type Reading, unreadable } from './shared/format.ts'

/** A file as text, and the number of pictures not yet read: if there are any, a second run with `recognise` is needed. */
export interface ReadUpload {
  readonly parsed: ParsedDocument
  readonly pictures: number
}

/** Reads one upload by its content. Throws extra_missing, which fails a batch, and document_unreadable, which fails this file only. */
export async function parseUpload(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const session = new Session(bytes, options)
  const { limits, languages, budget } = session
  const into = new DocumentBuilder(limits.text)
  const unread = new Set<string>()
  const readingAt = (depth: number): Reading => ({
    limits,
    languages,
    budget,
    unread: (what) => unread.add(what),
    recogniser: () => session.recogniser(),
    async inner(innerBytes, name, builder) {
      if (innerBytes.length === 0) return
      const format = sniffed(innerBytes)
      try {
        if (depth >= MOST_NESTED)
          throw unreadable(`files are nested more than ${MOST_NESTED} deep; send them one by one`)
        await builder.attached(name, async () => {
          await (await readerOf(format))(innerBytes, builder, readingAt(depth + 1))
        })
      } catch (error) {
        unread.add(`${format.called ?? 'a file'} inside it: ${reasonOf(error)}`)
      }
    },
  })
  try {
    const format = sniffed(bytes)
    const encoding = await (await readerOf(format))(bytes, into, readingAt(0))
    const structure = into.finish()
    const { pictures } = session
    if (structure.text.trim() === '' && pictures === 0)
      throw unreadable(
        unread.size === 0 ? 'the file holds no text' : `the file holds no text (${[...unread].sort().join('; ')})`,
      )
    return { parsed: { format: format.name, encoding, ...structure, unread: [...unread].sort() }, pictures }
  } finally {
    await session.close()
  }
}

function readerOf({ read, refusal }: FileFormat): Promise<Read> {
  if (read === undefined) throw unreadable(refusal ?? formatNamed('unknown').refusal!)
  return read()
}

/** One sentence, without values. The error that the whole text is too long is thrown again. */
function reasonOf(error: unknown): string {
  if (error instanceof SelfsameError) {
    if (error.message.startsWith('the text is longer')) throw error
    return error.message
  }
  return 'its parser failed on it'
}
