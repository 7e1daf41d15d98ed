// Offsets of findings are exact for any text around and inside a value, and detectors throw on no text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodePoints } from '../../src/text/offsets.ts'
import { ScannedText } from '../../src/text/scanned.ts'
import { detectEngine as engine } from '../shared/detect-engine.ts'

const detect = (text: string) => engine.settle(engine.claims(new ScannedText(text), { jurisdiction: 'DE' }))

const padding = fc.constantFrom(
  '',
  ' ',
  '😀 ',
  '𝐀 ',
  'e\u0301 ',
  '\u200b',
  '\ufeff',
  '\r\n',
  '👨‍👩‍👧 ',
  'ab, ',
  '(',
  '\u00a0',
  'שלום ',
  '\u202e',
)
const behind = fc.constantFrom('', ' ', ' 😀', '\r\n', '\u200b', ' e\u0301', ')', ', ', ' 𝐀', '\u00a0x', '.')
const inside = fc.constantFrom('', '\u200b', '\u00ad', '\u2060')

describe('detection', () => {
  it('places a value exactly between any surroundings, with invisible characters inside', () => {
    const values = fc.constantFrom(
      'anna.k@example.org',
      '+4917612345678',
      'DE89370400440532013000',
      '4111111111111111',
      '192.168.17.4',
    )
    fc.assert(
      fc.property(
        fc.array(padding, { maxLength: 4 }),
        values,
        inside,
        fc.integer({ min: 1, max: 9 }),
        fc.array(behind, { maxLength: 3 }),
        (before, value, mark, at, after) => {
          const written = value.slice(0, at) + mark + value.slice(at)
          const lead = `${before.join('')} : `
          const text = `${lead}${written}${after.join('')}`
          const points = new CodePoints(text)
          const [finding] = detect(text).filter((one) => one.end > lead.length)
          expect(finding && text.slice(finding.start, finding.end)).toBe(written)
          // The same place, counted in code points.
          const characters = [...text]
          expect(characters.slice(points.of(finding!.start), points.of(finding!.end)).join('')).toBe(written)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reads texts together as it reads each alone', () => {
    const sentences = fc.constantFrom(
      'Dear Ada Obi, your NIN is 12345678901; call 0803 555 7890 after 3 pm. ',
      'Bonjour M. Perrodeau, vos rendez-vous : 12 rue des Lilas, 69003 Lyon. ',
      'Herr Hans Beispiel, geb. 03.09.1960, wohnt Hauptstraße 4, 10115 Berlin\n',
      'M. Durich a M. R. Štefánik; Jej predsedom bol T. G. Masaryk. ',
      'name,phone,email\nEze,0803 555 7891,eze@example.org\n',
      'id=42 user=jane.doe ip=192.168.17.4 status=200\n',
      'Rosemary and Iris grow beside Lily. ',
      'hello from lagos, i am tunde. ',
    )
    const texts = fc.array(
      fc.array(sentences, { maxLength: 3 }).map((said) => said.join('')),
      { maxLength: 8 },
    )
    const laws = fc.array(fc.constantFrom('DE', 'NG', 'FR', null), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(texts, laws, (sources, jurisdictions) => {
        const scopes = sources.map((_, i) => ({ jurisdiction: jurisdictions[i]! }))
        const alone = sources.map((source, i) => engine.claims(new ScannedText(source), scopes[i]!))
        const together = sources.map((source) => new ScannedText(source))
        engine.readAll(together, scopes)
        expect(together.map((text, i) => engine.claims(text, scopes[i]!))).toEqual(alone)
      }),
      { numRuns: 100 },
    )
  })

  it('gives sorted, disjoint, non-empty spans inside any text', () => {
    const pieces = fc.constantFrom(
      '1',
      '12',
      '.',
      ' ',
      '-',
      '@',
      'a',
      'Ana',
      ':',
      '+49',
      'IBAN',
      'DE89',
      '\n',
      '\u200b',
      '😀',
      '\ud83d',
      'e\u0301',
      ';',
      '(',
      ')',
      'born',
      '1980',
      '/',
      'http://',
      'password',
      '=',
      '"',
      '0x',
      'Straße',
      ',',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
          fc.string({ unit: 'binary', maxLength: 60 }),
        ),
        (text) => {
          const spans = detect(text)
          let last = 0
          for (const { start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual(text.length)
          expect(detect(text)).toEqual(spans)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('depends on no text that was read before, beside or in between', () => {
    const parts = fc.constantFrom(
      'Anna Beck wrote to anna.k@example.org.',
      'Name: Okafor, Ada\nTel. +49 176 1234567',
      'ana: number of kattis?\nben: 0701234567\n',
      'Patient: Mary O\u2019Brien, 21/07/1946, DE89370400440532013000,',
      '<td>Nom</td><td>Dupont</td>',
      'qzx wvu tsr',
      '',
    )
    const text = fc
      .tuple(fc.array(parts, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, 1, 1, 9, 40))
      .map(([some, times]) => `${some.join('\n')}\n`.repeat(times))
    const alone = new Map<string, string>()
    const settled = (scanned: ScannedText) =>
      JSON.stringify(engine.settle(engine.claims(scanned, { jurisdiction: 'DE' })))
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), fc.infiniteStream(fc.nat()), (texts, picks) => {
        for (const one of texts) alone.set(one, alone.get(one) ?? settled(new ScannedText(one)))
        // All scanned, then each read twice in some order, with other texts in between.
        const scanned = texts.map((one) => new ScannedText(one))
        for (let i = 0; i < 2 * texts.length; i++) {
          const at = picks.next().value % texts.length
          expect(settled(scanned[at]!)).toBe(alone.get(texts[at]!))
          expect(settled(new ScannedText(texts[i % texts.length]!))).toBe(alone.get(texts[i % texts.length]!))
        }
      }),
      { numRuns: 60 },
    )
  })
})
