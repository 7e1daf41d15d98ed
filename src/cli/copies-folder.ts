// A folder of masked copies: `selfsame deidentify FOLDER -o FOLDER`. A manifest records the result of each file, so that an
// interrupted run can be continued; nothing is copied that was not masked.
import { createHmac } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import type { TokenKeeper } from '../engines/deidentify/engine.ts'
import { SelfsameError } from '../errors.ts'
import { wordSet } from '../lists.ts'
import { documentId } from '../records/ids.ts'
import { isFileName } from '../records/requests.ts'
import type { Service } from '../service.ts'
import { FolderNames } from '../service-types.ts'
import { NEWLINE } from '../text/signs.ts'
import { VERSION } from '../version.ts'
import { type CopyFlags, type CopyRequest, withoutBytes } from './copies.ts'
import { holdsTable, saidOf, TOKEN_DIGITS } from './deidentify-table.ts'
import { readBytes } from './input.ts'
import { inLine, remark, writeWhole } from './output.ts'
import { Steps } from './progress.ts'

export const MANIFEST = 'manifest.jsonl'
/** Files at the same time: while a worker process reads or writes one, this process searches the next. */
const AT_ONCE = 3

/** A line of the manifest: a copy with what was done, or why there is none. File names are masked like their content. */
interface Line {
  readonly original: string
  readonly file: string | null
  readonly refused?: string
  readonly copy?: string
  readonly [field: string]: unknown
}

/**
 * Copies every file below `source`. Returns how many were copied, refused, kept from an earlier run, and left out (hidden files and links).
 * Throws usage if `out` holds copies made with other settings.
 */
export async function copyFolder(
  service: Service,
  source: string,
  asked: CopyRequest,
  { out, together = false, keeper }: CopyFlags,
  signal: AbortSignal,
): Promise<{ readonly copied: number; readonly refused: number; readonly kept: number; readonly left: number }> {
  if (isWithin(out, source) || isWithin(source, out))
    throw new SelfsameError('usage', '--out must name a folder outside of the one that is copied')
  const { files, left } = filesBelow(source)
  if (files.length === 0) throw new SelfsameError('usage', `${source} holds no file`)
  mkdirSync(out, { recursive: true })
  const folder = new FolderNames(together)
  if (together) await readTogether(service, source, files, asked, folder, signal)
  const manifest = new FolderManifest(out, settingsOf(asked, folder))
  const steps = new Steps('files', files.length)
  const told: string[] = []
  let next = 0
  let kept = 0
  const copyOn = async (): Promise<void> => {
    for (let at = next++; at < files.length && !signal.aborted; at = next++) {
      const path = files[at]!
      const one = originalAt(source, path)
      if (one.refused === undefined && manifest.isDone(one.original, path)) kept++
      else {
        const place = { out, manifest, folder, signal, keeper }
        const line = one.refused === undefined ? await copied(service, one, asked, place) : one
        if (line.refused !== undefined) told.push(`${inLine(path)}: no copy: ${line.refused}`)
        manifest.add(line, path)
      }
      steps.next()
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, copyOn))
  } finally {
    steps.clear()
  }
  for (const line of told.sort()) remark(line)
  if (signal.aborted) throw signal.reason
  manifest.rename(folder.masked())
  manifest.finish()
  return { copied: manifest.lines.length - kept - told.length, refused: told.length, kept, left }
}

