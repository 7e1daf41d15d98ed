// Blocking features: parts of a value that records of one entity probably share. kinds.ts names those of each comparator.
import { soundKey } from '../../../text/sounds.ts'

/** A kind of feature: records that share one become a candidate pair. Features of one group carry nearly the same information. */
export interface BlockingFeature {
  readonly name: string
  readonly group: string
  /** True if it is joined with others to longer keys: coarse enough to survive an error and fine enough to divide a block. */
  readonly joins: boolean
  /** The features of a value and its tokens: none, one or several texts. */
  readonly of: (value: string, tokens: readonly string[]) => readonly string[]
}

const making =
  (joins: boolean) =>
  (name: string, group: string, of: BlockingFeature['of']): BlockingFeature => ({ name, group, joins, of })
const alone = making(false)
const joining = making(true)

const isWord = (token: string) => token.length > 1 && !/^\d+$/.test(token)
const digitsOf = (value: string) => value.replace(/\D+/g, '')
const compactOf = (tokens: readonly string[]) => tokens.join('')
const severalIn = (value: string) => value.split('; ')

/** Length in characters of the first and last part of a word: most typing errors leave one of them intact. */
const EDGE = 4
const edgesOf = (_: string, tokens: readonly string[]): string[] =>
  tokens
    .filter((token) => token.length > EDGE && isWord(token))
    .flatMap((token) => [`^${token.slice(0, EDGE)}`, `${token.slice(-EDGE)}$`])

/** `sounding`: least characters of a word whose sound is a feature. */
export const wordFeatures = (group: string, sounding: number): readonly BlockingFeature[] => [
  alone('word', group, (_, tokens) => tokens.filter((token) => token.length > 1)),
  joining('sound', group, (_, tokens) =>
    tokens.filter((token) => isWord(token) && token.length >= sounding).map(soundKey),
  ),
  joining('edge', group, edgesOf),
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
const yearsOf = (parts: readonly string[]) => parts.filter((part) => part.length === 4)
const daysOf = (parts: readonly string[]) => parts.filter((part) => part.length < 4)

/** Four-digit years, and month with day in either order: "1987-04-03" and "03/04/1987" share both. */
export const dateFeatures: readonly BlockingFeature[] = [
  alone('date', 'date', (value) => [partsOfDate(value)].filter(({ length }) => length > 2).map((p) => p.join('.'))),
  joining('year', 'date', (value) => yearsOf(partsOfDate(value))),
  joining('day', 'date', (value) =>
    [daysOf(partsOfDate(value))].filter(({ length }) => length === 2).map((p) => p.join('.')),
  ),
  alone('decade and day', 'date', (value) => {
    const parts = partsOfDate(value)
    return parts.length < 3 ? [] : daysOf(parts).map((part) => `${yearsOf(parts)[0]?.slice(0, 3) ?? ''}.${part}`)
  }),
]

/** Halves of a number: after one wrong digit, one half is still right. */
const halves = (text: string): string[] =>
  text.length < 6 ? [] : [`<${text.slice(0, text.length >> 1)}`, `>${text.slice(text.length >> 1)}`]

const plainNumber = (value: string) => value.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
export const numberFeatures: readonly BlockingFeature[] = [
  alone('number', 'identifier', (value) =>
    severalIn(value)
      .map(plainNumber)
      .filter(({ length }) => length > 2),
  ),
  alone('half', 'identifier', (value) => severalIn(value).map(plainNumber).flatMap(halves)),
]

export const phoneFeatures: readonly BlockingFeature[] = [
  alone('number', 'phone', (value) =>
    severalIn(value)
      .map((one) => digitsOf(one).slice(-7))
      .filter(({ length }) => length > 5),
  ),
  alone('half', 'phone', (value) => severalIn(value).flatMap((one) => halves(digitsOf(one).slice(-8)))),
]

export const emailFeatures: readonly BlockingFeature[] = [
  alone('whole', 'email', (value) => [value.toLowerCase()]),
  alone('box', 'email', (value) =>
    [(value.toLowerCase().split('@')[0] ?? '').replace(/[^a-z0-9]+/g, '')].filter(({ length }) => length > 2),
  ),
]

/** Alphanumeric codes of a title ("dsc-w120"), which nearly identify a product alone. */
export const codeFeatures: readonly BlockingFeature[] = [
  alone('code', 'code', (value) =>
    value
      .toLowerCase()
      .split(/[\s,;()[\]/|]+/)
      .map((word) => word.replace(/[^a-z0-9]+/g, ''))
      .filter((word) => word.length > 3 && /\d/.test(word)),
  ),
]

export const addressFeatures: readonly BlockingFeature[] = [
  joining('word', 'address', (_, tokens) => tokens.filter(isWord)),
  joining('number', 'door', (_, tokens) => tokens.filter((token) => /^\d{1,5}[a-z]?$/.test(token))),
  joining('edge', 'address', edgesOf),
]

export const brandFeatures: readonly BlockingFeature[] = [
  alone('value', 'brand', (_, tokens) => [compactOf(tokens)].filter(({ length }) => length > 1)),
]

/** The group 'other' is one group for each field: equal words of unrelated fields are different features. */
export const valueFeatures: readonly BlockingFeature[] = [
  joining('value', 'other', (_, tokens) => [compactOf(tokens)].filter(({ length }) => length > 1)),
]

export const postcodeFeatures: readonly BlockingFeature[] = [
  joining('value', 'postcode', (_, tokens) => [compactOf(tokens)]),
]

export const hostFeatures: readonly BlockingFeature[] = [
  alone('host', 'website', (value) => [
    value
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .split('/')[0] ?? '',
  ]),
]

/** Two decimals of a latitude: a strip of about a kilometre. */
export const latitudeFeatures: readonly BlockingFeature[] = [
  alone('cell', 'place', (value) => [/^[^.]*(?:\.\d{0,2})?/.exec(value)![0]]),
]
