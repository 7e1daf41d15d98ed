// `selfsame find` and `selfsame index`: one record among many, and the indexes that it is looked up in.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { type FindAnswer, FindRequest } from '../records/find.ts'
import type { Service } from '../service.ts'
import { temporaryFolder } from '../tables/sources/temporary-folder.ts'
import { parsed, recordText, repeated } from './input.ts'
import { mappingIn, printMapping } from './link-tables.ts'
import { explained } from './manual.ts'
import { inLine, printJson, printLine } from './output.ts'
import { StatusLine, withCancel, withProgress } from './progress.ts'
import {
  choosesEntity,
  type LedgerFlags,
  type MaskFlag,
  maskOption,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

interface FindFlags extends LedgerFlags, MaskFlag {
  in: string
  entity?: string
  certainty?: string
  reveal?: boolean
  store?: boolean
  json?: boolean
}

export function findCommand(): Command {
  const command = new Command('find').description('find one record among many')
  return explained(withLedgerFlags(choosesEntity(command)), {
    does:
      'Looks for the entity of one record in a table or an index: found, ambiguous with the candidates and the fields that would settle it, or ' +
      'not found. Each candidate has the receipt that compare gives. A table is indexed for this one look-up; for more of them, make an index once.',
    examples: [
      ['in a table', 'selfsame find person.json --in patients.csv'],
      ['in an index, as JSON with values', 'selfsame find - --in index/ --reveal --json < person.json'],
    ],
    exits: { 0: 'found', 3: 'ambiguous, or not found' },
  })
    .argument('<record>', 'a JSON object, a file with one, or - for standard input')
    .requiredOption('--in <place>', 'the folder of an index, or a table as dedupe takes it')
    .option(
      '--certainty <probability>',
      'least probability at which an entity is found, from 0.5 to 0.9999 (default: 0.9)',
    )
    .option('--reveal', 'show the values of the candidates instead of masking them')
    .addOption(maskOption())
    .option('--store', 'record the comparison with each candidate in the ledger')
    .option('--json', 'print the whole answer as JSON')
    .action(async (record: string, flags: FindFlags) => {
      const asked = FindRequest.omit({ index: true }).safeParse({
        record: recordOf(record),
        reveal: flags.reveal === true,
        store: flags.store === true,
        ...(flags.certainty === undefined ? {} : { certainty: Number(flags.certainty) }),
      })
      if (!asked.success)
        throw new SelfsameError('usage', 'the record is an object of texts, --certainty a number from 0.5 to 0.9999')
      const answer = await withIndex(flags, (service) => service.find(asked.data))
      if (flags.json === true) printJson(answer)
      else printAnswer(answer)
      process.exitCode = answer.outcome === 'found' ? 0 : 3
    })
}

/** Calls with a service that has the index, or one made of the table for this call alone. */
async function withIndex<Result>(flags: FindFlags, work: (service: Service) => Promise<Result>): Promise<Result> {
  const isIndex = existsSync(join(flags.in, 'index.sqlite'))
  const folder = isIndex ? flags.in : join(temporaryFolder('find'), 'index')
  try {
    return await withService({ ...flags, indexes: { index: folder } }, async (service) => {
      if (!isIndex) await service.buildIndex({ files: [flags.in], entity: flags.entity, out: folder })
      return work(service)
    })
  } finally {
    if (!isIndex) rmSync(join(folder, '..'), { recursive: true, force: true })
  }
}

function recordOf(argument: string): unknown {
  const record = parsed(recordText(argument))
  if (record !== undefined) return record
  throw new SelfsameError('usage', 'the record is not well-formed JSON; give one object of field names and texts')
}

function printAnswer({ outcome, entity_id, explanation, probability, candidates }: FindAnswer): void {
  printLine(`${outcome}${entity_id === null ? '' : ` ${entity_id}`}, probability ${probability}`)
  printLine(explanation)
  for (const { entity_id: id, source, record, fields, apart, receipt } of candidates) {
    printLine('')
    printLine(inLine(`${id}  ${source} ${record}`))
    printLine(`  ${receipt.identity}, score ${receipt.score}: ${receipt.explanation}`)
    if (apart.length > 0) printLine(`  differs from the first in ${apart.join(', ')}`)
    for (const [field, value] of Object.entries(fields)) printLine(inLine(`  ${field}  ${value}`))
    printLine(`  ${receipt.decision_id}`)
  }
}

interface TableFlags {
  id?: readonly string[]
  map?: string
}

interface BuildFlags extends TableFlags {
  out: string
  entity?: string
  clusters?: string
  json?: boolean
}

export function indexCommand(): Command {
  const index = new Command('index').description('make an index for find, add records to it, erase from it')
  const takesTables = (command: Command) =>
    command
      .option('--id <column>', 'the column of the ids, where it is not "id"; repeated where tables differ', repeated)
      .option('--map <file>', 'which column holds which field, as dedupe --save-map writes it')
  const build = takesTables(withProgress(choosesEntity(new Command('build').description('make an index of tables'))))
    .argument(
      '[tables...]',
      'files, or tables of databases (people.sqlite#customers); none: an empty index, for resolve',
    )
    .requiredOption('-o, --out <folder>', 'the folder for the index; an index there is replaced')
    .option('--clusters <folder>', 'results of dedupe over these tables: their clusters are the entities')
    .option('--json', 'print the counts and the mapping as JSON')
    .action(buildIndex)
  index.addCommand(
    explained(build, {
      does:
        'Makes an index of tables for find and for serve --index. Each row is an entity; with --clusters the clusters of a finished dedupe run are. ' +
        'The folder holds the values of the records, readable by its owner only.',
      examples: [['of a table', 'selfsame index build people.csv --out index/']],
    }),
  )
  const add = takesTables(new Command('add').description('add the rows of tables to an index'))
    .argument('<index>', 'the folder of the index')
    .argument(
      '<tables...>',
      'tables with further records; a row with the table name and id of a known record replaces it',
    )
    .action(async (folder: string, tables: string[], flags: TableFlags) => {
      const mapping = flags.map === undefined ? undefined : mappingIn(flags.map)
      const added = await withWriter(folder, (writer) =>
        writer.addTables({ files: tables, idColumn: flags.id, mapping }),
      )
      printLine(`${added} records added`)
    })
  index.addCommand(
    explained(add, {
      does: 'Adds rows to an index, also while services look in it. What is reported as added is on the disk.',
      examples: [['further rows', 'selfsame index add index/ new.csv']],
    }),
  )
  const erase = new Command('erase')
    .description('remove records from an index')
    .argument('<index>', 'the folder of the index')
    .argument('<source>', 'the name of the table that the records came from, as in people.csv')
    .argument('<records...>', 'their ids in the table')
    .action(async (folder: string, source: string, ids: string[]) => {
      const gone = await withWriter(folder, async (writer) => ids.filter((id) => writer.erase({ source, id })))
      printLine(`${gone.length} of ${ids.length} records erased`)
      if (gone.length < ids.length) process.exitCode = 1
    })
  index.addCommand(
    explained(erase, {
      does: 'Removes records from an index with everything that was derived from them. There is no way back.',
      examples: [['one record', 'selfsame index erase index/ people.csv 17']],
      exits: { 1: 'a record was not in the index' },
    }),
  )
  return explained(index, {
    does: 'Makes an index for find, adds records to it, and erases from it.',
    examples: [['of a table', 'selfsame index build people.csv --out index/']],
  })
}

async function buildIndex(files: string[], flags: BuildFlags): Promise<void> {
  const { out, entity, clusters, id: idColumn } = flags
  const mapping = flags.map === undefined ? undefined : mappingIn(flags.map)
  const status = new StatusLine()
  const onProgress = (stage: string, done: number) => status.show(done, stage)
  const made = await withCancel('cancelled; nothing was written', (signal) =>
    withService({}, (service) =>
      service.buildIndex({ files, out, entity, clusters, idColumn, mapping, signal, onProgress }),
    ),
  ).finally(() => status.clear())
  if (flags.json === true) return printJson(made)
  printMapping(made.mapping.map((column) => ({ ...column })))
  printLine(`${made.records} records, ${made.entities} entities`)
  printLine(`index ${made.version}`)
}

async function withWriter<Result>(
  folder: string,
  work: (writer: Awaited<ReturnType<Service['openIndex']>>) => Promise<Result>,
): Promise<Result> {
  return withService({}, async (service) => {
    const writer = await service.openIndex(folder)
    try {
      return await work(writer)
    } finally {
      writer.close()
    }
  })
}
