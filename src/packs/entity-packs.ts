// Entity packs: what one file of data/entities decides by, with the vocabularies it shares with others, and the hash that pins all of it.
import { listData, parseData } from './data-files.ts'
import { hashOfFacts, lineOf } from './fact-hash.ts'
import { type EntityPack, EntityPackFile, VocabularyFile } from './schemas/entity-pack.ts'

export interface LoadedEntityPack {
  readonly pack: EntityPack
  /** Hash over the pack and every fact that comparing under it reads. */
  readonly sha256: string
  /** Part of this package, not brought along by a caller. */
  readonly shipped: boolean
}

/** What comparators read whatever the pack: facts of countries, places, and the word lists of comparison. Files, or folders with a slash. */
const COMPARISON_FACTS = [
  'countries/',
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

/** A shipped pack by the name of its file. Throws facts_invalid where the file does not fit its schema. */
export function loadEntityPack(file: string): LoadedEntityPack {
  const pack = parseData(`entities/${file}`, EntityPackFile)
  if ('same_as' in pack) return loadEntityPack(`${pack.same_as}.json`)
  const whole = withVocabularies(pack)
  return { pack: whole, sha256: hashOfPack(whole, lineOf(`entities/${file}`)), shipped: true }
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
  const tables = pack.tables.map(({ table }) => `frequencies/${table}.txt.gz`)
  // Tables by jurisdiction: names are read under them in every pack that reads names.
  const local = listData('frequencies', '.json.gz').map((name) => `frequencies/${name}`)
  const shared = pack.vocabularies.map((name) => `vocabularies/${name}.json`)
  return hashOfFacts([...tables, ...local, ...shared, ...COMPARISON_FACTS], [written])
}
