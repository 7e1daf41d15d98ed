import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

/** The findings of a text, as they are written there. */
const found = (text: string, jurisdiction: string) =>
  engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction }))
    .map(({ category, start, end }) => `${category.slice(6)} ${text.slice(start, end)}`)

const PHONE = '020 7946 0123'

const WRITTEN: readonly (readonly [string, string, ...string[]])[] = [
  ['GB', `Please call **${PHONE}** today.`, `PHONE ${PHONE}`],
  ['GB', 'Please call **020** **7946** **0123** today.', 'PHONE 020** **7946** **0123'],
  ['GB', `| phone | \`${PHONE}\` |\n`, `PHONE ${PHONE}`],
  ['FR', '{"telephone": "\\u002B33 1 23 45 67 89"}', 'PHONE \\u002B33 1 23 45 67 89'],
  ['FR', '{"nom": "Lef\\u00e8vre"}', 'NAME Lef\\u00e8vre'],
  ['GB', `{"body":"{\\"phone\\":\\"${PHONE}\\"}"}`, `PHONE ${PHONE}`],
  ['GB', 'user=mary.smith%40example.org', 'EMAIL mary.smith%40example.org'],
  ['GB', 'name=Mary+Smith&n=1', 'NAME Mary+Smith'],
  ['GB', 'name=Mary%20Smith&n=1', 'NAME Mary%20Smith'],
  ['GB', 'password=my%20pass1&n=1', 'PASSWORD my%20pass1'],
  ['GB', 'https://user:p%40ss@host.example.org/x', 'PASSWORD p%40ss'],
  [
    'FR',
    'From: =?utf-8?q?Ren=C3=A9_Lef=C3=A8vre?= <r@example.org>',
    'NAME Ren=C3=A9_Lef=C3=A8vre',
    'EMAIL r@example.org',
  ],
  [
    'FR',
    'From: =?UTF-8?B?UmVuw6kgTGVmw6h2cmU=?= <r@example.org>',
    'NAME =?UTF-8?B?UmVuw6kgTGVmw6h2cmU=?=',
    'EMAIL r@example.org',
  ],
  ['GB', 'Phone: 020\t7946\t0123', 'PHONE 020\t7946\t0123'],
  ['GB', 'Phone: 020\n7946\n0123', 'PHONE 020\n7946\n0123'],
  ['GB', 'Phone: 020 \u00b7 7946 \u00b7 0123', 'PHONE 020 \u00b7 7946 \u00b7 0123'],
  ['GB', 'Phone: 020 | 7946 | 0123', 'PHONE 020 | 7946 | 0123'],
  ['GB', '> Phone: 020 7946\n> 0123 and thanks', 'PHONE 020 7946\n> 0123'],
  ['GB', 'Phone: 0 2 0 7 9 4 6 0 1 2 3', 'PHONE 0 2 0 7 9 4 6 0 1 2 3'],
  ['GB', 'card 4111\u00b71111\u00b71111\u00b71111', 'CARD 4111\u00b71111\u00b71111\u00b71111'],
  ['GB', 'name: Ad\u{e0061}aeze Okonkwo', 'NAME Ad\u{e0061}aeze Okonkwo'],
  ['GB', 'Phone: 0\u033620\u0336 7946 0123', 'PHONE 0\u033620\u0336 7946 0123'],
  ['GB', 'name: Adaeze Okonkwo\\', 'NAME Adaeze Okonkwo'],
  ['GB', `Dear team\\nname: Adaeze Okonkwo\\nphone: ${PHONE}\\n`, 'NAME Adaeze Okonkwo', `PHONE ${PHONE}`],
]

describe('values as they are encoded', () => {
  it.each(WRITTEN)('%s: %j', (jurisdiction, text, ...values) => {
    expect(found(text, jurisdiction)).toEqual(values)
  })
})

const OF_PROGRAMS: readonly (readonly [string, string, ...string[]])[] = [
  ['GB', 'Date:   Sat Oct 18 10:52:49 2014 -0700'],
  ['GB', 'Modified Sat Jul 24 18:49:59 1993 and Sat 29 Aug 2020'],
  ['KE', 'Fri Nov  2 17:37:07 2007 -0800'],
  ['PL', '.TH round 3 2022-12-15 "manual"'],
  [
    'FR',
    '<path d="M 3 1.320312 -3 0.445312 1 1 C 0.449219 -1 -1 -1 0.390625 2 Z"/>\nM 3 1.320312 -3 0.445312 1 1 3.5 0.25 4',
  ],
  ['GB', 'Deleting block blk_-6952295868487656571 and blk_-4111111111111111'],
  ['GB', 'Copyright 1989, 1998 and 2004 Anna Lane. All rights reserved.'],
  ['DE', 'Constraints are faster (PR100828, PR 11238 and pr93371).'],
  ['NL', 'Pass `--libdir=/usr/lib` to it, then pass the `MagicString` instance and pass fromIndex on.'],
  ['PL', '   --certificate-password=CERTIFICATE_PASSWORD'],
  ['NG', '$PROXY_PASSWORD = $CPAN::Config->{proxy_pass};'],
  ['IT', 'const handle = new Signal()\nconst signal = controller.signal;\n  my @proxy_vars = handles($x);'],
  ['GB', '#define INDEX_SSL 0\n#define INDEX_DSA 7'],
  ['KE', 'License: MIT\nCopyright: 1997-1999 the project'],
  // Correct text stays.
  ['GB', 'const password = "Sun4rise!77";', 'PASSWORD Sun4rise!77'],
  ['GB', '2024-03-12 10:11:12,345 WARN [main] a.b.Mailer: bounce for ada.obi@example.org', 'EMAIL ada.obi@example.org'],
  ['GB', '2024-03-12 10:11:12,345 INFO [main] a.b.Sms: sent to +44 7911 123456', 'PHONE +44 7911 123456'],
  ['GB', 'Mar  3 07:12:09 web pay[4411]: card 4111 1111 1111 1111 declined', 'CARD 4111 1111 1111 1111'],
  ['DE', 'Partnerschaftsregister: PR 1123', 'RC PR 1123'],
]

describe('what programs write', () => {
  it.each(OF_PROGRAMS)('%s: %j', (jurisdiction, text, ...values) => {
    expect(found(text, jurisdiction).filter((one) => !one.startsWith('NAME'))).toEqual(values)
  })
})
