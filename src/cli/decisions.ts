// `selfsame decision|explain|replay ID`: the three ledger routes from the command line, as JSON.
import { Command } from 'commander'
import type { Service } from '../service.ts'
import { printJson } from './output.ts'
import { type LedgerFlags, requireLedgerFile, withLedgerFlags, withService } from './shared-options.ts'

/** `decision ID [--reveal]` */
export function decisionCommand(): Command {
  return asking('decision', 'read a stored decision', true, (service, id, reveal) => service.decision({ id, reveal }))
}

/** `explain ID [--reveal]` */
export function explainCommand(): Command {
  return asking('explain', 'why a stored decision came out as it did', true, (service, id, reveal) =>
    service.explain({ id, reveal }),
  )
}

/** `replay ID` */
export function replayCommand(): Command {
  return asking('replay', 'decide again from the stored inputs, and say what moved', false, (service, id) =>
    service.replay({ id }),
  )
}

function asking(
  name: string,
  description: string,
  reveals: boolean,
  ask: (service: Service, id: string, reveal: boolean) => Promise<object>,
): Command {
  const command = withLedgerFlags(new Command(name).description(description).argument('<id>', 'a decision id'))
  if (reveals) command.option('--reveal', 'show the values of the records')
  return command.action(async (id: string, flags: LedgerFlags & { reveal?: boolean }) => {
    await requireLedgerFile(flags.ledger)
    const answer = await withService(flags, (service) => ask(service, id, flags.reveal ?? false))
    printJson(answer)
  })
}
