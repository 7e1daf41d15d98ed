// The chain, computed again with node:crypto alone: the bytes that docs/ledger.md says are hashed are the bytes that are.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decisionDigest, GENESIS, nextLink, valuesDigest } from '../../../src/ledger/chain.ts'
import { packAppend } from '../../../src/ledger/stored-rows.ts'
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

  it('covers the stored bytes of a decision, and what it supersedes', () => {
    const { body, ...columns } = packAppend(comparison(person('a'), person('b')), [])
    const { decision_id, verb, record_a, record_b } = columns
    const row = { decision_id, verb, record_a, record_b, supersedes: null, body }
    const digest = decisionDigest(row)
    const written = `{"body_sha256":"${sha256(body)}","decision_id":"${decision_id}","record_a":"${record_a}","record_b":"${record_b}","schema":"selfsame.decision.v2","supersedes":null,"verb":"compare"}`
    expect(digest).toBe(sha256(written))
    for (const column of Object.keys(row))
      expect(decisionDigest({ ...row, [column]: 'other' }), column).not.toBe(digest)
    expect(decisionDigest({ ...row, body: `${body} ` })).not.toBe(digest)
  })

  it('of earlier releases covers every value of a decision', () => {
    const { entry } = comparison(person('a'), person('b'))
    const digest = valuesDigest(entry, null)
    expect(valuesDigest(entry, 'xwd:sha256:0')).not.toBe(digest)
    for (const key of Object.keys(entry)) expect(valuesDigest({ ...entry, [key]: 'other' }, null), key).not.toBe(digest)
  })
})
