// The transports of the MCP server: lines, and Streamable HTTP with loopback names only, no other origin, and bodies of bounded size.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable, Transform, type TransformCallback, type Writable } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { SelfsameError } from '../errors.ts'
import { STATUS } from '../http/failure.ts'
import { createGuard } from '../http/guard.ts'
import { namedCaller } from '../http/seal.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/** Bytes at each end of a dropped message that are searched for its id. */
const EDGE = 512
/** The id before or after the other members, as writers of JSON-RPC put it. */
const FIRST_ID =
  /^\s{0,8}\{\s{0,8}(?:"jsonrpc"\s{0,8}:\s{0,8}"2\.0"\s{0,8},\s{0,8})?"id"\s{0,8}:\s{0,8}(\d{1,15}|"[\w-]{1,100}")/
const LAST_ID = /"id"\s{0,8}:\s{0,8}(\d{1,15}|"[\w-]{1,100}")\s{0,8}\}\s{0,8}$/
/** "Invalid Request" and "Parse error" of JSON-RPC 2.0. */
const INVALID_REQUEST = -32_600
const PARSE_ERROR = -32_700
const NEWLINE = 10

/** The reason why a line is not a message, as an error of JSON-RPC; null for a message. */
function faultOf(line: string): { readonly code: number; readonly message: string } | null {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return { code: PARSE_ERROR, message: 'The line is not well-formed JSON. Send one message a line.' }
  }
  const { method, id, result, error } = (message ?? {}) as Record<string, unknown>
  const isAnswer = typeof result === 'object' || typeof error === 'object'
  const hasId = id === undefined || typeof id === 'string' || typeof id === 'number'
  if (hasId && (typeof method === 'string' || isAnswer)) return null
  return {
    code: INVALID_REQUEST,
    message:
      'The line is not a message of JSON-RPC 2.0. Send one object with a method, and an id that is a text or a number.',
  }
}

/** Passes on messages of at most `most` bytes; for each longer line, and each that is not a message, an error is written to `answers`. */
export function boundedLines(most: number, answers: Writable): Transform {
  let line: Buffer[] = []
  let length = 0
  let head = ''
  let tail = ''
  const answer = (id: string | undefined, error: object) =>
    answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: id === undefined ? null : JSON.parse(id), error })}\n`)
  const refuse = () => {
    const message = `The message is longer than ${most} bytes. Name a file with \`file\` instead of sending its text.`
    answer(FIRST_ID.exec(head)?.[1] ?? LAST_ID.exec(tail)?.[1], { code: INVALID_REQUEST, message })
  }
  /** Passes the line on, or refuses it; blank lines are left out. */
  const pass = (stream: Transform) => {
    const whole = Buffer.concat(line)
    const said = whole.toString('utf8')
    if (said.trim() === '') return
    const fault = faultOf(said)
    if (fault === null) stream.push(whole)
    else answer(undefined, fault)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      for (let from = 0; from < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, from)
        const end = newline < 0 ? chunk.length : newline + 1
        const part = chunk.subarray(from, end)
        from = end
        length += part.length
        if (length <= most) line.push(part)
        else {
          if (line.length > 0) head = Buffer.concat(line).toString('latin1', 0, EDGE)
          else if (head === '') head = part.toString('latin1', 0, EDGE)
          line = []
          tail = (tail + part.toString('latin1', Math.max(0, part.length - EDGE))).slice(-EDGE)
        }
        if (newline < 0) continue
        if (length <= most) pass(this)
        else refuse()
        line = []
        length = 0
        head = ''
        tail = ''
      }
      done()
    },
    flush(done: TransformCallback) {
      if (length > most) refuse()
      else pass(this)
      done()
    },
  })
}

export interface McpServing {
  readonly url: string
  close(): Promise<void>
}

export interface McpAddress {
  readonly host: string
  /** 0 selects any free port. */
  readonly port: number
  readonly allowedHosts: readonly string[]
}

const PATH = '/mcp'
/** Header that identifies the caller to a server. A value sent by a client is removed. */
const CALLER = 'x-selfsame-caller'

/** Starts the server. Rejects with the operating system's error if the port is not available. */
export async function serveMcp(options: McpOptions, { host, port, allowedHosts }: McpAddress): Promise<McpServing> {
  const guard = createGuard(allowedHosts)
  const handler = createMcpHandler(({ requestInfo }) => {
    const caller = requestInfo?.headers.get(CALLER)
    return createMcpServer(options, caller == null ? null : decodeURIComponent(caller))
  })
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.maxHeadersCount = 0
  server.requestTimeout = options.service.limits.requestMs

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      guard(request.headers, { url: request.url, sent: request.rawHeaders })
      const caller = namedCaller(request) ?? request.socket.remoteAddress ?? null
      if (request.url?.split('?', 1)[0] !== PATH)
        throw new SelfsameError('not_found', 'There is nothing at this address; the tools are at /mcp.')
      await send(response, await handler.fetch(await asRequest(request, caller)))
    } catch (error) {
      const { code, message } =
        error instanceof SelfsameError ? error : new SelfsameError('internal', 'The service failed.')
      response.writeHead(STATUS[code], { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
      response.end(JSON.stringify({ detail: message }))
    }
  }

  async function asRequest(request: IncomingMessage, caller: string | null): Promise<Request> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    headers.delete(CALLER)
    if (caller !== null) headers.set(CALLER, encodeURIComponent(caller))
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const body = hasBody ? await bodyOf(request, options.service.limits.bodyBytes) : null
    return new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body === null ? {} : { body }),
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    url: `http://${name}:${bound.port}${PATH}`,
    async close() {
      await handler.close()
      const ended = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await ended
    },
  }
}

async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) throw new SelfsameError('too_large', 'The request body is larger than this service accepts.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) {
    response.end()
    return
  }
  for await (const chunk of Readable.fromWeb(answer.body as never)) response.write(chunk)
  response.end()
}
