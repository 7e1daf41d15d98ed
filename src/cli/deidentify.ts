// `selfsame deidentify`: the masked copy on standard output, what was done on standard error.
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { Service } from '../service.ts'
import { choosesLaw } from './choices.ts'
import { readText, textOf } from './input.ts'
import { eachLine, type LineFlags, readsLines, takesLines } from './lines.ts'
import { explained } from './manual.ts'
import { printJson, recordedOrNot, remark } from './output.ts'
import {
  type LedgerFlags,
  type ModelFlag,
  modelOption,
  takesText,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

interface Flags extends LedgerFlags, LineFlags, ModelFlag {
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
  const command = new Command('deidentify').description('make a masked copy of a text')
  const printed = 'a copy a line, or a JSON answer with --json'
  return explained(withLedgerFlags(choosesLaw(takesLines(takesText(command), printed))), {
    does:
      'Makes a copy of a text without its personal data: masked, given tokens or left out, as the governing statute says for each ' +
      'category. The copy goes to standard output, what was done to standard error. Under one salt a value gets one token.',
    examples: [
      ['as the statute says', 'selfsame deidentify --file letter.txt -j NG --salt-file salt.txt'],
      ['a mask over everything', "selfsame deidentify 'Write to casey@example.com.' -j DE --method mask"],
      [
        'a log line by line; a line that cannot be read leaves a marker',
        'selfsame deidentify --lines --on-error mask -j NG --salt-file salt.txt \\\n    --file calls.log > calls.masked.log',
      ],
      [
        'with a decision that can be explained later',
        'selfsame deidentify --file letter.txt -j NG --salt-file salt.txt \\\n    --store --ledger decisions.sqlite',
      ],
    ],
    exits: { 3: 'done, but some lines were left out or masked (--on-error)' },
  })
    .option(
      '--method <name>',
      'statute (the default): as the statute says for each category; or mask, token or drop for every span',
    )
    .addOption(modelOption())
    .option('--salt <secret>', 'key of the tokens; shown to other users of this machine while the command runs')
    .option('--salt-file <path>', 'the same, kept in a file; a line break at its end does not count')
    .option('--store', 'record the decision in the ledger')
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, flags: Flags) => {
      const {
        file,
        json,
        lines: _,
        onError: __,
        salt,
        saltFile,
        ledger: ___,
        ledgerKey: ____,
        model: _____,
        ...options
      } = flags
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
