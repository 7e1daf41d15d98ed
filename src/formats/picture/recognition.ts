// Text recognition in pictures (the ocr extra) by Tesseract with the installed languages. Returns words with positions.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SelfsameError } from '../../errors.ts'
import { loadExtra, OCR_PACKAGES, type RecognisedWord, type Recogniser } from '../shared/format.ts'
import { preparedPicture, sharpLibrary } from './picture-preparation.ts'

const require = createRequire(import.meta.url)

/** Loads the package. Throws extra_missing. */
const tesseract = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('tesseract.js'))).default

/** Maximum number of languages at once: each one slows recognition, and one that the page does not use adds no accuracy. */
const MOST_LANGUAGES = 4
/** Mean confidence of words, in [0, 1], below which the page may be upside down. */
const DOUBTFUL = 0.7
/** Words with lower confidence are specks and lines. */
const LEAST_WORD = 0.25
const FEW_WORDS = 3
/** A rotated picture must be this many times more certain: letters that look alike upside down are partly read either way. */
const CLEARLY_SURER = 1.2
/** A longer word whose height is this many times its width is sideways. */
const SIDEWAYS = 1.5
const LETTERS_WITH_A_SHAPE = 3

/**
 * Installed language data, by Tesseract's names: of the wanted languages, or of English and then all others. Throws extra_missing where
 * none of the wanted is installed: letters read in another language lose the labels that tell a value.
 */
function installedData(wanted: readonly string[]): LanguageData[] {
  const { languages } = JSON.parse(
    readFileSync(new URL('../../../data/ocr-languages.json', import.meta.url), 'utf8'),
  ) as {
    languages: Record<string, string>
  }
  const asked = wanted.flatMap((language) => languages[language] ?? [])
  const codes = asked.length > 0 ? asked : ['eng', ...Object.values(languages).sort()]
  const found = [...new Set(codes)].flatMap(dataOf).slice(0, MOST_LANGUAGES)
  if (found.length > 0 || asked.length === 0) return found
  const packages = asked.map((code) => `@tesseract.js-data/${code}`).join(' ')
  throw new SelfsameError(
    'extra_missing',
    `Pictures in the languages of this jurisdiction cannot be read, as their letters are not installed; install them with: npm install ${packages}`,
  )
}

interface LanguageData {
  readonly code: string
  readonly file: string
}

function dataOf(code: string): LanguageData[] {
  for (const folder of require.resolve.paths('any-package') ?? []) {
    const home = join(folder, '@tesseract.js-data', code)
    const versions = ['4.0.0_best_int', '4.0.0'].map((version) => join(home, version, `${code}.traineddata.gz`))
    const file = versions.find((path) => existsSync(path))
    if (file !== undefined) return [{ code, file }]
  }
  return []
}

/** Tesseract reads all its languages from one folder; each language package has its own. This folder holds only links to them. */
function linked(data: readonly LanguageData[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-languages-'))
  for (const { code, file } of data) symlinkSync(file, join(folder, `${code}.traineddata.gz`))
  return folder
}

export const POINTS_AN_INCH = 72

/** The words of a picture of `density` pixels an inch, in points. */
export function inPoints(words: readonly RecognisedWord[], density: number): RecognisedWord[] {
  const scale = POINTS_AN_INCH / density
  return words.map((word) => ({
    ...word,
    left: word.left * scale,
    right: word.right * scale,
    base: word.base * scale,
    height: word.height * scale,
  }))
}

/** True if everything that recognition needs is installed, with at least one language. Loads nothing. */
export function canRecognise(): boolean {
  const folders = require.resolve.paths('any-package') ?? []
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name, 'package.json')))
  return ['tesseract.js', 'sharp', '@hyzyla/pdfium', 'exifr'].every(has) && installedData([]).length > 0
}

