import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { docx, paragraph } from '../shared/office-files.ts'
import { multipart, useClient } from './client.ts'

const LETTER = docx(paragraph('Patient Ada', ' Obi (NIN 12345678901) called from 0803 555 7890.'))

describe('POST /files/deidentify', () => {
  const client = useClient({ withLedger: true, signed: true })
  const copy = (
    fields: Record<string, string>,
    files: readonly [string, Uint8Array | string][] = [['a.docx', LETTER]],
  ) =>
    client.send({
      method: 'POST',
      url: '/files/deidentify',
      ...multipart(
        files.map(([name, content]) => [name, content as string]),
        fields,
      ),
    })

  it('gives a masked copy in the format of the file, with what was done and an attestation', async () => {
    const { status, body } = await copy({ jurisdiction: 'NG', salt: 's', method: 'mask' })
    expect(status).toBe(200)
    const { content, attestation, ...rest } = body
    expect(rest).toMatchObject({
      name: 'a.docx',
      format: 'docx',
      statute: 'NDPA-2023',
      method: 'mask',
      by_category: { 'PII-1-NAME': 1, 'PII-2-NIN': 1, 'PII-3-PHONE': 1 },
      count: 3,
      removed: [],
      recorded: false,
    })
    expect(rest).not.toHaveProperty('bytes')
    expect(attestation).toBeDefined()
    const shown = strFromU8(unzipSync(Buffer.from(content, 'base64'))['word/document.xml']!).replace(/<[^>]*>/g, '')
    expect(shown).toBe('Patient [NAME] (NIN [NIN]) called from [PHONE].')
  })

  it('makes the same copy of the same file', async () => {
    const [one, other] = await Promise.all([
      copy({ jurisdiction: 'NG', salt: 's' }),
      copy({ jurisdiction: 'NG', salt: 's' }),
    ])
    expect(one.body.content).toBe(other.body.content)
    expect(one.body.decision_id).toBe(other.body.decision_id)
  })

  it('records a decision over file and copy that is explained and replayed', async () => {
    const { body } = await copy({ jurisdiction: 'NG', salt: 's', store: 'true' })
    expect(body.recorded).toBe(true)
    const decision = await client.get(`/decision/${body.decision_id}`)
    expect(decision.body.pins.file).toEqual({
      original: body.original,
      copy: body.copy,
      format: 'docx',
      reader: body.reader,
      removed: [],
    })
    expect((await client.get(`/explain/${body.decision_id}`)).status).toBe(200)
    expect((await client.get(`/replay/${body.decision_id}`)).body).toMatchObject({ reproduced: true, changed: {} })
  })

  it('masks the name of the file with what is in it', async () => {
    const { body } = await copy({ jurisdiction: 'NG', method: 'mask' }, [['Ada_Obi referral.docx', LETTER]])
    expect(body.name).toBe('NAME referral.docx')
  })

  it('refuses more than one file, none, what it cannot read, and what no law governs', async () => {
    const letter: [string, Uint8Array] = ['a.docx', LETTER]
    expect((await copy({ jurisdiction: 'NG' }, [letter, ['b.docx', LETTER]])).status).toBe(422)
    expect((await copy({ jurisdiction: 'NG' }, [])).status).toBe(422)
    expect((await copy({ jurisdiction: 'NG' }, [['a.docx', LETTER.subarray(0, 200)]])).status).toBe(400)
    expect((await copy({}, [['a.txt', 'Nothing here says where.']])).body.detail).toMatch(/jurisdiction/)
    expect((await copy({ jurisdiction: 'NG', reveal: 'true' })).status).toBe(422)
  })
})
