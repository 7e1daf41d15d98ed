// A stored decision under another engine: a constant of a comparator changed, and its version was raised with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

type DateComparator = typeof import('../../../src/engines/compare/comparators/date.ts')
type Version = typeof import('../../../src/version.ts')

const folder = mkdtempSync(join(tmpdir(), 'replay-engine-'))
const ledger = join(folder, 'ledger.db')
const A = { name: 'Ngozi Okonkwo', dob: '1990-04-12' }
const B = { name: 'Ngozi Okonkwo', dob: '1990-04-13' }

afterAll(() => {
  vi.doUnmock('../../../src/engines/compare/comparators/date.ts')
  vi.doUnmock('../../../src/version.ts')
  vi.resetModules()
  rmSync(folder, { recursive: true, force: true })
})

it('names the engine that moved, beside what it moved', async () => {
  const { compare, replay: again } = await import('../../../src/library.ts')
  const { decision_id: id, score } = await compare({ entity: 'person', a: A, b: B, store: true }, { ledger })
  expect(await again({ id }, { ledger })).toMatchObject({ reproduced: true, changed: {} })

  vi.resetModules()
  vi.doMock('../../../src/engines/compare/comparators/date.ts', async (original) => {
    const actual = await original<DateComparator>()
    const bind: DateComparator['date']['bind'] = (rule, tools) => {
      const bound = actual.date.bind(rule, tools)
      const compare: typeof bound.compare = (x, y, relation) => {
        const found = bound.compare(x, y, relation)
        return found === null ? null : { ...found, measures: found.measures.map((measure) => measure / 2) }
      }
      return { ...bound, compare }
    }
    return { ...actual, date: { ...actual.date, bind } }
  })
  vi.doMock('../../../src/version.ts', async (original) => {
    const actual = await original<Version>()
    return { ...actual, ENGINES: { ...actual.ENGINES, records: 'crosswalk.v99' } }
  })
  const { replay } = await import('../../../src/library.ts')
  const { reproduced, changed, now } = await replay({ id }, { ledger })
  expect(reproduced).toBe(false)
  expect(now.score).not.toBe(score)
  expect(changed['pins.engine']?.now).toBe('crosswalk.v99')
  expect(Object.keys(changed)).toEqual(expect.arrayContaining(['pins.engine', 'score', 'factors.dob']))
})
