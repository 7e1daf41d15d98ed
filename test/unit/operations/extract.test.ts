import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/operations/mentions.ts'
import { createEngines } from '../../../src/operations/shared/context.ts'
import { loadPacks } from '../../../src/packs/load.ts'

const packs = loadPacks()
const context = { packs, engines: createEngines(packs), ledger: null, warn: () => {} }
const ask = (text: string, entity_types: string[] | null = null, backend = 'auto') =>
  extract({ text, entity_types, backend }, context)

describe('extract', () => {
  it('places entities by code points, also behind astral characters', async () => {
    const text = '\u{1f4f1}\u{1f4f1} Kelechi Obiakor paid \u20a62,750.00 to Adom Rural Bank PLC'
    const answer = await ask(text)
    const characters = Array.from(text)
    expect(answer.backend).toBe('basic')
    expect(answer.count).toBe(answer.entities.length)
    expect(answer.entities.map(({ entity_type, text }) => [entity_type, text])).toEqual([
      ['PERSON', 'Kelechi Obiakor'],
      ['MONEY', '\u20a62,750.00'],
      ['ORGANIZATION', 'Adom Rural Bank PLC'],
    ])
    for (const { start, end, text } of answer.entities) expect(characters.slice(start, end).join('')).toBe(text)
  })

  it('narrows to the types asked for, any case and by other names', async () => {
    const text = 'Ada Obi wrote to ada@example.com on 4 May 2025.'
    const { entities } = await ask(text, ['email', 'Person'])
    expect(entities.map(({ entity_type }) => entity_type)).toEqual(['PERSON', 'EMAIL'])
  })

  it('refuses a type it does not propose and names those it does', async () => {
    await expect(ask('x', ['MOOD'])).rejects.toMatchObject({
      code: 'entity_type_unknown',
      message: expect.stringContaining('ORGANIZATION'),
    })
  })

  it('refuses a backend it does not have and names those it has', async () => {
    await expect(ask('x', null, 'gliner')).rejects.toMatchObject({
      code: 'backend_unknown',
      message: expect.stringContaining('basic'),
    })
  })

  it('proposes nothing in plain prose and nothing in nothing', async () => {
    expect((await ask('')).entities).toEqual([])
    expect((await ask('Count the bags again at 7.15 and sign the sheet.')).entities).toEqual([])
  })

  it('proposes disjoint entities in text order', async () => {
    const { entities } = await ask(
      'Frau Thurid Petersen, Tischlerei Haslinger KG, Fuggerstraße 40, 86830 Schwabmünchen, 3 Millionen Euro am 7.11.2024',
    )
    for (let i = 1; i < entities.length; i++) expect(entities[i]!.start).toBeGreaterThanOrEqual(entities[i - 1]!.end)
  })
})
