import {
  decodePDFRawStream,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { editsOf } from '../../../src/formats/edits.ts'
import { openFile, parseUpload } from '../../../src/formats/one-file.ts'
import { operatorsOf } from '../../../src/formats/pdf/pdf-content.ts'
import { withoutGlyphs } from '../../../src/formats/pdf/pdf-pages.ts'
import { shown } from '../../../src/formats/pdf/pdf-shown.ts'
import { stillReadable } from '../../shared/still-readable.ts'

const VALUES = ['Ada Obi', '0803 555 7890', 'ada@example.org']

async function made(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([400, 400])
  page.drawText('Dear Ada Obi, call 0803 555 7890 today.', { x: 40, y: 300, size: 12, font })
  page.drawText('Nothing here.', { x: 40, y: 280, size: 12, font })
  // One line in pieces, as writers kern it.
  const kerned = pdf.context.flateStream(
    `BT /F9 12 Tf 40 250 Td [(To A) 30 (da) -250 (O) 10 (bi at) ] TJ 0 -20 Td (Ada Obi again) ' /Span <</ActualText (Ada Obi)>> BDC (hidden) Tj EMC ET`,
  )
  page.node.setFontDictionary(PDFName.of('F9'), font.ref)
  page.node.addContentStream(pdf.context.register(kerned))
  const turned = pdf.addPage([300, 400])
  turned.node.set(PDFName.of('Rotate'), pdf.context.obj(90))
  turned.drawText('Ada Obi on a turned page', { x: 40, y: 300, size: 10, font })
  const drawing = await pdf.embedPage(page, { left: 0, bottom: 240, right: 400, top: 400 })
  turned.drawPage(drawing, { x: 10, y: 10 })
  const field = pdf.getForm().createTextField('who')
  field.setText('Ada Obi')
  field.addToPage(page, { x: 40, y: 150, width: 200, height: 20 })
  const note = pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 30, 30] })
  note.set(PDFName.of('Contents'), PDFHexString.fromText('ask Ada Obi'))
  note.set(PDFName.of('T'), PDFString.of('Wanjiku Nyambura'))
  page.node.addAnnot(pdf.context.register(note))
  await pdf.attach(Buffer.from('Wanjiku Nyambura'), 'wanjiku.txt')
  pdf.setTitle('File of Ada Obi')
  pdf.setAuthor('Wanjiku Nyambura')
  pdf.addJavaScript('x', 'app.alert("Wanjiku Nyambura")')
  // Text of an earlier version, without a reference to it.
  pdf.context.register(PDFString.of('Wanjiku Nyambura'))
  return pdf.save()
}

async function masked(bytes: Uint8Array, values = VALUES) {
  const { text, write, removed } = await openFile(bytes)
  const standIns = values
    .flatMap((value) => {
      const start = text.indexOf(value)
      return start < 0 ? [] : [{ start, end: start + value.length, text: '[GONE]', retained: false }]
    })
    .sort((a, b) => a.start - b.start)
  return { text, removed, copy: await write(editsOf(text, standIns).edits) }
}

/** All contents of a PDF, unpacked. */
async function everythingIn(bytes: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  return pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict} ${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : String(object),
    )
    .join('\n')
}

