// `selfsame serve`: the HTTP service, until it receives a signal.
import { Command, InvalidArgumentError, Option } from 'commander'
import { SelfsameError } from '../errors.ts'
import { LEVELS, type LogLevel } from '../http/log.ts'
import { type Serving, serve } from '../http/serve.ts'
import { DEFAULT_LIMITS, DEFAULT_PORT, type Limits, limitProblem } from '../limits.ts'
import { indexOf, portOf, repeated, saltIn } from './input.ts'
import { explained } from './manual.ts'
import { printLine, remark } from './output.ts'
import { onSignal } from './progress.ts'
import {
  type DoclingFlag,
  doclingOption,
  filled,
  type LedgerFlags,
  ledgerOf,
  type MaskFlag,
  type ModelFlag,
  maskOption,
  modelOption,
  withLedgerFlags,
} from './shared-options.ts'

interface Flags extends LedgerFlags, DoclingFlag, ModelFlag, MaskFlag {
  port: number
  host: string
  signingKey?: string
  warm?: boolean
  workers?: number
  studio?: boolean
  fhir?: boolean
  fhirSaltFile?: string
  reviewers?: '1' | '2'
  allowedHost?: string[]
  metricsPort?: number
  metricsHost: string
  otel?: string
  log: LogLevel
  index?: Record<string, string>
  limit?: Partial<Record<keyof Limits, number>>
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export function serveCommand(): Command {
  const command = withLedgerFlags(new Command('serve').description('answer over HTTP on this machine'))
  return explained(command, {
    does:
      'Answers over HTTP on this machine until it is told to stop. SIGTERM or SIGINT lets what is in flight finish; a second one ends ' +
      'the process at once. The API page is at /docs.',
    examples: [
      ['on http://127.0.0.1:8766', 'selfsame serve'],
      [
        'with decisions kept and answers signed',
        'selfsame serve --ledger decisions.sqlite --signing-key service.key --warm',
      ],
    ],
    environment: { SERVICE_WARM: 'yes or no, instead of --warm and --no-warm' },
    files: ['The ledger is made when it is missing. A key file that others may read is refused.'],
  })
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', portOf, DEFAULT_PORT)
    .option('--host <address>', 'address to bind; the API has no authentication, so keep it on loopback', '127.0.0.1')
    .addOption(
      new Option('--signing-key <file>', 'sign every POST answer with this key')
        .env('SERVICE_SIGNING_KEY')
        .argParser(filled),
    )
    .option('--warm', 'load facts, engines and parsers at start, before anybody asks (or SERVICE_WARM=1)')
    .option('--no-warm', 'load them on first use, whatever SERVICE_WARM says')
    .option('--studio', 'serve the studio at /studio: text, comparison, reviews and the ledger in a browser')
    .option('--fhir', 'serve FHIR R4 at /fhir: Patient/$match over an index, and $de-identify')
    .option(
      '--fhir-salt-file <path>',
      'file with the key of the tokens of /fhir/$de-identify (default: a random key a request)',
    )
    .option(
      '--workers <number>',
      'processes that answer long texts, files and batches (default: one a core)',
      workersOf,
    )
    .addOption(
      new Option(
        '--reviewers <number>',
        'people who answer a pair of the review queue (default: two where the ledger has asked two, else one)',
      ).choices(['1', '2']),
    )
    .addOption(doclingOption())
    .addOption(modelOption())
    .addOption(maskOption())
    .option('--index <name=folder>', 'an index that POST /find looks in, by its name; may be repeated', indexOf)
    .option('--allowed-host <name>', 'another Host to answer than localhost; may be repeated', repeated)
    .addOption(
      new Option('--metrics-port <number>', 'serve metrics to Prometheus on this port; 0 takes any free one')
        .env('SERVICE_METRICS_PORT')
        .argParser(portOf),
    )
    .option('--metrics-host <address>', 'address to bind the metrics port to', '127.0.0.1')
    .addOption(
      new Option('--otel <url>', 'send a trace of each request to this collector of OpenTelemetry, without any value')
        .env('OTEL_EXPORTER_OTLP_ENDPOINT')
        .argParser(filled),
    )
    .addOption(new Option('--log <level>', 'what is logged to standard error').choices(LEVELS).default('info'))
    .option(
      '--limit <name=number>',
      `change a limit; may be repeated: ${Object.keys(DEFAULT_LIMITS).join(', ')}`,
      limitOf,
    )
    .action(async (given: Flags, { getOptionValueSource }: Command) => {
      const isAsked = getOptionValueSource.call(command, 'otel') === 'cli'
      const flags = isAsked ? given : { ...given, otel: await usableCollector(given.otel) }
      const serving = await listen(flags)
      if (!LOOPBACK.has(flags.host))
        remark(`selfsame: bound to ${flags.host} without authentication; put an authenticating proxy in front`)
      // A process that reads the line may send a signal at once.
      const end = stopped(serving)
      printLine(`selfsame listening on ${serving.url}`)
      if (flags.fhir) printLine(`selfsame FHIR R4 on ${serving.url}/fhir`)
      if (flags.studio) printLine(`selfsame studio on ${serving.url}/studio/`)
      if (serving.metricsUrl !== null) printLine(`selfsame metrics on ${serving.metricsUrl}`)
      await end
    })
}

/** A collector named by the environment, which is set for other programs as well; undefined where no traces can be sent to it. */
async function usableCollector(otel: string | undefined): Promise<string | undefined> {
  if (otel === undefined) return undefined
  try {
    await (await import('../http/traces.ts')).checkCollector(otel)
    return otel
  } catch (error) {
    if (!(error instanceof SelfsameError)) throw error
    remark(`selfsame: OTEL_EXPORTER_OTLP_ENDPOINT is set, but no traces are sent: ${error.message}`)
    return undefined
  }
}

async function listen(flags: Flags): Promise<Serving> {
  const { ledger, ledgerKey, fhirSaltFile, reviewers, allowedHost, index, limit, ...same } = flags
  try {
    return await serve({
      ...same,
      ...(await ledgerOf({ ledger, ledgerKey })),
      fhirSalt: fhirSaltFile === undefined ? undefined : saltIn(fhirSaltFile),
      reviewers: reviewers === undefined ? undefined : Number(reviewers),
      allowedHosts: allowedHost,
      indexes: index,
      limits: limit,
    })
  } catch (error) {
    throw bindingProblem(error, flags) ?? error
  }
}

/** The sentence for a port or an address that cannot be had; null for any other failure. */
function bindingProblem(error: unknown, flags: Flags): SelfsameError | null {
  const {
    code = '',
    port = flags.port,
    hostname,
  } = error as NodeJS.ErrnoException & { port?: number; hostname?: string }
  const ofMetrics = port === flags.metricsPort && port !== flags.port
  const absent = `${hostname ?? (ofMetrics ? flags.metricsHost : flags.host)} is not an address of this machine`
  const why = {
    EADDRINUSE: `port ${port} is taken; choose another with ${ofMetrics ? '--metrics-port' : '--port'}`,
    EACCES: `port ${port} may not be bound; choose one above 1023`,
    EADDRNOTAVAIL: absent,
    ENOTFOUND: absent,
  }[code]
  return why === undefined ? null : new SelfsameError('internal', why)
}

/** Milliseconds between two looks at the parent process. */
const PARENT_CHECK = 250

/** npm passes signals only to the shell that it starts, so under npm the end of the parent counts as SIGTERM. */
function onParentEnd(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    stop()
  }, PARENT_CHECK).unref()
}

/** Resolves when a first signal has let everything in flight finish; a second one ends the process at once. */
function stopped(serving: Serving): Promise<void> {
  return new Promise((resolve, reject) => {
    onSignal(() => void serving.close().then(resolve, reject))
    onParentEnd(() => void process.emit('SIGTERM', 'SIGTERM'))
  })
}

function workersOf(text: string): number {
  const workers = Number(text)
  if (!/^\d{1,3}$/.test(text) || workers === 0) throw new InvalidArgumentError('expected a number from 1 to 999')
  return workers
}

function limitOf(text: string, all: Flags['limit']): NonNullable<Flags['limit']> {
  const [, name, digits] = /^(\w+)=(\d{1,12})$/.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('expected name=number, as in uploadFiles=20')
  const problem = limitProblem(name, Number(digits))
  if (problem !== null) throw new InvalidArgumentError(problem)
  return { ...all, [name]: Number(digits) }
}
