import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deidentifyCommand } from '../../../src/cli/deidentify.ts'
import { runCommand } from '../../shared/commands.ts'
import { docx, paragraph } from '../../shared/office-files.ts'

describe('deidentify --out', () => {
  let folder: string
  let told: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'selfsame-copies-'))
    told = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told += text
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (...names: string[]) => join(folder, ...names)
  const run = (...words: string[]) => runCommand(deidentifyCommand(), ...words)
  const LETTER = docx(paragraph('Dear Ada Obi, write to ada@example.org.'))

  it('writes a masked copy of a file, readable by its owner alone, and says what was done', async () => {
    writeFileSync(at('letter.docx'), LETTER)
    const { out } = await run(at('letter.docx'), '-o', at('masked.docx'), '-j', 'NG', '--method', 'mask')
    expect(out).toBe('')
    const text = strFromU8(unzipSync(readFileSync(at('masked.docx')))['word/document.xml']!)
    expect(text).toContain('Dear [NAME], write to [EMAIL].')
    expect(statSync(at('masked.docx')).mode & 0o777).toBe(0o600)
    expect(told).toMatch(/^2 spans under NDPA-2023 \(mask\); red:sha256:[0-9a-f]{64} \(not recorded: add --store\)$/m)
  })

  it('writes nothing where there is nothing safe to write', async () => {
    writeFileSync(at('notes.bin'), Uint8Array.of(0, 1, 2, 3))
    await expect(run(at('notes.bin'), '-o', at('out'), '-j', 'NG')).rejects.toMatchObject({
      code: 'document_unreadable',
    })
    writeFileSync(at('a.txt'), 'Nothing here says where.')
    await expect(run(at('a.txt'), '-o', at('out'))).rejects.toMatchObject({ code: 'jurisdiction_unknown' })
    await expect(run(at('a.txt'), '-o', at('a.txt'), '-j', 'NG')).rejects.toMatchObject({ code: 'usage' })
    await expect(run('-o', at('out'), '-j', 'NG')).rejects.toMatchObject({ code: 'usage' })
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'notes.bin'])
  })

  it('copies a folder after a run that was refused for its code, which says what code is meant', async () => {
    mkdirSync(at('in'))
    writeFileSync(at('in', 'letter.docx'), LETTER)
    const copy = (code: string) => run(at('in'), '-o', at('out'), '-j', code)
    await expect(copy('UK')).rejects.toThrow('There is no jurisdiction UK: did you mean GB?')
    expect((await copy('GB')).code).toBeUndefined()
    await expect(copy('DE')).rejects.toThrow('holds copies that were made by another version or with other settings')
  })

  it('copies a folder, masks names of files, refuses for each file, and goes on where it was cut off', async () => {
    mkdirSync(at('in', 'Ada Obi'), { recursive: true })
    writeFileSync(at('in', 'Ada Obi', 'Ada_Obi.docx'), LETTER)
    writeFileSync(at('in', 'note.txt'), 'Call Ada Obi on 0803 555 7890.')
    writeFileSync(at('in', 'odd.bin'), Uint8Array.of(0, 1, 2, 3))
    writeFileSync(at('in', '.hidden'), 'Ada Obi')
    const copy = () => run(at('in'), '-o', at('out'), '-j', 'NG', '--salt', 's')
    expect((await copy()).code).toBe(3)
    expect(told).toContain('odd.bin: no copy:')
    expect(told).toContain('2 files copied, 1 refused; 1 hidden files or links were left out')
    const files = readdirSync(at('out'), { recursive: true }).map(String)
    expect(files.join(' ')).not.toMatch(/Ada|hidden|odd/)
    const manifest = readFileSync(at('out', 'manifest.jsonl'), 'utf8')
    expect(manifest).not.toMatch(/Ada|0803/)
    const [head, ...lines] = manifest
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(head.settings).toMatchObject({ jurisdiction: 'NG' })
    expect(lines.map(({ decision_id, refused }) => [typeof decision_id, typeof refused]).sort()).toEqual([
      ['string', 'undefined'],
      ['string', 'undefined'],
      ['undefined', 'string'],
    ])
    // A copy that is gone is made again, and the others are not.
    const note = join('out', 'note.txt')
    const before = readFileSync(at(note), 'utf8')
    rmSync(at(note))
    told = ''
    await copy()
    expect(told).toContain('1 files copied, 1 were there, 1 refused')
    expect(readFileSync(at(note), 'utf8')).toBe(before)
    expect(readFileSync(at('out', 'manifest.jsonl'), 'utf8')).toBe(manifest)
    await expect(run(at('in'), '-o', at('out'), '-j', 'NG', '--salt', 'other')).rejects.toMatchObject({ code: 'usage' })
    await expect(run(at('in'), '-o', at('in', 'deeper'), '-j', 'NG')).rejects.toMatchObject({ code: 'usage' })
    expect(existsSync(at('in', 'deeper'))).toBe(false)
  })

  it('masks names of files by the persons of the whole folder', async () => {
    mkdirSync(at('in', 'wallraff'), { recursive: true })
    writeFileSync(at('in', 'a.txt'), 'Sehr geehrte Frau Margarethe Wallraff,\nFrau Wallraff kam am Montag.\n')
    writeFileSync(at('in', 'brief Wallraff.txt'), 'Der Termin ist am Montag.')
    writeFileSync(at('in', 'wallraff', 'befund_margarethe%20wallraff.txt'), 'Der Befund ist gut.')
    await run(at('in'), '-o', at('out'), '-j', 'DE', '--salt', 's')
    const names = readdirSync(at('out'), { recursive: true }).map(String)
    expect(names.join(' ')).not.toMatch(/wallraff|margarethe/i)
    expect(names.filter((name) => name.endsWith('.txt'))).toHaveLength(3)
    expect(readFileSync(at('out', 'manifest.jsonl'), 'utf8')).not.toMatch(/wallraff/i)
  })

  it.each([
    ['a column decided twice', 't.csv -o out --columns name=mask,name=keep', '--columns names name twice'],
    ['a heading and none', 't.csv -o out --headings --no-headings', '--headings or --no-headings, not both'],
    ['a session of no lines', 't.csv -o out --session id', '--session are about lines'],
    ['lines of a file that is copied', 'a.txt -o out --lines', '--lines, --on-error'],
    ['unread lines of no lines', 'a.txt -o out --on-error mask', '--lines, --on-error'],
    ['a vault of nothing', 't.csv --plan --vault v --vault-key k', '--plan writes nothing'],
    ['a text with others', 'Wallraff --together', '--together is about the files of a folder'],
  ])('refuses options that contradict each other or mean nothing: %s', async (_, line, says) => {
    writeFileSync(at('t.csv'), 'id,name\n1,Ada Obi\n2,Chidi Eze\n')
    writeFileSync(at('a.txt'), 'Ada Obi')
    const words = line.split(' ').map((word) => (/^(?:t\.csv|a\.txt|out|v|k)$/.test(word) ? at(word) : word))
    const refused = run(...words, '-j', 'NG', '--salt', 's')
    await expect(refused).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(says) })
    expect(existsSync(at('out'))).toBe(false)
  })

  it('masks a found date at the end of the name of a folder', async () => {
    mkdirSync(at('in', 'Akte_03.04.1970'), { recursive: true })
    writeFileSync(
      at('in', 'Akte_03.04.1970', 'brief.txt'),
      'Frau Margarethe Wallraff, geb. 03.04.1970, kam am Montag.\n',
    )
    await run(at('in'), '-o', at('out'), '-j', 'DE', '--salt', 's')
    const names = readdirSync(at('out'), { recursive: true }).map(String)
    expect(names.filter((name) => name.endsWith('brief.txt'))).toHaveLength(1)
    expect(names.join(' ')).not.toContain('03.04')
  })

  it('refuses files and folders alone whose names no copy can have, and masks the names of all others', async () => {
    mkdirSync(at('in', 'Wallraff'), { recursive: true })
    writeFileSync(at('in', 'Wallraff', 'b.txt'), 'Der Termin ist am Montag.')
    writeFileSync(at('in', 'z.txt'), 'Sehr geehrte Frau Margarethe Wallraff,\nFrau Wallraff kam am Montag.\n')
    const latin = (name: string) => Buffer.concat([Buffer.from(`${at('in')}/`), Buffer.from(name, 'latin1')])
    mkdirSync(latin('Wallräff'))
    writeFileSync(latin('Wällraff.txt'), 'x')
    writeFileSync(at('in', 'Wall\n\u001b[31mraff.txt'), 'x')
    expect((await run(at('in'), '-o', at('out'), '-j', 'DE', '--salt', 's')).code).toBe(3)
    expect(told).toContain('2 files copied, 3 refused')
    expect(told.match(/no copy: its name is not UTF-8/g)).toHaveLength(2)
    expect(told).toContain('Wall  [31mraff.txt: no copy: its name holds a line break or another control character')
    expect(readdirSync(at('out'), { recursive: true }).join(' ')).not.toMatch(/wallraff/i)
    expect(readFileSync(at('out', 'manifest.jsonl'), 'utf8')).not.toMatch(/w.ll.{0,9}raff/i)
  })

  it('copies a table in a folder by its columns, as it does alone', async () => {
    mkdirSync(at('in'))
    const rows = ['7001;Annalena;Brinkhoff;comes on Monday', '7002;Matteo;Lindqvist;asks for Brinkhoff']
    writeFileSync(at('in', 'visits.csv'), `${['patient_no;given_name;family_name;remarks', ...rows].join('\n')}\n`)
    writeFileSync(
      at('in', 'people.jsonl'),
      '{"patient_no":"7003","name":"Yara Haddad"}\n{"patient_no":"7004","name":"Ida Berg"}\n',
    )
    // Looks like a table, and is none of any form.
    writeFileSync(at('in', 'odd.csv'), '')
    const options = ['-j', 'DE', '--salt', 's']
    await run(at('in'), '-o', at('out'), ...options)
    for (const name of ['visits.csv', 'people.jsonl']) {
      await run(at('in', name), '-o', at(name), ...options)
      const copy = readFileSync(at('out', name), 'utf8')
      expect(copy).toBe(readFileSync(at(name), 'utf8'))
      expect(copy).not.toMatch(/700|Annalena|Brinkhoff|Yara|Haddad/)
    }
    const lines = readFileSync(at('out', 'manifest.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ format }) => format === 'table').map(({ rows, count }) => [rows, count])).toEqual([
      [2, 4],
      [2, 7],
    ])
    expect(readdirSync(at('out')).filter((name) => name.endsWith('.part'))).toEqual([])
    told = ''
    await run(at('in'), '-o', at('out'), ...options)
    expect(told).toContain('2 were there')
  })
})
