// Sends files that repeat a value in odd places through the maker of masked copies, and reads each copy with other readers than ours.
//
//   node tools/odd-places.mjs [--only PART-OF-A-NAME] [--keep FOLDER]
//
// Each file comes twice: `repeated`, where the text shows the value too, and `alone`, where only the odd place has it. Exits 0 only where no
// copy shows a value that was found. Readers: everything that a file packs, with all escapes; pdftotext, mutool and qpdf where installed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createService } from '../dist/index.js'
import { oddFiles, shows, VALUE } from './odd-places/files.mjs'

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' }, keep: { type: 'string' } } })
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'odd-places-'))
mkdirSync(folder, { recursive: true })

const PROGRAMS = {
  pdftotext: (path) => ['-raw', path, '-'],
  mutool: (path) => ['draw', '-q', '-F', 'txt', path],
  qpdf: (path) => ['--qdf', '--object-streams=disable', path, '-'],
}

function readBy(program, path) {
  try {
    return execFileSync(program, PROGRAMS[program](path), { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return Buffer.alloc(0)
  }
}

const service = createService({ readers: 2 })
const totals = new Map()
for (const { name, kind, mode, bytes } of oddFiles()) {
  if (!`${kind} ${name}`.includes(options.only)) continue
  const total = totals.get(kind) ?? { files: 0, copies: 0, refused: 0, shown: 0, alone: 0 }
  totals.set(kind, total)
  total.files++
  const path = join(folder, `${name.replaceAll(' ', '-')}-${mode}.${kind}`)
  writeFileSync(path, bytes)
  let copy
  try {
    copy = await service.deidentifyFile({ jurisdiction: 'NG', salt: 'odd' }, { name: `file.${kind}`, bytes })
  } catch (error) {
    total.refused++
    console.log(`refused\t${kind}\t${mode}\t${name}\t${error.message}`)
    continue
  }
  total.copies++
  const out = `${path}.copy.${kind}`
  writeFileSync(out, copy.bytes)
  const readers = ['all bytes']
  const seen = [shows(copy.bytes)]
  if (kind === 'pdf')
    for (const program of Object.keys(PROGRAMS)) {
      readers.push(program)
      seen.push(shows(readBy(program, out)))
    }
  const by = readers.filter((_, n) => seen[n])
  if (by.length === 0) continue
  const isFound = mode === 'repeated'
  if (isFound) total.shown++
  else total.alone++
  console.log(`${isFound ? 'FOUND AND SHOWN' : 'alone and shown'}\t${kind}\t${mode}\t${name}\t${by.join(', ')}`)
}
await service.close()
for (const [kind, { files, copies, refused, shown, alone }] of totals)
  console.log(
    `${kind}: ${files} files, ${copies} copies, ${refused} refused; "${VALUE}" found and shown ${shown}, alone and shown ${alone}`,
  )
if (options.keep === undefined) rmSync(folder, { recursive: true, force: true })
process.exitCode = [...totals.values()].some(({ shown }) => shown > 0) ? 1 : 0
