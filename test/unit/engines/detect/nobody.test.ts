import { describe, expect, it } from 'vitest'
import { createDetectEngine } from '../../../../src/engines/detect/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createDetectEngine(loadPacks())

/** What is found in a text: "NAME Anna Beck". */
function found(text: string, jurisdiction: string | null = null): string[] {
  return engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction }))
    .map(({ category, start, end }) => `${category.slice(6)} ${text.slice(start, end)}`)
}

describe('what carries a name and is nobody', () => {
  it.each([
    ['behind the word that says which one', 'The hurricane Katrina and typhoon Maria made landfall at dawn.'],
    ['a list behind that word', 'Le stazioni Giulio Cesare, Leonardo Rossi e Anna Verdi restano chiuse.'],
    ['a short form of it', 'Szpital im. Mikołaja Nowaka zmienia godziny przyjęć.'],
    ['a law over "of"', 'Selon la loi de Bernard, la pente est nulle.'],
    ['what follows the name', "Thomson's gazelle and Cooper's hawk; the Taylor rule and Megan's Law."],
    ['a compound', 'Die Robert-Koch-Klinik und das Sophie-Scholl-Gymnasium bleiben geschlossen.'],
    ['in quotation marks behind goods', 'Curtain "Olivia" 140x245 cm, cushion "Emma" 45x45 cm.'],
    ['in quotation marks before goods', 'The "Oscar" armchair ships flat.'],
    ['cultivars', "Roses 'Charles Ross', 'Annie Beck' and 'Peter' are sown in pots and pruned in March."],
    ['lists of things', 'The moons seen were Miranda, Ariel, Juliet and Rosalind.'],
    ['rows of a catalogue', 'Georg Jensen table cloth, varenr. 30018, 899,00 kr.\nArne Jacobsen chair, varenr. 77120'],
    ['goods by their measure', 'Jade White 10 l, Hazel Brown 2.5 l; Stella Artois 0.5 l, 4.40.'],
    ['a trade behind its article', 'Der Bauer mäht zweimal, beim Becken steht der Schäfer.'],
    ['animals in one breath', 'Vuk i lisica vraćaju se u šumu.'],
    ['the unit of a number', 'Bake at 180 °C. Servez chaud. The sample froze at 250 K. The Reynolds number fell.'],
    ['the letter of a place', 'Meet at assembly point C. Wardens count heads.'],
    ['constants', 'const AVOGADRO = 6.02214076e23'],
    ['the verb of a question', 'Customer: Will you help me?\nKund: Kan ni hjälpa mig?'],
    ['headings that a command prints', 'NAME          READY   STATUS    RESTARTS   AGE'],
    ['cells of a table', '| Rain mm | Sun h |'],
  ])('%s', (_what, text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['who owns the thing', "Peter's phone is on the table of Anna Beck.", ['NAME Peter', 'NAME Anna Beck']],
    ['who signs in quotation marks', 'Signed: "Emma Clarke", tenant', ['NAME Emma Clarke']],
    ['who is listed', 'Present: Lisa Hazenveld and Tyler Bergman.', ['NAME Lisa Hazenveld', 'NAME Tyler Bergman']],
    ['kin', 'She is the brother-in-law of Vladislav Fiala.', ['NAME Vladislav Fiala']],
    ['who signs behind a slash', 'Skickad i dag. /V. Lindblom', ['NAME V. Lindblom']],
    [
      'who is quoted beside goods',
      'contact "Emma Clarke" merged by Fleur Bartels',
      ['NAME Emma Clarke', 'NAME Fleur Bartels'],
    ],
    ['who is called as a trade', 'Herr Bauer kommt. Gruß, Anna Schäfer', ['NAME Bauer', 'NAME Anna Schäfer']],
    ['initials', 'The lease of J. C. Morvadez ended.', ['NAME J. C. Morvadez']],
    ['forms of address', 'At the hospital Mrs Clarke asked for tea.', ['NAME Clarke']],
  ])('but %s is', (_what, text, names) => {
    expect(found(text)).toEqual(names)
  })
})

describe('numbers of nobody', () => {
  it.each([
    ['a network', 'The blocks 192.0.2.0/24 and 2001:db8::/32 are reserved.'],
    ['versions', 'Bootloader 2.17.0.1; do not downgrade below 9.4.0.2.'],
    ['a date before the next sentence', 'First issue 12 March 1902. Born digital since 1998.'],
    ['a day and a time', '12.3.2026 7.04.15 INFO\n12.3.2026 7.10.00 INFO'],
    ['counters that pass some check', 'Packets in 8800554911, out 7711223344; pulses 44051401458.'],
  ])('%s', (_what, text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['the address of a host in a network', 'Host 192.0.2.7/24 answered.', null, ['IP_ADDRESS 192.0.2.7']],
    [
      'a number that passes the check of the law that governs',
      'Noted: 44051401458.',
      'PL',
      ['NATIONAL_ID 44051401458'],
    ],
    ['a number that its cue announces', 'PESEL 44051401458', null, ['NATIONAL_ID 44051401458']],
  ])('but %s is', (_what, text, jurisdiction, values) => {
    expect(found(text, jurisdiction)).toEqual(values)
  })
})
