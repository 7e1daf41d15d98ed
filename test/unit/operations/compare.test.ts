import { describe, expect, it } from 'vitest'
import type { SelfsameError } from '../../../src/errors.ts'
import { compare, decideCompare } from '../../../src/operations/compare.ts'
import { CompareRequest } from '../../../src/records/requests.ts'
import { listeningContext } from './listening-context.ts'

const { context, appended } = listeningContext()
const ask = (request: object, within = context) => compare(CompareRequest.parse(request), within)
const failure = (request: object, within = context) =>
  ask(request, within).then(
    () => null,
    (error: SelfsameError) => error,
  )
const A = { name: 'Ngozi Okonkwo', dob: '1990-04-12' }

describe('compare', () => {
  it('names the unknown pack, the packs there are, and the way out', async () => {
    const error = await failure({ a: A, b: A, entity: 'nope' })
    expect(error?.code).toBe('entity_unknown')
    for (const word of ["'nope'", 'organization', 'product_home_goods', 'comparator set'])
      expect(error?.message).toContain(word)
  })

  it.each([
    ['sides_mixed', { a: A, b: 'Ngozi Okonkwo' }],
    ['text_needs_person', { a: 'x', b: 'y', entity: 'place' }],
    ['backend_unknown', { a: 'x', b: 'y', backend: 'magic' }],
    ['jurisdiction_unsupported', { a: 'x', b: 'y', jurisdiction: 'US' }],
    ['backend_unknown', { a: A, b: A, backend: 'magic' }],
    ['jurisdiction_unsupported', { a: A, b: A, jurisdiction: 'US' }],
  ])('refuses with %s', async (code, request) => {
    expect((await failure(request))?.code).toBe(code)
  })

  it('asks for the ledger before it looks at values', async () => {
    const error = await failure({ a: A, b: A, entity: 'nope', store: true }, { ...context, ledger: null })
    expect(error?.code).toBe('no_ledger')
  })

  it('takes a jurisdiction in any case and pins what was settled', async () => {
    for (const [given, pinned] of [
      ['ng', 'NG'],
      ['auto', 'default'],
      [null, 'default'],
    ])
      expect((await ask({ a: 'Ngozi Okonkwo', b: 'Ngozi Okonkwo', jurisdiction: given })).pins['jurisdiction']).toBe(
        pinned,
      )
  })

  it('records the decision, both records and what explain needs, and makes it again alike', async () => {
    const receipt = await ask({ a: A, b: { full_name: 'Okonkwo Ngozi', birth_date: '12/04/1990' }, store: true })
    expect(receipt.recorded).toBe(true)
    const { entry, records } = appended.at(-1)!
    expect(entry.decision_id).toBe(receipt.decision_id)
    expect(entry.evidence).toMatchObject({ kind: 'comparison', gate: { distinctive_cleared: true } })
    const [a, b] = records.map((record) => ('attributes' in record ? record.attributes : {}))
    const again = decideCompare(CompareRequest.parse({ ...entry.call, a, b }), context)
    expect(again.decision_id).toBe(receipt.decision_id)
  })
})
