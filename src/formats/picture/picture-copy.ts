// Pictures: the letters they show are read (the ocr extra), and the points of those that say something are painted over; properties (EXIF, XMP,
// IPTC) are gone. What else a picture shows, a face or a signature, is not looked at.
import type { Sharp } from 'sharp'
import { largest, smallest } from '../../lists.ts'
import { type Glyphs, regionsOf } from '../page/layout.ts'
import { addRegions } from '../page/regions.ts'
import type { CopyText, Edit } from '../shared/copy-text.ts'
import { DocumentBuilder } from '../shared/document-builder.ts'
import type { OpenCopy, Opening, ReadPicture } from '../shared/format.ts'
import { unreadable } from '../shared/format.ts'
import { LEAST_HEIGHT, LEAST_WIDTH, MOST_PIXELS, metadataOf, sharpLibrary } from './picture-preparation.ts'

type Sides = readonly [left: number, top: number, right: number, bottom: number]

interface Painted {
  readonly sides: Sides
  readonly label: string
}

export async function openPicture(bytes: Uint8Array, into: CopyText, opening: Opening): Promise<OpenCopy> {
  const sharp = await sharpLibrary()
  const load = (): Sharp => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const seen = await metadataOf(load())
  if ((seen.pages ?? 1) > 1)
    throw unreadable(
      'the picture has several pages: save each page as a picture of its own, or all as a PDF, and send that',
    )
  const painted: Painted[] = []
  if ((seen.width ?? 0) >= LEAST_WIDTH && (seen.height ?? 0) >= LEAST_HEIGHT) {
    const read = await opening.read(bytes)
    if (read !== null) addWords(read, seen.autoOrient ?? seen, into, painted)
  }
  return {
    async write() {
      // Turned as its properties said, since they go.
      const upright = load().rotate()
      const { data, info } = await upright.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
      const shown =
        painted.length === 0 ? sharp(data) : sharp(data).composite([{ input: overlay(painted, info), top: 0, left: 0 }])
      return encoded(shown, seen.format)
    },
  }
}

/** Adds the words in reading order; those of an edit are painted over as a whole. */
function addWords(
  { words, turns }: ReadPicture,
  { width, height }: { readonly width: number; readonly height: number },
  into: CopyText,
  painted: Painted[],
): void {
  const builder = new DocumentBuilder(Number.POSITIVE_INFINITY)
  addRegions(regionsOf(words), 1, true, builder)
  const { text, placed } = builder.finish()
  const back = turnedBack(turns, width, height)
  let at = 0
  for (const { start, end, box } of placed) {
    if (start > at) into.sign(text.slice(at, start))
    const value = text.slice(start, end)
    into.add({
      value,
      set() {},
      edit(edits) {
        const own = wordsOf(value, words, box)
        for (const edit of edits) {
          const hit = own.filter((word) => word.start < edit.end && word.end > edit.start)
          if (hit.length > 0) painted.push({ sides: back(around(hit.map(({ word }) => word))), label: labelOf(edit) })
        }
      },
    })
    at = end
  }
  into.endPart()
}

const labelOf = ({ text }: Edit) => text

interface PlacedWord {
  readonly word: Glyphs
  readonly start: number
  readonly end: number
}

/** The words of a run with their places in it. */
function wordsOf(run: string, words: readonly Glyphs[], [left, top, right, bottom]: Sides): PlacedWord[] {
  const inside = words
    .filter((word) => {
      const [x, y] = [(word.left + word.right) / 2, word.base - word.height / 2]
      return x >= left && x <= right && y >= top && y <= bottom
    })
    .sort((a, b) => a.left - b.left)
  const placed: PlacedWord[] = []
  let at = 0
  for (const word of inside) {
    const found = run.indexOf(word.text.trim(), at)
    // Words that cannot be separated are hidden with their neighbours.
    const start = found < 0 ? at : found
    const end = found < 0 ? run.length : found + word.text.trim().length
    placed.push({ word, start, end })
    at = found < 0 ? at : end
  }
  return placed
}

/** Letters reach below their line and beyond what was read, in heights of a letter; a line of a turned page also falls or rises. */
const BELOW = 0.5
const ABOVE = 0.2
const BESIDE = 0.3
const SLOPE = 0.03

function around(words: readonly Glyphs[]): Sides {
  const height = largest(words.map((word) => word.height))
  const left = smallest(words.map((word) => word.left))
  const right = largest(words.map((word) => word.right))
  const slope = Math.min((right - left) * SLOPE, height)
  return [
    left - height * BESIDE,
    smallest(words.map(({ base }) => base)) - height * (1 + ABOVE) - slope,
    right + height * BESIDE,
    largest(words.map(({ base }) => base)) + height * BELOW + slope,
  ]
}

/** From a picture that was turned to be read, by quarters to the right, to the picture of this width and height. */
function turnedBack(turns: number, width: number, height: number): (sides: Sides) => Sides {
  if (turns === 1) return ([left, top, right, bottom]) => [top, height - right, bottom, height - left]
  if (turns === 2) return ([left, top, right, bottom]) => [width - right, height - bottom, width - left, height - top]
  if (turns === 3) return ([left, top, right, bottom]) => [width - bottom, left, width - top, right]
  return (sides) => sides
}

function overlay(painted: readonly Painted[], { width, height }: { width: number; height: number }): Buffer {
  const drawn = painted.map(({ sides: [left, top, right, bottom], label }) => {
    const [w, h] = [right - left, bottom - top]
    const size = Math.min(h * 0.7, (w * 1.45) / Math.max(label.length, 1))
    const text = label
      .replace(/[^\x20-\x7e]/g, '?')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
    return (
      `<rect x="${left}" y="${top}" width="${w}" height="${h}" fill="#d8d8d8"/>` +
      `<text x="${left + w * 0.02}" y="${bottom - (h - size * 0.7) / 2}" font-family="sans-serif" font-size="${size}" fill="#000">${text}</text>`
    )
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`,
  )
}

/** In the format of the original, without any property. */
function encoded(picture: Sharp, format: string | undefined): Promise<Buffer> {
  if (format === 'jpeg') return picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 92 }).toBuffer()
  if (format === 'tiff') return picture.tiff({ compression: 'lzw' }).toBuffer()
  if (format === 'gif') return picture.gif().toBuffer()
  return picture.png().toBuffer()
}
