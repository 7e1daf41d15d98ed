import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { editsOf } from '../../../src/formats/edits.ts'
import { openFile, parseUpload } from '../../../src/formats/one-file.ts'
import { prove } from '../../../src/formats/proof.ts'
import { docx, packed, paragraph } from '../../shared/office-files.ts'
import { stillReadable } from '../../shared/still-readable.ts'

const VALUES = ['Ada Obi', 'ada@example.org', '0803 555 7890']

async function masked(bytes: Uint8Array) {
  const { text, format, write } = await openFile(bytes)
  const standIns = VALUES.flatMap((value) => {
    const start = text.indexOf(value)
    return start < 0 ? [] : [{ start, end: start + value.length, text: '[GONE]', retained: false }]
  }).sort((a, b) => a.start - b.start)
  const { edits, values } = editsOf(text, standIns)
  const copy = await write(edits)
  return { text, format, copy, written: Buffer.from(copy).toString('utf8'), found: values.map(({ value }) => value) }
}

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const lines = (...text: string[]) => bytes(`${text.join('\r\n')}\r\n`)
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

const mail = lines(
  'Received: from [10.1.2.3] by mx.example.org for <ada@example.org>',
  'From: =?UTF-8?B?QWRhIE9iaQ==?= <ada@example.org>',
  'Subject: For',
  ' Ada Obi',
  'Message-ID: <1@example.org>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="cut"',
  '',
  'written by Wanjiku',
  '--cut',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe an Ada =',
  'Obi, 0803 555 7890',
  '--cut',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  base64('<p>Call <b>Ada</b> Obi at <a href="mailto:ada@example.org">her mail</a></p>'),
  '--cut',
  'Content-Type: application/octet-stream; name="Ada Obi.docx"',
  'Content-Transfer-Encoding: base64',
  '',
  base64(docx(paragraph('Ada Obi once more'))),
  '--cut',
  'Content-Type: application/pgp-signature',
  '',
  'signed by Ada Obi',
  '--cut--',
  'behind it Wanjiku',
)

const FILES: readonly (readonly [string, Uint8Array])[] = [
  ['text', bytes('Dear Ada Obi, call 0803 555 7890 or write to ada@example.org. Ada Obi')],
  // Windows-1252: the dash and the quotes are single bytes that Latin-1 has no signs for.
  [
    'text',
    bytes('Gr\u00fc\u00dfe an \x93Ada Obi\x94 \x96 0803 555 7890 f\u00fcr M\u00fcnchen und K\u00f6ln', 'latin1'),
  ],
  ['text', bytes('\ufeffDear Ada Obi, Łódź 0803 555 7890', 'utf16le')],
  [
    'json',
    bytes(
      '{"name": "Ada \\u004fbi", "ada@example.org": [{"n": 1.5e3, "phone": "0803 555 7890"}], "says": "to \\"Ada Obi\\""}',
    ),
  ],
  [
    'csv',
    bytes(
      'Name;Mail;Note\r\n"Ada Obi";ada@example.org;"says ""hi"" to\r\nAda Obi"\r\nBo;x@example.net;0803 555 7890\r\n',
    ),
  ],
  [
    'html',
    bytes(
      '<!doctype html><html><head><title>Ada Obi</title><!-- by Ada Obi --><script type="application/ld+json">{"name":"Ada Obi"}</script></head><body><p>Dear <i>Ada</i>&#32;Obi, <a href=mailto:ada%40example.org title="Ada Obi">mail</a> <img src="data:image/png;base64,AAAA" alt="Ada Obi"> 0803 555 7890</p></body></html>',
    ),
  ],
  [
    'rtf',
    bytes(
      "{\\rtf1\\ansi\\ansicpg1252{\\info{\\author Ada Obi}{\\title To Ada Obi}}{\\*\\userprops secret}\\pard Dear {\\b Ada} O\\'62i, ada@example.org{\\footnote 0803 555 7890}\\par{\\*\\unknown Ada Obi}{\\pict\\pngblip\\picwgoal100 00ff}}",
      'latin1',
    ),
  ],
  ['mail', mail],
  [
    'mailbox',
    bytes(`From ada@example.org Mon Nov  2 09:14:00 2026\n${Buffer.from(mail).toString().replaceAll('\r\n', '\n')}\n`),
  ],
  [
    'zip',
    packed({
      'letters/Ada Obi.txt': 'Dear Ada Obi, ada@example.org',
      'letters/Ada_Obi.txt': 'Ada Obi, 0803 555 7890',
      'odd.bin': Uint8Array.of(0, 1, 2),
    }),
  ],
  [
    'epub',
    packed({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container/>',
      'b.opf':
        '<package><metadata><dc:creator>Ada Obi</dc:creator><dc:title>About Ada Obi</dc:title></metadata></package>',
      'p.xhtml': '<html xmlns="h"><body><p>Ada<span> Obi</span>, ada@example.org</p><p>0803 555 7890</p></body></html>',
      'x.bin': 'Ada Obi',
    }),
  ],
]

