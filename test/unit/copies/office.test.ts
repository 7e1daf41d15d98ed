import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { editsOf } from '../../../src/formats/edits.ts'
import { openFile } from '../../../src/formats/one-file.ts'
import { oddFiles } from '../../../tools/documents/odd-office.mjs'
import { docx, packed, paragraph, NAMESPACE as W } from '../../shared/office-files.ts'

const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).flatMap(([name, part]) => [
      [name, strFromU8(part)],
      ...(/\.docx$/.test(name) ? Object.entries(partsOf(part)).map(([inner, text]) => [`${name}/${inner}`, text]) : []),
    ]),
  )

/** A copy with the values masked in all places of the text; everything else is the carrier's work. */
async function masked(bytes: Uint8Array, values: readonly string[]) {
  const { text, write, removed } = await openFile(bytes)
  const standIns = values.flatMap((value, n) => {
    const start = text.indexOf(value)
    return start < 0 ? [] : [{ start, end: start + value.length, text: `[V${n}]`, retained: false }]
  })
  standIns.sort((a, b) => a.start - b.start)
  const copy = await write(editsOf(text, standIns).edits)
  const parts = partsOf(copy)
  return { text, parts, removed, whole: Object.entries(parts).flat().join('\n') }
}

/** All text of an unpacked copy: parts, their names, and their texts without markup and escapes. */
function everything(bytes: Uint8Array): string {
  const texts: string[] = []
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    const source = strFromU8(part)
    texts.push(name, source, source.replace(/<[^>]*>/g, ''), Buffer.from(part).toString('utf16le'))
    if (part[0] === 0x50 && part[1] === 0x4b) texts.push(everything(part))
  }
  const whole = texts.join('\n')
  return `${whole}\n${whole.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())}`.replaceAll(
    '_',
    ' ',
  )
}

describe('a value in an odd place of an office file', () => {
  const VALUES = ['Margarethe Wallraff', 'Wallraff', 'm.wallraff@example.org', 'Otto Brinkmeyer']
  const files = oddFiles().filter(({ kind, place }) => /^(?:name|only)$/.test(kind) && place !== 'macro sheet')
  const formats = [...new Set(files.map(({ format }) => format))]

  it.each(formats)('is in no copy of %s', async (format) => {
    const shown: string[] = []
    for (const { place, kind, wanted, bytes } of files.filter((file) => file.format === format)) {
      const { text, write } = await openFile(bytes())
      const standIns = VALUES.flatMap((value) =>
        [...text.matchAll(new RegExp(`(?<!\\p{L})${value}(?!\\p{L})`, 'gu'))].map(({ index }) => ({
          start: index,
          end: index + value.length,
          text: '[GONE]',
          retained: false,
        })),
      )
        .sort((a, b) => a.start - b.start || b.end - a.end)
        .filter(({ start }, n, list) => list.slice(0, n).every(({ end }) => end <= start))
      const seen = everything(await write(editsOf(text, standIns).edits))
      if (wanted.some((value) => seen.toLowerCase().includes(value.toLowerCase()))) shown.push(`${place}, ${kind}`)
    }
    expect(shown).toEqual([])
  })

  it('of which nothing is understood is refused with a reason', async () => {
    const file = oddFiles().find(({ place }) => place === 'macro sheet')!
    await expect(openFile(file.bytes())).rejects.toThrow('nothing of the file is understood')
  })
})

