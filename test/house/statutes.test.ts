import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../src/packs/load.ts'

const packs = loadPacks()
const statutes = [...packs.statutes().values()]
const laws = statutes.filter(({ by_name_only: isAsked }) => !isAsked)
const cited = statutes.filter(({ strictest_of_all: isComposed }) => !isComposed)

/** The provisions of the statute itself that a citation names: "GDPR Art 4(1), Art 6" -> ["4", "6"]. */
function provisions(citation: string, cites: string, others: readonly string[]): string[] {
  const short = cites.slice(cites.lastIndexOf(' ') + 1)
  return citation.split(', ').flatMap((part) => {
    if (others.includes(part)) return []
    const rest = part.startsWith(cites)
      ? part.slice(cites.length)
      : part.startsWith(short)
        ? part.slice(short.length)
        : ''
    const number = /^ ?(\d+(?:\.\d+)?[A-Z]?)(?:\(\w+\))*$/.exec(rest)?.[1]
    expect(number, `${citation}: "${part}" is neither a provision of the statute nor one of other_laws`).toBeDefined()
    return [number!]
  })
}

describe('statute packs', () => {
  it('are the six of the contract, of which every country names one, and two that are had by name only', () => {
    expect(statutes.filter(({ by_name_only: isAsked }) => isAsked).map(({ name }) => name)).toEqual([
      'BASELINE',
      'HIPAA-SAFE-HARBOR',
    ])
    expect(laws.map(({ name }) => name)).toEqual(['GDPR', 'GHANA-DPA', 'KENYA-DPA', 'NDPA-2023', 'POPIA', 'UK-GDPR'])
    for (const { code, statute } of packs.countries().values())
      expect(packs.statutes().get(statute)?.by_name_only, code).toBe(false)
  })

  it.each(cited.map((statute) => [statute.name, statute] as const))(
    '%s answers for every category, with a provision that exists and its official title',
    (_name, statute) => {
      expect(Object.keys(statute.categories)).toEqual([...packs.categories().keys()])
      const used = new Set<string>()
      for (const [category, rule] of Object.entries(statute.categories)) {
        const cited = provisions(rule.citation, statute.cites, Object.keys(statute.other_laws))
        expect(cited.length, category).toBeGreaterThan(0)
        for (const number of cited) used.add(number)
        expect(rule.heading, `${category}: ${rule.citation}`).toBe(
          cited.map((number) => statute.sections[number] ?? `no section ${number}`).join('; '),
        )
      }
      expect([...used].sort(), 'sections that nothing cites').toEqual(Object.keys(statute.sections).sort())
    },
  )

  it('agree on what is kept and on what never stays', () => {
    for (const { categories, name } of laws) {
      for (const kept of ['PII-2-RC', 'PII-4-LOCATION'])
        expect(categories[kept]!.action, `${name} ${kept}`).toBe('retain')
      for (const [code, { action }] of Object.entries(categories))
        if (/^PII-7-|-CARD$|PASSWORD|API_KEY|SESSION_TOKEN/.test(code) && code !== 'PII-2-GHANA_CARD')
          expect(action, `${name} ${code}`).toBe('drop')
        // A sentence that loses its illness or faith without a mark reads as a whole one.
        else if (code.startsWith('PII-6-')) expect(action, `${name} ${code}`).toBe('mask')
    }
  })

  it('hides under BASELINE whatever any other pack hides, with the citation of a pack that asks for it', () => {
    const { categories, finds, ages } = packs.statutes().get('BASELINE')!
    const order = ['drop', 'mask', 'tokenize', 'generalize', 'retain']
    for (const code of packs.categories().keys()) {
      const rules = cited.map((statute) => statute.categories[code]!)
      const strictest = Math.min(...rules.map(({ action }) => order.indexOf(action)))
      expect(order.indexOf(categories[code]!.action), code).toBe(strictest)
      expect(rules, code).toContainEqual(categories[code])
    }
    // The whole address, and not the state and the beginning of its code.
    expect(categories['PII-4-ADDRESS']).toMatchObject({ action: 'generalize', citation: 'GDPR Art 5(1)(c)' })
    expect(categories['PII-4-ADDRESS']!.generalize).toBeUndefined()
    expect([finds.length > 0, ages?.oldest]).toEqual([true, 89])
  })

  it('reckons years of birth from the year of the facts', () => {
    const { edition } = JSON.parse(packs.cues('birth-cues.json')) as { edition: number }
    for (const { ages, name } of cited) expect(ages?.as_of ?? edition, name).toBe(edition)
  })

  it('cites the sensitive-data section of the Nigerian Act, not the one on data protection officers', () => {
    const { categories, sections } = packs.statutes().get('NDPA-2023')!
    expect(categories['PII-6-HEALTH']).toMatchObject({ citation: 'NDPA-2023 s.30', heading: 'Sensitive personal data' })
    expect(categories['PII-2-NIN']).toMatchObject({ action: 'mask', citation: 'NDPA-2023 s.25, NIMC Act s.27' })
    expect(sections['32']).toBeUndefined()
  })
})
