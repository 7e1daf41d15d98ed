// Hostile PDF files, each with what it attacks: filters that unpack without end, structures that loop or claim to be huge, and content
// that costs far more to read than its size.
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { flate, page, pdf, shows, stream, textPage, Writer } from './pdf-writer.mjs'

const NOTE = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'
const MIB = 1024 * 1024
const letter = () => readFileSync(new URL('../../test/files/letter.pdf', import.meta.url))

/** A zlib stream of one letter repeated `megabytes` times, built of blocks that are equal (RFC 1950; RFC 1951, 3.2). */
function inflating(megabytes, filler = ' ') {
  const block = deflateSync(Buffer.alloc(16 * MIB, filler), { level: 9, finishFlush: 2 })
  const [head, rest] = [block.subarray(0, 2), block.subarray(2)]
  return Buffer.concat([head, ...Array(Math.ceil(megabytes / 16)).fill(rest), Buffer.from([1, 0, 0, 0xff, 0xff])])
}

const onePage = (content, options, file) => pdf(page(content, options), file)
const filtered = (bytes, filters, more = '') =>
  stream(bytes, `/Filter [${filters.map((name) => `/${name}`).join(' ')}] ${more}`)

/** A page that draws one image of so many dots. */
const image = (width, height, filter, data, more = '') =>
  onePage('q 600 0 0 700 0 0 cm /I Do Q', {
    resources: '/XObject << /I 6 0 R >>',
    more: [
      stream(
        data,
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${filter === 'DCTDecode' || filter === 'JPXDecode' ? 8 : 1} /ColorSpace /DeviceGray /Filter /${filter} ${more}`,
      ),
    ],
  })

/** A font program that is embedded under one of the three keys of a descriptor (ISO 32000-1, 9.9). */
const fontFile = (key, bytes, subtype, more = '') =>
  onePage(shows(NOTE), {
    font: `<< /Type /Font /Subtype /${subtype} /BaseFont /Odd /FirstChar 0 /LastChar 255 /FontDescriptor 6 0 R ${more} >>`,
    more: [`<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 0 1 1] /${key} 7 0 R >>`, flate(bytes)],
  })

const widths = (first, last) =>
  onePage(shows(NOTE), {
    font: '<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    more: [
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /W [${first} ${last} 500] >>`,
      '<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 0 1 1] >>',
    ],
  })

const toUnicode = (cmap) =>
  onePage(shows(NOTE), {
    font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    more: [flate(`/CIDInit /ProcSet findresource begin begincmap\n${cmap}\nendcmap end`)],
  })

const encodingMap = (cmap) =>
  onePage(shows(NOTE), {
    font: '<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding 8 0 R /DescendantFonts [6 0 R] >>',
    more: [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 0 1 1] >>',
      flate(`begincmap\n${cmap}\nendcmap`, '/Type /CMap /CMapName /Odd'),
    ],
  })

/** Forms that draw the next one ten times each, so many deep. */
function formsWithinForms(depth, calls) {
  const form = (content, at) =>
    stream(
      content,
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /F ${at + 1} 0 R >> /Font << /F1 5 0 R >> >>`,
    )
  const forms = Array.from({ length: depth }, (_, at) => form('/F Do '.repeat(calls), at + 6))
  return onePage('/F Do', { resources: '/XObject << /F 6 0 R >>', more: [...forms, form(shows('x'), 6 + depth)] })
}

/** A tree of pages of so many levels with one kid each. */
function deepTree(depth) {
  const kids = Array.from(
    { length: depth },
    (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 /Parent ${at + 1} 0 R >>`,
  )
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...kids,
    `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 9 9] >>`,
  ])
}

const tree = (pages, more = []) => pdf(['<< /Type /Catalog /Pages 2 0 R >>', pages, ...more])

/** A cross-reference stream whose dictionary says what it likes. */
function xrefStream(dict, table = Buffer.alloc(28)) {
  const file = new Writer('%PDF-1.7\n')
  const start = file.length
  file.object(1, stream(table, `/Type /XRef /W [1 4 2] /Root 2 0 R ${dict}`))
  file.text(`startxref\n${start}\n%%EOF\n`)
  return file.bytes()
}

