// `selfsame spark`: dedupe and link with a Spark cluster for the heavy stages; and what its workers run.
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import type { TablesOptions } from '../service.ts'
import { runTables, type TableFlags, withTableFlags } from './link-tables.ts'
import { explained } from './manual.ts'

interface Flags extends TableFlags {
  link?: boolean
  oneToOne?: true | string
  master?: string
  conf?: string[]
  python: string
  shared: string
  command?: string
  partitions: string
}

export function sparkCommand(): Command {
  const command = new Command('spark').description('dedupe or link tables with a Spark cluster')
  return explained(withTableFlags(command), {
    does:
      'As dedupe (or link, with --link), but pairs are scored and connected components found by a Spark cluster; pairs are chosen, and clusters cut, on this ' +
      'machine. The results are the same. Python with pyspark and Java must be here, Node.js and this package on every worker, and the folder of ' +
      '--shared must be seen by all of them under one name. It holds values of the tables while the work lasts.',
    examples: [
      [
        'on a cluster',
        'selfsame spark people.csv -e person -o out/ --master spark://head:7077 --shared /mnt/shared --partitions 400',
      ],
    ],
  })
    .argument('<tables...>', 'files, or tables of databases (people.sqlite#customers)')
    .option('--link', 'compare records of different tables only')
    .option('--one-to-one [tables]', 'with --link: no table holds an entity twice, or none of those named')
    .option('--master <url>', 'URL of the cluster; left out, what the installation of Spark says')
    .option('--conf <setting...>', 'settings of Spark (spark.executor.memory=4g)')
    .option('--python <program>', 'Python with pyspark', 'python3')
    .option('--shared <folder>', 'a folder that this machine and all workers see', tmpdir())
    .option(
      '--command <program>',
      'how workers start this program; left out, by its path on this machine where the master is local, else selfsame',
    )
    .option('--partitions <number>', 'parts into which pairs are divided', '64')
    .action((files: string[], flags: Flags) =>
      runTables(flags.link === true ? 'link' : 'dedupe', files, flags, sparkOptions(flags)),
    )
}

function sparkOptions(flags: Flags): NonNullable<TablesOptions['spark']> {
  const partitions = Number(flags.partitions)
  if (!(Number.isInteger(partitions) && partitions >= 1 && partitions <= 100_000))
    throw new SelfsameError('usage', '--partitions takes a whole number from 1 to 100000')
  const conf = (flags.conf ?? []).map((setting) => {
    const at = setting.indexOf('=')
    if (at < 1) throw new SelfsameError('usage', '--conf takes settings as name=value')
    return [setting.slice(0, at), setting.slice(at + 1)] as const
  })
  return {
    python: flags.python,
    master: flags.master ?? null,
    conf: Object.fromEntries(conf),
    folder: flags.shared,
    command: flags.command?.split(' ').filter((part) => part !== '') ?? programFor(flags.master),
    partitions,
  }
}

/** Command line of this program for workers. Spark without a master runs on this machine. */
const programFor = (master = 'local'): readonly string[] =>
  master.startsWith('local')
    ? [process.execPath, fileURLToPath(new URL('../../bin/selfsame.mjs', import.meta.url))]
    : ['selfsame']

export function sparkScoreCommand(): Command {
  const command = new Command('spark-score').description('score pairs for a task of `selfsame spark`')
  return explained(command, {
    does:
      'What `selfsame spark` starts on its workers. Reads lines of two record numbers and the fields of both records as JSON, with tabs between; behind an empty line ' +
      'it writes the pairs that are worth keeping, with score and verdict (0 different, 1 review, 2 same), and an empty line.',
    examples: [
      ['one pair', `printf '0\\t1\\t{"name":"Ann Lee"}\\t{"name":"Ann Lee"}\\n\\n' | selfsame spark-score person`],
    ],
  })
    .argument('<entity>', 'the entity pack')
    .action(async (entity: string) => {
      const { scorePairs } = await import('../tables/spark-worker.ts')
      await scorePairs(process.stdin, process.stdout, entity)
    })
}
