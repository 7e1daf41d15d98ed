// A person once found stays hidden: in the rows of a person, the lines of a session, the files of a case, and all parts of a file.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deidentifyCommand } from '../../../src/cli/deidentify.ts'
import { detectCommand } from '../../../src/cli/detect.ts'
import { createCopyMaker } from '../../../src/formats/file-processes.ts'
import { DEFAULT_LIMITS } from '../../../src/limits.ts'
import { createService } from '../../../src/service.ts'
import { runCommand } from '../../shared/commands.ts'
import { docx, packed, paragraph, NAMESPACE as W } from '../../shared/office-files.ts'
import { tableFolder } from '../../shared/table-folder.ts'
import { everyPart } from '../../shared/unpacked.ts'

const service = createService({ readers: 1 })
afterAll(() => service.close())
const copyOf = (name: string, bytes: Uint8Array) =>
  service.deidentifyFile({ jurisdiction: 'DE', salt: 'x', method: 'token' }, { name, bytes })
const inText = async (name: string, text: string) =>
  Buffer.from((await copyOf(name, Buffer.from(text))).bytes).toString()

describe('a person of a row', () => {
  const folder = tableFolder()
  const rows = async (name: string, content: string) => (await folder.copy(name, content)).text.trim().split('\n')

  it('is hidden in its notes in every form, under the tokens of its columns', async () => {
    const [, polish, german] = await rows(
      'people.csv',
      'pat_id,first_name,last_name,note\n1,Marek,Nowak,Rozmowa z Markiem Nowakiem. Pismo do Nowaka.\n2,Jürgen,Wallraff,Wallraffs Frau rief an; J. W. abgeholt\n',
    )
    expect(polish).toMatch(/^VALUE_\w+,NAME_\w+,(NAME_\w+),Rozmowa z NAME_\w+\. Pismo do \1\.$/)
    expect(german).toMatch(/^VALUE_\w+,NAME_\w+,(NAME_\w+),\1 Frau rief an; NAME_\w+ abgeholt$/)
  })

  it('has the token of its one column of names where the notes have a part of the name', async () => {
    const [, ...people] = await rows(
      'names.csv',
      'name,phone,note\nGreta Sonnleitner,030 901821,Brief an Sonnleitner zurück\nJan Dvořák,030 901822,Dvořák kommt\nAnna Schmidt,030 901823,Schmidt ruft an\n',
    )
    for (const row of people) expect(row).toMatch(/^(NAME_\w+),.*\b\1\b/)
  })

  it('has its birth date hidden in its notes however it is written there', async () => {
    const [, row] = await rows(
      'births.csv',
      'name,geburtsdatum,note\nJürgen Wallraff,14.02.1961,"am 14. Februar 1961, 1961-02-14, 14.2.61 und 15.02.1961"\n',
    )
    expect(row).toMatch(/,1961,"?am \[?\w+\]?, \[?\w+\]?, \[?\w+\]? und 15\.02\.1961"?$/)
    expect(row).not.toMatch(/Februar|02-14|2\.61/)
  })

  it('is no name of a member of JSON lines', async () => {
    await expect(
      rows(
        'members.jsonl',
        '{"name":"Jürgen Wallraff","Jürgen Wallraff":"x"}\n{"name":"Anna Krug","Jürgen Wallraff":"y"}\n',
      ),
    ).rejects.toThrow(/member 2/)
  })

  it('is hidden in other rows of its key, with whom its notes name', async () => {
    const [, , later, other] = await rows(
      'visits.csv',
      'pat_id,first_name,last_name,note\n2,Jürgen,Wallraff,Mutter Erika Brinkmeyer informiert\n2,,,wallraff nicht da; Brinkmeyers Nummer notiert\n3,Anna,Krug,Der Winter war lang\n',
    )
    expect(later).toMatch(/^VALUE_\w+,,,NAME_\w+ nicht da; NAME_\w+ Nummer notiert$/)
    expect(other).toMatch(/,Der Winter war lang$/)
  })

  it('is hidden in JSON lines and in a table that is copied as a text', async () => {
    const [line] = await rows(
      'people.jsonl',
      '{"first_name":"Jürgen","last_name":"Wallraff","note":"Wallraffs Frau rief an"}\n{"first_name":"Anna","last_name":"Krug","note":"ja"}\n',
    )
    expect(line).not.toMatch(/wallraff/i)
    expect(
      await inText('people.csv', 'Vorname;Nachname;Notiz\nJürgen;Wallraff;Wallraffs Frau rief an\nAnna;Krug;ja\n'),
    ).not.toMatch(/wallraff/i)
  })
})

