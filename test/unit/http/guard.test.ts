import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../../src/http/guard.ts'

describe('the guard', () => {
  const guard = createGuard(['Service.Example'])
  const passes = (headers: Record<string, string>) => {
    try {
      guard(headers)
      return true
    } catch {
      return false
    }
  }

  it('lets loopback names and listed names through, with or without a port, in any case', () => {
    for (const host of [
      'localhost',
      'LocalHost:1',
      '127.0.0.1:65535',
      '[::1]:80',
      'service.example',
      'SERVICE.example:443',
    ])
      expect(passes({ host })).toBe(true)
  })

  it('lets no request through that names two hosts', () => {
    const host = 'localhost'
    expect(() => guard({ host }, { url: '/livez', sent: ['Host', host] })).not.toThrow()
    expect(() => guard({ host }, { url: 'HTTP://LocalHost:80/livez', sent: ['Host', host] })).not.toThrow()
    expect(() => guard({ host }, { url: '/livez', sent: ['Host', host, 'Accept', '*/*', 'host', host] })).toThrow(
      'Host',
    )
    for (const url of ['http://elsewhere.example/livez', 'http://localhost@elsewhere.example/', 'http:///livez'])
      expect(() => guard({ host }, { url, sent: ['Host', host] })).toThrow('Host')
  })

  it('lets no other Host through', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string()), (host) => {
        const known = /^(?:localhost|127\.0\.0\.1|\[::1\]|service\.example)(?::\d{1,5})?$/i.test(host)
        expect(passes({ host })).toBe(known)
      }),
    )
    for (const host of [
      'localhost.',
      'localhost:',
      'localhost:1:2',
      'evil/localhost',
      'localhost\\evil',
      'localhost,evil',
    ])
      expect(passes({ host })).toBe(false)
  })

  it('lets a page through only from its own origin', () => {
    const host = 'localhost:8766'
    expect(passes({ host, origin: 'http://localhost:8766' })).toBe(true)
    for (const origin of [
      'http://localhost:1',
      'http://127.0.0.1:8766',
      'null',
      'file://',
      'https://evil.example',
      'http://localhost:8766.evil.example',
      '',
    ])
      expect(passes({ host, origin })).toBe(false)
    expect(passes({ host: '127.0.0.1:8766', origin: 'https://service.example' })).toBe(true)
  })
})
