// Checks that a table file exists.
import { statSync } from 'node:fs'
import { SelfsameError } from '../../errors.ts'

/** Throws usage if the path is not a file. `label`: its name without folders. */
export function refuseMissing(file: string, label: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new SelfsameError('usage', `${label} is not a readable file; check the path and its permissions`)
}