describe('a copy of a PDF', () => {
  it('has the letters taken out of its content, with boxes in their place', async () => {
    const { copy, removed } = await masked(await made())
    expect(await stillReadable(copy, VALUES, 1 << 20)).toBe(0)
    const text = (await parseUpload(copy)).parsed.text.replace(/\s+/g, ' ')
    expect(text).toContain('Dear [GONE] , call [GONE] today.')
    expect(text).toContain('Nothing here.')
    for (const value of ['Ada', 'Obi', '0803', 'Wanjiku']) expect(text).not.toContain(value)
    for (const what of ['attachments (2)', 'scripts', 'form fields, which are drawn on the page'])
      expect(removed).toContain(what)
  })

  it('keeps nothing of it in objects, earlier versions, marks, forms, notes and properties', async () => {
    const whole = await everythingIn((await masked(await made())).copy)
    const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
    for (const value of ['Ada Obi', 'Wanjiku Nyambura', 'Wanjiku'])
      for (const form of [value, hex(value), Buffer.from(value).toString('hex')])
        expect(whole.toLowerCase()).not.toContain(form.toLowerCase())
    expect(whole).not.toContain('ActualText')
  })

  it('leaves every other letter where it was', async () => {
    const places = async (bytes: Uint8Array) => {
      await getResolvedPDFJS()
      const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
      const { items } = await (await document.getPage(1)).getTextContent()
      await document.destroy()
      return items.flatMap((item) => ('str' in item && /today|Nothing/.test(item.str) ? [item] : []))
    }
    const file = await made()
    const [before, after] = [await places(file), await places((await masked(file)).copy)]
    expect(after.map((item) => Math.round(item.transform[5]))).toEqual(
      before.map((item) => Math.round(item.transform[5])),
    )
    const end = ({ transform, width }: { transform: number[]; width: number }) => Math.round(transform[4]! + width)
    expect(after.map(end)).toEqual(before.map(end))
  })

  it('is the same whenever it is made', async () => {
    const file = await made()
    expect(Buffer.from((await masked(file)).copy)).toEqual(Buffer.from((await masked(file)).copy))
  })

  it('is made of a file that only its owner may change, and refused of one that nobody may open', async () => {
    const locked = async (passwords: { userPassword: string; ownerPassword: string }) => {
      const pdf = await PDFDocument.load(await made())
      pdf.encrypt(passwords)
      return pdf.save()
    }
    const { text } = await openFile(await locked({ userPassword: '', ownerPassword: 'owner' }))
    expect(text).toContain('Dear Ada Obi')
    await expect(openFile(await locked({ userPassword: 'user', ownerPassword: 'owner' }))).rejects.toThrow(
      'the PDF is protected by a password: open it, save it without the password, and send it again',
    )
  })

  it('refuses what is damaged', async () => {
    const file = await made()
    await expect(openFile(file.subarray(0, 200))).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})

describe('letters of a name that stands in the text', () => {
  /** Operators that show each letter by itself, `step` points from the one before. */
  const apart = (step: number, isTurned = false) =>
    [...'Kaltwasser']
      .map(
        (letter, at) =>
          `${isTurned ? `0 1 -1 0 300 ${100 + step * at}` : `1 0 0 1 ${50 + step * at} 300`} Tm (${letter}) Tj`,
      )
      .join(' ')
  const cases: readonly (readonly [string, string])[] = [
    ...[6, 7, 8, 12, 25].map((step) => [`${step} points apart`, apart(step)] as const),
    ['from bottom to top', apart(8, true)],
    ['raised', '1 0 0 1 50 300 Tm (Frau Kalt) Tj 5 Ts (wasser) Tj'],
    ['over a line break', '1 0 0 1 50 300 Tm 14 TL (Frau Kalt-) Tj T* (wasser vom Montag) Tj'],
  ]
  it.each(cases)('are taken out where they are %s', async (_, operators) => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const page = pdf.addPage([400, 400])
    page.drawText('Patientin: Friedlinde Kaltwasser', { x: 40, y: 360, size: 11, font })
    page.node.setFontDictionary(PDFName.of('F9'), font.ref)
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(`BT /F9 11 Tf ${operators} ET`)))
    const { copy } = await masked(await pdf.save(), ['Friedlinde Kaltwasser'])
    const { text } = (await parseUpload(copy)).parsed
    expect(text.replace('Patientin', '').replace(/[^a-z]/gi, '')).toMatch(/^(?:GONE|Frau|vomMontag)*$/)
  })
})

describe('the content of a page', () => {
  const read = (source: string) => [...operatorsOf(source)].map(({ name, operands }) => [name, operands.length])

  it('is read over strings, hexadecimal ones, arrays, dictionaries, comments and pictures', () => {
    expect(read('q 1 0 0 1 0 0 cm % (Tj)\n/F1 12 Tf (a\\(b\\)(c)\\101) Tj <41 4> Tj [(a) -1.5 <41>] TJ')).toEqual([
      ['q', 0],
      ['cm', 6],
      ['Tf', 2],
      ['Tj', 1],
      ['Tj', 1],
      ['TJ', 1],
    ])
    expect(read('/Span <</ActualText (a>>b)/X [1 2]>> BDC EMC BI /W 1 ID \0EI(x) Tj\nEI Q')).toEqual([
      ['BDC', 2],
      ['EMC', 0],
      ['BI', 1],
      ['Q', 0],
    ])
    expect(read('(open')).toEqual([])
  })

  it('is written without glyphs, and with the room they took', () => {
    const left = (...given: Parameters<typeof withoutGlyphs>) => shown(withoutGlyphs(...given))
    const text = (...items: (string | number)[]) => ({ items })
    expect(left(text('abc'), new Set([1]), [500, 600, 700])).toBe('[<61> -600 <63>] TJ')
    expect(left(text('a', 20, 'bc'), new Set([0, 2]), [500, 600, 700])).toBe('[-500 20 <62> -700] TJ')
    expect(left(text('\0A\0B'), new Set([0]), [500, 600])).toBe('[-500 <0042>] TJ')
    // Codes of several lengths: nothing of it stays.
    expect(left(text('abc'), new Set([0]), [500, 600])).toBe('[] TJ')
  })
})

