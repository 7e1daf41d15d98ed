// `selfsame deidentify`: the masked copy on standard output, what was done on standard error.
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { Service } from '../service.ts'
import { choosesLaw } from './choices.ts'
import { readText, textOf } from './input.ts'
import { eachLine } from './lines.ts'
import { printJson, printLine, recordedOrNot, remark } from './output.ts'
import {
  type LedgerFlags,
  refuseArgument,
  takesLines,
  takesText,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

interface Flags extends LedgerFlags {
  file?: string
  jurisdiction?: string
  statute?: string
  backend?: string
  method?: string
  salt?: string
  saltFile?: string
  store?: boolean
  json?: boolean
  lines?: boolean
}

export function deidentifyCommand(): Command {
  return withLedgerFlags(
    choosesLaw(takesLines(takesText(new Command('deidentify')), 'a copy a line, or a JSON answer with --json')),
  )
    .description('make a masked copy of a text')
    .option(
      '--method <name>',
      'statute (the default): as the statute says for each category; or mask, token or drop for every span',
    )
    .option('--salt <secret>', 'key of the tokens; shown to other users of this machine while the command runs')
    .option('--salt-file <path>', 'the same, kept in a file; a line break at its end does not count')
    .option('--store', 'record the decision in the ledger')
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, flags: Flags) => {
      const { file, json, lines, salt, saltFile, ledger: _, ledgerKey: __, ...options } = flags
      const asked = { salt: saltOf(salt, saltFile), ...options }
      if (lines) return deidentifyLines(argument, flags, asked)
      const text = textOf(argument, file === undefined ? {} : { file })
      const request = { text, ...asked }
      const answer = await withService(flags, (service) => service.deidentify(request))
      if (json) return printJson(answer)
      process.stdout.write(answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`)
      const spans = `${answer.count} ${answer.count === 1 ? 'span' : 'spans'}`
      remark(`${spans} under ${answer.statute} (${answer.method}); ${answer.decision_id} ${recordedOrNot(answer)}`)
    })
}

async function deidentifyLines(
  argument: string | undefined,
  flags: Flags,
  asked: Omit<Parameters<Service['deidentify']>[0], 'text'>,
): Promise<void> {
  refuseArgument(argument)
  let spans = 0
  let count = 0
  await withService(flags, (service) =>
    eachLine(
      flags.file,
      (lines) => service.deidentifyAll(lines.map((text) => ({ text, ...asked }))),
      (answer, end) => {
        count++
        spans += answer.count
        if (flags.json) printLine(JSON.stringify(answer))
        else process.stdout.write(answer.text + end)
      },
    ),
  )
  remark(`${spans} ${spans === 1 ? 'span' : 'spans'} in ${count} ${count === 1 ? 'line' : 'lines'}`)
}

/** A file is never read as an empty salt: somebody who names one wants tokens that cannot be reversed. */
function saltOf(salt: string | undefined, saltFile: string | undefined): string {
  if (saltFile === undefined) return salt ?? ''
  if (salt !== undefined) throw new SelfsameError('usage', 'give --salt or --salt-file, not both')
  const kept = readText(saltFile, saltFile).replace(/\r?\n$/, '')
  if (kept === '') throw new SelfsameError('usage', `${saltFile} is empty: a salt is a long random text`)
  return kept
}
