// Entity packs: what one file of data/entities decides by, with the vocabularies it shares with others, and the hash that pins all of it.
import { sha256Hex } from '../records/ids.ts'
import { listData, parseData, readData } from './data-files.ts'
import { type EntityPack, EntityPackFile, VocabularyFile } from './schemas/entity-pack.ts'

export interface LoadedEntityPack {
  readonly pack: EntityPack
  /** Hash over the pack, its frequency tables and the word lists of comparison. */
  readonly sha256: string
  /** Part of this package, not brought along by a caller. */
  readonly shipped: boolean
}

/** Word lists that every entity pack's comparators read, beside data/equivalents. */
const COMPARISON_WORDS = [
  'cues/months.json',
  'lexicons/legal-forms.json',
  'lexicons/name-cultures.txt',
  'lexicons/name-equivalents.txt',
  'lexicons/nicknames.txt',
  'lexicons/organisation-concepts.json',
  'lexicons/street-types.txt',
]

/** A shipped pack by the name of its file. Throws facts_invalid where the file does not fit its schema. */
export function loadEntityPack(file: string): LoadedEntityPack {
  const pack = parseData(`entities/${file}`, EntityPackFile)
  if ('same_as' in pack) return loadEntityPack(`${pack.same_as}.json`)
  const written = `entities/${file} ${sha256Hex(readData(`entities/${file}`))}`
  const whole = withVocabularies(pack)
  return { pack: whole, sha256: hashOfPack(whole, written), shipped: true }
}

/** The names a pack may list under `vocabularies`, sorted. */
export function vocabularyNames(): readonly string[] {
  return listData('vocabularies', '.json').map((file) => file.slice(0, -'.json'.length))
}

/** A pack with the settings of its vocabularies under its own: what the pack itself says comes first, then the later vocabulary. */
export function withVocabularies(pack: EntityPack): EntityPack {
  const shared = pack.vocabularies.map((name) => parseData(`vocabularies/${name}.json`, VocabularyFile).settings)
  return { ...pack, settings: Object.assign({}, ...shared, pack.settings) }
}

/** Hash over everything a pack with its vocabularies decides by. `written` is the line of the pack itself: where it stands and its own hash. */
export function hashOfPack(pack: EntityPack, written: string): string {
  const files = [
    ...pack.tables.map(({ table }) => `frequencies/${table}.txt.gz`),
    // Tables of the same entity by jurisdiction, where there are any.
    ...listData('frequencies', '.json.gz')
      .filter((name) => name.startsWith(`${pack.entity}-`))
      .map((name) => `frequencies/${name}`),
    ...pack.vocabularies.map((name) => `vocabularies/${name}.json`),
    ...(pack.settings['area_words'] === undefined ? [] : ['gazetteer/places.tsv.gz']),
    ...listData('equivalents', '').map((file) => `equivalents/${file}`),
    ...COMPARISON_WORDS,
  ]
  const lines = [written, ...files.map((path) => `${path} ${sha256Hex(readData(path))}`)]
  return sha256Hex(lines.map((line) => `${line}\n`).join(''))
}
