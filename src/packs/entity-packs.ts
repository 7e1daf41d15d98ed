// Entity packs: one file of data/entities with the vocabularies that it shares with others, and a hash over all facts it uses.
import { listData, parseData } from './data-files.ts'
import { hashOfFacts, lineOf } from './fact-hash.ts'
import { type EntityPack, EntityPackFile, VocabularyFile } from './schemas/entity-pack.ts'

export interface LoadedEntityPack {
  readonly pack: EntityPack
  /** Hash over the pack and every fact that a comparison under it reads. */
  readonly sha256: string
  /** True for packs of this package, false for those of a caller. */
  readonly shipped: boolean
}

/** The facts that comparing reads under every pack: countries, places, the fields of documents, and the word lists of comparison. Files, or folders with a slash. */
const COMPARISON_FACTS = [
  'countries/',
  'document-fields.json',
  'cues/months.json',
  'cues/place-words.json',
  'cues/titles.json',
  'equivalents/',
  'gazetteer/places.tsv.gz',
  'lexicons/given-names.txt.gz',
  'lexicons/legal-forms.json',
  'lexicons/name-cultures.txt',
  'lexicons/name-equivalents.txt',
  'lexicons/names.tsv.gz',
  'lexicons/nicknames.txt',
  'lexicons/organisation-concepts.json',
  'lexicons/street-types.txt',
]

/** A shipped pack by the name of its file. Throws facts_invalid if the file does not match the schema. */
export function loadEntityPack(file: string): LoadedEntityPack {
  const pack = parseData(`entities/${file}`, EntityPackFile)
  if ('same_as' in pack) return loadEntityPack(`${pack.same_as}.json`)
  const whole = withVocabularies(pack)
  return { pack: whole, sha256: hashOfPack(whole, lineOf(`entities/${file}`)), shipped: true }
}

export function vocabularyNames(): readonly string[] {
  return listData('vocabularies', '.json').map((file) => file.slice(0, -'.json'.length))
}

/** A pack with the settings of its vocabularies: the pack's own settings take precedence, then those of later vocabularies. */
export function withVocabularies(pack: EntityPack): EntityPack {
  const shared = pack.vocabularies.map((name) => parseData(`vocabularies/${name}.json`, VocabularyFile).settings)
  // bounded: the vocabularies that a pack names
  return { ...pack, settings: Object.assign({}, ...shared, pack.settings) }
}

/** Hash over a pack, its vocabularies and its facts. `written` is the line of the pack itself: its place and its own hash. */
export function hashOfPack(pack: EntityPack, written: string): string {
  const tables = pack.tables.map(({ table }) => `frequencies/${table}.txt.gz`)
  // Tables by jurisdiction: every pack with names reads them.
  const local = listData('frequencies', '.json.gz').map((name) => `frequencies/${name}`)
  const shared = pack.vocabularies.map((name) => `vocabularies/${name}.json`)
  return hashOfFacts([...tables, ...local, ...shared, ...COMPARISON_FACTS], [written])
}
