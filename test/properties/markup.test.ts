// Findings in HTML are exactly where the value is written, for every spelling of its characters and any tags around it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../src/text/scanned.ts'
import { viewOf } from '../../src/text/view.ts'
import { detectEngine as engine } from '../shared/detect-engine.ts'

const detect = (text: string) => engine.settle(engine.claims(new ScannedText(text), { jurisdiction: 'DE' }))

/** A character as itself or as a reference to it. */
function written(character: string, how: number): string {
  const point = character.codePointAt(0)!
  if (how === 1) return `&#${point};`
  if (how === 2) return `&#x${point.toString(16)};`
  return how === 3 ? `&#X${point.toString(16).toUpperCase()};` : character
}

const tags = fc.constantFrom(
  '<br>',
  '<p class="x">',
  '</p>',
  '<td>',
  '<wbr>',
  '</TD>',
  '<b>',
  '</b >',
  '<p',
  '<',
  '</',
  '&',
  '&amp;',
  '&nbsp;',
  '&#0;',
  '&#x110000;',
  '&#xD83D;',
  '&#128512;',
  '\u{1f600}',
  '&#',
  '<br/',
  '<p class="',
  '<b><i><u>',
  ' ',
  '\n',
)

describe('detection in HTML', () => {
  it('covers a value with every one of its references, marks among them, and nothing else', () => {
    const values = fc.constantFrom(
      'anna.k@example.org',
      'DE89370400440532013000',
      '4111111111111111',
      '192.168.17.4',
      'Ren\u00e9',
      'Rene\u0301',
      '\u{1d400}nna',
    )
    fc.assert(
      fc.property(
        fc.array(tags, { maxLength: 4 }),
        values,
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 }),
        fc.array(tags, { maxLength: 4 }),
        (before, value, hows, after) => {
          const made = [...value].map((character, i) => written(character, hows[i]!)).join('')
          const isName = /nna$|Ren/.test(value) && !value.includes('@')
          const lead = `${before.join('')}<br>${isName ? 'Vorname' : 'Wert'}: `
          const text = `${lead}${made}<br>${after.join('')}`
          const [finding] = detect(text).filter((one) => one.end > lead.length)
          expect(finding && text.slice(finding.start, finding.end)).toBe(made)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('maps every range of a view into the text, in order and never into a surrogate pair', () => {
    const pieces = fc.oneof(
      tags,
      fc.constantFrom('a', 'e\u0301', 'e&#769;', '&#173;', '&eacute;', '\u200b', '１', '&#65297;'),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const source = parts.join('')
        const scanned = new ScannedText(source)
        expect(viewOf(source).text).toBe(scanned.text)
        const { length } = scanned.text
        let last = 0
        for (let i = 0; i < length; i++) {
          const { start, end } = scanned.sourceRange(i, i + 1)
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(source.length)
          for (const at of [start, end])
            expect(/^[\ud800-\udbff][\udc00-\udfff]$/.test(source.slice(at - 1, at + 1))).toBe(false)
          // A range over several characters ends where its last does.
          expect(scanned.sourceRange(0, i + 1).end).toBe(end)
          last = start
        }
      }),
      { numRuns: 1000 },
    )
  })
})
