// `selfsame decision|explain|replay ID`: the three ledger routes from the command line, as JSON; and why two records of tables were merged or not.
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { Service } from '../service.ts'
import { clusterOfPair, pairIn, whyUnlisted } from '../tables/earlier.ts'
import { explained } from './manual.ts'
import { printJson, printLine } from './output.ts'
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
    .option('--json', 'with --out: print the rows of the results as JSON')
}

export function replayCommand(): Command {
  const does =
    'Decides again from the stored inputs with what is installed now, and says whether the same comes out and what moved.'
  return asking('replay', 'decide again from the stored inputs, and say what moved', does, false, (service, id) =>
    service.replay({ id }),
  )
}

type Pair = Awaited<ReturnType<typeof pairIn>>[number]

async function explainPair(one: string, other: string, folder: string, json: boolean): Promise<void> {
  const found = await pairIn(folder, one, other)
  if (found.length === 0) throw new SelfsameError('usage', await whyUnlisted(folder, one, other))
  if (json) return printJson(found)
  const withheld = found.find(({ why }) => why)?.['why']
  // Two tables may use the same ids.
  for (const pair of found.filter(({ identity }) => identity || found.length === 1))
    for (const line of await pairInWords(pair, withheld, folder)) printLine(line)
}

/** The origin of the verdict of a pair, by `basis`. */
const BASES: Readonly<Record<string, string>> = {
  comparison: 'the comparison of the two records',
  fit: 'the comparison of the two records, with weights fitted to the tables',
  cluster: 'other records of their clusters, which contradict the pair',
  people: 'an answer of a person',
}

/** Splits the sentence of a decision into agreements, differences and conclusion. */
function factsOf(explanation: string): [agree: string, differ: string, so: string] {
  const said = explanation.replace(/\.$/, '')
  const end = said.search(/[;:] /)
  const facts = end < 0 ? said : said.slice(0, end)
  const [agree = '', ...differ] = facts.split(', but ')
  return [agree, differ.join(', but ') || '-', end < 0 ? '-' : said.slice(end + 2)]
}

/** The verdict, what decided, how the two were joined or kept apart, and what would settle it. */
async function pairInWords(pair: Pair, withheld: string | undefined, folder: string): Promise<string[]> {
  const { identity = 'withheld', score, basis = '', explanation = '' } = pair
  const [agree, differ, so] = factsOf(explanation)
  const cluster = await clusterOfPair(folder, pair)
  const joined = identity === 'same_entity' && withheld === undefined ? 'joined by this pair' : 'joined by other pairs'
  const apart = withheld === undefined ? '' : `, kept apart (${withheld})`
  const [, settles] = /; ([^;]*) would tell/.exec(explanation) ?? []
  const first = settles === undefined ? (identity === 'review' ? '' : 'if that is wrong, ') : `${settles}; then `
  const answer = identity === 'review' ? '"same" or "different"' : cluster === null ? '"same"' : '"different"'
  return [
    `${identity}, score ${score}`,
    `  for        ${agree || 'no sentence was kept for this pair; "selfsame compare", given both rows, prints it'}`,
    `  against    ${differ}`,
    `  so         ${so}`,
    ...(basis === '' ? [] : [`  by         ${BASES[basis] ?? basis}`]),
    `  clusters   ${cluster === null ? `two${apart}` : `one, ${joined}: ${cluster.id}, ${cluster.records} records`}`,
    `  to settle  ${first}the answer ${answer} in a file for --answers, with --update`,
  ]
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
    const flags = command.opts<
      LedgerFlags & ModelFlag & MaskFlag & { reveal?: boolean; out?: string; json?: boolean }
    >()
    const [other] = more
    if (flags.out !== undefined && typeof other === 'string')
      return explainPair(id, other, flags.out, flags.json === true)
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
