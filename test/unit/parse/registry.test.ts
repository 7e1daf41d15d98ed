import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { unpack } from '../../../src/formats/archive/package.ts'
import { openFile, parseUpload as readUpload } from '../../../src/formats/one-file.ts'
import { PARSE_LIMITS } from '../../../src/formats/shared/format.ts'

const parseUpload = async (...asked: Parameters<typeof readUpload>) => (await readUpload(...asked)).parsed

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../files/${name}`, import.meta.url)))
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))

const docx = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

it('knows an archive by its own directory, and not by an office file that lies in it uncompressed', async () => {
  const archive = zipSync({ 'letter.docx': [file('letter.docx'), { level: 0 }] })
  expect(await parseUpload(archive)).toMatchObject({ format: 'zip' })
  expect(
    await parseUpload(zipSync({ 'word/document.xml': strToU8('<w/>') })).catch(({ code }) => code),
  ).not.toMatchObject({ format: 'zip' })
})

it('finds the parts of an office file by their relations, however these are spelt', async () => {
  const { text } = await parseUpload(
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="Cases of Obi" sheetId="1" r:id="a"/></sheets></workbook>',
      ),
      'xl/_rels/Workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Type="x/worksheet" Target="Worksheets/Sheet%201.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet 1.xml': strToU8(
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>Ada</t></is></c></row></sheetData></worksheet>',
      ),
    }),
  )
  expect(text).toBe('Cases of Obi\nAda')
})

it.each([
  ['names that lead out of it', { '../../x.txt': strToU8('a') }, '', /a name that leads out of it; pack/],
  ['bytes after its end', { 'x.txt': strToU8('a') }, 'more', /bytes after its end; pack/],
])('says what is wrong with an archive of %s', async (_, parts, after, message) => {
  const archive = Buffer.concat([zipSync(parts), Buffer.from(after)])
  const refused = { code: 'document_unreadable', message: expect.stringMatching(message) }
  await expect(parseUpload(archive)).rejects.toMatchObject(refused)
  await expect(openFile(archive)).rejects.toMatchObject(refused)
})

it('unpacks many small members of an archive in little time', async () => {
  const names = Array.from({ length: 20_000 }, (_, n) => [`${n}.txt`, [strToU8('aaaaaaaa'), { level: 6 }]] as const)
  const archive = zipSync(Object.fromEntries(names) as never)
  const before = process.cpuUsage()
  const parts = await unpack(archive, () => true, 1_000_000, 'damaged')
  const { user, system } = process.cpuUsage(before)
  expect(parts.size).toBe(20_000)
  expect(user + system).toBeLessThan(3_000_000)
})

describe('plain text', () => {
  it('reads UTF-8 and drops its byte order mark', async () => {
    expect(await parseUpload(bytes('\ufeffŁódź 😀'))).toMatchObject({
      format: 'text',
      text: 'Łódź 😀',
      encoding: 'utf-8',
    })
  })

  it('reads UTF-16 with a byte order mark, both orders', async () => {
    expect(await parseUpload(bytes('\ufeffÅsa Öberg', 'utf16le'))).toMatchObject({
      text: 'Åsa Öberg',
      encoding: 'utf-16le',
    })
    const swapped = Buffer.from('\ufeffÅsa', 'utf16le').swap16()
    expect(await parseUpload(new Uint8Array(swapped))).toMatchObject({ text: 'Åsa', encoding: 'utf-16be' })
  })

  it('reads code page 850 where the file is plainly in it, and refuses EBCDIC', async () => {
    const dos = new Uint8Array(Buffer.from('Gr\x81\xe1e an J\x81rgen K\x94hler, geb. 3.4.1970', 'latin1'))
    expect(await parseUpload(dos)).toMatchObject({ text: 'Grüße an Jürgen Köhler, geb. 3.4.1970', encoding: 'ibm850' })
    const { write } = await openFile(dos)
    const copy = Buffer.from(await write([{ start: 9, end: 22, text: 'NAME' }]))
    expect(copy.toString('latin1')).toBe('Gr\x81\xe1e an NAME, geb. 3.4.1970')
    const quotes = new Uint8Array(Buffer.from('Er sagte \x84ja\x94 f\xfcr Andr\xe9\x85und ging', 'latin1'))
    expect((await parseUpload(quotes)).text).toBe('Er sagte „ja” für André…und ging')
    const ebcdic = Buffer.from('d781a3898595a37a40d1dc99878595', 'hex')
    const refused = { code: 'document_unreadable', message: expect.stringMatching(/EBCDIC.*; save it as UTF-8$/) }
    await expect(parseUpload(ebcdic)).rejects.toMatchObject(refused)
    await expect(openFile(ebcdic)).rejects.toMatchObject(refused)
  })

  it('falls back to Windows-1252 and says so', async () => {
    const western = Uint8Array.of(0x4a, 0xfc, 0x72, 0x67, 0x65, 0x6e, 0x20, 0x80)
    expect(await parseUpload(western)).toMatchObject({ format: 'text', text: 'Jürgen €', encoding: 'windows-1252' })
  })
})

describe('DOCX', () => {
  it('reads body, tables, header, footer, comments with their author, and the document author', async () => {
    const { text, format } = await parseUpload(file('letter.docx'))
    expect(format).toBe('docx')
    for (const value of [
      'Dear Achieng Atieno, your application',
      '23456789',
      'achieng.atieno@example.org',
      'Huduma Centre Thika, file of Achieng Atieno',
      '+254 722 123456',
      '0733 987 654',
      'Otieno Ouma',
      'Wanjiku Nyambura',
    ])
      expect(text).toContain(value)
  })

  it('reads text boxes once, notes, tracked deletions and link targets', async () => {
    const { text } = await parseUpload(
      docx({
        'word/document.xml': `<w:document ${W} xmlns:mc="urn:mc"><w:p><w:r><w:t>Shown</w:t><w:tab/><w:t>aside</w:t></w:r><w:del><w:r><w:delText>removed@example.org</w:delText></w:r></w:del></w:p>
          <mc:AlternateContent><mc:Choice><w:p><w:t>Boxed</w:t></w:p></mc:Choice><mc:Fallback><w:p><w:t>Boxed</w:t></w:p></mc:Fallback></mc:AlternateContent></w:document>`,
        'word/footnotes.xml': `<w:footnotes ${W}><w:footnote><w:p><w:t>Note: 0803 555 7890</w:t></w:p></w:footnote></w:footnotes>`,
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="r1" Type="http://x/hyperlink" Target="mailto:link@example.org" TargetMode="External"/></Relationships>',
      }),
    )
    expect(text).toContain('Shown\taside')
    expect(text).toContain('removed@example.org')
    expect(text).toContain('0803 555 7890')
    expect(text).toContain('mailto:link@example.org')
    expect(text.match(/Boxed/g)).toHaveLength(1)
  })

  it('refuses archive bombs, damaged packages and entity tricks as unreadable', async () => {
    const bomb = docx({
      'word/document.xml': `<w:document ${W}><w:t>${'a'.repeat(40 * 1024 * 1024)}</w:t></w:document>`,
    })
    await expect(parseUpload(bomb, { limits: { ...PARSE_LIMITS, expansion: 1 } })).rejects.toMatchObject({
      code: 'document_unreadable',
    })
    await expect(parseUpload(file('letter.docx').slice(0, 9_000))).rejects.toMatchObject({
      code: 'document_unreadable',
    })
    const entity = docx({
      'word/document.xml': `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document ${W}><w:t>&x;</w:t></w:document>`,
    })
    await expect(parseUpload(entity)).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})

describe('PDF', () => {
  it('reads lines in order, form values and the author', async () => {
    const { text } = await parseUpload(file('letter.pdf'))
    const lines = text.split('\n')
    expect(lines).toContain('Patientin: Annegret Hollenbeck, geboren am 14.07.1979')
    expect(text).toContain('Telefon 030 23125 456, E-Mail annegret.hollenbeck@example.org')
    expect(text).toContain('DE89 3704 0044 0532 0130 00')
    expect(text).toContain('Klinik Sonnenhof')
  })

  it('calls a truncated file damaged', async () => {
    await expect(parseUpload(file('letter.pdf').slice(0, 400))).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})

describe('everything else', () => {
  it('refuses empty, blank and binary files one by one', async () => {
    for (const upload of [new Uint8Array(), bytes(' \r\n '), Uint8Array.of(1, 2, 0, 3)])
      await expect(parseUpload(upload)).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})
