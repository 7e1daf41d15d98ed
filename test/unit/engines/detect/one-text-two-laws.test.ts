// A text that is asked about under one law and then under another: each answer is that of a text read for the first time.
import { expect, it } from 'vitest'
import { createDetectEngine } from '../../../../src/engines/detect/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createDetectEngine(loadPacks())

it.each([
  'Pick up at 18:10, Lyon. Driver waits.',
  'Ring mig på +47 22 12 34 56, Karl Johans gate 1, 0154 Oslo, Norge. Reception, Bergen. Open.',
  'They should go along Kevin Street when it is dark. Meet Ada Obi, PESEL 44051401359, in Trondheim.',
])('%s', (text) => {
  const laws = [null, 'FR', 'NO', 'PL', null, 'EU']
  const kept = new ScannedText(text)
  for (const jurisdiction of laws)
    expect(engine.claims(kept, { jurisdiction })).toEqual(engine.claims(new ScannedText(text), { jurisdiction }))
})
