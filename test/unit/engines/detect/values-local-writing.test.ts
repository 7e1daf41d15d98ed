// Telephone numbers with full stops, numbers tied to a preposition, network addresses, and passwords that were changed, in the
// words of many languages.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('numbers with full stops', () => {
  it.each([
    ['PT', 'Telem.: 911.123.257', ['PHONE 911.123.257']],
    ['PL', 'Tel. zwrotny 512.349.373', ['PHONE 512.349.373']],
    ['RO', 'Revenire la 0712.352.075.', ['PHONE 0712.352.075']],
    ['NL', 'Bereikbaar op 06.12268212', ['PHONE 06.12268212']],
    ['LI', 'sonst unter 234.56.81 erreichbar', ['PHONE 234.56.81']],
    ['HR', 'zadnja prijava s 192.0.2.154.', ['IP_ADDRESS 192.0.2.154']],
    ['PT', 'ref. 911.123.257', []],
    ['PL', 'kwota 512.349.373 zł', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['ZA', 'inombolo yami yi-071-133-0085', ['PHONE 071-133-0085']],
    ['GH', 'Me fon ne 00233 23 882 3499', ['PHONE 00233 23 882 3499']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('passwords that were changed', () => {
  it.each([
    ['DE', 'Das Passwort wurde auf {} gesetzt.'],
    ['DE', 'Passwort auf {} zurückgesetzt'],
    ['NL', 'Het wachtwoord is gereset naar {}'],
    ['CZ', 'heslo bylo změněno na {}, přihlaste se'],
    ['SK', 'heslo bolo zmenené na {}, prihláste sa'],
    ['SI', 'geslo je bilo spremenjeno v {}, prijavite se'],
    ['HR', 'lozinka je promijenjena u {}, prijavite se'],
    ['RO', 'parola a fost schimbată în {}, conectați-vă'],
    ['BG', 'паролата е сменена на {}, влезте'],
    ['EE', 'parool vahetati {} vastu'],
    ['LU', 'Passwuert {}, leschte Login haut'],
  ])('%s: %s', (country, text) => {
    expect(found(text.replace('{}', 'Sun4rise!x'), country, true)).toEqual(['PASSWORD Sun4rise!x'])
  })

  it.each([
    ['DE', 'Das Passwort wurde auf Wunsch zurückgesetzt.'],
    ['CZ', 'Heslo bylo změněno na vaši žádost.'],
    ['DE', 'Das Passwort wurde gelöscht.'],
    ['DE', 'Das Passwort ist abgelaufen.'],
    ['PL', 'Hasło zostało usunięte.'],
    ['FR', 'Le mot de passe est incorrect.'],
    ['FI', 'Salasana on vanhentunut.'],
    ['NL', 'Het wachtwoord is gereset naar de standaard.'],
  ])('but no word of a sentence, %s: %s', (country, text) => {
    expect(found(text, country, true)).toEqual([])
  })
})
