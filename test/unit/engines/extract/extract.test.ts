import { describe, expect, it } from 'vitest'
import { createExtractEngine } from '../../../../src/engines/extract/engine.ts'
import { settleProposals } from '../../../../src/engines/extract/proposal.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import type { Finding } from '../../../../src/records/detection.ts'
import type { EntityType } from '../../../../src/records/mentions.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createExtractEngine(loadPacks())

function entities(source: string, type: EntityType, claims: readonly Finding[] = []): string[] {
  return engine.propose(new ScannedText(source), claims, new Set([type])).map(({ text }) => text)
}

describe('money', () => {
  it.each([
    ['paid N480,000 and \u20a62,750,000.00', ['N480,000', '\u20a62,750,000.00']],
    ['Ksh 200/= or KShs 6,200 or shilingi milioni 12', ['Ksh 200/=', 'KShs 6,200', 'shilingi milioni 12']],
    ['R1 500, R312,00 and R48 750,50', ['R1 500', 'R312,00', 'R48 750,50']],
    [
      '165k naira, 120k rand, fifty quid, vyfduisend rand',
      ['165k naira', '120k rand', 'fifty quid', 'vyfduisend rand'],
    ],
    ['\u20ac 489,- und 8.412,66 \u20ac', ['\u20ac 489,-', '8.412,66 \u20ac']],
    ['2,6 M\u20ac, 11 milioni di euro, 4,5 miljoen EUR', ['2,6 M\u20ac', '11 milioni di euro', '4,5 miljoen EUR']],
    ['12 500 Kč, 300 zł, 45 000 Ft, 212,00 kr.', ['12 500 Kč', '300 zł', '45 000 Ft', '212,00 kr.']],
    ['6 εκατ. ευρώ, 360 лв.', ['6 εκατ. ευρώ', '360 лв.']],
  ])('%s', (source, expected) => {
    expect(entities(source, 'MONEY')).toEqual(expected)
  })

  it('leaves bare numbers, percentages and postcodes alone', () => {
    expect(entities('36 bags at 7.15, 45 %, N37 X2W8, page 120, Europe 20', 'MONEY')).toEqual([])
  })
})

describe('dates', () => {
  it.each([
    ['23rd June, 2024', ['23rd June, 2024']],
    ['vom 31. Dezember 2025 bis 7.11.2024', ['31. Dezember 2025', '7.11.2024']],
    ['20 de mayo de 2025; luglio 2023; 12 de julho', ['20 de mayo de 2025', 'luglio 2023', '12 de julho']],
    ['2023. október 2, 2025. gada 3. martā', ['2023. október 2', '2025. gada 3. martā']],
    ['9 Μαΐου 2025, 15 юни 2025 г.', ['9 Μαΐου 2025', '15 юни 2025']],
    ['2/8/25, 2025-03-14, 14/02/2025', ['2/8/25', '2025-03-14', '14/02/2025']],
  ])('%s', (source, expected) => {
    expect(entities(source, 'DATE')).toEqual(expected)
  })

  it('marks no bare months, years, versions or impossible days', () => {
    expect(entities('in May, 20 people, 2024, version 1.2.3.4, 45.13.2024, may 5% rise', 'DATE')).toEqual([])
  })
})

describe('organisations', () => {
  it.each([
    ['to Greenfield Estates & Investments Ltd for a plot', ['Greenfield Estates & Investments Ltd']],
    ['Quayside & Partners (Gateshead) Ltd wrote', ['Quayside & Partners (Gateshead) Ltd']],
    ['bei Hanseatische Brandkasse VVaG endet', ['Hanseatische Brandkasse VVaG']],
    ['Tessitura Fratelli Gremmo & C. S.p.A. chiude', ['Tessitura Fratelli Gremmo & C. S.p.A.']],
    ['Trufas de Sarrión, S.Coop., auto', ['Trufas de Sarrión, S.Coop.']],
    ['firma Bud-Mar Sp. z o.o. płaci', ['Bud-Mar Sp. z o.o.']],
    ['Asunto Oy Pihlajanmarja muistuttaa', ['Asunto Oy Pihlajanmarja']],
    ['the Ministry of Works and Transport said', ['Ministry of Works and Transport']],
    ['Le Centre hospitalier de Valence doit', ['Centre hospitalier de Valence']],
    ['la Junta de Freguesia de Alvor agradece', ['Junta de Freguesia de Alvor']],
    ['Фондация „Детски смях“ и „Слънчев бряг“ АД', ['Фондация „Детски смях“', '„Слънчев бряг“ АД']],
    ['Mrs Mthembu of Ubuntu Civils (Pty) Ltd', ['Ubuntu Civils (Pty) Ltd']],
  ])('%s', (source, expected) => {
    expect(entities(source, 'ORGANIZATION')).toEqual(expected)
  })

  it('takes neither generic words nor common capitals', () => {
    expect(entities('The Bank was closed. As usual, Sa boys played. KRA PIN and Group A.', 'ORGANIZATION')).toEqual([])
  })
})

