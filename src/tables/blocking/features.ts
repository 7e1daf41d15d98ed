// Features of a value that records of one entity probably share. Each is a hash; a collision costs a comparison, not the result.
import { tokensOf } from '../../engines/compare/words/value-words.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { hashOf } from '../../text/hash.ts'
import { soundKey } from '../../text/phonetic.ts'
import { type SharedColumn, sharedNumbers, textAt } from '../columns.ts'
import { Numbers } from './numbers.ts'

/** A kind of feature: records that share one may be one entity. Slots of one group carry nearly the same information. */
export interface Slot {
  readonly name: string
  readonly group: string
  /** The features of a value in this slot: none, one or several texts. */
  readonly of: (value: string, tokens: readonly string[]) => readonly string[]
}

/** Features of all values of one column in one slot: those of value n are from starts[n] to starts[n + 1]. */
export interface ColumnFeatures {
  readonly slot: string
  readonly group: string
  readonly field: string
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

const NONE: readonly string[] = []
const isWord = (token: string) => token.length > 1 && !/^\d+$/.test(token)
const digitsOf = (value: string) => value.replace(/\D+/g, '')
const compactOf = (tokens: readonly string[]) => tokens.join('')

/** Length in characters of the first and last part of a word: most typing errors leave one of them intact. */
const EDGE = 4
const edgesOf = (tokens: readonly string[]): string[] =>
  tokens
    .filter((token) => token.length > EDGE && isWord(token))
    .flatMap((token) => [`^${token.slice(0, EDGE)}`, `${token.slice(-EDGE)}$`])

const names = (group: string): readonly Slot[] => [
  { name: 'word', group, of: (_, tokens) => tokens.filter((token) => token.length > 1) },
  { name: 'sound', group, of: (_, tokens) => tokens.filter(isWord).map(soundKey) },
  { name: 'edge', group, of: (_, tokens) => edgesOf(tokens) },
]

/** Four-digit years, and month with day in either order: "1987-04-03" and "03/04/1987" share both. */
const dates: readonly Slot[] = [
  {
    name: 'date',
    group: 'date',
    of: (value) => [partsOfDate(value)].filter((parts) => parts.length > 2).map((parts) => parts.join('.')),
  },
  { name: 'year', group: 'date', of: (value) => partsOfDate(value).filter((part) => part.length === 4) },
  {
    name: 'day',
    group: 'date',
    of: (value) => {
      const parts = partsOfDate(value).filter((part) => part.length < 4)
      return parts.length === 2 ? [parts.join('.')] : NONE
    },
  },
  {
    name: 'decade and day',
    group: 'date',
    of: (value) => {
      const parts = partsOfDate(value)
      return parts.length === 3
        ? parts
            .filter((part) => part.length < 4)
            .map((part) => `${parts.find((other) => other.length === 4)?.slice(0, 3) ?? ''}.${part}`)
        : NONE
    },
  },
]

/** The numbers of a date, longest first and then sorted, so that an exchange of day and month makes no difference. */
function partsOfDate(value: string): string[] {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  const parts = compact === null ? (value.slice(0, 40).match(/\d{1,4}/g) ?? []) : compact.slice(1)
  return parts
    .slice(0, 3)
    .map((part) => (part.length < 4 ? String(Number(part)) : part))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0))
}

/** Halves of a number: after one wrong digit, one half is still right. */
const halves = (text: string): string[] =>
  text.length < 6 ? [] : [`<${text.slice(0, text.length >> 1)}`, `>${text.slice(text.length >> 1)}`]

const numbers = (group: string, read: (value: string) => string): readonly Slot[] => [
  {
    name: 'number',
    group,
    of: (value) =>
      value
        .split('; ')
        .map(read)
        .filter((text) => text.length > 2),
  },
  { name: 'half', group, of: (value) => value.split('; ').map(read).flatMap(halves) },
]

const words = (group: string): readonly Slot[] => [
  { name: 'word', group, of: (_, tokens) => tokens.filter((token) => token.length > 1) },
  {
    name: 'sound',
    group,
    of: (_, tokens) => tokens.filter((token) => isWord(token) && token.length > 3).map(soundKey),
  },
  { name: 'edge', group, of: (_, tokens) => edgesOf(tokens) },
]

const whole = (group: string): readonly Slot[] => [
  { name: 'value', group, of: (_, tokens) => [compactOf(tokens)].filter((text) => text.length > 1) },
]

