// Loads data/ as typed, validated and frozen facts. Each file is read once, on first use, so that start-up reads only what it needs.
import { SelfsameError } from '../errors.ts'
import { listData, once, parseData, readData } from './data-files.ts'
import { type LoadedEntityPack, loadEntityPack } from './entity-packs.ts'
import { hashOfFacts } from './fact-hash.ts'
import { FrequencyTable, readJurisdictionFrequencies, withUnions } from './frequencies.ts'
import { Gazetteer } from './gazetteer.ts'
import { type CueLabel, Labels } from './labels.ts'
import { MeasuredRecall, Statute, Taxonomy } from './schemas/category.ts'
import { CountryFacts } from './schemas/country.ts'
import { ExchangeFormats } from './schemas/exchange-format.ts'
import { FhirElements, type FhirFacts, FhirPolicy } from './schemas/fhir.ts'
import { ColumnHeadingFacts, type DocumentFieldSet, DocumentFields, FieldLabelFacts } from './schemas/field-labels.ts'
import { NameRules } from './schemas/name-rules.ts'
import { PlaceCues, PlaceWords } from './schemas/place.ts'
import { ForeignSignals, SignalTiers } from './schemas/signal.ts'
import { withStrictest } from './strictest.ts'
import { WordLevels } from './word-levels.ts'

/** All facts of the engines, loaded on first use. */
export interface Packs {
  categories(): ReadonlyMap<string, Taxonomy['categories'][number]>
  /** Country facts by code, in order of code. */
  countries(): ReadonlyMap<string, CountryFacts>
  /** Statutes by name, in order of name. */
  statutes(): ReadonlyMap<string, Statute>
  /** How much of each category was found in labelled texts, and by whom. Binds no decision. */
  measuredRecall(): MeasuredRecall
  signalTiers(): SignalTiers
  /** Countries without a statute, for jurisdiction evidence only. */
  foreignCountries(): ForeignSignals['countries']
  entityNames(): readonly string[]
  entityPack(name: string): LoadedEntityPack
  frequencyNames(): readonly string[]
  /** A frequency table of data/frequencies/<name>.txt.gz. */
  frequencies(name: string): FrequencyTable
  /** Information of the tokens common in the names of a jurisdiction, by its code. */
  jurisdictionFrequencies(): ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The fields of a document under each entity, and their sources. */
  documentFields(): ReadonlyMap<string, DocumentFieldSet>
  labels(): Labels
  /** How frequent a word is in personal names. */
  names(): WordLevels
  exchangeFormats(): ExchangeFormats
  fhir(): FhirFacts
  gazetteer(): Gazetteer
  placeWords(): PlaceWords
  placeCues(): PlaceCues
  nameRules(): NameRules
  /** The text of data/cues/<file>: manually written words. The reader knows its format. */
  cues(file: string): string
  /** The text of data/equivalents/<file>: manually written names of the same thing, for comparison. */
  equivalents(file: string): string
  lexicon(file: string): string
  /** Hash over the facts for reading texts, files and columns: pinned in decisions over two texts. */
  readingSha256(): string
  /** The same with the statutes: pinned in de-identification decisions. */
  rulesSha256(): string
}

/** Facts for finding values in texts, files and columns, and for inferring a jurisdiction. */
const READING_FACTS = [
  'categories.json',
  'column-headings.json',
  'copy-rules.json',
  'equivalents/name-forms.json',
  'exchange-formats.json',
  'field-labels.json',
  'foreign-signals.json',
  'inflection.json',
  'legacy-encodings.json',
  'ocr-languages.json',
  'odf-markup.json',
  'office-markup.json',
  'office-names.json',
  'signals.json',
  'countries/',
  'cues/',
  'gazetteer/',
  'lexicons/names.tsv.gz',
  'lexicons/nicknames.txt',
  'lexicons/words-common.json',
  'weights/',
]

