import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createService } from '../../../src/index.ts'

interface Pair {
  readonly why: string
  readonly a: Record<string, string> | string
  readonly b: Record<string, string> | string
  readonly accept: readonly string[]
  /** The answer given in place of a careful reader's: a known shortfall. */
  readonly answered?: string
}

const { about: _, ...sets } = JSON.parse(
  readFileSync(new URL('../../vectors/compare-pairs.json', import.meta.url), 'utf8'),
) as { about: string } & Record<string, readonly Pair[]>

describe('pairs that nobody measured, judged as somebody careful in the trade would', () => {
  const service = createService({})
  it.each(Object.keys(sets))('%s', async (set) => {
    const entity = set === 'text' ? {} : { entity: set }
    const misjudged: string[] = []
    for (const { why, a, b, accept, answered } of sets[set]!) {
      const found = await service.compare({ a, b, ...entity } as never)
      const turned = await service.compare({ a: b, b: a, ...entity } as never)
      const expected = answered === undefined ? accept : [answered]
      if (!expected.includes(found.identity))
        misjudged.push(`${why}: ${found.identity}, expected ${expected.join(' or ')}`)
      if (turned.identity !== found.identity || turned.score !== found.score) misjudged.push(`${why}: not symmetric`)
    }
    expect(misjudged).toEqual([])
  })
})
