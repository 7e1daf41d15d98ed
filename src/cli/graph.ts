// `selfsame resolve`, `observe`, `entities`, `entity`, `path`, `history` and `cases`: the records of a ledger joined to entities.
import { Command, Option } from 'commander'
import type { Signer } from '../attest/index.ts'
import { SelfsameError } from '../errors.ts'
import { PathRequest, type ResolveAnswer } from '../records/graph.ts'
import type { Service } from '../service.ts'
import { SERVICE_ENGINE } from '../version.ts'
import { isObject, parsed, recordText } from './input.ts'
import { explained, type Manual } from './manual.ts'
import { printJson, printLine } from './output.ts'
import { filled, type LedgerFlags, type MaskFlag, maskOption, withLedgerFlags, withService } from './shared-options.ts'

interface GraphFlags extends LedgerFlags, MaskFlag {
  in: string
  certainty?: string
  reveal?: boolean
  lines?: boolean
  limit?: string
  signingKey?: string
  json?: boolean
}

const IN = '--in index/ --ledger decisions.sqlite'

function graphCommand(name: string, summary: string, manual: Manual): Command {
  return explained(withLedgerFlags(new Command(name).description(summary)), manual).requiredOption(
    '--in <folder>',
    'the folder of the index that follows the ledger; "selfsame index build" makes one',
  )
}

const revealing = (command: Command) =>
  command.option('--reveal', 'show values instead of masking them').addOption(maskOption())

const resolving = (command: Command) =>
  revealing(command)
    .option(
      '--certainty <probability>',
      'least probability at which an entity is joined, from 0.5 to 0.9999 (default: 0.98)',
    )
    .option('--json', 'print the whole answer as JSON')

export function resolveCommand(): Command {
  const command = graphCommand('resolve', 'join a record to an entity of the ledger', {
    does:
      'Looks a record up as find does, and records what it decides: the record joins an entity, founds one, or opens a case that people decide. ' +
      'Each comparison is the receipt that compare gives, in the ledger. The same record again changes nothing.',
    examples: [
      ['one record', `selfsame resolve person.json ${IN}`],
      ['records one a line, an answer a line', `selfsame resolve people.jsonl --lines ${IN}`],
    ],
    exits: { 3: 'a case was opened' },
  })
  return resolving(command)
    .argument('<record>', 'a JSON object, a file with one, or - for standard input')
    .option('--lines', 'the file has a record a line; they share transactions')
    .action(async (record: string, flags: GraphFlags) => {
      const text = recordText(record)
      const records = (flags.lines ? text.split('\n').filter((line) => line.trim() !== '') : [text]).map(objectIn)
      const answers = await withGraph(flags, async (service) => {
        const given: ResolveAnswer[] = []
        for (let from = 0; from < records.length; from += A_BATCH) {
          const some = records
            .slice(from, from + A_BATCH)
            .map((each) => service.resolve({ record: each, ...asked(flags) }))
          for (const answer of await Promise.all(some)) given.push(answer)
        }
        return given
      })
      for (const answer of answers) printResolved(answer, flags)
      if (answers.some(({ cases }) => cases.length > 0)) process.exitCode = 3
    })
}

/** Records of a file that wait together. */
const A_BATCH = 256

export function observeCommand(): Command {
  const command = graphCommand('observe', 'add what became known of a resolved record', {
    does:
      'Adds values to a resolved record. Its comparisons are made again and supersede the earlier ones; entities are merged or parted ' +
      'accordingly. What people have decided stays.',
    examples: [['$rec is the record_id of an answer', `selfsame observe "$rec" '{"city":"Berlin"}' ${IN}`]],
    exits: { 3: 'a case was opened' },
  })
  return resolving(command)
    .argument('<record>', 'the id of the record: rec:')
    .argument('<fields>', 'a JSON object of field names and texts')
    .action(async (record_id: string, fields: string, flags: GraphFlags) => {
      const answer = await withGraph(flags, (service) =>
        service.observe({ record_id, fields: objectIn(fields), ...asked(flags) }),
      )
      printResolved(answer, flags)
      if (!flags.json)
        for (const { supersedes, before, identity, score } of answer.decided_again)
          printLine(`  again ${before} -> ${identity}, score ${score}: ${supersedes}`)
      if (answer.cases.length > 0) process.exitCode = 3
    })
}

export function entitiesCommand(): Command {
  return listing(
    'entities',
    'list the entities of a ledger',
    'Prints how many records and entities there are, and the largest entities.',
    (service, limit) => service.entities({ limit }),
  )
}

export function casesCommand(): Command {
  return listing(
    'cases',
    'what waits for a person, and what would settle it',
    'Prints pairs of records in different entities that wait for a person, with the fields that would decide each. Answer one with review, or with observe.',
    (service, limit) => service.cases({ limit }),
  )
}

