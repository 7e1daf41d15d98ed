import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlacesEngine } from '../../../../src/engines/places/engine.ts'
import { places } from '../../../../src/operations/mentions.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const packs = loadPacks()
const engine = createPlacesEngine(packs)
const find = (text: string) => engine.find(new ScannedText(text))
const roles = (text: string) => find(text).map(({ role, text: words }) => `${role}: ${words}`)

describe('the example of the contract', () => {
  it('comes out value by value', () => {
    const text = 'Send my package from 123 Maple Street to the blue gate behind Elim Pharmacy, 124 Elim Street.'
    expect(find(text)).toEqual([
      {
        role: 'origin',
        start: 21,
        end: 37,
        cue: 'from',
        cue_start: 16,
        cue_end: 20,
        cue_rule: 'from_origin',
        confidence: 0.95,
        evidence: ['span:parsed', 'cue:adjacent'],
        jurisdiction: 'XX',
        jurisdiction_confidence: 0,
        has_address: true,
        text: '123 Maple Street',
        components: { street_number: '123', street: 'Maple Street' },
      },
      {
        role: 'destination',
        start: 55,
        end: 92,
        cue: 'to',
        cue_start: 38,
        cue_end: 40,
        cue_rule: 'to_destination',
        confidence: 0.7,
        evidence: ['span:parsed', 'cue:windowed'],
        jurisdiction: 'XX',
        jurisdiction_confidence: 0,
        has_address: true,
        text: 'behind Elim Pharmacy, 124 Elim Street',
        components: {
          street_number: '124',
          street: 'Elim Street',
          anchor: 'behind Elim Pharmacy',
          anchor_type: 'commercial',
        },
      },
    ])
  })
})

describe('roles', () => {
  it.each([
    ['The van runs between Leeds and York.', ['origin: Leeds', 'destination: York']],
    ['The farm lies between Leeds and York.', ['location: Leeds', 'location: York']],
    ['Goods pass through Mombasa.', ['via: Mombasa']],
    ['Buses from Voi and Taveta are late.', ['origin: Voi', 'origin: Taveta']],
    ['Der Fahrer kam aus Kassel und fuhr nach Fulda.', ['origin: Kassel', 'destination: Fulda']],
    ['El camión viene de Alicante por la A-30 hasta Murcia.', ['origin: Alicante', 'via: A-30', 'destination: Murcia']],
    [
      'Kierowca jechał z Rzeszowa do Tarnowa przez Dębicę.',
      ['origin: Rzeszowa', 'destination: Tarnowa', 'via: Dębicę'],
    ],
    ['A vonat Debrecenből indul Szegedre.', ['origin: Debrecenből', 'destination: Szegedre']],
    ['Potilas muutti Joensuusta ja asuu nyt Kuopiossa.', ['origin: Joensuusta', 'location: Kuopiossa']],
    ['Gari linatoka Mombasa kwenda Kisumu.', ['origin: Mombasa', 'destination: Kisumu']],
    ['Ο οδηγός έφυγε από τη Λάρισα προς τον Βόλο.', ['origin: Λάρισα', 'destination: Βόλο']],
    ['I dey Ikeja since morning.', ['location: Ikeja']],
  ])('%s', (text, expected) => {
    expect(roles(text)).toEqual(expected)
  })

  it('withholds the role that a negation takes back', () => {
    expect(find('Do not deliver to 31 Ribadu Road, Kano.')[0]).toMatchObject({
      role: 'unknown',
      cue: 'deliver to',
      confidence: 0.25,
      evidence: ['span:parsed', 'cue:negated'],
    })
  })

  it('withholds the role when cues contradict one another', () => {
    expect(find('The goods were picked up at and delivered to 7B Allen Avenue, Ikeja.')[0]).toMatchObject({
      role: 'unknown',
      cue: 'delivered to',
      evidence: ['span:parsed', 'cue_conflict:deliver_destination|pickup_origin'],
    })
  })

  it('says so when no cue stands by', () => {
    expect(find('Regarding 17 Fleet Lane, London: three questions are open.')[0]).toMatchObject({
      role: 'unknown',
      cue: null,
      cue_start: null,
      cue_rule: null,
      evidence: ['span:parsed', 'cue:absent'],
    })
  })

  it('takes persons named like towns for persons', () => {
    expect(roles('Miss Durham met Mr Cairo Bassey and Frau Essen.')).toEqual([])
  })

  it('lets a name that modifies a thing say nothing about where', () => {
    expect(roles('The invoice from our Lagos office is late.')).toEqual(['unknown: Lagos'])
  })
})

describe('the verb', () => {
  const context = { packs, engines: { places: engine }, ledger: null, warn: () => {} } as never

  it('counts code points', async () => {
    const { count, mentions } = await places({ text: '🚚🚚 from 12 Long Street, Durban' }, context)
    expect(count).toBe(1)
    expect(mentions[0]).toMatchObject({ start: 8, end: 30, cue_start: 3, cue_end: 7, text: '12 Long Street, Durban' })
  })

  it('keeps mentions sorted, disjoint and sliced from the text', async () => {
    const words = fc.constantFrom(
      'from',
      'to',
      'not',
      'between',
      'and',
      'Lagos',
      'Kano,',
      '12',
      'High Street',
      ',',
      '. ',
      '\n',
      'behind',
      'the',
      'market',
      'aus',
      'nach',
      'Köln',
      'SE1 7EH',
      '🚚',
      '\u200b',
      'ul.',
      'Długa',
      '00-238',
      'via',
      'P.O. Box 12',
      'é',
      'St.',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 24 }), async (parts) => {
        const text = parts.join(' ')
        const { mentions } = await places({ text }, context)
        const points = Array.from(text)
        let reach = 0
        for (const mention of mentions) {
          expect(mention.start).toBeGreaterThanOrEqual(reach)
          expect(points.slice(mention.start, mention.end).join('')).toBe(mention.text)
          if (mention.cue !== null && mention.cue_start !== null && mention.cue_end !== null)
            expect(points.slice(mention.cue_start, mention.cue_end).join('')).toBe(mention.cue)
          reach = mention.end
        }
      }),
      { numRuns: 150 },
    )
  })
})
