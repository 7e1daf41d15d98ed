// Texts with repeats as files: each is written as a text, DOCX, PDF, XLSX, mail and a folder of two files, masked, and its copy read again by
// the parsers of this package. A mention is hidden where its words are in the copy no more often than other words of the text account for.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strToU8, zipSync } from 'fflate'

const NAME = 'PII-1-NAME'
const MOST_TEXTS = 20
const LONGEST_LINE = 90

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const share = (part, whole) => (whole === 0 ? '-' : (part / whole).toFixed(3))
const zipped = (parts) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])))
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function officeFile(main, type, parts) {
  return zipped({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
    ...parts,
  })
}

const runOf = (text) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** Paragraphs in runs of seven letters, as writers cut them. */
function docxOf(text) {
  const body = text
    .split('\n')
    .map((line) => `<w:p>${(line.match(/.{1,7}/gsu) ?? []).map(runOf).join('')}</w:p>`)
    .join('')
  return officeFile(
    'word/document.xml',
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
    {
      'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  )
}

function xlsxOf(text) {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rows = text
    .split('\n')
    .map(
      (line, n) =>
        `<row r="${n + 1}"><c r="A${n + 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(line)}</t></is></c></row>`,
    )
    .join('')
  return officeFile(
    'xl/workbook.xml',
    `<Override PartName="/xl/workbook.xml" ContentType="${sheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheet}.worksheet+xml"/>`,
    {
      'xl/workbook.xml': `${HEAD}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Notes" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
  )
}

function mailOf(text) {
  const body = Buffer.from(text.replaceAll('\n', '\r\n')).toString('base64').replace(/.{76}/g, '$&\r\n')
  const fields = [
    'From: office@example.org',
    'To: ward@example.org',
    'Subject: Notes',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ]
  return strToU8(`${fields.join('\r\n')}\r\n\r\n${body}\r\n`)
}

/** Lines as pages show them: broken at spaces. */
function broken(text) {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(' ')) {
      if (lines.at(-1) !== '' && lines.at(-1).length + word.length > LONGEST_LINE) lines.push('')
      lines[lines.length - 1] += (lines.at(-1) === '' ? '' : ' ') + word
    }
    return lines
  })
}

/** A PDF of one page, in a font that no file holds: its codes are UTF-16 units, and its table to Unicode says so. */
function pdfOf(text) {
  const lines = broken(text)
  const show = lines.map((line, n) => {
    const codes = Buffer.from(line, 'utf16le').swap16().toString('hex')
    return `BT /F1 10 Tf 40 ${40 + 14 * (lines.length - n)} Td <${codes}> Tj ET`
  })
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end'
  const stream = (content) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 640 ${80 + 14 * lines.length}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream(show.join('\n')),
    '<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 8 0 R >>',
    stream(map),
    '<< /Type /FontDescriptor /FontName /Helvetica /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]
  let file = '%PDF-1.7\n'
  const places = objects.map((object, n) => {
    const place = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A text in two files, at a line or a sentence near its middle. */
function halvesOf(text) {
  const ends = [...text.matchAll(/\n|(?<=[.!?]) /g)].map(({ index }) => index + 1)
  const middle =
    ends.length === 0
      ? text.length
      : ends.reduce((a, b) => (Math.abs(b - text.length / 2) < Math.abs(a - text.length / 2) ? b : a))
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half.trim() !== '')
}

const FORMATS = {
  text: { ending: 'txt', write: (text) => [strToU8(text)] },
  docx: { ending: 'docx', write: (text) => [docxOf(text)] },
  pdf: { ending: 'pdf', write: (text) => [pdfOf(text)] },
  xlsx: { ending: 'xlsx', write: (text) => [xlsxOf(text)] },
  mail: { ending: 'eml', write: (text) => [mailOf(text)] },
  folder: { ending: 'txt', write: (text) => halvesOf(text).map((half) => strToU8(half)) },
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

function countsOf(text) {
  const counts = new Map()
  for (const [word] of text.normalize('NFC').matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Adds what a copy still shows of the names of a text to the sums. */
function score({ text, spans }, copy, sums) {
  const points = [...text]
  const before = countsOf(text)
  const after = countsOf(copy)
  const named = spans.filter(({ category }) => category === NAME)
  const wordsOf = ({ start, end }) => points.slice(start, end).join('').normalize('NFC').match(WORD) ?? []
  const wanted = new Map()
  for (const span of named) for (const word of wordsOf(span)) wanted.set(word, (wanted.get(word) ?? 0) + 1)
  /** For each word of names, how often the copy shows it beyond its other uses. */
  const left = new Map(
    [...wanted].map(([word, count]) => [
      word,
      Math.max(0, (after.get(word) ?? 0) - Math.max(0, (before.get(word) ?? 0) - count)),
    ]),
  )
  let isHidden = true
  for (const span of named) {
    if (span.mention !== 'first' && span.mention !== 'repeat') continue
    let shown = 0
    let letters = 0
    for (const word of wordsOf(span)) {
      letters += word.length
      const often = left.get(word) ?? 0
      if (often === 0) continue
      left.set(word, often - 1)
      shown += word.length
    }
    if (shown > 0) isHidden = false
    if (span.mention !== 'repeat') continue
    sums.repeats++
    sums.found += shown < letters ? 1 : 0
    sums.letters += letters
    sums.left += shown
  }
  sums.texts++
  sums.hidden += isHidden ? 1 : 0
}

/** Prints a table: for each format, what is hidden in the copies of the first texts of a file. */
export async function benchFormats(rows, { dist, some = MOST_TEXTS, verbose = false }) {
  const load = (path) => import(pathToFileURL(join(resolve(dist), path)).href)
  const { createService } = await load('service.js')
  const { FolderNames } = await load('service-types.js')
  const { parseUpload } = await load('formats/one-file.js')
  const service = createService({ readers: 1 })
  const step = Math.max(1, Math.floor(rows.length / some))
  const texts = rows.filter((_, n) => n % step === 0).slice(0, some)
  console.log(
    '| format | texts | repeats found | residue | persons wholly hidden | refused |\n|---|---|---|---|---|---|',
  )
  for (const [format, { ending, write }] of Object.entries(FORMATS)) {
    const sums = { repeats: 0, found: 0, letters: 0, left: 0, texts: 0, hidden: 0, refused: 0 }
    for (const row of texts) {
      const asked = { jurisdiction: row.jurisdiction, salt: 'bench', method: 'token' }
      const files = write(row.text).map((bytes, n) => ({ name: `file-${n + 1}.${ending}`, bytes }))
      const folder = new FolderNames(files.length > 1)
      try {
        if (files.length > 1) for (const file of files) await service.readPeople(asked, file, { folder })
        let copy = ''
        for (const file of files) {
          const { bytes } = await service.deidentifyFile(asked, file, { folder })
          copy += `${(await parseUpload(bytes, {})).parsed.text}\n`
        }
        if (verbose) console.error(`${format} ${row.id}\n${copy}`)
        score(row, copy, sums)
      } catch (error) {
        sums.refused++
        console.error(`${format} ${row.id}: ${error.message}`)
      }
    }
    const { repeats, found, letters, left, hidden, refused } = sums
    console.log(
      `| ${format} | ${sums.texts} | ${share(found, repeats)} | ${share(left, letters)} | ${share(hidden, sums.texts)} | ${refused} |`,
    )
  }
  await service.close()
}
