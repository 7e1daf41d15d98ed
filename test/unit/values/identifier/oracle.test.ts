// The checks against those of another author: the stdnum package must agree on generated numbers.
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { checks } from '../../../../src/values/identifier/checks.ts'

/** Our check, their country and module, and what a payload without its last digit looks like. */
const PAIRS: readonly [string, string, string, RegExp][] = [
  ['at.uid', 'AT', 'uid', /^U\d{7}$/],
  ['bg.pnf', 'BG', 'pnf', /^\d{9}$/],
  ['ee.kmkr', 'EE', 'kmkr', /^10\d{6}$/],
  ['ee.registrikood', 'EE', 'registrikood', /^[1789]\d{6}$/],
  ['fi.alv', 'FI', 'alv', /^\d{7}$/],
  ['fi.ytunnus', 'FI', 'ytunnus', /^\d{7}$/],
  ['fr.nif', 'FR', 'nif', /^[0-3]\d{11}$/],
  ['fr.siren', 'FR', 'siren', /^\d{8}$/],
  ['gb.utr', 'GB', 'utr', /^\d{9}$/],
  ['gr.vat', 'GR', 'vat', /^[0-2]\d{7}$/],
  ['hr.oib', 'HR', 'oib', /^\d{10}$/],
  ['hu.anum', 'HU', 'anum', /^[1-9]\d{6}$/],
  ['lt.pvm', 'LT', 'pvm', /^\d{7}1$/],
  ['lu.tva', 'LU', 'tva', /^\d{7}$/],
  ['nl.bsn', 'NL', 'bsn', /^[1-9]\d{7}$/],
  ['no.orgnr', 'NO', 'orgnr', /^[89]\d{7}$/],
  ['pl.nip', 'PL', 'nip', /^[1-9]\d{8}$/],
  ['pl.regon', 'PL', 'regon', /^\d{8}$/],
  ['pt.nif', 'PT', 'nif', /^[1-35689]\d{7}$/],
  ['ro.cui', 'RO', 'cui', /^[1-9]\d{4,8}$/],
  ['se.orgnr', 'SE', 'orgnr', /^[2-9]\d{8}$/],
  ['za.tin', 'ZA', 'tin', /^[01239]\d{8}$/],
]

describe('agreement with an independent implementation', () => {
  for (const [name, country, module, payload] of PAIRS)
    it(name, () => {
      const theirs = stdnum[country]![module]!
      fc.assert(
        fc.property(fc.stringMatching(payload), (digits) => {
          // All ten endings, so that the right one is always among them.
          for (let last = 0; last < 10; last++) {
            const value = digits + last
            expect(checks[name]!(value), value).toBe(theirs.validate(value).isValid)
          }
        }),
        { numRuns: 60 },
      )
    })

  it('letters of Spanish identity numbers', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[XYZ0-9]\d{7}[A-Z]$/), (value) => {
        const theirs = /^\d/.test(value) ? stdnum['ES']!['dni']! : stdnum['ES']!['nie']!
        expect(checks[/^\d/.test(value) ? 'es.dni' : 'es.nie']!(value), value).toBe(theirs.validate(value).isValid)
      }),
    )
  })
})
