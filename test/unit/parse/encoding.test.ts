// A file is read in the encoding that it begins with or declares, or it is refused: never as something it is not.

import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseUpload as readUpload } from '../../../src/formats/one-file.ts'

const parseUpload = async (...asked: Parameters<typeof readUpload>) => (await readUpload(...asked)).parsed

const TEXT = 'Zoë Müller-Žák, 王小明, 😀'
const utf32 = (text: string, isLittle: boolean, mark = true): Uint8Array => {
  const points = [...(mark ? '\ufeff' : ''), ...text].map((sign) => sign.codePointAt(0)!)
  const view = new DataView(new ArrayBuffer(points.length * 4))
  for (const [at, point] of points.entries()) view.setUint32(at * 4, point, isLittle)
  return new Uint8Array(view.buffer)
}
const utf16 = (text: string, isLittle: boolean, mark = true): Uint8Array => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le')
  return new Uint8Array(isLittle ? bytes : bytes.swap16())
}
const refused = { code: 'document_unreadable' }

describe('plain text', () => {
  it.each([
    ['utf-32le', utf32(TEXT, true)],
    ['utf-32be', utf32(TEXT, false)],
    ['utf-16le', utf16(TEXT, true)],
    ['utf-16be', utf16(TEXT, false)],
    ['utf-8', new Uint8Array(Buffer.from(`\ufeff${TEXT}`))],
  ])('marked as %s is read', async (encoding, bytes) => {
    expect(await parseUpload(bytes)).toMatchObject({ format: 'text', text: TEXT, encoding })
  })

  it('keeps the second of two marks: it is a character', async () => {
    expect(await parseUpload(utf32('\ufeffx', true))).toMatchObject({ text: '\ufeffx' })
    expect(await parseUpload(utf16('\ufeffx', false))).toMatchObject({ text: '\ufeffx' })
  })

  it.each(['+/v8-J+APw-rgen', '<!doctype html><meta charset=UTF-7>J+APw-rgen'])(
    'in UTF-7 is refused: %s',
    async (text) => {
      await expect(parseUpload(strToU8(text))).rejects.toThrow('UTF-7, which is not read here; save it as UTF-8')
    },
  )

  it('in UTF-7 that nothing declares, or a mail does, is read as it is shown', async () => {
    const mail = 'From: a@b.example\nSubject: x\nContent-Type: text/plain; charset=utf-7\n\nJ+APw-rgen'
    for (const text of ['J+APw-rgen', mail]) expect((await parseUpload(strToU8(text))).text).toContain('J\u00fcrgen')
    const others = '+49-30-901820, +Leo, a+b/c-d, C+ABC-DEF, +180-555-1234'
    expect(await parseUpload(strToU8(others))).toMatchObject({ text: others })
  })

  it.each([
    ['UTF-32LE cut short', utf32(TEXT, true).slice(0, -1), 'UTF-32LE'],
    ['UTF-32BE beyond Unicode', Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0x11, 0, 0), 'UTF-32BE'],
    ['UTF-32LE with a surrogate', Uint8Array.of(0xff, 0xfe, 0, 0, 0x00, 0xd8, 0, 0), 'UTF-32LE'],
    ['UTF-16LE cut short', utf16(TEXT, true).slice(0, -1), 'UTF-16LE'],
    ['UTF-16BE with half a pair', Uint8Array.of(0xfe, 0xff, 0xd8, 0x00, 0x00, 0x41), 'UTF-16BE'],
    ['UTF-8 with other bytes', new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('M\u00fcller', 'latin1')]), 'UTF-8'],
  ])('%s is refused in a sentence', async (_what, bytes, named) => {
    const message = `the text is marked as ${named} and is not; save it as UTF-8`
    await expect(parseUpload(bytes)).rejects.toMatchObject({ ...refused, message })
  })

  it('of UTF-16 and UTF-32 without a mark is no text', async () => {
    for (const bytes of [utf32('Anna', true, false), utf32('Anna', false, false), utf16('Anna', true, false)])
      await expect(parseUpload(bytes)).rejects.toMatchObject(refused)
  })

  it('comes back whatever its characters, however long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        fc.boolean(),
        async (signs, isLittle) => {
          const text = `a${signs}`
          for (const bytes of [utf32(text, isLittle), utf16(text, isLittle)])
            expect((await parseUpload(bytes)).text).toBe(text)
        },
      ),
    )
    const long = '😀é'.repeat(5_000)
    expect((await parseUpload(utf32(long, true))).text).toBe(long)
  })
})

