import { describe, expect, it } from 'vitest'
import { type Part, useClient } from './client.ts'

const A: Part = ['a.txt', 'Applicant: Adesola Okonkwo. NIN: 12345678901. Phone: +234 803 123 4567. Lagos, Nigeria.']
const B: Part = [
  'b.txt',
  'Name: Adesola E. Okonkwo, National Identification Number 12345678901, Lagos, Nigeria, tel 0803 123 4567.',
]
const C: Part = ['c.txt', 'Mrs Halima Bello of Kano, Nigeria. NIN 98765432109. Telephone +234 805 765 4321.']

describe('POST /documents', () => {
  const client = useClient({ withLedger: true })

  it('reports on a batch: verdicts, masked fields, decisions and a review pack', async () => {
    const { status, body } = await client.upload([A, B, C])
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'decisions',
      'documents',
      'entity',
      'errors',
      'jurisdiction',
      'jurisdictions',
      'recorded',
      'review',
      'unlinked',
    ])
    expect(body).toMatchObject({ entity: 'person', jurisdiction: 'auto', errors: {}, recorded: false })
    expect(Object.keys(body.jurisdictions)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    for (const verdict of Object.values<Record<string, unknown>>(body.jurisdictions)) {
      expect(Object.keys(verdict).sort()).toEqual([
        'abstained',
        'confidence',
        'country',
        'evidence',
        'margin',
        'reason',
        'ruleset_version',
        'runner_up',
      ])
      expect(verdict).toMatchObject({ country: 'NG', abstained: false })
      expect(verdict['ruleset_version']).toMatch(/^\d{4}\.\d{2}\.\d+$/)
      for (const signal of verdict['evidence'] as Record<string, unknown>[]) {
        expect(Object.keys(signal).sort()).toEqual(['count', 'country', 'sample', 'signal', 'source', 'tier', 'weight'])
        expect(signal['sample']).toBe('')
      }
    }
    expect(body.decisions.map(({ a, b }: { a: string; b: string }) => [a, b])).toEqual([
      ['a.txt', 'b.txt'],
      ['a.txt', 'c.txt'],
      ['b.txt', 'c.txt'],
    ])
    for (const decision of body.decisions) {
      expect(Object.keys(decision).sort()).toEqual(['a', 'b', 'decision_id', 'factors', 'identity', 'score'])
      expect(decision.decision_id).toMatch(/^dec:sha256:[0-9a-f]{64}$/)
    }
    expect(body.decisions[0].identity).toBe('same_entity')
    expect(body.unlinked).toEqual(['c.txt'])
    expect(body.review.decisions).toEqual(body.decisions)
    expect(body.review.unlinked).toEqual(body.unlinked)
    expect(Object.keys(body.review).sort()).toEqual(['decisions', 'entity', 'errors', 'proposed_fields', 'unlinked'])
  })

  it('masks values to their first four characters unless revealed', async () => {
    const masked = (await client.upload([A])).body
    const [record] = masked.documents
    expect(record.document).toBe('a.txt')
    expect(record.national_id).toBe('1234*******')
    expect(record.name).toMatch(/^Ades\*+$/)
    expect(record.detections['PII-2-NIN']).toBe(1)
    expect(JSON.stringify(masked)).not.toMatch(/12345678901|Okonkwo/)
    const field = masked.review.proposed_fields.find((entry: { field: string }) => entry.field === 'national_id')
    expect(field).toMatchObject({ document: 'a.txt', value: '1234*******', source: 'document' })
    expect(Object.keys(field).sort()).toEqual(['confidence', 'document', 'field', 'source', 'span', 'value'])
    const revealed = (await client.upload([A], { reveal: 'true' })).body
    expect(revealed.documents[0].national_id).toBe('12345678901')
    expect(revealed.documents[0].name).toBe('Adesola Okonkwo')
  })

  it('takes any jurisdiction for the whole batch and echoes it', async () => {
    const { status, body } = await client.upload([['note.txt', 'Call Casey Example.']], { jurisdiction: 'DE' })
    expect(status).toBe(200)
    expect(body.jurisdiction).toBe('DE')
    expect(body.errors).toEqual({})
  })

  it('reports a file whose law the text does not say, and goes on', async () => {
    const { status, body } = await client.upload([A, ['vague.txt', 'Nothing to see here.']])
    expect(status).toBe(200)
    expect(body.jurisdictions['vague.txt']).toMatchObject({ country: null, abstained: true })
    expect(body.errors['vague.txt']).toEqual(expect.any(String))
    expect(body.documents.map(({ document }: { document: string }) => document)).toEqual(['a.txt'])
  })

  it('goes on past a file it cannot read', async () => {
    const { status, body } = await client.upload([A, ['empty.txt', ''], ['broken.pdf', '%PDF-1.7 and then nothing']])
    expect(status).toBe(200)
    expect(Object.keys(body.errors).sort()).toEqual(['broken.pdf', 'empty.txt'])
    for (const message of Object.values<string>(body.errors)) expect(message).not.toMatch(/\/|\bat\b.*:\d/)
  })

  it('keeps the base name of a path, and names that are not ASCII', async () => {
    const { body } = await client.upload([
      ['../../etc/a.txt', A[1]],
      ['C:\\papers\\Größe.txt', B[1]],
    ])
    expect(Object.keys(body.jurisdictions).sort()).toEqual(['Größe.txt', 'a.txt'])
  })

  it('keeps names apart that an object might already have', async () => {
    const { status, body } = await client.upload([
      ['constructor', A[1]],
      ['toString', B[1]],
    ])
    expect(status).toBe(200)
    expect(Object.keys(body.jurisdictions)).toEqual(['constructor', 'toString'])
    expect(body.decisions).toHaveLength(1)
  })

  it.each([['true'], ['1'], ['YES'], ['True']])('reads %s as true', async (reveal) => {
    expect((await client.upload([A], { reveal })).body.documents[0].national_id).toBe('12345678901')
  })

  it('records when asked to', async () => {
    const { body } = await client.upload([A, B], { store: 'true' })
    expect(body.recorded).toBe(true)
    const stored = await client.get(`/decision/${body.decisions[0].decision_id}`)
    expect(stored.status).toBe(200)
    expect(stored.body.verb).toBe('documents')
  })

  it('reads a table with a cell of 200,000 lines', async () => {
    const table = `name,notes\n"Ada Obi","${'a line\n'.repeat(200_000)}"\n"Ben Ude","x"\n`
    const { status, body } = await client.upload([['long.csv', table]], { jurisdiction: 'NG' })
    expect([status, body.documents.length, body.errors]).toEqual([200, 1, {}])
  })

  it('answers a large file', async () => {
    const { status } = await client.upload([['large.txt', `${A[1]}\n`.repeat(11_000)]])
    expect(status).toBe(200)
  })
})
