// The command line: which commands there are, and what their failures exit with (0 done, 1 failed, 2 asked for wrongly).
import { Command, CommanderError } from 'commander'
import { type ErrorCode, SelfsameError } from '../errors.ts'
import { installable } from '../extras.ts'
import { VERSION } from '../version.ts'
import { explained, type Manual } from './manual.ts'
import { refuseSharedPaths, remark, replacedFiles, withoutCodes } from './output.ts'

/** A failure that no message foresees: where it happened and what it is, without its own message, which could hold a value. */
async function failureOf(error: unknown): Promise<string> {
  const { kindOf } = await import('../http/log.ts')
  const { kind, code, at } = kindOf(error)
  return `the command failed for an unexpected reason (error code internal: ${code ?? kind} at ${at ?? 'an unknown place'})`
}

/** Each command is loaded when it is called; help loads them all. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  detect: async () => (await import('./detect.ts')).detectCommand(),
  deidentify: async () => (await import('./deidentify.ts')).deidentifyCommand(),
  reidentify: async () => (await import('./reidentify.ts')).reidentifyCommand(),
  compare: async () => (await import('./compare.ts')).compareCommand(),
  find: async () => (await import('./find.ts')).findCommand(),
  index: async () => (await import('./find.ts')).indexCommand(),
  resolve: async () => (await import('./graph.ts')).resolveCommand(),
  observe: async () => (await import('./graph.ts')).observeCommand(),
  entities: async () => (await import('./graph.ts')).entitiesCommand(),
  entity: async () => (await import('./graph.ts')).entityCommand(),
  path: async () => (await import('./graph.ts')).pathCommand(),
  history: async () => (await import('./graph.ts')).historyCommand(),
  cases: async () => (await import('./graph.ts')).casesCommand(),
  documents: async () => (await import('./documents.ts')).documentsCommand(),
  dedupe: async () => (await import('./link-tables.ts')).dedupeCommand(),
  link: async () => (await import('./link-tables.ts')).linkCommand(),
  spark: async () => (await import('./spark.ts')).sparkCommand(),
  'spark-score': async () => (await import('./spark.ts')).sparkScoreCommand(),
  structure: async () => (await import('./documents.ts')).structureCommand(),
  places: async () => (await import('./detect.ts')).placesCommand(),
  extract: async () => (await import('./detect.ts')).extractCommand(),
  decision: async () => (await import('./decisions.ts')).decisionCommand(),
  explain: async () => (await import('./decisions.ts')).explainCommand(),
  replay: async () => (await import('./decisions.ts')).replayCommand(),
  review: async () => (await import('./review.ts')).reviewCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  ledger: async () => (await import('./ledger.ts')).ledgerCommand(),
  coverage: async () => (await import('./list.ts')).coverageCommand(),
  list: async () => (await import('./list.ts')).listCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(main),
  model: async () => (await import('./model.ts')).modelCommand(),
  attest: async () => (await import('./attest.ts')).attestCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(),
}

/** Failures by what a caller wrote on the command line, and not by what a text or a ledger holds. */
const ASKED_WRONGLY: ReadonlySet<ErrorCode> = new Set([
  'usage',
  'shape',
  'jurisdiction_unsupported',
  'statute_unknown',
  'statute_mismatch',
  'backend_unknown',
  'method_unknown',
  'entity_unknown',
  'entity_type_unknown',
  'sides_mixed',
  'text_needs_person',
  'record_vague',
])

/** Runs one command line (`process.argv`) and sets the exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  // A closed pipe (`| head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`selfsame: standard output cannot be written (${error.code})\n`)
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  try {
    if (argv[2] === 'complete') return await complete(argv.slice(3))
    const words = argv.slice(2)
    const program = await programWith(words[0])
    // Commander answers "help NAME" with the help of all where there is no such command; the name alone it refuses.
    if (words[0] === 'help' && words[1] !== undefined && !isCommand(words[1])) words.shift()
    exitByThrowing(program)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = await exitCodeOf(error)
  }
}

/** Answers the scripts of `completion`. The words are not parsed, because the command line is incomplete. */
async function complete(words: readonly string[]): Promise<void> {
  const { printCandidates } = await import('./completion.ts')
  await printCandidates(await programWith(words[words.indexOf('--') + 1]), words)
}

/** The program with the command of this name alone, with every command where there is none of that name. */
export async function programWith(name: string | undefined): Promise<Command> {
  const program = explained(
    new Command('selfsame').description('Entity resolution and de-identification next to the data it protects.'),
    MANUAL,
  )
    .version(VERSION)
    // The options of a command that has parts are those before the name of the part.
    .enablePositionalOptions()
  for (const load of await wanted(name)) program.addCommand(await load())
  let sayReplaced = () => {}
  return program
    .hook('preAction', (_, command) => {
      refuseSharedPaths(command)
      sayReplaced = replacedFiles(command)
    })
    .hook('postAction', () => sayReplaced())
}

const MANUAL: Manual = {
  does:
    'Entity resolution and de-identification next to the data it protects: finds personal data in texts, makes safe copies, compares ' +
    'records and documents, and proves later what was decided. Each command explains itself: selfsame help COMMAND.',
  examples: [
    ['what personal data is in a text', "selfsame detect 'Write to casey@example.com.' -j DE"],
    ['a safe copy of a log', 'selfsame deidentify --lines --file calls.log -j NG --salt-file salt.txt'],
    ['the service', 'selfsame serve'],
  ],
}

const wanted = async (name: string | undefined): Promise<(() => Promise<Command>)[]> =>
  name !== undefined && isCommand(name) ? [COMMANDS[name]!] : Object.values(COMMANDS)

const isCommand = (name: string) => Object.hasOwn(COMMANDS, name)

/** Commander would end the process itself; this way everything leaves through one door. */
function exitByThrowing(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for what is accepted)')
  for (const child of command.commands) exitByThrowing(child)
}

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof SelfsameError) {
    remark(`selfsame: ${installable(withoutCodes(error.message))}`)
    return ASKED_WRONGLY.has(error.code) ? 2 : 1
  }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  const reason =
    typeof code === 'string' && syscall
      ? `${syscall} failed (${code})`
      : `${await failureOf(error)}; report it with this line`
  remark(`selfsame: ${reason}`)
  if (process.env['SELFSAME_DEBUG']) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
