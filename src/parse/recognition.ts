// Letters in pictures (the ocr extra): a picture is turned upright, made grey and large enough, and read by Tesseract with the data of the
// languages at hand. What comes back are words with places and with how sure each is.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadExtra, type RecognisedWord, type Recogniser, unreadable } from './parser.ts'

/** What to install, in one line; the language packages are those of the texts at hand. */
export const OCR_PACKAGES = 'tesseract.js sharp @hyzyla/pdfium exifr @tesseract.js-data/eng'

const require = createRequire(import.meta.url)

/** Loads an optional package, or says what to install. */
export const sharpLibrary = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('sharp'))).default
const tesseract = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('tesseract.js'))).default

/** Languages read together at most: each makes every page slower, and none surer, that is not in it. */
const MOST_LANGUAGES = 4
/** Points of a picture before it is decoded. Nobody scans a page with more. */
export const MOST_PIXELS = 120_000_000
/** The size Tesseract was trained for: letters of some 30 points in height. Pictures narrower than the first are enlarged, wider than the last reduced. */
const NARROW = 1_400
const WIDE = 3_200
/** Words less sure than this on average may be upside down. In [0, 1]. */
const DOUBTFUL = 0.7
/** Less sure words are specks and lines. */
const LEAST_WORD = 0.25
const FEW_WORDS = 3
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
  const [{ createWorker, OEM, PSM }, sharp] = await Promise.all([tesseract(), sharpLibrary()])
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

  async function recognised(picture: Buffer): Promise<RecognisedWord[]> {
    const { data: page } = await worker.recognize(picture, { rotateAuto: true }, { text: false, blocks: true })
    const lines = (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)
    return lines.flatMap((line) =>
      line.words
        .filter((word) => word.confidence / 100 >= LEAST_WORD && /[\p{L}\p{N}]/u.test(word.text) && !isSideways(word))
        .map(({ text, bbox, confidence }) => ({
          text,
          left: bbox.x0,
          right: bbox.x1,
          // Words of one line stand on one base, whatever hangs below some of them.
          base:
            line.baseline.y0 +
            ((line.baseline.y1 - line.baseline.y0) * (bbox.x0 - line.baseline.x0)) /
              Math.max(line.baseline.x1 - line.baseline.x0, 1),
          height: Math.max((line.bbox.y1 - line.bbox.y0) * 0.8, 4),
          confidence: confidence / 100,
        })),
    )
  }

  return {
    async read(picture) {
      const source = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate()
      let upright: { data: Buffer; info: { width: number; height: number } }
      try {
        upright = await source
          .flatten({ background: '#ffffff' })
          .greyscale()
          // From the darkest point: letters may cover less of a page than a share of the darkest.
          .normalise({ lower: 0, upper: 99 })
          .png({ compressionLevel: 1 })
          .toBuffer({ resolveWithObject: true })
      } catch (cause) {
        throw unreadable('the picture is damaged, too large or of a kind that is not read', cause)
      }
      const { width, height } = upright.info
      const wanted = Math.min(Math.max(width, NARROW), WIDE)
      const scale = wanted / width
      const sized =
        scale === 1
          ? upright.data
          : await sharp(upright.data)
              .resize({ width: wanted, kernel: 'lanczos3' })
              .png({ compressionLevel: 1 })
              .toBuffer()
      let best = { words: await recognised(sized), turns: 0 }
      if (isDoubtful(best.words))
        for (const turns of [1, 3, 2]) {
          if (!isDoubtful(best.words)) break
          const words = await recognised(
            await sharp(sized)
              .rotate(turns * 90)
              .png({ compressionLevel: 1 })
              .toBuffer(),
          )
          if (certainty(words) > certainty(best.words) * 1.2) best = { words, turns }
        }
      const sideways = best.turns % 2 === 1
      const back = (word: RecognisedWord): RecognisedWord => ({
        ...word,
        left: word.left / scale,
        right: word.right / scale,
        base: word.base / scale,
        height: word.height / scale,
      })
      return {
        words: best.words.map(back),
        turns: best.turns,
        width: sideways ? height : width,
        height: sideways ? width : height,
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

function isDoubtful(words: readonly RecognisedWord[]): boolean {
  return words.length < FEW_WORDS || certainty(words) / words.reduce((sum, { text }) => sum + text.length, 0) < DOUBTFUL
}

/** Letters, each as sure as its word. */
function certainty(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * (confidence ?? 1), 0)
}
