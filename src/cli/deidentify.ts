// `selfsame deidentify`: the masked copy on standard output, what was done on standard error.
import { Command } from 'commander'
import type { TokenKeeper } from '../engines/deidentify/engine.ts'
import { SelfsameError } from '../errors.ts'
import { endOfString } from '../formats/json/json.ts'
import { backendFor } from '../operations/shared/learned-backend.ts'
import { counted } from '../page/html-page.ts'
import { DeidentifyRequest } from '../records/requests.ts'
import type { Service } from '../service.ts'
import { type CopyRequest, copyFile, isFolder, sourceOf } from './copies.ts'
import { copyFolder, MANIFEST } from './copies-folder.ts'
import { copyTableFile, holdsTable, refuseTableFlags, type TableFlags, takesTables } from './deidentify-table.ts'
import { parsed, saltIn, textOf } from './input.ts'
import { eachLine, type LineFlags, lineSessions, readsLines, refuseLineFlags, takesLines } from './lines.ts'
import { explained } from './manual.ts'
import { printJson, recordedOrNot, remark } from './output.ts'
import { withCancel, withProgress } from './progress.ts'
import {
  choosesLaw,
  type ModelFlag,
  modelOption,
  requestOf,
  takesText,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

interface Flags extends TableFlags, LineFlags, ModelFlag {
  jurisdiction?: string
  statute?: string
  backend?: string
  method?: string
  salt?: string
  saltFile?: string
  out?: string
  store?: boolean
  together?: boolean
  json?: boolean
}

const COPIED = ', or add -o PATH for a masked copy of the file, table or folder'

export function deidentifyCommand(): Command {
  const command = new Command('deidentify').description('make a masked copy of a text, a file, a folder or a table')
  const printed = 'a copy a line, or a JSON answer with --json'
  return explained(withProgress(withLedgerFlags(takesTables(choosesLaw(takesLines(takesText(command), printed))))), {
    does:
      'Makes a copy of a text, or with --out of a file, a folder or a table, without its personal data: masked, given tokens or left out, as the governing statute says for each ' +
      'category. The copy of a text goes to standard output, what was done to standard error. Under one salt a value gets one token.',
    examples: [
      ['as the statute says', 'selfsame deidentify --file letter.txt -j NG --salt-file salt.txt'],
      ['a mask over everything', "selfsame deidentify 'Write to casey@example.com.' -j DE --method mask"],
      [
        'a log line by line; a line that cannot be read leaves a marker',
        'selfsame deidentify --lines --on-error mask -j NG --salt-file salt.txt \\\n    --file calls.log > calls.masked.log',
      ],
      [
        'a log in which a person of one line is hidden in the later lines of a session',
        'selfsame deidentify --lines --session request_id -j DE --salt-file salt.txt \\\n    --file calls.jsonl',
      ],
      [
        'a table by its columns, with a page about what remains',
        'selfsame deidentify people.csv -o masked.csv -j DE --salt-file salt.txt \\\n    --report report.html',
      ],
      [
        'a prompt for a language model, and its answer back',
        'selfsame deidentify --file prompt.txt -j DE --method token --salt-file salt.txt \\\n    --vault tokens.vault --vault-key vault.key\n  selfsame reidentify answer.txt --vault tokens.vault --vault-key vault.key \\\n    --ledger decisions.sqlite',
      ],
      [
        'with a decision that can be explained later',
        'selfsame deidentify --file letter.txt -j NG --salt-file salt.txt \\\n    --store --ledger decisions.sqlite',
      ],
    ],
    exits: { 3: 'done, but some lines were left out or masked (--on-error), or some files of a folder were refused' },
  })
    .option(
      '--method <name>',
      'statute (the default): as the statute says for each category; or mask, token or drop for every span',
    )
    .addOption(modelOption())
    .option('--salt <secret>', 'key of the tokens; shown to other users of this machine while the command runs')
    .option('--salt-file <path>', 'the same, kept in a file; a line break at its end does not count')
    .option(
      '-o, --out <path>',
      'the argument names a file or folder, of which a masked copy is written here, in the format it has',
    )
    .option(
      '--together',
      'with a folder: its files are of one case, and a person of one file is hidden in all others; each file is read twice',
    )
    .option('--store', 'record the decision in the ledger')
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, flags: Flags) => {
      const { file, out } = flags
      const asked = { ...requestOf(DeidentifyRequest, flags), salt: saltOf(flags.salt, flags.saltFile) }
      if (flags.plan && (flags.vault !== undefined || flags.vaultKey !== undefined))
        throw new SelfsameError('usage', '--plan writes nothing: leave --vault and --vault-key out')
      if (out !== undefined || flags.plan) {
        refuseLineFlags(flags)
        const source = sourceOf(argument, flags)
        if (!isFolder(source) && (await holdsTable(source, flags)))
          return withVault(flags, (vault) => copyTableFile(source, withoutBackend(asked), flags, vault))
        if (out === undefined)
          throw new SelfsameError('usage', `${source} holds no table: a delimited text, JSON lines or Parquet`)
        refuseTableFlags(flags, isFolder(source) ? `${source} is a folder` : `${source} holds no table`)
        return withVault(flags, (vault) => copyOther(source, asked, { ...flags, out }, vault))
      }
      if (flags.together)
        throw new SelfsameError('usage', '--together is about the files of a folder: name one, and --out')
      refuseTableFlags(flags, 'this is a text; a table is copied with --out')
      return withVault(flags, (vault) => {
        if (readsLines(argument, flags)) return deidentifyLines(flags, asked, vault)
        return deidentifyText(textOf(argument, file === undefined ? {} : { file }, COPIED), asked, flags, vault)
      })
    })
}

