import { describe, expect, it } from 'vitest'
import { createJurisdictionEngine } from '../../../../src/engines/jurisdiction/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import type { Finding } from '../../../../src/records/detection.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createJurisdictionEngine(loadPacks())

/** The verdict over a text with {CATEGORY:country:value} in place of the findings of detection. */
function infer(marked: string) {
  const claims: Finding[] = []
  let text = ''
  let at = 0
  for (const match of marked.matchAll(/\{([\w-]+):([A-Z]{0,2}):([^}]*)\}/g)) {
    text += marked.slice(at, match.index)
    const [, category, country, value] = match as unknown as [string, string, string, string]
    claims.push({
      category,
      start: text.length,
      end: text.length + value.length,
      confidence: 0.99,
      detector: `rule:${country === '' ? '' : `${country.toLowerCase()}_`}${category.slice(6).toLowerCase()}`,
      strength: 'validated',
      ...(country === '' ? {} : { country }),
    })
    text += value
    at = match.index + match[0].length
  }
  return engine.infer([{ text: new ScannedText(text + marked.slice(at)), claims }])
}

describe('names a country', () => {
  it.each([
    ['NG', 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'],
    ['NG', 'NIN 12345678901, a bill of NGN 45,000.'],
    ['GB', 'Invoice from Monzo Bank Limited, 5 Appold Street, London EC2A 2AG.'],
    ['GB', 'Registered in England and Wales.'],
    ['GB', 'Acme Ltd. Total £42.00.'],
    ['GB', 'We handle these data under the UK GDPR and the Data Protection Act 2018.'],
    ['IE', 'Data Protection Act 2018 (Ireland), Dublin, +353 1 555 0123'],
    ['DE', 'Condor Flugdienst GmbH, Handelsregister HRB 12345. Gesamtbetrag €419,00.'],
    ['AT', 'Musterbau GmbH, Linz, +43 732 555555'],
    ['AT', 'Graz, 0043 316 555555'],
    ['LU', 'Letter from Caisse nationale de santé'],
    ['MT', 'Business Registration Authority, Malta'],
    ['GR', 'Πρωτοδικείο Αθηνών'],
    ['GR', 'a letter from the Greek Independent Authority for Public Revenue'],
    ['BG', 'Национална агенция за приходите'],
    ['BG', 'Министерство на нещо си, България'],
    ['BG', 'писмо до Националната агенция за приходите'],
    ['PL', 'pismo do Urzędu Skarbowego'],
    ['EE', 'kiri Maksu- ja Tolliametile'],
    ['CZ', 'rodné číslo 000000/0000, pojišťovna VZP'],
    ['CY', 'κυπριακή ταυτότητα αρ. 0000000'],
    ['DE', 'Sozialgericht Köln'],
    ['MT', 'Maltese ID card: 0000000M'],
    ['RO', 'SC Exemplu SRL, J40/1234/2019'],
    ['HU', 'TAJ-szám: 000 000 000'],
    ['LI', 'Städtle 1, LI-9490 Vaduz; CHF 10.00'],
    ['ZA', 'processed under POPIA'],
    ['LT', 'tėvas Arvydas, tel. +370 612 00000, gyvena kitur'],
    ['FI', 'Siirrä tilille {PII-5-IBAN::FI21 1234 5600 0007 85}, kiitos. Terveisin'],
    ['NO', 'Norwegian passport, "+4740611674"'],
    ['KE', 'P.O. Box 1, Nairobi, Kenya. Tel. +254 700 000000'],
    ['EU', 'Processing by the European Commission, DG CNECT, under Regulation (EU) 2018/1725.'],
    ['EU', 'The European Parliament is the controller; complaints go to the EDPS.'],
    ['SE', '{PII-2-NATIONAL_ID:SE:000000-0000}'],
    ['FR', '{PII-2-VAT:FR:FR00000000000}, phone of a friend: +45 30 00 00 00'],
    ['PL', '{PII-5-IBAN::PL00 0000 0000} and +48 500 000 000'],
    ['IT', '{PII-3-EMAIL::mario@posta.example.it} in Bologna'],
  ])('%s: %s', (country, text) => {
    const verdict = infer(text)
    expect(verdict, verdict.reason).toMatchObject({ country, abstained: false })
    expect(verdict.reason).toMatch(
      /^(?:strongest signal \S+|\d+ independent signals agree), \d+% of total evidence weight$/,
    )
  })
})

describe('abstains', () => {
  it.each([
    ['', /no signals/],
    ['call me on the usual number', /no signals/],
    ['hello 12345', /no signals/],
    ['Der Preis für Kupfer fiel am Donnerstag, und das Museum bleibt am Montag geschlossen.', /no signals|weak/],
    ['Total due: $120.00, payable on 03/14/26.', /US leads/],
    ['Paid 405.57 EUR in advance.', /no signals/],
    ['Paid £45.', /weak/],
    ['Call +44 20 7946 0123.', /weak/],
    ['Ikeja, Lagos, Nigeria', /weak/],
    ['Register now in Nigeria, says the Minister who visited Kenya.', /weak|split/],
    ['The Court ruled that Kenya had a point.', /weak/],
    ['DK88 0040 5898 0868 24, București', /weak/],
    ['Registered in England and Wales. Employee Social Security Number on file.', /split/],
    ['Widget GmbH invoice. Total $500.00. Betrag €450,00. Ltd partner.', /US leads/],
    ['Camera di Commercio di Milano. Registered with Malta Business Registry.', /split/],
    ['Amtsgericht München, HRB 12345. Porezna uprava Republike Hrvatske.', /split/],
    ['{PII-2-TIN:IT:X}; {PII-2-NATIONAL_ID:ES:Y}', /split/],
    [
      '1 Lagos Road, Enugu, Nigeria, +234 800 000 0000; 1 Main Street, Reykjavík, Iceland, +354 500 0000',
      /split|close/,
    ],
    ['My Number card, Chiyoda-ku, Tokyo, Japan, +81 3 5555 0156', /JP leads, and no statute/],
    ['{PII-5-IBAN::CH00} Zürich, Schweiz, +41 44 555 01 30', /CH leads, and no statute/],
    ['PESEL {PII-2-NATIONAL_ID:PL:00000000000} and rodné číslo 000000/0000', /split/],
    ['Datatilsynet wrote first, Integritetsskyddsmyndigheten second.', /split/],
    ['One file at the Finanzamt, the other at HMRC, Cardiff.', /split/],
    ['Debtor in Leeds LS6 2AB, creditor in 04109 Leipzig.', /split/],
    ['Uganda Revenue Authority, Kampala', /UG leads, and no statute/],
    ['A chip: M1 8GB, M2 1TB, E5 2ND.', /no signals/],
    ['{PII-1-NAME::Jack London} paid £45', /weak/],
    ['{PII-3-EMAIL::vienna@example.com} from {PII-1-NAME::Vienna Graz}, +43 1 5555555', /weak/],
    ['Prices of OU, OOD and the CNP', /no signals|weak/],
  ])('%j', (text, reason) => {
    const verdict = infer(text)
    expect(verdict).toMatchObject({ country: null, abstained: true })
    expect(verdict.reason).toMatch(reason)
  })
})

describe('the verdict explains itself', () => {
  it('lists evidence by weight, then by name, and never a sample of the text', () => {
    const verdict = infer('NIN {PII-2-NIN:NG:12345678901}, +234 803 555 7890, +234 803 555 7891, NGN 45,000, Lagos.')
    expect(verdict.evidence.map(({ signal, tier, count, weight }) => [signal, tier, count, weight])).toEqual([
      ['id.nin', 'A', 1, 1],
      ['phone.international', 'B', 2, 0.7],
      ['currency.national', 'B', 1, 0.35],
      ['place.city', 'B', 1, 0.35],
    ])
    expect(
      verdict.evidence.every(({ sample, source, country }) => sample === '' && source === 'text' && country === 'NG'),
    ).toBe(true)
    expect(verdict).toMatchObject({ confidence: 1, margin: 1, runner_up: null, ruleset_version: '2026.11.10' })
  })

  it('says how much of the weight is on which side', () => {
    const verdict = infer('Registered in England and Wales. Tel. +33 1 55 55 55 55.')
    expect(verdict).toMatchObject({ country: 'GB', confidence: 0.7407, margin: 0.4815, runner_up: 'FR' })
    expect(verdict.reason).toBe('strongest signal authority.named, 74% of total evidence weight')
  })

  it('lets a shared signal speak only for the country that other evidence favours', () => {
    expect(infer('Ltd Ltd Ltd').evidence).toEqual([])
    expect(infer('Ltd, Companies House').evidence.map(({ country }) => country)).toEqual(['GB', 'GB'])
  })
})
