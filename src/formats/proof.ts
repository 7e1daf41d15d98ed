// The proof of a copy: it is read again as anybody can read it, and nothing that was found may be in it.
import { SelfsameError } from '../errors.ts'
import { officeMarkup } from '../packs/markup-rules.ts'
import { unpack } from './archive/package.ts'
import { sniffed } from './formats.ts'
import { isOdfCode } from './office/odf-dialect.ts'
import { parseUpload } from './one-file.ts'
import { textsInPdf } from './pdf/pdf-proof.ts'
import { MOST_NESTED } from './shared/format.ts'
import { isOneWord, type Known, KnownValues, numbersIn } from './shared/known-values.ts'
import { readableName } from './shared/partial-spots.ts'
import { isFont, isStyleName } from './xml/allowed-values.ts'
import { unescaped } from './xml/xml-source.ts'

/** In bytes without a known text, a word matches by chance: only longer values are searched. */
const MORE_THAN_A_WORD = /\p{N}|\p{L}[^\p{L}]+\p{L}/u
const LEAST_LENGTH = 6
const NUMBER = /^\p{L}{0,2}\d{7,}$/u

export interface Leaks {
  /** How many of the values can still be read. */
  readonly values: number
  /** The first place that shows one, without the value; null where none does. */
  readonly where: string | null
}

/** A text that was read in a copy. */
export interface CopyReading {
  readonly place: string
  readonly text: string
  /** The name of a file inside the copy. */
  readonly isName: boolean
}

export interface Proven {
  readonly leaks: Leaks
  /** Further texts that are searched for persons: the text of the copy, attributes of its parts, names of files in it. */
  readonly readings: readonly CopyReading[]
}

export interface ProofReading {
  readonly recognise?: boolean
  readonly languages?: readonly string[]
}

/**
 * The values that can still be read in a copy: by the parsers of this package, in the texts and attributes of its parts, and in their
 * bytes. `most`: bytes it may unpack to. Throws what the parsers throw.
 */
export async function prove(
  copy: Uint8Array,
  values: readonly string[],
  most: number,
  reading: ProofReading = {},
): Promise<Proven> {
  const proof = new Proof(values, most)
  const text = await textOf(copy, reading)
  if (text !== null) proof.look(text, proof.all, 'its text')
  await proof.bytes(copy, 'the file', 0)
  // Last, as a part or a name says more of the place.
  if (text !== null) proof.readings.push({ place: 'its text', text, isName: false })
  return { leaks: { values: proof.left.size, where: proof.where }, readings: proof.readings }
}

class Proof {
  readonly readings: CopyReading[] = []
  readonly left = new Set<string>()
  readonly all: KnownValues
  /** The values searched in bytes of any kind. */
  readonly #raw: KnownValues
  /** Single words: looked for where words are, as names of parts and elements are words too. */
  readonly #words: KnownValues
  readonly #inNames: KnownValues
  /** Numbers and dates, in any spelling. */
  readonly #numbers: KnownValues
  #budget: number
  where: string | null = null

