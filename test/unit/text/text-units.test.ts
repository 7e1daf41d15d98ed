// The units of a text are those of the string, for any letters and any length.
import { describe, expect, it } from 'vitest'
import { unitAt, unitsOf } from '../../../src/text/unit-classes.ts'

const TEXTS = [
  '',
  'Ada Obi',
  'Žofie Nováková, ул. Ленина',
  '\u{1f600} a\ud800b\udc00',
  'x'.repeat(5_000),
  'ß\u4e2d'.repeat(4_000),
]

describe('the units of a text', () => {
  it('are its UTF-16 units, also of halves of pairs and of long texts', () => {
    // Units of short texts are adjacent: all are made before any is read.
    const all = TEXTS.map(unitsOf)
    for (const [i, text] of TEXTS.entries())
      expect(Array.from(all[i]!)).toEqual(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
  })

  it('are nothing outside the text', () => {
    const units = unitsOf('ab')
    expect([-1, 0, 1, 2].map((at) => unitAt(units, at))).toEqual([-1, 97, 98, -1])
  })
})
