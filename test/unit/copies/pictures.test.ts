import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { editsOf } from '../../../src/formats/edits.ts'
import { openFile } from '../../../src/formats/one-file.ts'
import { canRecognise } from '../../../src/formats/picture/recognition.ts'
import { docx, paragraph } from '../../shared/office-files.ts'
import { stillReadable } from '../../shared/still-readable.ts'

const isThere = canRecognise()
if (!isThere) console.warn('The ocr extra is not installed: copies of pictures are NOT tested.')

const drawn = (turn = 0) =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="#fff"/><g font-family="DejaVu Sans, sans-serif" font-size="40"><text x="40" y="90">Patient: Adesola Okonkwo</text><text x="40" y="190">Nothing to see here</text></g></svg>',
    ),
  )
    .rotate(turn)
    .withExif({ IFD0: { Artist: 'Wanjiku Nyambura' } })
    .jpeg({ quality: 95 })
    .toBuffer()

async function masked(bytes: Uint8Array) {
  const opened = await openFile(bytes, { recognise: true, languages: ['en'] })
  const start = opened.text.indexOf('Adesola')
  const edits = editsOf(opened.text, [{ start, end: start + 15, text: 'NAME_1', retained: false }]).edits
  return { ...opened, start, copy: await opened.write(edits) }
}

describe.skipIf(!isThere)('a copy of a picture', () => {
  it.each([0])('has the points painted over and its properties gone, turned by %i degrees', async (turn) => {
    const file = await drawn(turn)
    const { copy, start, text } = await masked(file)
    expect(start).toBeGreaterThanOrEqual(0)
    expect(text).toContain('Nothing to see here')
    expect(await stillReadable(copy, ['Adesola Okonkwo', 'Adesola', 'Okonkwo'], 1 << 20, { recognise: true })).toBe(0)
    expect(await exifr.parse(Buffer.from(copy), { tiff: true, xmp: true, iptc: true })).toBeUndefined()
    const { width, height, format } = await sharp(copy).metadata()
    expect({ width, height, format }).toEqual({ width: 900, height: 300, format: 'jpeg' })
    const points = async (bytes: Uint8Array, top: number) =>
      sharp(bytes).extract({ left: 0, top, width: 900, height: 100 }).greyscale().raw().toBuffer()
    // The line that says nothing of anybody is the picture that it was.
    const top = turn === 0 ? 150 : 50
    const [before, after] = [await points(file, top), await points(copy, top)]
    expect(before.every((point, n) => Math.abs(point - after[n]!) < 60)).toBe(true)
  })

  it('stands in the copy of a document', async () => {
    const file = docx(paragraph('See the card.'), { 'word/media/image1.jpeg': await drawn() })
    const { copy, removed } = await masked(file)
    expect(removed).toEqual([])
    expect(await stillReadable(copy, ['Adesola Okonkwo'], 1 << 22, { recognise: true })).toBe(0)
  })
})

it('of a document without the letters of its pictures has none of them', async () => {
  if (isThere) return
  const { removed } = await openFile(
    docx(paragraph('x'), { 'word/media/image1.jpeg': Uint8Array.of(0xff, 0xd8, 0xff) }),
  )
  expect(removed).toEqual(['pictures'])
})
