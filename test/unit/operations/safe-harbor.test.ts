import { describe, expect, it } from 'vitest'
import { coverageOf } from '../../../src/operations/coverage.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { createService } from '../../../src/service.ts'

const service = createService({ ledger: null })
const copyOf = async (text: string, statute = 'HIPAA-SAFE-HARBOR') =>
  (await service.deidentify({ text, statute, salt: 'a salt' })).text

describe('the Safe Harbor of HIPAA', () => {
  it.each([
    ['Seen on January 5, 2024, discharged 2024-01-09T10:30:00Z.', 'Seen on 2024, discharged 2024.'],
    ['Admitted in March, discharged on 4 April.', null],
    ['DOB 03/14/1990.', 'DOB 1990.'],
    ['DOB 03/14/1931.', 'DOB [DOB].'],
    ['The patient is 89 years old.', 'The patient is 89 years old.'],
    ['The patient is 93 years old, aged 101 at death.', null],
    ['ZIP 90210, ZIP code 05901-1234, CA 94110.', 'ZIP 902, ZIP code 000, CA 941.'],
    ['SSN 219-09-9999 and 219-09-9999.', 'SSN [HEALTH_ID] and [HEALTH_ID].'],
    ['Medicare 1EG4-TE5-MK73; member ID XZP123456789.', 'Medicare [HEALTH_ID]; member ID [HEALTH_ID].'],
    ['See https://marywatson.example.com/album/7 first.', 'See [URL] first.'],
  ])('%s', async (text, expected) => {
    const copy = await copyOf(text)
    if (expected !== null) expect(copy).toBe(expected)
    for (const readable of ['93', '101 ', '4 April', 'January', '05901', '1931']) expect(copy).not.toContain(readable)
  })

  it('keeps the state and three digits of an address, and the illness', async () => {
    const text = 'Mary Watson lives at 742 Evergreen Terrace, Springfield, IL 62704. Diagnosed with diabetes.'
    expect(await copyOf(text)).toBe('[NAME] lives at IL 627. Diagnosed with diabetes.')
    expect(await copyOf(text, 'BASELINE')).toMatch(/^\[NAME\] lives at \[ADDRESS\]\./)
  })

  it('is had by name alone, and its values are looked for under no other statute', async () => {
    const text = 'Her clinic in Springfield, IL 62704 saw her on January 5, 2024 at age 93.'
    await expect(service.detect({ text })).rejects.toMatchObject({ code: 'jurisdiction_unknown' })
    const { detections } = await service.detect({ text, statute: 'gdpr' })
    expect(detections.filter(({ category }) => /DATE|AGE|POSTCODE/.test(category))).toEqual([])
    const governed = await service.detect({ text, statute: 'hipaa-safe-harbor' })
    expect(governed.detections.map(({ category }) => category)).toEqual(
      expect.arrayContaining(['PII-1-DATE', 'PII-1-AGE', 'PII-4-POSTCODE']),
    )
    for (const { citation } of governed.detections) expect(citation).toMatch(/^45 CFR 164\.514\(b\)\(2\)\(i\)/)
  })
})

describe('coverage', () => {
  const of = (statute: string | null, jurisdiction: string | null = null) =>
    coverageOf({ statute, jurisdiction }, { packs: loadPacks() })

  it('names for every category who finds it, what was measured, and what nothing finds', () => {
    const { categories, unfound } = of(null, 'DE')
    const name = categories.find(({ category }) => category === 'PII-1-NAME')!
    expect(name).toMatchObject({ action: 'tokenize', citation: 'GDPR Art 4(1), Art 6' })
    expect(name.detectors).toContain('rule:names')
    expect(name.measured!.recall).toBeCloseTo(name.measured!.found / name.measured!.labelled, 4)
    expect(unfound).toContain('PII-2-FAYDA')
    expect(categories.map(({ category }) => category)).not.toContain('PII-1-AGE')
  })

  it('counts what a statute alone looks for, without a figure that nobody measured', () => {
    const age = of('HIPAA-SAFE-HARBOR').categories.find(({ category }) => category === 'PII-1-AGE')
    expect(age).toMatchObject({ detectors: ['statute:age_labelled', 'statute:age_of'], measured: null })
  })

  it('needs a law', () => {
    expect(() => of(null)).toThrow(expect.objectContaining({ code: 'usage' }))
    expect(() => of('GDPR', 'NG')).toThrow(expect.objectContaining({ code: 'statute_mismatch' }))
  })
})
