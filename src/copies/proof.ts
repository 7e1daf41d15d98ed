// The proof of a copy: it is read again as anybody can read it, and nothing that was found may be in it.
import { SelfsameError } from '../errors.ts'
import { unpack } from '../parse/archive.ts'
import { parseUpload } from '../parse/registry.ts'
import { sniff } from '../parse/sniff.ts'
import { type Known, KnownValues } from './known-values.ts'
import { textsInPdf } from './pdf-proof.ts'
import { unescaped } from './xml-source.ts'

const PACKED = new Set(['docx', 'xlsx', 'pptx', 'odf', 'epub', 'zip'])
/** Names of parts and of their elements are words too: in the bytes of a package only what is more than a word is looked for. */
const MORE_THAN_A_WORD = /\p{N}|\p{L}[^\p{L}]+\p{L}/u
const LEAST_LENGTH = 6

/**
 * How many of the values can still be read in a copy: by the parsers of this package, and in the bytes of its parts. `most`: bytes it
 * may unpack to. Throws what the parsers throw.
 */
export async function stillReadable(
  copy: Uint8Array,
  values: readonly string[],
  most: number,
  reading: { readonly recognise?: boolean; readonly languages?: readonly string[] } = {},
): Promise<number> {
  const known = values.map((value): Known => ({ value: inOneLine(value), text: '' }))
  const left = new Set<string>()
  const look = (text: string, wanted: KnownValues) => {
    for (const { value } of wanted.in(inOneLine(text))) left.add(value)
  }
  const text = await textOf(copy, reading)
  if (text !== null) look(text, new KnownValues(known))
  const raw = new KnownValues(known.filter(({ value }) => value.length >= LEAST_LENGTH && MORE_THAN_A_WORD.test(value)))
  const format = sniff(copy)
  if (!PACKED.has(format)) {
    look(utf8(copy), raw)
    if (format === 'pdf') for (const said of textsInPdf(copy, most)) look(said, raw)
    return left.size
  }
  for (const [name, part] of await unpack(copy, () => true, most)) {
    look(name, raw)
    look(unescaped(utf8(part)), raw)
    if (part.includes(0)) look(Buffer.from(part).toString('utf16le'), raw)
  }
  return left.size
}

/** However a reader breaks lines, and fills them up. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** Null where nothing but what was taken out was in the file. */
async function textOf(
  copy: Uint8Array,
  { recognise = false, languages = [] }: { readonly recognise?: boolean; readonly languages?: readonly string[] },
): Promise<string | null> {
  try {
    return (await parseUpload(copy, { recognise, languages })).parsed.text
  } catch (error) {
    if (error instanceof SelfsameError && error.message.startsWith('the file holds no text')) return null
    throw error
  }
}
