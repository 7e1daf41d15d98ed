// An adapter for HTTP clients of Presidio: the routes of its analyzer and its anonymizer over selfsame, on one port.
// https://microsoft.github.io/presidio/api-docs/api-docs.html has the shapes. `language` must be there and changes nothing: the law decides.
import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import { createService, SelfsameError } from 'selfsame'
import { LAW, optionsOf, portOption, start } from '../options.mjs'
import { ANONYMIZERS, anonymize, Invalid } from './anonymize.mjs'

const MOST_BYTES = 16 * 1024 * 1024
const ENTITIES = JSON.parse(readFileSync(new URL('entities.json', import.meta.url), 'utf8'))
const { categories } = JSON.parse(readFileSync(new URL('../../data/categories.json', import.meta.url), 'utf8'))

const typeOfCategory = (category) => ENTITIES.categories[category] ?? category.slice(category.lastIndexOf('-') + 1)
const typeOf = ({ category, detector }) => ENTITIES.detectors[detector] ?? typeOfCategory(category)
const SUPPORTED = [
  ...new Set([...categories.map(({ code }) => typeOfCategory(code)), ...Object.values(ENTITIES.detectors)]),
].sort()

/** Members of a request that would change what is found, and that selfsame has nothing for. */
const REFUSED = ['ad_hoc_recognizers', 'regex_flags']

function entitiesOf(request) {
  const { entities } = request
  if (entities === undefined || entities === null || entities.length === 0) return null
  const known = new Set(SUPPORTED)
  if (!Array.isArray(entities) || !entities.some((type) => known.has(type)))
    throw new Invalid('No matching recognizers were found to serve the request.', 500)
  return new Set(entities)
}

function explanationOf({ detector, confidence, citation }) {
  return {
    recognizer: detector,
    pattern_name: null,
    pattern: null,
    original_score: confidence,
    score: confidence,
    textual_explanation: `Found by ${detector}; ${citation}`,
    score_context_improvement: 0,
    supportive_context_word: '',
    validation_result: null,
  }
}

/** Answers a request of POST /analyze: a list of results, or a list of lists for a list of texts. */
async function analyze(request, service, law) {
  const { text, language, score_threshold: threshold, allow_list: allowed, return_decision_process: explains } = request
  const isList = Array.isArray(text)
  const texts = isList ? text : [text]
  if (texts.length === 0 || texts.some((each) => typeof each !== 'string' || each === ''))
    throw new Invalid('No text provided', 500)
  if (!language) throw new Invalid('No language provided', 500)
  for (const member of REFUSED)
    if (request[member]?.length > 0)
      throw new Invalid(`${member} is not supported: selfsame has rules of its own. Leave it out.`, 400)
  if (request.allow_list_match !== undefined && request.allow_list_match !== 'exact')
    throw new Invalid('allow_list_match must be "exact".', 400)
  const wanted = entitiesOf(request)
  const allow = new Set(allowed ?? [])
  const answers = await service.detectAll(texts.map((each) => ({ ...law, text: each })))
  const results = answers.map(({ status, value, reason }, i) => {
    if (status === 'rejected') throw reason
    const letters = allow.size > 0 ? [...texts[i]] : []
    return value.detections
      .filter(({ confidence, start, end }) => {
        const isAllowed = allow.size > 0 && allow.has(letters.slice(start, end).join(''))
        return !isAllowed && confidence >= (threshold ?? 0)
      })
      .map((detection) => ({
        analysis_explanation: explains === true ? explanationOf(detection) : null,
        end: detection.end,
        entity_type: typeOf(detection),
        score: detection.confidence,
        start: detection.start,
      }))
      .filter((result) => wanted === null || wanted.has(result.entity_type))
  })
  return isList ? results : results[0]
}

async function bodyOf(request) {
  const pieces = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > MOST_BYTES) throw new Invalid(`The request is longer than ${MOST_BYTES} bytes.`, 413)
    pieces.push(piece)
  }
  let body
  try {
    body = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Invalid('Invalid request json', 400)
  return body
}

/** `law`: `{ jurisdiction }`, `{ statute }`, or `{}` where each text reveals its jurisdiction. */
export function createAdapter({ law = {} } = {}) {
  const service = createService()
  const routes = {
    'GET /health': () => 'Presidio Analyzer service is up',
    'GET /supportedentities': () => SUPPORTED,
    'GET /recognizers': () => ['selfsame'],
    'GET /anonymizers': () => ANONYMIZERS,
    'POST /analyze': async (request) => analyze(await bodyOf(request), service, law),
    'POST /anonymize': async (request) => anonymize(await bodyOf(request)),
  }

  async function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://localhost')
    const route = routes[`${request.method} ${pathname}`]
    if (route === undefined) throw new Invalid('The requested URL was not found on the server.', 404)
    const body = await route(request)
    const isText = typeof body === 'string'
    response.writeHead(200, { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      const isKnown = error instanceof Invalid || error instanceof SelfsameError
      const status = error instanceof Invalid ? error.status : isKnown ? 422 : 500
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ error: isKnown ? error.message : 'Internal server error' }))
    })
  })
  server.on('close', () => service.close())
  service.warm({ parsers: false }).catch(() => {})
  return server
}

// Node gives the program its real path, the caller's may lead over a link.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const { port, ...law } = optionsOf('server.mjs', { port: portOption('3000'), ...LAW })
  const server = createAdapter({ law })
  await start(server, { port, law }, (at) => `Presidio's routes on http://127.0.0.1:${at}`)
}
