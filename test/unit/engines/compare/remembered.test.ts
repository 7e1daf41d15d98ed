import { expect, it } from 'vitest'
import { Remembered } from '../../../../src/engines/compare/words/value-words.ts'

/** The keys that have to be computed again after all of them were requested once. */
function forgotten(limit: number, keys: readonly string[]): string[] {
  const memory = new Remembered<string>(limit)
  for (const key of keys) memory.get(key, (made) => made)
  const again: string[] = []
  for (const key of [...keys].reverse())
    memory.get(key, (made) => {
      again.push(key)
      return made
    })
  return again
}

it('remembers up to its limit, and fewer of long keys', () => {
  const names = Array.from({ length: 16 }, (_, n) => `name ${n}`)
  expect(forgotten(16, names)).toEqual([])
  expect(forgotten(4, names)).not.toEqual([])
  const long = names.map((name) => name.padEnd(640, '.'))
  expect(forgotten(16, long).length).toBeGreaterThan(4)
})
