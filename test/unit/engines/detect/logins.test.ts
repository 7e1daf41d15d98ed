// User names that nothing announces: who opened a ticket, who wrote a note, whose account is locked; and words that look like one.
import { describe, expect, it } from 'vitest'
import { nameSpelling, spellingOf } from '../../../../src/engines/detect/logins/spelling.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

function logins(text: string, jurisdiction = 'GB'): string[] {
  return engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction }))
    .filter(({ category }) => category === 'PII-8-LOGIN')
    .map(({ start, end }) => text.slice(start, end))
}

describe('user names of tickets and logs', () => {
  it('are not the hosts of system logs, nor the accounts of services', () => {
    const line = (host: string) =>
      `2025-05-06 07:58:12 ${host} sshd[21877]: Accepted publickey for mreuter from 10.20.4.61 port 51422`
    expect(logins([line('srv-dc01'), line('srv-dc01')].join('\n'), 'DE')).toEqual(['mreuter', 'mreuter'])
    expect(logins('POSTGRES_USER=app_rw\nDB_USER: svc_shop', 'DE')).toEqual([])
  })

  it.each([
    [
      'KE',
      'Ticket HD-2211\n2026-02-03 09:14 opened by wnjoroge\n2026-02-03 09:40 wnjoroge: printer replaced',
      ['wnjoroge', 'wnjoroge'],
    ],
    [
      'DE',
      'Status: offen\n04.02. 08:11 erstellt von hofmannj\n04.02. 08:30 Konto e.brandstetter entsperrt',
      ['hofmannj', 'e.brandstetter'],
    ],
    ['IT', '12/02 10:05 chiuso da lferrari\nnota: tutto ok', ['lferrari']],
    ['PL', 'Zgłoszenie 812\n03.02 11:20 (awojcik): wymieniono kabel', ['awojcik']],
    ['SE', 'Anmäld av: Gunilla Sandström (gunsan07)\nStatus: öppen', ['gunsan07']],
  ])('%s: %s', (country, text, expected) => {
    expect(logins(text, country)).toEqual(expected)
  })

  it('hides a user name wherever the text has it', () => {
    expect(logins('login: tokafor\n2026-02-03 09:14 session closed\nhanded to tokafor', 'NG')).toEqual([
      'tokafor',
      'tokafor',
    ])
  })

  it.each([
    'Feb  3 09:14:02 web02 systemd[1]: Started logrotate.service',
    '2026-02-03 09:14 INFO scheduler: reindex of customers finished in 214 ms',
    'const total = rows.reduce((sum, row) => sum + row.amount, 0)',
    'timeout: 30\nretries: 5\nbackend: postgres\ncache: redis',
    '2026-02-03 09:14 deployed by jenkins to staging',
  ])('finds none in %s', (text) => {
    expect(logins(text)).toEqual([])
  })
})

describe('spellings of names', () => {
  const words = (name: string) => nameSpelling(name)!

  it.each([
    ['kroth', 'Kathrin Roth', 'whole'],
    ['rothk', 'Kathrin Roth', 'whole'],
    ['hoedlmoserk', 'Kilian Hödlmoser', 'whole'],
    ['hodlmoserk', 'Kilian Hödlmoser', 'whole'],
    ['rvdpol', 'Ruud van de Pol', 'whole'],

    ['rvpol', 'Ruud van Pol', 'whole'],
    ['katrot', 'Kathrin Roth', 'part'],
    ['rothenburg', 'Kathrin Roth', 'none'],
    ['kath', 'Kathrin Roth', 'none'],
  ])('%s of %s: %s', (login, name, expected) => {
    expect(spellingOf(login, words(name))).toBe(expected)
  })

  it('is of no name of one word', () => {
    expect(nameSpelling('Kathrin')).toBeNull()
  })
})
