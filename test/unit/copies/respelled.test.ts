import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'
import { docx, NAMESPACE, packed, paragraph } from '../../shared/office-files.ts'

const service = createService({ readers: 1 })
afterAll(() => service.close())

async function copied(content: string | Uint8Array, name = 'file', jurisdiction = 'DE') {
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content
  const copy = await service.deidentifyFile({ jurisdiction, salt: 'test' }, { name, bytes })
  return { ...copy, text: Buffer.from(copy.bytes).toString() }
}

describe('a value that was found is masked in other spellings', () => {
  it('of a telephone number: with and without plus, zeros and separators, in texts, addresses and names of files', async () => {
    const said = [
      'Telefon: +49 1713 920044',
      'Akte 491713920044, Ordner /daten/00491713920044/x, ["01713-920044"], 0171/3920044, 1713920044',
      'https://example.org/?tel=%2B491713920044 und tel:+49(0)1713920044',
      'Nummern anderer: 4917139200441, 91713920044, 501713920044',
    ].join('\n')
    const { name, text } = await copied(said, 'Anruf 01713920044.txt')
    const token = /PHONE_[0-9a-f]{8}/.exec(text)![0]
    expect(text.split('\n').slice(0, 3)).toEqual([
      `Telefon: ${token}`,
      `Akte ${token}, Ordner /daten/${token}/x, ["${token}"], ${token}, ${token}`,
      `https://example.org/?tel=${token} und tel:${token}`,
    ])
    expect(text.split('\n')[3]).toContain('4917139200441')
    expect(name).toBe(`Anruf ${token}.txt`)
  })

  it('of XML: over the borders of sections, and over comments and instructions in a text', async () => {
    const said = `<?xml version="1.0"?>
<!-- export -->
<r><name>Jürgen <![CDATA[Wallraff]]></name><geburtsdatum><![CDATA[1980-02-03]]></geburtsdatum>
<telefon>030 90<!-- x -->1820</telefon><telefon>030 <?x?>901820</telefon><n>Wall<![CDATA[raff & Co]]></n></r>
`
    const { text } = await copied(said, 'a.xml')
    expect(text.replace(/(NAME|PHONE)_\w+/g, '$1')).toBe(`<?xml version="1.0"?>
<!-- export -->
<r><name>NAME</name><geburtsdatum>1980</geburtsdatum>
<telefon>PHONE</telefon><telefon>PHONE</telefon><n>NAME &amp; Co</n></r>
`)
    await expect(copied('<!DOCTYPE a [<!ENTITY a "raff">]><r>Wall&a;</r>', 'a.xml')).rejects.toMatchObject({
      code: 'document_unreadable',
      message: expect.stringContaining('declares entities'),
    })
  })

  it('of a telephone number: without its area code, in texts, tables and JSON', async () => {
    const said = 'Herr Hans Quermann, Telefon 04321/471184, mobil +4917139200441.'
    const note = 'Rechnung 471184, dann 471 184, 39200441; Nummern 1471184, 4711845, 471 EUR'
    const text = (await copied(`${said}\n\n${note}`)).text.split('\n')[2]!
    expect(text.replace(/PHONE_\w+/g, '#')).toBe('Rechnung #, dann #, #; Nummern 1471184, 4711845, 471 EUR')
    const table = await copied(
      'Name;Telefon;Notiz\nHans Quermann;0431 4711823;bitte 471 18 23 rufen\nAda Wolf;0431 8899221;nie 4711824\n',
    )
    expect(table.text).toMatch(/;bitte PHONE_\w+ rufen\n.*;nie 4711824\n$/)
    const json = await copied('{"name":"Hans Quermann","phone":"+494314711823","x":4711823,"n":14711825}')
    expect(json.text).toMatch(/"x":"PHONE_\w+","n":14711825/)
  })

  it('of a name: in letters of UTF-7 that nothing declares', async () => {
    const { text } = await copied('Patient: J+APw-rgen Wallraff, Tel. 030 901820. Frau +AEI-ramwuerth kam.')
    expect(text).toMatch(/^Patient: NAME_\w+, Tel. PHONE_\w+. Frau NAME_\w+ kam.$/)
  })

  it('of a birth date: in other orders, with short years, without zeros and with the month in words', async () => {
    const { name, text } = await copied(
      'Patientin: Friedlinde Kaltwasser, geboren am 14.02.1961.\n' +
        'Akte 14.2.1961, 1961-02-14, 19610214, 14. Februar 1961, 14 Feb 1961, 140261, 14.02.61, 02/14/1961, February 14, 1961; Nr. 5 14.02.1961\n' +
        'am 15.02.1961, 14.03.1961',
      'notiz_1961-02-14.txt',
    )
    expect(text.split('\n')[1]).toBe('Akte 1961, 1961, 1961, 1961, 1961, 1961, 1961, 1961, 1961; Nr. 5 1961')
    expect(text).toContain('am 15.02.1961, 14.03.1961')
    expect(name).toBe('notiz_1961.txt')
  })

  it('of a name: in a style, in signs of numbers, and in the Unicode form of an RTF', async () => {
    const said = 'Patientin: Friedlinde Kaltwasser, Telefon 0171 3920044'
    const page = await copied(
      `<!DOCTYPE html><html><head><style>p{font-family:Kaltwasser;width:1713920044px} p::Kaltwasser{color:green} @media Kaltwasser{p{color:red}}</style></head><body><p style="font-family:Arial,Kaltwasser">${said}</p></body></html>`,
    )
    expect(page.text).not.toMatch(/kaltwasser|1713920044/i)
    expect(page.text).toContain('color:green')
    const twice = String.raw`{\rtf1\ansi ${said}\par Frau {\upr{Kaltwasser}{\*\ud{Kaltwasser}}}, {\upr{Herr ?}{\*\ud{Herr \u321?ukasz}}}\par}`
    const { text } = await copied(twice)
    expect(text).not.toMatch(/kaltwasser|321|ukasz/i)
    expect(text).toMatch(/Frau \W{0,9}NAME_/)
    const settings = `<w:settings ${NAMESPACE}><w:decimalSymbol w:val="Kaltwasser"/><w:listSeparator w:val=";"/></w:settings>`
    const { bytes } = await copied(docx(paragraph(said), { 'word/settings.xml': settings }))
    const copiedSettings = Buffer.from(unzipSync(bytes)['word/settings.xml']!).toString()
    expect(copiedSettings).not.toContain('Kaltwasser')
    expect(copiedSettings).toContain('<w:listSeparator w:val=";"/>')
  })

  it('of a name: joined with other words, also by markup and in runs, and in spaced capitals', async () => {
    const said = 'Patientin: Friedlinde Kaltwasser, Telefon 0171 3920044'
    const { text } = await copied(
      `${said}\nAkteKaltwasser xKaltwasser 1Kaltwasser KaltwasserAkte AkteKaltwasser7; _Kaltwasser_ kam; K A L T W A S S E R, K.A.L.T.W.A.S.S.E.R.`,
    )
    expect(text).not.toMatch(/Kaltwasser|K.A.L/)
    expect(text).toMatch(
      /^AkteNAME_\w+ xNAME_\w+ 1?NAME_\w+ NAME_\w+Akte AkteNAME_\w+7; _NAME_\w+_ kam; NAME_\w+(?:, NAME_\w+)?\.?$/m,
    )
    const pairs = [
      '<span>Kunde</span><span>Kaltwasser</span>',
      '<span>Name</span><span>Friedlinde Kaltwasser</span>',
      '<button>Bearbeiten</button><button>Kaltwasser</button>',
      '<time>1970</time><b>Kaltwasser</b><span>Berlin</span>',
      '<data>x</data><meter>Kaltwasser</meter>',
    ].map((pair) => `<div>${pair}</div>`)
    const page = await copied(`<html lang="de"><body><p>${said}</p>${pairs.join('\n')}</body></html>`)
    expect(page.text).not.toMatch(/Friedlinde|Kaltwasser/)
    const alone = await copied(`<html lang="de"><body>${pairs[1]}</body></html>`)
    expect(alone.text).toMatch(/<span>Name<\/span><span>NAME_\w+<\/span>/)
    const runs = '<w:p><w:r><w:t>Kunde</w:t></w:r><w:r><w:t>Kaltwasser</w:t></w:r></w:p>'
    const { bytes } = await copied(docx(paragraph(said) + runs))
    expect(Buffer.from(unzipSync(bytes)['word/document.xml']!).toString()).not.toContain('Kaltwasser')
  })

  it('of an account number and a date: with other separators', async () => {
    const { text } = await copied(
      'IBAN: DE89 3704 0044 0532 0130 00\nGeburtsdatum: 12.03.1985\nKonto DE89370400440532013000, DE89-3704-0044-0532-0130-00; geboren 12/03/1985, 12031985',
    )
    expect(text.replace(/\D/g, '')).not.toMatch(/3704|1203/)
  })

  it('in an archive: names of its files by surname and by number', async () => {
    const { bytes } = await copied(
      packed({
        'a/01713920044.txt': 'Patientin: Margarethe Wallraff, Telefon: +49 1713 920044',
        'a/Befund-Wallraff.txt': 'Befund',
        'a/MargaretheWallraff.txt': 'Befund',
      }),
    )
    expect(Object.keys(unzipSync(bytes)).join('\n')).not.toMatch(/wallraff|1713/i)
  })

  it('in the names of the attachments of a mail', async () => {
    const part = (type: string, disposition: string) =>
      `--b\r\nContent-Type: text/plain; ${type}\r\nContent-Disposition: attachment; ${disposition}\r\n\r\nText\r\n`
    const { text } = await copied(
      [
        'From: info@klinik.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
        '--b\r\nContent-Type: text/plain\r\n\r\nPatientin: Margarethe Wallraff, Telefon: +49 1713 920044\r\n',
        part('name="Befund-Wallraff.txt"', "filename*0*=UTF-8''marga; filename*1*=rethe%5Fwallraff.txt"),
        part('name=01713920044.txt', 'filename="=?UTF-8?Q?Margarethe_Wallraff.txt?="'),
        '--b--\r\n',
      ].join(''),
    )
    expect(text).not.toMatch(/wallraff|margarethe|rethe|1713/i)
    expect(text.match(/(?:file)?name=/g)).toHaveLength(4)
  })
})

