// A picture as letters are best read in it: upright by its own mark, on white, grey, of the size that recognition was trained for, without the
// specks of a fax; and where ink of colours lies over the page, a second time without it.
import type { Sharp } from 'sharp'
import { OCR_PACKAGES } from './ocr-packages.ts'
import { loadExtra, unreadable } from './parser.ts'

export const sharpLibrary = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('sharp'))).default

/** Points of a picture before it is decoded. Nobody scans a page with more. */
export const MOST_PIXELS = 120_000_000
/** Letters of some 30 points in height are read best. Pictures narrower than the first are enlarged, wider than the last reduced. */
const NARROW = 1_400
const WIDE = 3_200
/** A page that was painted with black and white points alone loses them when it is blurred, and its letters only when it is enlarged as well. */
const BLUR = 0.8
const ENLARGED = 1.5
/** Side of the middle of the page that is looked at for specks, in points. */
const LOOKED_AT = 800
/** Share of the dark points that stand alone. */
const SPECKLED = 0.03
const DARK = 96
/** How far apart the channels of a point of colour are, and the share of such points that makes a page one with ink of colours. */
const COLOURED = 60
const HAS_COLOUR = 0.003

export interface PreparedPicture {
  /** Encoded, grey. */
  readonly grey: Buffer
  /** The same without what has a colour: stamps, seals, underlining. Null where nothing has. Text in colours is gone as well. */
  readonly withoutColour: Buffer | null
  /** Points of the picture as it is shown. */
  readonly width: number
  readonly height: number
  /** What the points of the prepared picture are to be divided by. */
  readonly scale: number
}

/** Throws extra_missing and document_unreadable. */
export async function preparedPicture(picture: Uint8Array): Promise<PreparedPicture> {
  const sharp = await sharpLibrary()
  const open = () =>
    sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().flatten({ background: '#ffffff' })
  try {
    const { width, height } = await sizeOf(open())
    const isSpeckled = await hasSpecks(open(), width, height)
    const wanted = Math.min(Math.max(width, NARROW), WIDE) * (isSpeckled ? ENLARGED : 1)
    const scale = wanted / width
    const ready = isSpeckled ? (await withoutSpecks(open())).blur(BLUR) : open()
    const { data, info } = await ready
      .toColourspace('srgb')
      .resize({ width: Math.round(wanted), kernel: 'lanczos3' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const shape = { width: info.width, height: info.height, channels: 1 as const }
    const encoded = (points: Buffer) => sharp(stretched(points), { raw: shape }).png({ compressionLevel: 1 }).toBuffer()
    const { grey, withoutInk, coloured } = channelsOf(data, info.channels)
    const hasColour = coloured > HAS_COLOUR * grey.length
    return {
      grey: await encoded(grey),
      withoutColour: hasColour ? await encoded(withoutInk) : null,
      width,
      height,
      scale,
    }
  } catch (cause) {
    throw unreadable('the picture is damaged, too large or of a kind that is not read', cause)
  }
}

async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, width, height } = await picture.metadata()
  return autoOrient ?? { width, height }
}

/** True if many dark points of the middle of a page stand alone: a fax, or a page that was reduced to two colours. */
async function hasSpecks(picture: Sharp, width: number, height: number): Promise<boolean> {
  const [w, h] = [Math.min(width, LOOKED_AT), Math.min(height, LOOKED_AT)]
  const { data } = await picture
    .greyscale()
    .extract({ left: (width - w) >> 1, top: (height - h) >> 1, width: w, height: h })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [dark, alone] = [0, 0]
  for (let y = 1; y + 1 < h; y++)
    for (let x = 1; x + 1 < w; x++) {
      const at = y * w + x
      if (data[at]! >= DARK) continue
      dark++
      if (data[at - 1]! >= DARK && data[at + 1]! >= DARK && data[at - w]! >= DARK && data[at + w]! >= DARK) alone++
    }
  return alone > SPECKLED * dark
}

/** Dark points that stand alone, or with one other, become white. */
async function withoutSpecks(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isDark = (at: number) => (data[at * channels]! < DARK ? 1 : 0)
  const clean = Buffer.alloc(width * height, 255)
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      if (isDark(at) === 0) continue
      const above = isDark(at - width - 1) + isDark(at - width) + isDark(at - width + 1)
      const below = isDark(at + width - 1) + isDark(at + width) + isDark(at + width + 1)
      if (above + below + isDark(at - 1) + isDark(at + 1) > 1) clean[at] = data[at * channels]!
    }
  return (await sharpLibrary())(clean, { raw: { width, height, channels: 1 } })
}

/** Share of the points of a page that are taken for paper where they are lighter than all others. */
const PAPER = 0.01

/** Grey points from black to white, linearly. From the darkest point: letters may cover less of a page than any share of the darkest. */
function stretched(points: Buffer): Buffer {
  const counts = new Uint32Array(256)
  for (const point of points) counts[point]!++
  const darkest = counts.findIndex((count) => count > 0)
  let lightest = 255
  for (let lighter = counts[255]!; lighter < PAPER * points.length && lightest > darkest; )
    lighter += counts[--lightest]!
  if (lightest <= darkest || (darkest === 0 && lightest === 255)) return points
  const tones = Uint8Array.from({ length: 256 }, (_, tone) =>
    Math.round((255 * Math.min(Math.max(tone - darkest, 0), lightest - darkest)) / (lightest - darkest)),
  )
  return Buffer.from(points.map((point) => tones[point]!))
}

/** Luminance (ITU-R BT.601), the page with all ink of strong colours turned white, and how many points have a colour. */
function channelsOf(data: Buffer, channels: number): { grey: Buffer; withoutInk: Buffer; coloured: number } {
  if (channels < 3) return { grey: data, withoutInk: data, coloured: 0 }
  const points = data.length / channels
  const grey = Buffer.alloc(points)
  const withoutInk = Buffer.alloc(points)
  let coloured = 0
  for (let point = 0, at = 0; point < points; point++, at += channels) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
    const most = Math.max(red, green, blue)
    grey[point] = (red * 299 + green * 587 + blue * 114) / 1000
    const colour = most - Math.min(red, green, blue)
    // What is dark in every channel is print, also where a stamp lies over it.
    const share = Math.min(Math.max((most - DARK) / DARK, 0), 1)
    withoutInk[point] = Math.min(255, most + 3 * colour * share)
    if (colour > COLOURED) coloured++
  }
  return { grey, withoutInk, coloured }
}
