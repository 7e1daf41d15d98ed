// `selfsame compare`: are these two the same?
import { Command } from 'commander'
import { BACKEND, choosesEntity } from './choices.ts'
import { sideOf } from './input.ts'
import { printJson, printLine, recordedOrNot } from './output.ts'
import { type LedgerFlags, withLedgerFlags, withService } from './shared-options.ts'

interface Flags extends LedgerFlags {
  entity?: string
  jurisdiction?: string
  backend?: string
  store?: boolean
  json?: boolean
}

export function compareCommand(): Command {
  return withLedgerFlags(choosesEntity(new Command('compare')))
    .description('compare two records or two texts')
    .argument('<a>', 'a JSON object (a record), a text, or @file with either')
    .argument('<b>', 'the other one, of the same kind')
    .option(
      '-j, --jurisdiction <code>',
      'two texts only: the country whose names count as common and whose dates and numbers are read',
    )
    .option('--backend <name>', `two texts only: ${BACKEND}`)
    .option('--store', 'record the decision in the ledger')
    .option('--json', 'print the whole receipt as JSON')
    .action(async (a: string, b: string, flags: Flags) => {
      const { json, ledger: _, ledgerKey: __, ...asked } = flags
      const answer = await withService(flags, (service) => service.compare({ a: sideOf(a), b: sideOf(b), ...asked }))
      if (json) return printJson(answer)
      printLine(`${answer.identity} (${answer.action}), score ${answer.score}`)
      printLine(answer.explanation)
      for (const [factor, value] of Object.entries(answer.factors)) printLine(`  ${factor}  ${value}`)
      printLine(`${answer.decision_id} ${recordedOrNot(answer)}`)
    })
}
