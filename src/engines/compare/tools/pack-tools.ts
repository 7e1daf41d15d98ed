// Tools of a pack for its comparators: its vocabulary, its lexicons and its settings, with a memory of tokenised values.
import type { Gazetteer } from '../../../packs/gazetteer.ts'
import type { Packs } from '../../../packs/load.ts'
import type { CountryFacts } from '../../../packs/schemas/country.ts'
import type { EntityPack } from '../../../packs/schemas/entity-pack.ts'
import type { NameRules } from '../../../packs/schemas/name-rules.ts'
import { AddressPlaces } from '../places/address-place.ts'
import { Exonyms } from '../places/exonyms.ts'
import { StreetTypes } from '../places/street-types.ts'
import { Territories } from '../places/territories.ts'
import { meaningsOf, Remembered, tokensOf, Vocabulary, type Word } from '../words/value-words.ts'
import { LegalForms } from './legal-forms.ts'

/** The fields of one record under the pack's own names; values trimmed and never empty. */
export type Fields = Pick<ReadonlyMap<string, string>, 'get' | 'has' | 'keys'>

export interface Tools {
  readonly pack: EntityPack
  readonly vocabulary: Vocabulary
  readonly legalForms: () => LegalForms
  readonly territories: () => Territories
  readonly exonyms: () => Exonyms
  readonly gazetteer: () => Gazetteer
  readonly streetTypes: () => StreetTypes
  /** Postcodes and towns that are written in addresses. */
  readonly addressPlaces: () => AddressPlaces
  /** The text of a file of data/cues. */
  readonly cues: (file: string) => string
  /** The text of a file of data/equivalents. */
  readonly equivalents: (file: string) => string
  /** Facts about countries by their code. */
  readonly countries: () => ReadonlyMap<string, CountryFacts>
  /** How names of persons are written and formed. */
  readonly nameRules: () => NameRules
  /** Information of the names common in a jurisdiction, by its code. */
  readonly nameTables: () => ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The words of a value, cut once. */
  words(value: string): readonly Word[]
  /** The words of a value that may name a town, each town under one of its names; cut once. */
  townWords(value: string): readonly Word[]
  /** A memory for one comparator. */
  remember<T>(): Remembered<T>
  /** Spelling -> the value it is written for, of the pack's fields of a few values ("f", "Frau" -> "female"). */
  readonly codes: () => ReadonlyMap<string, string>
  /** A list of words of the pack's settings. */
  list(setting: string): ReadonlySet<string>
  /** Pairs of the pack's settings, written "long=short" with blanks between. */
  pairs(setting: string): ReadonlyMap<string, string>
  number(setting: string, otherwise: number): number
}

export function createTools(packs: Packs, pack: EntityPack, jurisdiction: string | null): Tools {
  const meanings = meaningsOf(packs, pack.settings['meanings'])
  const vocabulary = new Vocabulary(packs, pack, meanings, jurisdiction)
  const cut = new Remembered<readonly Word[]>(20_000)
  const towns = new Remembered<readonly Word[]>(20_000)
  const list = (setting: string): ReadonlySet<string> => {
    const value = pack.settings[setting]
    return new Set(typeof value === 'string' ? value.split(' ') : [])
  }
  let codes: Map<string, string> | null = null
  let forms: LegalForms | null = null
  let known: Territories | null = null
  let exonyms: Exonyms | null = null
  let streets: StreetTypes | null = null
  let addressPlaces: AddressPlaces | null = null
  const pairs = (setting: string): ReadonlyMap<string, string> => {
    const value = pack.settings[setting]
    const entries = typeof value === 'string' ? value.split(' ').map((entry) => entry.split('=')) : []
    return new Map(entries.map(([from, to]) => [from ?? '', to ?? '']))
  }
  const exonymsOf = () => {
    exonyms ??= new Exonyms(packs.equivalents('exonyms.txt'), pairs('written_as'))
    return exonyms
  }
  const streetTypes = () => {
    streets ??= new StreetTypes(packs.lexicon('street-types.txt'))
    return streets
  }
  return {
    pack,
    vocabulary,
    legalForms: () => {
      if (forms === null) forms = new LegalForms(packs.lexicon('legal-forms.json'), list('kept_forms'))
      return forms
    },
    territories: () => {
      known ??= new Territories(packs.equivalents('territories.txt'))
      return known
    },
    exonyms: exonymsOf,
    gazetteer: () => packs.gazetteer(),
    streetTypes,
    addressPlaces: () => {
      addressPlaces ??= new AddressPlaces(packs.countries(), streetTypes())
      return addressPlaces
    },
    cues: (file) => packs.cues(file),
    equivalents: (file) => packs.equivalents(file),
    countries: () => packs.countries(),
    nameRules: () => packs.nameRules(),
    nameTables: () => packs.jurisdictionFrequencies(),
    townWords: (value) =>
      towns.get(value, (text) =>
        exonymsOf()
          .read(tokensOf(text))
          .map((token) => vocabulary.word(token)),
      ),
    words: (value) => cut.get(value, (text) => tokensOf(text).map((token) => vocabulary.word(token))),
    remember: () => new Remembered(20_000),
    codes: () => {
      if (codes === null) {
        codes = new Map()
        const written = (pack.settings['codes'] ?? {}) as Readonly<Record<string, string>>
        for (const [value, words] of Object.entries(written))
          for (const word of words.split(' ')) codes.set(word, value)
      }
      return codes
    },
    list,
    pairs,
    number: (setting, otherwise) => {
      const value = pack.settings[setting]
      return typeof value === 'number' ? value : otherwise
    },
  }
}
