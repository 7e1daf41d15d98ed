import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

/** What is found of one category, by the end of its code. */
function only(category: string, text: string, country: string): string[] {
  return found(text, country, true)
    .filter((one) => one.startsWith(`${category} `))
    .map((one) => one.slice(category.length + 1))
}

describe('who speaks in a chat', () => {
  it.each([
    ['LT', '[09:12] pagalba: Laba diena\n[09:13] Rasa: kada atveš?\n[09:14] pagalba: rytoj', ['Rasa']],
    ['CZ', '[09:12] linkovna: Dobrý den\n[09:13] Hana: kdy přijede?\n[09:14] linkovna: zítra', ['Hana']],
    ['SK', 'operátor: na aké číslo vám zavoláme?\nZuzana: 0903 123 456', ['Zuzana']],
    ['DK', '[10:56] August: hvornår kommer den?\n[10:57] support: i dag\n[10:58] August: tak', ['August', 'August']],
    ['RO', 'Elev: Ana Barbu\nDomiciliul: Piața Mare nr. 39\nManual 9789111903097', ['Ana Barbu']],
  ])('%s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('what makes a name of a word that is another too', () => {
  it.each([
    ['NO', 'Bruker Ola Strøm ringte.', ['Ola Strøm']],
    ['SI', 'Stranka Branko petek (branko.petek@example.si).', ['Branko petek']],
    ['CY', 'Info: Stalo Kyprianou, stalo.kyprianou@example.com', ['Stalo Kyprianou']],
    ['EE', 'Isiku kontroll: Vaike Sõrmus, sünd. 23.07.1949, isikukood', ['Vaike Sõrmus']],
    ['DK', 'Medarbejder: Mikkelsen, Lona\nAfdeling: lager', ['Mikkelsen, Lona']],
    ['DK', 'Kontakt: Jensen, Salg\nTelefon: ingen', ['Jensen']],
    ['PL', 'O godz. 4:28 zgłosił się Eustachy Piekarczyk, zam. ul. Szara 5.', ['Eustachy Piekarczyk']],
    ['GB', 'Tenant: Sue Holder, born 01/08/1956', ['Sue Holder']],
    ['PL', 'Konto ab@example.pl (Zyta Śniegocka) zablokowane', ['Zyta Śniegocka']],
    ['BG', 'Диагноза: persistent back pain and no fever', []],
    ['LV', 'Kam: ab@example.lv\natmaksa līdz 12. marts. Numurs 995281912176 ir sūtījuma', []],
    ['LV', 'Darbinieks: Ābele, Alise\nNeto 2 854,29 €, izmaksa 14.06.2026 uz kontu', ['Ābele, Alise']],
  ])('%s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('addresses to their last word', () => {
  it.each([
    ['EE', 'elukoht Ülikooli tn 66, 50090 Tartu', 'Ülikooli tn 66, 50090 Tartu'],
    ['EE', 'Saaja: Rüütli 14 - 3, 80010 Pärnu', 'Rüütli 14 - 3, 80010 Pärnu'],
    ['FI', 'osoite Aleksanterinkatu 119 as 4, 15110 Lahti', 'Aleksanterinkatu 119 as 4, 15110 Lahti'],
    ['GR', 'κάτοικος Κοραή 31, 3ος όροφος, 105 64 Αθήνα', 'Κοραή 31, 3ος όροφος, 105 64 Αθήνα'],
    ['GR', 'κάτοικος 25ης Μαρτίου 8, 853 00 Κως', '25ης Μαρτίου 8, 853 00 Κως'],
    ['HR', 'Hvala. Pošaljite na Savska cesta 12, 10000 Zagreb', 'Savska cesta 12, 10000 Zagreb'],
    ['HR', 'adresa Šetalište 150. brigade 5, 23000 Zadar', 'Šetalište 150. brigade 5, 23000 Zadar'],
    ['HU', 'lakcíme 9400 Sopron, Várkerület 51., személyi', '9400 Sopron, Várkerület 51.'],
    ['HU', 'lakcíme Rákóczi út 78., 7100 Szekszárd', 'Rákóczi út 78., 7100 Szekszárd'],
    ['SI', 'Stanovanje: Pod gradom 5, 3000 Celje. Najem', 'Pod gradom 5, 3000 Celje'],
    ['CZ', 'bytem U Rybníka 9, 370 01 České Budějovice', 'U Rybníka 9, 370 01 České Budějovice'],
    ['HR', 'Adresa: Ulica Matice hrvatske 11, 21000 Split', 'Ulica Matice hrvatske 11, 21000 Split'],
    ['SI', 'Naslov: Kidričeva ulica 3, 8000 Novo mesto', 'Kidričeva ulica 3, 8000 Novo mesto'],
    ['DK', 'bopæl Bakkedraget 14, Tved, 5700 Svendborg', 'Bakkedraget 14, Tved, 5700 Svendborg'],
  ])('%s: %s', (country, text, expected) => {
    expect(only('ADDRESS', text, country)).toEqual([expected])
  })
})

describe('numbers beside their signs', () => {
  it.each([
    ['LT', 'mob. (0-612) 52325.', ['PHONE (0-612) 52325']],
    ['HU', 'telefon (06 1) 234 0355', ['PHONE (06 1) 234 0355']],
    ['SK', 'Požiadavka 4562122191 z 27.08.2026', []],
    ['PL', 'klucz api_key=svc.wK8e0bPn0kwL8Qp7fB97vXz2 wysłano', ['API_KEY svc.wK8e0bPn0kwL8Qp7fB97vXz2']],
    ['GR', 'Κωδικός πύλης: cedar-train96', ['PASSWORD cedar-train96']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('leaves the name of a field alone that is a town elsewhere', () => {
    expect(only('LOCATION', 'Naročilo\nRazlog: bolečine v hrbtu', 'SI')).toEqual([])
  })
})
