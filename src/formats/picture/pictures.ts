// Pictures: recognised text, page by page where the file has pages, and properties (EXIF, XMP, IPTC). Needs the ocr extra.
import { wordSet } from '../../lists.ts'
import { regionsOf } from '../page/layout.ts'
import { addRegions } from '../page/regions.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { loadExtra, OCR_PACKAGES, type Read, type Reading, unreadable } from '../shared/format.ts'
import { LEAST_HEIGHT, LEAST_WIDTH, MOST_PIXELS, metadataOf, sharpLibrary } from './picture-preparation.ts'
import { inPoints, POINTS_AN_INCH } from './recognition.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AwAAzgDNee7qPQAAAABJRU5ErkJggg=='
const GIF = 'R0lGODdhAQABAIAAAMzMzAAAACwAAAAAAQABAAACAkQBADs='
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAzMzMAA=='

/** Chosen by the ending of the name. Vector drawings get a PNG: programs go by the bytes, not by the name. */
export function blankPicture(name: string): Uint8Array {
  if (/\.gif$/i.test(name)) return Buffer.from(GIF, 'base64')
  if (/\.bmp$/i.test(name)) return Buffer.from(BMP, 'base64')
  return Buffer.from(PNG, 'base64')
}

const exif = async () => (await loadExtra('ocr', OCR_PACKAGES, () => import('exifr'))).default

/** Pixels per inch of most scans; used where the picture declares no density. */
const USUAL_DENSITY = 200
/** A lower declared density is a default of a program and is ignored. */
const LEAST_DENSITY = 30

/** Properties that describe the device or the time. */
const TECHNICAL = wordSet(
  'make model software orientation compression exposureprogram scenetype componentsconfiguration format about imagewidth imageheight bitdepth colortype filter interlace',
)
const TECHNICAL_PART = /Resolution|Version|Profile|Space|Lens|Flash|Mode|Tool|Date|Time|ID$|Hash|Format/
const isTechnical = (name: string) => TECHNICAL.has(name.toLowerCase()) || TECHNICAL_PART.test(name)

async function addProperties(bytes: Uint8Array, into: DocumentBuilder): Promise<void> {
  let tags: Record<string, unknown> | undefined
  try {
    tags = await (await exif()).parse(Buffer.from(bytes), {
      tiff: true,
      exif: true,
      gps: true,
      xmp: true,
      iptc: true,
      icc: false,
      ihdr: true,
      userComment: true,
      mergeOutput: true,
      sanitize: true,
      translateValues: true,
      reviveValues: false,
    })
  } catch {
    // The properties are missing or not readable: only the picture itself is read.
    return
  }
  const added = new Set<string>()
  for (const [name, value] of Object.entries(tags ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = textOfTag(value, name)
    if (text === '' || isTechnical(name) || added.has(text)) continue
    added.add(text)
    into.block('key_value', text, { origin: 'property', part: name })
  }
  if (typeof tags?.['latitude'] === 'number' && typeof tags['longitude'] === 'number')
    into.block('key_value', `GPS: ${tags['latitude'].toFixed(6)}, ${tags['longitude'].toFixed(6)}`, {
      origin: 'property',
      part: 'GPS',
    })
}

const pointsOf = (size: number, density: number) => Math.round((size * POINTS_AN_INCH * 100) / density) / 100

/** Control characters: bytes that are not text. */
const BINARY = /[\u0001-\u0008\u000e-\u001f\u007f]/

/** Tags whose name begins with XP hold UTF-16 (Exif 2.32 leaves them to Windows); other byte values may begin with the name of their encoding. */
function textOfTag(value: unknown, name: string): string {
  if (typeof value === 'string') return value.replace(/\0/g, '').trim()
  if (value instanceof Uint8Array) {
    const text = Buffer.from(value)
      .toString(name.startsWith('XP') ? 'utf16le' : 'utf8')
      .replace(/^(?:ASCII|UNICODE)\0*/, '')
      .replace(/[\0\ufffd]/g, '')
      .trim()
    return BINARY.test(text) ? '' : text
  }
  if (Array.isArray(value))
    return value
      .map((one) => textOfTag(one, name))
      .filter((text) => text !== '')
      .join(', ')
  if (value !== null && typeof value === 'object' && 'value' in value) return textOfTag(value.value, name)
  return ''
}

export async function addPicture(
  picture: Uint8Array,
  page: number,
  density: number,
  into: DocumentBuilder,
  reading: Reading,
): Promise<void> {
  const recogniser = await reading.recogniser()
  if (recogniser === null) return
  const { words, turns } = await recogniser.read(picture)
  addRegions(regionsOf(inPoints(words, density)), page, turns === 0, into)
}

export const readPictureFile: Read = async (bytes, into, reading) => {
  const sharp = await sharpLibrary()
  const seen = await metadataOf(sharp(bytes, { limitInputPixels: MOST_PIXELS }))
  const { width = 0, height = 0, pages = 1, density: stated = 0, autoOrient: shown = { width, height } } = seen
  const density = stated >= LEAST_DENSITY ? stated : USUAL_DENSITY
  if (width * height > MOST_PIXELS)
    throw unreadable(`the picture has more than ${MOST_PIXELS / 1e6} million points; send a smaller one`)
  if (pages > reading.limits.pages)
    throw unreadable(`the picture has more than ${reading.limits.pages} pages; split the file`)
  await addProperties(bytes, into)
  if (width < LEAST_WIDTH || height < LEAST_HEIGHT) return null
  for (let page = 0; page < pages; page++) {
    const single =
      pages === 1
        ? bytes
        : await sharp(bytes, { page, limitInputPixels: MOST_PIXELS }).png({ compressionLevel: 1 }).toBuffer()
    into.page(page + 1, pointsOf(shown.width, density), pointsOf(shown.height, density))
    await addPicture(single, page + 1, density, into, reading)
  }
  return null
}
