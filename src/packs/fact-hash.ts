// Hashes that pin a decision to the facts it was read from: files of data/ in a canonical form, and groups of files.
import { sha256Hex } from '../records/ids.ts'
import { listData, packedDigest, readData } from './data-files.ts'

/** Members whose lists are in order ('*': all of a file); other lists are sets, as `npm run oracle -- --reordered` shows. */
const ORDERED: Readonly<Record<string, readonly string[]>> = {
  'countries/': ['languages'],
  'cues/case-endings.json': ['*'],
  'cues/place-cues.json': ['case_endings', 'endings'],
  'document-fields.json': ['*'],
  'entities/': ['*'],
  'equivalents/': ['*'],
  'exchange-formats.json': ['*'],
}
/** Files whose lines are a set. Packed files are written by builders, which sort them. */
export const SETS_OF_LINES = /^(?:equivalents|lexicons|weights)\/[\w-]{1,60}\.(?:txt|tsv)$/
const JSON_FILE = /\.json(?:\.gz)?$/

/** Canonical content of a file of data/: without white space, comments, and the order of keys, sets and lines. */
export function canonicalFacts(path: string, bytes: Buffer): string | Buffer {
  if (JSON_FILE.test(path)) return canonicalValue(JSON.parse(bytes.toString('utf8')), orderedIn(path))
  if (SETS_OF_LINES.test(path)) return linesOf(bytes).sort().join('\n')
  return bytes
}

/** JSON with sorted keys and sorted sets, numbers by their shortest decimal form: no digit of a weight is lost. */
export function canonicalValue(value: unknown, ordered: readonly string[] = ['*']): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    if (value.every((entry) => typeof entry === 'string'))
      return JSON.stringify(ordered.includes('*') ? value : [...value].sort())
    return `[${value.map((entry) => canonicalValue(entry, ordered)).join()}]`
  }
  const members = value as Readonly<Record<string, unknown>>
  const written = Object.keys(members)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalValue(members[key], ordered.includes(key) ? ['*'] : ordered)}`)
  return `{${written.join()}}`
}

/** Members of a file whose lists of strings are in order; see ORDERED. */
export const orderedIn = (path: string): readonly string[] =>
  ORDERED[path] ?? ORDERED[path.slice(0, path.indexOf('/') + 1)] ?? []

/** Lines that are neither empty nor comments. */
function linesOf(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n')
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '' && !line.startsWith('#'))
}

const lines = new Map<string, string>()

/** The name of a file of data/ and the hash of what it says, worked out once for the process. */
export function lineOf(path: string): string {
  const known = lines.get(path) ?? `${path} ${packedDigest(path) ?? sha256Hex(canonicalFacts(path, readData(path)))}`
  lines.set(path, known)
  return known
}

/** Files of data/ that `paths` name: files, or folders with a slash at the end. */
export function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    path.endsWith('/') ? listData(path.slice(0, -1), '').map((file) => path + file) : [path],
  )
}

/** Hash over facts; `first` are lines before theirs. */
export const hashOfFacts = (paths: readonly string[], first: readonly string[] = [], line = lineOf): string =>
  sha256Hex([...first, ...filesOf(paths).map(line)].map((each) => `${each}\n`).join(''))
