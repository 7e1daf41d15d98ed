// Every comparator, by kind: what an entity pack may name.
import { address } from './address.ts'
import { authors } from './authors.ts'
import { brand } from './brand.ts'
import { category } from './category.ts'
import { code } from './coded-value.ts'
import type { Comparator } from './comparator.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import { organisationName, placeName, workTitle } from './entity-name.ts'
import { geo } from './geo.ts'
import { identifier } from './identifier.ts'
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

export const COMPARATORS: ReadonlyMap<string, Comparator> = new Map(
  [
    address,
    authors,
    brand,
    category,
    code,
    date,
    email,
    geo,
    identifier,
    organisationName,
    personName,
    phone,
    placeName,
    postcode,
    price,
    productCode,
    productCore,
    productSpec,
    productText,
    productTitle,
    productVariant,
    territory,
    venue,
    website,
    workTitle,
  ].map((comparator) => [comparator.kind, comparator]),
)
