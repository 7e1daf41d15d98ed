// Postal addresses: street and place words by information, kinds of street in any spelling, house numbers and units apart,
// because two doors of one street look alike.
import { append } from '../../../lists.ts'
import { isDigitUnit } from '../../../text/unit-classes.ts'
import { compareHouses, compareUnits, DoorReader, type Doors } from '../../../values/address/doors.ts'
import type { AddressParts } from '../places/address-place.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { align } from '../words/align.ts'
import { NOTHING } from '../words/measures.ts'
import { plain } from '../words/plain-letters.ts'
import { tokensOf, type Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, disputes, Effect, when } from './comparator.ts'
import { graded, stated } from './statement.ts'

interface Address {
  readonly words: readonly Word[]
  /** The kinds of street each word may name; null where no word names any. */
  readonly types: readonly (readonly number[])[] | null
  readonly doors: Doors
  readonly compact: string
  /** The same without its doors, before short forms are written out. */
  readonly street: string
}

const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/
/** A postcode inside an address agrees or differs, but never outweighs the street. */
const POSTCODE_BITS = 6

/** The words of b with every kind of street under the word that a writes for the same kind. */
function underOneType(a: Address, b: Address): readonly Word[] {
  const [ours, theirs] = [a.types, b.types]
  if (ours === null || theirs === null) return b.words
  let words: Word[] | null = null
  for (let j = 0; j < theirs.length; j++) {
    const kinds = theirs[j]!
    if (kinds.length === 0 || holds(a.words, b.words[j]!)) continue
    const i = ours.findIndex((others) => others.length > 0 && others.some((kind) => kinds.includes(kind)))
    if (i < 0) continue
    words ??= [...b.words]
    words[j] = a.words[i]!
  }
  return words ?? b.words
}

function holds(words: readonly Word[], { text }: Word): boolean {
  for (const word of words) if (word.text === text) return true
  return false
}

/**
 * The words of a longer address without those that the other record has in other fields: town and postcode are in the address or in
 * separate fields.
 */
function withoutPlace(
  words: readonly Word[],
  others: readonly Word[],
  placeOf: () => readonly Word[],
): readonly Word[] {
  if (words.length <= others.length) return words
  let place: readonly Word[] | null = null
  const left = words.filter((word) => {
    if (holds(others, word)) return true
    place ??= placeOf()
    return !holds(place, word)
  })
  return left.length > 0 && left.length < words.length ? left : words
}

/** Similarity of two neighbouring houses. */
const NEIGHBOUR = 0.2

/** Least overlap of two addresses in one street. */
const ALIKE = 0.55

/** Least agreement of house numbers that are equal, or one inside the other. */
const SAME_HOUSE = 0.7

/** Support of another house of one street, in bits: people mistype numbers and move within a street, and so do their relatives. */
const STREET_BITS = 8

/** Agreement of streets and of house numbers that leaves no doubt. */
const UNDISPUTED = 0.8

const OPTIONS = { initials: false, prefixes: true }

/** The address of a record, and the words of those fields that say where it lies. */
interface Located {
  readonly address: Address
  readonly place: () => readonly Word[]
}

