// Writes PDF files by hand (ISO 32000-1, 7.3 and 7.5): objects as text or streams, a cross-reference table or stream, and nothing that
// checks whether what is written makes sense.
import { deflateSync } from 'node:zlib'

/** A stream object; `dict` is the content of its dictionary without the length. */
export function stream(bytes, dict = '') {
  const content = Buffer.from(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${dict} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** The same, deflated. */
export function flate(bytes, dict = '') {
  return stream(deflateSync(bytes, { level: 9 }), `/Filter /FlateDecode ${dict}`)
}

/**
 * A file of objects: the first is number 1 and the catalog. `trailer` is put into the trailer's dictionary verbatim. With
 * `objectStreams` every object that is not a stream is in one, and the cross-references are a stream too (7.5.7, 7.5.8).
 */
export function pdf(objects, { trailer = '', objectStreams = false, compress = false } = {}) {
  return objectStreams ? withStreams(objects, trailer, compress) : withTable(objects, trailer)
}

function withTable(objects, trailer) {
  const file = new Writer()
  objects.forEach((object, at) => {
    if (object !== null) file.object(at + 1, object)
  })
  const start = file.length
  file.text(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (let number = 1; number <= objects.length; number++) {
    const place = file.places.get(number)
    file.text(`${String(place ?? 0).padStart(10, '0')} 00000 ${place === undefined ? 'f' : 'n'} \n`)
  }
  file.text(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
  return file.bytes()
}

function withStreams(objects, trailer, compress) {
  const file = new Writer()
  const packed = objects.map((object, at) => [at + 1, object]).filter(([, object]) => typeof object === 'string')
  const holder = objects.length + 1
  const make = compress ? flate : stream
  objects.forEach((object, at) => {
    if (object !== null && typeof object !== 'string') file.object(at + 1, object)
  })
  let [index, bodies] = ['', '']
  for (const [number, body] of packed) {
    index += `${number} ${bodies.length} `
    bodies += `${body} `
  }
  file.object(
    holder,
    make(Buffer.from(index + bodies, 'latin1'), `/Type /ObjStm /N ${packed.length} /First ${index.length}`),
  )
  const rows = [[0, 0, 65535]]
  for (let number = 1; number <= holder + 1; number++) {
    const at = packed.findIndex(([each]) => each === number)
    if (number === holder + 1) rows.push([1, file.length, 0])
    else rows.push(at >= 0 ? [2, holder, at] : [1, file.places.get(number) ?? 0, 0])
  }
  const table = Buffer.alloc(rows.length * 7)
  rows.forEach(([type, place, index_], row) => {
    table.writeUInt8(type, row * 7)
    table.writeUInt32BE(place, row * 7 + 1)
    table.writeUInt16BE(index_, row * 7 + 5)
  })
  const start = file.length
  file.object(holder + 1, make(table, `/Type /XRef /Size ${holder + 2} /W [1 4 2] /Root 1 0 R ${trailer}`))
  file.text(`startxref\n${start}\n%%EOF\n`)
  return file.bytes()
}

/** A file that grows, and knows where its objects begin. */
export class Writer {
  places = new Map()
  length = 0
  #parts = []

  constructor(header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n') {
    this.text(header)
  }

  text(text) {
    this.#add(Buffer.from(text, 'latin1'))
  }

  object(number, body) {
    this.places.set(number, this.length)
    this.text(`${number} 0 obj\n`)
    this.#add(Buffer.from(body))
    this.text('\nendobj\n')
  }

  bytes() {
    return Buffer.concat(this.#parts)
  }

  #add(bytes) {
    this.#parts.push(bytes)
    this.length += bytes.length
  }
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** The objects of a file with one page; `more` are objects from number 6 on that the page or its content names. */
export function page(content, { resources = '', entries = '', font = FONT, more = [] } = {}) {
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${entries} >>`,
    typeof content === 'string' ? stream(content) : content,
    font,
    ...more,
  ]
}

/** A content stream that shows one line. */
export function shows(text) {
  return `BT /F1 12 Tf 72 720 Td (${text.replace(/[\\()\n]/g, ' ')}) Tj ET\n`
}

/** The objects of a file whose one page shows a line. */
export function textPage(text) {
  return page(shows(text))
}