function listing(
  name: string,
  summary: string,
  does: string,
  ask: (service: Service, limit: number) => Promise<object>,
) {
  return graphCommand(name, summary, { does, examples: [['at most ten', `selfsame ${name} --limit 10 ${IN}`]] })
    .option('--limit <number>', 'at most so many (default: 20)')
    .action(async (flags: GraphFlags) => {
      printJson(await withGraph(flags, (service) => ask(service, Number(flags.limit ?? 20))))
    })
}

export function entityCommand(): Command {
  const command = graphCommand('entity', 'one entity: its records, and a golden record', {
    does:
      'Prints the records of an entity; for each field one value with the rule that chose it, its sources and what contradicts it; and the ' +
      'decisions that made it. The id of an entity that another has taken over leads to that one.',
    examples: [['$ent is the entity_id of an answer', `selfsame entity "$ent" ${IN}`]],
  })
  return revealing(command)
    .argument('<id>', 'the id of an entity: ent:')
    .action(async (id: string, flags: GraphFlags) => {
      printJson(await withGraph(flags, (service) => service.entity({ id, reveal: flags.reveal === true })))
    })
}

export function historyCommand(): Command {
  return graphCommand('history', 'what was decided about a record or an entity', {
    does: 'Prints every decision about a record and its earlier versions, or about an entity, in the order of the ledger.',
    examples: [['$rec is the record_id of an answer', `selfsame history "$rec" ${IN}`]],
  })
    .argument('<id>', 'the id of a record (rec:) or an entity (ent:)')
    .action(async (id: string, flags: GraphFlags) => {
      printJson(await withGraph(flags, (service) => service.history({ id })))
    })
}

export function pathCommand(): Command {
  const command = graphCommand('path', 'the decisions that make two records one', {
    does:
      'Prints the chain of decisions that makes two records one, with its weakest. Signed, it is evidence by itself: "selfsame attest verify" ' +
      'checks the signature and every step without the service and its ledger.',
    examples: [
      ['$rec and $other are record_ids', `selfsame path "$rec" "$other" ${IN}`],
      ['as evidence', `selfsame path "$rec" "$other" ${IN} --signing-key service.key > path.json`],
    ],
  })
  return revealing(command)
    .argument('<a>', 'the id of a record: rec:')
    .argument('<b>', 'the id of another record')
    .addOption(
      new Option('--signing-key <file>', 'sign the answer with this key').env('SERVICE_SIGNING_KEY').argParser(filled),
    )
    .action(async (a: string, b: string, flags: GraphFlags) => {
      const { loadKeyFile } = await import('../attest/index.ts')
      const signer = flags.signingKey === undefined ? null : loadKeyFile(flags.signingKey)
      const request = PathRequest.parse({ a, b, reveal: flags.reveal === true })
      const answer = await withGraph(flags, (service) => service.path(request))
      printJson(signer === null ? answer : { ...answer, attestation: await attested(request, answer, signer) })
      if (!answer.connected) process.exitCode = 1
    })
}

async function attested(request: object, answer: object, signer: Signer): Promise<object> {
  const { digestOf, sealDigest } = await import('../attest/index.ts')
  return sealDigest({
    tool: 'path',
    digest: digestOf('path', request, answer),
    caller: null,
    signer,
    engine: SERVICE_ENGINE,
    now: new Date(),
  })
}

const asked = ({ certainty, reveal }: GraphFlags) => ({
  reveal: reveal === true,
  ...(certainty === undefined ? {} : { certainty: Number(certainty) }),
})

const withGraph = <Result>(flags: GraphFlags, work: (service: Service) => Promise<Result>): Promise<Result> =>
  withService({ ...flags, indexes: { index: flags.in } }, work)

function objectIn(text: string): Record<string, string> {
  const value = parsed(text)
  if (isObject(value)) return value
  throw new SelfsameError('usage', 'a record is one JSON object of field names and texts')
}

function printResolved(answer: ResolveAnswer, { json, lines }: GraphFlags): void {
  if (json) {
    if (lines) printLine(JSON.stringify(answer))
    else printJson(answer)
    return
  }
  const { outcome, entity_id, record_id, probability, explanation, would_settle, cases, merged } = answer
  printLine(`${outcome} ${entity_id} by ${record_id}, probability ${probability}`)
  if (lines) return
  printLine(explanation)
  if (would_settle.length > 0) printLine(`${would_settle.join(' or ')} would decide.`)
  for (const id of merged) printLine(`  merged ${id}`)
  for (const id of cases) printLine(`  case ${id}`)
}
