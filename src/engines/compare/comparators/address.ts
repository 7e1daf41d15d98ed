// Postal addresses: street words by information, house and unit numbers apart, because two doors of one street look alike.
import { isDigitUnit } from '../../../text/unit-classes.ts'
import { align } from '../align.ts'
import { graded, stated } from '../statement.ts'
import { tokensOf, type Word } from '../words.ts'
import { type Comparator, NOTHING } from './comparator.ts'

interface Address {
  readonly words: readonly Word[]
  readonly numbers: readonly string[]
  readonly unit: string
  readonly compact: string
}

const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/
const UNIT =
  /(?:\b(?:unit|apt|apartment|flat|suite|ste|shop|room|rm|no|block|blk|house)\b[ .#]{0,3}|#)\s{0,2}([a-z]?\d{1,4}[a-z]?(?:-\d{1,4}[a-z]?)?)\b/i
const NUMBER = /^\d{1,5}[a-z]?$/

function parse(value: string, spelled: ReadonlyMap<string, string>, wordOf: (token: string) => Word): Address {
  const unit = UNIT.exec(value)
  const tokens = tokensOf(value).map(
    (token) => (isDigitUnit(token.charCodeAt(0)) ? ORDINAL.exec(token)?.[1] : undefined) ?? spelled.get(token) ?? token,
  )
  const numbers: string[] = []
  const words: Word[] = []
  for (const token of tokens)
    if (isDigitUnit(token.charCodeAt(0)) && NUMBER.test(token)) numbers.push(token)
    else words.push(wordOf(token))
  return { words, numbers, unit: unit === null ? '' : unit[1]!.toLowerCase(), compact: tokens.join('') }
}

function numberAgreement(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return NOTHING
  if (a[0] === b[0]) return 1
  for (const text of a) if (b.includes(text)) return 0.8
  // "7A" and "7", or a range's neighbours.
  const [x, y] = [Number.parseInt(a[0]!, 10), Number.parseInt(b[0]!, 10)]
  if (x === y) return 0.7
  return Math.abs(x - y) <= 2 ? 0.2 : 0
}

const OPTIONS = { initials: false, prefixes: true }

export const address: Comparator = {
  kind: 'address',
  summary: 'Addresses: street and place words by information, house numbers and units compared apart.',
  evidence: 'supporting',
  measures: ['', 'subset', 'number', 'unit'],
  bind(rule, tools) {
    const known = tools.remember<Address>()
    const wordOf = (token: string) => tools.vocabulary.word(token)
    const spelled = tools.pairs('address_words')
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      const x = known.get(left, (text) => parse(text, spelled, wordOf))
      const y = known.get(right, (text) => parse(text, spelled, wordOf))
      if (x.compact === '' || y.compact === '') return null
      const { shared, restA, restB, rarest } = align(x.words, y.words, OPTIONS)
      const none = x.words.length === 0 || y.words.length === 0
      const number = numberAgreement(x.numbers, y.numbers)
      const equal = x.compact === y.compact
      const overlap = equal
        ? 1
        : none
          ? NOTHING
          : shared === 0
            ? 0
            : Math.min(0.99, (2 * shared) / (2 * shared + restA + restB))
      const subset = equal ? 1 : none ? NOTHING : shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
      const unit = x.unit === '' || y.unit === '' ? NOTHING : x.unit === y.unit ? 1 : 0
      const bits =
        overlap >= 0.5 && (Number.isNaN(number) || number >= 0.7) ? Math.min(16, rarest) + (number >= 0.7 ? 6 : 0) : 0
      return { measures: [overlap, subset, number, unit], bits, conflict: false }
    }
  },
  says({ measure }) {
    const overlap = measure('')
    const unit = graded(
      measure('unit'),
      [
        [1, 'same'],
        [0, 'differ'],
      ],
      { one: 'unit number', many: 'unit numbers' },
    )
    if (overlap === 1) return [stated('same')]
    const number = measure('number')
    if (overlap >= 0.6 && number < 0.7) return [stated('differ', 'the {many} agree except for the house number')]
    const whole = graded(Number.isNaN(overlap) ? number : overlap, [
      [0.6, 'alike'],
      [0.3, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
    return [...whole, ...unit]
  },
}
