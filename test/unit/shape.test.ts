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
      /unknown field salt \(accepted: text, jurisdiction, backend, statute\)/,
    )
    expect(complaint({ text: 'a\ud800b' })).toMatch(/text: expected well-formed Unicode/)
    expect(complaint('x')).toMatch(/expected an object/)
  })

  it('names the member of a record that is no string, unless its name could be a value', () => {
    const ofRecords = (a: unknown) => () => readShape(CompareRequest, { a, b: { name: 'Ann Lee' } })
    expect(ofRecords({ name: 'Ann Lee', age: 30 })).toThrow(/shape: a\.age: expected a string\.$/)
    expect(ofRecords({ 'Ann Lee, 30': null, name: 7 })).toThrow(/shape: a\.name: expected a string\.$/)
    expect(ofRecords({ 'Ann Lee, 30': null })).toThrow(/shape: a: expected a string, or an object of strings\.$/)
    expect(ofRecords(['Ann Lee'])).toThrow(/shape: a: expected a string, or an object of strings\.$/)
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
