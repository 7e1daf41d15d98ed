import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plainReader, UNREAD } from '../../src/plain-shape.ts'
import { CompareRequest, DetectRequest } from '../../src/records/requests.ts'

const Record = z.record(z.string(), z.string())
const Nested = z.strictObject({
  a: z.union([z.boolean(), Record, z.strictObject({ b: z.string(), entity: z.string().default('x') })]),
  b: z.record(z.string(), z.boolean().nullable()).nullable(),
  store: z.boolean().default(true),
})
const SCHEMAS = [CompareRequest, Nested]

/** Requests that fit, nearly fit, or do not: members of every kind. */
const record = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '1')), fc.string())
const member = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  { weight: 2, arbitrary: record },
  { weight: 2, arbitrary: fc.boolean() },
  fc.constantFrom(null, undefined, Number.NaN, Symbol('s'), new Date(0), new Map([['a', 'b']])),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
  record.map((own) => Object.assign(Object.create({ inherited: 'x' }), own) as unknown),
  record.map((own) => Object.defineProperty(own, Symbol('s'), { value: 'x', enumerable: true })),
  record.map((own) => Object.defineProperty(own, 'hidden', { value: 'x', enumerable: false })),
)
const mostly = (usual: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary: usual }, member)
const side = mostly(fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true })))
const request = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        a: side,
        b: mostly(fc.oneof(side, fc.dictionary(fc.string(), fc.boolean(), { noNullPrototype: true }))),
        entity: mostly(fc.string()),
        jurisdiction: mostly(fc.option(fc.string())),
        store: mostly(fc.boolean()),
        constructor: member,
      },
      { requiredKeys: ['a', 'b'], noNullPrototype: true },
    ),
  },
  member,
)

/** A value and the order of its fields, at any depth. */
const laidOut = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).map((name) => [name, laidOut((value as Record<string, unknown>)[name])])
    : value

describe('what a plain reader reads', () => {
  it('is what zod reads, down to the order of fields', () => {
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMAS), request, (schema, value) => {
        const found = plainReader(schema)(value)
        if (found === UNREAD) return
        read++
        expect(laidOut(found)).toEqual(laidOut(schema.parse(value)))
      }),
      { numRuns: 5_000 },
    )
    expect(read).toBeGreaterThan(50)
  })

  it('is every request as it should be', () => {
    const sides = fc.oneof(
      fc.string(),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string(), { noNullPrototype: true }),
    )
    const some = fc.record(
      { a: sides, b: sides, entity: fc.string(), jurisdiction: fc.option(fc.string()), store: fc.boolean() },
      { requiredKeys: ['a', 'b'], noNullPrototype: true },
    )
    fc.assert(
      fc.property(some, (value) => {
        expect(plainReader(CompareRequest)(value)).toEqual(CompareRequest.parse(value))
      }),
    )
  })

  it('is nothing where a schema asks for more than it knows, or holds no record', () => {
    const others = [
      z.string().min(1),
      z.email(),
      z.coerce.string(),
      z.object({}),
      z.string().trim(),
      z.array(z.string()),
    ]
    for (const schema of others)
      expect(plainReader(z.strictObject({ of: schema, beside: Record }))({ of: 'x@example.com', beside: {} })).toBe(
        UNREAD,
      )
    expect(plainReader(DetectRequest)({ text: 'x' })).toBe(UNREAD)
  })
})
