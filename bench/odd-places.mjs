// Masked copies of files with a value in an odd place (tools/documents/odd-office.mjs, tools/odd-places/): node bench/odd-places.mjs
// [--only PATTERN] [--list] [--keep FOLDER]. Each copy is unpacked to its last archive, its escapes are decoded and its tags taken out, and
// the value is searched, also in the names of parts; a PDF is read by pdftotext, mutool and qpdf as well, where they are installed. Prints how
// many copies show a value that was found, how many files got no copy, and how many show a value that is in the odd place alone.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { createService } from '../dist/index.js'
import { oddFiles as officeFiles } from '../tools/documents/odd-office.mjs'
import { oddFiles, shows as showsValue } from '../tools/odd-places/files.mjs'

const flags = process.argv.slice(2)
const after = (flag) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : null)
const only = new RegExp(after('--only') ?? '.')
const kept = after('--keep')
if (kept !== null) for (const folder of ['copies', 'originals']) mkdirSync(join(kept, folder), { recursive: true })

const decoded = (text) =>
  text
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
        : ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[name] ?? whole),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))

function everything(bytes, into = []) {
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    into.push(decoded(name).replaceAll('_', ' '))
    if (part[0] === 0x50 && part[1] === 0x4b) everything(part, into)
    const source = strFromU8(part)
    const read = [source, source.replace(/<[^>]*>/g, ''), Buffer.from(part).toString('utf16le')]
    for (const text of read) into.push(text, decoded(text), decoded(text).replaceAll('_', ' '))
  }
  return into
}

/** True if a text contains one of the values. */
const shows = (texts, wanted) =>
  texts.some((text) => wanted.some((value) => text.toLowerCase().includes(value.toLowerCase())))

const work = mkdtempSync(join(tmpdir(), 'odd-places-'))
const PDF_READERS = {
  pdftotext: (path) => ['-raw', path, '-'],
  mutool: (path) => ['draw', '-q', '-F', 'txt', path],
  qpdf: (path) => ['--qdf', '--object-streams=disable', path, '-'],
}

/** The text that other programs read in a PDF; empty where they are not installed. */
function readByPrograms(bytes) {
  const path = join(work, 'copy.pdf')
  writeFileSync(path, bytes)
  return Object.entries(PDF_READERS).map(([program, args]) => {
    try {
      return execFileSync(program, args(path), { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return Buffer.alloc(0)
    }
  })
}

/** Every file with its law, whether the odd place alone has the value, and a test of its copy. */
function* files() {
  for (const { format, place, kind, wanted, bytes } of officeFiles())
    yield {
      title: `${format}, ${place}, ${kind}`,
      format,
      jurisdiction: 'DE',
      isAlone: kind === 'only',
      bytes,
      isShown: (copy) => shows(everything(copy), wanted),
    }
  for (const { kind, name, mode, bytes } of oddFiles())
    yield {
      title: `${kind}, ${name}, ${mode}`,
      format: kind,
      jurisdiction: 'NG',
      isAlone: mode === 'alone',
      bytes: () => bytes,
      isShown: (copy) => showsValue(copy) || (kind === 'pdf' && readByPrograms(copy).some(showsValue)),
    }
}

const service = createService({ readers: 2 })
const counts = { found: 0, shown: 0, refused: 0, files: 0, alone: 0, readable: 0 }
const lines = []
for (const { title, format, jurisdiction, isAlone, bytes, isShown } of files()) {
  if (!only.test(title)) continue
  counts.files++
  const original = bytes()
  const stem = `${title.replace(/[^a-z]+/gi, '-')}.${format}`
  if (kept !== null) writeFileSync(join(kept, 'originals', stem), original)
  try {
    const copy = await service.deidentifyFile({ jurisdiction, salt: 'bench' }, { name: 'file', bytes: original })
    if (kept !== null) writeFileSync(join(kept, 'copies', stem), copy.bytes)
    counts[isAlone ? 'alone' : 'found']++
    if (!isShown(copy.bytes)) continue
    counts[isAlone ? 'readable' : 'shown']++
    lines.push(`${isAlone ? 'readable' : 'FOUND AND SHOWN'}\t${title}`)
  } catch (error) {
    counts.refused++
    lines.push(`refused\t${title}\t${error.message}`)
  }
}
await service.close()
rmSync(work, { recursive: true, force: true })
if (flags.includes('--list')) for (const line of lines) console.log(line)
const share = (part, whole) => `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
console.log(`copies that show a value that was found: ${share(counts.shown, counts.found)}`)
console.log(`files without a copy: ${share(counts.refused, counts.files)}`)
console.log(`copies that show a value which is in the odd place alone: ${share(counts.readable, counts.alone)}`)
if (kept !== null) {
  const opened = (folder) => {
    const paths = readdirSync(join(kept, folder)).filter((name) => !/\.(?:zip|pdf)$/.test(name))
    const into = join(kept, `${folder}-pdf`)
    mkdirSync(into, { recursive: true })
    const args = [`-env:UserInstallation=file://${kept}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', into]
    execFileSync('soffice', [...args, ...paths.map((name) => join(kept, folder, name))], { stdio: 'ignore' })
    return new Set(readdirSync(into))
  }
  const [before, now] = [opened('originals'), opened('copies')]
  const copies = new Set(readdirSync(join(kept, 'copies')).map((name) => name.replace(/\.\w+$/, '.pdf')))
  const due = [...before].filter((name) => copies.has(name))
  const closed = due.filter((name) => !now.has(name))
  for (const name of closed) console.log(`LibreOffice opens the file and not the copy\t${name}`)
  console.log(`copies that LibreOffice opens: ${due.length - closed.length} of ${due.length}`)
}
process.exitCode = counts.shown > 0 ? 1 : 0