export const address: Comparator = {
  summary: 'Addresses: street and place words by information, house numbers and units compared apart.',
  evidence: 'supporting',
  measures: ['', 'subset', 'number', 'unit'],
  bind(rule, tools) {
    const known = tools.remember<Address>()
    const spelled = tools.pairs('address_words')
    /** Another comparison of the pack reads the place that is in an address. */
    const isSplit = tools.pack.comparisons.some(({ with: fields }) => fields.includes(rule.field))
    const streets = tools.streetTypes()
    const reader = new DoorReader(tools.countries(), plain)
    const isStreet = (token: string) => streets.of(token).length > 0
    const read = (value: string): Address => {
      const tokens: string[] = []
      for (const token of tools.exonyms().read(tokensOf(value)))
        if (isDigitUnit(token.charCodeAt(0))) tokens.push(ORDINAL.exec(token)?.[1] ?? token)
        else if (spelled.has(token)) tokens.push(token)
        else append(tokens, streets.split(token))
      const doors = reader.read(value, tokens, isStreet)
      const words = doors.words.map((token) => {
        const word = tools.vocabulary.word(spelled.get(token) ?? token)
        return word.numeric ? word.weighing(Math.min(POSTCODE_BITS, word.bits)) : word
      })
      const types = doors.words.map((token) => streets.of(token))
      return {
        words,
        types: types.some(({ length }) => length > 0) ? types : null,
        doors,
        compact: tokens.map((token) => spelled.get(token) ?? token).join(''),
        street: doors.words.join(''),
      }
    }
    /** The words of those fields that say where the address lies. */
    const placeOf = (record: Fields, { postcode = '', city = '' }: AddressParts): readonly Word[] => {
      const place: Word[] = [...tools.townWords(`${postcode} ${city}`)]
      for (const field of rule.with) {
        const value = record.get(field)
        if (value !== undefined) append(place, tools.townWords(value))
      }
      return place
    }
    const prepare = (record: Fields): Located | null => {
      const value = record.get(rule.field)
      if (value === undefined) return null
      const parts = isSplit ? tools.addressPlaces().of(value) : { street: value }
      const address = known.get(parts.street, read)
      return address.compact === '' ? null : { address, place: () => placeOf(record, parts) }
    }
    const compare = ({ address: x, place: placeA }: Located, { address: y, place: placeB }: Located): Agreement => {
      const ours = withoutPlace(x.words, y.words, placeB)
      const theirs = withoutPlace(underOneType(x, y), x.words, placeA)
      // Blanks get lost and slip: "Beaumon tclose" is Beaumont Close.
      const respaced = x.street === y.street
      const { shared, restA, restB, rarest } = align(ours, respaced ? ours : theirs, OPTIONS)
      const none = x.words.length === 0 || y.words.length === 0
      const number = compareHouses(x.doors, y.doors)
      const equal = x.compact === y.compact
      const overlap = equal
        ? 1
        : none
          ? NOTHING
          : shared === 0
            ? 0
            : Math.min(0.99, (2 * shared) / (2 * shared + restA + restB))
      const subset = equal ? 1 : none ? NOTHING : shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
      const unit = compareUnits(x.doors, y.doors)
      const elsewhere = number < SAME_HOUSE
      const bits = overlap >= 0.5 && !elsewhere ? Math.min(16, rarest) + (number >= SAME_HOUSE ? 6 : 0) : 0
      const near = elsewhere && subset >= UNDISPUTED ? Math.min(STREET_BITS, rarest) : 0
      return {
        measures: [overlap, subset, number, unit],
        bits,
        near,
        conflict: false,
        effects:
          disputes(!(subset >= UNDISPUTED) || number < UNDISPUTED || unit < UNDISPUTED) |
          // Another flat of one house, another house of one street.
          when(unit === 0 || elsewhere, Effect.vague) |
          when(number <= NEIGHBOUR && (overlap >= ALIKE || overlap === 0), Effect.contrary),
      }
    }
    return { reads: [rule.field, ...rule.with], prepare, compare }
  },
  says({ measure }) {
    const overlap = measure('')
    const unit = graded(
      measure('unit'),
      [
        [1, 'same'],
        [0.8, 'alike'],
        [0, 'differ'],
      ],
      { one: 'unit number', many: 'unit numbers' },
    )
    if (overlap === 1) return [stated('same')]
    const number = measure('number')
    // A part that only one address has does not count as a difference; two different streets of one town do.
    const isOneStreet = !(measure('subset') < UNDISPUTED)
    if (isOneStreet && overlap >= ALIKE && number < SAME_HOUSE)
      return [stated('differ', 'the {many} agree except for the house number')]
    const whole = graded(Number.isNaN(overlap) ? number : overlap, [
      [isOneStreet ? 0.6 : 1, 'alike'],
      [0.3, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
    return [...whole, ...unit]
  },
}
