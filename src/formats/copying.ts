// Opens a file and the files inside it as one text of pieces that can be rewritten, and writes the copy.
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'
import { packageFormat } from './archive/package.ts'
import { type ReadOptions, Session } from './file-session.ts'
import { type FileFormat, formatNamed, sniffed } from './formats.ts'
import { CopyText, type Edit, type Guarded, layOver, type TextRange } from './shared/copy-text.ts'
import { type Format, MOST_NESTED, type OpenCopy, type Opening, type ReadPicture, unreadable } from './shared/format.ts'
import { type Known, KnownValues, numbersIn } from './shared/known-values.ts'

/** The text read in each picture, by the SHA-256 of its bytes: reading is slow, and is done once. */
export type SeenPictures = Readonly<Record<string, ReadPicture>>

export interface OpenOptions extends ReadOptions {
  readonly seen?: SeenPictures
}

export interface OpenedFile {
  readonly format: Format
  readonly text: string
  /** Ranges of the text that are names of files. */
  readonly names: readonly TextRange[]
  /** The parts that will be taken out because they cannot be masked: sorted, each kind once, with its number. */
  readonly removed: readonly string[]
  /** Pictures that are still to be read: the file is to be opened again, with `recognise`. */
  readonly pictures: number
  readonly seen: SeenPictures
}

interface Opened extends OpenedFile {
  write(edits: readonly Edit[]): Promise<Uint8Array>
}

/** Opens a file by its content. Throws document_unreadable with the reason, extra_missing. */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<Opened> {
  const session = new Session(bytes, options)
  const { limits, languages, budget } = session
  const into = new CopyText()
  const removed = new Map<string, number>()
  const seen: Record<string, ReadPicture> = { ...options.seen }
  let hidden: readonly Known[] = []
  const openingAt = (depth: number): Opening => ({
    limits,
    languages,
    budget,
    hidden: () => hidden,
    removed: (what) => void removed.set(what, (removed.get(what) ?? 0) + 1),
    async read(picture) {
      const key = sha256Hex(picture)
      const read = seen[key] ?? (await (await session.recogniser())?.read(picture)) ?? null
      if (read !== null) seen[key] = read
      return read
    },
    async inner(inside, text): Promise<OpenCopy | null> {
      if (inside.length === 0 || depth >= MOST_NESTED) return null
      try {
        const open = await formatOf(inside).open?.()
        return (await open?.(inside, text, openingAt(depth + 1))) ?? null
      } catch (error) {
        if (error instanceof SelfsameError) return null
        throw error
      }
    },
  })
  const format = formatOf(bytes)
  const open = await format.open?.()
  if (open === undefined) throw unreadable('no masked copy can be made of a file of this format; convert it first')
  let copy: OpenCopy
  try {
    copy = await open(bytes, into, openingAt(0))
  } finally {
    await session.close()
  }
  const { text, pieces, names, guarded } = into.finish()
  if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
  return {
    format: format.name,
    text,
    names,
    removed: [...removed].map(([what, count]) => (count === 1 ? what : `${what} (${count})`)).sort(),
    pictures: session.pictures,
    seen,
    async write(edits) {
      hidden = edits.map(({ start, end, text: instead }) => ({ value: text.slice(start, end), text: instead }))
      layOver(pieces, edits)
      dropNumbers(guarded, hidden)
      return copy.write()
    },
  }
}

function dropNumbers(guarded: readonly Guarded[], hidden: readonly Known[]): void {
  if (guarded.length === 0) return
  const known = new KnownValues(hidden)
  for (const one of guarded) if (known.in(numbersIn(one.value)).length > 0) one.drop()
}

/** Office files are recognised by their content types as well: their parts may have any name. */
function formatOf(bytes: Uint8Array): FileFormat {
  const format = sniffed(bytes)
  const office = format.name === 'zip' ? packageFormat(bytes) : null
  return office === null ? format : formatNamed(office)
}
