// The town and the postcode that an address ends or begins with: other records have them in fields of their own.
import type { CountryFacts } from '../../../packs/schemas/country.ts'
import { unitsOf } from '../../../text/unit-classes.ts'
import { PostcodeTable } from '../../../values/address/postcodes.ts'
import { plain } from '../words/plain-letters.ts'
import { Remembered, tokensOf } from '../words/value-words.ts'
import type { StreetTypes } from './street-types.ts'

export interface AddressPlace {
  readonly postcode?: string
  readonly city?: string
}

const NOWHERE: AddressPlace = {}
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu
const DIGIT = /\d/
/** The short form of a state, between town and postcode: "Springfield, IL 62704". */
const STATE = /^[A-Z]{2}$/
const COUNTRY_SIGN = /^[A-Z]{1,3}-(?=\d)/

export class AddressPlaces {
  readonly #postcodes: PostcodeTable
  readonly #streets: StreetTypes
  readonly #known = new Remembered<AddressPlace>(20_000)

  constructor(countries: ReadonlyMap<string, CountryFacts>, streets: StreetTypes) {
    this.#postcodes = new PostcodeTable(
      new Map([...countries].flatMap(([code, { address }]) => (address ? [[code, address] as const] : []))),
    )
    this.#streets = streets
  }

  /** Nothing where no postcode is next to a town: a town alone looks like a street, a house or a district. */
  of(address: string): AddressPlace {
    return this.#known.get(address, (text) => this.#read(text))
  }

  #read(address: string): AddressPlace {
    // Several addresses in one field are in several places.
    if (address.includes('; ')) return NOWHERE
    const parts = address
      .toUpperCase()
      .split(/[,\n]/)
      .map((part) => part.trim())
      .filter(Boolean)
    for (let i = parts.length - 1; i >= 0; i--) {
      const found = this.#inPart(parts, i)
      if (found !== null) return found
    }
    return NOWHERE
  }

  #inPart(parts: readonly string[], i: number): AddressPlace | null {
    const text = parts[i]!
    const units = unitsOf(text)
    for (const { index } of text.matchAll(WORD)) {
      const stop = this.#postcodes.match({ text, units }, index)?.stop
      if (stop === undefined) continue
      const [before, after] = [text.slice(0, index).trim(), text.slice(stop).trim()]
      if (DIGIT.test(after) || this.#isStreet(after)) continue
      const postcode = text.slice(index, stop).replace(COUNTRY_SIGN, '')
      if (after !== '' && (before === '' ? parts.length > 1 : /\d\p{L}?$/u.test(before)))
        return { postcode, city: after }
      if (after !== '' || DIGIT.test(before) || parts.length === 1) continue
      if (before !== '' && !STATE.test(before)) return { postcode, city: before }
      const town = [parts[i - 1], parts[i + 1]].find((part) => part !== undefined && !DIGIT.test(part))
      return town === undefined || this.#isStreet(town) ? { postcode } : { postcode, city: town }
    }
    return null
  }

  #isStreet(text: string): boolean {
    return tokensOf(plain(text)).some((token) => this.#streets.of(token).length > 0)
  }
}
