// Prepares a picture for text recognition: upright, grey, at Tesseract's size, without specks; a second version without coloured ink.
import type { Sharp } from 'sharp'
import { loadExtra, OCR_PACKAGES, unreadable } from '../shared/format.ts'

export const sharpLibrary = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('sharp'))).default

/** Smallest size in pixels: smaller pictures are icons and lines of a layout, with no room for a word. */
export const LEAST_WIDTH = 48
export const LEAST_HEIGHT = 14
/** Maximum number of pixels of a picture before it is decoded; scanned pages have fewer. */
export const MOST_PIXELS = 120_000_000
/** Recognition is best for letters about 30 pixels high. Pictures narrower than NARROW pixels are enlarged, wider than WIDE reduced. */
const NARROW = 1_400
const WIDE = 3_200
/** Blur for pages of black and white pixels only, which removes their specks; the page is also enlarged so that its letters survive. */
const BLUR = 0.8
const ENLARGED = 1.5
/** Side in pixels of the centre of the page that is checked for specks. */
const LOOKED_AT = 800
/** Least share of isolated pixels among the dark ones for a speckled page. DARK: grey values below this are dark. */
const SPECKLED = 0.03
const DARK = 96
/** Least channel difference of a coloured pixel, and the share of coloured pixels above which a page has coloured ink. */
const COLOURED = 60
const HAS_COLOUR = 0.003

/** Metadata from sharp: size in pixels, as stored and as displayed. Throws document_unreadable. */
export async function metadataOf(picture: Sharp): ReturnType<Sharp['metadata']> {
  try {
    return await picture.metadata()
  } catch (cause) {
    throw unreadable('the picture is damaged, too large or in an unsupported format', cause)
  }
}

export interface PreparedPicture {
  readonly grey: Buffer
  /** The same without coloured ink: stamps, seals, underlining, and also coloured text. Null if the page has no coloured ink. */
  readonly withoutColour: Buffer | null
  readonly width: number
  readonly height: number
  /** Divide coordinates in the prepared picture by this to get coordinates in the original. */
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
    throw unreadable('the picture is damaged, too large or in an unsupported format', cause)
  }
}

async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, width, height } = await picture.metadata()
  return autoOrient ?? { width, height }
}

/** True if many dark pixels in the centre of the page are isolated: a fax, or a page reduced to two colours. */
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

/** Dark pixels with at most one dark neighbour become white. */
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

/** Share of the pixels, from the lightest down, that count as paper. */
const PAPER = 0.01

/** Stretches grey values linearly to black and white. Starts at the darkest pixel: letters may cover only a tiny share of a page. */
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

/** Luminance (ITU-R BT.601), the page with strongly coloured ink turned white, and the number of coloured pixels. */
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
    // Pixels that are dark in every channel are print, even under a stamp.
    const share = Math.min(Math.max((most - DARK) / DARK, 0), 1)
    withoutInk[point] = Math.min(255, most + 3 * colour * share)
    if (colour > COLOURED) coloured++
  }
  return { grey, withoutInk, coloured }
}
