import { describe, expect, it } from 'vitest'
import { keccak256Hex, readWallet } from '../../../src/values/wallet.ts'

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
