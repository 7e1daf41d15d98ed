import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SERVICE_ID } from '../../../src/records/attested.ts'
import { canonicalJson, compareCodePoints, round4, roundHalfEven } from '../../../src/records/canonical.ts'
import { comparisonId, contentId, documentId, fieldsId, recordId, sha256Hex } from '../../../src/records/ids.ts'

const { vectors } = JSON.parse(readFileSync(new URL('../../vectors/canonical-json.json', import.meta.url), 'utf8')) as {
  vectors: { value: unknown; canonical: string; sha256: string }[]
}

describe('canonical JSON', () => {
  it.each(vectors)('agrees with an independent implementation on $canonical', ({ value, canonical, sha256 }) => {
    expect(canonicalJson(value)).toBe(canonical)
    expect(sha256Hex(canonicalJson(value))).toBe(sha256)
  })

  it('rounds half to even on the binary value, where toFixed does not', () => {
    expect(roundHalfEven(0.03125, 4)).toBe('0.0312')
    expect(roundHalfEven(0.09375, 4)).toBe('0.0938')
    expect(roundHalfEven(-0.03125, 4)).toBe('-0.0312')
    // Numbers of this size lie 0.03125 apart: the exact fraction is .65625.
    expect(roundHalfEven(224131289443585.66, 4)).toBe('224131289443585.6562')
    expect(roundHalfEven(224131289443585.72, 4)).toBe('224131289443585.7188')
    expect(Object.is(round4(-0.00001), 0)).toBe(true)
  })

  it('refuses NaN, infinities and what JSON cannot hold', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -Number.POSITIVE_INFINITY])
      expect(() => canonicalJson({ value })).toThrow(RangeError)
    expect(() => canonicalJson({ value: () => 1 })).toThrow(TypeError)
    expect(() => canonicalJson(new Array(2))).toThrow(TypeError)
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })

  it('is stable under key order and under parsing its own JSON again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const again = JSON.parse(JSON.stringify(value))
        const reversed = JSON.parse(JSON.stringify(value), (_key, member) =>
          member && typeof member === 'object' && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).reverse())
            : member,
        )
        expect(canonicalJson(again)).toBe(canonicalJson(value))
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      }),
    )
  })

  it('sorts keys by code point, not by UTF-16 unit', () => {
    expect(compareCodePoints('\u{1f600}', '\ufb01')).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const x = [...a].map((c) => c.codePointAt(0)!)
        const y = [...b].map((c) => c.codePointAt(0)!)
        let expected = x.length - y.length
        for (let i = 0; i < Math.min(x.length, y.length); i++) {
          if (x[i] === y[i]) continue
          expected = x[i]! - y[i]!
          break
        }
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected))
      }),
    )
  })
})

describe('ids', () => {
  it('takes doc: over the UTF-8 bytes', () => {
    expect(documentId('hello')).toBe('doc:sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
    expect(documentId('Adesola Okonkwo, NIN 12345678901')).toBe(
      'doc:sha256:9e3c0f0d448f450d462ba2dd02c63cfdfedfba55ef53a658dc29cf063468e396',
    )
    expect(documentId(Buffer.from('hello'))).toBe(documentId('hello'))
  })

  it('is the same for records and comparisons, whose frames are written by hand', () => {
    const fields = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    const pins = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })))
    const share = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000)
    fc.assert(
      fc.property(
        fields,
        fields,
        pins,
        fc.dictionary(fc.string(), share),
        share,
        (one, other, pins, factors, score) => {
          const a = fieldsId('person', one)
          const b = fieldsId('an "odd" énd', other)
          expect(a).toBe(recordId({ entity: 'person', attributes: one }))
          expect(b).toBe(recordId({ entity: 'an "odd" énd', attributes: other }))
          const said = { identity: 'review' as const, score, factors, pins }
          expect(comparisonId('xwd', 'a.schema.v1', a, b, said)).toBe(
            contentId('xwd', { schema: 'a.schema.v1', a, b, ...said }),
          )
        },
      ),
    )
  })

  it('binds what it is given, whatever the key order', () => {
    const id = recordId({ entity: 'person', attributes: { name: 'Ana', phone: '1' } })
    expect(id).toBe(recordId({ attributes: { phone: '1', name: 'Ana' }, entity: 'person' }))
    expect(id).not.toBe(recordId({ entity: 'person', attributes: { name: 'Ana', phone: '2' } }))
    expect(id).not.toBe(recordId({ entity: 'person', text: 'Ana' }))
    expect(contentId('xwd', { a: id })).toMatch(/^xwd:sha256:[0-9a-f]{64}$/)
    expect(id).toMatch(SERVICE_ID)
  })
})