function loadDocumentFields(): Map<string, DocumentFieldSet> {
  const { entities } = parseData('document-fields.json', DocumentFields)
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
    categories: once(
      () => new Map(parseData('categories.json', Taxonomy).categories.map((entry) => [entry.code, entry])),
    ),
    countries: once(
      () =>
        new Map(
          countryFiles()
            .map((file) => parseData(`countries/${file}`, CountryFacts))
            .map((facts) => [facts.code, facts]),
        ),
    ),
    statutes: once(
      () =>
        new Map(
          withStrictest(
            listData('statutes', '.json').map((file) => parseData(`statutes/${file}`, Statute)),
            packs.categories(),
          )
            .sort((one, other) => (one.name < other.name ? -1 : 1))
            .map((statute) => [statute.name, statute]),
        ),
    ),
    measuredRecall: once(() => parseData('measured-recall.json', MeasuredRecall)),
    entityNames: once(() => listData('entities', '.json').map((file) => file.slice(0, -'.json'.length))),
    entityPack: (name) => {
      const known = entities.get(name) ?? loadEntityPack(`${name}.json`)
      entities.set(name, known)
      return known
    },
    frequencies: (name) => {
      const known = tables.get(name) ?? new FrequencyTable(readData(`frequencies/${name}.txt.gz`))
      tables.set(name, known)
      return known
    },
    frequencyNames: once(() => listData('frequencies', '.txt.gz').map((file) => file.slice(0, -'.txt.gz'.length))),
    jurisdictionFrequencies: once(() => {
      const unions = [...packs.countries().values()].flatMap(({ code, members }) =>
        members === undefined ? [] : ([[code, members]] as const),
      )
      const tables = readJurisdictionFrequencies(readData('frequencies/person-jurisdictions.json.gz').toString('utf8'))
      return withUnions(tables, new Map(unions))
    }),
    documentFields: once(() => loadDocumentFields()),
    labels: once(() => loadLabels(packs)),
    exchangeFormats: once(() => parseData('exchange-formats.json', ExchangeFormats)),
    fhir: once(() => {
      const { resources, types } = parseData('fhir/elements.json', FhirElements)
      return { resources: new Set(resources), types, policy: parseData('fhir/policy.json', FhirPolicy) }
    }),
    gazetteer: once(() => new Gazetteer(readData('gazetteer/places.tsv.gz').toString('utf8'))),
    nameRules: once(() => parseData('equivalents/name-forms.json', NameRules)),
    placeCues: once(() => parseData('cues/place-cues.json', PlaceCues)),
    placeWords: once(() => parseData('cues/place-words.json', PlaceWords)),
    cues: (file) => readData(`cues/${file}`).toString('utf8'),
    equivalents: (file) => readData(`equivalents/${file}`).toString('utf8'),
    lexicon: (file) => readData(`lexicons/${file}`).toString('utf8'),
    names: once(() => new WordLevels(readData('lexicons/names.tsv.gz'))),
    signalTiers: once(() => parseData('signals.json', SignalTiers)),
    foreignCountries: once(() => parseData('foreign-signals.json', ForeignSignals).countries),
    readingSha256: once(() => hashOfFacts(READING_FACTS)),
    rulesSha256: once(() => hashOfFacts([...READING_FACTS, 'statutes/'])),
  }
  return packs
}

/** The labels of the two files, the words before names, and the cues of each country's official numbers in its languages. */
function loadLabels(packs: Packs): Labels {
  const names = JSON.parse(packs.cues('name-cues.json')) as { labels: string[]; nameFields: string[] }
  const slots = new Map([...packs.categories().values()].map(({ code, slot }) => [code, slot]))
  const cues: CueLabel[] = [...names.nameFields, ...names.labels].map((cue) => ({ kind: 'name', cue, languages: [] }))
  for (const { identifiers, languages } of packs.countries().values())
    for (const { category, cues: own = [] } of identifiers)
      for (const cue of own)
        cues.push({ kind: slots.get(category)!, cue, languages: languages.length > 0 ? languages : ['en'] })
  return new Labels(
    parseData('field-labels.json', FieldLabelFacts),
    parseData('column-headings.json', ColumnHeadingFacts),
    cues,
  )
}
