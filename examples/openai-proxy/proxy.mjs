// An OpenAI-compatible proxy that masks prompts and restores answers: POST /v1/chat/completions, with and without streaming. The list of models,
// which holds no text of people, is passed through.
// It refuses every request that it cannot mask, and writes nothing to a log or a disk.
import { realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import { createService } from 'selfsame'
import { LAW, optionsOf, portOption, start } from '../options.mjs'
import { maskRequest, Refusal } from './mask-request.mjs'
import { restoreAnswer, restoreStream } from './restore.mjs'

const MOST_BYTES = 4 * 1024 * 1024
const MODELS = /^\/v1\/models(?:\/(?!\.)[\w.:@-]{1,200}){0,3}$/

async function bodyOf(request) {
  const pieces = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > MOST_BYTES) throw new Refusal(413, 'too_long', `The request is longer than ${MOST_BYTES} bytes.`)
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    throw new Refusal(400, 'not_json', 'The request is not JSON.')
  }
}

/** `law`: `{ jurisdiction }`, `{ statute }`, or `{}` where each conversation reveals its jurisdiction. */
export function createProxy({ upstream, law = {}, apiKey = null }) {
  const service = createService()
  const base = upstream.endsWith('/') ? upstream : `${upstream}/`

  /** Sends `body` on, or asks for the same path where there is none. */
  async function ask(request, response, body) {
    const hangUp = new AbortController()
    response.on('close', () => hangUp.abort())
    const authorization = apiKey === null ? request.headers.authorization : `Bearer ${apiKey}`
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const answer = await fetch(new URL(request.url.slice(1), base), {
      method: request.method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: hangUp.signal,
    }).catch(() => {
      throw new Refusal(502, 'upstream_unreachable', 'The model server cannot be reached.')
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new Refusal(answer.status, 'upstream_error', `The model server answered with status ${answer.status}.`)
    }
    return answer
  }

  async function complete(request, response) {
    if (request.method === 'GET' && MODELS.test(request.url)) {
      const models = await (await ask(request, response, null)).text()
      response.writeHead(200, { 'content-type': 'application/json' }).end(models)
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      throw new Refusal(404, 'not_found', 'This proxy answers POST /v1/chat/completions and GET /v1/models only.')
    const body = await bodyOf(request)
    const vault = await maskRequest(body, service, law)
    const answer = await ask(request, response, body)
    if (body.stream === true) await restoreStream(answer, response, vault)
    else await restoreAnswer(answer, response, vault)
  }

  const server = createServer((request, response) => {
    complete(request, response).catch((error) => {
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'failed', 'The proxy failed; nothing was sent on unmasked.')
      if (response.headersSent) {
        response.end(`data: ${JSON.stringify(refusal.body)}\n\n`)
        return
      }
      response.writeHead(refusal.status, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(refusal.body))
    })
  })
  server.on('close', () => service.close())
  service.warm({ parsers: false }).catch(() => {})
  return server
}

// Node gives the program its real path, the caller's may lead over a link.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const { upstream, port, ...law } = optionsOf('proxy.mjs', {
    upstream: ['the model server; UPSTREAM_API_KEY replaces the key of the client', 'https://api.openai.com'],
    port: portOption('8080'),
    ...LAW,
  })
  const server = createProxy({ upstream, law, apiKey: process.env.UPSTREAM_API_KEY ?? null })
  await start(server, { port, law }, (at) => `masking for ${new URL(upstream).host} on http://127.0.0.1:${at}/v1`)
}
