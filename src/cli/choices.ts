// Options with values from facts or the contract. Their help lists these values, which are loaded only for help.
import type { Command } from 'commander'
import { loadPacks } from '../packs/load.ts'
import { CompareRequest } from '../records/requests.ts'
import { inColumns, section } from './manual.ts'

export const BACKEND =
  'auto (the default): rules, and the model of --model; basic: rules alone; model: both, or a refusal'

/** Adds --jurisdiction, --statute and --backend; the help ends with every statute and the jurisdictions it governs. */
export function choosesLaw(command: Command): Command {
  return command
    .option('-j, --jurisdiction <code>', 'country code or EU; left out, the text must say')
    .option('--statute <name>', 'the statute, instead of a jurisdiction')
    .option('--backend <name>', BACKEND)
    .addHelpText('after', () => section('Statutes and the jurisdictions they govern', lawsInWords()))
}

/** Adds --entity; the help ends with the packs there are. */
export function choosesEntity(command: Command): Command {
  return command
    .option(
      '-e, --entity <pack>',
      `the entity pack to compare under (default: ${CompareRequest.shape.entity.parse(undefined)})`,
    )
    .addHelpText('after', () => section('Entity packs', inColumns([['', loadPacks().entityNames().join(', ')]])))
}

function lawsInWords(): string[] {
  const packs = loadPacks()
  const codes = new Map<string, string[]>([...packs.statutes().keys()].map((name) => [name, []]))
  for (const { code, statute } of packs.countries().values()) codes.get(statute)?.push(code)
  return inColumns([...codes].map(([name, governed]) => [name, governed.join(' ')]))
}
