// The column header over a cell: quotation marks around delimiters, several rows read in any order, rows that are
// longer than a person would write.
import { expect, test } from 'vitest'
import { headingsOf } from '../../../../src/engines/detect/fields/tables.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

/** The header over view index `at`; null when there is none. */
function over(text: string): (at: number) => string | null {
  const headings = headingsOf(new ScannedText(text))
  return (at) => {
    const heading = headings.at(at)
    return heading === null ? null : text.slice(heading.start, heading.end)
  }
}

test('delimiters in quotation marks part no cells, where the marks close', () => {
  const text = 'Name;Street;Town\n"Obi; Ada";"Main St 1; rear";Leeds\n"Obi;Main St 2;York\nObi;"";Bath\n'
  const heading = over(text)
  expect(heading(text.indexOf('Ada'))).toBe('Name')
  expect(heading(text.indexOf('rear'))).toBe('Street')
  expect(heading(text.indexOf('Leeds'))).toBe('Town')
  expect(heading(text.indexOf('York'))).toBe('Town')
  expect(heading(text.indexOf('Bath'))).toBe('Town')
  // Requested again after another row.
  expect(heading(text.indexOf('rear'))).toBe('Street')
})

test('a cell far from where its row begins stands under nothing', () => {
  const text = `Name;Street;Town\n;${'x'.repeat(3990)};Leeds${'x'.repeat(5000)};York\nObi;Main St;Bath\n`
  const heading = over(text)
  expect(heading(text.indexOf('Leeds'))).toBe('Town')
  expect(heading(text.indexOf('York') - 1)).toBeNull()
  expect(heading(text.indexOf('York'))).toBeNull()
  expect(heading(text.indexOf('Bath'))).toBe('Town')
  expect(heading(text.indexOf('Leeds'))).toBe('Town')
})

test('two statements of one line have columns of their own', () => {
  const text =
    "INSERT INTO a (name, town) VALUES ('Obi', 'Leeds'); INSERT INTO b (street, name) VALUES ('Main St', 'Beck');"
  const heading = over(text)
  for (const [value, column] of [
    ['Obi', 'name'],
    ['Main St', 'street'],
    ['Beck', ' name'],
    ['Leeds', ' town'],
  ] as const)
    expect(heading(text.indexOf(value)), value).toBe(column)
})

test('amounts with commas make no table of rows that blanks part', () => {
  const text = 'Name          Born        Paid\nAlen Bock  19.05.1974  9.440,85\nMia Kell  26.04.1945  354,86\n'
  expect(over(text)(text.indexOf('26.04'))).toBe('Born')
})

test('all headings of a table are one range, and each statement of a line has its own', () => {
  const insert = "INSERT INTO members (name, dob) VALUES ('Ada Obi','03.09.1990');"
  const text = insert + insert.replace('members', 'guests')
  const headings = headingsOf(new ScannedText(text))
  const first = headings.head(text.indexOf('Ada'))!
  expect(text.slice(first.start, first.end)).toBe('name, dob')
  expect(headings.head(text.indexOf('03.09'))).toBe(first)
  const second = headings.head(text.lastIndexOf('Ada'))!
  expect(second.start).toBeGreaterThan(first.start + insert.length - 10)
  expect(headings.head(0)).toBeNull()
})
