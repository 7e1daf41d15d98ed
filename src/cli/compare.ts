// `selfsame compare`: are these two the same?
import { Command } from 'commander'
import { loadPacks } from '../packs/load.ts'
import { CompareRequest } from '../records/requests.ts'
import { recordByHeaders } from '../tables/mapping.ts'
import { sideOf } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printLine, recordedOrNot, remark } from './output.ts'
import {
  BACKEND,
  choosesEntity,
  type LedgerFlags,
  type ModelFlag,
  modelOption,
  requestOf,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

interface Flags extends LedgerFlags, ModelFlag {
  entity?: string
  jurisdiction?: string
  backend?: string
  store?: boolean
  json?: boolean
}

/** Reads a side. Headings of a record are mapped as those of a table; a remark names the headings that the pack does not know. */
function underFields(argument: string, { entity = 'person' }: Flags): ReturnType<typeof sideOf> {
  const side = sideOf(argument)
  const packs = loadPacks()
  if (typeof side === 'string' || !packs.entityNames().includes(entity)) return side
  const { pack } = packs.entityPack(entity)
  const { attributes, unknown } = recordByHeaders(side, pack, packs.labels())
  if (unknown.length > 0)
    remark(
      `not compared: ${unknown.join(', ')}. The pack ${entity} has the fields ${pack.fields.map(({ name }) => name).join(', ')}`,
    )
  return attributes
}

export function compareCommand(): Command {
  const command = new Command('compare').description('compare two records or two texts')
  return explained(withLedgerFlags(choosesEntity(command)), {
    does:
      'Says whether two records, or two texts, are about the same person, organisation, place, artist, product or publication: same entity, ' +
      'review or different, with a score and what speaks for and against. Each side is one record or one text; for tables use dedupe or link.',
    examples: [
      ['two records', 'selfsame compare \'{"name":"Ann Lee","dob":"1990-01-02"}\' \'{"name":"Anne Lee"}\''],
      ['records in files, as JSON', 'selfsame compare @a.json @b.json --entity organisation --json'],
      ['two texts', "selfsame compare 'Ann Lee, born 2 January 1990' 'Anne Lee, Leeds' -j GB"],
    ],
  })
    .argument('<a>', 'a JSON object (a record), a text, or @file with either')
    .argument('<b>', 'the second record or text; both must be of the same sort')
    .option(
      '-j, --jurisdiction <code>',
      'two texts only: the country whose common names, forms of dates and numbers are assumed',
    )
    .option('--backend <name>', `two texts only: ${BACKEND}`)
    .addOption(modelOption())
    .option('--store', 'record the decision in the ledger')
    .option('--json', 'print the whole receipt as JSON')
    .action(async (a: string, b: string, flags: Flags) => {
      const asked = { ...requestOf(CompareRequest, flags), a: underFields(a, flags), b: underFields(b, flags) }
      const answer = await withService(flags, (service) => service.compare(asked))
      if (flags.json) return printJson(answer)
      printLine(`${answer.identity} (${answer.action}), score ${answer.score}`)
      printLine(answer.explanation)
      for (const [factor, value] of Object.entries(answer.factors)) printLine(`  ${factor}  ${value}`)
      printLine(`${answer.decision_id} ${recordedOrNot(answer)}`)
    })
}