describe('values', () => {
  it('accepts an ISBN only with its check digit', () => {
    expect(entities('978-0-306-40615-7, 978-0-306-40615-8, 0-306-40615-2 and ISBN 080442957X', 'ISBN')).toEqual([
      '978-0-306-40615-7',
      '0-306-40615-2',
      '080442957X',
    ])
  })

  it('cuts the punctuation of the sentence off a URL', () => {
    expect(entities('see https://a.example.com/let?id=7, (www.b.example.org/x) or soil.example.org.', 'URL')).toEqual([
      'https://a.example.com/let?id=7',
      'www.b.example.org/x',
      'soil.example.org',
    ])
  })

  it('needs the name of the document before its number', () => {
    expect(
      entities("driver's licence, no. LSR48213AA06; invoice no. PS-0417; order 55062048; batch 77121", 'DOCUMENT_ID'),
    ).toEqual(['LSR48213AA06', 'PS-0417'])
    expect(entities('Expediente 2025/A/0093, jogosítványa FT418822, Az. 4 C 112/25', 'DOCUMENT_ID')).toEqual([
      '2025/A/0093',
      'FT418822',
      '4 C 112/25',
    ])
  })

  it('names products by maker and model', () => {
    expect(entities('that HP EliteBook 840, a Yamaha PSR-E373 and AirPods Pro', 'PRODUCT')).toEqual([
      'HP EliteBook 840',
      'Yamaha PSR-E373',
      'AirPods Pro',
    ])
    expect(entities('Room B12, Flat 4B, London E17 and version v5', 'PRODUCT')).toEqual([])
  })
})

describe('claims of detection', () => {
  const claim = (category: string, start: number, end: number, strength: Finding['strength']): Finding => ({
    category,
    start,
    end,
    confidence: 0.8,
    detector: 'rule:x',
    strength,
  })

  it('become entities of their type, with their category', () => {
    const found = engine.propose(
      new ScannedText('Ada Obi 22156789012'),
      [claim('PII-1-NAME', 0, 7, 'lexicon'), claim('PII-2-BVN', 8, 19, 'pattern')],
      null,
    )
    expect(found.map(({ entity_type, text, source }) => [entity_type, text, source])).toEqual([
      ['PERSON', 'Ada Obi', 'lexicon'],
      ['NATIONAL_ID', '22156789012', 'rule'],
    ])
    expect(found[1]!.metadata).toEqual({ category: 'PII-2-BVN' })
  })

  it('yield to an organisation that contains them', () => {
    const source = 'Tischlerei Haslinger KG'
    const found = engine.propose(new ScannedText(source), [claim('PII-1-NAME', 11, 20, 'lexicon')], null)
    expect(found.map(({ entity_type, text }) => [entity_type, text])).toEqual([['ORGANIZATION', source]])
  })
})

it('settles overlaps by rank, length and place into disjoint entities in order', () => {
  const at = (start: number, end: number, rank: number) => ({
    type: 'DATE' as const,
    start,
    end,
    rank,
    confidence: 1,
    source: 'rule' as const,
    metadata: {},
  })
  expect(settleProposals([at(5, 9, 1), at(0, 6, 2), at(9, 12, 1), at(8, 12, 1)]).map(({ start }) => start)).toEqual([
    0, 8,
  ])
})

it('knows its types by other names, any case', () => {
  expect(['organisation', 'Gpe', 'document', 'e-mail address', 'person'].map((name) => engine.typeOf(name))).toEqual([
    'ORGANIZATION',
    'LOCATION',
    'DOCUMENT_ID',
    null,
    'PERSON',
  ])
})
