// Masked copies of files with planted values, read again by other readers than ours: node bench/copies.mjs [FOLDER] [--pages] [--json] [--values]
// [--only PATTERN] [--keep FOLDER].
// FOLDER holds files and manifest.jsonl as tools/documents/make.py writes them. Each copy is searched by unzip and strings, pdftotext,
// exiftool and LibreOffice; with --pages the pages of original and copy are compared outside of what was masked. A value counts as found
// where detection covers it in the text of the file.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { openFile } from '../dist/formats/one-file.js'
import { createService } from '../dist/index.js'
import { comparePages, comparePictures } from './copies-pages.mjs'

const [named, ...others] = process.argv.slice(2)
const isNamed = named !== undefined && !named.startsWith('--')
const folder = isNamed ? named : new URL('./sample/documents', import.meta.url).pathname
const flags = isNamed || named === undefined ? others : [named, ...others]
const only = flags.includes('--only') ? new RegExp(flags[flags.indexOf('--only') + 1]) : /./
const kept = flags.includes('--keep') ? flags[flags.indexOf('--keep') + 1] : null
const work = kept ?? mkdtempSync(join(tmpdir(), 'copies-'))
mkdirSync(work, { recursive: true })

const has = (program) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    console.error(`${program} is not installed: what it reads is NOT looked at`)
    return false
  }
}
const tools = {
  pdftotext: has('pdftotext'),
  exiftool: has('exiftool'),
  soffice: has('soffice'),
  pdftoppm: has('pdftoppm'),
  tesseract: has('tesseract'),
}
const run = (program, args) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })

/** White space as one, so that a value that wraps is still one. */
const plain = (text) => text.normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()
const letters = (sign) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
/** Is the value there as a whole, and not as a part of a longer word or number? */
function holds(text, value) {
  const wanted = plain(value)
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!letters(text[at - 1]) && !letters(text[at + wanted.length])) return true
  return false
}

const unescapeXml = (text) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }[name] ?? whole),
  )

/** Everything that other readers see in a file, by the name of the reader. */
function readings(path, bytes) {
  const seen = {}
  const strings = (data) => {
    const raw = Buffer.from(data)
    return `${raw.toString('utf8')}\n${raw.toString('latin1')}\n${raw.includes(0) ? raw.toString('utf16le') : ''}`
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const texts = []
    const unpack = (data) => {
      for (const [name, part] of Object.entries(unzipSync(data))) {
        texts.push(name)
        if (part[0] === 0x50 && part[1] === 0x4b) unpack(part)
        const source = strFromU8(part)
        texts.push(
          unescapeXml(source),
          unescapeXml(source.replace(/<\/(?:\w+:)?(?:p|tc|si|c|h|row)>/g, '\n').replace(/<[^>]*>/g, '')),
        )
      }
    }
    unpack(bytes)
    seen.unzip = texts.join('\n')
  } else seen.strings = unescapeXml(strings(bytes))
  if (tools.exiftool) seen.exiftool = run('exiftool', ['-a', '-u', '-ee', path])
  if (/\.pdf$/i.test(path) && tools.pdftotext)
    seen.pdftotext = `${run('pdftotext', ['-layout', path, '-'])}\n${run('pdftotext', ['-raw', path, '-'])}`
  if (/\.(?:png|jpe?g|tiff?)$/i.test(path) && tools.tesseract) seen.tesseract = run('tesseract', [path, '-'])
  return seen
}

/** Files as PDF by LibreOffice, which is started once for all: path -> PDF, for those that it opens. */
function printed(paths, into) {
  mkdirSync(into, { recursive: true })
  const made = new Map(paths.filter((path) => /\.pdf$/i.test(path)).map((path) => [path, path]))
  const others = paths.filter((path) => !made.has(path))
  if (!tools.soffice || others.length === 0) return made
  try {
    run('soffice', [
      `-env:UserInstallation=file://${work}/profile`,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      into,
      ...others,
    ])
  } catch {
    // A carrier that does not open it has no PDF.
  }
  for (const path of others) {
    const pdf = join(into, `${basename(path, extname(path))}.pdf`)
    if (existsSync(pdf)) made.set(path, pdf)
  }
  return made
}

