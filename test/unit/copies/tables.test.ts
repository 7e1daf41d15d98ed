import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'
import { SALT, tableFolder } from '../../shared/table-folder.ts'

const folder = tableFolder()
const PEOPLE = `Vorname;Nachname;Geburtsdatum;Geschlecht;PLZ;Ort;Telefon;E-Mail;Steuer-ID;Status;Bemerkung
Rose;Müller;03.02.1980;w;10115;Berlin;030 23125 714;rose.m@example.org;47036892816;offen;"rose rief an; Frau Müller wünscht Rückruf"
Jan;Nowak;17.11.1975;m;50667;Köln;+49 171 3920044;jan@example.org;47036892816;bezahlt;Brief an Nowaka zurück
`
const rowsOf = (text: string, delimiter = ';') => Papa.parse<string[]>(text.trimEnd(), { delimiter }).data

describe('a masked copy of a table', () => {
  it('does with each column what the statute says of its kind', async () => {
    const { done, text } = await folder.copy('people.csv', PEOPLE)
    expect(done.plan.columns.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'given_name tokenize',
      'family_name tokenize',
      'dob generalize',
      'gender retain',
      'postcode retain',
      'city retain',
      'phone tokenize',
      'email tokenize',
      'tax_id mask',
      'text text',
      'notes text',
    ])
    const [head, rose] = rowsOf(text)
    expect(head).toEqual(rowsOf(PEOPLE)[0])
    expect(rose!.slice(2, 6)).toEqual(['1980', 'w', '10115', 'Berlin'])
    expect(rose![8]).toBe('[TIN]')
    expect(rose![9]).toBe('offen')
    expect(done).toMatchObject({ rows: 2, statute: 'GDPR', recorded: false })
  })

  it('gives the keys of a registry one token in all its tables, and official numbers what their law says', async () => {
    const keys = ['10001', 'C-204', '900000017', '4f3a9b', '7']
    for (const heading of ['id', 'pat_id', 'customer_no', 'KundenNr', 'Patienten-ID']) {
      const people = await folder.copy('people.csv', `${heading},Ort\n${keys.map((key) => `${key},Berlin\n`).join('')}`)
      expect(people.done.plan.columns[0]).toMatchObject({ kind: 'record_key', action: 'tokenize', by: 'heading' })
      const visits = await folder.copy('visits.csv', `Menge,${heading}\n1,C-204\n2,C-204\n3,7\n`)
      const tokens = rowsOf(people.text, ',')
        .slice(1)
        .map(([key]) => key)
      expect(new Set(tokens).size).toBe(keys.length)
      expect(rowsOf(visits.text, ',').map((row) => row[1])).toEqual([heading, tokens[1], tokens[1], tokens[4]])
    }
    const visits = 'VisitID,EncounterID,CaseID,case\nb7-1,E1,C-1,1\nb7-2,E2,C-2,2\nb7-3,E3,C-3,3\n'
    const { columns } = (await folder.copy('visits.csv', visits)).done.plan
    expect(columns.map(({ kind }) => kind)).toEqual(['record_key', 'record_key', 'record_key', 'text'])
    const notes = await folder.copy('notes.csv', 'id,Bemerkung\nC-204,"zu c-204, siehe C-204"\nC-305,"wie C-305"\n')
    const [, row] = rowsOf(notes.text, ',')
    expect(row![1]).toBe(`zu ${row![0]}, siehe ${row![0]}`)
    const nested = await folder.copy('nested.jsonl', '{"c":[{"id":"C-204","n":1}]}\n{"c":[{"id":"C-305","n":2}]}\n')
    expect(nested.done.plan.columns[0]).toMatchObject({ heading: 'c[].id', kind: 'record_key', action: 'tokenize' })
    const pesel = await folder.copy('pesel.csv', 'id,Ort\n44051401359,Kraków\n02070803628,Gdynia\n', {
      jurisdiction: 'PL',
    })
    expect(pesel.done.plan.columns[0]).toMatchObject({ category: 'PII-2-NATIONAL_ID' })
  })

  it('writes no cell that a spreadsheet would run', async () => {
    const table = '=A1+B1,Menge\n"=HYPERLINK(""http://x.example"",""a"")",1\n@SUM(1+1),-5\n+cmd|\' /C calc\'!A0,+3\n'
    const { text } = await folder.copy('formulas.csv', table, { headings: true })
    expect(rowsOf(text, ',')).toEqual([
      ["'=A1+B1", 'Menge'],
      ['\'=HYPERLINK("http://x.example","a")', '1'],
      ["'@SUM(1+1)", '-5'],
      ["'+cmd|' /C calc'!A0", '+3'],
    ])
  })

  it('finds the names of a row in its notes, in small letters and with an ending, under the same token', async () => {
    const { text } = await folder.copy('people.csv', PEOPLE)
    const [, rose, jan] = rowsOf(text)
    expect(rose![10]).toContain(rose![0]!)
    expect(rose![10]).toMatch(/Frau (?:NAME_[0-9a-f]{8} )?wünscht|Frau NAME_/)
    expect(text).not.toMatch(/rose|müller|nowak/i)
    expect(jan![10]).toContain(jan![1]!)
  })

  it('hides people of its rows in headings, with their letters apart, and with a given name that no column has', async () => {
    const { text, done } = await folder.copy(
      'odd-names.csv',
      'Kunde,Nachname,Notiz Wallraff,Ort\n1,Wallraff,W a l l r a f f,Bonn\n2,Ort,da,Köln\n',
    )
    const [head, row] = rowsOf(text, ',')
    expect(head).toEqual(['Kunde', 'Nachname', expect.stringMatching(/^Notiz NAME_/), 'Ort'])
    expect(row![2]).toBe(row![1])
    expect(JSON.stringify(done.plan)).not.toContain('Wallraff')
    const notes = await folder.copy('notes.csv', 'Kunde,Nachname,Notiz\n1,Wallraff,Jürgen Wallraffs Frau\n')
    expect(notes.text).toMatch(/,(NAME_\w{8}),\1 Frau/)
  })

  it('hides numbers of its row in any grouping', async () => {
    const { text } = await folder.copy(
      'numbers.csv',
      'nazwisko;PESEL;telefon;uwagi\nRzeszutkowska;490503 12344;+48 601 234 567;49050312344 tel 601234567 i 601-234-567\n',
      { jurisdiction: 'PL' },
    )
    expect(text).not.toMatch(/49050312344|601.?234.?567/)
  })

  it('hides a number that one text of a row names in the other texts and numbers of the row', async () => {
    const { text, done } = await folder.copy(
      'codes.csv',
      `code,Bestellnummer,Notiz,Ort
47 0368 92816,47036892816,Steuer-ID 47036892816 fehlt,Bonn
601234,5,geb. am 3.2.1980 in Ulm. Tel. 0171 3920044,Köln
0171/3920044,03.02.1980,Frau Krause (Tel. 0171 3920044; geb. am 3.2.1980),Köln
`,
      { jurisdiction: 'DE' },
    )
    expect(text).not.toMatch(/\d.?3920044|92816|0?3\.0?2\.1980/)
    const [, tax, , phone] = rowsOf(text, ',')
    expect(tax!.slice(0, 2)).toEqual(['[TIN]', '[TIN]'])
    expect(phone![2]).toContain(phone![0]!)
    expect(text).toMatch(/^601234,5,.*,Köln$/m)
    expect(done.columns[1]!.found).toEqual({ 'PII-2-TIN': 1, 'PII-1-DOB': 1 })
  })

  it('gives a value the token that a text gives it under the same salt', async () => {
    const { text } = await folder.copy('people.csv', PEOPLE)
    const [, rose] = rowsOf(text)
    const service = createService()
    const answer = await service.deidentify({
      text: 'Tel. 030 23125 714, Mail: rose.m@example.org',
      jurisdiction: 'DE',
      salt: SALT,
    })
    await service.close()
    expect(answer.text).toBe(`Tel. ${rose![6]}, Mail: ${rose![7]}`)
  })

  it('lets tables join as before: one token for a value however it is written, another for another', async () => {
    const value = fc.stringMatching(/^[a-z]{3,8}$/)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(value, { minLength: 4, maxLength: 12 }), async (users) => {
        const a = await folder.copy(
          'a.csv',
          `E-Mail,Stadt,Menge\n${users.map((user) => `${user}@example.org,Berlin,1\n`).join('')}`,
        )
        const b = await folder.copy(
          'b.csv',
          `Nr,Mailadresse,Preis\n${users.map((user) => `7,${user.toUpperCase()}@Example.org,2\n`).join('')}`,
        )
        const [left, right] = [rowsOf(a.text, ',').slice(1), rowsOf(b.text, ',').slice(1)]
        expect(left.map(([email]) => email)).toEqual(right.map(([, email]) => email))
        expect(new Set(left.map(([email]) => email)).size).toBe(users.length)
      }),
      { numRuns: 8 },
    )
  })

  it('does what is asked of a column instead, named by its heading or its place', async () => {
    const { text, done } = await folder.copy('people.csv', PEOPLE, {
      columns: 'ort=drop,#1=mask,Steuer-ID=token,Status=keep',
    })
    const [, rose] = rowsOf(text)
    expect([rose![0], rose![5], rose![9]]).toEqual(['[NAME]', '', 'offen'])
    expect(rose![8]).toMatch(/^TIN_[0-9a-f]{8}$/)
    expect(done.plan.columns[5]!.by).toBe('asked')
    await expect(folder.copy('people.csv', PEOPLE, { columns: 'Haarfarbe=mask' })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(folder.copy('people.csv', PEOPLE, { columns: 'Ort=hide' })).rejects.toMatchObject({ code: 'usage' })
  })

  it('puts one action over every column that holds personal data when a method forces it', async () => {
    const { text } = await folder.copy('people.csv', PEOPLE, { method: 'mask' })
    const [, rose] = rowsOf(text)
    expect(rose!.slice(0, 9)).toEqual([
      '[NAME]',
      '[NAME]',
      '[DOB]',
      'w',
      '[LOCATION]',
      '[LOCATION]',
      '[PHONE]',
      '[EMAIL]',
      '[TIN]',
    ])
  })

  it('shifts the dates of a person together, also those in texts, and keeps what lies between them', async () => {
    const table =
      'Patient,Aufnahmedatum,Entlassungsdatum,Bemerkung\nRose Müller,2024-03-05,2024-03-15,"Kontrolle am 05.03.2024"\nJan Nowak,2024-03-05,2024-03-06,keine\n'
    const { text } = await folder.copy('visits.csv', table, { shiftDates: 'Patient' })
    const [, rose, jan] = rowsOf(text, ',')
    const days = (row: string[]) => [1, 2].map((at) => Date.parse(row[at]!) / 86_400_000)
    const [from, to] = days(rose!)
    expect(to! - from!).toBe(10)
    expect(Math.abs(from! - Date.parse('2024-03-05') / 86_400_000)).toBeGreaterThan(0)
    const [year, month, day] = rose![1]!.split('-')
    expect(rose![3]).toBe(`Kontrolle am ${day}.${month}.${year}`)
    expect(days(jan!)[0]).not.toBe(from)
    const notes = [
      ...['Aufnahme 5. März 2024', '05.03.2024-08.03.2024', '20240307', 'Mar 7, 2024', 'March 5th 2024'],
      ...[
        '5.-8.3.2024',
        'im März 2024',
        'am 7.3. wieder',
        'seit 2024-W10',
        'March 5th',
        'Zimmer 12, Tel. 030 12 34 56',
      ],
    ]
    const written = await folder.copy(
      'notes.csv',
      `Patient,Notiz\n${notes.map((note) => `Rose Müller,"${note}"\n`).join('')}`,
      {
        shiftDates: 'Patient',
      },
    )
    const [, ...moved] = rowsOf(written.text, ',').map(([, note]) => note!)
    expect(moved.join('\n')).not.toMatch(/2024-?W|03[.-]2024|20240307|Mar|März|7\.3|5\.-8|2024-03-0[57]/)
    expect(
      moved
        .slice(0, 5)
        .join(' ')
        .match(/\[DATE\]/g),
    ).toBeNull()
    expect(moved.slice(5, 10).every((note) => note.includes('[DATE]'))).toBe(true)
    expect(moved[10]).toContain('Zimmer 12')
    await expect(folder.copy('visits.csv', table, { shiftDates: 'Patient', salt: '' })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  it('is the same whatever masks it, and binds file and copy by their bytes', async () => {
    const many = PEOPLE + PEOPLE.slice(PEOPLE.indexOf('\n') + 1).repeat(1600)
    const alone = await folder.copy('many.csv', many)
    const pool = await folder.copy('many.csv', many, {}, { processes: 2, out: folder.at('pool.csv') })
    expect(pool.text).toBe(alone.text)
    expect(pool.done.decision_id).toBe(alone.done.decision_id)
    const hash = (text: string) => `doc:sha256:${createHash('sha256').update(text).digest('hex')}`
    expect(alone.done).toMatchObject({ original: hash(many), copy: hash(alone.text) })
  })

  it('leaves nothing behind when it is stopped or refused, and nothing is recorded', async () => {
    const before = folder.list()
    const out = folder.at('stopped.csv')
    const stop = new AbortController()
    const many = PEOPLE + PEOPLE.slice(PEOPLE.indexOf('\n') + 1).repeat(3000)
    const copied = folder.copy(
      'stop.csv',
      many,
      {},
      { out, signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
    )
    await expect(copied).rejects.toThrow('stopped')
    const ragged = `${PEOPLE}a;b;c;d;e;f;g;h;i;j;k;l\n`
    await expect(folder.copy('ragged.csv', ragged, {}, { out })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('row 4'),
    })
    await expect(folder.copy('open.csv', `${PEOPLE}a;"b;c\n`, {}, { out })).rejects.toMatchObject({ code: 'usage' })
    expect(folder.list().filter((name) => !before.includes(name))).toEqual(['open.csv', 'ragged.csv', 'stop.csv'])
  })

  it('refuses a copy in which a value that was masked still stands in another column of its row', async () => {
    const table =
      'Name,Kontonummer,PLZ\nRose Müller,20230045,10115\nJan Nowak,20230046,50667\nEva Krause,20230047,20230047\n'
    for (const again of ['20230047', '2023-0047'])
      await expect(folder.copy('leak.csv', table.replace(/20230047\n/, `${again}\n`))).rejects.toMatchObject({
        code: 'copy_leaks',
        message: expect.stringMatching(/row 4(?!.*20230047)/),
      })
  })

  it('reads what does not fit the kind that a column is kept for, and headings that name people', async () => {
    const table =
      'Name,Ort,Punkte von Rosemarie Müller\nRose Müller,Berlin,3\nJan Nowak,Köln,4\nEva Krause,"Bonn, Mail an eva@example.org oder 030 23125 714",5\n'
    const { text } = await folder.copy('odd.csv', table)
    expect(text).toMatch(/,Köln,4\n/)
    expect(text).not.toMatch(/eva@|23125|Müller|Rosemarie/)
  })

  it('does not guess whether the first row is headings or a person', async () => {
    const table = 'Rose,Müller,Berlin\nJan,Nowak,Köln\nEva,Krause,Bonn\nTom,Wagner,Essen\n'
    await expect(folder.copy('bare.csv', table)).rejects.toMatchObject({ code: 'usage' })
    const { text } = await folder.copy('bare.csv', table, { headings: false })
    expect(text).not.toMatch(/Rose|Müller|Nowak|Krause|Wagner/)
  })

  it('keeps how the table is written: delimiter, line breaks, quotation marks, byte order mark', async () => {
    const table =
      '\ufeff"Name"\t"Ort"\t"Notiz"\r\n"Müller, Rose"\t"Bonn"\t"sagte ""ja"""\r\n"Nowak, Jan"\t"Köln"\t"kam\nnie"\r\n'
    const { text } = await folder.copy('dialect.tsv', table)
    expect(text).toMatch(
      /^\ufeff"Name"\t"Ort"\t"Notiz"\r\n"NAME_[0-9a-f]{8}"\t"Bonn"\t"sagte ""ja"""\r\n"NAME_[0-9a-f]{8}"\t"Köln"\t"kam\nnie"\r\n$/,
    )
  })

  it('reads a table of an older encoding and writes UTF-8', async () => {
    const { text } = await folder.copy(
      'latin.csv',
      Buffer.from('Name;Ort;Straße\nRose Müller;Köln;Gärtnerweg 3\nJan Größ;Düren;Übergang 4\n', 'latin1'),
    )
    expect(text.split('\n')[0]).toBe('Name;Ort;Straße')
    expect(text).toContain('Köln')
    expect(text).not.toContain('Müller')
  })

  it('counts who is singled out by what remains, and how that changes when it is coarser', async () => {
    const rows = [
      '1980-01-02,w,10115',
      '1981-05-06,w,10115',
      '1985-01-02,w,10117',
      '1990-02-03,m,50667',
      '1990-09-09,m,50667',
    ]
    const table = `Name,Geburtsdatum,Geschlecht,PLZ\n${rows.map((row, at) => `Person ${'ABCDE'[at]},${row}\n`).join('')}`
    const { done } = await folder.copy('groups.csv', table, {}, { report: true })
    const told = new Map(done.remains.map(({ says, alone }) => [says, alone]))
    expect(told.get('as it stands')).toBe(3)
    expect(told.get('postcode to 3 characters')).toBe(3)
    expect(told.get('postcode to 3 characters, year of birth to decade')).toBe(0)
  })
})

describe('JSON lines', () => {
  it('keeps every object as it is but for what is masked, lists and nested members too', async () => {
    const lines = [
      {
        name: 'Rose Müller',
        born: '1980-02-03',
        contacts: [{ tel: '030 23125 714' }, { tel: '0171 3920044' }],
        n: 3,
        ok: true,
      },
      { n: 4.5, name: 'Jan Nowak', notes: 'jan kam', extra: null },
    ]
    const { text, done } = await folder.copy('people.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const [rose, jan] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rose).toMatchObject({ born: '1980', n: 3, ok: true })
    expect(rose.contacts.map(({ tel }: { tel: string }) => tel.slice(0, 6))).toEqual(['PHONE_', 'PHONE_'])
    expect(Object.keys(jan)).toEqual(['n', 'name', 'notes', 'extra'])
    expect(jan.notes).toMatch(/^NAME_[0-9a-f]{8} kam$/)
    expect(done.rows).toBe(2)
  })

  it('hides the date of birth of a row in kept columns and notes, however it is written', async () => {
    const born = {
      name: 'Rose Müller',
      dob: '1980-02-03',
      due: '1980-02-03',
      seen: '1980-02-03T00:00:00Z',
      notes: '3. Februar 1980',
    }
    const other = {
      name: 'Jan Nowak',
      dob: '1975-11-17',
      due: '2024-02-03',
      seen: '2024-02-03T10:00:00Z',
      notes: 'am 3.5.2024',
    }
    const lines = [born, other].map((line) => `${JSON.stringify(line)}\n`).join('')
    const { text } = await folder.copy('people.jsonl', lines)
    const [rose, jan] = text
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line))
    expect(rose).toMatchObject({ dob: '1980', due: '[DOB]', seen: '[DOB]T00:00:00Z', notes: '[DOB]' })
    expect(jan).toMatchObject({ dob: '1975', due: '2024-02-03', seen: '2024-02-03T10:00:00Z', notes: 'am 3.5.2024' })
  })

  it('refuses what it could not write again: a broken line, a number that loses digits', async () => {
    const good = '{"name":"Rose Müller","id":1}\n'
    await expect(folder.copy('bad.jsonl', `${good}${good}{"name":"x"\n`)).rejects.toMatchObject({ code: 'usage' })
    await expect(folder.copy('big.jsonl', `${good}${good}{"id":12345678901234567890}\n`)).rejects.toMatchObject({
      code: 'usage',
    })
  })
})

describe('Parquet', () => {
  it('keeps the types of columns that are kept, and writes masks as text', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'name', data: ['Rose Müller', 'Jan Nowak', null], type: 'STRING' },
          { name: 'amount', data: [1.5, 2.25, 3], type: 'DOUBLE' },
          { name: 'phone', data: ['030 23125 714', '0171 3920044', '030 23125 714'], type: 'STRING' },
        ],
      }),
    )
    await folder.copy('people.parquet', bytes)
    const { readFileSync } = await import('node:fs')
    const copy = readFileSync(folder.at('masked-people.parquet'))
    const file = copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength)
    const rows = await parquetReadObjects({ file })
    expect(rows.map(({ amount }) => amount)).toEqual([1.5, 2.25, 3])
    expect(rows.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^NAME_/),
      expect.stringMatching(/^NAME_/),
      null,
    ])
    expect(rows[0]!['phone']).toBe(rows[2]!['phone'])
    expect(copy.toString('latin1')).not.toMatch(/Rose|Nowak|23125/)
    expect((await parquetMetadataAsync(file)).schema.map(({ type }) => type)).toEqual([
      undefined,
      'BYTE_ARRAY',
      'DOUBLE',
      'BYTE_ARRAY',
    ])
  })

  it('masks the names of people that columns have for their names', async () => {
    const data = ['yes', 'no']
    const columnData = ['day', 'Rose Müller', 'Jan Nowak'].map((name) => ({ name, data, type: 'STRING' as const }))
    await folder.copy('votes.parquet', new Uint8Array(parquetWriteBuffer({ columnData })))
    const { readFileSync } = await import('node:fs')
    const copy = readFileSync(folder.at('masked-votes.parquet'))
    expect(copy.toString('utf8')).not.toMatch(/Rose|Müller|Nowak/)
    const rows = await parquetReadObjects({
      file: copy.buffer.slice(copy.byteOffset, copy.byteOffset + copy.byteLength),
    })
    expect(Object.keys(rows[0]!)).toEqual(['day', expect.stringMatching(/NAME/), expect.stringMatching(/NAME/)])
    expect(rows.map((row) => Object.values(row)[1])).toEqual(data)
  })
})

it('says of tokens without a salt that they can be reversed', async () => {
  const warnings: string[] = []
  const service = createService({ warn: (message) => warnings.push(message) })
  const path = folder.write('plain.csv', PEOPLE)
  const asked = { jurisdiction: 'DE' }
  const out = folder.at('unsalted.csv')
  await service.copyTable(path, asked, { out, report: false, processes: 0 })
  expect(warnings).toEqual([expect.stringMatching(/empty salt/)])
  await service.close()
})

it.skipIf(process.platform === 'win32')('leaves nothing where the disk is full', () => {
  folder.write('plain.csv', PEOPLE)
  const program = fileURLToPath(new URL('../../../bin/selfsame.mjs', import.meta.url))
  // A file may have no bytes: the first write fails as it does on a full disk.
  const words = `trap '' XFSZ; ulimit -f 0; exec "${process.execPath}" "${program}" deidentify plain.csv -o full.csv -j DE`
  const { status, stderr } = spawnSync('sh', ['-c', words], { cwd: folder.at(''), encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/write failed \(EFBIG\)/)])
  expect(folder.list().filter((name) => name.startsWith('full'))).toEqual([])
})
