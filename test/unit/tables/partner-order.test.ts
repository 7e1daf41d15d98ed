import { expect, it } from 'vitest'
import { partnerOrder } from '../../../src/tables/blocking/candidates.ts'

it('records are scored one after the other along their pairs, each once', () => {
  // 0-5, 1-4, 2-4: the pairs of a record stand with the lower number.
  const pairs = { starts: Uint32Array.of(0, 1, 2, 3, 3, 3, 3), others: Uint32Array.of(5, 4, 4) }
  expect([...partnerOrder(pairs, Uint32Array.of(1, 0, 2, 3, 4, 5))]).toEqual([1, 4, 2, 0, 5, 3])
})
