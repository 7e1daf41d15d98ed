// Tables whose headings are not in their first row, or whose values are not below their headings.
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { tableFolder } from '../../shared/table-folder.ts'

const folder = tableFolder()
const refused = async (name: string, table: string, request: object, why: RegExp) => {
  await expect(folder.copy(name, table, request)).rejects.toThrow(why)
  expect(folder.list()).not.toContain(`masked-${name}`)
}

describe('a table with lines above its headings', () => {
  const rows = 'Name;Geburtsdatum;Betrag\nKarin Krämer;09.08.1975;10\nErik Lund;01.02.1980;20\n'

  it.each([
    ['in the cells of a row', 'Export vom 1.1.2024 für Jürgen Wallraff;;\n;;\n', 3],
    ['without cells', 'Export vom 1.1.2024, für Jürgen Wallraff\n\n', 3],
    ['that look like headings', 'Auszug aus dem Register;;\n', 2],
    ['that head groups of columns', 'Patient;Aufnahme;\n', 2],
  ])('is refused: lines %s', async (_, above, row) => {
    const why = new RegExp(`row ${row} of the table looks like its headings: remove the rows above it`)
    await refused('titled.csv', above + rows, {}, why)
    await refused('titled.csv', above + rows, { headings: true }, why)
  })

  it('is copied without them, with and without an answer about the first row', async () => {
    for (const headings of [null, true]) {
      const { text, done } = await folder.copy('plain.csv', rows, { headings })
      expect(done.plan.columns.map(({ kind }) => kind)).toEqual(['name', 'dob', 'text'])
      expect(text).not.toMatch(/09\.08|01\.02|Lund|Krämer/)
    }
  })

  it('is copied where the row is said to be one of values', async () => {
    const table = 'x1,x2\nPatient,Kunde\nKunde,Patient\n'
    await refused('values.csv', table, {}, /row 2 of the table looks like its headings/)
    const { done } = await folder.copy('values.csv', table, { headings: false })
    expect(done.rows).toBe(3)
  })
})

describe('a table whose cells say what stands beside them', () => {
  const people = [
    ['Name', 'Jürgen Wallraff', 'Karin Krämer', 'Erik Lund'],
    ['Geburtsdatum', '03.04.1970', '09.08.1975', '01.02.1980'],
    ['Telefon', '030 901820', '0171 3920044', '0172 1234567'],
  ]
  const fields = people.flatMap(([label, ...values]) => values.map((value, at) => [String(at + 17), label!, value]))
  const written = (rows: string[][]) => `${Papa.unparse(rows, { delimiter: ';', newline: '\n' })}\n`

  it.each([
    ['a column for each person', people, 1, 2],
    ['a row for each value', [['Patient', 'Feld', 'Wert'], ...fields], 2, 3],
    ['the value before its label', [['Wert', 'Feld', 'Patient'], ...fields.map((row) => row.toReversed())], 2, 1],
    ['dates of birth and nothing else of a person', [['Fall', '11', '12'], people[1]!.slice(0, 3)], 1, 2],
  ])('is refused: %s', async (_, rows, labels, values) => {
    const why = new RegExp(`the cells of column ${labels} say what stands in column ${values}: turn the table`)
    await refused('turned.csv', written(rows), {}, why)
  })

  it('is refused as lines of JSON', async () => {
    const lines = fields.map(([who, feld, wert]) => `${JSON.stringify({ who, feld, wert })}\n`).join('')
    await refused('turned.jsonl', lines, {}, /the cells of column 2 say what stands in column 3/)
  })

  it('is copied where the caller says what is done with the values, and its headings are masked too', async () => {
    const { text } = await folder.copy('fields.csv', written([['Patient', 'Feld', 'Wert'], ...fields]), {
      columns: 'Wert=mask',
    })
    expect(text).not.toMatch(/Wallraff|1970|1975|1980|901820/)
    const turned = await folder.copy('people.csv', written(people), { columns: '#2=mask,#3=mask,#4=mask' })
    expect(turned.text).not.toMatch(/Wallraff|Krämer|Lund|1970|1975|1980|901820/)
  })

  it('is none where labels are values of a column of their own', async () => {
    const table =
      'Name;Geburtsdatum;Rolle;Kanal;fehlt noch\nJürgen Wallraff;03.04.1970;Patient;Telefon;Adresse\nKarin Krämer;09.08.1975;Ansprechpartner;E-Mail;Geburtsdatum\n'
    const { done } = await folder.copy('roles.csv', table)
    expect(done.rows).toBe(2)
    const dictionary = 'Spalte;Typ;Breite\nName;Text;50\nGeburtsdatum;Datum;10\nTelefon;Text;20\nOrt;Text;30\n'
    expect((await folder.copy('dictionary.csv', dictionary, { headings: true })).done.rows).toBe(4)
  })
})

describe('a date of birth that is written in parts', () => {
  it.each([
    ['geb_tag', 'geb_monat', 'geb_jahr'],
    ['Geburtstag', 'Geburtsmonat', 'Geburtsjahr'],
    ['birthDay', 'birthMonth', 'birthYear'],
    ['dob_day', 'dob_month', 'dob_year'],
    ['birth_day', 'month_of_birth', 'year_of_birth'],
    ['jour_de_naissance', 'mois_de_naissance', 'annee_de_naissance'],
  ])('has its day and month masked: %s, %s, %s', async (day, month, year) => {
    const table = `id,${day},${month},${year},tag\n1,3,4,1970,12\n2,9,8,1975,7\n3,27,Mai,1980,9\n`
    const { text, done } = await folder.copy('parts.csv', table)
    const kinds = done.plan.columns.slice(1).map(({ kind, action, quasi }) => [kind, action, quasi])
    expect(kinds[2]).toEqual(['birth_year', 'retain', 'birth_year'])
    const rows = Papa.parse<string[]>(text.trimEnd()).data.slice(1)
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['[DOB]', '[DOB]', '1970', '12'],
      ['[DOB]', '[DOB]', '1975', '7'],
      ['[DOB]', '[DOB]', '1980', '9'],
    ])
  })

  it('has them masked in lines of JSON, and one that is a number of milliseconds', async () => {
    const parts = '{"n":1,"born":{"birthYear":1970,"birthMonth":4,"birthDay":3},"dob":7948800000}\n'
    const { text } = await folder.copy('parts.jsonl', parts + parts.replace('7948800000', '176774400000'))
    for (const line of text.trimEnd().split('\n'))
      expect(JSON.parse(line)).toEqual({
        n: 1,
        born: { birthYear: 1970, birthMonth: '[DOB]', birthDay: '[DOB]' },
        dob: '[DOB]',
      })
  })

  it('is a whole date where the column of birthdays has whole dates', async () => {
    const { text } = await folder.copy('days.csv', 'Geburtstag,Menge\n03.04.1970,1\n09.08.1975,2\n')
    expect(text).toBe('Geburtstag,Menge\n1970,1\n1975,2\n')
  })
})