/** `languages`: ISO 639 codes of the expected languages; empty: all installed languages. Throws extra_missing. */
export async function createRecogniser(languages: readonly string[]): Promise<Recogniser> {
  const { createWorker, OEM, PSM } = await tesseract()
  const data = installedData(languages)
  const folder = linked(data)
  const worker = await createWorker(
    data.map(({ code }) => code),
    OEM.LSTM_ONLY,
    {
      langPath: folder,
      cacheMethod: 'none',
      corePath: dirname(createRequire(require.resolve('tesseract.js')).resolve('tesseract.js-core/package.json')),
      errorHandler: () => {},
    },
  ).finally(() => rmSync(folder, { recursive: true, force: true }))
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    preserve_interword_spaces: '1',
    debug_file: '/dev/null',
  })

  async function recognised(picture: Buffer): Promise<WordsFound> {
    const { data: page } = await worker.recognize(picture, { rotateAuto: true }, { text: false, blocks: true })
    const lines = (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)
    const reading: WordsFound = { words: [], sideways: 0 }
    for (const { words, baseline, bbox: line } of lines)
      for (const [at, word] of words.entries()) {
        const { bbox, confidence } = word
        const text = asFigures(word.text, words[at - 1]?.text, words[at + 1]?.text)
        if (confidence / 100 < LEAST_WORD || !/[\p{L}\p{N}:]/u.test(text)) continue
        if (isSideways(word)) {
          reading.sideways += text.length
          continue
        }
        const slope = (baseline.y1 - baseline.y0) / Math.max(baseline.x1 - baseline.x0, 1)
        reading.words.push({
          text,
          left: bbox.x0,
          right: bbox.x1,
          // Words of one line share one baseline, also where letters descend below it.
          base: baseline.y0 + slope * (bbox.x0 - baseline.x0),
          height: Math.max((line.y1 - line.y0) * 0.8, 4),
          confidence: confidence / 100,
        })
      }
    return reading
  }

  /** Tries the three other orientations of a picture that is hardly readable as it is. */
  async function upright(picture: Buffer): Promise<{ words: RecognisedWord[]; turns: number }> {
    const sharp = await sharpLibrary()
    let best = { ...(await recognised(picture)), turns: 0 }
    for (const turns of [1, 3, 2]) {
      if (!isDoubtful(best)) break
      const reading = await recognised(await turned(sharp, picture, turns))
      if (certainty(reading.words) > certainty(best.words) * CLEARLY_SURER) best = { ...reading, turns }
    }
    return best
  }

  return {
    async read(picture) {
      const { grey, withoutColour, width, height, scale } = await preparedPicture(picture)
      const { words: shown, turns } = await upright(grey)
      const cleared =
        withoutColour === null ? [] : (await recognised(await turned(await sharpLibrary(), withoutColour, turns))).words
      const words = cleared.length === 0 ? shown : merged(cleared, shown)
      const back = (word: RecognisedWord): RecognisedWord => ({
        ...word,
        left: word.left / scale,
        right: word.right / scale,
        base: word.base / scale,
        height: word.height / scale,
      })
      const isTurned = turns % 2 === 1
      return {
        words: words.map(back),
        turns,
        width: isTurned ? height : width,
        height: isTurned ? width : height,
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Tesseract also reads columns that run up or down: the page is then turned so that they become lines. */
function isSideways({
  text,
  bbox,
}: {
  readonly text: string
  readonly bbox: Record<'x0' | 'x1' | 'y0' | 'y1', number>
}): boolean {
  return text.length >= LETTERS_WITH_A_SHAPE && bbox.y1 - bbox.y0 > (bbox.x1 - bbox.x0) * SIDEWAYS
}

/** Letters that are misread digits: in a group between two digit groups, or next to one where the group itself has a digit. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8' }

function asFigures(text: string, before: string | undefined, after: string | undefined): string {
  if (!/^[\dOoIlSB]{1,20}$/.test(text) || /^\d+$/.test(text)) return text
  const beside = [before, after].filter((other) => other !== undefined && /^\(?\d{1,20}[),.]?$/.test(other)).length
  const hasFigure = /\d/.test(text)
  return beside === 2 || (beside === 1 && hasFigure) ? text.replace(/[OoIlSB]/g, (letter) => LOOKALIKES[letter]!) : text
}

interface WordsFound {
  readonly words: RecognisedWord[]
  /** Number of letters of words that run up or down. */
  sideways: number
}

function isDoubtful({ words, sideways }: WordsFound): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.length < FEW_WORDS || sideways > letters || certainty(words) / letters < DOUBTFUL
}

/** Sum over all letters of the confidence of their word. */
const certainty = (words: readonly RecognisedWord[]): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)

async function turned(
  sharp: Awaited<ReturnType<typeof sharpLibrary>>,
  picture: Buffer,
  turns: number,
): Promise<Buffer> {
  if (turns === 0) return picture
  return sharp(picture)
    .rotate(turns * 90)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** The words of the page without coloured ink, and from the full page the words where no other word was read: those printed in colour. */
const merged = (cleared: readonly RecognisedWord[], shown: readonly RecognisedWord[]): RecognisedWord[] => [
  ...cleared,
  ...shown.filter((word) => !cleared.some((other) => overlaps(word, other))),
]

function overlaps(a: RecognisedWord, b: RecognisedWord): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const apart = Math.abs(a.base - a.height / 2 - (b.base - b.height / 2))
  return wide > 0.2 * Math.min(a.right - a.left, b.right - b.left) && apart < Math.min(a.height, b.height)
}
