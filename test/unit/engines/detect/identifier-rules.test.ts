// Every rule of data/countries against its vectors, and what must hold of every rule.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Rule, rulesOf } from '../../../../src/engines/detect/identifiers/rules.ts'
import { shapesOf } from '../../../../src/engines/detect/identifiers/shapes.ts'
import { otherValueCues } from '../../../../src/engines/detect/lexicons.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { fold } from '../../../../src/text/fold.ts'
import { PhraseBook } from '../../../../src/text/phrases.ts'
import { viewOf } from '../../../../src/text/view.ts'
import { checks } from '../../../../src/values/identifier/checks.ts'

interface Vectors {
  rules: Record<string, Record<string, { valid: string[]; invalid: string[] }>>
}

const vectors: Vectors = JSON.parse(readFileSync(new URL('../../../vectors/identifiers.json', import.meta.url), 'utf8'))
const packs = loadPacks()
const countries = packs.countries()
const rules = rulesOf(packs, new PhraseBook())
/** Would the detector take a value, written so, for one of the rule's? */
const accepts = (rule: Rule, value: string) => rule.accepts(rule.compact(viewOf(value).text.toUpperCase()))

/** Checks that no rule names: fields of entity packs may, a caller's own among them, and lists of published numbers measure them by name. */
const WITHOUT_RULE = `
  at.businessid be.iban be.ogm_vcs be.ssn card de.handelsregisternummer de.leitweg de.stnr de.wkn ean es.cae
  es.ccc es.cups es.iban es.postal_code es.referenciacatastral eu.banknote eu.ecnumber eu.eic eu.excise eu.vat
  fi.associationid fi.veronumero fr.accise fr.rcs gb.sedol iban imei is.vsk isbn isin it.aic ke.pin lei li.peid
  luhn mt.id nl.brin nl.identiteitskaartnummer nl.postcode no.iban orcid pl.paszport ro.cf se.postnummer
`

describe('rules of data/countries', () => {
  for (const [code, facts] of countries) {
    it(`${code}: every rule agrees with its vectors`, () => {
      const own = rules.filter(({ country }) => country === code)
      expect(own).toHaveLength(facts.identifiers.length)
      for (const rule of own) {
        const { name } = rule.rule
        const { valid = [], invalid = [] } = vectors.rules[code]?.[name] ?? {}
        expect(valid.length, `${name} has valid vectors`).toBeGreaterThanOrEqual(2)
        expect(invalid.length, `${name} has invalid vectors`).toBeGreaterThanOrEqual(2)
        for (const value of valid) expect(accepts(rule, value), `${name} ${value}`).toBe(true)
        for (const value of invalid) expect(accepts(rule, value), `${name} ${value}`).toBe(false)
      }
    })

    it(`${code}: names are unique, categories known, checks exist, cues are folded`, () => {
      const names = facts.identifiers.map((rule) => rule.name)
      expect(new Set(names).size).toBe(names.length)
      expect(names.length).toBeGreaterThan(0)
      for (const rule of facts.identifiers) {
        expect(packs.categories().has(rule.category), rule.category).toBe(true)
        if (rule.check !== null) expect(Object.hasOwn(checks, rule.check), rule.check).toBe(true)
        if (rule.evidence === 'check') expect(rule.check, `${rule.name} promises a check`).not.toBeNull()
        if (rule.evidence === 'cue')
          expect(rule.cues.length + (rule.cue_sets ?? []).length, `${rule.name} lives by its cues`).toBeGreaterThan(0)
        // An unbounded pattern could be made to match a megabyte.
        expect(rule.pattern, rule.name).not.toMatch(/[*+^$]|\{\d+,\}/)
        const notAfter = [...rule.not_after, ...(rule.not_after_sets ?? []).flatMap(otherValueCues)]
        for (const cue of [...rule.cues, ...notAfter]) {
          expect(cue, `${rule.name}: ${cue}`).toBe(fold(cue))
          expect(cue, `${rule.name}: ${cue}`).toMatch(/^[\p{L}\p{N}&]+°?(?: [\p{L}\p{N}&]+)*\*?$/u)
        }
        expect(new Set(rule.cues).size).toBe(rule.cues.length)
        expect(rule.cues.filter((cue) => notAfter.includes(cue))).toEqual([])
      }
    })
  }

  it('knows the usual grouping only where hyphens without a cue are held to it, and in a length that the rule has', () => {
    for (const { rule, country } of rules) {
      if (rule.written === undefined) continue
      const name = `${country} ${rule.name}`
      expect(rule.separators, name).toContain('-')
      expect(['check', 'shape'], name).toContain(rule.evidence)
      const length = rule.written.replace(/[^#]/g, '').length
      expect(
        shapesOf(rule.pattern)!.map((shape) => shape.length),
        name,
      ).toContain(length)
    }
  })

  it('refuses a list of words that no file has', () => {
    const [{ rule }] = rules as [Rule]
    for (const named of [{ cue_sets: ['nonesuch'] }, { not_after_sets: ['nonesuch'] }])
      expect(() => new Rule(0, 'AT', { ...rule, ...named }, () => 0)).toThrow(/has no list "nonesuch"/)
  })

  it('no vector is left without its rule, no check without a rule but those listed', () => {
    for (const [code, rules] of Object.entries(vectors.rules))
      for (const name of Object.keys(rules))
        expect(
          countries.get(code)?.identifiers.some((rule) => rule.name === name),
          `${code} ${name}`,
        ).toBe(true)
    const used = new Set([...countries.values()].flatMap((facts) => facts.identifiers.map((rule) => rule.check)))
    const idle = Object.keys(checks).filter((name) => !used.has(name))
    expect(idle.sort()).toEqual(WITHOUT_RULE.trim().split(/\s+/))
  })
})

describe('shapes of patterns', () => {
  it('unfolds what a pattern can match', () => {
    expect(shapesOf('[A-Z]\\d{2}')).toEqual([{ length: 3, digits: 0b110, letters: 0b001 }])
    expect(shapesOf('(?:AB|\\d)[A-Z0-9]?')).toHaveLength(4)
    expect(shapesOf('\\d{5,7}')?.map(({ length }) => length)).toEqual([5, 6, 7])
    expect(shapesOf('.+')).toBeNull()
  })
})
