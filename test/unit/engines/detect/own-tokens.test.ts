// What the product wrote into a copy is no personal data, and names nobody.
import { describe, expect, it } from 'vitest'
import { createService } from '../../../../src/service.ts'
import { found } from './finding.ts'

describe('tokens and masks of an earlier copy', () => {
  it.each([
    'login: LOGIN_b9718f79, password=PASSWORD_b9718f79, api_key=API_KEY_b9718f79',
    'ID card: NATIONAL_ID_00474520, passport: PASSPORT_12345678',
    '{"first_name": "NAME_b9718f79", "name": "NAME_b9718f79"} name of the file',
    'Diagnosis: [HEALTH]; Skype: SOCIAL_HANDLE_b9718f79; @NAME_b9718f79',
  ])('are no findings: %s', (text) => {
    expect(found(text, null)).toEqual([])
  })

  it.each([
    ['password=PASSWORD_b9718g79', 'PASSWORD PASSWORD_b9718g79'],
    ['password=PROD_b9718f79', 'PASSWORD PROD_b9718f79'],
    ['password=PASSWORD_b9718f7', 'PASSWORD PASSWORD_b9718f7'],
  ])('are well formed: %s', (text, value) => {
    expect(found(text, null)).toEqual([value])
  })

  it('stay as they are when a copy is masked again', async () => {
    const request = { jurisdiction: 'DE', method: 'token', salt: 'x' } as const
    const service = createService({})
    const text = 'Patientin: Jürgen Wallraff, Tel. 030 901820, Passwort: Geheim!123'
    const { text: once } = await service.deidentify({ text, ...request })
    expect((await service.deidentify({ text: once, ...request })).text).toBe(once)
    await service.close()
  })
})