describe('DOCX', () => {
  const body = (text: string) => `<w:document xmlns:w="x"><w:p><w:t>${text}</w:t></w:p></w:document>`
  const declared = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}" standalone='yes'?>${body(text)}`
  const docx = (part: Uint8Array) => zipSync({ 'word/document.xml': part })
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const read = async (part: Uint8Array) => (await parseUpload(docx(part))).text.trim()

  it.each([
    ['UTF-8 without a declaration', strToU8(body(TEXT)), TEXT],
    ['UTF-8 declared', strToU8(declared('UTF-8', TEXT)), TEXT],
    ['UTF-8 with a mark', strToU8(`\ufeff${declared('utf-8', TEXT)}`), TEXT],
    ['windows-1252', latin1(declared('windows-1252', 'M\u00fcller \u0080 \u009ei\u009eka')), 'Müller € žižka'],
    ['ISO-8859-1', latin1(declared('ISO-8859-1', 'Zo\u00eb')), 'Zoë'],
    ['ISO-8859-2', latin1(declared('iso-8859-2', 'Ji\u00f8\u00ed \u00ae\u00e1k')), 'Jiří Žák'],
    ['windows-1250', latin1(declared('Windows-1250', '\u008e\u00e1k')), 'Žák'],
    ['windows-1251', latin1(declared('windows-1251', '\u00c0\u00ed\u00ed\u00e0')), 'Анна'],
    ['iso-8859-7', latin1(declared('iso-8859-7', '\u00c1\u00ed\u00ed\u00e1')), 'Αννα'],
    ['US-ASCII', latin1(declared('US-ASCII', 'Anna')), 'Anna'],
    ['UTF-16LE with a mark', utf16(declared('UTF-16', TEXT), true), TEXT],
    ['UTF-16BE with a mark', utf16(declared('UTF-16', TEXT), false), TEXT],
    ['UTF-16LE without one', utf16(declared('UTF-16', TEXT), true, false), TEXT],
    ['UTF-16BE without one', utf16(declared('UTF-16', TEXT), false, false), TEXT],
    ['UTF-32LE', utf32(declared('UTF-32', TEXT), true), TEXT],
    ['UTF-32BE without a mark', utf32(declared('UTF-32', TEXT), false, false), TEXT],
  ])('in %s is read as it is written', async (_what, part, text) => {
    expect(await read(part)).toBe(text)
  })

  it.each([
    ['bytes that are no UTF-8', latin1(body('M\u00fcller'))],
    ['UTF-8 declared and other bytes', latin1(declared('UTF-8', 'M\u00fcller'))],
    ['US-ASCII declared and other bytes', latin1(declared('us-ascii', 'M\u00fcller'))],
    ['UTF-16 declared and single bytes', latin1(declared('UTF-16', 'Anna'))],
    ['an encoding not read here', latin1(declared('Shift_JIS', '\u0083A'))],
    ['UTF-7', latin1(declared('UTF-7', '+AGE-'))],
    ['an encoding that is none', latin1(declared('constructor', 'Anna'))],
    ['half a pair of UTF-16', utf16(declared('UTF-16', 'A\ud800'), true)],
    ['UTF-16 cut short', utf16(declared('UTF-16', TEXT), true).slice(0, -1)],
  ])('with %s is refused in a sentence', async (_what, part) => {
    await expect(parseUpload(docx(part))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('encoding'),
    })
  })
})
