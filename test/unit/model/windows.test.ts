import fc from 'fast-check'
import { expect, it } from 'vitest'
import { windowsOver } from '../../../src/model/model-session.ts'

const pieces = (opens: readonly boolean[]) => ({
  ids: new Int32Array(opens.length),
  starts: new Int32Array(opens.length),
  ends: new Int32Array(opens.length),
  opens: Uint8Array.from(opens, Number),
})

it('takes every piece once, from a window that it is inside of, with room around it where there is some', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 400 }),
      fc.integer({ min: 8, max: 60 }),
      fc.nat({ max: 20 }),
      (opens, size, asked) => {
        const overlap = Math.min(asked, (size >> 1) - 1)
        const windows = windowsOver(pieces(opens), size, overlap)
        let taken = 0
        for (const [i, { first, end, from, to }] of windows.entries()) {
          expect(end - first).toBeLessThanOrEqual(size)
          expect(from).toBe(taken)
          expect(from).toBeGreaterThanOrEqual(first)
          expect(to).toBeLessThanOrEqual(end)
          if (i > 0) expect(first).toBeGreaterThan(windows[i - 1]!.first)
          taken = to
        }
        expect(taken).toBe(opens.length)
      },
    ),
  )
})

it('begins at words, and reads what is shared in the middle', () => {
  const opens = Array.from({ length: 30 }, (_, i) => i % 3 === 0)
  expect(windowsOver(pieces(opens), 12, 4)).toEqual([
    { first: 0, end: 12, from: 0, to: 9 },
    { first: 6, end: 18, from: 9, to: 15 },
    { first: 12, end: 24, from: 15, to: 21 },
    { first: 18, end: 30, from: 21, to: 30 },
  ])
})
