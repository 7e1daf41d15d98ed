// POST /documents with real files of every format: what was planted in them is proposed, each value with where it stands.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canRecognise } from '../../src/formats/picture/recognition.ts'
import { type Part, useClient } from './client.ts'

const SAMPLE = new URL('../../bench/sample/documents/', import.meta.url)
const isPicture = (name: string) => name.endsWith('.png')
const canRead = canRecognise()
if (!canRead) console.warn('SKIPPED: cards of the sample are not read: the ocr extra is not installed')

interface Field {
  readonly document: string
  readonly field: string
  readonly value: string
  readonly source: string
  readonly confidence: number
  readonly span: [number, number]
  readonly person?: number
  readonly page?: number
  readonly box?: number[]
  readonly page_size?: number[]
}

const MANIFEST = readFileSync(new URL('manifest.jsonl', SAMPLE), 'utf8')
  .trim()
  .split('\n')
  .map(
    (line) => JSON.parse(line) as { file: string; jurisdiction: string; planted: { value: string; field: string }[] },
  )
  .filter(({ file }) => canRead || !isPicture(file))

const bare = (value: string) =>
  value
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const words = (value: string): string[] =>
  value
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const date = (value: string) =>
  (value.match(/\d+/g) ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .join()

function isFound({ value, field }: { value: string; field: string }, fields: readonly Field[]): boolean {
  return fields.some((one) => {
    if (field === 'dob') return date(one.value) === date(value)
    if (field === 'name') return words(value).every((word) => words(one.value).includes(word))
    return bare(one.value).includes(bare(value)) || bare(value).includes(bare(one.value))
  })
}

describe('POST /documents', () => {
  const client = useClient()
  const upload = async (parts: readonly Part[], jurisdiction: string): Promise<Field[]> =>
    (await client.upload(parts, { jurisdiction, reveal: 'true' })).body.review.proposed_fields

  it.each(MANIFEST)('proposes everybody and everything in $file', async ({ file, jurisdiction, planted }) => {
    const fields = await upload([[file, readFileSync(new URL(file, SAMPLE))]], jurisdiction)
    expect(planted.filter((value) => !isFound(value, fields))).toEqual([])
    for (const { confidence, span, box, page, page_size } of fields) {
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
      expect(span[0]).toBeLessThan(span[1])
      expect(page === undefined).toBe(box === undefined)
      // The files of the sample have no files inside: the size of every page is reported.
      expect(page_size === undefined).toBe(box === undefined)
      if (box !== undefined && page_size !== undefined) {
        expect(box[2]!).toBeLessThanOrEqual(page_size[0]!)
        expect(box[3]!).toBeLessThanOrEqual(page_size[1]!)
      }
    }
  })

  it('keeps values that contradict each other, and says whose each is', async () => {
    const text =
      'Name: Adesola Okonkwo\nDate of birth: 12/07/1985\nPhone: 0803 123 4567\nNext of kin: Halima Bello\n\nDate of birth: 12/07/1958\n'
    const fields = await upload([['a.txt', text]], 'NG')
    expect(fields.filter(({ field }) => field === 'dob').map(({ value }) => value)).toEqual([
      '12/07/1985',
      '12/07/1958',
    ])
    expect(fields.map(({ value }) => value)).toContain('Halima Bello')
    for (const { value, span } of fields) expect(text.slice(...span).replace(/\s+/g, ' ')).toBe(value)
  })

  it('shows where a value stands on its page', async () => {
    const fields = await upload([['f.pdf', readFileSync(new URL('it-IT-form.pdf', SAMPLE))]], 'IT')
    const name = fields.find(({ value }) => value === 'Ginevra Salvadori')!
    expect(name.page).toBe(1)
    const [left, top, right, bottom] = name.box!
    expect(right! - left!).toBeGreaterThan(40)
    expect(bottom! - top!).toBeGreaterThan(5)
    expect(bottom! - top!).toBeLessThan(40)
  })
})
