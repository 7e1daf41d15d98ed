// The town and the postcode that an address ends or begins with: other records have separate fields for them.
import type { CountryFacts } from '../../../packs/schemas/country.ts'
import { unitsOf } from '../../../text/unit-classes.ts'
import { PostcodeTable } from '../../../values/address/postcodes.ts'
import { plain } from '../words/plain-letters.ts'
import { Remembered, tokensOf } from '../words/value-words.ts'
import type { StreetTypes } from './street-types.ts'

/** An address in its parts; street alone where no postcode is next to a town. */
export interface AddressParts {
  /** The address without town, postcode and the country that follows them. */
  readonly street: string
  readonly postcode?: string
  readonly city?: string
}

const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu
const DIGIT = /\d/
const NUMBER = /^\d+$/
const HOUSE_AT_END = /\d\p{L}?$/u
/** The short form of a state, between town and postcode: "Springfield, IL 62704". */
const STATE = /^[A-Z]{2}$/
/** Digits of a postcode after its town at least. */
const LEAST_BEHIND = 4
const COUNTRY_SIGN = /^[A-Z]{1,3}-(?=\d)/

export class AddressPlaces {
  readonly #postcodes: PostcodeTable
  readonly #streets: StreetTypes
  readonly #known = new Remembered<AddressParts>(20_000)

  constructor(countries: ReadonlyMap<string, CountryFacts>, streets: StreetTypes) {
    this.#postcodes = new PostcodeTable(
      new Map([...countries].flatMap(([code, { address }]) => (address ? [[code, address] as const] : []))),
    )
    this.#streets = streets
  }

  of(address: string): AddressParts {
    return this.#known.get(address, (text) => this.#read(text))
  }

  #read(address: string): AddressParts {
    // Several addresses in one field are in several places.
    if (address.includes('; ')) return { street: address }
    const lines = address
      .toUpperCase()
      .split(/[,\n]/)
      .map((line) => line.trim())
      .filter(Boolean)
    for (let i = lines.length - 1; i >= 0; i--) {
      const found = this.#inLine(lines, i)
      if (found !== null) return found
    }
    return { street: address }
  }

  #inLine(lines: readonly string[], i: number): AddressParts | null {
    const text = lines[i]!
    const units = unitsOf(text)
    for (const { index } of text.matchAll(WORD)) {
      const stop = this.#postcodes.match({ text, units }, index)?.stop
      if (stop === undefined) continue
      const [before, after] = [text.slice(0, index).trim(), text.slice(stop).trim()]
      if (DIGIT.test(after) || this.#isStreet(after)) continue
      const postcode = text.slice(index, stop).replace(COUNTRY_SIGN, '')
      const parts = (from: number, to: number, city: string | undefined, rest = ''): AddressParts | null => {
        const street = [...(from === 0 ? lines.slice(to) : lines.slice(0, from)), rest].filter(Boolean).join(', ')
        return street === '' ? null : { street, postcode, ...(city === undefined ? {} : { city }) }
      }
      if (after !== '' && before !== '' && HOUSE_AT_END.test(before)) return parts(i, i + 1, after, before)
      if (after !== '' && before === '') return parts(i, i + 1, after)
      if (after !== '' || (before !== '' && !this.#mayBeTownOf(before, postcode, i === lines.length - 1))) continue
      if (before !== '' && !STATE.test(before)) return parts(i, i + 1, before)
      if (this.#isTown(lines[i - 1])) return parts(i - 1, i + 1, lines[i - 1])
      if (this.#isTown(lines[i + 1])) return parts(i, i + 2, lines[i + 1])
      return parts(i, i + 1, undefined)
    }
    return null
  }

  /** Whether a line is a town with its postcode: in "Celovška cesta 111, Ljubljana" the number is that of a house. */
  #mayBeTownOf(before: string, postcode: string, isLast: boolean): boolean {
    if (DIGIT.test(before) || this.#isStreet(before)) return false
    return !NUMBER.test(postcode) || (isLast && postcode.length >= LEAST_BEHIND)
  }

  #isTown(line: string | undefined): boolean {
    return line !== undefined && !DIGIT.test(line) && !this.#isStreet(line)
  }

  #isStreet(text: string): boolean {
    return tokensOf(plain(text)).some((token) => this.#streets.of(token).length > 0)
  }
}
