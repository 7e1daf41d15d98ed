// The files of data/: their bytes, their names, and their contents checked against a schema.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'

const dataFolder = new URL('../../data/', import.meta.url)

/** The bytes of a file of data/, unpacked when its name ends in .gz. `path` is relative to data/. */
export function readData(path: string): Buffer {
  const bytes = readFileSync(new URL(path, dataFolder))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** Names of the files of a folder of data/ with the given ending, sorted. */
export function listData(folder: string, ending: string): string[] {
  return readdirSync(fileURLToPath(new URL(`${folder}/`, dataFolder)))
    .filter((name) => name.endsWith(ending))
    .sort()
}

/** The frozen contents of a JSON file of data/. Throws facts_invalid where they do not fit the schema. */
export function parseData<T>(path: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(JSON.parse(readData(path).toString('utf8')))
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new SelfsameError(
      'facts_invalid',
      `data/${path} does not fit its schema at ${issue?.path.join('.') || '(root)'}: ${issue?.message}`,
    )
  }
  return Object.freeze(result.data)
}
