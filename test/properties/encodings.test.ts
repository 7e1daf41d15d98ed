// A value is found however programs, mail and editors write it, its finding covers all that writes it, and none of it is left in
// the masked copy.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../src/text/scanned.ts'
import { sourceRange, viewOf } from '../../src/text/view.ts'
import { detectEngine as engine } from '../shared/detect-engine.ts'

const detect = (text: string) => engine.settle(engine.claims(new ScannedText(text), { jurisdiction: 'FR' }))

const bytesOf = (text: string) => [...new TextEncoder().encode(text)]
const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
const isPlain = (text: string) => /^[A-Za-z0-9.@]$/.test(text)

/** Each unit of a text as \uXXXX where `hows` requires it, and always if it is not a plain sign. */
const inJson = (value: string, hows: readonly boolean[]) =>
  [...value]
    .map((sign, i) =>
      hows[i] || /[^ -~]/.test(sign)
        ? Array.from(sign, (_, n) => `\\u${sign.charCodeAt(n).toString(16).padStart(4, '0')}`).join('')
        : sign,
    )
    .join('')
const inUrl = (value: string, hows: readonly boolean[]) =>
  [...value]
    .map((sign, i) =>
      hows[i] || !isPlain(sign) || sign === '@'
        ? bytesOf(sign)
            .map((byte) => `%${hex(byte)}`)
            .join('')
        : sign,
    )
    .join('')
const inMail = (value: string, hows: readonly boolean[]) =>
  [...value]
    .map((sign, i) => {
      const written =
        hows[i] || /[^ -<>-~]/.test(sign)
          ? bytesOf(sign)
              .map((byte) => `=${hex(byte)}`)
              .join('')
          : sign
      return hows[i + 1] && i % 5 === 4 && i + 1 < value.length ? `${written}=\n` : written
    })
    .join('')

const values = fc.constantFrom(
  'ren\u00e9e.lef\u00e8vre@example.org'.normalize('NFC').replace(/[\u00e9\u00e8]/g, 'e'),
  '+33 6 12 34 56 78',
  'FR7630006000011234567890189',
  '4111 1111 1111 1111',
  'Ren\u00e9 Lef\u00e8vre',
)
const LABELS: Readonly<Record<string, string>> = { '+': 'telephone', R: 'nom', F: 'iban', '4': 'carte', r: 'email' }
const labelOf = (value: string) => LABELS[value[0]!]!
const hows = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })

/** The one finding after `lead` covers `written` whole. */
function expectCovered(lead: string, written: string, behind: string) {
  const text = `${lead}${written}${behind}`
  const found = detect(text).filter(({ end }) => end > lead.length)
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([written])
}

describe('values as programs and mail write them', () => {
  it('are found in JSON, and in JSON that is a string of JSON', () => {
    fc.assert(
      fc.property(values, hows, fc.boolean(), (value, how, isNested) => {
        const written = inJson(value, how)
        if (!isNested) return expectCovered(`{"n": 1, "${labelOf(value)}": "`, written, '"}')
        const inner = written.replaceAll('\\', '\\\\')
        expectCovered(`{"body": "{\\"${labelOf(value)}\\": \\"`, inner, '\\"}"}')
      }),
      { numRuns: 400 },
    )
  })

  it('are found in the query of an address, blanks as %20 or as +', () => {
    fc.assert(
      fc.property(values, hows, fc.boolean(), (value, how, isForm) => {
        const written = inUrl(value, how)
        const isMail = value.includes('@')
        expectCovered(`${labelOf(value)}=`, isForm && !isMail ? written.replaceAll('%20', '+') : written, '&n=1')
      }),
      { numRuns: 400 },
    )
  })

  it('are found in quoted-printable', () => {
    fc.assert(
      fc.property(values, hows, (value, how) => {
        const head = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n'
        expectCovered(`${head}${labelOf(value)} : `, inMail(value, how), '\nMerci')
      }),
      { numRuns: 400 },
    )
  })

  it('are found set in bold, italics or as code', () => {
    const signs = fc.constantFrom('**', '*', '_', '__', '`', '***', '~~')
    fc.assert(
      fc.property(values, signs, (value, sign) => expectCovered(`${labelOf(value)}: ${sign}`, value, `${sign} merci`)),
    )
  })
})

describe('the view of an encoded text', () => {
  const pieces = fc.constantFrom(
    '\\u00e9',
    '\\u{1f600}',
    '\\ud83d\\ude00',
    '\\xc3\\xa9',
    '\\x41',
    '\\n',
    '\\"',
    '\\\\',
    '\\',
    'C:\\new\\',
    '%40',
    '%C3%A9',
    '%F0%9F%98%80',
    '%',
    'a=b+c',
    '=C3=A9',
    '=\n',
    '=?utf-8?q?a=C3=A9_b?=',
    '=?UTF-8?B?UmVuw6k=?=',
    '=?koi8-r?B?8MXUxdI=?=',
    '=?none?q?a?=',
    '**',
    '_',
    '`',
    'x',
    'tel: 020',
    '\t7946',
    ' | ',
    '\n> 0123',
    '1 2 3 4 5 6 7 8 9 0 1',
    'e\u0301',
    'a\u0336',
    '\u{e0041}',
    '\u{1f468}\u200d',
    '&eacute;',
    '<br>',
    ' ',
    '\n',
  )

  it('maps every range into the text, in order and never into a surrogate pair', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const source = parts.join('')
        const scanned = new ScannedText(source)
        const view = viewOf(source)
        expect(view.text).toBe(scanned.text)
        let reached = 0
        for (let i = 0; i < view.text.length; i++) {
          const { start, end } = sourceRange(view, i, i + 1)
          expect(start).toBeGreaterThanOrEqual(reached)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(source.length)
          for (const at of [start, end]) {
            const isInside = /[\udc00-\udfff]/.test(source[at] ?? '') && /[\ud800-\udbff]/.test(source[at - 1] ?? '')
            expect(isInside).toBe(false)
          }
          reached = start
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is the text itself where nothing is encoded', () => {
    for (const text of [
      'CORP\\nadia logged in from C:\\new\\table\\users.txt and \\\\host\\share\\reports',
      '100%20 and "%20s" and 50% of a*b*c, snake_case_name, x = y+z, a+b=c',
      'a | b | c\n1 | 2 | 3\n12345 | 67890 | 11121',
      '0 1 0 1 1 0 0 1 0 1 1\n1 0 0 1 1 0 1 0 0 1 1',
      'mail ada+news@example.org?x=ada+news@example.org',
      'if (a == b) return c; // =C3 is no letter by itself',
    ])
      expect(viewOf(text).text).toBe(text)
  })
})