/** The text between the halves of a value, by format. */
const SPLITS: Readonly<
  Record<string, readonly [file: (lines: readonly string[]) => string | Uint8Array, readonly string[]]>
> = {
  docx: [
    (lines) => docx(lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')),
    ['</w:t><w:br/><w:t>', '</w:t><w:softHyphen/><w:t>', '</w:t></w:r><w:r><w:t>', '\u200b'],
  ],
  html: [
    (lines) => `<!DOCTYPE html><html><body>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`,
    ['<br>', '&shy;', '<wbr>', '&#8203;', '<b></b>'],
  ],
  rtf: [(lines) => `{\\rtf1\\ansi ${lines.join('\\par ')}}`, ['\\line ', '\\-', '}{\\b ', "\\'ad", '\\u8203?']],
}

describe('a value that is split is masked as a whole', () => {
  const said = 'Patientin: Friedlinde Kaltwasser, geboren am 14.02.1961, Telefon 0171 3920044.'
  const documentOf = async (body: string) => {
    const { bytes } = await copied(docx(`${paragraph(said)}${body}`))
    return Buffer.from(unzipSync(bytes)['word/document.xml']!).toString()
  }
  const run = (inside: string) => `<w:r>${inside}</w:r>`
  const half = (text: string) => run(`<w:t>${text}</w:t>`)
  const letters = [...'Kaltwasser']

  it.each([
    ['a tab', `<w:p>${half('Kalt')}${run('<w:tab/>')}${half('wasser')}</w:p>`],
    ['a line break', `<w:p>${half('Notiz zu Kalt')}${run('<w:br/>')}${half('wasser')}</w:p>`],
    ['a hyphen that does not break', `<w:p>${half('zu Kalt')}${run('<w:noBreakHyphen/>')}${half('wasser')}</w:p>`],
    ['paragraphs', paragraph('Kalt') + paragraph('wasser')],
    ['cells', `<w:tbl><w:tr>${letters.map((sign) => `<w:tc>${paragraph(sign)}</w:tc>`).join('')}</w:tr></w:tbl>`],
    [
      'numbers of letters',
      `<w:p>${run(letters.map((sign) => `<w:sym w:font="Arial" w:char="F0${sign.charCodeAt(0).toString(16)}"/>`).join(''))}</w:p>`,
    ],
  ])('a surname by %s', async (_, body) => {
    const text = (await documentOf(body)).replace(/<w:sym[^>]*F0(..)"\/>/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    expect(text.replace(/<[^>]*>|[^A-Za-z]/g, '')).not.toContain('Kaltwasser')
  })

  it.each([
    [
      'a card',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=4B=61=6C=74=77=61=73=73=65=72;=46=72=69=65=64=\r\n=6C=69=6E=64=65\r\nPHOTO;ENCODING=BASE64:S2FsdHdhc3Nlcgr/\r\n',
    ],
    ['a calendar', 'BEGIN:VCALENDAR\r\nATTENDEE;CN="Kalt\r\n wasser":mailto:a@b.example\r\n'],
    [
      'a directory',
      `version: 1\ndn:: ${Buffer.from('cn=Friedlinde Kaltwasser,o=x').toString('base64')}\ncn:: ${Buffer.from('Friedlinde\n Kaltwasser').toString('base64')}\n`,
    ],
  ])('and encoded in %s', async (_, head) => {
    const { text } = await copied(`${head}NOTE:${said}\n`)
    expect(text).not.toMatch(/kalt|wasser|=4B|S2Fs|Y249|RnJp/i)
    expect(text).toContain('NOTE:Patientin: NAME_')
  })

  it('a surname by marks, tags and escapes of a plain text, and as base64', async () => {
    const { text } = await copied(
      `${said}\n**Kalt**wasser, ["K", "a", "l", "t", "w", "a", "s", "s", "e", "r"], <d>Kalt<e/>wasser</d>, ?b=S2FsdHdhc3Nlcg==`,
    )
    expect(text.split('\n')[1]!.replace(/<[^>]*>|[^A-Za-z0-9=]/g, '')).not.toMatch(/wasser|S2F/i)
  })

  it('numbers over the cells of a row, which say a value that the text states', async () => {
    const row = (...cells: string[]) =>
      `<w:tbl><w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr></w:tbl>`
    const text = (await documentOf(row('0171', '3920044') + row('14', '02', '1961')))
      .replace(/<[^>]*>/g, ' ')
      .replace(/ +/g, ' ')
    expect(text).not.toMatch(/3920044|14 02/)
  })

  it('and numbers that only programs read do not say one', async () => {
    const text = await documentOf(
      '<w:p><w:pPr><w:spacing w:before="1713920044" w:after="120"/></w:pPr><w:r><w:rPr><w:sz w:val="14021961"/></w:rPr><w:t>x</w:t></w:r></w:p>',
    )
    expect(text).not.toMatch(/1713920044|14021961/)
    expect(text).toContain('w:after="120"')
  })

  const cases = Object.entries(SPLITS).flatMap(([format, [file, between]]) =>
    between.map((split) => [format, split, file] as const),
  )
  it.each(cases)('in %s by %s', async (_, split, file) => {
    const values = [
      ['IBAN: ', 'DE89 3704 00', '44 0532 0130 00'],
      ['Mail: ', 'm.wallraff@exam', 'ple.org'],
      ['Geburtsdatum: ', '12.03.', '1985'],
      ['Telefon: ', '+49 1713', ' 920044'],
    ]
    const alone = await copied(file(values.map(([label, one, other]) => label! + one + split + other)))
    const known = values.flatMap(([label, one, other]) => [`${label}${one}${other}`, `so ${one}${split}${other} da`])
    const repeated = await copied(file(known))
    for (const copy of [alone, repeated]) {
      const said =
        copy.format === 'docx' ? Buffer.from(unzipSync(copy.bytes)['word/document.xml']!).toString() : copy.text
      expect(said).not.toMatch(/0130|exam|ple\.org|12\.03|920044/)
    }
  })

  it('in a workbook, also by the escape of a line end', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
    const relations = (items: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items}</Relationships>`
    const cells = ['\n', '_x000a_', '\u00ad', '</t></r><r><t>'].map(
      (split, n) => `<c r="A${n + 1}" t="inlineStr"><is><r><t>Mail: m.wallraff@${split}example.org</t></r></is></c>`,
    )
    const { bytes } = await copied(
      packed({
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
        '_rels/.rels': relations(`<Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
        'xl/_rels/workbook.xml.rels': relations(
          `<Relationship Id="s1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`,
        ),
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="s1"/></sheets></workbook>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.map((cell, n) => `<row r="${n + 1}">${cell}</row>`).join('')}</sheetData></worksheet>`,
      }),
    )
    const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString()
    expect(sheet.match(/EMAIL_[0-9a-f]{8}/g)).toHaveLength(4)
    expect(sheet).not.toMatch(/wallraff|example/)
  })
})