/** Object streams that each claim to be in the next. */
function objectStreamsInCircle(count) {
  const file = new Writer()
  const objects = Array.from({ length: count }, (_, at) => at + 3)
  for (const number of objects)
    file.object(
      number,
      flate(
        `1 0 2 30 ${' '.repeat(40)}<< /Type /Catalog /Pages 2 0 R >> << >>`,
        `/Type /ObjStm /N 2 /First 50 /Extends ${3 + ((number - 2) % count)} 0 R`,
      ),
    )
  const rows = [[0, 0, 0], [2, 3, 0], [2, 4, 1], ...objects.map((number) => [2, 3 + ((number - 2) % count), 0])]
  const table = Buffer.concat(
    rows.map(([type, place, index]) => {
      const row = Buffer.alloc(7)
      row[0] = type
      row.writeUInt32BE(place, 1)
      row.writeUInt16BE(index, 5)
      return row
    }),
  )
  const start = file.length
  file.object(count + 3, stream(table, `/Type /XRef /Size ${rows.length} /W [1 4 2] /Root 1 0 R`))
  file.text(`startxref\n${start}\n%%EOF\n`)
  return file.bytes()
}

/** A small file whose trailer names a place for the section before it. */
const previous = (place) => pdf(textPage(NOTE), { trailer: `/Prev ${place}` })