describe('on the command line', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'selfsame-shared-'))
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })
  const run = (...words: string[]) => runCommand(deidentifyCommand(), ...words, '-j', 'DE', '--salt', 'x')

  it('a person of one line is hidden in the later lines of its session, and in no other', async () => {
    const file = join(folder, 'log.jsonl')
    const lines = [
      '{"session":"a","msg":"wallraff came"}',
      '{"session":"a","msg":"User Jürgen Wallraff logged in"}',
      'session=a msg="Wallraffs file was opened by wallraff"',
      '{"session":"b","msg":"wallraff left"}',
      '{"\\u0073ession":"a","msg":"Wallraff left"}',
    ]
    writeFileSync(file, lines.join('\n'))
    const { out } = await run('--lines', '--session', 'session', '--file', file)
    const [before, named, later, other, escaped] = out.split('\n')
    expect([before, other]).toEqual([lines[0], lines[3]])
    const token = /NAME_\w+/.exec(named!)![0]
    expect(later).toBe(`session=a msg="${token} file was opened by ${token}"`)
    expect(escaped).toContain(token)
    const found = await runCommand(detectCommand(), '--lines', '--session', 'session', '--file', file, '-j', 'DE')
    expect(found.out.split('\n').map((line) => (line === '' ? null : JSON.parse(line).count))).toEqual([
      0,
      1,
      2,
      0,
      1,
      null,
    ])
    await expect(run('--session', 'session', '--file', file)).rejects.toMatchObject({ code: 'usage' })
    await expect(run('--lines', '--session', '(a', '--file', file)).rejects.toMatchObject({ code: 'usage' })
  })

  it('a person of one line is hidden later however little the line says of the name', async () => {
    const file = join(folder, 'plain.log')
    writeFileSync(file, 's=0 Friedlinde Kaltwasser geboren am 14.02.1961\ns=0 call by Kaltwasser\ns=0 Frau Kaltwasser')
    const { out } = await run('--lines', '--session', 's', '--file', file)
    expect(out).not.toContain('Kaltwasser')
    expect(new Set(out.match(/NAME_\w+/g))).toHaveProperty('size', 1)
  })

  it('a person of one file is hidden in all files of a case and in their names', async () => {
    const [from, to] = [join(folder, 'case'), join(folder, 'masked')]
    for (const name of ['Akte Wallraff', 'wallr. befund', 'jan_uwe', 'JanUwe'])
      mkdirSync(join(from, name), { recursive: true })
    for (const name of ['wallr. befund', 'jan_uwe', 'JanUwe']) writeFileSync(join(from, name, 'x.txt'), 'gut')
    writeFileSync(join(from, 'a.txt'), 'Patient: Jan-Uwe Wallraff, geb. 3.4.1970.')
    writeFileSync(join(from, 'brief Wallraffs.txt'), 'Brief an wallraff. Wallraffs Frau rief an.')
    writeFileSync(join(from, 'Akte Wallraff', 'liste.csv'), 'nr,note\n1,Wallraff fehlt heute\n2,nichts\n')
    await run(from, '-o', to, '--together')
    const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
    expect(paths).toHaveLength(7)
    expect(paths.join('\n')).not.toMatch(/wallr|jan|uwe/i)
    const texts = paths.map((path) => readFileSync(path, 'utf8'))
    expect(texts.join('\n')).not.toMatch(/wallraff/i)
    expect(new Set(texts.join('\n').match(/NAME_\w+/g))).toHaveProperty('size', 1)
    // A person who came to the case later is in no copy that was made before.
    writeFileSync(join(from, 'b.txt'), 'Patientin: Annegret Krüger')
    await expect(run(from, '-o', to, '--together')).rejects.toMatchObject({ code: 'usage' })
    await expect(run(join(from, 'a.txt'), '-o', join(folder, 'a'), '--together')).rejects.toMatchObject({
      code: 'usage',
    })
  })
})

