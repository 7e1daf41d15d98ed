// Texts of a megabyte that repeat one value: they are read to the end, and what stands in them is found.
import { expect, test } from 'vitest'
import { createDetectEngine } from '../../../../src/engines/detect/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createDetectEngine(loadPacks())

test('a text may have more dates than a call has room for arguments', () => {
  const text = `John Smith (03.09.1960) came.\n${'1.1.60,'.repeat(140_000)}`
  const births = engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction: 'GB' }))
    .filter(({ category }) => category === 'PII-1-DOB')
  expect(births.map(({ start, end }) => text.slice(start, end))).toContain('03.09.1960')
}, 60_000)
