import { describe, expect, it } from 'vitest'
import { LineKind } from '../../../../src/engines/detect/kinds/kind.ts'
import { textKinds } from '../../../../src/engines/detect/kinds/read.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const nameOf = (kind: number) => Object.entries(LineKind).find(([, value]) => value === kind)?.[0]

/** The kind of each line of a text, by name. */
function kindsIn(text: string): (string | undefined)[] {
  const kinds = textKinds(new ScannedText(text))
  return Array.from({ length: kinds.count }, (_, line) => nameOf(kinds.ofLine(line)))
}

const LINES: readonly (readonly [keyof typeof LineKind, string])[] = [
  // syslog (RFC 3164), with and without a process
  [
    'log',
    'Mar  3 07:12:09 mailhost sshd[4411]: Failed password for invalid user admin from 203.0.113.9 port 50512 ssh2',
  ],
  ['log', 'Mar  3 07:12:11 mailhost kernel: usb 1-2: new full speed device'],
  // access and error logs of web servers
  ['log', '203.0.113.7 - - [12/Mar/2024:10:11:12 +0100] "GET /img/logo.png HTTP/1.1" 200 5120'],
  ['log', '[Tue Mar 12 10:11:12 2024] [error] [client 203.0.113.7] File does not exist: /var/www/favicon.ico'],
  // loggers of Java, Python, OpenStack, Hadoop, Android and telephones
  ['log', '2024-03-12 10:11:12,345 WARN [main] org.example.store.Client: Retrying connect to node-4:8020'],
  ['log', '2024-03-12 10:11:12.345 2931 INFO nova.compute.manager [-] Instance destroyed'],
  ['log', '240312 101112 148 INFO dfs.DataNode: Receiving block blk_-6952295868487656571'],
  ['log', '03-12 10:11:12.345  1702  2395 D WindowManager: printing state of the focus'],
  ['log', '20240312-10:11:12:345|Step_LSC|30002312|onStandStepChanged 3579'],
  ['log', '[03.12 10:11:12] browser.exe - proxy.example.org:5070 open through proxy'],
  ['log', '{"level":"info","time":1710234672000,"pid":12,"msg":"listening"}'],
  ['log', 'level=warn ts=2024-03-12T10:11:12Z caller=main.go:41 msg="no config"'],
  ['log', '[    1.048576] Linux version 6.1.0 (gcc 12.2)'],
  ['log', '2024-03-12 10:11:12 upgrade libfoo:amd64 1.2-1 1.3-1'],
  ['log', '    at org.example.Main.run(Main.java:12)'],
  ['code', 'const rows = table.filter((row) => row.id !== other.id)'],
  ['code', 'public static void main(String[] args) {'],
  ['code', '#include <stdio.h>'],
  ['code', 'from collections.abc import Mapping, OrderedDict_alias'],
  ['config', 'max_connections = 100'],
  ['config', '[server.http]'],
  ['config', '{"name": "selfsame", "size": 12}'],
  ['markup', '<record id="4"><field name="colour">red</field></record>'],
  ['numbers', '0.445312 1.25 -0.5 0.75 12.5 3'],
  ['header', 'Message-ID: <4f1.22@mail.example.org>'],
  ['leaflet', 'Adults take two tablets of 500 mg every six hours with water'],
  ['chat', '[14:02] Ada: see you at the station'],
  ['chat', '12/03/2024, 14:02 - Ada Obi: see you at the station'],
  ['chat', '14:02 <ada> see you at the station'],
  ['form', 'Date of birth: 4 March 1980'],
  ['form', 'Telephone: 020 7946 0123'],
  ['prose', 'She told the court on Tuesday that she had never seen the letter before.'],
  ['prose', 'The function f(x) has no zero, as Lemma 4 (see page 12) shows for every x.'],
  ['prose', 'Write to ada.obi@mail.example.org or see https://www.example.org/a_b/c_d.html for more.'],
]

describe('the kind of a line', () => {
  it.each(LINES)('%s: %s', (kind, line) => {
    expect(kindsIn(line)).toEqual([kind])
  })

  it('takes a field that forms have too for one of a mail beside another', () => {
    expect(kindsIn('From: Ada Obi\nSubject: The key\n\nIt is under the mat of the back door.')).toEqual([
      'header',
      'header',
      'prose',
      'prose',
    ])
    expect(kindsIn('From: Lagos')).toEqual(['form'])
  })

  it('gives a line that says nothing the kind that stands on both sides of it', () => {
    expect(kindsIn('if (a.x === b_x) {\n\n}\nreturn a.y + b_y;')).toEqual(['code', 'code', 'code', 'code'])
  })

  it('says of every place in which line it stands', () => {
    const text = 'Telephone: 020 7946 0123\r\nmax_size = 4\nThanks to all of you for the day.'
    const kinds = textKinds(new ScannedText(text))
    expect([0, 10, 24].map((at) => nameOf(kinds.at(at)))).toEqual(['form', 'form', 'form'])
    expect(nameOf(kinds.at(text.indexOf('max')))).toBe('config')
    expect(nameOf(kinds.at(text.length - 1))).toBe('prose')
  })
})
