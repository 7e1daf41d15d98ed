// `selfsame ledger`: operator commands to verify, count, erase, change the key, and sign the heads of a ledger.
import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { loadKeyFile, openCheckpoint, sealCheckpoint } from '../attest/index.ts'
import { createSecretFile } from '../attest/key-file.ts'
import { noLedger, SelfsameError } from '../errors.ts'
import { loadLedgerKey } from '../ledger/key-source.ts'
import { backUpLedgerFile } from '../ledger/sqlite/open.ts'
import type { ChainHead, Ledger, LedgerStats } from '../ledger/store.ts'
import { type LedgerVerification, verifyLedger } from '../ledger/verify-chain.ts'
import { isPostgres, openLedger } from '../open-ledger.ts'
import { expectedDecisionId } from '../operations/decision-id.ts'
import { counted } from '../page/html-page.ts'
import { utcSeconds } from '../records/canonical.ts'
import { readText } from './input.ts'
import { explained, type Manual } from './manual.ts'
import { printJson, printLine } from './output.ts'
import { type LedgerFlags, requireLedgerFile, withLedgerFlags } from './shared-options.ts'

const LEDGER = '--ledger decisions.sqlite'

const LEDGER_MANUALS: Readonly<Record<string, Manual>> = {
  verify: {
    does:
      'Walks the chain from its first entry and checks every entry, record and id: whatever was edited, removed or put elsewhere is ' +
      'found. A checkpoint signed earlier also shows whether entries were cut off since. Changes nothing.',
    examples: [
      ['the whole ledger', 'selfsame ledger verify decisions.sqlite'],
      [
        'against what was signed earlier',
        'selfsame ledger verify decisions.sqlite --checkpoint checkpoint.jws --public-key "$did"',
      ],
    ],
    exits: { 1: 'something was changed, or the check failed for the reason given on standard error' },
  },
  stats: {
    does: 'Counts what is in a ledger, and prints the last entry of every chain.',
    examples: [['as JSON', 'selfsame ledger stats decisions.sqlite --json']],
  },
  erase: {
    does:
      'Destroys the values of a record, or of every record that no decision since a date is about. Decisions about them and the chain ' +
      'stay, and still verify. There is no way back.',
    examples: [
      ['one record, by the id that a decision names', `selfsame ledger erase "$record" ${LEDGER}`],
      ['what is past its retention', `selfsame ledger erase --recorded-before 2024-01-31 ${LEDGER}`],
    ],
  },
  rekey: {
    does:
      'Wraps the key of every record with a new ledger key, and seals values that were in the clear. Stop the service before, and start ' +
      'it with the new key.',
    examples: [['from no key, or from another', `selfsame ledger rekey ${LEDGER} --new-key ledger.key`]],
  },
  checkpoint: {
    does: 'Signs the last entry of every chain, and prints the signature. Kept elsewhere, it shows later whether entries were cut off.',
    examples: [['once a day', `selfsame ledger checkpoint ${LEDGER} --signing-key service.key > checkpoint.jws`]],
  },
  backup: {
    does: 'Copies a ledger file while a service writes to it; the copy is whole. A PostgreSQL ledger is backed up with pg_dump.',
    examples: [['a copy', `selfsame ledger backup copy.sqlite ${LEDGER}`]],
  },
  keygen: {
    does: 'Makes the key that encrypts the values of records. Without it they cannot be read again: keep a copy in a safe place.',
    examples: [['a new key', 'selfsame ledger keygen new-ledger.key']],
    files: ['32 random bytes in hex, for their owner alone (mode 0600). A file that is there already is not replaced.'],
  },
}

interface VerifyFlags {
  readonly checkpoint?: string
  readonly publicKey?: string
  readonly json?: boolean
}

