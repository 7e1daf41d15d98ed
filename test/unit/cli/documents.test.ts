// `selfsame documents` over folders, what it writes and leaves, and `selfsame structure`: as processes, as people run them.
import { spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'

const PROGRAM = new URL('../../../bin/selfsame.mjs', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'selfsame-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...words: string[]) => spawnSync(process.execPath, [PROGRAM, ...words], { cwd: folder, encoding: 'utf8' })

const HOSTILE = '<img src=x onerror=alert(1)>.txt'

describe('selfsame documents FOLDER', () => {
  mkdirSync(join(folder, 'cases', 'old'), { recursive: true })
  const put = (name: string, text: string) => writeFileSync(join(folder, 'cases', name), text)
  put('a.txt', 'Name: Adesola Okonkwo, NIN 12345678901, phone 0803 123 4567')
  put(join('old', 'b.html'), '<!doctype html><p>Adesola Okonkwo, NIN 12345678901')
  put(HOSTILE, 'Name: Halima <script>alert(2)</script> Bello')
  put('broken.pdf', '%PDF-1.7 nothing')
  put('.hidden', 'Name: Nobody Atall')
  symlinkSync('/etc/hostname', join(folder, 'cases', 'link.txt'))

  it('reads all files in it, and writes the report and the page for their owner alone', () => {
    const { status, stdout, stderr } = run(
      'documents',
      'cases',
      '-j',
      'NG',
      '--out',
      'report.json',
      '--html',
      'report.html',
    )
    expect([status, stdout]).toEqual([0, '3 of 4 files read, 3 pairs compared\n'])
    expect(stderr).toMatch(/^broken\.pdf: /m)
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(Object.keys(report.jurisdictions).sort()).toEqual([HOSTILE, 'a.txt', 'old/b.html'].sort())
    expect(Object.keys(report.errors)).toEqual(['broken.pdf'])
    expect(
      report.decisions.find(({ a, b }: { a: string; b: string }) => a === 'a.txt' && b === 'old/b.html').identity,
    ).toBe('same_entity')
    for (const name of ['report.json', 'report.html']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['cases', 'report.html', 'report.json'])
  })

  it('masks values on the page, shows names of files as text, and lets nothing run or load', () => {
    const page = readFileSync(join(folder, 'report.html'), 'utf8')
    expect(page).not.toMatch(/12345678901|Okonkwo/)
    expect(page).toMatch(/What to do next.*Check <a href="#pairs">\d+ pairs? held to be the same/)
    expect(page).toContain('agree: name, national identity number')
    expect(page).toMatch(/Name of a person \d/)
    expect(page).not.toMatch(/<script|<img|https?:\/\/(?!www\.w3\.org)/)
    expect(page).toContain('&lt;img src=x onerror')
    expect(page).toContain("default-src 'none'")
  })

  it('writes the report whole or not at all', () => {
    const { status, stderr } = run(
      'documents',
      join('cases', 'a.txt'),
      '-j',
      'NG',
      '--out',
      join('none', 'report.json'),
    )
    expect([status, stderr]).toEqual([2, expect.stringMatching(/cannot be written/)])
    expect(readdirSync(folder)).not.toContain('none')
  })

  // How far it is can be seen from outside where the system has /proc.
  it.skipIf(process.platform !== 'linux')('leaves nothing behind when it is stopped', async () => {
    mkdirSync(join(folder, 'many'))
    for (let at = 0; at < 300; at++)
      writeFileSync(
        join(folder, 'many', `${at}.txt`),
        `Name: Adesola Okonkwo\nPhone: 0803 123 ${1000 + at}\n`.repeat(40),
      )
    const child = spawn(
      process.execPath,
      [PROGRAM, 'documents', 'many', '-j', 'NG', '--out', 'stopped.json', '--ledger', 'stopped.sqlite', '--store'],
      { cwd: folder },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
    })
    // It reads once it has processes that read.
    const children = `/proc/${child.pid}/task/${child.pid}/children`
    while (readFileSync(children, 'utf8').trim() === '') await setTimeout(20)
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, said]).toEqual([1, expect.stringMatching(/Stopped; nothing was recorded and no report written/)])
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped.json'))).toEqual([])
  })
})

describe('selfsame structure FILE', () => {
  it('prints headings, paragraphs and tables with pointers that lead somewhere', () => {
    const sample = new URL('../../../bench/sample/documents/de-DE-referral.docx', import.meta.url).pathname
    const { status, stdout } = run('structure', sample)
    expect(status).toBe(0)
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ schema_name: 'DoclingDocument', name: 'de-DE-referral.docx' })
    expect(document.texts.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['section_header', 'text']),
    )
    expect(document.tables[0].data.num_cols).toBe(2)
    for (const { $ref } of document.body.children) {
      const [, list, index] = $ref.split('/')
      expect(document[list][index].self_ref).toBe($ref)
    }
  })
})
