// Reads the files of data/, once: bytes, names, and contents checked against a schema.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const dataFolder = new URL('../../data/', import.meta.url)

/** Hashes of packed files of text that have been read: unpacking them once more to hash them takes longer than all else. */
const digests = new Map<string, string>()

/** SHA-256 of a packed file of text that has been read, unpacked; undefined for any other file. */
export const packedDigest = (path: string): string | undefined => digests.get(path)

/** The bytes of a file below data/, decompressed if it ends in .gz. Throws facts_invalid if it is missing or cannot be read. */
export function readData(path: string): Buffer {
  return orInvalid(path, () => {
    const bytes = readFileSync(new URL(path, dataFolder))
    if (!path.endsWith('.gz')) return bytes
    const unpacked = gunzipSync(bytes)
    if (!path.endsWith('.json.gz')) digests.set(path, sha256Hex(unpacked))
    return unpacked
  })
}

/** Names of the files in a folder of data/ with the given ending, sorted. Throws facts_invalid if the folder does not exist. */
export function listData(folder: string, ending: string): string[] {
  return orInvalid(`${folder}/`, () => readdirSync(fileURLToPath(new URL(`${folder}/`, dataFolder))))
    .filter((name) => name.endsWith(ending))
    .sort()
}

function orInvalid<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const sentence = `data/${path} is missing, damaged or not to be read by this user; install the package again, and let a bundler leave it external`
    throw new SelfsameError('facts_invalid', sentence, { cause })
  }
}

/** The frozen contents of a JSON file of data/. Throws facts_invalid if they are not JSON or do not match the schema. */
export function parseData<T>(path: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(jsonOf(path))
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new SelfsameError(
      'facts_invalid',
      `data/${path} does not fit its schema at ${issue?.path.join('.') || '(root)'}: ${issue?.message}`,
    )
  }
  return Object.freeze(result.data)
}

function jsonOf(path: string): unknown {
  const text = readData(path).toString('utf8')
  try {
    return JSON.parse(text)
  } catch (cause) {
    const where = cause instanceof Error ? `: ${cause.message}` : ''
    throw new SelfsameError('facts_invalid', `data/${path} is not well-formed JSON${where}`, { cause })
  }
}
