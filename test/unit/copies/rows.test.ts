// Copies of tables in text: each row and each cell without a found value is as it was.
import Papa from 'papaparse'
import { afterAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'

const service = createService({})
afterAll(() => service.close())

async function copied(table: string) {
  const request = { jurisdiction: 'NG', salt: 'rows' }
  const { bytes, format } = await service.deidentifyFile(request, { name: 'a.csv', bytes: Buffer.from(table) })
  return { format, rows: Papa.parse<string[]>(Buffer.from(bytes).toString().trimEnd()).data }
}

const MASKED = /^(?:NAME|PHONE)_[0-9a-f]{8}$/

describe.each([',', '\t', ';'])('a copy of cells between "%s"', (delimiter) => {
  const table = (...rows: string[][]) => `${rows.map((row) => row.join(delimiter)).join('\n')}\n`

  it.each(['\n', '\r\n', '\n\n', '\v', '\f', '\u0085', '\u2028'])(
    'masks a name over %j in its cell alone',
    async (line) => {
      const note = `"asked for Ada${line}Okonkwo"`
      const rows = [
        ['ref', 'name', 'note', 'town'],
        ['1', 'Ada Okonkwo', 'called', 'Lagos'],
        ['2', 'Ben Musa', note, 'Abuja'],
        ['3', 'Chidi Eze', 'fine', 'Kano'],
      ]
      const { rows: made } = await copied(table(...rows))
      expect(made[2]!.map((cell) => cell.replace(/NAME_\w{8}/, 'NAME'))).toEqual([
        '2',
        'NAME',
        'asked for NAME',
        'Abuja',
      ])
    },
  )

  it('empties no cell for a value that goes on behind the end of a row', async () => {
    const { rows } = await copied(
      table(
        ['name', 'phone', 'code'],
        ['Ada Okonkwo', '0803 555 7890', '0803'],
        ['555 7890', 'red', 'w'],
        ['Okonkwo', 'blue', 'x'],
        ['Chidi Eze', 'green', 'y'],
      ),
    )
    expect(rows.map((row) => row.map((cell) => (MASKED.test(cell) ? '*' : cell)))).toEqual([
      ['name', 'phone', 'code'],
      ['*', '*', '*'],
      ['*', 'red', 'w'],
      ['*', 'blue', 'x'],
      ['*', 'green', 'y'],
    ])
  })

  it('keeps its headings, of which one alone is known', async () => {
    const { rows } = await copied(
      table(['ref', 'name', 'text', 'state'], ['x', 'Ada Okonkwo', 'red', 'y'], ['x', 'Ben Musa', 'red', 'y']),
    )
    expect(rows[0]).toEqual(['ref', 'name', 'text', 'state'])
  })

  it('reads long cells in quotes as cells', async () => {
    const long = `"${'a note that goes on, and on; '.repeat(12)}"`
    const { format, rows } = await copied(
      table(['id', 'name', 'note'], ['1', 'Ada Okonkwo', long], ['2', 'Ben Musa', long]),
    )
    expect([format, rows.length]).toEqual(['csv', 3])
  })
})
