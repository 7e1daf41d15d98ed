import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../../src/cli/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-cli-'))

/** Runs a command line in this process. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += String(text)
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += String(text)
    return true
  })
  process.exitCode = undefined
  try {
    await main(['node', 'selfsame', ...args])
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    out.mockRestore()
    err.mockRestore()
    process.exitCode = undefined
  }
}

describe('the command line', () => {
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  beforeEach(() => {
    vi.stubEnv('SERVICE_LEDGER', undefined)
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('detects in an argument or a file, as a table or as JSON', async () => {
    const text = 'Write to casey@example.com.'
    const json = await run('detect', text, '-j', 'DE', '--json')
    expect(json.code).toBe(0)
    expect(JSON.parse(json.out)).toMatchObject({
      count: 1,
      detections: [{ category: 'PII-3-EMAIL', start: 9, end: 26 }],
    })
    const table = await run('detect', '--file', file('mail.txt', text), '-j', 'DE')
    expect(table.out).toMatch(/^category\s+start\s+end/)
    expect(table.out).not.toContain('casey')
  })

  it('writes the masked copy to standard output and remarks to standard error', async () => {
    const { code, out, err } = await run('deidentify', 'Write to casey@example.com.', '-j', 'de', '--method', 'mask')
    expect([code, out]).toEqual([0, 'Write to [EMAIL].\n'])
    expect(err).toMatch(/^1 span under GDPR .*\(not recorded/)
  })

  it('reads every line as a text of its own, and stops at the first that it must refuse', async () => {
    const lines = file('lines.log', 'Write to casey@example.com\r\n\nCall Ada Obi\nnothing')
    const copy = await run('deidentify', '--lines', '-f', lines, '-j', 'NG', '--method', 'mask')
    expect([copy.code, copy.out]).toEqual([0, 'Write to [EMAIL]\r\n\nCall [NAME]\nnothing'])
    expect(copy.err).toMatch(/^2 spans in 4 lines/)
    const found = await run('detect', '--lines', '-f', lines, '-j', 'NG')
    expect(
      found.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).count),
    ).toEqual([1, 0, 1, 0])
    const auto = await run('detect', '--lines', '-f', file('auto.log', 'Ghana Card GHA-123456789-1\nhello\nmore'))
    expect([auto.code, auto.err]).toEqual([
      1,
      expect.stringMatching(
        /^selfsame: \S+auto.log, line 2: The text does not say .*--statute NAME.* \(--on-error drop or mask/,
      ),
    ])
    expect((await run('detect', 'a text', '--lines', '-j', 'NG')).code).toBe(2)
    expect((await run('detect', '--lines', '-j', 'NG', '-f', folder)).err).toMatch(/it is a folder/)
    const binary = file('binary.log', '')
    writeFileSync(binary, new Uint8Array([0x61, 0x0a, 0xff, 0x0a]))
    const stopped = await run('detect', '--lines', '-j', 'NG', '-f', binary)
    expect([stopped.code, stopped.out]).toEqual([1, expect.stringMatching(/^\{"count":0.*\n$/)])
    expect(stopped.err).toMatch(/^selfsame: \S+binary.log, line 2: it is not UTF-8 text/)
    expect((await run('detect', 'a text', '--on-error', 'drop', '-j', 'NG')).code).toBe(2)
    expect((await run('detect', '--lines', '--on-error', 'skip', '-f', lines)).err).toContain('refuse, drop, mask')
  })

  it('loses no good line to a bad one where it may leave lines out or mask them, and says so in its exit code', async () => {
    const lines = file('mixed.log', 'Ghana Card GHA-123456789-1\nhello\nGhana Card GHA-987654321-0\n')
    const text = ['deidentify', '--lines', '--method', 'mask', '-f', lines]
    const dropped = await run(...text, '--on-error', 'drop')
    expect([dropped.code, dropped.out]).toEqual([3, 'Ghana Card [GHANA_CARD]\nGhana Card [GHANA_CARD]\n'])
    expect(dropped.err).toMatch(
      /^1 of 3 lines not read and left out; the first is \S+mixed.log, line 2: The text does not say/m,
    )
    const masked = await run(...text, '--on-error', 'mask')
    expect([masked.code, masked.out]).toEqual([
      3,
      'Ghana Card [GHANA_CARD]\n[LINE 2 NOT READ]\nGhana Card [GHANA_CARD]\n',
    ])
    // One jurisdiction for the file is one for every line of it.
    expect((await run(...text, '--on-error', 'drop', '-j', 'GH')).code).toBe(0)
    const wrong = await run(...text, '--on-error', 'drop', '-j', 'XX')
    expect([wrong.out, wrong.err]).toEqual([
      '',
      expect.stringMatching(/^selfsame: \S+mixed.log, line 1: Jurisdiction XX/),
    ])
  })

  it('takes a salt from a file, where nobody else sees it', async () => {
    const text = ['deidentify', 'Write to casey@example.com.', '-j', 'de']
    const kept = await run(...text, '--salt-file', file('salt', 'a secret of ours\n'))
    expect([kept.code, kept.out]).toEqual([0, (await run(...text, '--salt', 'a secret of ours')).out])
    const empty = await run(...text, '--salt-file', file('no-salt', '\n'))
    expect([empty.code, empty.err]).toEqual([2, expect.stringMatching(/is empty: a salt is a long random text/)])
    expect((await run(...text, '--salt', 'x', '--salt-file', file('salt', 'y'))).code).toBe(2)
  })

  it('lists in its help what an option takes, and says no default that nobody could pass', async () => {
    expect((await run('compare', '--help')).out).toMatch(/default: person.*Entity packs:\n +artist, organisation/s)
    expect((await run('detect', '--help')).out).toMatch(/NDPA-2023 +NG\n/)
    expect((await run('extract', '--help')).out).toContain('DOCUMENT_ID')
    expect((await run('serve', '--help')).out).not.toMatch(/default: (?:\[\]|\{\})/)
  })

  it('compares records, texts and files', async () => {
    const a = file('a.json', '{"name":"Example Trading Ltd","registration_id":"RC123456"}')
    const { code, out } = await run(
      'compare',
      `@${a}`,
      '{"name":"Example Trading Limited","registration_id":"RC123456"}',
      '-e',
      'organisation',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ identity: 'same_entity', recorded: false })
    expect((await run('compare', 'Casey Example', '{"name":"Casey Example"}')).code).toBe(2)
  })

  it('reads the headings of a record as those of a table, and names those that it does not know', async () => {
    const { code, out, err } = await run(
      'compare',
      '{"Vorname":"Ann","Nachname":"Lee","Geb.":"1990-01-02","Schuhe":"38"}',
      '{"name":"Ann Lee","dob":"02.01.1990"}',
    )
    expect(code).toBe(0)
    expect(out).toMatch(/^same_entity/)
    expect(err).toContain('not compared: Schuhe. The pack person has the fields name, given_name,')
  })

  it('takes no table for one side of a comparison', async () => {
    const tables = {
      'a table of 3 columns': file('a.csv', 'name,dob,city\nAnn Lee,1990-01-01,Leeds\nBob Ray,1985-02-03,York\n'),
      'a table of 2 columns': file('b.csv', 'Ann Lee;Leeds\nBob Ray;York\n\nCy Dee;Hull'),
      'a table of 4 columns': file('export.txt', 'id\tname\tcity\tborn\n1\tAnn\tLeeds\t1990\n2\tBob\tYork\t1985'),
      'a file of JSON lines': file('a.jsonl', '{"name":"Ann Lee"}\n{"name":"Bob Ray"}\n'),
      'a JSON list of records': file('list.json', '[{"name":"Ann Lee"},\n{"name":"Bob Ray"}]'),
    }
    for (const [kind, path] of Object.entries(tables)) {
      const { code, out, err } = await run('compare', `@${path}`, `@${path}`)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(new RegExp(`is ${kind}: compare takes one record or one text a side.*link`))
    }
    const texts = [
      'Name\tAnn Lee\nBorn\t1990-01-01\nCity\tLeeds',
      'Ann Lee, Leeds, England\nborn in York, raised here, a nurse\nto Bob, Cy, Dee',
      '{"name":\n"Ann Lee"}',
    ]
    for (const text of texts) expect((await run('compare', text, text)).code).toBe(0)
  })

  it('points from files that are no text to the command that reads them', async () => {
    for (const name of ['letter.pdf', 'letter.docx']) {
      const path = join(import.meta.dirname, '..', '..', 'files', name)
      for (const words of [
        ['detect', '-f', path],
        ['detect', '--lines', '-f', path],
        ['compare', `@${path}`, 'Ann Lee'],
      ]) {
        const { code, err } = await run(...words)
        expect([code, err]).toEqual([
          2,
          expect.stringMatching(/"selfsame documents" reads PDF, office files and other documents\n$/),
        ])
      }
    }
    const wide = file('wide.txt', '')
    writeFileSync(wide, Buffer.from('\ufeffAnn Lee', 'utf16le'))
    expect((await run('places', '-f', wide)).err).toMatch(/is UTF-16 text: convert it to UTF-8 first/)
    const cells = file('cells.xlsx', '')
    writeFileSync(cells, Buffer.from('PK\u0003\u0004\u0014\u0000 xl/workbook.xml [Content_Types].xml'))
    expect((await run('compare', `@${cells}`, `@${cells}`)).err).toMatch(/is a document or another binary file/)
    const columns = file('columns.parquet', 'PAR1\u0015\u0000PAR1')
    expect((await run('compare', `@${columns}`, `@${columns}`)).err).toMatch(/is a document or another binary file/)
  })

  it('stores in the ledger of the environment and reads it back', async () => {
    vi.stubEnv('SERVICE_LEDGER', join(folder, 'ledger.db'))
    const stored = await run('deidentify', 'Write to casey@example.com.', '-j', 'DE', '--store', '--json')
    const { decision_id } = JSON.parse(stored.out)
    const read = await run('decision', decision_id, '--reveal')
    expect(JSON.parse(read.out)).toMatchObject({ decision_id, verb: 'deidentify' })
    expect(JSON.parse((await run('replay', decision_id)).out)).toMatchObject({ reproduced: true })
    expect((await run('explain', 'dec:sha256:0')).code).toBe(1)
  })

  it('reads documents', async () => {
    const paths = [
      file('one.txt', 'Casey Example, casey@example.com'),
      file('two.txt', 'Casey Example, casey@example.com'),
    ]
    const { code, out } = await run('documents', ...paths, '-j', 'DE', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).decisions).toHaveLength(1)
    expect((await run('documents', ...paths, '-j', 'DE')).out).toMatch(/^one\.txt +email +case\*+ +0\.\d+ +document$/m)
    expect((await run('documents', ...paths, '-j', 'DE', '--reveal')).out).toMatch(
      /^two\.txt +email +casey@example\.com /m,
    )
  })

  it('finds places and entities', async () => {
    expect((await run('places', 'Deliver to Balogun Market.')).code).toBe(0)
    expect(JSON.parse((await run('extract', 'Write to casey@example.com.', '-t', 'email', '--json')).out).count).toBe(1)
  })

  it('says in one sentence what went wrong: 1 for a failure, 2 for a wrong call', async () => {
    const failed = await run('detect', 'Nothing says where this is from.')
    expect(failed.code).toBe(1)
    expect(failed.err).toMatch(/^selfsame: .*will not guess/)
    const unstored = await run('deidentify', 'x', '-j', 'DE', '--store')
    expect([unstored.code, unstored.err.split('\n').length]).toEqual([1, 2])
    for (const args of [
      ['detect', 'x', '--file', 'y'],
      ['detect', '--file', join(folder, 'missing')],
      ['detect', '--nope'],
      ['compare', 'one'],
      ['compare', '{"name": "A"', '{"name": "A"}'],
      ['serve', '--port', '0', '--limit', 'fileMs=0'],
      ['nope'],
    ])
      expect((await run(...args)).code).toBe(2)
  })

  it('says what somebody may have meant, and refuses a wrong value of an option as a wrong call', async () => {
    for (const [args, said] of [
      [['detct', 'x'], /unknown command 'detct'\n\(Did you mean detect\?\)/],
      [['help', 'detct'], /unknown command 'detct'\n\(Did you mean detect\?\)/],
      [['ledger', 'verfy'], /unknown command 'verfy'\n\(Did you mean verify\?\)/],
      [['detect', 'x', '--jurisdction', 'DE'], /unknown option '--jurisdction'\n\(Did you mean --jurisdiction\?\)/],
      [['detect', 'x', '-j', 'XX'], /^selfsame: Jurisdiction XX has no statute here/],
      [['detect', 'x', '-j', 'uk'], /^selfsame: There is no jurisdiction UK: did you mean GB\? Add -j CODE/],
      [['compare', 'x', 'y', '-j', 'EL'], /^selfsame: There is no jurisdiction EL: did you mean GR\? Add -j CODE/],
      [['reidentify', 'x'], /^selfsame: nothing is given back without --vault FILE: the values of the tokens are in/],
      [['reidentify', 'x', '--vault', 'v'], /^selfsame: nothing is given back without --vault-key: /],
      [['detect', 'x', '--statute', 'HIPAA'], /^selfsame: There is no such statute here/],
      [
        ['deidentify', 'x', '-j', 'DE', '--method', 'burn'],
        /^selfsame: There is no such method. Pass one of statute, mask/,
      ],
      [['compare', '{"name":"A"}', '{"name":"A"}', '-e', 'ship'], /^selfsame: there is no entity pack 'ship'/],
      [['extract', 'x', '-t', 'SHIP'], /^selfsame: entity_types holds a type that is not proposed here/],
    ] as const) {
      const { code, out, err } = await run(...args)
      expect([code, out, err]).toEqual([2, '', expect.stringMatching(said)])
    }
    expect((await run('help', 'detect')).out).toMatch(/^Usage: selfsame detect /)
  })

  it('keeps the tokens of a text, and gives its values back', async () => {
    const key = join(folder, 'vault.key')
    await run('ledger', 'keygen', key)
    const vault = ['--vault', join(folder, 'tokens.vault'), '--vault-key', key]
    const text = 'Write to Anna Schmidt (anna.schmidt@example.org).'
    const masked = await run('deidentify', text, '-j', 'DE', '--salt', 'long and random', ...vault)
    expect(masked.out).toMatch(/^Write to NAME_[0-9a-f]{8} \(EMAIL_[0-9a-f]{8}\)\.\n$/)
    const answer = file('answer.txt', `Draft: ${masked.out}`)
    const back = await run('reidentify', answer, ...vault, '--ledger', join(folder, 'uses.sqlite'))
    expect(back.out).toBe(`Draft: ${text}\n`)
    expect((await run('reidentify', answer, ...vault)).err).toBe(
      'selfsame: nothing is given back without --ledger FILE: every run is recorded there before a value is shown\n',
    )
    expect((await run('deidentify', text, '-j', 'DE', '--vault', 'x.vault')).err).toMatch(/give both --vault/)
  })

  it('refuses an option of tables where there is no table', async () => {
    const path = file('note.txt', 'Anna Schmidt')
    for (const args of [['Anna'], ['--lines', '--file', path], [path, '-o', join(folder, 'masked.txt')]])
      expect((await run('deidentify', ...args, '-j', 'DE', '--report', 'report.html')).err).toMatch(
        /^selfsame: --report is about the columns of one table, and .*: leave it out\n$/,
      )
  })

  it('masks lines of JSON as JSON', async () => {
    const path = file(
      'calls.jsonl',
      '{"patientId":100482,"phone":4932110012345,"card":4111111111111111,"by":"Anna Schmidt"}\n',
    )
    const { out } = await run('deidentify', '--lines', '--file', path, '-j', 'DE', '--salt', 'long and random')
    expect(JSON.parse(out)).toEqual({
      patientId: '[HEALTH_ID]',
      phone: expect.stringMatching(/^PHONE_/),
      card: null,
      by: expect.stringMatching(/^NAME_/),
    })
  })

  it('takes the path of a file for no text', async () => {
    const path = file('letter.txt', 'Please call Anna Schmidt.')
    for (const args of [
      ['detect', path, '-j', 'DE'],
      ['deidentify', path, '-j', 'DE'],
      ['compare', 'Anna Schmidt', path, '-j', 'DE'],
    ]) {
      const { code, out, err } = await run(...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(`${path} is a file or a folder, and a text is expected here: write `)
    }
    expect((await run('deidentify', path, '-j', 'DE')).err).toContain('or add -o PATH for a masked copy')
    expect((await run('detect', '--file', path, '-j', 'DE')).out).toContain('PII-1-NAME')
    const { err } = await run('detect', 'Call Casey Example.')
    expect(err).toMatch(
      /will not guess\. Add -j CODE or --statute NAME; "selfsame list jurisdictions" has the codes\.\n$/,
    )
  })

  it('says why a file cannot be read, which limits there are, and what a ledger may be', async () => {
    expect((await run('detect', '--file', join(folder, 'missing'))).err).toMatch(
      /cannot be read: there is no such file\n$/,
    )
    expect((await run('detect', '--file', '')).err).toMatch(/a file without a name cannot be read/)
    const closed = file('closed.txt', 'x')
    chmodSync(closed, 0)
    // The superuser may read everything.
    if (process.getuid?.() !== 0)
      for (const words of [
        ['detect', '-f', closed],
        ['detect', '--lines', '-f', closed],
        ['compare', `@${closed}`, 'x'],
      ])
        expect((await run(...words)).err).toMatch(/cannot be read: permission is denied\n$/)
    expect((await run('documents', join(folder, 'none'))).err).toMatch(/cannot be read: there is no such file\n$/)
    mkdirSync(join(folder, 'empty'))
    expect((await run('documents', join(folder, 'empty'))).err).toMatch(/holds no file\n$/)
    expect((await run('serve', '--limit', 'uploads=3')).err).toMatch(/no such limit; there are bodyBytes, .*heavyQueue/)
    for (const address of ['mysql://localhost/x', 'sqlite:///x.db']) {
      const { code, err } = await run('deidentify', 'x', '-j', 'DE', '--store', '--ledger', address)
      expect([code, err]).toEqual([1, expect.stringMatching(/a SQLite file or a postgres:\/\/ address/)])
    }
  })

  it.each([
    ['SERVICE_LEDGER', ['ledger', 'stats']],
    ['SERVICE_LEDGER_KEY', ['ledger', 'stats', 'some.ledger']],
    ['SERVICE_SIGNING_KEY', ['serve', '--port', '0']],
    ['SERVICE_WARM', ['serve', '--port', '0'], 'perhaps'],
  ])('refuses a %s that somebody forgot to fill in', async (name, args, value = '') => {
    vi.stubEnv(name, value)
    const { code, err } = await run(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(name)])
  })

  it('lists its commands', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const name of [
      'serve',
      'detect',
      'deidentify',
      'compare',
      'documents',
      'places',
      'extract',
      'decision',
      'explain',
      'replay',
      'ledger',
      'attest',
      'completion',
    ])
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  })
})
