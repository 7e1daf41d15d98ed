// The command line: which commands there are, and what their failures exit with (0 done, 1 failed, 2 asked for wrongly).
import { Command, CommanderError } from 'commander'
import { SelfsameError } from '../errors.ts'
import { VERSION } from '../version.ts'

/** Each command is loaded when it is called; help loads them all. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  detect: async () => (await import('./detect.ts')).detectCommand(),
  deidentify: async () => (await import('./deidentify.ts')).deidentifyCommand(),
  compare: async () => (await import('./compare.ts')).compareCommand(),
  documents: async () => (await import('./documents.ts')).documentsCommand(),
  places: async () => (await import('./places.ts')).placesCommand(),
  extract: async () => (await import('./extract.ts')).extractCommand(),
  decision: async () => (await import('./decisions.ts')).decisionCommand(),
  explain: async () => (await import('./decisions.ts')).explainCommand(),
  replay: async () => (await import('./decisions.ts')).replayCommand(),
  ledger: async () => (await import('./ledger.ts')).ledgerCommand(),
  attest: async () => (await import('./attest.ts')).attestCommand(),
}

/** Runs one command line (`process.argv`) and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has seen enough (`| head`) is no failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`selfsame: standard output cannot be written (${error.code})\n`)
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  try {
    const program = new Command('selfsame')
      .description('Entity resolution and de-identification beside the data it protects.')
      .version(VERSION)
    for (const load of await wanted(argv[2])) program.addCommand(await load())
    exitByThrowing(program)
    await program.parseAsync([...argv])
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

async function wanted(name: string | undefined): Promise<(() => Promise<Command>)[]> {
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return named ? [named] : Object.values(COMMANDS)
}

/** Commander would end the process itself; this way everything leaves through one door. */
function exitByThrowing(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for what is accepted)')
  for (const child of command.commands) exitByThrowing(child)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof SelfsameError) {
    process.stderr.write(`selfsame: ${error.message}\n`)
    return error.code === 'usage' || error.code === 'shape' ? 2 : 1
  }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  const reason =
    typeof code === 'string' && syscall ? `${syscall} failed (${code})` : 'something went wrong that should not have'
  process.stderr.write(`selfsame: ${reason}\n`)
  if (process.env['SELFSAME_DEBUG']) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