  constructor(values: readonly string[], most: number) {
    const known = values.map((value): Known => ({ value: withoutFill(value), text: '' }))
    this.all = new KnownValues(known)
    this.#raw = new KnownValues(
      known.filter(({ value }) => value.length >= LEAST_LENGTH && MORE_THAN_A_WORD.test(value)),
      'strict',
    )
    this.#words = new KnownValues(
      known.filter(({ value }) => isOneWord(value)),
      'strict',
    )
    this.#inNames = new KnownValues(known, 'names')
    this.#numbers = new KnownValues(known.filter(({ value }) => NUMBER.test(value.replace(/[^\p{L}\p{N}]/gu, ''))))
    this.#budget = most
  }

  look(text: string, wanted: KnownValues, place: string): void {
    for (const { value, start } of wanted.in(withoutFill(text))) {
      this.left.add(value)
      this.where ??= `${place}, at character ${start + 1}`
    }
  }

  async bytes(bytes: Uint8Array, place: string, depth: number): Promise<void> {
    const { name: format, isPackage } = sniffed(bytes)
    if (!isPackage) {
      this.#part(bytes, place)
      if (format === 'pdf') for (const said of textsInPdf(bytes, this.#budget)) this.look(said, this.#raw, place)
      return
    }
    if (depth > MOST_NESTED) return
    let number = 0
    for (const [name, part] of await unpack(bytes, () => true, this.#budget, 'the copy cannot be read again')) {
      number++
      this.#budget -= part.length
      // Names of members of archives are given by people: reports use their number.
      const inside = format === 'zip' ? `file ${number} of the archive` : `part ${name}`
      if (format === 'zip')
        for (const segment of name.split('/')) {
          const text = readableName(segment)
          this.look(text, this.#inNames, `the name of ${inside}`)
          this.readings.push({ place: `the name of ${inside}`, text, isName: true })
        }
      else this.look(name, this.#raw, `the name of part ${number}`)
      await this.bytes(part, depth === 0 ? inside : `${place}, ${inside}`, depth + 1)
    }
  }

  #part(bytes: Uint8Array, place: string): void {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    for (const text of new Set([source, unescaped(source), decodedUrls(unescaped(source))]))
      this.look(text, this.#raw, place)
    if (bytes.includes(0)) this.look(Buffer.from(bytes).toString('utf16le'), this.#raw, place)
    if (!MARKED_UP.test(source)) return
    const { texts, attributes } = wordsOf(source)
    for (const value of new Set(attributes.split('\n')))
      if (/\d/.test(value)) this.look(numbersIn(value), this.#numbers, `an attribute of ${place}`)
    if (source.includes('<?xml')) this.#lookForWords(`${texts}\n${attributes}`, place)
    const said = attributes.split('\n').filter((text) => WORDS.test(text) && !isOfPrograms(text.trim()))
    this.readings.push({ place: `attributes of ${place}`, text: said.join('\n'), isName: false })
  }

  /** `lines`: texts and values, one a line. What programs have words for themselves says nothing of anybody. */
  #lookForWords(lines: string, place: string): void {
    for (const { value, start } of this.#words.in(lines)) {
      const end = lines.indexOf('\n', start)
      const line = lines.slice(lines.lastIndexOf('\n', start) + 1, end < 0 ? lines.length : end)
      if (isOfPrograms(line.trim())) continue
      this.left.add(value)
      this.where ??= `${place}, in its text or an attribute`
    }
  }
}

const MARKED_UP = /^\s{0,9}(?:\ufeff)?<[?!a-z]/i
const WORDS = /\p{L}{3}/u
const MARKUP = /<[^<>]{0,20000}>/g
const ATTRIBUTE = /=\s{0,9}(?:"([^"<]{0,20000})"|'([^'<]{0,20000})')/g

/** The texts of a part in markup, and the values of its attributes, one a line. */
function wordsOf(source: string): { readonly texts: string; readonly attributes: string } {
  const values = new Set<string>()
  const texts = source.replace(MARKUP, (tag) => {
    for (const [, double, single] of tag.matchAll(ATTRIBUTE)) values.add(double ?? single!)
    return '\n'
  })
  const plain = (text: string) => decodedUrls(unescaped(text))
  return { texts: plain(texts), attributes: plain([...values].join('\n')) }
}

/** Codes, fonts and styles. */
function isOfPrograms(text: string): boolean {
  return officeMarkup().codes.has(text) || isOdfCode(text) || isFont(text) || isStyleName(text)
}

const ESCAPES = /(?:%[0-9A-Fa-f]{2}){1,2000}/g

/** Percent escapes as the signs they are; those that are no UTF-8 stay. */
function decodedUrls(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(ESCAPES, (escapes) => {
    const decoded = Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8')
    return decoded.includes('\ufffd') ? escapes : decoded
  })
}

/** However a reader fills lines up; tabs and line ends part cells and lines. */
function withoutFill(text: string): string {
  return text.replace(/\s+/g, (gap) => (gap.includes('\t') ? '\t' : gap.includes('\n') ? '\n' : ' '))
}

/** The text without the labels that the reader adds itself; null where nothing but what was taken out was in the file. */
async function textOf(copy: Uint8Array, { recognise = false, languages = [] }: ProofReading): Promise<string | null> {
  try {
    const { text, blocks } = (await parseUpload(copy, { recognise, languages })).parsed
    const parts: string[] = []
    let at = 0
    for (const { kind, part, start } of blocks)
      if (kind === 'key_value' && part !== null && text.startsWith(`${part}: `, start)) {
        parts.push(text.slice(at, start), ' '.repeat(part.length))
        at = start + part.length
      }
    return parts.join('') + text.slice(at)
  } catch (error) {
    if (error instanceof SelfsameError && error.message.startsWith('the file holds no text')) return null
    throw error
  }
}
