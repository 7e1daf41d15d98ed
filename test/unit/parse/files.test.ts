// Files of every format as real writers make them (Word's and Excel's libraries, LibreOffice, ReportLab, Pillow): their content is read, and
// with its structure. tools/documents/make.py makes them, and its manifest lists what it put into them.
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseUpload as readUpload } from '../../../src/formats/one-file.ts'
import { cfb } from '../../shared/compound-file.ts'

const SAMPLE = new URL('../../../bench/sample/documents/', import.meta.url)
const file = (name: string) => new Uint8Array(readFileSync(new URL(name, SAMPLE)))
const read = async (bytes: Uint8Array) => (await readUpload(bytes, { recognise: true })).parsed
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

interface Planted {
  readonly file: string
  readonly planted: readonly { readonly value: string; readonly field: string }[]
}
const MANIFEST = readFileSync(new URL('manifest.jsonl', SAMPLE), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Planted)

it.each(MANIFEST)('reads all that stands in $file', async ({ file: name, planted }) => {
  const { text, unread } = await read(file(name))
  const all = bare(text)
  expect(planted.map(({ value }) => value).filter((value) => !all.includes(bare(value)))).toEqual([])
  expect(unread).toEqual([])
})

describe('structure', () => {
  it('of a text document: heading, form, paragraphs, header and footer, comment with its author', async () => {
    const { text, blocks } = await read(file('de-DE-referral.docx'))
    const shown = blocks.map(({ kind, origin, start, end }) => [kind, origin, text.slice(start, end)])
    expect(shown).toContainEqual(['heading', 'body', expect.stringContaining(' / ')])
    expect(shown).toContainEqual(['paragraph', 'header', expect.any(String)])
    expect(shown).toContainEqual(['paragraph', 'footer', expect.any(String)])
    expect(shown.some(([, origin]) => origin === 'comment')).toBe(true)
    const table = blocks.find(({ kind }) => kind === 'table')!
    expect(table.cells.filter(({ row }) => row === 0).map(({ column }) => column)).toEqual([0, 1])
  })

  it('of a workbook: a table a sheet, the hidden one too, dates as days', async () => {
    const { text, blocks } = await read(file('en-GB-list.xlsx'))
    const tables = blocks.filter(({ kind }) => kind === 'table')
    expect(tables).toHaveLength(2)
    expect(tables.map(({ origin }) => origin)).toEqual(['body', 'hidden'])
    expect(tables[0]!.cells.map(({ start, end }) => text.slice(start, end))).toContain('1979-02-03')
  })

  it('of a PDF: columns are read one after the other, and what stands on a page has its place', async () => {
    const { text, placed } = await read(file('it-IT-form.pdf'))
    const run = placed.find(({ start, end }) => text.slice(start, end).includes('Ginevra Salvadori'))!
    expect(run.page).toBe(1)
    expect(run.box[0]).toBeLessThan(run.box[2])
    expect(run.box[1]).toBeLessThan(run.box[3])
  })

  it('of a page of the web: cells that span others keep their place', async () => {
    const { text, blocks } = await read(
      bytes(
        '<!doctype html><table><tr><th rowspan=2>Name<th colspan=2>Contact<tr><th>Phone<th>Mail<tr><td>Ada Obi<td>0803<td>a@example.org</table>',
      ),
    )
    const cells = blocks[0]!.cells.map(({ row, column, rowSpan, columnSpan, header, start, end }) => [
      row,
      column,
      rowSpan,
      columnSpan,
      header,
      text.slice(start, end),
    ])
    expect(cells).toEqual([
      [0, 0, 2, 1, true, 'Name'],
      [0, 1, 1, 2, true, 'Contact'],
      [1, 1, 1, 1, true, 'Phone'],
      [1, 2, 1, 1, true, 'Mail'],
      [2, 0, 1, 1, false, 'Ada Obi'],
      [2, 1, 1, 1, false, '0803'],
      [2, 2, 1, 1, false, 'a@example.org'],
    ])
  })
})