describe('what a copy of a PDF draws with', () => {
  const name = (text: string) => PDFName.of(text)

  /** A page that says "Ada Obi" and "to us" in codes by first use, in a font of one byte a letter and in one of two. */
  async function subset(): Promise<Uint8Array> {
    const pdf = await PDFDocument.create()
    const { context } = pdf
    const letters = [...'Ada Obi tous']
    const used = [...new Set(letters)]
    const code = (letter: string) => (used.indexOf(letter) + 1).toString(16).padStart(2, '0')
    const codes = (text: string, lead: string) => [...text].map((letter) => lead + code(letter)).join('')
    const map = (lead: string) =>
      context.register(
        context.flateStream(
          `begincmap 1 begincodespacerange <${lead}00> <${lead}ff> endcodespacerange ${used.length} beginbfchar ${used
            .map((letter) => `<${lead}${code(letter)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`)
            .join(' ')} endbfchar endcmap`,
        ),
      )
    const program = { FontFile2: context.register(context.stream(new Uint8Array(64))) }
    const descriptor = context.register(context.obj({ Type: 'FontDescriptor', FontName: 'X', Flags: 4, ...program }))
    const widths = used.map((_, at) => 401 + at)
    const simple = context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: 'X',
      FirstChar: 1,
      LastChar: used.length,
    })
    simple.set(name('Widths'), context.obj(widths))
    simple.set(name('FontDescriptor'), descriptor)
    simple.set(name('ToUnicode'), map(''))
    const glyphs = used.map((letter) => name(letter === ' ' ? 'space' : letter))
    simple.set(name('Encoding'), context.obj({ Type: 'Encoding', Differences: [1, ...glyphs] }))
    const inner = context.obj({ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: 'X', W: [1, widths] })
    inner.set(name('FontDescriptor'), descriptor)
    const double = context.obj({ Type: 'Font', Subtype: 'Type0', BaseFont: 'X', Encoding: 'Identity-H' })
    double.set(name('DescendantFonts'), context.obj([context.register(inner)]))
    double.set(name('ToUnicode'), map('00'))
    const page = pdf.addPage([300, 300])
    page.node.setFontDictionary(name('F1'), context.register(simple))
    page.node.setFontDictionary(name('F2'), context.register(double))
    const lines = [1, 2].map((font, at) =>
      ['Ada Obi', 'to us'].map(
        (text, line) =>
          `BT /F${font} 12 Tf 40 ${250 - 80 * at - 20 * line} Td <${codes(text, font === 1 ? '' : '00')}> Tj ET`,
      ),
    )
    page.node.addContentStream(context.register(context.flateStream(lines.flat().join(' '))))
    return pdf.save()
  }

  it('is what its text shows: no letter and no width of one that is gone is in the tables of its fonts', async () => {
    const { copy } = await masked(await subset(), ['Ada Obi'])
    const { context } = await PDFDocument.load(copy)
    const objects = context.enumerateIndirectObjects().map(([, object]) => object)
    const streams = objects.flatMap((object) =>
      object instanceof PDFRawStream ? [Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')] : [],
    )
    const mapped = streams.filter((text) => text.includes('begincmap'))
    expect(mapped).toHaveLength(2)
    for (const map of mapped)
      expect(
        [...map.slice(map.indexOf('beginbfchar')).matchAll(/<00(\w\w)>$/gm)].map(([, code]) =>
          String.fromCharCode(Number.parseInt(code!, 16)),
        ),
      ).toEqual([' ', 't', 'o', 'u', 's'])
    const said = objects.map(String).join('\n')
    expect(said).toContain('/Differences [ 4 /space 8 /t 9 /o 10 /u 11 /s ]')
    expect(said).toContain('/Widths [ 0 0 0 404 0 0 0 408 409 410 411 ]')
    expect(said).toContain('/W [ 4 [ 404 ] 8 [ 408 ] 9 [ 409 ] 10 [ 410 ] 11 [ 411 ] ]')
  })

  it('may be a palette that spells a value: its colours are kept to the last bit', async () => {
    const pdf = await PDFDocument.load(await made())
    const { context } = pdf
    const page = pdf.getPage(0)
    const colours = Buffer.from('xxAda Obi....'.padEnd(768, '.'))
    const streamed = context.register(context.flateStream(colours))
    for (const [at, table] of [PDFHexString.of(colours.toString('hex')), streamed].entries()) {
      const space = context.obj(['Indexed', 'DeviceRGB', 255, table])
      page.node.setXObject(
        name(`I${at}`),
        context.register(
          context.flateStream(new Uint8Array(16), {
            Subtype: 'Image',
            Width: 4,
            Height: 4,
            BitsPerComponent: 8,
            ColorSpace: space,
          }),
        ),
      )
      page.node.Resources()!.set(name('ColorSpace'), context.obj({ C1: space }))
      const drawn = `q 9 0 0 9 0 0 cm /I${at} Do Q /C1 cs 3 sc 0 0 9 9 re f`
      page.node.addContentStream(context.register(context.flateStream(drawn)))
    }
    const { copy } = await masked(await pdf.save())
    const { context: written } = await PDFDocument.load(copy)
    const palettes = written.enumerateIndirectObjects().flatMap(([, object]) => {
      const bytes = object instanceof PDFRawStream ? decodePDFRawStream(object).decode() : new Uint8Array()
      return bytes.length === colours.length ? [Buffer.from(bytes)] : []
    })
    expect(palettes.length).toBeGreaterThan(0)
    for (const palette of palettes) {
      expect(palette.toString('latin1')).not.toContain('Ada Obi')
      expect(palette.every((colour, at) => (colour ^ colours[at]!) <= 1)).toBe(true)
    }
  })
})
