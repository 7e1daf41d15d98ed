// A host is allowed by its name: a value that would allow more, or nothing at all, stops the service before it listens.
import { describe, expect, it } from 'vitest'
import { createGuard, hostName } from '../../../src/http/guard.ts'
import { createApp } from '../../../src/http/index.ts'

describe('the name of a host', () => {
  it.each([
    ['proxy.example', 'proxy.example'],
    ['Proxy.EXAMPLE', 'proxy.example'],
    ['proxy.example.', 'proxy.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ＰＲＯＸＹ.example', 'proxy.example'],
    ['my_service', 'my_service'],
    ['10.0.0.7', '10.0.0.7'],
    ['[2001:DB8:0::1]', '[2001:db8::1]'],
    ['2001:db8::1', '[2001:db8::1]'],
  ])('%s is %s, and a request can name it', (written, name) => {
    expect(hostName(written)).toBe(name)
    const guard = createGuard([written])
    for (const host of [name, `${name}:8443`]) expect(() => guard({ host, origin: `https://${host}` })).not.toThrow()
  })

  it.each([
    '',
    ' ',
    '.',
    '..',
    '*',
    '*.example',
    'http://x',
    'https://proxy.example/',
    '//x',
    'x/y',
    'x:80',
    'x:',
    ':80',
    '[::1]:80',
    '[::1',
    '::1]',
    'fe80::1%eth0',
    'a b',
    ' a',
    'a\n',
    'a,b',
    'a;b',
    'a@b',
    'a\\b',
    'a%2eb',
    'a..b',
    '.a',
    'a?',
    'a#',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}aa`,
    '\u202eexample',
    '\u200d',
    'null\0',
    null,
    7,
    {},
    ['a'],
  ])('%j is none', (written) => {
    expect(() => hostName(written)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('host') }),
    )
    expect(() => createApp({ allowedHosts: ['localhost', written as string] })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    )
  })
})
