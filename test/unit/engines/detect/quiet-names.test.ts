// Names that are not of a person: products, goods, plants, makes, ordinary words; and those that nevertheless are.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('a thing is called so', () => {
  it.each([
    ['a document and its number', 'Dear all, Bill F2026693006 is on the table with the others.'],
    ['two family names joined before a noun', 'We have used the Wilkins-Harper scheme for all of these.'],
    [
      'joined to an ordinary word',
      'Die Ergebnisse sind nach der Weber-Bauer-Rechnung nicht gut und werden auf null gesetzt.',
    ],
    ['before its kind', 'The Peter Okoro Memorial is open and the Anna Nowak Bridge is not.'],
    ['between the marks of code', 'Added the `Hazel` theme and the `Oscar` icons to all of them.'],
    ['a release', 'Release 7.2 "Marlene" is out.'],
    ['a release in a line', '2.4.0 Robin\n* Fixed: the export'],
    ['listed in quotation marks', 'On sale: \u2018Anna Beck\u2019, \u2018Peter Stone\u2019 and \u2018Rosalind\u2019.'],
    ['scores', 'Preston 2 Stanley 1; Lincoln 0 Nelson 3.'],
    ['what is measured and priced', 'Laura Bianchi crema 50 ml, 12,90 €'],
    ['one of a row of goods', 'Olio 1 l, 8,90 €; Giovanni Rossi gnocchi; Farina 500 g, 1,20 €.'],
    ['what is sold beside goods', 'Gryde 3 l, 299 kr. Pude 50x50, 149 kr. Lampe Asta, glas, 649 kr.'],
    ['behind an amount', 'Fazék 3 l, 7 990 Ft. Tál 2 l, 3 990 Ft. Lámpa Tünde, réz, 18 900 Ft.'],
    [
      'a chair in a catalogue',
      'Gruebler 18 V, art. no. 5512, 89.00 €. Fauteuil Emma, grey. Lamp 40 W, EAN 4006381333931.',
    ],
    [
      'a sweet among what food is made of',
      'Mix 200 g flour, 2 eggs and sugar. Pavlova and ginger biscuits keep a week.',
    ],
    [
      'headings of columns of numbers',
      'Month   Rain mm   Sun h   Max C\nApril   31.2      161     14\nMay     48.0      190     18',
    ],
    [
      'behind the stop of a sentence',
      'The oats were sown two weeks late. Guy ropes must be checked before every show.',
    ],
    ['who a pair and a symbol are called after', 'There is a Cooper pair in it and the Legendre symbol is not zero.'],
    ['the letter of a revision', 'drawing rev. C, HS code 8302'],
    ['goods that repeat a word', 'Jasmine Rice. Rinse 300 g rice three times.'],
    ['films of a programme', 'Screen 2: 19:10 Rebecca (12A), 21:00 Emma (PG). Tickets 9.50.'],
  ])('%s', (_what, text) => {
    expect(found(text, null, true)).toEqual([])
  })

  // A known error of the weights; a fit without it makes this fail.
  it.fails('values of code without capitals', () => {
    expect(found('{"service":"elena","image":"base"}', null, true)).toEqual([])
  })

  it.each([
    [
      'who is reached among goods',
      'Drill 18 V, 2 l oil, 300 g nails, 89.00 €. Emma, +49 171 2345678.',
      ['NAME Emma', 'PHONE +49 171 2345678'],
    ],
    [
      'who does something among goods',
      'Bring 2 kg sugar, 500 g flour and 1 l milk. Emma said that it was for the cake.',
      ['NAME Emma'],
    ],
    ['a household', 'It was for the Okafor family that they had come.', ['NAME Okafor']],
    ['the maker that somebody deals with', 'Anna Beck, Citroën dealer in the town, was there.', ['NAME Anna Beck']],
    ['the state that a number is of', 'It is of Jan Nowak, Czech birth number to follow.', ['NAME Jan Nowak']],
    ['an initial that reads like an article', 'It is for A. Musilová and not for them.', ['NAME A. Musilová']],
    ['who does something', 'It was there when Carter visited and Anna was with them.', ['NAME Carter', 'NAME Anna']],
    [
      'whom the text has named in full',
      'Fabienne Lejeune-Massart came. We think Lejeune-Massart round the corner left.',
      ['NAME Fabienne Lejeune-Massart', 'NAME Lejeune-Massart'],
    ],
    ['who is priced', 'Anna Kovács, 12,50 €\nPeter Nagy, 8,00 €', ['NAME Anna Kovács', 'NAME Peter Nagy']],
    [
      'the street where somebody lives',
      'Kevin Doyle lives at Kevin Street.',
      ['NAME Kevin Doyle', 'ADDRESS Kevin Street'],
    ],
    ['who made the thing', 'Now playing: In My Bed by Amy Clarke', ['NAME Amy Clarke']],
  ])('but not %s', (_what, text, names) => {
    expect(found(text, null, true)).toEqual(names)
  })
})

