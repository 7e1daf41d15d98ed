// Prices: weak evidence, compared only within one currency.

import { type Comparator, ofFields } from './comparator.ts'
import { graded } from './statement.ts'

function amount(value: string): number | null {
  let text = value.replace(/[^0-9.,]/g, '')
  if (/,\d{1,2}$/.test(text)) text = text.replaceAll('.', '').replace(',', '.')
  const number = Number(text.replaceAll(',', ''))
  return text !== '' && Number.isFinite(number) && number > 0 ? number : null
}

export const price: Comparator = {
  summary: 'Prices of one currency: the smaller as a share of the larger.',
  evidence: 'supporting',
  measures: [''],
  bind(rule) {
    const currency = rule.with[0] ?? 'currency'
    return ofFields([rule.field, currency], (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      const currencyA = a.get(currency)
      const currencyB = b.get(currency)
      if (currencyA !== undefined && currencyB !== undefined && currencyA.toLowerCase() !== currencyB.toLowerCase())
        return null
      const x = amount(left)
      const y = amount(right)
      if (x === null || y === null) return null
      return { measures: [Math.min(x, y) / Math.max(x, y)], bits: 0, conflict: false }
    })
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [0.9999, 'same'],
      [0.8, 'alike'],
      [0, 'differ'],
    ]),
}
