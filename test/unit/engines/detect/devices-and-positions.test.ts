// Addresses and numbers of machines, decentralised identifiers and coordinates.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('machines', () => {
  it.each([
    ['DE', 'sku=X14747 device=356291980835966', ['IMEI 356291980835966']],
    ['DE', '"device": "356291980835967"', []],
    ['DE', 'tablet 356291980835966 returned', ['IMEI 356291980835966']],
    ['DE', 'property bag 41, phone 356291980835966', ['IMEI 356291980835966']],
    ['DE', '<client id="8003669668">', []],
    [null, 'request UUID 123e4567-e89b-12d3-a456-426614174000', []],
    [null, 'device UUID 123e4567-e89b-12d3-a456-426614174000', ['DEVICE_ID 123e4567-e89b-12d3-a456-426614174000']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('tells IP addresses from versions, times and scopes', () => {
    expect(found('192.168.1.10:8080, 2001:db8::1, fe80::1%eth0', 'DE')).toEqual([
      'IP_ADDRESS 192.168.1.10',
      'IP_ADDRESS 2001:db8::1',
      'IP_ADDRESS fe80::1%eth0',
    ])
    expect(found('version 5.6.7.8, v1.2.3.4, std::vector, ab::cd, 12:34:56, 1.2.3.4.5, 999.1.1.1', 'DE')).toEqual([])
  })

  it('finds MAC addresses, IMEIs and advertising identifiers', () => {
    expect(
      found('MAC 00:1B:44:11:3A:B7, IMEI 490154203237518, IDFA: 6D92078A-8246-4BA4-AE5B-76104861E7DC', 'DE'),
    ).toEqual([
      'MAC_ADDRESS 00:1B:44:11:3A:B7',
      'IMEI 490154203237518',
      'DEVICE_ID 6D92078A-8246-4BA4-AE5B-76104861E7DC',
    ])
    expect(found('batch e38ad915-aab7-41dd-aa8d-d8e01a1b3b5c, serial 490154203237518', 'DE')).toEqual([])
  })

  it('finds decentralised identifiers but not the talk about them', () => {
    expect(found('did:web:id.example.org:users:58d3567e. did:method:123456', 'DE')).toEqual([
      'DID did:web:id.example.org:users:58d3567e',
    ])
  })
})

describe('coordinates', () => {
  it.each([
    ['LU', 'Signed at 54.434107, 12.594930, 2026-02-13T07:47:10Z', ['GPS_COORDINATES 54.434107, 12.594930']],
    ['GB', 'Last seen near 52.561642, -1.219759 at nine', ['GPS_COORDINATES 52.561642, -1.219759']],
    ['GB', 'weights = [0.561642, 0.219759, 0.118420]', []],
    ['DE', 'Photo at 51.190340, 18.033997. Goods arrived.', ['GPS_COORDINATES 51.190340, 18.033997']],
    ['DE', 'scanned_at=51.190340, 18.033997 status=ok', ['GPS_COORDINATES 51.190340, 18.033997']],
    [null, 'Lat: 51.50735, Long: -0.12776', ['GPS_COORDINATES 51.50735', 'GPS_COORDINATES -0.12776']],
    [null, 'Lat 51° 30\' 26" N, Long 0° 7\' 40" W', ['GPS_COORDINATES 51° 30\' 26" N, Long 0° 7\' 40" W']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('reads coordinates in JSON and with compass letters', () => {
    expect(found('{"lat":51.5007,"lng":-0.1246}', 'GB')).toEqual(['GPS_COORDINATES 51.5007', 'GPS_COORDINATES -0.1246'])
    expect(found('51.5007 N, 0.1246 W', 'GB')).toEqual(['GPS_COORDINATES 51.5007 N, 0.1246 W'])
    expect(found('the range covers 1200 N, 450 W', 'GB')).toEqual([])
  })

  it('finds coordinates behind a cue or with compass letters, not pairs of decimals', () => {
    expect(found('GPS: 51.507400, -0.127800 and 40.7128° N, 74.0060° W', 'GB')).toEqual([
      'GPS_COORDINATES 51.507400, -0.127800',
      'GPS_COORDINATES 40.7128° N, 74.0060° W',
    ])
    expect(found('scale(12.3456, 7.8901)', 'GB')).toEqual([])
  })
})
