// Completions at the cursor, as the command answers them and as real shells offer them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { candidatesFor } from '../../../src/cli/completion.ts'
import { programWith } from '../../../src/cli/main.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { root } from '../../house/sources.ts'

const program = await programWith(undefined)

/** Values offered after the words of a line; the last is the one being written. ":files" where a file name is possible. */
async function offered(line: string): Promise<string[]> {
  const { list, files } = await candidatesFor(program, line.split(' '))
  return [...list.map(({ value }) => value), ...(files ? [':files'] : [])]
}

describe('candidates', () => {
  it('are the commands, and the commands of a command', async () => {
    expect(await offered('')).toEqual([...program.commands.map((command) => command.name()), 'help'])
    expect(await offered('de')).toEqual(['detect', 'deidentify', 'dedupe', 'decision', 'demo'])
    expect(await offered('ledger ')).toContain('verify')
    expect(await offered('help ledger re')).toEqual(['rekey'])
    expect(await offered('help at')).toEqual(['attest'])
    expect(await offered('nothing ')).toEqual([])
  })

  it('are the options of the command that is written, every one of them', async () => {
    const everyOption = async (command: Command, path: string): Promise<void> => {
      const values = await offered(`${path}--`.trimStart())
      expect(values).toEqual([...command.options.map(({ long }) => long), '--help'])
      for (const child of command.commands) await everyOption(child, `${path}${child.name()} `)
    }
    await everyOption(program, '')
    expect(await offered('detect --j')).toEqual(['--jurisdiction', '--json'])
    expect(await offered('detect -')).toContain('-j')
    expect(await offered('detect -- --j')).toEqual([])
  })

  it('are the values of an option, however it is written', async () => {
    const codes = [...loadPacks().countries().keys()]
    for (const line of ['detect -j ', 'detect --jurisdiction ', 'detect text --jurisdiction = '])
      expect(await offered(line)).toEqual(codes)
    expect(await offered('detect --jurisdiction =')).toEqual(codes)
    expect(await offered('detect -j n')).toEqual(['NG', 'NL', 'NO'])
    expect(await offered('detect --statute=g')).toEqual(['--statute=GDPR', '--statute=GHANA-DPA'])
    expect(await offered('deidentify --method ')).toEqual(['statute', 'mask', 'token', 'drop'])
    expect(await offered('deidentify --on-error=')).toEqual(['refuse', 'drop', 'mask'].map((v) => `--on-error=${v}`))
    expect(await offered('compare -e per')).toEqual(['person'])
    expect(await offered('extract --type PERSON E')).toContain('EMAIL')
    expect(await offered('extract --backend ')).toEqual(['auto', 'basic', 'model'])
    expect(await offered('serve --log s')).toEqual(['silent'])
    expect(await offered('serve --limit heavy')).toContain('heavyBytes=')
    expect(await offered('completion ')).toEqual(['bash', 'zsh', 'fish', 'powershell'])
    expect(await offered('deidentify --salt ')).toEqual([])
  })

  it('are files where a file is named, and nothing where something else is', async () => {
    for (const line of [
      'detect -f ',
      'detect --file=le',
      'documents a.pdf ',
      'ledger verify ',
      'attest keygen ',
      'serve --ledger ',
    ])
      expect(await offered(line)).toEqual([':files'])
    for (const line of ['detect ', 'compare ', 'ledger verify one.sqlite ', 'serve --port ', 'deidentify --salt '])
      expect(await offered(line)).toEqual([])
  })
})

describe('shells', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-completion-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'bin'))
  const command = `exec "${process.execPath}" "${join(root, 'bin', 'selfsame.mjs')}" "$@"`
  writeFileSync(join(folder, 'bin', 'selfsame'), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'letter one.txt'), '')
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, TERM: 'dumb' }
  const has = (shell: string) => spawnSync(shell, ['-c', 'true']).error === undefined

  /** The output of a shell for a program in its language, line by line. */
  function lines(shell: string, script: string): string[] {
    const { stdout, stderr } = spawnSync(shell, ['-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 170_000,
    })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((line) => line !== '')
  }

  it.skipIf(!has('bash'))('bash offers commands, values and files', () => {
    const at = (...words: string[]) =>
      `COMP_WORDS=(selfsame ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _selfsame; printf '%s\\n' "\${COMPREPLY[@]}" .`
    const asked = [at('le'), at('detect', '-j', 'n'), at('detect', '--statute', '=', 'PO'), at('detect', '-f', 'let')]
    expect(lines('bash', `source <(selfsame completion bash); complete -p selfsame; ${asked.join('; ')}`)).toEqual([
      'complete -F _selfsame selfsame',
      ...['ledger', '.', 'NG', 'NL', 'NO', '.', 'POPIA', '.', 'letter one.txt', '.'],
    ])
  })

  it.skipIf(!has('fish'))('fish offers them with what they are', () => {
    const asked = ['le', 'detect -j N', 'detect --statute=PO', 'detect -f let', 'detect --file=let']
    const script = asked.map((line) => `complete -C'selfsame ${line}'`).join('; ')
    expect(lines('fish', `selfsame completion fish | source; ${script}`)).toEqual([
      'ledger\tverify, erase from and look after a ledger',
      ...['NG', 'NL', 'NO', '--statute=POPIA', 'letter one.txt', '--file=letter one.txt'],
    ])
  })

  it.skipIf(!has('zsh'))('zsh offers them', () => {
    // Candidates that the script passes to the completion system; without a line editor there is no menu.
    const handed = `_describe() { print -l -- \${(P)3} }; _files() { print files }; compset() { print "compset $*" }`
    const at = (...words: string[]) =>
      `words=(selfsame ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _selfsame`
    const asked = [at('le'), at('detect', '-j', 'ng'), at('detect', '--statute=PO'), at('detect', '--file=let')]
    const script = `compdef() { print "$@" }; source <(selfsame completion zsh); ${handed}; ${asked.join('; ')}`
    expect(lines('zsh', script)).toEqual([
      '_selfsame selfsame',
      'ledger:verify, erase from and look after a ledger',
      ...['NG:', '--statute=POPIA:', 'compset -P *=', 'files'],
    ])
  })

  it('PowerShell has a script too, which passes no empty word', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'bin', 'selfsame.mjs'), 'complete', '--open', '--', 'attest'],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['keygen', 'verify', 'help', ''])
  })
})
