// Hashes that pin a decision to the facts it used: files of data/ and folders of them, each by its own hash.
import { sha256Hex } from '../records/ids.ts'
import { listData, readData } from './data-files.ts'

const digests = new Map<string, string>()

/** Hash of a file of data/ with its name, computed once per process. `path` is relative to data/. */
export function lineOf(path: string): string {
  const known = digests.get(path) ?? sha256Hex(readData(path))
  digests.set(path, known)
  return `${path} ${known}`
}

/** Hash over facts: `paths` are files of data/, or folders with a slash at the end; `first` are lines before theirs. */
export function hashOfFacts(paths: readonly string[], first: readonly string[] = []): string {
  const files = paths.flatMap((path) =>
    path.endsWith('/') ? listData(path.slice(0, -1), '').map((file) => path + file) : [path],
  )
  return sha256Hex([...first, ...files.map(lineOf)].map((line) => `${line}\n`).join(''))
}
