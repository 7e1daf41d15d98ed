import { describe, expect, it } from 'vitest'
import { slice, useClient } from './client.ts'

const TEXT = 'The lorry goes from 12 Marina Road, Lagos to Balogun Market.'

describe('POST /places', () => {
  const client = useClient()

  it('gives each mention a role and the cue that says so', async () => {
    const { status, body } = await client.post('/places', { text: TEXT })
    expect(status).toBe(200)
    expect(body.count).toBe(body.mentions.length)
    const [from, to] = body.mentions
    expect(from).toMatchObject({ role: 'origin', cue: 'from', cue_rule: 'from_origin' })
    expect(to).toMatchObject({ role: 'destination', cue: 'to', cue_rule: 'to_destination' })
    for (const mention of body.mentions) {
      expect(Object.keys(mention).sort()).toEqual([
        'components',
        'confidence',
        'cue',
        'cue_end',
        'cue_rule',
        'cue_start',
        'end',
        'evidence',
        'has_address',
        'jurisdiction',
        'jurisdiction_confidence',
        'role',
        'start',
        'text',
      ])
      expect(slice(TEXT, mention.start, mention.end)).toBe(mention.text)
      expect(slice(TEXT, mention.cue_start, mention.cue_end)).toBe(mention.cue)
    }
    expect(from.components).toMatchObject({ street_number: '12' })
    expect(from.has_address).toBe(true)
  })

  it('counts offsets in code points', async () => {
    const text = `\u{1F69A}\u{1F69A} שלום ${TEXT}`
    const { body } = await client.post('/places', { text })
    expect(body.count).toBe(2)
    for (const { start, end, text: mention } of body.mentions) expect(slice(text, start, end)).toBe(mention)
  })

  it('answers an empty text, a text without places, and a megabyte', async () => {
    expect((await client.post('/places', { text: '' })).body).toEqual({ count: 0, mentions: [] })
    expect((await client.post('/places', { text: '\u{1F600}' })).body.count).toBe(0)
    expect((await client.post('/places', { text: `${TEXT} `.repeat(15_000) })).status).toBe(200)
  })
})
