import { describe, expect, it } from 'vitest'
import { cologneCode, mokotoffCodes } from '../../../src/text/sounds.ts'

describe('Koelner Phonetik', () => {
  // The worked examples of the German Wikipedia, and the family Maier.
  it.each([
    ['muellerluedenscheidt', '65752682'],
    ['breschnew', '17863'],
    ['wikipedia', '3412'],
    ['maier', '67'],
    ['mayr', '67'],
    ['meyer', '67'],
    ['xaver', '4837'],
    ['', ''],
  ])('%s -> %s', (word, code) => expect(cologneCode(word)).toBe(code))
})

describe('Daitch-Mokotoff Soundex', () => {
  // Examples that JewishGen and Avotaynu publish with the rules.
  it.each([
    ['alpert', ['087930']],
    ['breuer', ['791900']],
    ['haber', ['579000']],
    ['mannheim', ['665600']],
    ['topf', ['370000']],
    ['kleinmann', ['586660']],
    ['auerbach', ['097400', '097500']],
    ['ohrbach', ['097400', '097500']],
    ['lipshitz', ['874400']],
    ['lippszyc', ['874400', '874500']],
    ['lewinsky', ['876450']],
    ['levinski', ['876450']],
    ['szlamawicz', ['486740']],
    ['shlamovitz', ['486740']],
    ['peters', ['734000', '739400']],
    ['moskowitz', ['645740']],
  ])('%s -> %j', (word, codes) => expect([...mokotoffCodes(word)].sort()).toEqual(codes))

  it('reads a hostile word in a bounded number of ways', () =>
    expect(mokotoffCodes('cj'.repeat(5000)).length).toBeLessThanOrEqual(8))
})
