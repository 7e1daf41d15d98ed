import { describe, expect, it } from 'vitest'
import type { Context } from '../../../../src/operations/shared/context.ts'
import { comparable } from '../../../../src/operations/shared/field-reading.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const packs = loadPacks()
const context = { packs } as Context

describe('what is compared of a text', () => {
  it.each([
    ['12 April 1990', 'GB', '1990-04-12'],
    ['1988. április 3.', 'HU', '1988-04-03'],
    ['14 juillet 1975', 'FR', '1975-07-14'],
    ['05/04/1971', 'IT', '1971-04-05'],
    ['05/04/1971', null, '05/04/1971'],
    ['around Easter', 'GB', 'around Easter'],
  ])('reads the date of birth %s under %s as %s', (dob, country, read) => {
    expect(comparable({ name: 'Ana', dob }, 'person', country, context)).toEqual({ name: 'Ana', dob: read })
  })

  it('leaves every other field as it was written', () => {
    const fields = { name: '1 May 1990', phone: '01/02/2003', national_id: '12 April 1990' }
    expect(comparable(fields, 'person', 'GB', context)).toEqual(fields)
  })
})

describe('priors', () => {
  it('are there for every supported code, and those of a union lie between the members’', () => {
    const priors = packs.jurisdictionFrequencies()
    expect([...packs.countries().keys()].filter((code) => !priors.has(code))).toEqual([])
    const [union, member] = [priors.get('EU')!.get('dupont')!, priors.get('FR')!.get('dupont')!]
    expect(union).toBeGreaterThan(member)
    expect(union).toBeLessThan(packs.frequencies('person').unseen)
  })
})