describe('a copy', () => {
  it.each(FILES.map(([format, file], n) => [format, n, file] as const))(
    'of %s (%i) shows no value to any reader',
    async (format, _, file) => {
      const { copy, found, ...opened } = await masked(file)
      expect(opened.format).toBe(format)
      expect(found.length).toBeGreaterThan(1)
      expect(await stillReadable(copy, found, 1 << 20)).toBe(0)
      const again = (await parseUpload(copy)).parsed
      expect(again.format).toBe(format)
      expect(again.text).toContain('GONE')
      for (const value of ['Ada', 'Wanjiku', 'ada@', '0803']) expect(again.text).not.toContain(value)
    },
  )

  it('is the file itself, byte for byte, where nothing was found', async () => {
    for (const [, file] of FILES.slice(0, 5)) {
      const { write } = await openFile(file)
      expect(Buffer.from(await write([]))).toEqual(Buffer.from(file))
    }
  })

  it('of JSON is JSON, of a table a table of the same shape', async () => {
    expect(JSON.parse((await masked(FILES[3]![1])).written)).toEqual({
      name: '[GONE]',
      '[GONE]': [{ n: 1500, phone: '[GONE]' }],
      says: 'to "[GONE]"',
    })
    const numbers = await openFile(bytes('[8035557890, 2]'))
    expect(Buffer.from(await numbers.write([{ start: 1, end: 11, text: 'PHONE_1' }])).toString()).toBe('["PHONE_1", 2]')
    expect((await masked(FILES[4]![1])).written).toBe(
      'Name;Mail;Note\r\n"[GONE]";[GONE];"says ""hi"" to [GONE]"\r\nBo;x@example.net;[GONE]\r\n',
    )
  })

  it('of a mail is proven without the names of fields that a reader adds to its text', async () => {
    const dated = lines('From: Ada Obi <ada@example.org>', 'Date: Mon, 02 Nov 2026 09:14:00 +0100', '', 'Dear Subject,')
    expect((await prove(dated, ['Date'], 1e6)).leaks.values).toBe(0)
    expect((await prove(dated, ['Ada Obi', 'Subject'], 1e6)).leaks.values).toBe(2)
  })

  it('of a mail keeps its parts and encodings, and masks what is attached', async () => {
    const { text, written } = await masked(mail)
    expect(text).toContain('From: Ada Obi <ada@example.org>')
    expect(text).toContain('Grüße an Ada Obi, 0803 555 7890')
    expect(text).toContain('Ada Obi once more')
    expect(written).toContain('From: [GONE] <[GONE]>\r\nSubject: For [GONE]\r\n')
    expect(written).toContain('Gr=FC=DFe an [GONE], [GONE]')
    for (const gone of ['Received', 'written by', 'behind it', 'pgp-signature', 'Ada'])
      expect(written).not.toContain(gone)
  })

  it('of a mail says the encoding that each part has, and no other word in its place', async () => {
    const part = (type: string, body: string) => ['--cut', `Content-Type: ${type}`, '', body]
    const { text, written } = await masked(
      lines(
        'From: a@example.net',
        'MIME-Version: 1.0',
        'Subject: =?utf-7?Q?+AEE-da_Obi?= =?obi?Q?here?=',
        'Content-Type: multipart/mixed; boundary="cut"; charset="ada"',
        '',
        ...part('text/plain; charset="Ada"; format=Ada', 'kept by Ada Obi'),
        ...part('text/plain; charset=utf-7', '+AEE-da Obi +- 2'),
        ...part("text/csv; charset=utf-7; name*=utf-7''%2BAEE-da%20Obi.csv", 'a;+AEE-da Obi'),
        ...part('text/html; charset=latin1', '<meta charset="ada"><meta name=viewport content="ada=obi">x'),
        '--cut--',
      ),
    )
    expect(text.match(/Ada Obi/g)).toHaveLength(4)
    expect(written).not.toMatch(/ada|obi|utf-7|\+AEE/i)
    expect(written).toContain('Content-Type: text/plain\r\n\r\n[removed]')
    expect(written).toContain('Content-Type: text/plain; charset=utf-8\r\n\r\n[GONE] + 2')
  })

  it('keeps no word of its author where a language, a time zone or a condition is expected', async () => {
    const page =
      '<!doctype html><html lang="de-Adaobi"><style>@media adaobi and (width:1px){} @keyframes adaobi{}</style><p lang=de-AT hreflang=de-Obia>x'
    const { written } = await masked(bytes(page))
    expect(written).not.toMatch(/obi/i)
    expect(written).toContain('<p lang="de-AT">')
    const dated = lines('From: a@example.net', 'Subject: x', 'Date: Mon, 02 Nov 2026 09:14:00 OBI', '', 'x')
    expect((await masked(dated)).written).toContain('Date: Mon, 02 Nov 2026 09:14:00\r\n')
  })

  it('that still shows a value is seen through: in the text, in parts nobody reads, in names of parts', async () => {
    const readable = (file: Uint8Array) => stillReadable(file, ['Ada Obi', '0803 555 7890', '42'], 1 << 20)
    expect(await readable(bytes('to Ada \n Obi'))).toBe(1)
    expect(await readable(bytes('to ADA\u00a0OBI and 0803 555 7890, 42'))).toBe(2)
    expect(await readable(docx(paragraph('Ada ', 'Obi')))).toBe(1)
    expect(await readable(docx(paragraph('x'), { 'word/odd.bin': strToU8('..Ada Obi..') }))).toBe(1)
    expect(await readable(docx(paragraph('x'), { 'word/odd2.bin': Buffer.from('Ada Obi', 'utf16le') }))).toBe(1)
    expect(await readable(docx(paragraph('x'), { 'word/Ada Obi.bin': 'x' }))).toBe(1)
    expect(await readable(docx(paragraph('Ada Obinna, 10803 555 78901')))).toBe(0)
    const words = (file: Uint8Array) => prove(file, ['Obioma', 'Georgia'], 1 << 20).then(({ leaks }) => leaks)
    expect(await words(docx(`${paragraph('x')}<w:bookmarkStart w:name="Obioma"/>`))).toEqual({
      values: 1,
      where: 'part word/document.xml, in its text or an attribute',
    })
    expect(await words(docx(`${paragraph('x')}<w:hyperlink w:anchor="a%20%4Fbioma"/>`))).toMatchObject({ values: 1 })
    expect(await words(packed({ 'scan_obioma.txt': 'x' }))).toMatchObject({ values: 1 })
    // The name of a font is not personal.
    expect(await words(docx(`${paragraph('x')}<w:rFonts w:ascii="Georgia"/>`))).toMatchObject({ values: 0 })
  })
})

it('reads and copies a cell whose quotes end before it as one cell of its row', async () => {
  const table = bytes('id,name,city\n1,"Ada" Obi,Lagos\n2,"Bo ""B"" Li" ,"Jos, Plateau"\n3,"say "hi" now",Kano\n')
  const { parsed } = await parseUpload(table)
  expect(parsed.text).toBe('id\tname\tcity\n1\tAda Obi\tLagos\n2\tBo "B" Li\tJos, Plateau\n3\tsay "hi" now\tKano')
  expect(await masked(table)).toMatchObject({
    text: `${parsed.text}\n`,
    written: 'id,name,city\n1,"[GONE]",Lagos\n2,"Bo ""B"" Li" ,"Jos, Plateau"\n3,"say "hi" now",Kano\n',
  })
})
