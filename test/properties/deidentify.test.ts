import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedCopy, type RuledFinding } from '../../src/engines/deidentify/engine.ts'
import { decideDeidentification } from '../../src/operations/deidentify.ts'
import { loadPacks } from '../../src/packs/load.ts'
import { DeidentifyRequest } from '../../src/records/requests.ts'
import { fakeEngines } from '../unit/operations/fake-engines.ts'

const packs = loadPacks()
const categories = packs.categories()
const codes = [...categories.keys()]

// Around the values: emoji, astral letters, combining marks, zero-width characters, CRLF, brackets. Inside them: letters
// that occur in no label, no token and nowhere else, so that one of them in the copy is a leak.
const around = fc.string({
  unit: fc.constantFrom(
    'a',
    'z',
    '0',
    ' ',
    '  ',
    '\u00a0',
    '\n',
    '\r\n',
    '\t',
    '.',
    ',',
    '(',
    ')',
    '«',
    '»',
    '👩‍👩‍👧',
    '𝔘',
    'e\u0301',
    '\u200b',
    '\u2028',
    '-',
  ),
  maxLength: 12,
})
const secret = fc.string({
  unit: fc.constantFrom('ж', 'щ', '漢', '𠮷', '🝰', 'ψ', 'ю\u0301', 'ฟ', '߷', 'ш\u200dш'),
  minLength: 1,
  maxLength: 8,
})
const SECRET = /[жщ漢𠮷🝰ψюฟ߷ш]/u
const action = fc.constantFrom('mask' as const, 'tokenize' as const, 'drop' as const, 'generalize' as const)
const marked = fc.array(fc.record({ before: around, value: secret, action, category: fc.constantFrom(...codes) }), {
  maxLength: 8,
})

function build(
  parts: readonly { before: string; value: string; action: RuledFinding['action']; category: string }[],
  tail: string,
) {
  let source = ''
  const spans: RuledFinding[] = []
  for (const { before, value, action, category } of parts) {
    source += before
    spans.push({
      category,
      action,
      start: source.length,
      end: source.length + value.length,
      confidence: 1,
      detector: 'rule:test',
      strength: 'pattern',
      citation: 'law',
    })
    source += value
  }
  return { source: source + tail, spans }
}

const { detect: _detect, jurisdiction } = fakeEngines({})
const unused = null as never
const stillEngines = { jurisdiction, places: unused, extract: unused, compare: unused }

const still = {
  category: 'PII-1-NAME',
  action: 'drop',
  confidence: 1,
  detector: 'rule:test',
  strength: 'pattern',
  citation: 'law',
} as const

const options = { categories, jurisdiction: null, salt: 's', limits: {} }
const spaces = /[\p{Zs}]+/gu

describe('masked copies', () => {
  it('let no character of a value through', () => {
    fc.assert(
      fc.property(marked, around, (parts, tail) => {
        const { source, spans } = build(parts, tail)
        expect(SECRET.test(maskedCopy(source, spans, options).text)).toBe(false)
      }),
    )
  })

  it('keep everything outside the spans, in order; only spaces beside a dropped value may go', () => {
    fc.assert(
      fc.property(marked, around, (parts, tail) => {
        const dropped = parts.map((part) => ({ ...part, action: 'drop' as const }))
        const { source, spans } = build(dropped, tail)
        const outside = `${parts.map(({ before }) => before).join('')}${tail}`
        const { text } = maskedCopy(source, spans, options)
        expect(text.replace(spaces, '')).toBe(outside.replace(spaces, ''))
        if (parts.length === 0) expect(text).toBe(source)
      }),
    )
  })

  it('read as prose after a drop: no doubled space, none before a stop or inside a bracket', () => {
    const word = fc.record({
      word: fc.constantFrom('word', 'жщ', '𠮷', 'x'),
      dropped: fc.boolean(),
      sign: fc.constantFrom(' ', ', ', '. ', ' (', ') ', '\n', ': ', ''),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const parts = words.filter(({ dropped }) => dropped)
        let source = ''
        const spans: RuledFinding[] = []
        for (const { word, dropped, sign } of words) {
          if (dropped) spans.push({ ...still, start: source.length, end: source.length + word.length })
          source += word + sign
        }
        const { text } = maskedCopy(source, spans, options)
        if (parts.length > 0) expect(text).not.toMatch(/(?<=\S) {2}|(?<=[^\s]) (?=[.,)])|\( /)
      }),
    )
  })

  it('leave a text unchanged when everything is retained', () => {
    fc.assert(
      fc.property(marked, around, (parts, tail) => {
        const { source, spans } = build(
          parts.map((part) => ({ ...part, action: 'retain' as const })),
          tail,
        )
        expect(maskedCopy(source, spans, options)).toEqual({ text: source, record: {} })
      }),
    )
  })

  it('carry every token of the record in the text', () => {
    fc.assert(
      fc.property(marked, around, (parts, tail) => {
        const { source, spans } = build(
          parts.map((part) => ({ ...part, action: 'tokenize' as const })),
          tail,
        )
        const { text, record } = maskedCopy(source, spans, options)
        for (const tokens of Object.values(record)) for (const token of tokens.split(' ')) expect(text).toContain(token)
        expect(Object.keys(record).length === 0).toBe(parts.length === 0)
      }),
    )
  })

  it('are answered with spans whose offsets count code points of the text as sent', () => {
    fc.assert(
      fc.property(marked, around, fc.constantFrom('statute', 'mask', 'token', 'drop'), (parts, tail, method) => {
        const { source, spans } = build(parts, tail)
        const engines = {
          ...stillEngines,
          detect: {
            explain: () => [],
            knownPeople: () => ({ size: 0, has: () => false, add: () => {}, close: () => {}, mentions: () => [] }),
            readAll: () => {},
            claims: () => spans,
            settle: () => spans,
          },
        }
        const request = DeidentifyRequest.parse({ text: source, jurisdiction: 'NG', method, salt: 's' })
        const { answer } = decideDeidentification(request, { packs, engines, ledger: null, warn: () => {} })
        const points = [...source]
        expect(answer.spans.map(({ start, end }) => points.slice(start, end).join(''))).toEqual(
          parts.map(({ value }) => value),
        )
        const kept = answer.spans.some(({ action }) => action === 'retain')
        if (!kept) expect(SECRET.test(answer.text)).toBe(false)
      }),
    )
  })
})
