// Pictures and painted pages, read offline by the ocr extra; skipped loudly where it is not installed.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseUpload } from '../../../src/formats/one-file.ts'
import { canRecognise } from '../../../src/formats/picture/recognition.ts'

const isInstalled = canRecognise()
if (!isInstalled) console.warn('SKIPPED: pictures are not read: the ocr extra is not installed')

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url))
const read = async (bytes: Uint8Array) =>
  (await parseUpload(new Uint8Array(bytes), { recognise: true, languages: ['de', 'en'] })).parsed
const digits = (text: string) => text.replace(/\D/g, '')

describe.skipIf(!isInstalled)('pictures', () => {
  const card = file('bench/sample/documents/de-DE-card.png')
  let sharp: typeof import('sharp').default
  beforeAll(async () => {
    sharp = (await import('sharp')).default
  })

  const expectCard = (text: string) => {
    expect(text).toMatch(/Wiesenthal, Annegret/)
    expect(digits(text)).toContain('12071985')
    expect(digits(text)).toContain('47036892816')
  }

  it.each([
    [
      'a JPEG of low quality, skewed by four degrees',
      (s: import('sharp').Sharp) => s.rotate(4, { background: '#dddddd' }).jpeg({ quality: 35 }),
    ],
    ['a WebP, a quarter turned', (s: import('sharp').Sharp) => s.rotate(90).webp()],
  ])('reads a card: %s', async (_, change) => {
    expectCard((await read(await change(sharp(card)).toBuffer())).text)
  })

  it('refuses a language whose letters are not installed, and names the package', async () => {
    await expect(parseUpload(new Uint8Array(card), { recognise: true, languages: ['hu'] })).rejects.toMatchObject({
      code: 'extra_missing',
      message: expect.stringContaining('@tesseract.js-data/hun'),
    })
  })

  it('reads every page of a TIFF, and tells the page of each word and how sure it is', async () => {
    const other = await sharp(file('bench/sample/documents/en-GB-card.png'))
      .resize({ width: 900, height: 560, fit: 'fill' })
      .toBuffer()
    const first = await sharp(card).resize({ width: 900, height: 560, fit: 'fill' }).toBuffer()
    const both = await sharp([first, other], { join: { animated: true } })
      .tiff()
      .toBuffer()
    const { text, placed } = await read(both)
    expect(text).toMatch(/Wiesenthal/)
    expect(text).toMatch(/Harriet Blackwood/)
    expect([...new Set(placed.map(({ page }) => page))]).toEqual([1, 2])
    for (const { confidence } of placed) expect(confidence).toBeGreaterThan(0.2)
  })

  it('reads who a picture says it is of', async () => {
    const exif = { IFD0: { Artist: 'Renate Brückner', ImageDescription: 'Akte 4711' } }
    const { text } = await read(await sharp(card).withExif(exif).jpeg().toBuffer())
    expect(text).toContain('Akte 4711')
    expect(text).toMatch(/Renate Br/)
  })

  it('counts the pictures of a file before it reads them, and reads a painted page of a PDF', async () => {
    const scan = new Uint8Array(file('test/files/scan.pdf'))
    const counted = await parseUpload(scan)
    expect(counted.pictures).toBe(1)
    expect((await read(scan)).text).toContain('12345678901')
  })

  it('refuses a damaged picture', async () => {
    await expect(read(card.subarray(0, 400))).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})