const service = createService({ readers: 2 })
const rows = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const totals = {
  files: 0,
  copies: 0,
  planted: 0,
  found: 0,
  readable: 0,
  missed: 0,
  opened: 0,
  openable: 0,
  pages: 0,
  same: 0,
  words: 0,
  moved: 0,
}
const refused = []
const leaks = []
const made = []
const formats = new Map()
for (const { file, jurisdiction, planted } of rows) {
  if (!only.test(file)) continue
  totals.files++
  const path = join(folder, file)
  const bytes = readFileSync(path)
  let copy
  try {
    copy = await service.deidentifyFile({ jurisdiction, salt: 'bench' }, { name: 'file', bytes })
  } catch (error) {
    refused.push(`${file}: ${error.message}`)
    continue
  }
  totals.copies++
  formats.set(copy.format, (formats.get(copy.format) ?? 0) + 1)
  const out = join(work, file)
  writeFileSync(out, copy.bytes)
  const { text } = await openFile(bytes, { recognise: true })
  const { detections } = await service.detect({ text, jurisdiction })
  const points = [...text]
  const covered = detections.map(({ start, end }) => plain(points.slice(start, end).join('')))
  made.push({ file, planted, path, out, copy, covered })
}
await service.close()
const copies = printed(
  made.map(({ out }) => out),
  join(work, 'pdf'),
)
const originals = printed(
  made.map(({ path }) => path),
  join(work, 'pdf-original'),
)
for (const { file, planted, path, out, copy, covered } of made) {
  const seen = readings(out, copy.bytes)
  const [original, pdf] = [originals.get(path), copies.get(out)]
  if (original !== undefined) totals.openable++
  if (original !== undefined && pdf !== undefined) totals.opened++
  if (pdf !== undefined && tools.pdftotext && pdf !== out) seen.soffice = run('pdftotext', ['-layout', pdf, '-'])
  for (const reader of Object.keys(seen)) seen[reader] = plain(seen[reader])
  for (const { value, field, place } of planted) {
    totals.planted++
    const isFound = covered.some((span) => span.includes(plain(value)))
    if (isFound) totals.found++
    const readers = Object.keys(seen).filter((reader) => holds(seen[reader], value))
    if (readers.length === 0) continue
    if (isFound) totals.readable++
    else totals.missed++
    const shown = flags.includes('--values') ? value : ''
    leaks.push(
      `${isFound ? 'FOUND AND READABLE' : 'not found'}\t${file}\t${field}\t${place}\t${readers.join(',')}\t${shown}`,
    )
  }
  if (!flags.includes('--pages') || !tools.pdftoppm || pdf === undefined || original === undefined) continue
  const { pages, same, words, moved, worst } =
    copy.format === 'image' ? await comparePictures(path, out) : await comparePages(original, pdf, work)
  totals.pages += pages
  totals.same += same
  totals.words += words
  totals.moved += moved
  if (same < pages)
    leaks.push(
      `looks different\t${file}\t${pages - same} of ${pages} pages\tworst ${(100 * worst).toFixed(2)} % of points`,
    )
}
if (flags.includes('--json'))
  console.log(JSON.stringify({ ...totals, formats: Object.fromEntries(formats), refused, leaks }))
else {
  for (const line of [...refused.map((line) => `refused\t${line}`), ...leaks]) console.log(line)
  console.log(
    `${totals.copies} copies of ${totals.files} files in ${formats.size} formats (${[...formats].map(([name, count]) => `${name} ${count}`).join(', ')})`,
  )
  console.log(
    `planted values: ${totals.planted}; found ${totals.found}; of those readable in the copy by any reader: ${totals.readable}`,
  )
  console.log(`not found by detection and readable: ${totals.missed}`)
  console.log(`copies that LibreOffice opens: ${totals.opened} of ${totals.openable} whose original it opens`)
  if (flags.includes('--pages'))
    console.log(
      `pages that look the same outside what was masked: ${totals.same} of ${totals.pages}; words that moved: ${totals.moved} of ${totals.words}`,
    )
}
if (kept === null) rmSync(work, { recursive: true, force: true })
process.exitCode = totals.readable > 0 ? 1 : 0
