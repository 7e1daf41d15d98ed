import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../../src/http/bodies.ts'

const read = (text: string) => readJson(Buffer.from(text))

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(read(text)).toEqual(JSON.parse(text))
        expect(read(`\ufeff${JSON.stringify(value, null, 2)}`)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('may repeat a name in different objects and in values', () => {
    for (const text of [
      '{"a":{"name":"x"},"b":{"name":"x"}}',
      '[{"a":1},{"a":1}]',
      '{"a":"a","b":"a\\":","c":["a","a"]}',
      '{"a\\\\":1,"a":2}',
    ])
      expect(read(text)).toEqual(JSON.parse(text))
  })

  it('does not name a field twice, however it is written', () => {
    for (const text of [
      '{"jurisdiction":"NG","jurisdiction":"GB"}',
      '{"a":1, "b":{}, "\\u0061" : 2}',
      '{"x":[{"\\"":1,"\\"":1}]}',
    ])
      expect(() => read(text)).toThrow('twice')
  })

  it('is linear in quotes and backslashes', () => {
    for (const unit of ['\\\\', '\\"', '"', '{', '['])
      expect(read(JSON.stringify({ text: unit.repeat(500_000) }))).toMatchObject({ text: expect.any(String) })
  })
})
