// Sealed values: held against AES-256-GCM opened by hand, and against every way a row could be put in another's place.
import { createDecipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keep, ledgerKey, open, opens, rewrap } from '../../../src/ledger/vault.ts'

const HEX = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const KEY = ledgerKey(HEX)
const OTHER = ledgerKey('ff'.repeat(32))
const CONTENT = { entity: 'person', attributes: { name: 'Ọlá 😀' } }
const [ID, OTHER_ID] = [`rec:sha256:${'1'.repeat(64)}`, `rec:sha256:${'2'.repeat(64)}`]

function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

describe('sealed values', () => {
  it('are AES-256-GCM under a data key that the ledger key wraps', () => {
    const kept = keep(ID, CONTENT, KEY)
    const dataKey = decrypt(KEY.bytes, kept.wrapped_key!, `key of ${ID}`)
    expect(dataKey).toHaveLength(32)
    expect(JSON.parse(decrypt(dataKey, kept.value, ID).toString())).toEqual(CONTENT)
    expect(open(ID, kept, KEY)).toEqual(CONTENT)
  })

  it('never repeat a nonce, a data key or a byte sequence', () => {
    const [one, two] = [keep(ID, CONTENT, KEY), keep(ID, CONTENT, KEY)]
    expect(one.value).not.toEqual(two.value)
    expect(one.wrapped_key).not.toEqual(two.wrapped_key)
  })

  it('open in no other row, and not once a byte changed', () => {
    const kept = keep(ID, CONTENT, KEY)
    expect(() => open(OTHER_ID, kept, KEY)).toThrow(expect.objectContaining({ code: 'ledger_corrupt' }))
    for (const part of ['value', 'wrapped_key'] as const) {
      const bytes = Buffer.from(kept[part]!)
      bytes[20]! ^= 1
      expect(() => open(ID, { ...kept, [part]: bytes }, KEY)).toThrow(
        expect.objectContaining({ code: 'ledger_corrupt' }),
      )
      expect(() => open(ID, { ...kept, [part]: bytes.subarray(0, 5) }, KEY)).toThrow(
        expect.objectContaining({ code: 'ledger_corrupt' }),
      )
    }
    expect(opens(kept, OTHER)).toBe(false)
    expect(opens(kept, null)).toBe(false)
  })

  it('move to another key without being sealed again', () => {
    const kept = keep(ID, CONTENT, KEY)
    const moved = rewrap(ID, kept, KEY, OTHER)
    expect(moved.value).toBe(kept.value)
    expect(open(ID, moved, OTHER)).toEqual(CONTENT)
    expect(opens(moved, KEY)).toBe(false)
    const clear = keep(ID, CONTENT, null)
    expect(open(ID, rewrap(ID, clear, null, OTHER), OTHER)).toEqual(CONTENT)
    expect(() => rewrap(ID, kept, OTHER, KEY)).toThrow(expect.objectContaining({ code: 'key_file' }))
  })
})

describe('the ledger key', () => {
  it('is 32 bytes in hex or base64', () => {
    expect(ledgerKey(`${HEX}\n`)).toEqual(KEY)
    expect(ledgerKey(Buffer.from(HEX, 'hex').toString('base64'))).toEqual(KEY)
    for (const text of ['', 'short', HEX.slice(2), `${HEX}00`, 'é'.repeat(43)]) {
      expect(() => ledgerKey(text)).toThrow(expect.objectContaining({ code: 'key_file' }))
    }
  })
})
