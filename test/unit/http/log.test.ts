import { expect, it } from 'vitest'
import { SelfsameError } from '../../../src/errors.ts'
import { kindOf } from '../../../src/http/log.ts'

it('repeats the sentences of our own errors, and no message of any other', () => {
  const sentence = 'data/categories.json is missing; install the package again'
  const ours = kindOf(new SelfsameError('facts_invalid', sentence, { cause: new Error('Ann Lee') }))
  expect(ours).toMatchObject({ kind: 'SelfsameError', code: 'facts_invalid', reason: sentence })
  for (const other of [new TypeError('Ann Lee'), 'Ann Lee', { name: 'Ann Lee' }])
    expect(JSON.stringify(kindOf(other))).not.toContain('Ann Lee')
})
