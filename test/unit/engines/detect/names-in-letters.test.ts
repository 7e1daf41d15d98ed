// Names in letters and messages: greetings, signatures, introductions; and greetings without a name.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('who is greeted', () => {
  it.each([
    ['HU', 'Várjuk a hívását.\n\nÜdvözlettel:\nNagy János', ['NAME Nagy János']],
    ['SE', 'Käre Johan, tack för brevet.', ['NAME Johan']],
    ['CZ', 'Reminder: Bohumír, we still wait for the form.', ['NAME Bohumír']],
    ['GB', 'Hi Mary, before I leave: the gate is open.', ['NAME Mary']],
    ['NL', 'Dag Peter, tot morgen', ['NAME Peter']],
    ['NL', 'Geachte heer Van der Zwaag, uw brief is ontvangen.', ['NAME Van der Zwaag']],
    ['IT', 'Hi Marco, Diana Castiglione here', ['NAME Marco', 'NAME Diana Castiglione']],
    ['FR', 'Bonjour M. Abgrall, merci', ['NAME M. Abgrall']],
    ['PT', 'Exma. Sra. Farinha,\nboa tarde', ['NAME Farinha']],
    ['NL', 'Beste meneer van den Bosch, de huur', ['NAME van den Bosch']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('who signs and who introduces themselves', () => {
  it.each([
    ['IE', 'See you, Brian \u{1f642} Cheers', ['NAME Brian']],
    ['IE', 'Gerry has the rest.\nVictor', ['NAME Gerry', 'NAME Victor']],
    ['IS', 'Greiða má inn á reikning. Kv. Erna', ['NAME Erna']],
    ['PT', 'confirma a reunião.\nBeijinhos,\nGuida', ['NAME Guida']],
    ['MT', 'Kind of you!\n\nBest,\nMartin', ['NAME Martin']],
    ['NL', 'Cheers\nF. van \u2019t Hof', ['NAME F. van \u2019t Hof']],
    ['IS', 'Kveðja, Þorgeir Ásmundsson, Leigumiðlun Norðurlands ehf.', ['NAME Þorgeir Ásmundsson']],
    [null, 'Sæl og blessuð, Gunnar.\n\nKveðja,\nJón Jónsson', ['NAME Gunnar', 'NAME Jón Jónsson']],
    [null, 'ok see you then - Shaka', ['NAME Shaka']],
    ['DK', 'Tak for kagen.\nErna', ['NAME Erna']],
    ['DK', 'De bedste hilsner\nAlberte & Aksel Kragelund', ['NAME Alberte', 'NAME Aksel Kragelund']],
    ['NL', 'Bel even terug.\ngr. Renske', ['NAME Renske']],
    ['FR', "bjr c'est jeanne petit, mon tel suit", ['NAME jeanne petit']],
    ['BE', "c'est godelieve van daele, merci", ['NAME godelieve van daele']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('nobody', () => {
  it.each([
    ['GB', 'Thanks. Reading list: see below', []],
    ['EE', 'Tere! Palun sulgege konto.', []],
    ['DE', 'Projekt X - Abschlussbericht\n1. Ziel', []],
    ['PL', 'Z poważaniem\nDział Kadr', []],
    ['RO', 'Cu respect, Compartimentul Salarizare', []],
    ['FR', 'Bien à vous\nService clients \u2014 Michelin', []],
    ['AT', 'Sehr geehrte Frau Bürgermeisterin, danke', []],
    [null, 'Med v\u00e4nlig h\u00e4lsning, L\u00f6neavdelningen', []],
    [null, 'Distinti saluti, Ragioneria', []],
    [null, 'Liebe Eltern, liebe Sch\u00fclerinnen und Sch\u00fcler', []],
    ['FI', 'Wilma-viesti on lähetetty.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})
