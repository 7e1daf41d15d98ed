import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'
import { docx, packed, paragraph } from '../../shared/office-files.ts'

const service = createService({ readers: 1 })
afterAll(() => service.close())

const SAID =
  'Patient Adaeze Okonkwo, NIN 12345678901, born 14 March 1982, phone 0803 555 7890, e-mail adaeze.okonkwo@example.org.'
const SHOWN = /okonkwo|adaeze|12345678901|8035557890/i

async function copied(content: string | Uint8Array, name = 'file') {
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content
  const copy = await service.deidentifyFile({ jurisdiction: 'NG', salt: 'test' }, { name, bytes })
  return { name: copy.name, bytes: copy.bytes, text: Buffer.from(copy.bytes).toString() }
}

/** Names and contents of all parts. */
const partsOf = (bytes: Uint8Array) =>
  Object.entries(unzipSync(bytes)).map(([name, part]) => `${name}\n${Buffer.from(part).toString()}`)

describe('a value that was found stays in no place of a copy that its author could name freely', () => {
  it('in no prefix, document type or list of prefixes of XML', async () => {
    const plain = unzipSync(docx(paragraph(SAID)))
    const part = Buffer.from(plain['word/document.xml']!).toString()
    const named = part
      .replaceAll('w:', 'Okonkwo:')
      .replace('xmlns:w=', 'xmlns:Okonkwo=')
      .replace('?>', '?><!DOCTYPE Okonkwo SYSTEM "Adaeze">')
    const { bytes } = await copied(packed({ ...plain, 'word/document.xml': named }))
    const [written] = partsOf(bytes).filter((text) => text.startsWith('word/'))
    expect(written).toMatch(/<q1:document [^>]*xmlns:q1=/)
    expect(written).toContain('<q1:t xml:space="preserve">Patient NAME_')
    expect(written).not.toMatch(SHOWN)
  })

  it.each([
    ['x.Okonkwo', /^x\.NAME_\w{8}$/],
    ['okonkwoadaeze.txt', /^NAME_\w{8}\.txt$/],
    ['2026_adaezeokonkwo_scan.pdf.bak', /^2026_NAME_\w{8}_scan\.pdf\.bak$/],
    ['aokonkwo/notes.v2', /^NAME_\w{8}\/notes\.v2$/],
  ])('in no ending and no joined word of the name of a file: %s', async (name, masked) => {
    expect((await copied(SAID, name)).name).toMatch(masked)
  })

  it('in no name, id, class or property of an e-book, whose parts still refer to each other', async () => {
    const book = packed({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="okonkwo/b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      'okonkwo/b.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="Okonkwo"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="Okonkwo">Okonkwo</dc:identifier><dc:title>Of Okonkwo</dc:title><dc:creator id="c">Adaeze Okonkwo</dc:creator><meta name="Okonkwo" content="x"/><meta refines="#c" property="file-as">Okonkwo</meta></metadata><manifest><item id="Adaeze" href="text/okonkwo.xhtml" media-type="application/xhtml+xml"/><item id="css" href="okonkwo.css" media-type="text/css"/><item id="f" href="Okonkwo.ttf" media-type="font/ttf"/></manifest><spine><itemref idref="Adaeze"/><itemref idref="f"/></spine></package>`,
      'okonkwo/text/okonkwo.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><link rel="stylesheet" href="../okonkwo.css"/></head><body><p id="Okonkwo" class="okonkwo">${SAID}</p><p><a href="okonkwo.xhtml#Okonkwo">up</a></p></body></html>`,
      'okonkwo/okonkwo.css': '.okonkwo { color: red } /* Okonkwo */',
      'okonkwo/Okonkwo.ttf': 'Okonkwo',
      'META-INF/encryption.xml': '<x>Okonkwo</x>',
    })
    const { bytes } = await copied(book)
    const parts = partsOf(bytes)
    expect(parts.map((text) => text.split('\n')[0]).sort()).toEqual([
      'META-INF/container.xml',
      'book/package.opf',
      'book/page2.xhtml',
      'book/style1.css',
      'mimetype',
    ])
    const all = parts.join('\n')
    expect(all).not.toMatch(SHOWN)
    expect(all).toContain('<item id="id3" href="page2.xhtml" media-type="application/xhtml+xml"/>')
    expect(all).toContain('<spine><itemref idref="id3"/></spine>')
    const [, id] = /<p id="(n\d)" class="c\d">/.exec(all)!
    expect(all).toContain(`<a href="page2.xhtml#${id}">up</a>`)
    expect(all).toMatch(/href="style1.css"/)
  })

  it('in no control word of an RTF and in no number of one', async () => {
    const { text } = await copied(
      String.raw`{\rtf1\ansi ${SAID}\par \okonkwo1 a \s8035557890 b \fs12345678901 c\fs24 d}`,
    )
    expect(text).not.toMatch(SHOWN)
    expect(text).toContain(String.raw`c\fs24 d`)
  })

  it('in no formula, as a number without its zero or in joined literals', async () => {
    const cell = (formula: string) => `<c r="A9"><f>${formula}</f><v>1</v></c>`
    for (const formula of ['8035557890+0', '&quot;Ok&quot; &amp; &quot;onkwo&quot;']) {
      const { bytes } = await copied(workbook(`<row r="9">${cell(formula)}</row>`))
      expect(partsOf(bytes).join('')).not.toMatch(/8035557890|onkwo/)
    }
    const kept = await copied(workbook(`<row r="9">${cell('1234567+A1')}</row>`))
    expect(partsOf(kept.bytes).join('')).toContain('<f>1234567+A1</f>')
  })

  it('in no moment of a comment, where a birth date says one', async () => {
    const office = 'urn:oasis:names:tc:opendocument:xmlns'
    const content = (day: string) =>
      `<office:document-content xmlns:office="${office}:office:1.0" xmlns:text="${office}:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text><text:p>${SAID}<office:annotation><dc:date>${day}T00:00:00</dc:date><text:p>Yes</text:p></office:annotation></text:p></office:text></office:body></office:document-content>`
    const text = async (day: string) => {
      const file = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content(day) }
      return partsOf((await copied(packed(file))).bytes).join('')
    }
    expect(await text('1982-03-14')).not.toContain('1982-03-14')
    expect(await text('2021-03-14')).toContain('<dc:date>2021-03-14T00:00:00</dc:date>')
  })

  it('with each of its letters apart: by spaces, points, cells and elements', async () => {
    const apart = (sign: string) => [...'Okonkwo'].join(sign)
    const { text } = await copied(
      `${SAID}\n${apart(' ')} and ${apart('.')} and ${apart(' ').toUpperCase()}; an o n k w o`,
    )
    expect(text.split('\n')[1]).toMatch(/^NAME_\w+ and NAME_\w+ and NAME_\w+; an o n k w o$/)
    const row = [...'OKONKWO'].map((letter) => `<td>${letter}</td>`).join('')
    const page = await copied(`<!DOCTYPE html><html><body><p>${SAID}</p><table><tr>${row}</tr></table></body></html>`)
    expect(page.text).toMatch(/<td>NAME_\w+<\/td>(?:<td><\/td>){6}/)
    const list = await copied(JSON.stringify({ note: SAID, letters: [...'Okonkwo'] }))
    expect(list.text).not.toMatch(/"k", ?"o"/)
  })

  it('in the name of the file, joined with letters', async () => {
    const { name } = await copied(SAID, 'Scan NIN12345678901x, tel2348035557890.txt')
    expect(name).not.toMatch(SHOWN)
    expect(name).toMatch(/^Scan NINNINx, telPHONE_\w+\.txt$/)
  })
})

it('a table whose heading is a name of its first row is copied', async () => {
  const { text } = await copied('name;note;Okonkwo\nAdaeze Okonkwo;"Okonkwo, =HYPERLINK(""Okonkwo"")";1\n')
  expect(text).not.toMatch(SHOWN)
})

/** A workbook of one sheet with what is said of a person and further rows. */
function workbook(rows: string): Uint8Array {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const relations = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`
  return packed({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/s.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relations('worksheet', 's.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/s.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${SAID}</t></is></c></row>${rows}</sheetData></worksheet>`,
  })
}
