// `selfsame decision|explain|replay ID`: the three ledger routes from the command line, as JSON.
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { Service } from '../service.ts'
import { pairIn, whyUnlisted } from '../tables/earlier.ts'
import { explained } from './manual.ts'
import { printJson } from './output.ts'
import {
  type LedgerFlags,
  type MaskFlag,
  type ModelFlag,
  maskOption,
  modelOption,
  requireLedgerFile,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

export function decisionCommand(): Command {
  const does =
    'Prints a decision as it was stored, with the records it is about; their values are masked without --reveal.'
  return asking('decision', 'read a stored decision', does, true, (service, id, reveal) =>
    service.decision({ id, reveal }),
  )
}

export function explainCommand(): Command {
  const does =
    'Says why a stored decision came out as it did: what supports it, what contradicts it, and what was missing. With --out, why two records of ' +
    'a link or dedupe run were merged or not: give their two ids in place of a decision.'
  return asking(
    'explain',
    'why a stored decision, or two records of tables, came out as they did',
    does,
    true,
    (service, id, reveal) => service.explain({ id, reveal }),
    [['two records of tables', 'selfsame explain a1 b1 --out results']],
  )
    .argument('[record]', 'with --out: the second record; <id> is the first')
    .option('--out <folder>', 'the results folder of the link or dedupe run that compared the two records')
}

export function replayCommand(): Command {
  const does =
    'Decides again from the stored inputs with what is installed now, and says whether the same comes out and what moved.'
  return asking('replay', 'decide again from the stored inputs, and say what moved', does, false, (service, id) =>
    service.replay({ id }),
  )
}

async function toldOf(one: string, other: string, folder: string): Promise<object> {
  const found = await pairIn(folder, one, other)
  if (found.length > 0) return found
  throw new SelfsameError('usage', await whyUnlisted(folder, one, other))
}

function asking(
  name: string,
  description: string,
  does: string,
  reveals: boolean,
  ask: (service: Service, id: string, reveal: boolean) => Promise<object>,
  further: readonly (readonly [string, string])[] = [],
): Command {
  const asked = new Command(name).description(description).argument('<id>', 'a decision id')
  const command = explained(withLedgerFlags(asked), {
    does,
    examples: [['$id is the decision_id of an answer', `selfsame ${name} "$id" --ledger decisions.sqlite`], ...further],
  })
  command.addOption(modelOption())
  if (reveals) command.option('--reveal', 'show the values of the records').addOption(maskOption())
  return command.action(async (id: string, ...more: unknown[]) => {
    const flags = command.opts<LedgerFlags & ModelFlag & MaskFlag & { reveal?: boolean; out?: string }>()
    const [other] = more
    if (flags.out !== undefined && typeof other === 'string') return printJson(await toldOf(id, other, flags.out))
    if (flags.out !== undefined || typeof other === 'string')
      throw new SelfsameError(
        'usage',
        'two records of tables are explained from the results of their run: give both ids and --out FOLDER',
      )
    await requireLedgerFile(flags.ledger)
    const answer = await withService(flags, (service) => ask(service, id, flags.reveal ?? false))
    printJson(answer)
  })
}
