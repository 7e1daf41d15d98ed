// `selfsame demo`: invented people in letters and registers, and the product run on them.
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { explained } from './manual.ts'
import { printLine } from './output.ts'

const FILES = fileURLToPath(new URL('../../demo', import.meta.url))

/** Titles, and the commands that run in the folder of the demo. No argument contains a space. */
const STEPS: readonly (readonly [shows: string, command: string])[] = [
  ['personal data in a letter, and the provision that governs each', 'detect --file letters/referral.txt -j DE'],
  [
    'a masked copy of a folder: one token for one person, in all files and in their names',
    'deidentify letters --together --out masked -j DE --salt-file salt.txt',
  ],
  [
    'who is in both registers: a father and a son of one name and house are two people',
    'link register-a.csv register-b.csv --out linked --store --reviews --ledger decisions.sqlite',
  ],
  ['the pairs that a person has to answer', 'review --list --masked --ledger decisions.sqlite'],
  ['the ledger of these decisions, checked link by link', 'ledger verify --ledger decisions.sqlite'],
]

/** `main` runs one command line. */
export function demoCommand(main: (argv: readonly string[]) => Promise<void>): Command {
  return explained(new Command('demo').description('write a folder of invented files, and run the product on them'), {
    does:
      'Copies invented letters and registers into a new folder and runs five commands on them, each printed before its output: what is found ' +
      'in a letter, a masked copy of a folder, two registers linked, the ledger verified, and the pairs left for people. Nothing leaves the folder.',
    examples: [['a first look', 'selfsame demo']],
  })
    .argument('[folder]', 'the folder that is made', 'selfsame-demo')
    .option('--files-only', 'write the files and print the commands without running them')
    .action(async (folder: string, { filesOnly = false }: { filesOnly?: boolean }) => {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new SelfsameError('usage', `The folder ${folder} is not empty; name another one.`)
      cpSync(FILES, folder, { recursive: true })
      writeFileSync(join(folder, 'salt.txt'), randomBytes(32).toString('hex'), { mode: 0o600 })
      for (const [shows, command] of STEPS) {
        printLine(`\n# ${shows}\n$ selfsame ${command}\n`)
        if (!filesOnly) await run(main, command.split(' '), folder)
      }
      printLine(
        filesOnly
          ? `\nThe files are in ${folder}; run the commands there.`
          : `\nEverything is in ${folder}; open ${join(folder, 'linked', 'report.html')} in a browser.`,
      )
    })
}

/** Runs a command line in a folder, as if it had been typed there. */
async function run(
  main: (argv: readonly string[]) => Promise<void>,
  args: readonly string[],
  folder: string,
): Promise<void> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    await main(['node', 'selfsame', ...args])
  } finally {
    process.chdir(before)
  }
  if (process.exitCode)
    throw new SelfsameError(
      'usage',
      `The command ended with exit code ${process.exitCode}; selfsame doctor may say why.`,
    )
}