describe('what carries a name and is nobody', () => {
  it.each([
    ['behind the word that says which one', 'The hurricane Katrina and typhoon Maria made landfall at dawn.'],
    ['a list behind that word', 'Le stazioni Giulio Cesare, Leonardo Rossi e Anna Verdi restano chiuse.'],
    ['a short form of it', 'Szpital im. Mikołaja Nowaka zmienia godziny przyjęć.'],
    ['a law over "of"', 'Selon la loi de Bernard, la pente est nulle.'],
    ['a compound', 'Die Robert-Koch-Klinik und das Sophie-Scholl-Gymnasium bleiben geschlossen.'],
    ['in quotation marks behind goods', 'Curtain "Olivia" 140x245 cm, cushion "Emma" 45x45 cm.'],
    ['in quotation marks before goods', 'The "Oscar" armchair ships flat.'],
    ['cultivars', "Roses 'Charles Ross', 'Annie Beck' and 'Peter' are sown in pots and pruned in March."],
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
    expect(found(text, null, true)).toEqual([])
  })

  it.each([
    ['who owns the thing', "Peter's phone is on the table of Anna Beck.", ['NAME Peter', 'NAME Anna Beck']],
    ['who signs in quotation marks', 'Signed: "Emma Clarke", tenant', ['NAME Emma Clarke']],
    ['who is listed', 'Present: Lisa Hazenveld and Tyler Bergman.', ['NAME Lisa Hazenveld', 'NAME Tyler Bergman']],
    ['kin', 'She is the brother-in-law of Vladislav Fiala.', ['NAME Vladislav Fiala']],
    [
      'who is quoted beside goods',
      'contact "Emma Clarke" merged by Fleur Bartels',
      ['NAME Emma Clarke', 'NAME Fleur Bartels'],
    ],
    ['who is called as a trade', 'Herr Bauer kommt. Gruß, Anna Schäfer', ['NAME Bauer', 'NAME Anna Schäfer']],
    ['initials', 'The lease of J. C. Morvadez ended.', ['NAME J. C. Morvadez']],
    ['forms of address', 'At the hospital Mrs Clarke asked for tea.', ['NAME Clarke']],
  ])('but %s is', (_what, text, names) => {
    expect(found(text, null, true)).toEqual(names)
  })
})