/** Alphanumeric codes of a title ("dsc-w120"), which nearly identify a product alone. */
const codes: readonly Slot[] = [
  {
    name: 'code',
    group: 'code',
    of: (value) =>
      value
        .toLowerCase()
        .split(/[\s,;()[\]/|]+/)
        .map((word) => word.replace(/[^a-z0-9]+/g, ''))
        .filter((word) => word.length > 3 && /\d/.test(word)),
  },
]

const address: readonly Slot[] = [
  { name: 'word', group: 'address', of: (_, tokens) => tokens.filter(isWord) },
  { name: 'number', group: 'door', of: (_, tokens) => tokens.filter((token) => /^\d{1,5}[a-z]?$/.test(token)) },
  { name: 'edge', group: 'address', of: (_, tokens) => edgesOf(tokens) },
]

/** Slots of a field by its first comparator. */
const SLOTS: Readonly<Record<string, readonly Slot[]>> = {
  person_name: names('name'),
  organisation_name: [...words('name')],
  place_name: [...words('name')],
  work_title: [...words('title')],
  product_title: [...words('name'), ...codes],
  product_text: [...codes],
  product_code: [...codes],
  brand: whole('brand'),
  category: whole('other'),
  code: [],
  date: dates,
  identifier: numbers('identifier', (value) => value.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()),
  phone: [
    {
      name: 'number',
      group: 'phone',
      of: (value) =>
        value
          .split('; ')
          .map((one) => digitsOf(one).slice(-7))
          .filter((text) => text.length > 5),
    },
    {
      name: 'half',
      group: 'phone',
      of: (value) => value.split('; ').flatMap((one) => halves(digitsOf(one).slice(-8))),
    },
  ],
  email: [
    { name: 'whole', group: 'email', of: (value) => [value.toLowerCase()] },
    {
      name: 'box',
      group: 'email',
      of: (value) =>
        [
          value
            .toLowerCase()
            .split('@')[0]!
            .replace(/[^a-z0-9]+/g, ''),
        ].filter((text) => text.length > 2),
    },
  ],
  address,
  postcode: [{ name: 'value', group: 'postcode', of: (_, tokens) => [compactOf(tokens)] }],
  website: [
    {
      name: 'host',
      group: 'website',
      of: (value) => [
        value
          .toLowerCase()
          .replace(/^https?:\/\//, '')
          .replace(/^www\./, '')
          .split('/')[0]!,
      ],
    },
  ],
  geo: [{ name: 'cell', group: 'place', of: (value) => [/^[^.]*(?:\.\d{0,2})?/.exec(value)![0]] }],
  price: [],
  territory: [],
}

/** Parts of a name; the comparison of a person reads them after the name. */
const NAME_PARTS = new Set(['name', 'given_name', 'family_name', 'alias'])

/** Slots of a field in a pack: none for fields whose values too many records share. */
export function slotsOf(pack: EntityPack, field: string): readonly Slot[] {
  const rule = pack.comparisons.find((entry) => entry.field === field)
  if (rule !== undefined) return SLOTS[rule.kind] ?? []
  const parent = pack.comparisons.find((entry) => entry.with.includes(field))
  if (parent?.kind === 'person_name' && NAME_PARTS.has(field)) return SLOTS['person_name']!
  if (parent?.kind === 'product_code') return codes
  return []
}

/** Features of the values of a column in every slot. In the group 'other', the field seeds the hash, so that equal words of unrelated fields differ. */
export function featuresOf(column: SharedColumn, slots: readonly Slot[]): ColumnFeatures[] {
  const { values, field } = column
  const rows = slots.map(() => new Numbers(values.count))
  const starts = slots.map(() => sharedNumbers(values.count + 1))
  for (let code = 1; code < values.count; code++) {
    const value = textAt(values, code)
    const tokens = tokensOf(value)
    for (let s = 0; s < slots.length; s++) {
      const { of, group } = slots[s]!
      starts[s]![code] = rows[s]!.length
      const seed = group === 'other' ? hashOf(field) : undefined
      const texts = of(value, tokens)
      for (let t = 0; t < texts.length && t < MOST; t++) rows[s]!.push(hashOf(texts[t]!, seed) >>> 0)
    }
  }
  return slots.map(({ name, group }, s) => {
    starts[s]![values.count] = rows[s]!.length
    return { slot: name, group, field, starts: starts[s]!, hashes: rows[s]!.shared() }
  })
}

const MOST = 24
