import { describe, expect, it } from 'vitest'
import type { Context } from '../../../../src/operations/shared/context.ts'
import { governingLaw } from '../../../../src/operations/shared/governing.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { fakeEngines } from '../fake-engines.ts'

const packs = loadPacks()

/** Settles the law for a text that reveals `revealed`. */
function settle(revealed: string | null, jurisdiction: string | null, statute: string | null = null) {
  const context: Context = { packs, engines: fakeEngines({ country: revealed }), ledger: null, warn: () => {} }
  const law = governingLaw({ jurisdiction, statute }, new ScannedText('a text'), context)
  return [law.jurisdiction, law.statute.name, law.source]
}

describe('the governing law', () => {
  it.each([
    ['a code, any case', settle(null, 'ng'), ['NG', 'NDPA-2023', 'given']],
    ['a code against what the text says', settle('GB', 'KE'), ['KE', 'KENYA-DPA', 'given']],
    ['a code and its own statute', settle(null, 'DE', 'gdpr'), ['DE', 'GDPR', 'given']],
    ['nothing given: inferred', settle('ZA', null), ['ZA', 'POPIA', 'inferred']],
    ['auto: inferred', settle('EU', 'Auto'), ['EU', 'GDPR', 'inferred']],
    ['a statute alone', settle(null, null, 'UK-GDPR'), [null, 'UK-GDPR', null]],
    ['a statute and a text of one of its countries', settle('FR', null, 'GDPR'), ['FR', 'GDPR', 'inferred']],
    ['a statute and a text of another country', settle('NG', null, 'gdpr'), [null, 'GDPR', null]],
  ])('%s', (_case, law, expected) => {
    expect(law).toEqual(expected)
  })

  it('reads a text by the rules of the only country, or the union, that a statute governs', () => {
    const reader = (statute: string) =>
      governingLaw({ jurisdiction: null, statute }, new ScannedText('a text'), {
        packs,
        engines: fakeEngines({}),
        ledger: null,
        warn: () => {},
      }).reader
    expect([reader('NDPA-2023'), reader('POPIA'), reader('GDPR')]).toEqual(['NG', 'ZA', 'EU'])
  })

  it('lists all 36 codes with their statutes when a code has none', () => {
    expect(() => settle(null, 'US')).toThrow(/Jurisdiction US .*AT \(GDPR\).*GB \(UK-GDPR\).*ZA \(POPIA\)/)
    expect(() => settle(null, 'Jane Smith')).not.toThrow(/Jane/)
  })

  it('takes no letter for another that looks or folds like it', () => {
    for (const code of ['\u0131t', '\ufb01', 'ﬁ', 'ＧＢ'])
      expect(() => settle(null, code)).toThrow('A jurisdiction is a country code')
    expect(() => settle(null, null, 'pop\u0131a')).toThrow('no such statute')
  })

  it('names the statutes when one is unknown, and refuses a pair that disagrees', () => {
    expect(() => settle(null, null, 'HIPAA')).toThrow(
      /BASELINE, GDPR, GHANA-DPA, HIPAA-SAFE-HARBOR, KENYA-DPA, NDPA-2023, POPIA, UK-GDPR/,
    )
    expect(() => settle(null, 'NG', 'GDPR')).toThrow(/NDPA-2023.*GDPR/)
  })

  it('will not guess', () => {
    expect(() => settle(null, null)).toThrow(
      /does not say which jurisdiction governs it.*will not guess.*Pass jurisdiction or statute.*NG \(NDPA-2023\)/,
    )
  })
})
