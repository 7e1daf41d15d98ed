import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

/** What is found of one category, by the end of its code. */
function only(category: string, text: string, country: string | null): string[] {
  return found(text, country, true)
    .filter((one) => one.startsWith(`${category} `))
    .map((one) => one.slice(category.length + 1))
}

describe('names that come back in a case form', () => {
  it.each([
    ['DK', 'Patient: Ditte Holm. Dittes datter har ringet.', ['Ditte Holm', 'Dittes']],
    ['FI', 'Potilas Jorma Säkkinen saapui. Säkkiselle annettiin lähete.', ['Jorma Säkkinen', 'Säkkiselle']],
    ['EE', 'Perearst Ülle Lepik kirjutas. Lepikule saadeti vastus.', ['Ülle Lepik']],
    ['LV', 'Vakar runājām ar Kārlis Ozoliņš. Kārlim ir jauns numurs.', ['Kārlis Ozoliņš', 'Kārlim']],
    ['LT', 'Nuomininkas: Tadas Navickas. Tadui pranešta raštu.', ['Tadas Navickas', 'Tadui']],
  ])('%s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })

  it('leaves ordinary words alone that look like one', () => {
    expect(only('NAME', 'Kunde: Peter Mark. Der Markt ist heute geschlossen.', 'DE')).toEqual(['Peter Mark'])
    expect(only('NAME', 'Tenant: Oliver Page. Pages are numbered.', 'GB')).toEqual(['Oliver Page'])
  })
})

describe('names by what is said around them', () => {
  it.each([
    ['SE', 'Bruttolön: 640 kr\nAttesterad av N. Lindqvist', ['N. Lindqvist']],
    ['DK', 'Tak for kagen.\nErna', ['Erna']],
    ['DK', 'De bedste hilsner\nAlberte & Aksel Kragelund', ['Alberte', 'Aksel Kragelund']],
    ['NO', 'Passet ditt utløper snart. Ring Cathrine på 95667144.', ['Cathrine']],
    ['NO', 'Vi har talt med Ole om det.', ['Ole']],
    ['EE', 'Eesnimi;Perenimi;Isikukood\nTarmo;Mets;38306284429', ['Tarmo', 'Mets']],
    ['EN', 'Ellen-Marie: who has the keys?\nDitte: me\nEllen-Marie: great', ['Ellen-Marie', 'Ditte', 'Ellen-Marie']],
    ['DK', 'support: hvad er dit navn?\nGorm: gorm sindberg, 20304050\nsupport: tak', ['Gorm', 'gorm sindberg']],
    ['LT', 'Rašykite ona@example.lt. Jei ko trūksta, skambinkite.', []],
    ['SE', 'REMISSVAR\nPat: Lindholm Maria', ['Lindholm Maria']],
    ['FI', 'Wilma-viesti on lähetetty.', []],
    ['NO', 'Født: i dag\nEpost: ingen\nMob: 22334455\nReferanser: ingen\nLønnskrav: ingen', []],
  ])('%s: %s', (country, text, expected) => {
    expect(only('NAME', text, country === 'EN' ? null : country)).toEqual(expected)
  })
})

describe('numbers and dates as the North writes them', () => {
  it.each([
    ['DK', 'Anmelder Ole Rasmussen, født 18/5-1966, mødte.', ['DOB 18/5-1966']],
    ['SE', 'Kunden Love Stenmarck, född 22/7 2002, ringde.', ['DOB 22/7 2002']],
    ['DK', 'Karl Larsen (1602096528) indlagt', ['NATIONAL_ID 1602096528']],
    ['FI', 'hetu: 280793 - 765C', ['NATIONAL_ID 280793 - 765C']],
    ['DK', 'Signe Holm, 62625856', ['PHONE 62625856']],
    ['NO', 'Iselin Berg, tidligere leder, 95198946', ['PHONE 95198946']],
    ['IS', 'Tryggvi Magnússon - 640-0824', ['PHONE 640-0824']],
    ['SE', 'En kopia på passet (51158116) skickas.', ['PASSPORT 51158116']],
    ['DK', 'CPR/CVR: 211092-0337', ['NATIONAL_ID 211092-0337']],
    ['GB', 'agent: And your date of birth?\n[15:58] visitor: 04.01.2009', ['DOB 04.01.2009']],
    ['DK', 'Ada Holm / 28-03-1965 / +45 20 30 40 50', ['DOB 28-03-1965', 'PHONE +45 20 30 40 50']],
    ['LT', 'Kęstutis Navickas, gim. 1980 06 03', ['DOB 1980 06 03']],
    ['SE', 'Lösenordet återställt till Marathon6573* nu.', ['PASSWORD Marathon6573*']],
    ['DK', 'Parti 18/5-2026, prøver 120381 - 4567', []],
    ['DK', 'Ordre 1602096528 er sendt', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })
})

describe('addresses beside other things', () => {
  it.each([
    ['NO', 'of Fagerlia 20, N-4020 Stavanger and Eilif Berg', ['Fagerlia 20, N-4020 Stavanger']],
    ['DE', 'wohnhaft Hauptstr. 12, 10115 Berlin und Jutta Weber', ['Hauptstr. 12, 10115 Berlin']],
    ['NO', 'Katten til Ragnhild Vik i Kongens gate 139, 7012 Trondheim', ['Kongens gate 139, 7012 Trondheim']],
    ['EE', 'aadress Narva mnt 26-3, EE-10127 Tallinn', ['Narva mnt 26-3, EE-10127 Tallinn']],
    ['SE', 'Lägg ut 116 259,20 kr till vidare.', []],
    ['LT', 'Tvirtino R. Gaičiūnas 2026-06-28', []],
  ])('%s: %s', (country, text, expected) => {
    expect(only('ADDRESS', text, country)).toEqual(expected)
  })
})
