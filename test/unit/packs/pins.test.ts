// A decision is pinned to the facts it was read from: every file of data/ that a comparison touches is in the hash of its pack.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPacks } from '../../../src/packs/load.ts'

const read = vi.hoisted(() => new Set<string>())
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const readFileSync = (path: URL | string, ...rest: []) => {
    const name = /\/data\/(.+)$/.exec(String(path))?.[1]
    if (name !== undefined) read.add(name)
    return fs.readFileSync(path, ...rest)
  }
  return { ...fs, readFileSync }
})

/** Values that take every comparator into its tables: names, forms, towns, doors, numbers, dates. */
const LEFT =
  'St. Mary Bob Müller GmbH, Flat 3, 12 High Street, Nashville 37011, 12 March 1990, 500 g black case +44 20 7946 0018'
const RIGHT =
  'Saint Marys Robert Mueller Ltd, Apt 4, 12 High St, Memphis 37012, 1990-03-12, 0.5 kg noir cover 020 7946 0019'

const TEXT = `Dear Mrs Okafor, your son Bob (born 12 March 1990 in Nashville, Lutheran) lives at 12 High Street, London.
IBAN DE89370400440532013000, card 4111 1111 1111 1111, call 020 7946 0018 or mail bob@example.org; he paid £ 12 to Acme Ltd.`

describe('the hash of an entity pack', () => {
  // Modules anew for each: what one pack has read and kept must not hide from the next.
  beforeEach(() => {
    vi.resetModules()
    read.clear()
  })

  it.each(loadPacks().entityNames())('%s covers every fact that comparing under it reads', async (entity) => {
    const packs = (await import('../../../src/packs/load.ts')).loadPacks()
    const { createCompareEngine } = await import('../../../src/engines/compare/engine.ts')
    const { pack } = packs.entityPack(entity)
    const hashed = new Set(read)
    read.clear()
    const engine = createCompareEngine(packs)
    const fields = pack.fields.map(({ name }) => name)
    const record = (value: string) => Object.fromEntries(fields.map((field) => [field, value]))
    engine.compareRecords(entity, record(LEFT), record(RIGHT))
    for (const field of fields) engine.compareRecords(entity, { [field]: LEFT }, { [field]: RIGHT })
    expect(hashed.size).toBeGreaterThan(10)
    expect([...read].filter((file) => !hashed.has(file))).toEqual([])
  })
})

describe('the hash of the rules', () => {
  it('covers every fact that detection reads', async () => {
    vi.resetModules()
    read.clear()
    const packs = (await import('../../../src/packs/load.ts')).loadPacks()
    const { createDetectEngine } = await import('../../../src/engines/detect/engine.ts')
    const { createJurisdictionEngine } = await import('../../../src/engines/jurisdiction/engine.ts')
    const { ScannedText } = await import('../../../src/text/scanned.ts')
    packs.rulesSha256()
    const hashed = new Set(read)
    read.clear()
    const [detect, infer] = [createDetectEngine(packs), createJurisdictionEngine(packs)]
    for (const jurisdiction of [null, 'EU', 'NG']) {
      const text = new ScannedText(TEXT)
      const claims = detect.claims(text, { jurisdiction })
      detect.settle(claims)
      infer.infer([{ text, claims }])
    }
    expect(hashed.size).toBeGreaterThan(10)
    expect([...read].filter((file) => !hashed.has(file))).toEqual([])
  })
})
