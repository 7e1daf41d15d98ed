// Writes the files of commands completely or not at all.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { SelfsameError } from '../errors.ts'

/** Writes to a temporary file first, readable by its owner only, because it may show values. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${process.pid}.part`
  try {
    writeFileSync(beside, content, { mode: 0o600 })
    renameSync(beside, path)
  } catch (cause) {
    rmSync(beside, { force: true })
    throw new SelfsameError('usage', `${path} cannot be written; check the folder and its permissions`, { cause })
  }
}
