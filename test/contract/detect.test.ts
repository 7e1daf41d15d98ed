import { describe, expect, it } from 'vitest'
import { slice, useClient } from './client.ts'

const TEXT = 'Patient Adaeze Okonkwo (NIN 12345678901) called from 0803 555 7890.'

describe('POST /detect', () => {
  const client = useClient()

  it('says where personal data stands and under which provision, never the text itself', async () => {
    const { status, body } = await client.post('/detect', { text: TEXT, jurisdiction: 'NG' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['count', 'detections'])
    expect(body.count).toBe(body.detections.length)
    const found = new Map<string, string>(
      body.detections.map((span: { category: string; start: number; end: number }) => [
        span.category,
        slice(TEXT, span.start, span.end),
      ]),
    )
    expect(found.get('PII-2-NIN')).toBe('12345678901')
    expect(found.get('PII-3-PHONE')).toBe('0803 555 7890')
    expect(found.get('PII-1-NAME')).toBe('Adaeze Okonkwo')
    for (const detection of body.detections) {
      expect(Object.keys(detection).sort()).toEqual(['category', 'citation', 'confidence', 'detector', 'end', 'start'])
      expect(detection.detector).toMatch(/^rule:/)
      expect(detection.citation).toMatch(/NDPA/)
      expect(detection.confidence).toBeGreaterThan(0)
      expect(detection.confidence).toBeLessThanOrEqual(1)
    }
    expect(JSON.stringify(body)).not.toContain('12345678901')
  })

  it('counts offsets in code points, whatever stands before a span', async () => {
    const text = `\u{1F469}‍\u{1F469}‍\u{1F467} \u{1D400}\u{1D401} مرحبا é\r\n${TEXT}`
    const { body } = await client.post('/detect', { text, jurisdiction: 'NG' })
    const nin = body.detections.find(({ category }: { category: string }) => category === 'PII-2-NIN')
    expect(slice(text, nin.start, nin.end)).toBe('12345678901')
  })

  it.each([
    ['in another grouping', 'NIN 12345678901 was checked. The form says 123 456 789 01.', '123 456 789 01'],
    ['over a tag', '<p>NIN 12345678901 was checked.</p><p>Form <b>1234567</b>8901</p>', '1234567</b>8901'],
    ['without its prefix', 'Phone: +234 803 555 7890. Called again: 08035557890', '08035557890'],
    [
      'as a day in words',
      'Date of birth: 03.04.1970. The second entry has April 3, 1970 and no year.',
      'April 3, 1970',
    ],
    ['as a day in digits', 'Date of birth: 03.04.1970. File scan_19700403.pdf', '19700403'],
    ['as a day of a short year', 'Date of birth: 03.04.1970. Card of 3/4/70', '3/4/70'],
  ])('finds a number or a date of birth again %s', async (_, text, again) => {
    const { body } = await client.post('/detect', { text, jurisdiction: 'NG' })
    expect(body.detections.map((one: { start: number; end: number }) => slice(text, one.start, one.end))).toContain(
      again,
    )
  })

  it('returns spans sorted and disjoint, one for each occurrence', async () => {
    const text = 'NIN 12345678901, again NIN 12345678901, and once more NIN 12345678901.'
    const { body } = await client.post('/detect', { text, jurisdiction: 'NG' })
    expect(body.count).toBe(3)
    let last = 0
    for (const { start, end } of body.detections) {
      expect(start).toBeGreaterThanOrEqual(last)
      last = end
    }
  })

  it('takes codes and statutes in any case, and a statute instead of a jurisdiction', async () => {
    const byCode = await client.post('/detect', { text: TEXT, jurisdiction: 'ng' })
    const byStatute = await client.post('/detect', { text: TEXT, statute: 'ndpa-2023' })
    expect(byCode.status).toBe(200)
    expect(byStatute.status).toBe(200)
    expect(byCode.body.detections[0].citation).toBe(byStatute.body.detections[0].citation)
  })

  it.each([
    'AT',
    'BE',
    'BG',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'EU',
    'FI',
    'FR',
    'GR',
    'HR',
    'HU',
    'IE',
    'IS',
    'IT',
    'LI',
    'LT',
    'LU',
    'LV',
    'MT',
    'NL',
    'NO',
    'PL',
    'PT',
    'RO',
    'SE',
    'SI',
    'SK',
    'GB',
    'GH',
    'KE',
    'NG',
    'ZA',
  ])('knows the jurisdiction %s', async (jurisdiction) => {
    const { status, body } = await client.post('/detect', { text: 'Write to casey@example.com.', jurisdiction })
    expect(status).toBe(200)
    expect(body.detections.map(({ category }: { category: string }) => category)).toEqual(['PII-3-EMAIL'])
  })

  it('infers the jurisdiction from a text that reveals it, for null and for "auto"', async () => {
    const text = 'Patient NIN: 12345678901, BVN: 22123456789, phone +234 803 555 7890, Lagos, paid ₦50,000.'
    for (const jurisdiction of [null, 'auto', 'AUTO']) {
      const { status, body } = await client.post('/detect', { text, jurisdiction })
      expect(status).toBe(200)
      expect(body.detections[0].citation).toMatch(/NDPA/)
    }
  })

  it('answers an empty text', async () => {
    const { status, body } = await client.post('/detect', { text: '', jurisdiction: 'DE' })
    expect(status).toBe(200)
    expect(body).toEqual({ count: 0, detections: [] })
  })

  it('answers a megabyte', async () => {
    const text = `${TEXT} `.repeat(16_000)
    const { status, body } = await client.post('/detect', { text, jurisdiction: 'NG' })
    expect(status).toBe(200)
    expect(body.count).toBeGreaterThanOrEqual(32_000)
  })

  it('answers texts of emoji and right-to-left letters', async () => {
    for (const text of ['\u{1F600}'.repeat(500), 'שלום עולם. مرحبا بالعالم', '\u200F\u202E123', '\0\u0001\uFFFF'])
      expect((await client.post('/detect', { text, jurisdiction: 'FR' })).status).toBe(200)
  })

  it('gives the same bytes for the same request', async () => {
    const ask = () =>
      client.send({
        method: 'POST',
        url: '/detect',
        headers: { 'content-type': 'application/json' },
        payload: { text: TEXT, jurisdiction: 'NG' },
      })
    expect((await ask()).body).toEqual((await ask()).body)
  })
})
