// The chain, computed again with node:crypto alone: the bytes that docs/ledger.md says are hashed are the bytes that are.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decisionDigest, GENESIS, nextLink } from '../../../src/ledger/chain.ts'
import { comparison, person } from '../../shared/ledgers.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the chain', () => {
  const at = '2026-03-01T12:00:00+00:00'
  const linked = { kind: 'decision' as const, subject: 'xwd:sha256:1', digest: 'd'.repeat(64), recorded_at: at }

  it('hashes canonical JSON of everything a link says, and starts from zeros', () => {
    const first = nextLink('main', null, linked)
    expect(first).toMatchObject({ sequence: 1, previous: GENESIS })
    const written = `{"chain":"main","digest":"${'d'.repeat(64)}","kind":"decision","previous":"${'0'.repeat(64)}","recorded_at":"${at}","schema":"selfsame.chain.v1","sequence":1,"subject":"xwd:sha256:1"}`
    expect(first.hash).toBe(sha256(written))
    const second = nextLink('main', first, linked)
    expect(second).toMatchObject({ sequence: 2, previous: first.hash })
    expect(second.hash).not.toBe(first.hash)
  })

  it('covers every member of a decision, and what it supersedes', () => {
    const { entry } = comparison(person('a'), person('b'))
    const digest = decisionDigest(entry, null)
    expect(decisionDigest(entry, 'xwd:sha256:0')).not.toBe(digest)
    for (const key of Object.keys(entry))
      expect(decisionDigest({ ...entry, [key]: 'other' }, null), key).not.toBe(digest)
  })
})