it('a person is hidden in a mail, in what it quotes, and in its attachments, by whichever of them names it', async () => {
  const inner = docx(paragraph('Otto Brinkmeyer schrieb, dass der Befund von Wallraff vorliegt.'))
  const mail = [
    'From: Jürgen Wallraff <office@example.org>',
    'Subject: Brinkmeyers Termin',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Frau Annegret Krüger kommt morgen.\r\n> Kruegers Termin steht, Brinkmeyer kommt auch.',
    '--B',
    'Content-Type: application/octet-stream; name="krueger.docx"',
    'Content-Disposition: attachment; filename="krueger.docx"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(inner).toString('base64'),
    '--B--',
    '',
  ].join('\r\n')
  const { bytes, name } = await copyOf('wallraffs mail.eml', Buffer.from(mail))
  const attached = /base64\s+([\w+/=\s]+)/.exec(Buffer.from(bytes).toString())![1]!
  expect(name).toMatch(/^NAME_\w+ mail\.eml$/)
  expect(`${Buffer.from(bytes)}\n${everyPart(Buffer.from(attached, 'base64'))}`).not.toMatch(
    /wallraff|kr(?:ü|ue)ger|brinkmeyer/i,
  )
})

it('a person is hidden in headers, comments, descriptions, links and titles of an office file, and in names of JSON', async () => {
  const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
  const file = docx(
    `${paragraph('Patient: Jürgen Wallraff.')}<w:p><w:hyperlink r:id="l1"><w:r><w:t>Akte</w:t></w:r></w:hyperlink></w:p>`,
    {
      'word/comments.xml': `<?xml version="1.0"?><w:comments ${W}><w:comment w:id="1">${paragraph('wallraff fragen')}</w:comment></w:comments>`,
      'docProps/core.xml':
        '<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Wallraffs Akte</dc:title></cp:coreProperties>',
    },
    `<Relationship Id="l1" Type="${link}" Target="https://intra.example/akten/juergen-wallraff.pdf" TargetMode="External"/>`,
  )
  expect(everyPart((await copyOf('akte.docx', file)).bytes)).not.toMatch(/wallraff/i)
  const json = '{"patient":"Jürgen Wallraff","akten":{"wallraff":{"notiz":"Wallraffs Frau"}}}'
  expect(await inText('akte.json', json)).not.toMatch(/wallraff/i)
})

it('names of a request are hidden to their ends', async () => {
  const masked = async (text: string) => (await service.deidentify({ text, jurisdiction: 'DE', salt: 'x' })).text
  expect(await masked('GET /patients?name=Krueger&first=Annegret HTTP/1.1')).toMatch(
    /^GET \/patients\?name=NAME_\w+&first=NAME_\w+ HTTP\/1\.1$/,
  )
  expect(await masked('GET /items?name=Widget&page=2 HTTP/1.1')).toBe('GET /items?name=Widget&page=2 HTTP/1.1')
})

it('a copy that still shows a person is refused, and the place is named by part and position', async () => {
  const maker = createCopyMaker(DEFAULT_LIMITS, 1)
  const leaksIn = (text: string) => [...text.matchAll(/wallraff/gi)].map(({ index }) => ({ start: index }))
  const write = async (bytes: Uint8Array) =>
    maker.write(bytes, await maker.open(bytes, []), [], { edits: [], values: [], leaksIn })
  try {
    await expect(write(Buffer.from('Wallraffs Akte, an wallraff'))).rejects.toMatchObject({
      code: 'copy_leaks',
      message: expect.stringMatching(/can still be read 2 times in its text, first at character 1;/),
    })
    await expect(write(packed({ 'brief wallraffs.txt': 'nichts' }))).rejects.toMatchObject({
      code: 'copy_leaks',
      message: expect.stringMatching(/in the name of file 1 of the archive, first at character 7;/),
    })
  } finally {
    await maker.close()
  }
})
