// How names are built: by words that people bear, particles, initials and letters of any script; where they begin and end,
// and the forms in which they come back.
import { describe, expect, it } from 'vitest'
import { findings, found, only } from './finding.ts'

describe('by their words', () => {
  it.each([
    ['GR', 'She rang the Ξυλούρης office.', []],
    ['BG', 'His ЕГН was wrong on the form.', []],
    ['GR', 'Υπόθεση: το δέμα έφτασε στο γραφείο, mail info@example.gr', ['EMAIL info@example.gr']],
    // A share in brackets stands between a name and what describes it.
    ['GB', 'Mossy Glade (44 %), +44 7700 900123', ['NAME Mossy Glade', 'PHONE +44 7700 900123']],
    [null, 'I spoke to Adaeze Okonkwo yesterday.', ['NAME Adaeze Okonkwo']],
    [
      null,
      'Yesterday Jean-Luc Dubois met Laurine Van den Abbeele.',
      ['NAME Jean-Luc Dubois', 'NAME Laurine Van den Abbeele'],
    ],
    [null, 'The report by Wanjiru Ng\u2019ang\u2019a was late.', ['NAME Wanjiru Ng\u2019ang\u2019a']],
    [null, 'Hegedűs Attila szerint a híd kész.', ['NAME Hegedűs Attila']],
    [null, 'Ο Γιώργος Παπαδόπουλος μίλησε στη συνέλευση.', ['NAME Γιώργος Παπαδόπουλος']],
    [null, 'Вчера Красимир Стоянов каза, че мостът е готов.', ['NAME Красимир Стоянов']],
    [
      null,
      'Erika Mustermann (geb. Gabler), Kis Ilona (szül. Nagy Mária)',
      ['NAME Erika Mustermann', 'NAME Gabler', 'NAME Kis Ilona', 'NAME Nagy Mária'],
    ],
    [null, 'ils ont vu Jean DUPONT hier', ['NAME Jean DUPONT']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('folds marks and mathematical letters through the view', () => {
    expect(only('NAME', 'Note: Zo\u0308e Kraus and \u{1d400}nna Kraus came.', null)).toHaveLength(2)
  })
})

describe('to their last word', () => {
  it.each([
    [null, 'il signor De Benedictis Amedeo', ['NAME De Benedictis Amedeo']],
    [null, 'Karl Freiherr von Stein sprach', ['NAME Karl Freiherr von Stein']],
    [null, 'Rosa, Iris und Heide Simonis kamen', ['NAME Rosa', 'NAME Iris', 'NAME Heide Simonis']],
    ['FR', 'Mme de La Motte, la directrice, les a reçus.', ['NAME de La Motte']],
    ['FR', 'Le directeur, A. Guyon', ['NAME A. Guyon']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('leaves titles and possessives outside the span', () => {
    expect(only('NAME', 'Alhaji Musa Danjuma met Prof. Chinua Obi and Frau Anna Weber\u2019s lawyer', null)).toEqual([
      'Musa Danjuma',
      'Chinua Obi',
      'Anna Weber',
    ])
  })

  it.each(['Ann Lee Ann Lee Ann Lee Ann Lee', 'Anna Maria '.repeat(9).trim()])('leaves nothing of %s', (source) => {
    expect(only('NAME', source, null).join(' ')).toBe(source)
  })
})

describe('again, in another form', () => {
  it.each([
    [null, 'Violeta Zlateva wrote in May. Then Violeta rang again.', ['NAME Violeta Zlateva', 'NAME Violeta']],
    ['DK', 'Patient: Ditte Holm. Dittes datter har ringet.', ['NAME Ditte Holm', 'NAME Dittes']],
    ['FI', 'Potilas Jorma Säkkinen saapui. Säkkiselle annettiin lähete.', ['NAME Jorma Säkkinen', 'NAME Säkkiselle']],
    ['EE', 'Perearst Ülle Tamberg kirjutas. Tambergile saadeti vastus.', ['NAME Ülle Tamberg', 'NAME Tambergile']],
    ['LV', 'Vakar runājām ar Kārlis Ozoliņš. Kārlim ir jauns numurs.', ['NAME Kārlis Ozoliņš', 'NAME Kārlim']],
    ['LT', 'Nuomininkas: Tadas Navickas. Tadui pranešta raštu.', ['NAME Tadas Navickas', 'NAME Tadui']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('leaves ordinary words alone that look like one', () => {
    expect(only('NAME', 'Kunde: Peter Mark. Der Markt ist heute geschlossen.', 'DE')).toEqual(['Peter Mark'])
    expect(only('NAME', 'Tenant: Oliver Page. Pages are numbered.', 'GB')).toEqual(['Oliver Page'])
  })
})

describe('what is said of a finding', () => {
  it('gives the same claims every time', () => {
    const source = 'Dear Adaeze,\nAccount of Pia Retzke (pia@example.org).\nKind regards,\nKofi Mensah'
    expect(findings(source, null)).toEqual(findings(source, null))
  })
})

describe('a name with the prefix of its language', () => {
  it.each([
    ['Kusho uNomvula Dlamini izolo ekuseni.', ['uNomvula Dlamini']],
    ['Umphathi uhlangane noThandiwe Khumalo izolo.', ['noThandiwe Khumalo']],
  ])('%s', (text, expected) => {
    expect(only('NAME', text, 'ZA')).toEqual(expected)
  })
})