/** Reads every file for the persons it names; one that cannot be read is refused when it is copied. */
async function readTogether(
  service: Service,
  source: string,
  files: readonly string[],
  asked: CopyRequest,
  folder: FolderNames,
  signal: AbortSignal,
): Promise<void> {
  let next = 0
  const readOn = async (): Promise<void> => {
    for (let at = next++; at < files.length && !signal.aborted; at = next++) {
      const path = files[at]!
      const one = originalAt(source, path)
      if (one.refused !== undefined) continue
      const bytes = (await holdsTable(join(source, path), {})) ? headOf(one.bytes) : one.bytes
      try {
        await service.readPeople({ ...asked, store: false }, { name: path, bytes }, { signal, folder })
      } catch (error) {
        if (signal.aborted || !(error instanceof SelfsameError) || FAILS_ALL.has(error.code)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  if (signal.aborted) throw signal.reason
}

interface Original {
  readonly source: string
  readonly path: string
  readonly bytes: Uint8Array
  readonly original: string
  readonly refused?: undefined
}

/** One file, or the line of one that cannot be read. The reason is written to the manifest, so it does not repeat the name. */
function originalAt(source: string, path: string): Original | (Line & { readonly refused: string }) {
  const refusal = (refused: string) => ({ original: '', file: null, refused })
  if (path.includes('\ufffd')) return refusal('its name is not UTF-8: rename it')
  if (!isFileName(path)) return refusal('its name holds a line break or another control character: rename it')
  try {
    const bytes = readBytes(join(source, path), 'it')
    return { source, path, bytes, original: documentId(bytes) }
  } catch (error) {
    if (error instanceof SelfsameError) return refusal(error.message)
    throw error
  }
}

interface Place {
  readonly out: string
  readonly manifest: FolderManifest
  readonly folder: FolderNames
  readonly signal: AbortSignal
  readonly keeper: TokenKeeper | undefined
}

async function copied(service: Service, one: Original, asked: CopyRequest, place: Place): Promise<Line> {
  const { path, bytes, original } = one
  const { out, manifest, folder, signal, keeper } = place
  try {
    const table = await tableCopied(service, one, asked, place)
    if (table !== null) return table
    const copy = await service.deidentifyFile(asked, { name: path, bytes }, { signal, folder })
    const file = manifest.freeName(copy.name)
    mkdirSync(dirname(join(out, file)), { recursive: true })
    keeper?.commit()
    writeWhole(join(out, file), copy.bytes)
    const { name: _, ...done } = withoutBytes(copy)
    return { ...done, original, file }
  } catch (error) {
    if (signal.aborted || !(error instanceof SelfsameError) || FAILS_ALL.has(error.code)) throw error
    return { original, file: null, refused: error.message }
  }
}

/** How much of a table, in bytes, is read to find the persons that its file name may name. */
const NAMED_BY = 256 * 1024

/**
 * Copies a table by its columns, as `deidentify FILE` does. Null if the file is not a table, or only looks like one: it is then copied as text.
 * Throws copy_leaks, and every error that is not about the form of the table.
 */
async function tableCopied(
  service: Service,
  { source, path, bytes, original }: Original,
  asked: CopyRequest,
  { out, manifest, folder, signal, keeper }: Place,
): Promise<Line | null> {
  const from = join(source, path)
  if (!(await holdsTable(from, {}))) return null
  const { backend: _, ...request } = asked
  const beside = join(out, `${pathCode(path)}.part`)
  try {
    const { name } = await service.deidentifyFile(
      { ...asked, store: false },
      { name: path, bytes: headOf(bytes) },
      { signal, folder },
    )
    const { decision_id, jurisdiction, statute, method, copy, rows, by_category, recorded, shown } =
      await service.copyTable(
        from,
        { ...request, columns: null, shiftDates: null, headings: null, encoding: null, tokenDigits: TOKEN_DIGITS },
        { out: beside, report: false, people: folder.isTogether ? folder.persons : [], keeper, signal },
      )
    const file = manifest.freeName(name)
    mkdirSync(dirname(join(out, file)), { recursive: true })
    renameSync(beside, join(out, file))
    for (const one of shown) remark(`${file}: ${saidOf(one)}`)
    const count = Object.values(by_category).reduce((sum, found) => sum + found, 0)
    const done = {
      decision_id,
      jurisdiction,
      statute,
      method,
      rows,
      count,
      by_category,
      copy,
      format: 'table',
      recorded,
    }
    return { ...done, original, file }
  } catch (error) {
    rmSync(beside, { force: true })
    if (error instanceof SelfsameError && error.code === 'document_unreadable') return null
    throw error
  }
}

/** The first rows of a table as a text; "-" for a binary table (Parquet), which is not read here. */
function headOf(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, NAMED_BY)
  if (head.includes(0)) return new TextEncoder().encode('-')
  return bytes.length <= NAMED_BY ? head : head.subarray(0, Math.max(1, head.lastIndexOf(NEWLINE)))
}

/** Errors that stop the whole run: they are about the settings, not about one file. */
const FAILS_ALL = wordSet(
  'jurisdiction_unsupported statute_unknown statute_mismatch backend_unknown method_unknown no_ledger ' +
    'ledger_unavailable shutting_down',
)

/** The settings of all copies of one folder. Salt and shared persons are written as hashes, so that a change shows and neither can be read. */
function settingsOf(
  { salt, store: _, ...asked }: CopyRequest,
  { isTogether, persons }: FolderNames,
): Readonly<Record<string, unknown>> {
  const codeOf = (text: string) =>
    createHmac('sha256', salt ?? '')
      .update(text)
      .digest('hex')
      .slice(0, 16)
  const shared = isTogether ? { persons: codeOf(persons.join('\n')) } : {}
  return { selfsame: VERSION, ...asked, salt: codeOf('selfsame folder of copies'), ...shared }
}

class FolderManifest {
  readonly #path: string
  readonly #folder: string
  readonly #head: string
  readonly #used = new Set<string>([MANIFEST])
  readonly lines: Line[] = []
  /** Originals that are done, by id and place. */
  readonly #done = new Set<string>()

  constructor(folder: string, settings: Readonly<Record<string, unknown>>) {
    this.#folder = folder
    this.#path = join(folder, MANIFEST)
    this.#head = JSON.stringify({ settings })
    if (existsSync(this.#path)) this.#goOn()
    else {
      if (readdirSync(folder).length > 0)
        throw new SelfsameError('usage', `${folder} holds files already and no ${MANIFEST}; name an empty folder`)
      writeFileSync(this.#path, `${this.#head}\n`, { mode: 0o600 })
    }
  }

  #goOn(): void {
    const [head, ...rest] = readFileSync(this.#path, 'utf8').split('\n')
    // A run that was refused for its law leaves a manifest and no copy.
    const isAlone = head?.startsWith('{"settings":{"selfsame":') && readdirSync(this.#folder).length === 1
    if (head !== this.#head && !isAlone)
      throw new SelfsameError(
        'usage',
        `${this.#folder} holds copies that were made by another version or with other settings; name an empty folder`,
      )
    for (const text of rest) {
      const line = lineOf(text)
      // A refused file is tried again; a copy that is not what was written is made again.
      if (line === null || line.file === null || line.refused !== undefined) continue
      const path = join(this.#folder, line.file)
      if (!existsSync(path) || documentId(readFileSync(path)) !== line.copy) continue
      this.lines.push(line)
      this.#used.add(line.file)
      this.#done.add(`${line.original} ${String(line['place'])}`)
    }
    this.#write()
  }

  isDone(original: string, path: string): boolean {
    return this.#done.has(`${original} ${pathCode(path)}`)
  }

  /** A name that no other copy has: two files can be called alike once they are masked. */
  freeName(name: string): string {
    const ending = extname(name)
    const stem = name.slice(0, name.length - ending.length)
    let free = name
    for (let number = 2; this.#used.has(free); number++) free = `${stem} ${number}${ending}`
    this.#used.add(free)
    return free
  }

  add(line: Line, path: string): void {
    const placed = { ...line, place: pathCode(path) }
    this.lines.push(placed)
    appendFileSync(this.#path, `${JSON.stringify(placed)}\n`)
  }

  /** Renames copies, because the name of a file may contain a person who is found in another file only. `names`: by path of the original. */
  rename(names: ReadonlyMap<string, string>): void {
    const byPlace = new Map([...names].map(([path, name]) => [pathCode(path), name]))
    this.lines.forEach((line, n) => {
      const wanted = byPlace.get(String(line['place']))
      if (line.file === null || wanted === undefined) return
      if (line.file === wanted || withoutNumber(line.file) === wanted) return
      const file = this.freeName(wanted)
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true })
      renameSync(join(this.#folder, line.file), join(this.#folder, file))
      removeEmpty(this.#folder, dirname(line.file))
      this.lines[n] = { ...line, file }
    })
  }

  /** Sorted, so that the manifest does not depend on which file was ready first. */
  finish(): void {
    this.lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    this.#write()
  }

  #write(): void {
    writeWhole(this.#path, [this.#head, ...this.lines.map((line) => JSON.stringify(line)), ''].join('\n'))
  }
}

/** The name without the number that makes it unique, e.g. "Letter.txt" for "Letter 2.txt". */
function withoutNumber(file: string): string {
  return file.replace(/ \d{1,6}(?=\.[^./]{1,8}$|$)/, '')
}

/** Removes the folder `below`, a path within `folder`, and those above it that are empty. */
function removeEmpty(folder: string, below: string): void {
  for (let path = below; path !== '.'; path = dirname(path)) {
    if (readdirSync(join(folder, path)).length > 0) return
    rmdirSync(join(folder, path))
  }
}

/** A hash of the path of the original, because a file name may name a person. */
function pathCode(path: string): string {
  return documentId(path).slice('doc:sha256:'.length, 'doc:sha256:'.length + 16)
}

function keyOf({ file, original }: Line): string {
  return file ?? `\uffff${original}`
}

function lineOf(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line
    return typeof line.original === 'string' ? line : null
  } catch {
    // The last line of a run that was cut off.
    return null
  }
}

/** Files below a folder by their path from there, sorted, and folders that cannot be listed. Hidden files and links are left out, and counted. */
function filesBelow(source: string): { readonly files: string[]; readonly left: number } {
  const files: string[] = []
  const folders = ['']
  let left = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of readdirSync(join(source, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) folders.push(path)
        else if (entry.isFile() && !/(?:^|\/)\./.test(path)) files.push(path)
        else left++
      }
    } catch {
      // Reading it as a file says why.
      files.push(folder)
    }
  }
  return { files: files.sort(), left }
}

function isWithin(path: string, folder: string): boolean {
  const from = relative(resolve(folder), resolve(path))
  return from === '' || (!from.startsWith('..') && resolve(from) !== from)
}