export function ledgerCommand(): Command {
  const ledger = new Command('ledger').description('verify a ledger, erase from it, change its key, back it up')
  const add = (name: string, description: string): Command => {
    const command = withLedgerFlags(new Command(name).description(description))
    ledger.addCommand(explained(command, LEDGER_MANUALS[name]!))
    return command
  }
  add('verify', 'walk the chain and check every entry; exits 0 only when nothing was changed')
    .argument('[file]', 'the ledger, instead of --ledger')
    .option('--checkpoint <file>', 'a checkpoint signed earlier: shows whether entries were cut off since')
    .option('--public-key <did>', 'the did:key you expect the checkpoint to be signed with')
    .option('--json', 'print the result as JSON')
    .action(async (file: string | undefined, flags: LedgerFlags & VerifyFlags) => {
      if (flags.checkpoint === undefined && flags.publicKey !== undefined)
        throw new SelfsameError('usage', '--public-key is the signer of a checkpoint: name its file with --checkpoint')
      const checkpoint =
        flags.checkpoint === undefined ? undefined : await readCheckpoint(flags.checkpoint, flags.publicKey)
      const result = await withLedger(named(file, flags), true, (opened) =>
        verifyLedger(opened, { decisionId: expectedDecisionId, ...(checkpoint === undefined ? {} : { checkpoint }) }),
      )
      if (flags.json) printJson(result)
      else printLine(verificationInWords(result))
      process.exitCode = result.ok ? 0 : 1
    })
  add('stats', 'count what is in the ledger')
    .argument('[file]', 'the ledger, instead of --ledger')
    .option('--json', 'print the result as JSON')
    .action(async (file: string | undefined, flags: LedgerFlags & { json?: boolean }) => {
      const stats = await withLedger(named(file, flags), true, (opened) => opened.stats())
      if (flags.json) printJson(stats)
      else printLine(statsInWords(stats))
    })
  add('erase', 'destroy the values of records; decisions about them and the chain stay')
    .argument('[record]', 'rec:sha256:...')
    .option(
      '--recorded-before <date>',
      'instead of one record: every record whose last decision is older than this date',
      momentOf,
    )
    .action(async (record: string | undefined, flags: LedgerFlags & { recordedBefore?: string }) => {
      const { recordedBefore } = flags
      if ((record === undefined) === (recordedBefore === undefined))
        throw new SelfsameError('usage', 'name either a record or --recorded-before DATE')
      if (recordedBefore !== undefined) {
        const count = await withLedger(flags, false, (opened) => opened.eraseBefore(recordedBefore))
        printLine(`erased the values of ${counted(count, 'record')}`)
      } else if (record !== undefined) {
        if (!record.startsWith('rec:')) throw new SelfsameError('usage', 'name a record by its id: rec:sha256:...')
        const erased = await withLedger(flags, false, (opened) => opened.erase(record))
        printLine(erased ? `erased the values of ${record}` : `the values of ${record} were erased already`)
      }
    })
  add('rekey', 'encrypt every record with a new ledger key, also those that were not encrypted')
    .requiredOption('--new-key <source>', 'file with the new key, or command:PROGRAM ARGUMENTS that prints it')
    .action(async (flags: LedgerFlags & { newKey: string }) => {
      const key = loadLedgerKey(flags.newKey)
      const changed = await withLedger(flags, false, (opened) => opened.rekey(key))
      printLine(
        `${changed} ${changed === 1 ? 'record is' : 'records are'} now sealed with the new key; start the service with it`,
      )
    })
  add('checkpoint', 'sign the last entry of every chain; keep the output where the ledger is not')
    .requiredOption('--signing-key <file>', 'key made with "attest keygen"')
    .action(async (flags: LedgerFlags & { signingKey: string }) => {
      const signer = loadKeyFile(flags.signingKey)
      const heads = await withLedger(flags, true, (opened) => opened.heads())
      printLine(await sealCheckpoint(heads, signer, new Date()))
    })
  add('backup', 'copy a ledger file while it is in use')
    .argument('<out>', 'the new file')
    .action(async (out: string, flags: LedgerFlags) => {
      const location = flags.ledger
      if (location === undefined) throw noLedger()
      if (isPostgres(location)) throw new SelfsameError('usage', 'a PostgreSQL ledger is backed up with pg_dump')
      await backUpLedgerFile(location, out)
      printLine(`backed up to ${out}; verify the copy with "selfsame ledger verify ${out}"`)
    })
  const keygen = ledger
    .command('keygen')
    .argument('<out>', 'where to write the key (32 random bytes in hex, mode 0600)')
    .description('make a key that seals record values')
    .action((out: string) => {
      const why = 'what it seals could not be read without it, so it is not replaced'
      createSecretFile(out, `${randomBytes(32).toString('hex')}\n`, why)
      printLine(
        'made a key for a ledger or a vault; without it the values it seals cannot be read again, so keep a copy in a safe place',
      )
    })
  explained(keygen, LEDGER_MANUALS['keygen']!)
  return explained(ledger, {
    does: 'What an operator does with a ledger besides serving it.',
    examples: [['what each does', 'selfsame ledger verify --help']],
  })
}

