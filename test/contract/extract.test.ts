import { describe, expect, it } from 'vitest'
import { slice, useClient } from './client.ts'

const TEXT = 'Adaeze Okonkwo of Example Trading Ltd wrote from casey@example.com on 3 May 2024.'

describe('POST /extract', () => {
  const client = useClient()

  it('proposes entities with their text and offsets', async () => {
    const { status, body } = await client.post('/extract', { text: TEXT })
    expect(status).toBe(200)
    expect(body.backend).toBe('basic')
    expect(body.count).toBe(body.entities.length)
    const types = new Set(body.entities.map(({ entity_type }: { entity_type: string }) => entity_type))
    for (const type of ['PERSON', 'EMAIL', 'DATE']) expect(types).toContain(type)
    for (const entity of body.entities) {
      expect(Object.keys(entity).sort()).toEqual([
        'confidence',
        'end',
        'entity_type',
        'metadata',
        'source',
        'start',
        'text',
      ])
      expect(slice(TEXT, entity.start, entity.end)).toBe(entity.text)
    }
  })

  it('narrows to the types asked for, in any case', async () => {
    for (const entity_types of [['PERSON'], ['person'], ['Person', 'person']]) {
      const { body } = await client.post('/extract', { text: TEXT, entity_types })
      expect(body.entities.map(({ text }: { text: string }) => text)).toEqual(['Adaeze Okonkwo'])
    }
    expect((await client.post('/extract', { text: TEXT, entity_types: null })).body.count).toBeGreaterThan(1)
  })

  it('answers an empty text, right-to-left letters, and a megabyte', async () => {
    expect((await client.post('/extract', { text: '' })).body).toMatchObject({ count: 0, entities: [] })
    expect((await client.post('/extract', { text: 'مرحبا \u{1F600} שלום' })).status).toBe(200)
    expect((await client.post('/extract', { text: `${TEXT} `.repeat(13_000) })).status).toBe(200)
  })
})