/** `keeper` is undefined where no vault was asked for; it is closed when the work has ended, and what was not committed is gone. */
async function withVault(
  { vault: file, vaultKey }: Flags,
  work: (keeper: TokenKeeper | undefined) => Promise<void>,
): Promise<void> {
  if ((file === undefined) !== (vaultKey === undefined))
    throw new SelfsameError('usage', 'give both --vault (the file) and --vault-key (its key), or neither')
  if (file === undefined || vaultKey === undefined) return work(undefined)
  const [{ TokenVault }, { loadVaultKey }] = await Promise.all([
    import('../vault/token-vault.ts'),
    import('../ledger/key-source.ts'),
  ])
  const vault = await TokenVault.open(file, loadVaultKey(vaultKey))
  try {
    await work(vault)
  } finally {
    vault.close()
  }
}

async function deidentifyText(
  text: string,
  asked: CopyRequest,
  flags: Flags,
  keeper: TokenKeeper | undefined,
): Promise<void> {
  const answer = await withService(flags, (service) => service.deidentify({ text, ...asked }), keeper)
  keeper?.commit()
  if (flags.json) return printJson(answer)
  process.stdout.write(answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`)
  remark(
    `${counted(answer.count, 'span')} under ${answer.statute} (${answer.method}); ${answer.decision_id} ${recordedOrNot(answer)}`,
  )
}

/** A file that is not a table, or a folder. Exit code 3: some files have no copy. */
async function copyOther(
  source: string,
  asked: CopyRequest,
  flags: Flags & { readonly out: string },
  keeper: TokenKeeper | undefined,
): Promise<void> {
  const kept = { ...flags, keeper }
  if (!isFolder(source)) return withService(flags, (service) => copyFile(service, source, asked, kept), keeper)
  const done = await withCancel('Stopped; the same command goes on where it was stopped.', (signal) =>
    withService(flags, (service) => copyFolder(service, source, asked, kept, signal), keeper),
  )
  const { copied, refused, left } = done
  const before = done.kept === 0 ? '' : `, ${done.kept} were there`
  const others = left === 0 ? '' : `; ${left} hidden files or links were left out`
  remark(`${copied} files copied${before}, ${refused} refused${others}: see ${MANIFEST} in the folder`)
  if (refused > 0) process.exitCode = 3
}

/** A table is read by the rules alone. */
function withoutBackend<Asked extends { readonly backend?: string | undefined }>(asked: Asked): Omit<Asked, 'backend'> {
  const { backend, ...rest } = asked
  if (backend !== undefined) backendFor(backend, { model: null })
  return rest
}

async function deidentifyLines(
  flags: Flags,
  asked: Omit<Parameters<Service['deidentify']>[0], 'text'>,
  keeper: TokenKeeper | undefined,
): Promise<void> {
  const json = flags.json ?? false
  const sessions = lineSessions(flags)
  let spans = 0
  const masked = (service: Service) =>
    eachLine(flags, {
      answer: async (lines) => {
        const answers = await service.deidentifyAll(
          lines.map((text) => ({ text, ...asked })),
          sessions(lines),
        )
        keeper?.commit()
        return answers
      },
      shown: (answer, end, line) => {
        spans += answer.count
        return json ? `${JSON.stringify(answer)}\n` : jsonAgain(line, answer.text) + end
      },
      json,
    })
  const count = await withService(flags, masked, keeper)
  remark(`${counted(spans, 'span')} in ${counted(count, 'line')}`)
}

/** Outside of the strings of a masked JSON text: a label, a token, or the place of a value that was dropped. */
const UNQUOTED = /\[[A-Z][A-Z0-9_]{0,40}\]|\b[A-Z][A-Z0-9_]{0,40}_[0-9a-f]{8,32}\b|[:,[]\s{0,40}(?=[,}\]])/g

/** The masked copy of a line of JSON as JSON: the label or token that replaces a number is quoted, and a dropped number becomes null. */
function jsonAgain(line: string, masked: string): string {
  if (!/^\s*[{[]/.test(line) || !isJson(line) || isJson(masked)) return masked
  const quoted = stringsAndRest(masked)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part.replace(UNQUOTED, (found) => (/[A-Z]/.test(found) ? `"${found}"` : `${found}null`)),
    )
    .join('')
  return isJson(quoted) ? quoted : masked
}

/** A JSON text in pieces: each string with its quotation marks, and what stands between two. */
function stringsAndRest(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    const next = text.indexOf('"', from)
    to = next === from ? endOfString(text, from) : next < 0 ? text.length : next
    pieces.push(text.slice(from, to))
  }
  return pieces
}

const isJson = (text: string): boolean => parsed(text) !== undefined

/** A file is never read as an empty salt: a user who names one wants tokens that cannot be reversed. */
function saltOf(salt: string | undefined, saltFile: string | undefined): string {
  if (saltFile === undefined) return salt ?? ''
  if (salt !== undefined) throw new SelfsameError('usage', 'give --salt or --salt-file, not both')
  return saltIn(saltFile)
}
