// The service on a PostgreSQL ledger: two instances that share one, asked over HTTP.
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/index.ts'
import { testServer } from '../shared/postgres-server.ts'

const server = await testServer()
afterAll(() => server?.close())

const PAIR = {
  a: { name: 'Adesola Okonkwo', national_id: '12345678901' },
  b: { name: 'Adesola E. Okonkwo', national_id: '12345678901' },
}
const TEXT = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.'

describe.skipIf(server === null)('two services that share a ledger on a server', () => {
  it('read, explain and replay what the other has stored, and answer the same for the same', async () => {
    const ledger = await server!.fresh()
    const apps = [createApp({ ledger, ledgerKey: '11'.repeat(32) }), createApp({ ledger, ledgerKey: '11'.repeat(32) })]
    try {
      const [one, two] = apps
      const post = async (app: typeof one, url: string, body: object) =>
        (await app!.inject({ method: 'POST', url, payload: { ...body, store: true } })).json()
      const get = async (app: typeof one, url: string) => (await app!.inject({ method: 'GET', url })).json()
      const [compared, again] = await Promise.all([post(one, '/compare', PAIR), post(two, '/compare', PAIR)])
      const masked = await post(two, '/deidentify', { text: TEXT, jurisdiction: 'NG' })
      expect(compared).toMatchObject({ recorded: true })
      expect(again).toEqual(compared)
      expect(masked).toMatchObject({ recorded: true })
      for (const { decision_id } of [compared, masked]) {
        for (const app of apps) {
          expect(await get(app, `/decision/${decision_id}`)).toMatchObject({ decision_id, superseded_by: null })
          expect(await get(app, `/replay/${decision_id}`)).toMatchObject({ reproduced: true, changed: {} })
        }
      }
      expect(await get(two, `/decision/${compared.decision_id}?reveal=true`)).toMatchObject({
        records: [{ attributes: PAIR.a }, { attributes: PAIR.b }],
      })
      expect(await get(two, `/explain/${compared.decision_id}`)).toMatchObject({
        shared: { national_id: '1234*******' },
      })
      expect((await one!.inject({ url: `/decision/xwd:sha256:${'0'.repeat(64)}` })).statusCode).toBe(404)
    } finally {
      for (const app of apps) await app.close()
    }
  })
})
