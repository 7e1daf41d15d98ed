// A text that is asked about under one law and then under another: each answer is that of a text read for the first time.
import { expect, it } from 'vitest'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

const TEXTS = [
  'Pick up at 18:10, Lyon. Driver waits.',
  'Ring mig på +47 22 12 34 56, Karl Johans gate 1, 0154 Oslo, Norge. Reception, Bergen. Open.',
  'They should go along Kevin Street when it is dark. Meet Ada Obi, PESEL 44051401359, in Trondheim.',
]
const laws = [null, 'FR', 'NO', 'PL', null, 'EU']

it.each(TEXTS)('%s', (text) => {
  const kept = new ScannedText(text)
  for (const jurisdiction of laws)
    expect(engine.claims(kept, { jurisdiction })).toEqual(engine.claims(new ScannedText(text), { jurisdiction }))
})

it.each(TEXTS)('read together with another: %s', (text) => {
  const kept = laws.map(() => new ScannedText(text))
  engine.readAll(
    kept,
    laws.map((_, i) => ({ jurisdiction: laws[(i + 1) % laws.length]! })),
  )
  const scopes = laws.map((jurisdiction) => ({ jurisdiction }))
  engine.readAll(kept, scopes)
  for (const [i, scope] of scopes.entries())
    expect(engine.claims(kept[i]!, scope)).toEqual(engine.claims(new ScannedText(text), scope))
})
