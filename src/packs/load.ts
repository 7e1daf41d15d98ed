// data/ -> typed, validated, frozen. Each file is read once, on first use, so that start-up pays only for what it needs.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'
import { Taxonomy } from './schemas/category.ts'
import { CountryFacts } from './schemas/country.ts'
import { SignalTiers } from './schemas/signal.ts'
import { Statute } from './schemas/statute.ts'

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

function parse<T>(path: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(JSON.parse(readData(path).toString('utf8')))
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new SelfsameError('facts_invalid', `data/${path} does not fit its schema at ${issue?.path.join('.') || '(root)'}: ${issue?.message}`)
  }
  return Object.freeze(result.data)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Everything the engines know, loaded on first touch. */
export interface Packs {
  categories(): ReadonlyMap<string, Taxonomy['categories'][number]>
  /** Country facts by code, in order of code. */
  countries(): ReadonlyMap<string, CountryFacts>
  /** Statutes by name, in order of name. */
  statutes(): ReadonlyMap<string, Statute>
  signalTiers(): SignalTiers
  /** Hash over the facts that detection reads: pinned in de-identification decisions. */
  rulesSha256(): string
}

export function loadPacks(): Packs {
  const countryFiles = once(() => listData('countries', '.json'))
  return {
    categories: once(() => new Map(parse('categories.json', Taxonomy).categories.map((entry) => [entry.code, entry]))),
    countries: once(
      () =>
        new Map(
          countryFiles()
            .map((file) => parse(`countries/${file}`, CountryFacts))
            .map((facts) => [facts.code, facts]),
        ),
    ),
    statutes: once(
      () =>
        new Map(
          listData('statutes', '.json')
            .map((file) => parse(`statutes/${file}`, Statute))
            .map((statute) => [statute.name, statute]),
        ),
    ),
    signalTiers: once(() => parse('signals.json', SignalTiers)),
    rulesSha256: once(() => {
      const files = [
        'categories.json',
        ...countryFiles().map((file) => `countries/${file}`),
        ...listData('lexicons', '').map((file) => `lexicons/${file}`),
        ...listData('gazetteer', '').map((file) => `gazetteer/${file}`),
      ]
      return sha256Hex(files.map((file) => `${file} ${sha256Hex(readData(file))}\n`).join(''))
    }),
  }
}