describe('what stands where nobody looks', () => {
  it('in a page: attributes, comments, addresses of links, and no scripts', async () => {
    const { text } = await read(
      bytes(
        '<html><head><title>File of Ada Obi</title><meta name="author" content="Bola Ade"><script>var x = 1</script></head><body>' +
          '<!-- call Chidi Eze --><a href="mailto:ada@example.org" title="Musa Bello">write</a><img alt="Ngozi Udo"><input value="0803 555 7890"></body></html>',
      ),
    )
    for (const value of [
      'File of Ada Obi',
      'Bola Ade',
      'Chidi Eze',
      'ada@example.org',
      'Musa Bello',
      'Ngozi Udo',
      '0803 555 7890',
    ])
      expect(text).toContain(value)
    expect(text).not.toContain('var x')
  })

  it('in a page: below hundreds of nested elements', async () => {
    const { text } = await read(bytes(`<body>${'<div>'.repeat(500)}Ada Obi${'</div>'.repeat(500)}</body>`))
    expect(text).toContain('Ada Obi')
  })

  it('in RTF: code pages, Unicode with its fallback, notes, hidden text and who wrote it', async () => {
    const { text } = await read(
      bytes(
        String.raw`{\rtf1\ansi\ansicpg1250{\info{\author Anna Nov\'e1kov\'e1}}{\fonttbl{\f0 Arial;}}{\*\generator Writer}Pan \u321?ukasz {\v skryt\'fd text}\par` +
          String.raw`{\footnote telefon 603 111 222}\par Konec}`,
      ),
    )
    for (const value of ['Anna Nováková', 'Łukasz', 'skrytý text', '603 111 222']) expect(text).toContain(value)
    expect(text).not.toMatch(/Arial|Writer/)
  })

  it('in mail: both forms where they differ, encoded heads, a mail in a mail, a table in an archive', async () => {
    const inner =
      'From: Bola Ade <bola@example.org>\r\nSubject: inner\r\nDate: Mon, 2 Nov 2026 09:00:00 +0100\r\n\r\nIt is Chidi Eze.\r\n'
    const archive = Buffer.from(
      zipSync({ 'list.csv': strToU8('Name;Phone\nNgozi Udo;0803 555 7890\nMusa Bello;0803 555 7891\n') }),
    )
    const parts = [
      'Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee the page.\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Call Halima Bello</p>\r\n--b--\r\n',
      `Content-Type: message/rfc822\r\n\r\n${inner}`,
      `Content-Type: application/zip; name="list.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n${archive.toString('base64')}\r\n`,
    ]
    const mail =
      'From: =?utf-8?B?w4VzYSDDlmJlcmc=?= <asa@example.org>\r\nTo: x@example.org\r\nSubject: =?iso-8859-1?Q?J=FCrgen?=\r\n' +
      `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${parts.map((part) => `--a\r\n${part}`).join('\r\n')}\r\n--a--\r\n`
    const { text, format, unread } = await read(bytes(mail))
    expect([format, unread]).toEqual(['mail', []])
    for (const value of [
      'Åsa Öberg',
      'Jürgen',
      'See the page',
      'Halima Bello',
      'Bola Ade',
      'Chidi Eze',
      'Ngozi Udo',
      '0803 555 7891',
    ])
      expect(text).toContain(value)
    const box = await read(
      bytes(`From x Mon Nov  2 09:00:00 2026\r\n${inner}\r\nFrom y Mon Nov  2 09:01:00 2026\r\n${mail}`),
    )
    expect(box.format).toBe('mailbox')
    for (const value of ['Chidi Eze', 'Åsa Öberg', 'Ngozi Udo']) expect(box.text).toContain(value)
  })

  it('in an Outlook message: sender, receiver, subject, body and an attached file', async () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le')
    const message = cfb({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_001A001F': wide('IPM.Note'),
      '__substg1.0_0037001F': wide('Befund Wiesenthal'),
      '__substg1.0_0C1A001F': wide('Renate Brückner'),
      '__substg1.0_1000001F': wide('Bitte rufen Sie Frau Heike Kowalski an.'),
      '__recip_version1.0_#00000000': {
        '__properties_version1.0': Buffer.alloc(8),
        '__substg1.0_3001001F': wide('Lothar Brinkmann'),
        '__substg1.0_39FE001F': wide('lothar@example.org'),
      },
      '__attach_version1.0_#00000000': {
        '__properties_version1.0': Buffer.alloc(8),
        '__substg1.0_3707001F': wide('notiz.txt'),
        '__substg1.0_37010102': Buffer.from('Svenja Petersen, 0171 3920054'),
      },
    })
    const { text, format } = await read(message)
    expect(format).toBe('outlook')
    for (const value of [
      'Befund Wiesenthal',
      'Renate Brückner',
      'Heike Kowalski',
      'Lothar Brinkmann',
      'lothar@example.org',
      'Svenja Petersen',
    ])
      expect(text).toContain(value)
  })
})

it('reads who wrote an old Word file from its properties', async () => {
  const { text, blocks } = await read(file('sv-SE-letter.doc'))
  const made = blocks
    .filter(({ origin }) => origin === 'property')
    .map(({ part, start, end }) => [part, text.slice(start, end)])
  expect(made).toContainEqual(['Author', 'Birgitta Holmgren'])
})

describe('what is inside a file and cannot be read', () => {
  it('is said, and the rest is read', async () => {
    const { text, unread } = await read(
      zipSync({
        'a.txt': strToU8('Ada Obi'),
        'b.bin': Uint8Array.of(1, 2, 0, 3, 255),
        'c.pdf': strToU8('%PDF-1.7 broken'),
      }),
    )
    expect(text).toContain('Ada Obi')
    expect(unread).toEqual([
      expect.stringMatching(/^a PDF inside it: /),
      expect.stringMatching(/^a file of unknown format inside it: /),
    ])
  })

  it('stops where files nest too deep, and where they unpack to too much', async () => {
    let nested: Uint8Array = strToU8('Ada Obi')
    for (let depth = 0; depth < 8; depth++) nested = zipSync({ [`${depth}.txt`]: nested })
    const message = await read(nested).then(
      ({ unread }) => unread.join(),
      ({ message }) => message,
    )
    expect(message).toMatch(/nested more than \d deep/)
    const bomb = zipSync({ 'a.txt': new Uint8Array(90 * 1024 * 1024).fill(97) })
    await expect(read(bomb)).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})
