// `selfsame reidentify`: replaces the tokens of a copy by their values, with the vault's key. Every run is recorded in the ledger.
import { createReadStream, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command, Option } from 'commander'
import { type ErrorCode, SelfsameError } from '../errors.ts'
import { loadVaultKey } from '../ledger/key-source.ts'
import type { Piece } from '../masked-tables/mask-job.ts'
import { piecesOf, type TableFile, tableFile } from '../masked-tables/table-files.ts'
import { rowsOf, written } from '../masked-tables/text-rows.ts'
import { cellAsWritten, inertCell } from '../text/inert-cells.ts'
import { digesting, Reidentifier, recordUse } from '../vault/reidentify.ts'
import { TokenVault } from '../vault/token-vault.ts'
import { readBytes, unreadable } from './input.ts'
import { explained } from './manual.ts'
import { remark } from './output.ts'
import { withCancel } from './progress.ts'
import { filled, type LedgerFlags, ledgerOf, withLedgerFlags } from './shared-options.ts'

interface Flags extends LedgerFlags {
  readonly vault?: string
  readonly vaultKey?: string
  readonly out?: string
  readonly reason?: string
}

export function reidentifyCommand(): Command {
  const command = new Command('reidentify').description('give back the values of the tokens in a masked copy')
  return explained(withLedgerFlags(command), {
    does:
      'Writes a masked copy again with the values of its tokens, which the vault keeps. Needs the key of the vault and a ledger: every run is ' +
      'recorded before anything is shown. Only tokens can be turned back, and only with a vault; masked, removed or coarsened values are lost.',
    examples: [
      [
        'a table back, with the reason in the ledger',
        'selfsame reidentify masked.csv --vault tokens.vault --vault-key vault.key \\\n    --ledger decisions.sqlite --reason "audit 7" > people-again.csv',
      ],
    ],
    files: ['The vault is made by "selfsame deidentify --vault"; its key by "selfsame ledger keygen".'],
  })
    .argument('<file>', 'a masked copy: a table, or any UTF-8 text')
    .addOption(new Option('--vault <file>', 'the vault (required)').argParser(filled))
    .addOption(
      new Option(
        '--vault-key <source>',
        'its key (required): a file, or command:PROGRAM ARGUMENTS that prints it',
      ).argParser(filled),
    )
    .option('-o, --out <path>', 'write here instead of to standard output')
    .option('--reason <text>', 'what it is for; kept in clear with the decision for good, so write no name')
    .action((file: string, flags: Flags) =>
      withCancel('Stopped; nothing was given back.', (signal) => reidentify(file, flags, signal)),
    )
}

async function reidentify(path: string, flags: Flags, signal: AbortSignal): Promise<void> {
  const { ledger: location, ledgerKey } = await ledgerOf(flags)
  if (flags.vault === undefined)
    throw missing('--vault FILE', 'the values of the tokens are in the vault of "selfsame deidentify --vault" alone')
  if (flags.vaultKey === undefined)
    throw missing('--vault-key', 'the values in the vault are encrypted with the key that made it')
  if (location == null)
    throw missing('--ledger FILE', 'every run is recorded there before a value is shown', 'no_ledger')
  const key = loadVaultKey(flags.vaultKey)
  const vault = await TokenVault.open(flags.vault, key, { readOnly: true })
  const folder = mkdtempSync(join(flags.out === undefined ? dirname(path) : dirname(flags.out), '.selfsame-'))
  try {
    const result = join(folder, 'result')
    const { file, copy, counts } = await writeResult(path, result, vault, signal)
    signal.throwIfAborted()
    const { ledgerKey: keyOf } = await import('../ledger/vault.ts')
    const id = await recordUse(
      { file, result: copy, vaultKey: key.id, told: counts, reason: flags.reason ?? null, now: new Date() },
      { location, key: ledgerKey == null ? null : keyOf(ledgerKey) },
    )
    if (flags.out !== undefined) renameSync(result, flags.out)
    else for await (const chunk of createReadStream(result)) process.stdout.write(chunk as Buffer)
    const count = Object.values(counts.by_category).reduce((sum, one) => sum + one, 0)
    const damaged =
      counts.damaged === 0
        ? ''
        : `; ${counts.damaged} ${counts.damaged === 1 ? 'token looks' : 'tokens look'} damaged (other digits than the vault's tokens have) and stayed`
    remark(
      `${count} tokens given back, ${counts.unknown} unknown, ${counts.shared} shared by several values${damaged}; ${id} (recorded)`,
    )
  } finally {
    vault.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const missing = (option: string, why: string, code: ErrorCode = 'usage') =>
  new SelfsameError(code, `nothing is given back without ${option}: ${why}`)

/** Writes the file with values in place of its tokens (mode 0600). Returns the hashes of the file read and of the file written. */
async function writeResult(path: string, result: string, vault: TokenVault, signal: AbortSignal) {
  const source = tableAt(path)
  const reidentifier = new Reidentifier(vault, source?.format === 'json lines' ? inJson : undefined)
  const [original, copy] = [digesting(), digesting()]
  const target = await open(result, 'wx', 0o600)
  try {
    const mark = source !== null && source.mark > 0 ? ['\ufeff'] : []
    const parts = source === null ? wholeText(path, original.add) : textsOf(source, original.add)
    for await (const part of chained(mark, parts)) {
      signal.throwIfAborted()
      const text = typeof part === 'string' ? reidentifier.replace(part) : partOf(part, reidentifier)
      copy.add(text)
      await target.write(text)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return { file: original.hex(), copy: copy.hex(), counts: reidentifier.told() }
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

/** Replaces cell by cell, so that a value that contains the delimiter stays one cell, and no cell is run by a spreadsheet. */
function partOf({ text, dialect }: Extract<Piece, { kind: 'delimited' }>, reidentifier: Reidentifier): string {
  return written(
    rowsOf(text, dialect, 1).map((row) => row.map((cell) => inertCell(reidentifier.replace(cellAsWritten(cell))))),
    dialect,
  )
}

async function* chained<Part>(first: readonly string[], parts: AsyncIterable<Part>): AsyncGenerator<Part | string> {
  yield* first
  yield* parts
}

async function* textsOf(source: TableFile, seen: (bytes: Buffer) => void) {
  for await (const { piece } of piecesOf(source, false, seen))
    if (piece.kind !== 'rows') yield piece.kind === 'delimited' ? piece : piece.text
}

function tableAt(path: string): ReturnType<typeof tableFile> {
  try {
    const table = tableFile(path)
    if (table?.format === 'parquet')
      throw new SelfsameError('usage', 'a Parquet file cannot be re-identified directly: convert it to CSV first')
    return table
  } catch (error) {
    throw error instanceof SelfsameError ? error : unreadable(path, error)
  }
}

async function* wholeText(path: string, seen: (bytes: Buffer) => void): AsyncGenerator<string> {
  const bytes = readBytes(path, path)
  seen(bytes)
  try {
    yield new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SelfsameError(
      'usage',
      `${path} is not UTF-8 text: values are given back in texts and tables, so save another file as text first`,
    )
  }
}
