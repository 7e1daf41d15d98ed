// data/ -> typed, validated, frozen. Each file is read once, on first use, so that start-up pays only for what it needs.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'
import {
  CommonNames,
  type FrequencyTable,
  readFrequencies,
  readJurisdictionFrequencies,
  withCommonNames,
  withUnions,
} from './frequencies.ts'
import { Gazetteer } from './gazetteer.ts'
import { Taxonomy } from './schemas/category.ts'
import { CountryFacts } from './schemas/country.ts'
import { type DocumentFieldSet, DocumentFields } from './schemas/document-fields.ts'
import { type EntityPack, EntityPackFile } from './schemas/entity-pack.ts'
import { NameRules } from './schemas/name-rules.ts'
import { PlaceCues, PlaceWords } from './schemas/place.ts'
import { ForeignSignals, SignalTiers } from './schemas/signal.ts'
import { Statute } from './schemas/statute.ts'
import { WordLevels } from './word-levels.ts'

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
    throw new SelfsameError(
      'facts_invalid',
      `data/${path} does not fit its schema at ${issue?.path.join('.') || '(root)'}: ${issue?.message}`,
    )
  }
  return Object.freeze(result.data)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    if (made === null) made = { value: make() }
    return made.value
  }
}

export interface LoadedEntityPack {
  readonly pack: EntityPack
  /** Hash over the pack, its frequency tables and the word lists of comparison. */
  readonly sha256: string
  /** Part of this package, not brought along by a caller. */
  readonly shipped: boolean
}

/** Everything the engines know, loaded on first touch. */
export interface Packs {
  categories(): ReadonlyMap<string, Taxonomy['categories'][number]>
  /** Country facts by code, in order of code. */
  countries(): ReadonlyMap<string, CountryFacts>
  /** Statutes by name, in order of name. */
  statutes(): ReadonlyMap<string, Statute>
  signalTiers(): SignalTiers
  /** Countries without a statute, for jurisdiction evidence only. */
  foreignCountries(): ForeignSignals['countries']
  /** Names of the entity packs, sorted. */
  entityNames(): readonly string[]
  entityPack(name: string): LoadedEntityPack
  /** Names of the frequency tables, sorted. */
  frequencyNames(): readonly string[]
  /** A frequency table of data/frequencies/<name>.txt.gz. */
  frequencies(name: string): FrequencyTable
  /** Information of the tokens common in the names of a jurisdiction, by its code. */
  jurisdictionFrequencies(): ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Which fields a document yields under each entity, and from where. */
  documentFields(): ReadonlyMap<string, DocumentFieldSet>
  /** How strongly a word speaks for a personal name. */
  names(): WordLevels
  /** Names of towns, quarters, regions and countries. */
  gazetteer(): Gazetteer
  /** Words that hold addresses and landmarks together. */
  placeWords(): PlaceWords
  /** How texts say where something is, comes from or goes to. */
  placeCues(): PlaceCues
  /** How names of persons are written and formed. */
  nameRules(): NameRules
  /** The text of data/cues/<file>: words that people wrote down. Its shape is known to the one that reads it. */
  cues(file: string): string
  /** The text of data/equivalents/<file>: what is one thing under several names, as people wrote it down for comparing. */
  equivalents(file: string): string
  /** The text of data/lexicons/<file>: words that a builder derived from sources. */
  lexicon(file: string): string
  /** Hash over the facts that detection reads: pinned in de-identification decisions. */
  rulesSha256(): string
}

/** Word lists that every entity pack's comparators read, beside data/equivalents. */
const COMPARISON_WORDS = [
  'cues/months.json',
  'cues/titles.json',
  'frequencies/common-names.json',
  'lexicons/legal-forms.json',
  'lexicons/name-cultures.txt',
  'lexicons/name-equivalents.txt',
  'lexicons/nicknames.txt',
  'lexicons/organisation-concepts.json',
  'lexicons/street-types.txt',
]

function loadEntityPack(file: string): LoadedEntityPack {
  const pack = parse(`entities/${file}`, EntityPackFile)
  if ('same_as' in pack) return loadEntityPack(`${pack.same_as}.json`)
  const written = `entities/${file} ${sha256Hex(readData(`entities/${file}`))}`
  return { pack, sha256: hashOfPack(pack, written), shipped: true }
}

