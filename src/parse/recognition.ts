// Letters in pictures (the ocr extra): a picture is turned upright, made grey and large enough, and read by Tesseract with the data of the
// languages at hand. What comes back are words with places and with how sure each is.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OCR_PACKAGES } from './ocr-packages.ts'
import { loadExtra, type RecognisedWord, type Recogniser } from './parser.ts'
import { preparedPicture, sharpLibrary } from './picture-preparation.ts'

const require = createRequire(import.meta.url)

/** Loads the package, or says what to install. */
const tesseract = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('tesseract.js'))).default

/** Languages read together at most: each makes every page slower, and none surer, that is not in it. */
const MOST_LANGUAGES = 4
/** Words less sure than this on average may be upside down. In [0, 1]. */
const DOUBTFUL = 0.7
/** Less sure words are specks and lines. */
const LEAST_WORD = 0.25
const FEW_WORDS = 3
/** Held another way a picture has to read this much better: letters that are much alike upside down read a little either way. */
const CLEARLY_SURER = 1.2
/** A longer word that is this much taller than wide stands sideways. */
const SIDEWAYS = 1.5
const LETTERS_WITH_A_SHAPE = 3

/** Data for languages that are installed, by Tesseract's names: those asked for first, English, then others. */
function installedData(wanted: readonly string[]): LanguageData[] {
  const { languages } = JSON.parse(readFileSync(new URL('../../data/ocr-languages.json', import.meta.url), 'utf8')) as {
    languages: Record<string, string>
  }
  const all = ['eng', ...Object.values(languages).sort()]
  const asked = wanted.flatMap((language) => languages[language] ?? [])
  const found = [...new Set(asked.length > 0 ? asked : all)].flatMap(dataOf).slice(0, MOST_LANGUAGES)
  return found.length > 0 ? found : [...new Set(all)].flatMap(dataOf).slice(0, 1)
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

/** Tesseract reads all its languages from one folder; their packages have one each. Nothing but links to them stands in it. */
function linked(data: readonly LanguageData[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-languages-'))
  for (const { code, file } of data) symlinkSync(file, join(folder, `${code}.traineddata.gz`))
  return folder
}

/** Is everything installed that recognition needs, with at least one language? Nothing is loaded. */
export function canRecognise(): boolean {
  const folders = require.resolve.paths('any-package') ?? []
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name, 'package.json')))
  return ['tesseract.js', 'sharp', '@hyzyla/pdfium', 'exifr'].every(has) && installedData([]).length > 0
}

/** `languages`: ISO 639 codes that the text is expected in; empty: whatever is installed. Throws extra_missing. */
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
          // Words of one line stand on one base, whatever hangs below some of them.
          base: baseline.y0 + slope * (bbox.x0 - baseline.x0),
          height: Math.max((line.y1 - line.y0) * 0.8, 4),
          confidence: confidence / 100,
        })
      }
    return reading
  }

  /** Tries the other three ways to hold a picture that hardly reads as it is. */
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

/** Tesseract reads single columns that run up or down as well: the page is turned then, so that lines are lines. */
function isSideways({
  text,
  bbox,
}: {
  readonly text: string
  readonly bbox: Record<'x0' | 'x1' | 'y0' | 'y1', number>
}): boolean {
  return text.length >= LETTERS_WITH_A_SHAPE && bbox.y1 - bbox.y0 > (bbox.x1 - bbox.x0) * SIDEWAYS
}

/** Figures that letters are taken for, and are, in a group of a number: between groups of figures, or beside one where most are figures themselves. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8' }

function asFigures(text: string, before: string | undefined, after: string | undefined): string {
  if (!/^[\dOoIlSB]{1,20}$/.test(text) || /^\d+$/.test(text)) return text
  const beside = [before, after].filter((other) => other !== undefined && /^\(?\d{1,20}[),.]?$/.test(other)).length
  const hasFigure = /\d/.test(text)
  return beside === 2 || (beside === 1 && hasFigure) ? text.replace(/[OoIlSB]/g, (letter) => LOOKALIKES[letter]!) : text
}

interface WordsFound {
  readonly words: RecognisedWord[]
  /** Letters of words that run up or down. */
  sideways: number
}

function isDoubtful({ words, sideways }: WordsFound): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.length < FEW_WORDS || sideways > letters || certainty(words) / letters < DOUBTFUL
}

/** Letters, each as sure as its word. */
function certainty(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
}

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

/** The words of a page without its ink of colours, and of the page as it is those that stand where no word was read: what is printed in a colour. */
function merged(cleared: readonly RecognisedWord[], shown: readonly RecognisedWord[]): RecognisedWord[] {
  return [...cleared, ...shown.filter((word) => !cleared.some((other) => overlaps(word, other)))]
}

function overlaps(a: RecognisedWord, b: RecognisedWord): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const apart = Math.abs(a.base - a.height / 2 - (b.base - b.height / 2))
  return wide > 0.2 * Math.min(a.right - a.left, b.right - b.left) && apart < Math.min(a.height, b.height)
}
