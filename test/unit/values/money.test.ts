import { describe, expect, it } from 'vitest'
import { cardBrand, isEmbossed, isLuhn } from '../../../src/values/card.ts'
import { ibanLengthAt, isIban } from '../../../src/values/iban.ts'
import { keccak256Hex } from '../../../src/values/keccak.ts'
import { normalizeFor } from '../../../src/values/normalizers.ts'
import { readWallet } from '../../../src/values/wallet.ts'

describe('IBAN', () => {
  it('agrees with the examples of the SWIFT registry', () => {
    for (const iban of [
      'DE89 3704 0044 0532 0130 00',
      'GB29NWBK60161331926819',
      'NO93 8601 1117 947',
      'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    ])
      expect(isIban(iban)).toBe(true)
    expect(isIban('DE89 3704 0044 0532 0130 01')).toBe(false)
    expect(ibanLengthAt('NO', 0)).toBe(15)
    expect(ibanLengthAt('XX', 0)).toBe(0)
  })
})

describe('cards', () => {
  it('knows the test numbers that the networks publish', () => {
    for (const [number, brand] of [
      ['4111111111111111', 'visa'],
      ['5555555555554444', 'mastercard'],
      ['2223003122003222', 'mastercard'],
      ['378282246310005', 'amex'],
      ['6011111111111117', 'discover'],
      ['3530111333300000', 'jcb'],
      ['30569309025904', 'diners'],
    ] as const) {
      expect(isLuhn(number)).toBe(true)
      expect(cardBrand(number)).toBe(brand)
    }
    expect(isLuhn('4111111111111112')).toBe(false)
  })

  it('knows how cards are embossed', () => {
    for (const groups of [[16], [4, 4, 4, 4], [4, 6, 5]]) expect(isEmbossed(groups)).toBe(true)
    for (const groups of [
      [3, 3, 4],
      [2, 2, 2, 2],
      [5, 5, 5],
    ])
      expect(isEmbossed(groups)).toBe(false)
  })
})

describe('wallets', () => {
  it('hashes like the Ethereum yellow paper', () => {
    expect(keccak256Hex('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
    expect(keccak256Hex('abc')).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45')
    expect(keccak256Hex('a'.repeat(136))).toHaveLength(64)
  })

  it('checks the examples of EIP-55, BIP 173 and BIP 350 and of the Bitcoin wiki', () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ])
      expect(readWallet(address)?.valid, address).toBe(true)
    expect(readWallet('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')?.valid).toBe(false)
    expect(readWallet('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')?.valid).toBe(false)
    expect(readWallet('0x52908400098527886e0f7030069857d2e4169ee7')?.valid).toBeNull()
    expect(readWallet('0x80070057')).toBeNull()
  })
})

describe('normalisation', () => {
  it.each([
    ['name', 'Okonkwo,  Adaeze', null, 'adaeze okonkwo'],
    ['name', 'ADAÉZE Okonkwo', null, 'adaeze okonkwo'],
    ['identifier', 'ab 12-34.56/c', null, 'AB123456C'],
    ['phone', '０８０３ 555 7890', 'NG', '+2348035557890'],
    ['email', 'Ana@EXAMPLE.org', null, 'ana@example.org'],
    ['handle', '@Ana_K', null, 'ana_k'],
    ['ip', '2001:DB8:0:0::1', null, '2001:db8::1'],
    ['text', 'Karl-Marx-Allee 1,\n10178 Berlin', 'DE', 'karl marx allee 1 10178 berlin'],
    ['date', '03/04/1987', 'IE', '1987-04-03'],
    ['verbatim', ' did:key:z6Mk ', null, 'did:key:z6Mk'],
  ] as const)('%s of %s', (kind, value, country, expected) => {
    expect(normalizeFor(kind, value, country)).toBe(expected)
  })
})