describe('a copy of a DOCX', () => {
  const file = docx(
    `${paragraph('Dear Ada', ' Ob', 'i,')}${paragraph('your number is 0803 555 7890.')}
     <w:p><w:del w:author="Wanjiku Nyambura"><w:r><w:delText>Once Otieno Ouma</w:delText></w:r></w:del><w:r><w:instrText>HYPERLINK "mailto:ada@example.org"</w:instrText></w:r></w:p>
     <w:tbl><w:tr><w:tc>${paragraph('Name')}</w:tc><w:tc>${paragraph('Ada Obi')}</w:tc></w:tr></w:tbl><!-- by Wanjiku Nyambura -->`,
    {
      'word/comments.xml': `<w:comments ${W}><w:comment w:id="1" w:author="Wanjiku Nyambura" w:initials="WN">${paragraph('Call Ada Obi')}</w:comment></w:comments>`,
      'word/styles.xml': `<w:styles ${W}><w:style w:styleId="x"/></w:styles>`,
      'word/media/image1.jpeg': new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 1, 2, 3]),
      'word/embeddings/list.docx': docx(paragraph('Ada Obi again')),
      'word/embeddings/old.bin': 'Wanjiku Nyambura',
      'word/vbaProject.bin': 'Wanjiku Nyambura',
      'docProps/thumbnail.jpeg': 'Wanjiku Nyambura',
      'docProps/core.xml':
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Wanjiku Nyambura</dc:creator><cp:lastModifiedBy>Wanjiku Nyambura</cp:lastModifiedBy><dc:title>File of Ada Obi</dc:title></cp:coreProperties>',
    },
    '<Relationship Id="a" Type="http://x/hyperlink" Target="mailto:ada@example.org" TargetMode="External"/><Relationship Id="b" Type="http://x/attachedTemplate" Target="file:///C:/Users/wanjiku/n.dotx" TargetMode="External"/>',
  )

  it('reads one text: names in several runs, rows of tables in one line, comments, properties, files inside', async () => {
    const { text } = await openFile(file)
    expect(text).toContain('Dear Ada Obi,\n')
    expect(text).toContain('Name\tAda Obi\n')
    for (const part of ['Call Ada Obi', 'File of Ada Obi', 'Ada Obi again', 'mailto:ada@example.org'])
      expect(text).toContain(part)
    expect(text).not.toContain('Wanjiku')
    expect(text).not.toContain('Otieno')
  })

  it('leaves nothing of a value anywhere, and nobody who wrote it', async () => {
    const { parts, removed, whole } = await masked(file, ['Ada Obi', '0803 555 7890', 'ada@example.org'])
    expect(parts['word/embeddings/file1.docx/word/document.xml']).toContain('[V0] again')
    for (const value of ['Ada', 'Obi', '0803', 'ada@', 'Wanjiku', 'wanjiku', 'Otieno'])
      expect(whole).not.toContain(value)
    expect(Object.keys(parts)).not.toContain('docProps/thumbnail.jpeg')
    expect(parts['_rels/.rels']).not.toContain('thumbnail')
    expect(removed).toEqual([
      'embedded objects',
      'links to other files',
      'macros',
      'markup of a kind not known here (3)',
      'pictures',
    ])
  })

  it('keeps every other byte of what is known', async () => {
    const { parts } = await masked(file, ['Ada Obi'])
    expect(parts['word/styles.xml']).toBe(`<w:styles ${W}><w:style w:styleId="x"/></w:styles>`)
    expect(parts['word/document.xml']).toContain(paragraph('Dear [V0]', '', ','))
    expect(parts['word/document.xml']).toContain(paragraph('your number is 0803 555 7890.'))
  })

  it('says the same of a text however its runs are cut', async () => {
    const sentence = 'Dear Ada Obi, call 0803 555 7890 & "ask" <us>.'
    const xml = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: sentence.length }), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), sentence.length]
        const runs = places.slice(1).map((end, n) => xml(sentence.slice(places[n]!, end)))
        const { parts } = await masked(docx(paragraph(...runs)), ['Ada Obi', '0803 555 7890'])
        const shown = parts['word/document.xml']!.replace(/<[^>]*>/g, '')
        expect(shown).toBe(xml('Dear [V0], call [V1] & "ask" <us>.'))
      }),
      { numRuns: 20 },
    )
  })

  it('refuses what is damaged', async () => {
    await expect(openFile(docx('<w:p>'))).rejects.toMatchObject({ code: 'document_unreadable' })
    await expect(openFile(docx('').subarray(0, 300))).rejects.toMatchObject({ code: 'document_unreadable' })
  })
})

