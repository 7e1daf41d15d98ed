// `selfsame deidentify`: the masked copy on standard output, what was done on standard error.
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { Service } from '../service.ts'
import { choosesLaw } from './choices.ts'
import { readText, textOf } from './input.ts'
import { eachLine, type LineFlags, readsLines, takesLines } from './lines.ts'
import { printJson, recordedOrNot, remark } from './output.ts'
import { type LedgerFlags, takesText, withLedgerFlags, withService } from './shared-options.ts'

interface Flags extends LedgerFlags, LineFlags {
  jurisdiction?: string
  statute?: string
  backend?: string
  method?: string
  salt?: string
  saltFile?: string
  store?: boolean
  json?: boolean
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
      const { file, json, lines: _, onError: __, salt, saltFile, ledger: ___, ledgerKey: ____, ...options } = flags
      const asked = { salt: saltOf(salt, saltFile), ...options }
      if (readsLines(argument, flags)) return deidentifyLines(flags, asked)
      const text = textOf(argument, file === undefined ? {} : { file })
      const request = { text, ...asked }
      const answer = await withService(flags, (service) => service.deidentify(request))
      if (json) return printJson(answer)
      process.stdout.write(answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`)
      const spans = `${answer.count} ${answer.count === 1 ? 'span' : 'spans'}`
      remark(`${spans} under ${answer.statute} (${answer.method}); ${answer.decision_id} ${recordedOrNot(answer)}`)
    })
}

async function deidentifyLines(flags: Flags, asked: Omit<Parameters<Service['deidentify']>[0], 'text'>): Promise<void> {
  const json = flags.json ?? false
  let spans = 0
  const count = await withService(flags, (service) =>
    eachLine(flags, {
      answer: (lines) => service.deidentifyAll(lines.map((text) => ({ text, ...asked }))),
      shown: (answer, end) => {
        spans += answer.count
        return json ? `${JSON.stringify(answer)}\n` : answer.text + end
      },
      json,
    }),
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
