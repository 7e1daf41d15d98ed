import { describe, expect, it } from 'vitest'
import { slice, useClient } from './client.ts'

const TEXT = 'Patient Adaeze Okonkwo (NIN 12345678901) called from 0803 555 7890.'

describe('POST /deidentify', () => {
  const client = useClient({ withLedger: true })
  const ask = (body: object) => client.post('/deidentify', { text: TEXT, jurisdiction: 'NG', ...body })

  it('returns a masked copy and what was done to it', async () => {
    const { status, body } = await ask({ salt: 'pepper' })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'backend',
      'by_category',
      'count',
      'decision_id',
      'jurisdiction',
      'method',
      'model',
      'record',
      'recorded',
      'spans',
      'statute',
      'text',
    ])
    expect(body).toMatchObject({
      jurisdiction: 'NG',
      statute: 'NDPA-2023',
      backend: 'basic',
      model: null,
      method: 'statute',
      recorded: false,
    })
    expect(body.decision_id).toMatch(/^red:sha256:[0-9a-f]{64}$/)
    expect(body.count).toBe(body.spans.length)
    expect(Object.values<number>(body.by_category).reduce((a, b) => a + b, 0)).toBe(body.count)
    for (const value of ['12345678901', '0803 555 7890', 'Adaeze', 'Okonkwo']) expect(body.text).not.toContain(value)
    expect(body.text).toMatch(/^Patient .* called from .*\.$/)
  })

  it('writes a label for mask and a token for tokenize, and keeps tokens in the record', async () => {
    const masked = await ask({ method: 'mask' })
    expect(masked.body.text).toBe('Patient [NAME] (NIN [NIN]) called from [PHONE].')
    expect(masked.body.record).toEqual({})
    const tokens = await ask({ method: 'token', salt: 'pepper' })
    expect(tokens.body.text).toMatch(
      /^Patient NAME_[0-9a-f]{8} \(NIN NIN_[0-9a-f]{8}\) called from PHONE_[0-9a-f]{8}\.$/,
    )
    expect(tokens.body.record.phone).toMatch(/^PHONE_[0-9a-f]{8}$/)
    expect(tokens.body.text).toContain(tokens.body.record.phone)
    for (const span of tokens.body.spans) expect(span.action).toBe('tokenize')
  })

  it('removes for drop', async () => {
    const { body } = await ask({ method: 'drop' })
    expect(body.spans.every(({ action }: { action: string }) => action === 'drop')).toBe(true)
    expect(body.text).not.toMatch(/Adaeze|Okonkwo|12345678901|0803|\[/)
  })

  it('gives one token to one phone written two ways, and another under another salt', async () => {
    const record = async (text: string, salt: string) =>
      (await client.post('/deidentify', { text, jurisdiction: 'NG', method: 'token', salt })).body.record.phone
    const local = await record('Call 0803 123 4567 today.', 'a')
    expect(await record('Call +234 803 123 4567 today.', 'a')).toBe(local)
    expect(await record('Call 0803 123 4567 today.', 'b')).not.toBe(local)
  })

  it('binds the decision to text and spans but not to the salt', async () => {
    const [a, b, other] = await Promise.all([
      ask({ salt: 'a' }),
      ask({ salt: 'b' }),
      client.post('/deidentify', { text: `${TEXT} `, jurisdiction: 'NG' }),
    ])
    expect(a.body.decision_id).toBe(b.body.decision_id)
    expect(other.body.decision_id).not.toBe(a.body.decision_id)
  })

  it('leaves the text outside spans as it was', async () => {
    const text = `\u{1F600} שלום\r\n\t${TEXT}\u200B é`
    const { body } = await client.post('/deidentify', { text, jurisdiction: 'NG', method: 'mask' })
    const outside: string[] = []
    let at = 0
    for (const { start, end } of body.spans) {
      outside.push(slice(text, at, start))
      at = end
    }
    outside.push(slice(text, at, [...text].length))
    expect(body.text.split(/\[[A-Z_]+\]/)).toEqual(outside)
  })

  it('records when asked to, and the same decision again', async () => {
    const first = await ask({ store: true })
    expect(first.body.recorded).toBe(true)
    const again = await ask({ store: true })
    expect(again.body).toEqual(first.body)
    const stored = await client.get(`/decision/${first.body.decision_id}`)
    expect(stored.status).toBe(200)
    expect(stored.body).toMatchObject({ verb: 'deidentify', identity: null, score: null, record_b: null })
    expect(stored.body.record_a).toMatch(/^rec:sha256:/)
    expect(JSON.stringify(stored.body.call)).not.toContain('salt')
  })

  it('answers null as jurisdiction when only a statute is known', async () => {
    const { status, body } = await client.post('/deidentify', { text: 'Write to casey@example.com.', statute: 'GDPR' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ jurisdiction: null, statute: 'GDPR', count: 1 })
  })

  it('answers an empty text and a megabyte', async () => {
    const empty = await client.post('/deidentify', { text: '', jurisdiction: 'DE' })
    expect(empty.body).toMatchObject({ text: '', count: 0, spans: [], record: {}, by_category: {} })
    const long = await client.post('/deidentify', {
      text: `${TEXT} `.repeat(16_000),
      jurisdiction: 'NG',
      method: 'mask',
    })
    expect(long.status).toBe(200)
    expect(long.body.text).not.toContain('12345678901')
  })
})

describe('a number that was found', () => {
  const client = useClient()

  it.each([
    ['NG', 'NIN 12345678901, again 12345678901, 1234 5678 901, 123-456-789-01 and 12.345.678.901.', 5],
    ['GB', 'NHS number 9434765919; 943-476-5919; 94347 65919. NINO AB123456C, then ab123456c.', 5],
    ['DE', 'Steuer-ID 65929970489; 659/299/70489; 65.929.970.489', 3],
  ])('is found in every other grouping of the text (%s)', async (jurisdiction, text, count) => {
    const { body } = await client.post('/deidentify', { text, jurisdiction, method: 'token' })
    expect(body.count).toBe(count)
    expect(body.text.replace(/_[0-9a-f]{8}/g, '')).not.toMatch(/\d/)
    const detected = await client.post('/detect', { text, jurisdiction })
    expect(detected.body.count).toBe(count)
  })

  it('gives one token in all its spellings, and leaves other numbers', async () => {
    const text = 'Tel. 030 901820, oder 49 30 901820. Rechnung 30901999 vom Tag.'
    const { body } = await client.post('/deidentify', { text, jurisdiction: 'DE', method: 'token', salt: 's' })
    const tokens = body.text.match(/PHONE_[0-9a-f]{8}/g)
    expect(tokens).toHaveLength(2)
    expect(new Set(tokens).size).toBe(1)
    expect(body.text).toContain('Rechnung 30901999')
  })
})
