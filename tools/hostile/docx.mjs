// Hostile DOCX files and archives that look like one, each with what it attacks: the archive's directory and sizes, and the XML within.
import { deflateRawSync } from 'node:zlib'
import { zip } from './zip-writer.mjs'

const MIB = 1024 * 1024
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
const NOTE = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'

const paragraph = (text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const body = (inner) => `<?xml version="1.0" encoding="UTF-8"?><w:document ${W}><w:body>${inner}</w:body></w:document>`
const types = { name: '[Content_Types].xml', bytes: TYPES }
const documentOf = (bytes, more = {}) => ({ name: 'word/document.xml', bytes, ...more })
const docx = (bytes, more = [], options = {}) => zip([types, documentOf(bytes), ...more], options)

/** An honest document of paragraphs. */
export function wordDocument(paragraphs) {
  return docx(body(paragraphs.map(paragraph).join('')))
}

/** Deflated bytes of the same letter so many times, made in parts: the whole never lies in memory at once. */
function deflatedRun(megabytes) {
  const piece = Buffer.alloc(MIB, ' ')
  // A block that ends at a byte boundary and refers to nothing before it can be written again and again (RFC 1951, 3.2).
  const block = deflateRawSync(piece, { level: 9, finishFlush: 2 })
  return Buffer.concat([...Array(megabytes).fill(block), deflateRawSync(Buffer.alloc(0))])
}

/** Overlapping entries (D. Fifield, "A better zip bomb", WOOT 2019): many directory entries share one run of data. */
function overlapping(count) {
  const kernel = deflatedRun(64)
  const first = documentOf(Buffer.alloc(0), { packed: kernel, size: 64 * MIB })
  const shared = Array.from({ length: count }, (_, at) => ({
    name: `word/header${at}.xml`,
    packed: kernel,
    size: 64 * MIB,
    at: 0,
  }))
  return zip([first, ...shared])
}

function nestedArchives(depth) {
  let inner = wordDocument([NOTE])
  for (let left = depth; left > 0; left--)
    inner = zip([types, documentOf(inner), { name: 'word/embeddings/a.docx', bytes: inner }])
  return inner
}

function laughs() {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const doctype = `<!DOCTYPE w:document [<!ENTITY l0 "lol">${entities}]>`
  return body(paragraph('&l9;')).replace('?><', `?>${doctype}<`)
}

const external = (target) =>
  body(paragraph('&x;')).replace('?><', `?><!DOCTYPE w:document [<!ENTITY x SYSTEM "${target}">]><`)

/** name -> [what it attacks, bytes]. */
export const DOCX_FILES = {
  'docx-zip64-count': [
    'a directory that claims 2^32 - 1 entries in a few bytes',
    () =>
      zip([documentOf('', { stored: true })], {
        end: { entries: 0xffff, offset: 0xffffffff, size: 0xffffffff },
        zip64: { entries: 2n ** 32n - 1n },
      }),
  ],
  'docx-zip64-max': [
    'a directory that claims 2^64 - 1 entries',
    () =>
      zip([documentOf('', { stored: true })], {
        end: { entries: 0xffff, offset: 0xffffffff },
        zip64: { entries: 2n ** 64n - 1n },
      }),
  ],
  'docx-lying-size': [
    '1 MB that says it holds 10 bytes and unpacks to 1 GB',
    () => zip([types, documentOf('', { packed: deflatedRun(1_024), size: 10 })]),
  ],
  'docx-lying-size-large': [
    'a few bytes that say they hold 4 GB',
    () => zip([types, documentOf(body(paragraph(NOTE)), { size: 0xfffffff0 })]),
  ],
  'docx-honest-bomb': [
    '14 MB that unpack to 2.7 GB, and say so',
    () =>
      zip([
        types,
        ...Array.from({ length: 42 }, (_, at) => ({
          name: `word/header${at}.xml`,
          packed: deflatedRun(64),
          size: 64 * MIB,
        })),
        { name: 'padding', bytes: noise(11.5 * MIB), stored: true },
        documentOf(body(paragraph(NOTE))),
      ]),
  ],
  'docx-under-the-ratio': [
    'as much as its size allows: 200 times, of blanks',
    () =>
      zip([
        types,
        { name: 'padding', bytes: noise(2 * MIB), stored: true },
        documentOf(body(paragraph(' '.repeat(200 * MIB)))),
      ]),
  ],
  'docx-overlapping': ['entries that overlap: 20,000 of 64 MB each share 64 kB', () => overlapping(20_000)],
  'docx-nested': ['archives within archives, eight deep', () => nestedArchives(8)],
  'docx-many-entries': [
    '100,000 entries without content',
    () =>
      zip(
        [
          types,
          documentOf(body(paragraph(NOTE))),
          ...Array.from({ length: 100_000 }, (_, at) => ({ name: `word/header${at}.xml`, bytes: '', stored: true })),
        ],
        { end: { entries: 0xffff, offset: 0xffffffff }, zip64: { entries: 100_002n } },
      ),
  ],
  'docx-many-relations': [
    '20,000 parts that hold text each',
    () =>
      zip([
        types,
        ...Array.from({ length: 20_000 }, (_, at) => ({
          name: `word/header${at}.xml`,
          bytes: body(paragraph('x')),
          stored: true,
        })),
        documentOf(body(paragraph(NOTE))),
      ]),
  ],
  'docx-billion-laughs': ['entities that grow tenfold nine times', () => docx(laughs())],
  'docx-external-file': ['an entity that is a file of the server', () => docx(external('file:///etc/passwd'))],
  'docx-external-url': ['an entity behind an address', () => docx(external('http://127.0.0.1:9/'))],
  'docx-paragraphs': [
    '50,000 paragraphs',
    () => wordDocument(Array.from({ length: 50_000 }, (_, at) => `${NOTE} ${at}`)),
  ],
  'docx-short-paragraphs': [
    '400,000 paragraphs of one word',
    () => wordDocument(Array.from({ length: 400_000 }, (_, at) => `w${at % 97}`)),
  ],
  'docx-deep': [
    '1,000,000 elements within each other',
    () => docx(body(`${'<w:p>'.repeat(1_000_000)}${NOTE}${'</w:p>'.repeat(1_000_000)}`)),
  ],
  'docx-deep-unclosed': ['1,000,000 elements that are never closed', () => docx(body('<w:p>'.repeat(1_000_000)))],
  'docx-attributes': [
    'an element of 200,000 attributes',
    () => docx(body(`<w:p ${Array.from({ length: 200_000 }, (_, at) => `a${at}="x"`).join(' ')}>${NOTE}</w:p>`)),
  ],
  'docx-comments': [
    '50,000 comments with an author each',
    () =>
      docx(body(paragraph(NOTE)), [
        {
          name: 'word/comments.xml',
          bytes: body(
            Array.from(
              { length: 50_000 },
              (_, at) => `<w:comment w:author="Casey ${at}">${paragraph('x')}</w:comment>`,
            ).join(''),
          ),
        },
      ]),
  ],
  'docx-hyperlinks': [
    '50,000 links in the relations',
    () =>
      docx(body(paragraph(NOTE)), [
        {
          name: 'word/_rels/document.xml.rels',
          bytes: `<Relationships>${Array.from({ length: 50_000 }, (_, at) => `<Relationship Id="r${at}" Type="x/hyperlink" Target="https://example.com/${at}" TargetMode="External"/>`).join('')}</Relationships>`,
        },
      ]),
  ],
  'docx-utf16': [
    'XML in UTF-16 without a word',
    () => docx(Buffer.from(`\ufeff${body(paragraph(NOTE)).replace(' encoding="UTF-8"', '')}`, 'utf16le')),
  ],
  'docx-windows-1252': [
    'XML that names an encoding that is not read',
    () => docx(Buffer.from(body(paragraph('Gr\u00fc\u00dfe an Zo\u00eb')).replace('UTF-8', 'windows-1252'), 'latin1')),
  ],
  'docx-utf32': ['XML in UTF-32', () => docx(utf32(body(paragraph(NOTE))))],
  'docx-bad-utf8': [
    'XML of bytes that are no UTF-8',
    () => docx(Buffer.concat([Buffer.from(body('').slice(0, 60)), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])])),
  ],
  'docx-crc': ['a checksum that does not fit', () => zip([types, documentOf(body(paragraph(NOTE)), { crc: 1 })])],
  'docx-traversal': [
    'names that lead out of the folder',
    () =>
      docx(body(paragraph(NOTE)), [
        { name: '../../../../tmp/selfsame-hostile', bytes: 'x' },
        { name: '/etc/selfsame-hostile', bytes: 'x' },
        { name: 'word\\..\\..\\x', bytes: 'x' },
      ]),
  ],
  'docx-duplicate': [
    'two documents of one name',
    () => zip([types, documentOf(body(paragraph('the first'))), documentOf(body(paragraph('the second')))]),
  ],
  'docx-two-names': [
    'a directory that calls an entry otherwise than it calls itself',
    () => zip([types, documentOf(body(paragraph(NOTE)), { localName: 'word/nothing.xml' })]),
  ],
  'docx-encrypted': [
    'an entry that says it is encrypted',
    () => zip([types, documentOf(body(paragraph(NOTE)), { flags: 1 })]),
  ],
  'docx-method': [
    'an entry packed by a method nobody has',
    () => zip([types, documentOf(body(paragraph(NOTE)), { method: 99 })]),
  ],
  'docx-no-directory': ['an archive without its directory', () => docx(body(paragraph(NOTE))).subarray(0, 300)],
  'docx-cdata': ['50,000 CDATA sections', () => docx(body(`<w:p><w:t>${'<![CDATA[x]]>'.repeat(50_000)}</w:t></w:p>`))],
  'docx-one-word': ['one word of 8,000,000 letters', () => wordDocument(['A'.repeat(8_000_000)])],
  'docx-references': ['2,000,000 character references', () => wordDocument(['&#x41;'.repeat(2_000_000)])],
}

/** Bytes that do not pack, the same on every machine (a linear congruential generator, Numerical Recipes, 7.1). */
export function noise(length) {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

export function utf32(text) {
  const points = [...text]
  const bytes = Buffer.alloc(points.length * 4 + 4)
  bytes.writeUInt32LE(0xfeff, 0)
  for (const [at, sign] of points.entries()) bytes.writeUInt32LE(sign.codePointAt(0), at * 4 + 4)
  return bytes
}
