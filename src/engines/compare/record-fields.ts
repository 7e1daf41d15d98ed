// Reading a record: any accepted spelling of a field under the pack's own name, empty and unknown ones set aside.
import { compareCodePoints } from '../../records/canonical.ts'
import { codeAt } from '../../text/unit-classes.ts'
import { READ_UP_TO } from './words/value-words.ts'

export interface ReadFields {
  readonly fields: ReadonlyMap<string, string>
  /** Names of fields the pack does not know, sorted. */
  readonly ignored: readonly string[]
}

const NONE: string[] = []
const EMPTY = /^(?:|-|n\/?a|null|none|nan|unknown)$/i
const [HYPHEN, LETTER_N, LETTER_U] = [0x2d, 0x6e, 0x75]
/** Turns a capital of ASCII into a small letter. */
const SMALL = 0x20

/** Reads one record. Of two spellings of one field the first in order of name counts, so that key order never matters. */
export function canonicalFields({ fieldOf }: Spellings, attributes: Readonly<Record<string, string>>): ReadFields {
  const fields = new Map<string, string>()
  let ignored: string[] = NONE
  /** Fields with several spellings. */
  let settled: Set<string> | null = null
  for (const key of Object.keys(attributes)) {
    const field = fieldOf.get(key) ?? fieldOf.get(spelled(key))
    if (field === undefined) {
      if (ignored === NONE) ignored = []
      ignored.push(key)
      continue
    }
    const value = meantBy(attributes[key]!)
    if (value === '' || settled?.has(field)) continue
    if (!fields.has(field)) fields.set(field, value)
    else {
      fields.set(field, firstOf(field, fieldOf, attributes))
      settled = (settled ?? new Set()).add(field)
    }
  }
  return { fields, ignored }
}

interface Spellings {
  readonly fieldOf: ReadonlyMap<string, string>
}

/** The value of a field with several spellings: of the pack's own one, otherwise of the first alias in order of name. */
function firstOf(field: string, fieldOf: Spellings['fieldOf'], attributes: Readonly<Record<string, string>>): string {
  const keys = Object.keys(attributes).filter(
    (key) => (fieldOf.get(key) ?? fieldOf.get(spelled(key))) === field && meantBy(attributes[key]!) !== '',
  )
  return meantBy(attributes[keys.includes(field) ? field : keys.sort(compareCodePoints)[0]!]!)
}

/** A value as it is compared; empty where it says nothing. Read up to a bound that no name, title or description needs: what a hostile value costs is bounded with it. */
function meantBy(whole: string): string {
  const value = trimmed(whole.length > READ_UP_TO ? beginningOf(whole) : whole)
  return value.length < 8 && isEmpty(value) ? '' : value
}

/** A name of a field in the pack's own spelling. */
const spelled = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

const isEmpty = (value: string): boolean => value === '' || (mayBeEmpty(codeAt(value, 0)) && EMPTY.test(value))

/** May a value with this beginning mean "no value"? */
function mayBeEmpty(unit: number): boolean {
  return unit === HYPHEN || (unit | SMALL) === LETTER_N || (unit | SMALL) === LETTER_U
}

/** Like String.prototype.trim, which is not called where both ends are letters, digits or signs of ASCII, as is usual. */
function trimmed(text: string): string {
  const { length } = text
  return length > 0 && isInked(codeAt(text, 0)) && isInked(codeAt(text, length - 1)) ? text : text.trim()
}

const isInked = (unit: number) => unit > 0x20 && unit < 0x7f

/** The beginning of a long value as a new string: a slice would keep the whole value in memory. */
function beginningOf(value: string): string {
  return Buffer.from(value.slice(0, READ_UP_TO), 'utf16le').toString('utf16le')
}
