// One file being read, with the files inside it: they share limits, the bytes they may unpack to, and one text recogniser.
import { SelfsameError } from '../errors.ts'
import { canRecognise, createRecogniser } from './picture/recognition.ts'
import { OCR_PACKAGES, PARSE_LIMITS, type ParseLimits, type Recogniser, unreadable } from './shared/format.ts'

export interface ReadOptions {
  readonly limits?: ParseLimits
  /** ISO 639 codes of the languages for text recognition; empty: all installed languages. */
  readonly languages?: readonly string[]
  /** True to read pictures; false to only count them. */
  readonly recognise?: boolean
}

const MEBIBYTE = 1024 * 1024

export class Session {
  readonly limits: ParseLimits
  readonly languages: readonly string[]
  readonly budget: { bytes: number }
  /** Pictures not yet read: if there are any, a second run with `recognise` is needed. */
  pictures = 0
  readonly #recognise: boolean
  #recogniser: Promise<Recogniser> | null = null

  /** Throws document_unreadable for an empty file. */
  constructor(bytes: Uint8Array, { limits = PARSE_LIMITS, languages = [], recognise = false }: ReadOptions) {
    if (bytes.length === 0) throw unreadable('the file is empty')
    this.limits = limits
    this.languages = languages
    this.budget = { bytes: Math.max(64 * MEBIBYTE, bytes.length * limits.expansion) }
    this.#recognise = recognise
  }

  /** Null while pictures are only counted. Throws extra_missing. */
  async recogniser(): Promise<Recogniser | null> {
    if (!canRecognise())
      throw new SelfsameError(
        'extra_missing',
        `The file shows text as a picture, which needs the ocr extra; install it with: npm install ${OCR_PACKAGES}, and a package @tesseract.js-data/... for each further language.`,
      )
    if (!this.#recognise) {
      this.pictures++
      return null
    }
    this.#recogniser ??= createRecogniser(this.languages)
    return this.#recogniser
  }

  async close(): Promise<void> {
    await (await this.#recogniser)?.close()
    this.#recogniser = null
  }
}
