// A server of the Model Context Protocol over the operations: calls get the answers of the service, attested if there is a key.
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { digestOf, type Signer, sealDigest } from '../attest/index.ts'
import { SelfsameError } from '../errors.ts'
import { GRAPH_OPERATIONS } from '../records/graph-operations.ts'
import { Envelope } from '../records/self-descriptions.ts'
import { SERVICE_ENGINE, VERSION } from '../version.ts'
import { TOOLS, type Tool, type Tools } from './agent-tools.ts'

export interface McpOptions extends Tools {
  /** Null: answers have no attestation. */
  readonly signer: Signer | null
  /** The service has indexes to look in: without one there is no tool that does. */
  readonly hasIndexes: boolean
}

const INSTRUCTIONS =
  'Finds and masks personal data, compares records, and reads a ledger of decisions. Name files instead of sending texts with personal data. ' +
  'An answer of review means that a person has to decide. Never guess a jurisdiction: ask, when a tool says that it needs one.'

/** Tools that have no answer without an index. */
const OF_INDEXES: ReadonlySet<string> = new Set(['find', ...Object.keys(GRAPH_OPERATIONS)])

/** A server for one connection or one request. `caller`: the caller's identity, if the transport knows it; null over stdio. */
export function createMcpServer(options: McpOptions, caller: string | null): McpServer {
  const server = new McpServer({ name: 'selfsame', version: VERSION }, { instructions: INSTRUCTIONS })
  for (const tool of TOOLS) {
    if (!options.hasIndexes && OF_INDEXES.has(tool.name)) continue
    const { name, title, description, input, output, writes } = tool
    const annotations = {
      title,
      // With store, a decision is added; repeating the call adds nothing.
      readOnlyHint: !writes,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    }
    const outputSchema = output.extend({ attestation: Envelope.optional() })
    server.registerTool(name, { title, description, inputSchema: input, outputSchema, annotations }, (asked: unknown) =>
      answered(tool, asked, options, caller),
    )
  }
  return server
}

async function answered(
  tool: Tool,
  asked: unknown,
  options: McpOptions,
  caller: string | null,
): Promise<CallToolResult> {
  try {
    const { answer, inputs } = await tool.call(asked as never, options)
    const sealed = await withAttestation(tool.name, inputs, answer, options, caller)
    return { structuredContent: sealed, content: [{ type: 'text', text: JSON.stringify(sealed) }] }
  } catch (error) {
    // The message of another error could contain a value.
    const text = error instanceof SelfsameError ? error.message : 'The service failed.'
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

async function withAttestation(
  tool: string,
  inputs: object,
  answer: object,
  { signer }: McpOptions,
  caller: string | null,
): Promise<Record<string, unknown>> {
  if (signer === null) return { ...answer }
  const digest = digestOf(tool, inputs, answer)
  const attestation = await sealDigest({ tool, digest, caller, signer, engine: SERVICE_ENGINE, now: new Date() })
  return { ...answer, attestation }
}