/** Hash over everything a pack decides by. `written` is the line of the pack itself: where it stands and its own hash. */
export function hashOfPack(pack: EntityPack, written: string): string {
  const files = [
    ...pack.tables.map(({ table }) => `frequencies/${table}.txt.gz`),
    // Tables of the same entity by jurisdiction, where there are any.
    ...listData('frequencies', '.json.gz')
      .filter((name) => name.startsWith(`${pack.entity}-`))
      .map((name) => `frequencies/${name}`),
    ...(pack.settings['area_words'] === undefined ? [] : ['gazetteer/places.tsv.gz']),
    ...listData('equivalents', '').map((file) => `equivalents/${file}`),
    ...COMPARISON_WORDS,
  ]
  const lines = [written, ...files.map((path) => `${path} ${sha256Hex(readData(path))}`)]
  return sha256Hex(lines.map((line) => `${line}\n`).join(''))
}

function loadDocumentFields(): Map<string, DocumentFieldSet> {
  const { entities } = parse('document-fields.json', DocumentFields)
  const resolve = (name: string): DocumentFieldSet => {
    const entry = entities[name]
    if (entry === undefined)
      throw new SelfsameError('facts_invalid', `data/document-fields.json has no entry "${name}".`)
    return 'same_as' in entry ? resolve(entry.same_as) : entry
  }
  return new Map(Object.keys(entities).map((name) => [name, resolve(name)]))
}

export function loadPacks(): Packs {
  const tables = new Map<string, FrequencyTable>()
  const entities = new Map<string, LoadedEntityPack>()
  const countryFiles = once(() => listData('countries', '.json'))
  const packs: Packs = {
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
    entityNames: once(() => listData('entities', '.json').map((file) => file.slice(0, -'.json'.length))),
    entityPack: (name) => {
      const known = entities.get(name) ?? loadEntityPack(`${name}.json`)
      entities.set(name, known)
      return known
    },
    frequencies: (name) => {
      const known = tables.get(name) ?? readFrequencies(readData(`frequencies/${name}.txt.gz`).toString('utf8'))
      tables.set(name, known)
      return known
    },
    frequencyNames: once(() => listData('frequencies', '.txt.gz').map((file) => file.slice(0, -'.txt.gz'.length))),
    jurisdictionFrequencies: once(() => {
      const unions = [...packs.countries().values()].flatMap(({ code, members }) =>
        members === undefined ? [] : ([[code, members]] as const),
      )
      const counted = readJurisdictionFrequencies(readData('frequencies/person-jurisdictions.json.gz').toString('utf8'))
      const tables = withCommonNames(counted, parse('frequencies/common-names.json', CommonNames))
      return withUnions(tables, new Map(unions))
    }),
    documentFields: once(() => loadDocumentFields()),
    gazetteer: once(() => new Gazetteer(readData('gazetteer/places.tsv.gz').toString('utf8'))),
    nameRules: once(() => parse('equivalents/name-forms.json', NameRules)),
    placeCues: once(() => parse('cues/place-cues.json', PlaceCues)),
    placeWords: once(() => parse('cues/place-words.json', PlaceWords)),
    cues: (file) => readData(`cues/${file}`).toString('utf8'),
    equivalents: (file) => readData(`equivalents/${file}`).toString('utf8'),
    lexicon: (file) => readData(`lexicons/${file}`).toString('utf8'),
    names: once(() => new WordLevels(readData('lexicons/names.tsv.gz'))),
    signalTiers: once(() => parse('signals.json', SignalTiers)),
    foreignCountries: once(() => parse('foreign-signals.json', ForeignSignals).countries),
    rulesSha256: once(() => {
      const files = [
        'categories.json',
        'foreign-signals.json',
        'signals.json',
        ...countryFiles().map((file) => `countries/${file}`),
        ...listData('cues', '').map((file) => `cues/${file}`),
        ...listData('lexicons', '').map((file) => `lexicons/${file}`),
        ...listData('gazetteer', '').map((file) => `gazetteer/${file}`),
      ]
      return sha256Hex(files.map((file) => `${file} ${sha256Hex(readData(file))}\n`).join(''))
    }),
  }
  return packs
}
