// Options that several commands have, with their environment variables; a flag takes precedence.
import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import type { TokenKeeper } from '../engines/deidentify/engine.ts'
import { noLedger, SelfsameError } from '../errors.ts'
import { loadPacks } from '../packs/load.ts'
import { CompareRequest } from '../records/requests.ts'
import { createService, type Service, type ServiceOptions } from '../service.ts'
import { MASKS, type MaskValues } from '../text/mask.ts'
import { inColumns, section } from './manual.ts'
import { remark } from './output.ts'

export const BACKEND =
  'auto (the default): rules, and the model of --model; basic: rules alone; model: both, or a refusal'

/** Adds --jurisdiction, --statute and --backend; the help ends with every statute and the jurisdictions it governs. */
export function choosesLaw(command: Command): Command {
  return statesLaw(command, '; left out, the text must say').option('--backend <name>', BACKEND)
}

/** Adds --jurisdiction and --statute, for commands without a text that could say which law governs. */
export function statesLaw(command: Command, otherwise = ''): Command {
  return command
    .option('-j, --jurisdiction <code>', `country code; EU for papers of all its countries${otherwise}`)
    .option('--statute <name>', 'the statute, instead of a jurisdiction')
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
  return inColumns([...codes].map(([name, governed]) => [name, governed.join(' ') || 'asked for by name only']))
}

export interface LedgerFlags {
  readonly ledger?: string
  readonly ledgerKey?: string
}

export function withLedgerFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--ledger <place>', 'the ledger: a SQLite file, or postgres://user@host/database')
        .env('SERVICE_LEDGER')
        .argParser(filled),
    )
    .addOption(
      new Option(
        '--ledger-key <source>',
        'the key of its record values: a file, or command:PROGRAM ARGUMENTS that prints it',
      )
        .env('SERVICE_LEDGER_KEY')
        .argParser(filled),
    )
}

/** The value of a flag. An empty variable is refused: to run without what it names would be to run unsigned or unencrypted by accident. */
export function filled(value: string): string {
  if (value.trim() !== '') return value
  throw new InvalidArgumentError('It is empty; give it a value, or leave it unset.')
}

export interface DoclingFlag {
  readonly docling?: string
}

export function doclingOption(): Option {
  return new Option('--docling <address>', 'a docling-serve that reads PDF, office files, web pages and pictures')
    .env('SERVICE_DOCLING')
    .argParser(filled)
}

export interface ModelFlag {
  readonly model?: string
}

export function modelOption(): Option {
  return new Option('--model <folder>', 'a learned model that adds to the rules (the detect extra)')
    .env('SERVICE_MODEL')
    .argParser(filled)
}

export interface MaskFlag {
  readonly maskValues?: MaskValues
}

export function maskOption(): Option {
  return new Option('--mask-values <how>', 'values that are not revealed: their start is shown, or none of them')
    .choices(MASKS)
    .env('SERVICE_MASK_VALUES')
}

/** Converts ledger flags to service options. Throws key_file. */
export async function ledgerOf(flags: LedgerFlags): Promise<Pick<ServiceOptions, 'ledger' | 'ledgerKey'>> {
  if (flags.ledgerKey === undefined) return { ledger: flags.ledger }
  const { loadLedgerKey } = await import('../ledger/key-source.ts')
  return { ledger: flags.ledger, ledgerKey: Buffer.from(loadLedgerKey(flags.ledgerKey).bytes).toString('hex') }
}

/** A command that only reads or erases makes no ledger by a misspelt name. Throws no_ledger and ledger_unavailable. */
export async function requireLedgerFile(location: string | undefined): Promise<void> {
  if (location === undefined) throw noLedger()
  if (existsSync(location)) return
  const { isPostgres } = await import('../open-ledger.ts')
  if (!isPostgres(location))
    throw new SelfsameError('ledger_unavailable', 'there is no ledger at the place given; check --ledger')
}

/** The flags that are members of a request, under the names that the request has. */
export function requestOf<Schema extends z.ZodObject, Flags extends object>(
  { shape }: Schema,
  flags: Flags,
): Pick<Flags, keyof Flags & keyof Schema['shape']> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => Object.hasOwn(shape, name))) as Pick<
    Flags,
    keyof Flags & keyof Schema['shape']
  >
}

export async function withService<Result>(
  flags: LedgerFlags & DoclingFlag & ModelFlag & MaskFlag & Pick<ServiceOptions, 'reviewers' | 'indexes'>,
  work: (service: Service) => Promise<Result>,
  keeper?: TokenKeeper | undefined,
): Promise<Result> {
  const { docling, model, reviewers, indexes, maskValues } = flags
  const warn = (message: string) => remark(`selfsame: ${message}`)
  const own = { docling, model, reviewers, indexes, maskValues, keeper, warn }
  const service = createService({ ...(await ledgerOf(flags)), ...own })
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

export function takesText(command: Command): Command {
  return command
    .argument('[text]', 'the text; without it and without --file, standard input is read')
    .option('-f, --file <path>', 'read the text from a UTF-8 file')
}
