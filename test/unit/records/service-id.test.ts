// Fields with ids are recognised by their type: no field of an answer with the name of one may be forgotten.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuedIds, OPERATIONS } from '../../../src/records/operations.ts'
import { ServiceId, serviceIdsIn } from '../../../src/records/service-id.ts'

const ID = `xwd:sha256:${'a'.repeat(64)}`
const NAME_OF_AN_ID = /(?:^|_)ids?$|^(?:record|entity)_[ab]$|^supersede/

/** Every field of a schema at any depth: its name, and whether it is typed as an id. */
function* fieldsOf(schema: z.core.$ZodType): Generator<{ name: string; isId: boolean }> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    for (const [name, member] of Object.entries(def.shape)) {
      yield { name, isId: bare(member) === ServiceId }
      yield* fieldsOf(member)
    }
  else if (def.type === 'array') yield* fieldsOf(def.element)
  else if (def.type === 'record') yield* fieldsOf(def.valueType)
  else if (def.type === 'nullable' || def.type === 'optional') yield* fieldsOf(def.innerType)
  else if (def.type === 'union') for (const option of def.options) yield* fieldsOf(option)
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'nullable' || def.type === 'optional' ? bare(def.innerType) : schema
}

describe('ids by type', () => {
  it.each(Object.entries(OPERATIONS))(
    'types every id of the answer of %s, and nothing else, as one',
    (_, { answer }) => {
      for (const { name, isId } of fieldsOf(answer)) expect(isId, name).toBe(NAME_OF_AN_ID.test(name))
    },
  )

  it('finds the ids of what the ledger gives back', () => {
    const id = (prefix: string, digit: string) => `${prefix}:sha256:${digit.repeat(64)}`
    const records = [{ record_id: id('rec', '3'), entity: 'person', attributes: { record_id: id('rec', '4') } }]
    const stored = {
      decision_id: ID,
      supersedes: id('xwd', '1'),
      superseded_by: null,
      record_a: id('rec', '2'),
      records,
    }
    expect(issuedIds('decision', { ...stored, call: { entity: id('ent', '5') }, explanation: ID })).toEqual([
      id('rec', '2'),
      id('rec', '3'),
      id('xwd', '1'),
      ID,
    ])
    const now = { decision_id: id('xwd', '6'), factors: {} }
    expect(issuedIds('replay', { decision_id: ID, changed: { [ID]: { now: id('xwd', '7') } }, now })).toEqual([
      id('xwd', '6'),
      ID,
    ])
  })

  it('survives answers of another shape, and refuses a schema that cannot tell', () => {
    for (const answer of [null, 'text', 7, [], { decisions: { decision_id: ID } }, { decisions: [null, ID, [ID]] }])
      expect(issuedIds('documents', answer)).toEqual([])
    const either = z.object({ a: z.union([z.object({ id: ServiceId }), z.string()]) })
    expect(() => serviceIdsIn(either, {})).toThrow('cannot be told')
    expect(serviceIdsIn(z.record(z.string(), ServiceId.optional()), { [ID]: 'x', b: ID, c: undefined })).toEqual([ID])
  })
})