describe('lists and labels of goods and plants', () => {
  it.each([
    [null, 'Sage Butter Gnocchi: brown 60 g butter, add 12 sage leaves. Serves 3.', []],
    [null, 'Iris, Heather and Violet all tolerate part shade; Jasmine and Ivy need a trellis.', []],
    [null, 'Seed list: Sweet William mixed 2.40, Good King Henry 1.60, Creeping Jenny 3.00.', []],
    [null, 'Amber, Ruby, Pearl, Opal and Jade: the five glaze shades of the range.', []],
    [null, 'Russell Hobbs kettle, 1.7 l, 2200 W, stock 9', []],
    [null, 'Pos. 20 Federring, 24 Stück; Pos. 30 Dichtring, 2 Lagerring M8', []],
    [null, 'Роза, Ружа и Лилия цъфтят през юни. Калина и Малина искат влажна почва.', []],
    [null, 'Vanamo, Orvokki ja Kielo kukkivat kesäkuussa. Pihlaja kestää pakkasta.', []],
    [null, 'Oral-B heads | 4 pcs | stock 120 | 4210201177883', []],
    [null, 'Rosa, Iris and Viola came on Monday.', ['NAME Rosa', 'NAME Iris', 'NAME Viola']],
    [null, 'Rosa, Iris und Viola treffen sich im Garten.', ['NAME Rosa', 'NAME Iris', 'NAME Viola']],
    [null, 'Elena, Margarita', ['NAME Elena', 'NAME Margarita']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('ordinary words, makes and places', () => {
  it.each([
    ['GB', 'The Bosch was hit at noon. The Reynolds number fell, and the Lily offer ends for all of you.', []],
    ['GB', 'Mark sheet and bill run: please check this with the team, then Grace period ends.', []],
    ['GB', 'a note between the Zorbik Quandle and us', []],
    ['EE', 'our Raffle "Olive", first prize a bicycle', []],
    ['GB', 'Repaired by Bosch, paid by the customer Siemens, seen by the witness Renault.', []],
    ['GB', 'Sent by Head Office. Gift Aid declaration signed. OPERATOR: Lovely.', []],
    ['GB', 'Bring ID. You can text later.', []],
    ['GB', 'by John Smith & Sons, Ernst & Young', []],
    ['GB', 'DISCHARGE SUMMARY   Ward 7   Bed 12', []],
    ['FI', 'Paista 25 minuuttia. Lumi ja pilvi sulavat.', []],
    ['GB', 'Heather honey fetched more than clover honey.', []],
    ['GB', 'Amber lights warned the drivers for two days.', []],
    ['GB', '\u{1f6a7} Hazel nuts ripened early in the valley.', []],
    ['GB', 'Bob the cork twice before the line is drawn in.', []],
    ['GB', 'Cooper and smith were trades of the old harbour.', []],
    ['GB', 'Jun 14 18:12:19 node-27 cron[43970]: job ended with status 2', []],
    ['GB', '2026-05-04 10:11:12 ERROR com.sample.net.Peer - frame truncated', []],
    ['DE', 'Im Garten blühen Rosen schon vor dem Sommer.', []],
    ['HR', 'Juha od leće: 300 g leće, 2 mrkve i 1,5 l vode kuhati 40 minuta.', []],
    ['DK', 'Møller og bager klager over dyrt korn i år.', []],
    ['GB', '3 x Johnson baby shampoo (500 ml) @ 5.64 = 16.92\n5 x Stanley tape (5 m) @ 2.10 = 10.50', []],
    ['GB', 'Heather said that she will call back.', ['NAME Heather']],
    ['GB', 'Dale and White were engineers at the mill.', ['NAME Dale', 'NAME White']],
    ['FR', 'Barnabé a oublié son cahier de musique mardi.', ['NAME Barnabé']],
    ['GB', 'The bakery of St. Mary opens at six.', []],
    ['NO', 'from the north wall to the gate, customer north wall', []],
    ['GB', 'switch OPEN/CLOSED, valve IN/OUT', []],
    ['FR', 'Sa Škoda Octavia et sa Renault Clio sont au garage.', []],
    ['DK', 'Brande Svømmeklub har lukket. Lokale Anna er optaget.', []],
    ['DE', 'Material lt. Angebot und lt. Liste', []],
    ['NL', 'Basisschool De Linde, klas 3A', []],
    ['IT', 'Liceo Scientifico "Galileo Galilei", aula 4', []],
    ['LT', 'Pardavėjas: UAB Jonas Petraitis', []],
    ['LT', 'his Škoda Octavia was scratched', []],
    ['GH', 'pls send the momo to the office', []],
    ['SK', 'Dňa 3. 2. 2026 na OR PZ Prešov vodič nedal prednosť.', []],
    ['GB', 'CUSTOMER DUE DILIGENCE FORM', []],
    ['ES', 'CASE SO/2026/14331 is open', []],
    [null, 'Huurder: Polderlicht B.V.', []],
    [null, 'Pronaj\u00edmatel: Stavby Dvo\u0159\u00e1k, a.s.', []],
    [null, 'Tenant: Oakfield Estates (UK) Ltd', []],
    [null, 'Bezirksgericht Zell am Ziller', []],
    [null, 'crkva svetog Marka', []],
    [null, 'Ziehl-Neelsen was negative, Budd-Chiari was excluded.', []],
    [null, 'the order number 12345678 is late, call support', []],
    [null, 'Hope is fading that the copper shortage will ease.', []],
    [null, 'Mark all boxes on the second page.', []],
    [null, 'Grace periods will be cut; Rose prices climbed in May.', []],
    [null, 'Frank discussions are expected on Thursday.', []],
    [null, 'The Bosch drill and the Hitachi saw are sold out.', []],
    [null, 'It was sold to Bosch GmbH and Klinika Sv. Ana.', []],
    [null, 'C:\\Users\\Jane_Smith\\Anna.docx and Anna_Smith.pdf', []],
    [null, 'Black & Decker, Smith & Sons', []],
    [null, 'INFO scheduler job 69637 finished in 236 ms', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    [null, 'Meet me at Adeola Odeku Street at noon.', []],
    [null, 'Write to jane.smith@example.com or see https://jane-smith.example.org/Jane/Smith.', []],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })

  it.each([['GB', 'Call Jan 07:15 as agreed, asks Ursula Penrose.', ['NAME Ursula Penrose']]])(
    'among others of %s: %s',
    (country, text, expected) => {
      expect(found(text, country, true)).toEqual(expect.arrayContaining(expected))
    },
  )
})