function previousChain(count) {
  const file = new Writer()
  for (const [at, object] of page(shows(NOTE)).entries()) file.object(at + 1, object)
  let last = 0
  for (let at = 0; at < count; at++) {
    const start = file.length
    file.text(
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 6 /Root 1 0 R ${last === 0 ? '' : `/Prev ${last}`} >>\n`,
    )
    last = start
  }
  file.text(`startxref\n${last}\n%%EOF\n`)
  return file.bytes()
}

const annotations = (count) =>
  onePage(shows(NOTE), {
    entries: `/Annots [${Array.from({ length: count }, (_, at) => `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (note ${at}) >>`).join(' ')}]`,
  })

const fields = (count) => {
  const objects = page(shows(NOTE), {
    entries: '/Annots 6 0 R',
    more: [
      `[${Array.from({ length: count }, (_, at) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${at}) /V (Casey ${at}) /Rect [0 0 9 9] >>`).join(' ')}]`,
    ],
  })
  objects[0] = '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields 6 0 R >> >>'
  return pdf(objects)
}

function withCatalog(entries, more = []) {
  const objects = page(shows(NOTE), { more })
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${entries} >>`
  return pdf(objects)
}

const bookmarks = (count) =>
  withCatalog('/Outlines 6 0 R', [
    `<< /Type /Outlines /First 7 0 R /Last ${count + 6} 0 R /Count ${count} >>`,
    ...Array.from(
      { length: count },
      (_, at) => `<< /Title (t${at}) /Parent 6 0 R ${at + 1 < count ? `/Next ${at + 8} 0 R` : ''} >>`,
    ),
  ])

const encrypted = (entries) =>
  pdf(textPage(NOTE), { trailer: `/Encrypt << /Filter /Standard ${entries} >> /ID [<00> <00>]` })

const hex32 = '00'.repeat(32)

/** Headers of coded images that claim 60,000 by 60,000 dots. */
const JBIG2 = Buffer.from('0000000030000100000013' + '0000ea600000ea60000000000000000000000000', 'hex')
const JPEG = Buffer.from(
  'ffd8ffc0000b08ea60ea6001011100ffc4001400010000000000000000000000000000000affda0008010100003f00',
  'hex',
)
const JPX = Buffer.from(
  'ff4fff5100290000' +
    '0000ea600000ea60' +
    '0000000000000000' +
    '0000ea600000ea60' +
    '0000000000000000' +
    '0001070101' +
    'ff52000c00000001000504040001' +
    'ff5c00042240' +
    'ff90000a0000000000000001ff93',
  'hex',
)

/** LZW of one code again and again, each for a longer run (ISO 32000-1, 7.4.4). */
const lzw = () => Buffer.alloc(2 * MIB, Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]))

/** name -> [what it attacks, bytes]. */
export const PDF_FILES = {
  'pdf-inflate': ['a content stream that inflates to 4 GB', () => onePage(filtered(inflating(4_096), ['FlateDecode']))],
  'pdf-inflate-comment': [
    'a content stream that is one comment of 1 GB',
    () => onePage(filtered(inflating(1_024, '%'), ['FlateDecode'])),
  ],
  'pdf-inflate-nested': [
    'Flate of Flate: 6 kB that inflate to 8 GB',
    () => onePage(filtered(deflateSync(inflating(8_192), { level: 9 }), ['FlateDecode', 'FlateDecode'])),
  ],
  'pdf-inflate-triple': [
    'Flate of Flate of Flate',
    () =>
      onePage(
        filtered(deflateSync(deflateSync(inflating(8_192), { level: 9 }), { level: 9 }), [
          'FlateDecode',
          'FlateDecode',
          'FlateDecode',
        ]),
      ),
  ],
  'pdf-inflate-operators': [
    'a content stream of 256 MB of operators',
    () => onePage(filtered(deflateSync(Buffer.alloc(256 * MIB, 'q Q ')), ['FlateDecode'])),
  ],
  'pdf-ascii-hex': [
    'hexadecimal digits of a Flate bomb',
    () => onePage(filtered(Buffer.from(`${inflating(2_048).toString('hex')}>`), ['ASCIIHexDecode', 'FlateDecode'])),
  ],
  'pdf-ascii85': [
    'base 85: 16 MB of z inflated, each of which stands for four bytes',
    () => onePage(filtered(inflating(512, 'z'), ['FlateDecode', 'ASCII85Decode'])),
  ],
  'pdf-lzw': ['2 MB of LZW within Flate', () => onePage(filtered(deflateSync(lzw()), ['FlateDecode', 'LZWDecode']))],
  'pdf-run-length': [
    'runs of 128 within Flate: 64 MB of them',
    () =>
      onePage(
        filtered(deflateSync(Buffer.alloc(64 * MIB, Buffer.from([0x81, 0x20]))), ['FlateDecode', 'RunLengthDecode']),
      ),
  ],
  'pdf-predictor': [
    'a predictor with 2,000,000,000 columns',
    () =>
      onePage(
        filtered(
          deflateSync(Buffer.alloc(MIB)),
          ['FlateDecode'],
          '/DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 4 >>',
        ),
      ),
  ],
  'pdf-filters': [
    '4,000 filters on one stream',
    () => onePage(filtered(Buffer.from('x>'), Array(4_000).fill('ASCIIHexDecode'))),
  ],
  'pdf-jbig2': ['a JBIG2 image of 60,000 by 60,000 dots', () => image(60_000, 60_000, 'JBIG2Decode', JBIG2)],
  'pdf-jbig2-content': ['JBIG2 as the filter of a content stream', () => onePage(filtered(JBIG2, ['JBIG2Decode']))],
  'pdf-jpx': ['a JPEG 2000 image of 60,000 by 60,000 dots', () => image(60_000, 60_000, 'JPXDecode', JPX)],
  'pdf-jpx-content': ['JPEG 2000 as the filter of a content stream', () => onePage(filtered(JPX, ['JPXDecode']))],
  'pdf-dct': ['a JPEG image of 60,000 by 60,000 dots', () => image(60_000, 60_000, 'DCTDecode', JPEG)],
  'pdf-dct-content': ['JPEG as the filter of a content stream', () => onePage(filtered(JPEG, ['DCTDecode']))],
  'pdf-ccitt': [
    'a fax of 60,000 by 60,000 dots',
    () =>
      image(
        60_000,
        60_000,
        'CCITTFaxDecode',
        Buffer.alloc(4_000),
        '/DecodeParms << /K -1 /Columns 60000 /Rows 60000 >>',
      ),
  ],
  'pdf-ccitt-content': [
    'a fax of 2,000,000,000 columns as a content stream',
    () =>
      onePage(
        filtered(
          Buffer.alloc(4_000),
          ['CCITTFaxDecode'],
          '/DecodeParms << /K 0 /Columns 2000000000 /Rows 2000000000 /EndOfBlock false >>',
        ),
      ),
  ],
  'pdf-inline-images': [
    '20,000 inline images',
    () => onePage(flate('BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n'.repeat(20_000))),
  ],
  'pdf-inline-huge': [
    'an inline image of 60,000 by 60,000 dots',
    () => onePage(flate(`BI /W 60000 /H 60000 /BPC 8 /CS /RGB /F /Fl ID ${'x'.repeat(100)} EI`)),
  ],
  'pdf-bare-header': ['five bytes: %PDF-', () => Buffer.from('%PDF-')],
  'pdf-damaged-tree': [
    '96 bytes: a page tree that is none',
    () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj 7 endobj trailer<</Root 1 0 R>>\n'),
  ],
  'pdf-tree-is-text': ['a page tree that is a string', () => tree('(no tree)')],
  'pdf-tree-loop': ['a page tree that is its own kid', () => tree('<< /Type /Pages /Kids [2 0 R] /Count 1 >>')],
  'pdf-tree-ring': [
    'three nodes of a page tree in a ring',
    () =>
      tree('<< /Type /Pages /Kids [3 0 R] /Count 9 >>', [
        '<< /Type /Pages /Kids [4 0 R 4 0 R] /Count 9 >>',
        '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 9 >>',
      ]),
  ],
  'pdf-tree-deep': ['a page tree 100,000 deep', () => deepTree(100_000)],
  'pdf-tree-count': [
    'a page tree that claims 2,000,000,000 pages',
    () => tree('<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', ['<< /Type /Page /Parent 2 0 R >>']),
  ],
  'pdf-tree-fewer': [
    '1,999 pages claimed, one there',
    () => tree('<< /Type /Pages /Kids [3 0 R] /Count 1999 >>', ['<< /Type /Page /Parent 2 0 R >>']),
  ],
  'pdf-tree-same-page': [
    'one page as 1,900 kids',
    () =>
      tree(`<< /Type /Pages /Kids [${'3 0 R '.repeat(1_900)}] /Count 1900 >>`, [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [${'4 0 R '.repeat(500)}] /Resources << /Font << /F1 5 0 R >> >> >>`,
        stream(shows(NOTE)),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ]),
  ],
  'pdf-contents-loop': [
    'an array of contents that holds itself',
    () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
        '[4 0 R 4 0 R]',
      ]),
  ],
  'pdf-length-loop': [
    'a stream whose length is the stream',
    () => onePage(Buffer.from('<< /Length 4 0 R >>\nstream\nq\nendstream')),
  ],
  'pdf-length-huge': [
    'a stream that says it has 2^53 bytes',
    () => onePage(Buffer.from('<< /Length 9007199254740993 >>\nstream\nq\nendstream')),
  ],
  'pdf-array-deep': [
    '200,000 arrays within each other in the catalog',
    () => withCatalog(`/X ${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  ],
  'pdf-content-deep': [
    '1,000,000 arrays within each other in the content',
    () => onePage(flate(`${'['.repeat(1_000_000)} Tj`)),
  ],
  'pdf-widths': ['a range of 2,000,000,000 glyph widths', () => widths(0, 2_000_000_000)],
  'pdf-widths-wide': ['a range of widths past what numbers hold', () => widths(0, '99999999999999999999')],
  'pdf-first-last-char': [
    'a simple font with 2,000,000,000 letters',
    () =>
      onePage(shows(NOTE), {
        font: '<< /Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 0 /LastChar 2000000000 /Widths [1] /FontDescriptor << /FontName /Odd /Flags 4 >> >>',
      }),
  ],
  'pdf-index': [
    'a cross-reference stream with 2^31 entries',
    () => xrefStream('/Size 2147483647 /Index [0 2147483647]'),
  ],
  'pdf-index-many': [
    'a cross-reference stream of 50,000 sections',
    () => xrefStream(`/Size 9 /Index [${'0 2147483647 '.repeat(50_000)}]`),
  ],
  'pdf-index-empty-rows': [
    'cross-references of no width',
    () => xrefStream('/Size 2147483647 /W [0 0 0] /Index [0 2147483647]'),
  ],
  'pdf-xref-table-huge': [
    'a cross-reference table that claims 2,000,000,000 rows',
    () =>
      Buffer.from(
        `%PDF-1.4\nxref\n0 2000000000\n${'0000000000 65535 f \n'.repeat(50)}trailer\n<< /Size 2000000000 /Root 1 0 R >>\nstartxref\n9\n%%EOF`,
      ),
  ],
  'pdf-prev-self': [
    'a section before it that is itself',
    () => {
      const bytes = previous('0')
      const at = bytes.indexOf('xref\n0')
      return previous(String(at))
    },
  ],
  'pdf-prev-wild': ['a section before it that lies nowhere', () => previous('99999999999')],
  'pdf-prev-chain': ['50,000 sections, each before the next', () => previousChain(50_000)],
  'pdf-object-streams': ['object streams that lie in each other, 1,000 in a ring', () => objectStreamsInCircle(1_000)],
  'pdf-objstm-count': [
    'an object stream that claims 2,000,000,000 objects',
    () => withCatalog('/X 7 0 R', [stream('1 0', '/Type /ObjStm /N 2000000000 /First 2000000000')]),
  ],
  'pdf-no-xref': [
    '1,000,000 objects and no cross-references',
    () => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from('1 0 obj 1 endobj\n'.repeat(1_000_000))]),
  ],
  'pdf-no-xref-trailers': [
    '200,000 trailers and no cross-references',
    () => Buffer.from(`%PDF-1.4\n${'trailer << /Root 1 0 R >>\n'.repeat(200_000)}`),
  ],
  'pdf-forms': ['forms that draw forms ten times each, twelve deep', () => formsWithinForms(12, 10)],
  'pdf-form-itself': [
    'a form that draws itself',
    () =>
      onePage('/F Do', {
        resources: '/XObject << /F 6 0 R >>',
        more: [
          stream(
            '/F Do '.repeat(9),
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 6 0 R >> >>',
          ),
        ],
      }),
  ],
  'pdf-form-wide': [
    'a form of 20,000 lines drawn 5,000 times',
    () =>
      onePage(flate('/F Do '.repeat(5_000)), {
        resources: '/XObject << /F 6 0 R >>',
        more: [
          flate(
            shows('x').repeat(20_000),
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >>',
          ),
        ],
      }),
  ],
  'pdf-pattern-itself': [
    'a pattern painted with itself',
    () =>
      onePage('/Pattern cs /P scn 0 0 9 9 re f', {
        resources: '/Pattern << /P 6 0 R >>',
        more: [
          stream(
            '/Pattern cs /P scn 0 0 9 9 re f',
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 1 /YStep 1 /Resources << /Pattern << /P 6 0 R >> >>',
          ),
        ],
      }),
  ],
  'pdf-function-sampled': [
    'a sampled function of 2^31 samples in eight dimensions',
    () =>
      onePage('/CS cs 1 scn 0 0 9 9 re f', {
        resources: '/ColorSpace << /CS [/Separation /X /DeviceRGB 6 0 R] >>',
        more: [
          stream(
            'x',
            '/FunctionType 0 /Domain [0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Size [255 255 255 255 255 255 255 255] /BitsPerSample 8',
          ),
        ],
      }),
  ],
  'pdf-function-stitching': [
    'a stitching function of itself',
    () =>
      onePage('/CS cs 1 scn 0 0 9 9 re f', {
        resources: '/ColorSpace << /CS [/Separation /X /DeviceRGB 6 0 R] >>',
        more: ['<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [6 0 R] >>'],
      }),
  ],
  'pdf-color-space-loop': [
    'a colour space over itself',
    () =>
      onePage('/CS cs 0 0 9 9 re f', {
        resources: '/ColorSpace << /CS 6 0 R >>',
        more: ['[/Indexed 6 0 R 255 6 0 R]'],
      }),
  ],
  'pdf-shading-mesh': [
    'a shading that claims meshes of 32 bits a corner',
    () =>
      onePage('/S sh', {
        resources: '/Shading << /S 6 0 R >>',
        more: [
          flate(
            Buffer.alloc(8 * MIB),
            '/ShadingType 7 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 1 0 1 0 1 0 1 0 1]',
          ),
        ],
      }),
  ],
  'pdf-annotations': ['100,000 annotations on one page', () => annotations(100_000)],
  'pdf-annotation-loop': [
    'an annotation whose parent is itself',
    () =>
      onePage(shows(NOTE), {
        entries: '/Annots [6 0 R]',
        more: ['<< /Type /Annot /Subtype /Widget /Parent 6 0 R /Kids [6 0 R] /FT /Tx /Rect [0 0 9 9] >>'],
      }),
  ],
  'pdf-fields': ['20,000 fields of a form', () => fields(20_000)],
  'pdf-text-items': [
    '80,000 pieces of text on one page',
    () => onePage(flate(`BT /F1 9 Tf ${'1 0 0 1 9 9 Tm (x) Tj '.repeat(80_000)}ET`)),
  ],
  'pdf-text-lines': [
    '80,000 lines of text, each lower than the last',
    () => onePage(flate(`BT /F1 9 Tf ${'0 -12 Td (x) Tj '.repeat(80_000)}ET`)),
  ],
  'pdf-text-long': [
    'one string of 16,000,000 letters',
    () => onePage(flate(`BT /F1 9 Tf (${'x'.repeat(16_000_000)}) Tj ET`)),
  ],
  'pdf-fonts-many': [
    '5,000 fonts, each asked for',
    () =>
      onePage(flate(`BT ${Array.from({ length: 5_000 }, (_, at) => `/G${at} 9 Tf (x) Tj`).join(' ')} ET`), {
        resources: `/Font << ${Array.from({ length: 5_000 }, (_, at) => `/G${at} << /Type /Font /Subtype /Type1 /BaseFont /Odd${at} >>`).join(' ')} >>`,
      }),
  ],
  'pdf-font-type1': [
    'a Type 1 font that is none',
    () =>
      fontFile(
        'FontFile',
        '%!PS-AdobeFont-1.0\n/Private 99 dict dup begin /Subrs 2000000000 array\ncurrentfile eexec\n' +
          'x'.repeat(5_000),
        'Type1',
      ),
  ],
  'pdf-font-truetype': [
    'a TrueType font whose tables lie outside it',
    () =>
      fontFile(
        'FontFile2',
        Buffer.concat([
          Buffer.from('00010000ffff008000030070', 'hex'),
          Buffer.from('676c7966ffffffffffffffffffffffff636d6170000000000000000cffffffff'.repeat(400), 'hex'),
        ]),
        'TrueType',
      ),
  ],
  'pdf-font-cff': [
    'a CFF font whose indexes are huge',
    () => fontFile('FontFile3', Buffer.from(`01000404${'ffff04ffffffffffffffff'.repeat(300)}`, 'hex'), 'Type1', '/X 1'),
  ],
  'pdf-font-type3': [
    'a Type 3 font whose letters draw themselves',
    () =>
      onePage(shows('aaaaaaaaaa'), {
        font: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F1 5 0 R >> >> >>',
        more: [stream('9 0 0 0 9 9 d1 BT /F1 1 Tf (aaaaaaaaaa) Tj ET')],
      }),
  ],
  'pdf-cmap-range': [
    'a map of 2^32 letters in one range',
    () => toUnicode('1 beginbfrange <00000000> <ffffffff> <0041> endbfrange'),
  ],
  'pdf-cmap-ranges': [
    '20,000 ranges of 65,536 letters',
    () => toUnicode(`20000 beginbfrange ${'<0000> <ffff> <0041> '.repeat(20_000)} endbfrange`),
  ],
  'pdf-cmap-cid': [
    'a code range of 2^32 letters',
    () =>
      encodingMap(
        '1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begincidrange <00000000> <ffffffff> 0 endcidrange',
      ),
  ],
  'pdf-cmap-use': ['a map that uses itself', () => encodingMap('/Odd usecmap')],
  'pdf-encrypted': [
    'a file that wants a password',
    () => encrypted(`/V 2 /R 3 /Length 128 /P -1 /O <${hex32}> /U <${hex32}>`),
  ],
  'pdf-encrypted-odd': [
    'a key of 2^31 bits',
    () => encrypted(`/V 5 /R 6 /Length 2147483648 /P 99999999999 /O <00> /U <00> /OE <00> /UE <00> /Perms <00>`),
  ],
  'pdf-encrypted-missing': ['an encryption without its parts', () => encrypted('/V 4')],
  'pdf-bookmarks': ['50,000 bookmarks', () => bookmarks(50_000)],
  'pdf-bookmark-loop': [
    'a bookmark that follows itself',
    () =>
      withCatalog('/Outlines 6 0 R', ['<< /First 7 0 R /Last 7 0 R >>', '<< /Title (x) /Next 7 0 R /First 7 0 R >>']),
  ],
  'pdf-names-loop': [
    'a tree of names that is its own kid',
    () =>
      withCatalog('/Names << /Dests 6 0 R /JavaScript 6 0 R /EmbeddedFiles 6 0 R >>', ['<< /Kids [6 0 R 6 0 R] >>']),
  ],
  'pdf-xfa': [
    'a form in XML that grows by entities',
    () =>
      withCatalog('/AcroForm << /XFA 6 0 R /Fields [] >> /NeedsRendering true', [
        flate(
          `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(9_999)}"><!ENTITY b "${'&a;'.repeat(9_999)}">]><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template>&b;</template></xdp:xdp>`,
        ),
      ]),
  ],
  'pdf-xfa-deep': [
    'a form in XML 500,000 deep',
    () =>
      withCatalog('/AcroForm << /XFA 6 0 R /Fields [] >> /NeedsRendering true', [
        flate(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${'<a>'.repeat(500_000)}`),
      ]),
  ],
  'pdf-javascript': [
    'a script that never ends, on opening',
    () => withCatalog('/OpenAction << /S /JavaScript /JS (for(;;\\){}) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >>'),
  ],
  'pdf-structure-loop': [
    'a tree of structure that is its own kid',
    () =>
      withCatalog('/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R', [
        '<< /Type /StructTreeRoot /K [6 0 R 6 0 R] /ParentTree 6 0 R /Kids [6 0 R] >>',
      ]),
  ],
  'pdf-page-labels': [
    'labels for 2,000,000,000 pages',
    () => withCatalog('/PageLabels << /Nums [0 << /S /R /St 2000000000 >> 2000000000 << /S /A >>] >>'),
  ],
  'pdf-metadata': [
    'properties of 8,000,000 letters',
    () =>
      pdf([...textPage(NOTE), `<< /Title (${'x'.repeat(8_000_000)}) /Author (Casey Example) >>`], {
        trailer: '/Info 6 0 R',
      }),
  ],
  'pdf-metadata-xml': [
    'metadata in XML that grows by entities',
    () =>
      withCatalog('/Metadata 6 0 R', [
        stream(
          `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(9_999)}">]><x:xmpmeta xmlns:x="adobe:ns:meta/">&b;</x:xmpmeta>`,
          '/Type /Metadata /Subtype /XML',
        ),
      ]),
  ],
  'pdf-optional-content': [
    '100,000 layers',
    () =>
      withCatalog(
        `/OCProperties << /OCGs [${'6 0 R '.repeat(100_000)}] /D << /Order [${'['.repeat(5_000)}${']'.repeat(5_000)}] >> >>`,
        ['<< /Type /OCG /Name (x) >>'],
      ),
  ],
  'pdf-operators': ['2,000,000 operators nobody knows', () => onePage(flate('zz '.repeat(2_000_000)))],
  'pdf-save': [
    '1,000,000 saved states, none restored',
    () => onePage(flate(`${'q '.repeat(1_000_000)}${shows(NOTE)}`)),
  ],
  'pdf-paths': ['a path of 1,000,000 points', () => onePage(flate(`0 0 m ${'1 1 l '.repeat(1_000_000)}S`))],
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `pdf-cut-${at + 1}`,
      [
        `a real letter cut at ${at + 1} tenths`,
        () => letter().subarray(0, Math.floor((letter().length * (at + 1)) / 10)),
      ],
    ]),
  ),
}
