// A caller is signed: it must be one name, of bounded length, that looks like itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedCaller } from '../../../src/http/seal.ts'

/** A request as Node reads it off the wire. */
const asked = (...values: readonly string[]) => ({
  headers: values.length === 0 ? {} : { 'x-service-caller': values.join(', ') },
  rawHeaders: values.flatMap((value, at) => [at % 2 === 0 ? 'X-Service-Caller' : 'x-service-CALLER', value]),
})
const onWire = (name: string) => Buffer.from(name, 'utf8').toString('latin1')

describe('the caller', () => {
  it.each([
    ['svc:billing', 'svc:billing'],
    [' svc ', 'svc'],
    [onWire('Zoë 🙂'), 'Zoë 🙂'],
    ['Zo\u00eb', 'Zoë'],
    [onWire('نظام الفواتير'), 'نظام الفواتير'],
    ['a'.repeat(256), 'a'.repeat(256)],
    [onWire('🙂'.repeat(256)), '🙂'.repeat(256)],
    ['CN=a\\, b, O="c"', 'CN=a\\, b, O="c"'],
    ['', null],
    ['   ', null],
  ])('%j is %j', (sent, name) => {
    expect(namedCaller(asked(sent))).toBe(name)
  })

  it('is nobody where none is named', () => {
    expect(namedCaller(asked())).toBeNull()
  })

  it.each([
    ['a right-to-left override', onWire('svc\u202egnillib')],
    ['an isolate', onWire('\u2066svc\u2069')],
    ['a zero-width joiner', onWire('s\u200dvc')],
    ['a soft hyphen', onWire('s\u00advc')],
    ['a byte order mark', onWire('\ufeffsvc')],
    ['a space that does not break', onWire('svc\u00a0')],
    ['a filler that is not seen', onWire('svc\u3164')],
    ['an empty braille cell', onWire('svc\u2800')],
    ['a tag', onWire('svc\u{e0041}')],
    ['a variation selector', onWire('svc\ufe0f')],
    ['a tab', 'a\tb'],
    ['a control', 'a\u0007b'],
    ['a control of Latin-1', 'a\u0085b'],
    ['a line separator', onWire('a\u2028b')],
    ['another space', onWire('a\u2003b')],
    ['a private sign', onWire('a\ue000')],
    ['an unassigned sign', onWire('a\u{e0fff}')],
    ['a noncharacter', onWire('a\uffff')],
    ['257 characters', 'a'.repeat(257)],
    ['257 characters of four bytes', onWire('🙂'.repeat(257))],
    ['ten thousand', 'a'.repeat(10_000)],
  ])('with %s is refused', (_what, sent) => {
    const refusal = {
      code: 'caller_invalid',
      message: expect.stringMatching(/^The header X-Service-Caller cannot be taken: it/),
    }
    expect(() => namedCaller(asked(sent))).toThrow(expect.objectContaining(refusal))
  })

  it('sent twice is refused, though both say the same', () => {
    expect(() => namedCaller(asked('svc', 'svc'))).toThrow('more than once')
    expect(() => namedCaller(asked('', ''))).toThrow('more than once')
  })

  it('is never longer than it may be, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        let caller: string | null
        try {
          caller = namedCaller(asked(onWire(name)))
        } catch (error) {
          expect(error).toMatchObject({ code: 'caller_invalid' })
          return
        }
        expect([...(caller ?? '')].length).toBeLessThanOrEqual(256)
        expect(caller ?? '').not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})