/** A ledger named as an argument beats the flag and its variable. */
const named = (file: string | undefined, flags: LedgerFlags): LedgerFlags =>
  file === undefined ? flags : { ...flags, ledger: file }

/** Opens the ledger that the flags name for the duration of `use`. Throws no_ledger. */
async function withLedger<T>(flags: LedgerFlags, readOnly: boolean, use: (ledger: Ledger) => Promise<T>): Promise<T> {
  await requireLedgerFile(flags.ledger)
  const key = flags.ledgerKey === undefined ? null : loadLedgerKey(flags.ledgerKey)
  const ledger = await openLedger(flags.ledger!, { key, readOnly })
  try {
    return await use(ledger)
  } finally {
    await ledger.close()
  }
}

/** Reads a date (midnight in UTC) or a time with its zone, as recorded_at is written. The zone is required because erasing cannot be undone. */
function momentOf(text: string): string {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  const moment = new Date(text)
  // JavaScript takes the 30th of February for the 2nd of March.
  if (day === undefined || Number.isNaN(moment.getTime()) || new Date(day).toISOString().slice(0, 10) !== day)
    throw new SelfsameError('usage', 'a date is written as 2026-03-01, or as 2026-03-01T12:00:00Z')
  if (moment > new Date())
    throw new SelfsameError('usage', 'that date lies in the future: it would erase the values of every record')
  return utcSeconds(moment)
}

async function readCheckpoint(file: string, publicKey: string | undefined): Promise<readonly ChainHead[]> {
  const jws = readText(file, `the file ${file}`).trim()
  const { heads, signer, trusted } = await openCheckpoint(jws, publicKey)
  if (!trusted)
    process.stderr.write(`the checkpoint was signed by ${signer}; pass --public-key to make sure that is yours\n`)
  return heads
}

function verificationInWords(result: LedgerVerification): string {
  const problems = result.problems.map(({ subject, chain, sequence, problem }, at) => {
    const place = sequence === null ? '' : ` (chain ${chain}, entry ${sequence})`
    return `${at === 0 ? 'first broken' : 'also        '}   ${subject}${place}: ${problem}`
  })
  return [
    `entries        ${result.links}`,
    `decisions      ${result.decisions} (${result.ids_recomputed} ids computed again)`,
    `records        ${result.records} (${result.erased} erased)`,
    ...(result.unreadable === 0
      ? []
      : [
          `not checked    the values of ${result.unreadable} ${result.unreadable === 1 ? 'record' : 'records'}: encrypted, and no --ledger-key was given`,
        ]),
    ...problems,
    result.ok ? 'OK' : 'BROKEN',
  ].join('\n')
}

function statsInWords(stats: LedgerStats): string {
  return [
    `decisions      ${stats.decisions}`,
    ...Object.entries(stats.by_verb).map(([verb, count]) => `  ${verb.padEnd(13)}${count}`),
    `records        ${stats.records} (${stats.erased} erased, ${stats.sealed} sealed)`,
    `first          ${stats.first_recorded_at ?? '-'}`,
    `last           ${stats.last_recorded_at ?? '-'}`,
    ...stats.heads.map(({ chain, sequence, hash }) => `head           ${chain} ${sequence} ${hash}`),
  ].join('\n')
}
