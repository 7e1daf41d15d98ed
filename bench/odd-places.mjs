// Masked copies of office files and archives with a value in an odd place (tools/documents/odd-office.mjs): node bench/odd-places.mjs
// [--only PATTERN] [--list] [--keep FOLDER]. Each copy is unpacked to its last archive, its XML, percent and numeric escapes are decoded and
// its tags taken out, and the value is looked for, also in the names of parts. Prints how many copies show a value that was found, how many
// files got no copy, and how many show a value that is in the odd place alone.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { createService } from '../dist/index.js'
import { oddFiles } from '../tools/documents/odd-office.mjs'

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

/** The first place of a copy that shows the value: the kinds of names and text that are looked at say enough. */
const shows = (texts, wanted) =>
  texts.some((text) => wanted.some((value) => text.toLowerCase().includes(value.toLowerCase())))

const service = createService({ readers: 2 })
const counts = { found: 0, shown: 0, refused: 0, files: 0, alone: 0, readable: 0 }
const lines = []
for (const { format, place, kind, wanted, bytes } of oddFiles()) {
  const title = `${format}, ${place}, ${kind}`
  if (!only.test(title)) continue
  counts.files++
  const original = bytes()
  const stem = `${title.replace(/[^a-z]+/gi, '-')}.${format}`
  if (kept !== null) writeFileSync(join(kept, 'originals', stem), original)
  try {
    const copy = await service.deidentifyFile({ jurisdiction: 'DE', salt: 'bench' }, { name: 'file', bytes: original })
    if (kept !== null) writeFileSync(join(kept, 'copies', stem), copy.bytes)
    const isShown = shows(everything(copy.bytes), wanted)
    if (kind === 'only') counts.alone++
    else counts.found++
    if (isShown && kind === 'only') counts.readable++
    else if (isShown) counts.shown++
    if (isShown) lines.push(`${kind === 'only' ? 'readable' : 'FOUND AND SHOWN'}\t${title}`)
  } catch (error) {
    counts.refused++
    lines.push(`refused\t${title}\t${error.message}`)
  }
}
await service.close()
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
