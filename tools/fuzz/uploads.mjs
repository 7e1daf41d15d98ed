// The part of the fuzzer that feeds the parsers: real and made files with a few bytes changed, in forms that are well written or not.
// A file that cannot be read is one entry of `errors`, in a sentence that names nothing of the server.
import { readFileSync } from 'node:fs'
import { wordDocument } from '../hostile/docx.mjs'
import { pdf, textPage } from '../hostile/pdf-writer.mjs'
import { mutated } from './bytes.mjs'
import { wrongDetail } from './oracle.mjs'
import { Random } from './random.mjs'
import { hostileText, NAMES_OF_OBJECTS, planted } from './values.mjs'
import { framed, someHeaders } from './wire.mjs'

const TEXT = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.\n'
const read = (name) => readFileSync(new URL(`../../test/files/${name}`, import.meta.url))

/** The seeds of mutations: at most some kilobytes each, of every kind that is read here and some that are not. */
function corpus() {
  return [
    read('letter.docx'),
    read('letter.pdf'),
    read('scan.pdf'),
    pdf(textPage(TEXT)),
    pdf(textPage(TEXT), { compress: true, objectStreams: true }),
    wordDocument([TEXT, 'Dr. Ada Lovelace']),
    Buffer.from(TEXT.repeat(20)),
    Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
    Buffer.from(`${TEXT}Gr\xfc\xdfe`, 'latin1'),
    Buffer.from(`<html><body><p>${TEXT}</p></body></html>`),
    Buffer.from(`BEGIN:VCARD\r\nFN:Casey Example\r\nTEL:0803 555 7890\r\nEND:VCARD\r\n`),
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('PK\u0003\u0004word/document.xml', 'latin1'),
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  ]
}

const NAMES = ['a.pdf', 'b.docx', 'c.txt', 'größe.txt', '..', '.', '', 'a/../b', 'C:\\x.txt', 'x'.repeat(300)]

/** Makes the upload of a number. */
export function uploadRequests({ seed }) {
  const files = corpus()
  return (number) => {
    const random = new Random(seed, 'parsers', number)
    const boundary = random.weighted([
      [20, 'x-boundary'],
      [1, '-'.repeat(70)],
      [1, 'a b'],
      [1, "'()+_,-./:=?"],
    ])
    const body = random.oneIn(8) ? oddForm(random, boundary, files) : form(random, boundary, files)
    const type = random.weighted([
      [30, `multipart/form-data; boundary="${boundary}"`],
      [1, 'multipart/form-data'],
      [1, 'multipart/form-data; boundary='],
      [1, `multipart/mixed; boundary="${boundary}"`],
      [1, `multipart/form-data; boundary="${'x'.repeat(200)}"`],
    ])
    const headers = [['Content-Type', type], ...(random.oneIn(6) ? someHeaders(random) : [])]
    const chunks = random.oneIn(10) ? random.pick([100, 4_000]) : null
    return {
      bytes: framed({ method: 'POST', target: '/documents', headers, body, chunks }),
      label: 'POST /documents',
      expects: wrongReport,
    }
  }
}

/** Sentences of a report are read by the same rules as those of a refusal; names of files are its keys. */
function wrongReport({ status, body }) {
  if (status !== 200) return null
  const { errors, review } = JSON.parse(body)
  for (const sentence of [...Object.values(errors), ...Object.values(review.errors)]) {
    const wrong = wrongDetail(sentence)
    if (wrong !== null) return `in errors: ${wrong}`
  }
  return null
}

function form(random, boundary, files) {
  const parts = random.times(
    random.weighted([
      [6, 1],
      [2, 2],
      [1, 3],
      [1, 0],
    ]),
    () => filePart(random, random.oneIn(8) ? random.pick(files) : mutated(random, random.pick(files), files)),
  )
  parts.unshift(field('jurisdiction', random.pick(['NG', 'auto', 'DE', planted(random)])))
  if (random.oneIn(4)) parts.push(field(random.pick(['store', 'reveal']), random.pick(['true', 'yes', '1', 'x', ''])))
  if (random.oneIn(6)) parts.push(field('entity', random.pick(['person', 'organisation', 'x'])))
  return joined(boundary, parts)
}

function filePart(random, content) {
  const name = random.oneIn(6) ? random.pick([...NAMES, ...NAMES_OF_OBJECTS]) : `f${random.below(9)}`
  const quoted = (random.oneIn(10) ? hostileText(random, 2) : name).toWellFormed().replace(/["\r\n\\\0]/g, '')
  return [
    `Content-Disposition: form-data; name="files"; filename="${quoted}"\r\nContent-Type: application/octet-stream`,
    content,
  ]
}

function field(name, value) {
  return [`Content-Disposition: form-data; name="${name}"`, Buffer.from(value)]
}

function joined(boundary, parts, end = `--${boundary}--\r\n`) {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}

/** Forms that no browser writes. */
function oddForm(random, boundary, files) {
  const file = () => filePart(random, random.pick(files))
  return random.pick([
    () => joined(boundary, [file()], ''),
    () => joined(boundary, [file()], `--${boundary}`),
    () => joined(boundary, [file(), file()]).subarray(0, random.below(400)),
    () => joined(boundary, [['Content-Disposition: form-data; name="files"', joined('inner', [file()])]]),
    () => joined(boundary, [[`Content-Type: multipart/mixed; boundary=inner`, joined('inner', [file()])]]),
    () =>
      joined(
        boundary,
        random.times(1_000, () => field('store', 'true')),
      ),
    () =>
      joined(
        boundary,
        random.times(random.pick([199, 201, 1_000]), () => filePart(random, Buffer.from(TEXT))),
      ),
    () => joined(boundary, [field('jurisdiction', 'NG'), field('jurisdiction', 'DE'), file()]),
    () => joined(boundary, [field(random.pick(NAMES_OF_OBJECTS), 'x'), file()]),
    () => joined(boundary, [field(planted(random), 'x'), file()]),
    () => joined(boundary, [field('x'.repeat(5_000), 'x'), file()]),
    () => joined(boundary, [field('entity', 'x'.repeat(100_000)), file()]),
    () => joined(boundary, [field('files', 'a plain field'), file()]),
    () => joined(boundary, [['Content-Disposition: form-data', Buffer.from('x')], file()]),
    () => joined(boundary, [['X: y', Buffer.from('x')], file()]),
    () => joined(boundary, [['', Buffer.from('x')], file()]),
    () => joined(boundary, [[`${'X: y\r\n'.repeat(3_000)}X: y`, Buffer.from('x')], file()]),
    () =>
      joined(boundary, [[`Content-Disposition: form-data; name="files"; filename*=utf-8''%zz%ff`, Buffer.from(TEXT)]]),
    () =>
      joined(boundary, [
        [
          `Content-Disposition: form-data; name="files"; filename="a"\r\nContent-Transfer-Encoding: base64`,
          Buffer.from('!!!!'),
        ],
      ]),
    () => mutated(random, joined(boundary, [field('jurisdiction', 'NG'), file()])),
    () => Buffer.from(''),
    () => Buffer.from(`--${boundary}--`),
    () => Buffer.from(`--${boundary}\n\n\n--${boundary}--`),
  ])()
}
