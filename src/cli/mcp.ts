// `selfsame mcp`: the verbs as tools for an agent, over standard input and output, or over Streamable HTTP on this machine.
import { once } from 'node:events'
import { Command, Option } from 'commander'
import type { McpOptions } from '../mcp/server.ts'
import type { McpServing } from '../mcp/transports.ts'
import { createService } from '../service.ts'
import { indexOf, portOf, readText, repeated } from './input.ts'
import { explained } from './manual.ts'
import { remark } from './output.ts'
import { onSignal } from './progress.ts'
import { filled, type LedgerFlags, ledgerOf, type MaskFlag, maskOption, withLedgerFlags } from './shared-options.ts'

interface Flags extends LedgerFlags, MaskFlag {
  folder?: string[]
  reveal?: boolean
  saltFile?: string
  signingKey?: string
  http?: boolean
  index?: Record<string, string>
  port: number
  host: string
  allowedHost?: string[]
}

export function mcpCommand(): Command {
  const command = withLedgerFlags(new Command('mcp').description('offer the operations as tools to an agent (MCP)'))
  return explained(command, {
    does:
      'Speaks the Model Context Protocol over standard input and output, or with --http over Streamable HTTP at /mcp. Files below --folder can be ' +
      'named instead of sent, so that personal data need not pass through a model; values are masked without --reveal. An agent can see ' +
      'reviews but not answer them.',
    examples: [
      ['as an agent starts it', 'selfsame mcp --folder cases --ledger decisions.sqlite < /dev/null'],
      ['on http://127.0.0.1:8767/mcp', 'selfsame mcp --http --folder cases'],
    ],
  })
    .option('--folder <path>', 'a folder whose files an agent may name; may be repeated', repeated)
    .option('--reveal', 'show values to the agent instead of masking them')
    .addOption(maskOption())
    .option('--salt-file <path>', 'file with the key of the tokens in masked copies')
    .addOption(
      new Option('--signing-key <file>', 'sign every answer with this key')
        .env('SERVICE_SIGNING_KEY')
        .argParser(filled),
    )
    .option('--index <name=folder>', 'an index that the tool find looks in, by its name; may be repeated', indexOf)
    .option('--http', 'serve Streamable HTTP instead of standard input and output')
    .option('-p, --port <number>', 'with --http: port to listen on; 0 takes any free one', portOf, 8767)
    .option('--host <address>', 'with --http: address to bind', '127.0.0.1')
    .option('--allowed-host <name>', 'with --http: another Host to answer than localhost; may be repeated', repeated)
    .action(serveTools)
}

async function serveTools(flags: Flags): Promise<void> {
  const [{ allowedFiles }, { loadKeyFile }] = await Promise.all([
    import('../mcp/agent-tools.ts'),
    import('../attest/index.ts'),
  ])
  const service = createService({
    ...(await ledgerOf(flags)),
    maskValues: flags.maskValues,
    indexes: flags.index,
    warn: (message) => remark(`selfsame: ${message}`),
  })
  const { saltFile, signingKey, ledger, ledgerKey, index } = flags
  const own = [saltFile, signingKey, ledger, ledgerKey, ...Object.values(index ?? {})].filter(
    (path) => path !== undefined,
  )
  const options: McpOptions = {
    service,
    files: allowedFiles(flags.folder ?? [], service.limits.uploadBytes, own),
    salt: flags.saltFile === undefined ? '' : readText(flags.saltFile, flags.saltFile).trim(),
    reveal: flags.reveal ?? false,
    signer: flags.signingKey === undefined ? null : loadKeyFile(flags.signingKey),
    hasIndexes: Object.keys(index ?? {}).length > 0,
  }
  try {
    await service.open()
    if (flags.http) await overHttp(options, flags)
    else await overStdio(options)
  } finally {
    await service.close()
  }
}

/** Serves until standard input ends. Only answers are written to standard output. */
async function overStdio(options: McpOptions): Promise<void> {
  const [{ serveStdio, StdioServerTransport }, { createMcpServer }, { boundedLines }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
    import('../mcp/transports.ts'),
  ])
  const most = options.service.limits.bodyBytes
  const lines = boundedLines(most, process.stdout)
  const ended = Promise.race([once(lines, 'end'), signalled()])
  const served = serveStdio(() => createMcpServer(options, null), {
    transport: new StdioServerTransport(process.stdin.pipe(lines), process.stdout, { maxBufferSize: most + 1 }),
  })
  await ended
  await served.close()
}

async function overHttp(options: McpOptions, { host, port, allowedHost = [] }: Flags): Promise<void> {
  const { serveMcp } = await import('../mcp/transports.ts')
  const serving: McpServing = await serveMcp(options, { host, port, allowedHosts: allowedHost })
  // Signals are listened to before the address is printed: a caller may stop this process as soon as it reads it.
  const stopped = signalled()
  process.stdout.write(`selfsame tools on ${serving.url}\n`)
  await stopped
  await serving.close()
}

const signalled = () => new Promise<void>((resolve) => onSignal(resolve))