describe('a copy of an XLSX', () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData><pageSetup r:id="p1"/></worksheet>`
  const file = packed({
    '[Content_Types].xml': '<Types><Override PartName="/xl/printerSettings/printerSettings1.bin"/></Types>',
    'xl/worksheets/_rels/sheet1.xml.rels':
      '<Relationships><Relationship Id="c1" Type="http://x/comments" Target="../comments1.xml"/><Relationship Id="p1" Type="http://x/printerSettings" Target="../printerSettings/printerSettings1.bin"/></Relationships>',
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Ada Obi" sheetId="1" r:id="r1"/><sheet name="x" state="hidden" sheetId="2" r:id="r2"/></sheets><definedNames><definedName name="who">"Ada Obi"</definedName></definedNames></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="http://x/styles" Target="styles.xml"/><Relationship Id="r5" Type="http://x/pivotCacheDefinition" Target="pivotCache/pivotCacheDefinition1.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t>Ada </t></r><r><t>Obi</t></r><rPh><t>ada obi</t></rPh></si><si><t>Born</t></si></sst>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" s="1"><v>31209</v></c></row>' +
        '<row r="3"><c r="A3"><v>2348035557890</v></c><c r="B3" t="str"><f>CONCAT("Ada Obi","!")</f><v>Ada Obi!</v></c></row>',
    ),
    'xl/worksheets/sheet2.xml': sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>Ada Obi</t></is></c></row>'),
    'xl/comments1.xml':
      '<comments><authors><author>Wanjiku Nyambura</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ada Obi</t></r></text></comment></commentList></comments>',
    'xl/calcChain.xml': '<calcChain/>',
    'xl/pivotCache/pivotCacheDefinition1.xml':
      '<pivotCacheDefinition r:id="x" refreshedBy="Wanjiku Nyambura"><cacheFields><cacheField name="Name"><sharedItems><s v="Ada Obi"/><d v="1985-06-11T00:00:00"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>',
    'xl/pivotCache/pivotCacheRecords1.xml': '<pivotCacheRecords><r><s v="Ada Obi"/></r></pivotCacheRecords>',
    'xl/printerSettings/printerSettings1.bin': 'Wanjiku',
  })

  it('reads cells as people see them, under their headings', async () => {
    const { text } = await openFile(file)
    expect(text).toContain('Name\t\tBorn\nAda Obi\t\t1985-06-11\n2348035557890\tAda Obi!\n')
  })

  it('masks strings once for all cells, numbers and dates as texts, formulas, pivots and names', async () => {
    const { parts, whole } = await masked(file, ['Ada Obi', '1985-06-11', '2348035557890'])
    for (const value of ['Ada', 'ada obi', '31209', '1985', '2348035557890', 'Wanjiku'])
      expect(whole).not.toContain(value)
    expect(parts['xl/worksheets/sheet1.xml']).toContain(
      '<c r="C2" s="1" t="inlineStr"><is><t xml:space="preserve">[V1]</t></is></c>',
    )
    expect(parts['xl/worksheets/sheet1.xml']).not.toContain('<f>')
    expect(parts['xl/workbook.xml']).toContain('<sheet name="V0"')
    expect(parts['xl/comments1.xml']).toContain('[V0]')
    expect(Object.keys(parts).filter((name) => /calcChain|pivot|printer/.test(name))).toEqual([])
  })
})

describe('a copy of an OpenDocument file', () => {
  const ODF = `${['office', 'text', 'table', 'meta'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')} xmlns:dc="http://purl.org/dc/elements/1.1/"`
  const content = (body: string) =>
    `<office:document-content ${ODF}><office:body>${body}</office:body></office:document-content>`
  const file = packed({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': content(
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>Otieno Ouma</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        '<text:p>Dear <text:span>Ada</text:span> Obi<office:annotation><dc:creator>Wanjiku Nyambura</dc:creator><text:p>ask Ada Obi</text:p></office:annotation>, hello</text:p>' +
        '<table:table><table:table-row><table:table-cell office:value-type="date" office:date-value="1985-06-11"><text:p>11.06.1985</text:p></table:table-cell></table:table-row></table:table>',
    ),
    'meta.xml': `<office:document-meta ${ODF}><office:meta><meta:initial-creator>Wanjiku Nyambura</meta:initial-creator><dc:title>Ada Obi</dc:title></office:meta></office:document-meta>`,
    'settings.xml':
      '<s xmlns:config="c"><config:config-item config:name="PrinterName">Wanjiku\'s printer</config:config-item></s>',
    'Thumbnails/thumbnail.png': 'Wanjiku',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:manifest>',
  })

  it('masks text, comments, properties and what cells keep beside what they show', async () => {
    const { parts, whole } = await masked(file, ['Ada Obi', '11.06.1985'])
    for (const value of ['Ada', 'Obi', '1985', 'Wanjiku', 'Otieno', 'thumbnail']) expect(whole).not.toContain(value)
    expect(parts['content.xml']).toContain('Dear <text:span>[V0]</text:span>')
    expect(parts['content.xml']).toContain('<table:table-cell office:value-type="string"><text:p>[V1]')
    expect(Object.keys(parts)[0]).toBe('mimetype')
  })

  it('keeps the day or long number that a cell stores only where the cell shows it', async () => {
    const cell = (type: string, stored: string, shown: string) =>
      `<table:table-cell office:value-type="${type}" office:${stored}><text:p>${shown}</text:p></table:table-cell>`
    const rows = [
      cell('date', 'date-value="1970-04-03"', '3. Apr'),
      cell('date', 'date-value="1975-08-09"', 'Freitag'),
      cell('float', 'value="1713920044"', '###'),
      '<table:table-cell office:value-type="date" office:date-value="1980-02-01"/>',
      cell('date', 'date-value="2024-05-06T10:00:00"', '6. Mai 2024 10:00'),
      cell('date', 'date-value="2024-06-07"', '07.06.24'),
      cell('float', 'value="19.385"', '19,39'),
      cell('float', 'value="1234567.891"', '1.234.567,9'),
    ]
    const sheet = packed({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content(
        `<table:table table:name="T">${rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('')}</table:table>`,
      ),
    })
    const { parts } = await masked(sheet, [])
    const kept = [...parts['content.xml']!.matchAll(/office:(?:date-)?value="([^"]*)"/g)].map(([, value]) => value)
    expect(kept).toEqual(['2024-05-06T10:00:00', '2024-06-07', '19.385', '1234567.891'])
  })
})
