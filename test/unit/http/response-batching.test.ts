import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurn } from '../../../src/http/response-batching.ts'

/** Notes the names of answers in the order of sending. */
function answering() {
  const turn = createTurn()
  const left: string[] = []
  const answer = (name: string, work = async (): Promise<string> => name, limit = 1_000) =>
    new Promise<number>((done) =>
      turn.within(
        limit,
        work,
        (value) => done(left.push(value)),
        (error) => done(left.push(`${name}: ${(error as { code?: string }).code ?? (error as Error).message}`)),
      ),
    )
  return { turn, left, answer }
}

describe('a turn', () => {
  it('keeps ready answers to its end, in order, failures among them', async () => {
    const { left, answer } = answering()
    const all = [answer('a'), answer('b', () => Promise.reject(new Error('broken'))), answer('c')]
    await Promise.resolve().then(() => {})
    expect(left).toEqual([])
    await Promise.all(all)
    expect(left).toEqual(['a', 'b: broken', 'c'])
  })

  it('gives them before long work, and when many wait', async () => {
    const { turn, left, answer } = answering()
    answer('a')
    await Promise.resolve().then(() => {})
    turn.flush()
    for (let hop = 0; hop < 5; hop++) await Promise.resolve()
    expect(left).toEqual(['a'])
    for (let n = 0; n < 40; n++) {
      answer(String(n))
      for (let hop = 0; hop < 5; hop++) await Promise.resolve()
    }
    expect(left.length).toBeGreaterThan(1)
    expect(left.length).toBeLessThan(41)
    await nextTurn()
    expect(left).toHaveLength(41)
  })

  it('gives a late answer as soon as it is there, and stops waiting at the limit', async () => {
    const { left, answer } = answering()
    await Promise.all([answer('slow', () => wait(20, 'slow')), answer('never', () => new Promise(() => {}), 30)])
    expect(left).toEqual(['slow', 'never: timeout'])
  })
})
