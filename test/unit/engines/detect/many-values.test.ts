// Texts of a megabyte that repeat one value: they are read to the end, and their values are found.
import { expect, test } from 'vitest'
import { isGenerationAgo } from '../../../../src/engines/detect/births/lifetime.ts'
import { Records } from '../../../../src/engines/detect/births/rows.ts'
import { claimOf } from '../../../../src/engines/detect/detector.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

test('a text may have more dates than a call has room for arguments', () => {
  const text = `John Smith (03.09.1960) came.\n${'1.1.60,'.repeat(140_000)}`
  const births = engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction: 'GB' }))
    .filter(({ category }) => category === 'PII-1-DOB')
  expect(births.map(({ start, end }) => text.slice(start, end))).toContain('03.09.1960')
}, 60_000)

test('whether a date is of another generation costs no more in a text of many years', () => {
  let asked = 0
  class Counted extends Set<number> {
    override has(year: number): boolean {
      asked++
      return super.has(year)
    }
  }
  const born = { start: 0, end: 10, first: 0, last: 4, year: 1980, month: 1, day: 1, bare: false }
  const ago = (...years: readonly number[]) => isGenerationAgo(born, new Counted([1980, ...years]))
  expect([ago(), ago(1992, 2026), ago(1850), ago(1985), ago(1900)]).toEqual([true, true, true, false, false])
  asked = 0
  ago(...Array.from({ length: 9_000 }, (_, i) => 1_992 + i))
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(200)
})

test('dates that are sentences of their own ask once whether the text says how somebody is reached', () => {
  const cards = '1. OBI\n2. ADA\n3. 03.09.1960 LAGOS\n4a. 03.09.2010\n'
  const claims = { asked: 0 }
  const names = Array.from({ length: 50 }, () => claimOf('PII-1-NAME', 3, 6, 0.9, 'rule:licence_field', 'pattern'))
  const counted = new Proxy(names, {
    get: (list, key) => {
      if (key === 'some') claims.asked++
      return Reflect.get(list, key)
    },
  })
  const records = new Records(new ScannedText(cards), counted, new Map([['PII-3-PHONE', 'reach']]))
  for (let i = 0; i < 100; i++) records.hasReach()
  expect(claims.asked).toBe(1)
})

test('names in a text of one line are found as they are in short ones', () => {
  const times = 20_000
  const names = engine
    .settle(engine.claims(new ScannedText('then Adaeze Okonkwo left. '.repeat(times)), { jurisdiction: null }))
    .filter(({ category }) => category === 'PII-1-NAME')
  expect(names).toHaveLength(times)
}, 60_000)
