import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SelfsameError } from '../../src/errors.ts'
import { CompareRequest, DetectRequest } from '../../src/records/requests.ts'
import { readShape } from '../../src/shape.ts'

const complaint = (value: unknown): string => {
  try {
    readShape(DetectRequest, value)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(SelfsameError)
    return (error as SelfsameError).message
  }
}

describe('readShape', () => {
  it('fills in defaults and changes nothing else', () => {
    expect(readShape(DetectRequest, { text: ' x\r\n' })).toEqual({
      text: ' x\r\n',
      jurisdiction: null,
      backend: 'auto',
      statute: null,
    })
    expect(readShape(CompareRequest, { a: 'x', b: {} })).toMatchObject({
      a: 'x',
      b: {},
      entity: 'person',
      store: false,
    })
  })

  it('names the field and what was expected', () => {
    expect(complaint({})).toMatch(/text: required, expected a string/)
    expect(complaint({ text: 'x', backend: null })).toMatch(/backend: expected a string/)
    expect(complaint({ text: 'x', salt: 'y' })).toMatch(
      /unknown field: field 2 of the request \(accepted: text, jurisdiction, backend, statute\)/,
    )
    expect(complaint({ text: 'a\ud800b' })).toMatch(/text: expected well-formed Unicode/)
    expect(complaint('x')).toMatch(/expected an object/)
  })

  it('tells the member of a record that is no string by its number', () => {
    const ofRecords = (a: unknown) => () => readShape(CompareRequest, { a, b: { name: 'Ann Lee' } })
    expect(ofRecords({ name: 'Ann Lee', age: 30 })).toThrow(
      /shape: a: expected a string as the value of its field 2\.$/,
    )
    expect(ofRecords({ 'Ann Lee, 30': null, name: 7 })).toThrow(
      /shape: a: expected a string as the value of its field 1\.$/,
    )
    expect(ofRecords(['Ann Lee'])).toThrow(/shape: a: expected a string, or an object of strings\.$/)
  })

  it('repeats no name that the caller wrote', () => {
    for (const name of ['Ann Lee', 'ann', 'annlee', 'ann_lee_1990', '__proto']) {
      for (const value of ['x', 1, null, 'x'.repeat(20), {}, []])
        for (const [schema, sent] of [
          [DetectRequest, { text: 'x', [name]: value }],
          [DetectRequest, { [name]: value }],
          [CompareRequest, { a: { [name]: value }, b: {}, c: { [name]: value } }],
        ] as const)
          try {
            readShape(schema, sent, { textLength: 10, listLength: 0 })
          } catch (error) {
            expect((error as Error).message).not.toMatch(/ann|proto/i)
          }
    }
    expect.assertions(90)
  })

  it('never repeats a value', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ minLength: 12 }), (value, secret) => {
        const message = complaint({
          text: { [secret]: value },
          jurisdiction: [secret],
          backend: secret,
          statute: { x: secret },
        })
        expect(message).not.toContain(secret)
      }),
    )
  })
})
