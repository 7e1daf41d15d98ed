// What English forms, logs and letters write around the values of any country: words for a secret, who proved a birth date,
// where a photo was taken, names that head fields elsewhere.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('secrets', () => {
  it.each([
    ['secret used: rain-cloud62\ncallback: none', 'PASSWORD rain-cloud62'],
    ['memorable word: Otter7731!', 'PASSWORD Otter7731!'],
    ['shared secret = kR4e2AwAw8', 'PASSWORD kR4e2AwAw8'],
    ['secret: Otter7731', 'PASSWORD Otter7731'],
    ['To read the slip use fox-train24 as password. Your team', 'PASSWORD fox-train24'],
    ['Otter1282! is your new password, please change it.', 'PASSWORD Otter1282!'],
    ['level=info mdp_temp=Otter5300* build=7', 'PASSWORD Otter5300*'],
    ['action=rotate old_key=zz_dW2p0vWa5cuT3Sj6mK62eJm6mKyg from=ui', 'API_KEY zz_dW2p0vWa5cuT3Sj6mK62eJm6mKyg'],
  ])('%s', (text, secret) => {
    expect(found(text, 'GB')).toEqual([secret])
  })

  it.each([
    ['The secret my-app-tls-7f9c was created'],
    ['Windows11 is the password reset page; 2026-03-01 as password date'],
    ['cache key: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'],
  ])('none in %s', (text) => {
    expect(found(text, 'GB')).toEqual([])
  })
})

describe('who proved who they are', () => {
  it.each([
    ['Caller verified by 03.09.1980 and postcode; order of 12.03.2026.', ['DOB 03.09.1980']],
    ['- verified: 3 September 1980\n- opened 12.03.2026', ['DOB 3 September 1980']],
    ['Security check 03/09/1980 passed.', ['DOB 03/09/1980']],
    ['Verified by 31.12.2025, paid 12.03.2026.', []],
    ['Verified by 03.09.2004 and closed 12.03.2005.', []],
    ['Š. Kolář left the firm on 01.07.2026. Last pay follows.', []],
    ['DOB given: 03.09.1980', ['DOB 03.09.1980']],
  ])('%s', (text, expected) => {
    expect(found(text, 'IE')).toEqual(expected)
  })
})

describe('places and devices', () => {
  it.each([
    ['Photo at 51.190340, 18.033997. Goods arrived.', ['GPS_COORDINATES 51.190340, 18.033997']],
    ['scanned_at=51.190340, 18.033997 status=ok', ['GPS_COORDINATES 51.190340, 18.033997']],
    ['sku=X14747 device=356291980835966', ['IMEI 356291980835966']],
    ['"device": "356291980835967"', []],
    ['tablet 356291980835966 returned', ['IMEI 356291980835966']],
  ])('%s', (text, expected) => {
    expect(found(text, 'DE')).toEqual(expected)
  })
})

describe('addresses', () => {
  it.each([
    ['CZ', 'addr=Lidická 39/31, 370 01 České Budějovice status=ok', ['ADDRESS Lidická 39/31, 370 01 České Budějovice']],
    ['IE', 'ship_to=Apt 6, 84 Eyre Square, Galway, H91 FD73', ['ADDRESS Apt 6, 84 Eyre Square, Galway, H91 FD73']],
    ['GB', 'region=Frankfurt tz=Vienna lang=en', []],
    ['LI', 'Addr Wuhrstrasse 44, LI-9490 Vaduz', ['ADDRESS Wuhrstrasse 44, LI-9490 Vaduz']],
    ['IT', 'Strada della Repubblica 99, 43121 Parma', ['ADDRESS Strada della Repubblica 99, 43121 Parma']],
    ['EE', 'lives at Viru tn 5, 10123 Tallinn.', ['ADDRESS Viru tn 5, 10123 Tallinn']],
    [
      'NG',
      'Home: Plot 27, Aminu Kano Crescent, Wuse II, Abuja',
      ['ADDRESS Plot 27, Aminu Kano Crescent, Wuse II, Abuja'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true).filter((one) => !one.startsWith('NAME'))).toEqual(expected)
  })
})

describe('telephone numbers', () => {
  it.each([
    ['PT', 'Confirm by calling 912611930.', ['PHONE 912611930']],
    [
      'EU',
      'Rue Belliard 6, 1047 Brussels, 012 36 91 33. The car',
      ['ADDRESS Rue Belliard 6, 1047 Brussels', 'PHONE 012 36 91 33'],
    ],
    ['BG', 'Phone 00359 2 181 399\n2 boxes, 284.092.38, cash', ['PHONE 00359 2 181 399']],
    ['EU', 'Gauge 012 36 91 33 of the line', []],
    // Digits that pass the check of a personal number, grouped as nobody writes one.
    [
      'FI',
      'Koskitie 19, 33200 Tampere - 041 2877530; next',
      ['ADDRESS Koskitie 19, 33200 Tampere', 'PHONE 041 2877530'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('names', () => {
  it.each([
    ['MT', 'Consignee: Belinda Allen\nTriq il-Kbira', ['NAME Belinda Allen']],
    ['CY', 'Delivered to: Samantha Holder. Thanks', ['NAME Samantha Holder']],
    ['NO', 'Agent name: Kåre Mathisen.', ['NAME Kåre Mathisen']],
    ['SE', 'Käre Johan, tack för brevet.', ['NAME Johan']],
    ['IE', 'Dear Leslie Mac an Bhaird, hello', ['NAME Leslie Mac an Bhaird']],
    ['LV', 'user: uldis kalniņš\nbuild: 7', ['NAME uldis kalniņš']],
    ['PL', 'Sold to Falba, Robert, tax number pending', ['NAME Falba, Robert']],
    ['LI', 'Complaint summary: Melitta Marxer, customer since spring', ['NAME Melitta Marxer']],
    ['GB', 'The Okafor family moved out in spring.', ['NAME Okafor']],
    ['GB', 'The Bosch was hit at noon. The Reynolds number fell, and the Lily offer ends for all of you.', []],
    ['RO', 'received 6.794,85 lei from Ovidiu Ardelean on Monday', ['NAME Ovidiu Ardelean']],
    ['ZA', '<first>Nkateko</first><last>Baloyi</last>', ['NAME Nkateko', 'NAME Baloyi']],
    ['SE', 'Hansen, Sven,  born in May, hands in the old card', ['NAME Hansen, Sven']],
    ['NG', 'Second key: Ada Obi, 12 Aba Road', ['NAME Ada Obi', 'ADDRESS 12 Aba Road']],
    ['GB', 'Mark sheet and bill run: please check this with the team, then Grace period ends.', []],
    ['GB', 'Yesterday Grace called and Mark paid for it on the day.', ['NAME Grace', 'NAME Mark']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})
