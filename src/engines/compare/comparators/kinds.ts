// The comparators that an entity pack may name, and all that other code must know of each: one entry a kind.
import { address } from './address.ts'
import { authors } from './authors.ts'
import {
  addressFeatures,
  type BlockingFeature,
  brandFeatures,
  codeFeatures,
  dateFeatures,
  emailFeatures,
  hostFeatures,
  latitudeFeatures,
  numberFeatures,
  phoneFeatures,
  postcodeFeatures,
  valueFeatures,
  wordFeatures,
} from './blocking-features.ts'
import { brand } from './brand.ts'
import { category } from './category.ts'
import { code } from './coded-value.ts'
import type { Comparator } from './comparator.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import { organisationName, placeName, workTitle } from './entity-name.ts'
import { geo } from './geo.ts'
import { identifier } from './identifier.ts'
import { parentName } from './parent-name.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { postcode } from './postcode.ts'
import { price } from './price.ts'
import { productCode } from './product-code.ts'
import { productCore } from './product-core.ts'
import { productSpec } from './product-spec.ts'
import { productText } from './product-text.ts'
import { productTitle } from './product-title.ts'
import { productVariant } from './product-variant.ts'
import { territory } from './territory.ts'
import { venue } from './venue.ts'
import { website } from './website.ts'

export interface Kind {
  readonly comparator: Comparator
  /** Features of the first field that give candidate pairs; or the reason why values of this kind give none. */
  readonly blocking: readonly BlockingFeature[] | { readonly none: string }
  /** The same of a further field of the rule (`with`). */
  readonly blockingWith: (field: string) => readonly BlockingFeature[]
  /** Penalty in bits for different values before a pair is compared; an address changes more often than a birth date. */
  readonly disagreement: number
  /** When tables compare it: numbers decide questions, short values cost little, words are aligned last. */
  readonly order: 'number' | 'short' | 'words'
  /** Values of it that keep two clusters apart: valid unique numbers, or dates that one entity does not have in two forms. */
  readonly separates: 'number' | 'date' | null
  /** True for names of persons: twins, and parents and children, may differ in nothing else. */
  readonly namesPersons: boolean
}

/** An entry with what most kinds have in common. Blocking has no default: a kind without features states why. */
const kind = (comparator: Comparator, entry: Partial<Kind> & Pick<Kind, 'blocking' | 'order'>): Kind => ({
  comparator,
  blockingWith: () => [],
  disagreement: 1.5,
  separates: null,
  namesPersons: false,
  ...entry,
})

const PERSON_NAMES = wordFeatures('name', 2)
const TITLES = wordFeatures('title', 4)
const NAMES = wordFeatures('name', 4)
const NAME_PARTS = new Set(['name', 'given_name', 'family_name', 'middle_name', 'maiden_name', 'alias'])
/** Few values, so that each is shared by too many records. */
const FEW_VALUES = { none: 'few values, each shared by too many records' }
const BY_TITLE = { none: 'the product_title of the same field has its words and codes' }

/** By the name that packs use. A comparator has no other name, so that none can be used without an entry. */
export const KINDS: Readonly<Record<string, Kind>> = {
  address: kind(address, { blocking: addressFeatures, order: 'words' }),
  authors: kind(authors, { blocking: { none: 'titles and numbers of publications find the pairs' }, order: 'words' }),
  brand: kind(brand, { blocking: brandFeatures, order: 'words' }),
  category: kind(category, { blocking: valueFeatures, order: 'short' }),
  code: kind(code, { blocking: FEW_VALUES, order: 'short' }),
  date: kind(date, { blocking: dateFeatures, disagreement: 4, order: 'short', separates: 'date' }),
  email: kind(email, { blocking: emailFeatures, order: 'short' }),
  geo: kind(geo, { blocking: latitudeFeatures, order: 'short' }),
  identifier: kind(identifier, { blocking: numberFeatures, disagreement: 3, order: 'short', separates: 'number' }),
  organisation_name: kind(organisationName, { blocking: NAMES, disagreement: 4, order: 'words' }),
  parent_name: kind(parentName, { blocking: { none: 'one parent has several children' }, order: 'words' }),
  person_name: kind(personName, {
    blocking: PERSON_NAMES,
    blockingWith: (field) => (NAME_PARTS.has(field) ? PERSON_NAMES : []),
    disagreement: 4,
    order: 'words',
    namesPersons: true,
  }),
  phone: kind(phone, { blocking: phoneFeatures, order: 'short' }),
  place_name: kind(placeName, { blocking: NAMES, disagreement: 4, order: 'words' }),
  postcode: kind(postcode, { blocking: postcodeFeatures, order: 'short' }),
  price: kind(price, {
    blocking: { none: 'prices of one product differ, and equal prices are common' },
    order: 'short',
  }),
  product_code: kind(productCode, { blocking: codeFeatures, blockingWith: () => codeFeatures, order: 'number' }),
  product_core: kind(productCore, { blocking: BY_TITLE, order: 'words' }),
  product_spec: kind(productSpec, { blocking: BY_TITLE, order: 'words' }),
  product_text: kind(productText, { blocking: codeFeatures, order: 'words' }),
  product_title: kind(productTitle, { blocking: [...NAMES, ...codeFeatures], disagreement: 4, order: 'words' }),
  product_variant: kind(productVariant, { blocking: BY_TITLE, order: 'words' }),
  territory: kind(territory, { blocking: FEW_VALUES, order: 'short' }),
  venue: kind(venue, { blocking: FEW_VALUES, order: 'words' }),
  website: kind(website, { blocking: hostFeatures, order: 'words' }),
  work_title: kind(workTitle, { blocking: TITLES, disagreement: 3, order: 'words' }),
}

export const kindOf = (name: string): Kind | undefined => (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined)
