import { describe, expect, it } from 'vitest'
import { normalizeFor } from '../../../src/values/normalizers.ts'

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
