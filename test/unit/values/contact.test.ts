import { describe, expect, it } from 'vitest'
import { unitsOf } from '../../../src/text/unit-classes.ts'
import { emailAround, normalizeEmail } from '../../../src/values/email.ts'
import { ipv6Groups, isIpv4, isMac, isNobody, normalizeIp } from '../../../src/values/network.ts'
import { normalizePhone, readPhone } from '../../../src/values/phone/phone.ts'

describe('telephone numbers', () => {
  it('gives one E.164 form to every writing', () => {
    for (const written of [
      '0803 555 7890',
      '+234 803 555 7890',
      '00234 803 5557890',
      '+234 (0) 803 555 7890',
      '0803-555-7890',
    ])
      expect(normalizePhone(written, 'NG')).toBe('+2348035557890')
  })

  it('does not read a national number without a country', () => {
    expect(readPhone('020 7946 0958', null)).toBeNull()
    expect(readPhone('020 7946 0958', 'GB')).toMatchObject({
      e164: '+442079460958',
      country: 'GB',
      valid: true,
      international: false,
    })
  })
})

describe('e-mail addresses', () => {
  const around = (text: string) => {
    const range = emailAround({ text, units: unitsOf(text) }, text.indexOf('@'))
    return range && text.slice(range.start, range.end)
  }

  it('ends where the sentence goes on', () => {
    expect(around('write to bob@example.org.')).toBe('bob@example.org')
    expect(around("<mailto:o'neil+x@sub.example.co.uk>")).toBe("o'neil+x@sub.example.co.uk")
    expect(around('josé@exämple.fr, ok')).toBe('josé@exämple.fr')
  })

  it('is not fooled by handles, versions and pictures', () => {
    for (const text of ['@ana', 'pkg@1.2.3', 'logo@2x.png', 'a@localhost', 'x@@y.de']) expect(around(text)).toBeNull()
  })

  it('reads hidden addresses', () => {
    expect(normalizeEmail('Ana [at] Example dot org')).toBe('ana@example.org')
    expect(normalizeEmail('Ana.B@EXAMPLE.org')).toBe('ana.b@example.org')
  })
})

describe('network addresses', () => {
  it('writes IPv6 as RFC 5952 section 4 and 5 say', () => {
    expect(normalizeIp('2001:0db8::0001')).toBe('2001:db8::1')
    expect(normalizeIp('2001:db8:0:0:0:0:2:1')).toBe('2001:db8::2:1')
    expect(normalizeIp('2001:db8:0:1:1:1:1:1')).toBe('2001:db8:0:1:1:1:1:1')
    expect(normalizeIp('2001:0:0:1:0:0:0:1')).toBe('2001:0:0:1::1')
    expect(normalizeIp('2001:DB8::1')).toBe('2001:db8::1')
    expect(normalizeIp('192.168.001.010')).toBe('192.168.1.10')
  })

  it('accepts what RFC 4291 accepts', () => {
    expect(ipv6Groups('::ffff:192.0.2.1')).toEqual([0, 0, 0, 0, 0, 0xffff, 0xc000, 0x201])
    for (const wrong of ['1:2:3:4:5:6:7', '1::2::3', '12345::', 'g::1', '1:2:3:4:5:6:7:8:9'])
      expect(ipv6Groups(wrong)).toBeNull()
    expect(isIpv4('255.255.255.255')).toBe(true)
    for (const wrong of ['1.2.3', '256.1.1.1', '01.2.3.4', '1.2.3.4.5']) expect(isIpv4(wrong)).toBe(false)
  })

  it('knows addresses of nobody and the three writings of MAC addresses', () => {
    expect(['0.0.0.0', '255.255.255.0', '127.0.0.1', '::1', '::'].every(isNobody)).toBe(true)
    expect(isNobody('10.0.0.1')).toBe(false)
    expect(['00:1B:44:11:3A:B7', '00-1b-44-11-3a-b7', '001b.4411.3ab7'].every(isMac)).toBe(true)
    expect(['00:1B:44:11:3A', '00:1B-44:11:3A:B7', '00:00:00:00:00:00'].some(isMac)).toBe(false)
  })
})
