// The FHIR R4 facade at /fhir: Patient/$match over an index, $de-identify of resources, Bundles and NDJSON, and what the server can do. Failures are
// OperationOutcomes.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SelfsameError } from '../errors.ts'
import type { FhirCopyAnswer } from '../records/fhir.ts'
import type { Installation } from '../service.ts'
import { refuseBrokenText } from '../shape.ts'
import { VERSION } from '../version.ts'
import { readBody, readJson } from './bodies.ts'
import { failureOf, isUnexpected } from './failure.ts'
import type { Desk } from './job-queue.ts'
import type { Log } from './log.ts'
import { whileAwaited } from './response-batching.ts'
import { noteReveal } from './studio.ts'

type Members = Readonly<Record<string, unknown>>

interface Facade {
  readonly service: Installation
  readonly desk: Desk
  readonly log: Log
  /** Key of the tokens of requests that have none; null: a random one each. */
  readonly salt: string | null
  /** Refuses a body that is not to be read, before it is. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => void
}

const JSON_TYPES = ['application/fhir+json', 'application/json']
const LINE_TYPES = ['application/fhir+ndjson', 'application/ndjson', 'application/x-ndjson']
/** Codes of an issue (http://hl7.org/fhir/R4/valueset-issue-type.html) by status. */
const ISSUES: Readonly<Record<number, string>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  408: 'timeout',
  413: 'too-long',
  415: 'not-supported',
  422: 'structure',
  429: 'throttled',
  431: 'too-long',
  503: 'transient',
}

export function addFhir(app: FastifyInstance, facade: Facade): void {
  app.register(
    async (fhir) => {
      const { limits } = facade.service
      for (const type of [JSON_TYPES[0]!, ...LINE_TYPES])
        fhir.addContentTypeParser(type, (request, payload, done) =>
          readBody(payload, limits.bodyBytes, request.held, done),
        )
      fhir.setErrorHandler((error, request, reply) => refuse(error, request, reply, facade.log))
      fhir.setNotFoundHandler((request, reply) => {
        const sentence = 'There is nothing at this address; GET metadata lists what this server can do.'
        refuse(new SelfsameError('not_found', sentence), request, reply, facade.log)
      })
      const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
        facade.admit(request, reply)
        done()
      }
      fhir.get('/metadata', (_request, reply) => send(reply, capabilities()))
      fhir.post('/Patient/$match', { onRequest }, async (request, reply) => send(reply, await match(request, facade)))
      fhir.post('/$de-identify', { onRequest }, async (request, reply) => deidentify(request, reply, facade))
    },
    { prefix: '/fhir' },
  )
}

const send = (reply: FastifyReply, resource: object) =>
  reply.header('content-type', `${JSON_TYPES[0]}; charset=utf-8`).send(JSON.stringify(resource))

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const failure = failureOf(error)
  if (isUnexpected(failure)) log.failed(error, { route: request.routeOptions?.url ?? null, id: request.id })
  const issue = { severity: 'error', code: ISSUES[failure.status] ?? 'exception', diagnostics: failure.detail }
  send(reply.code(failure.status), { resourceType: 'OperationOutcome', issue: [issue] })
}

const bodyOf = (request: FastifyRequest): Buffer => (request.body as Buffer | undefined) ?? Buffer.alloc(0)

/** JSON that other functions and processes can take. Throws malformed_body, shape. */
function jsonIn(bytes: Buffer): unknown {
  const read = readJson(bytes)
  refuseBrokenText(read)
  return read
}

function resourceIn(request: FastifyRequest): Members {
  const sent = jsonIn(bodyOf(request))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent) || !('resourceType' in sent))
    throw new SelfsameError('shape', 'The body is no resource: expected a JSON object with resourceType.')
  return sent as Members
}

/** The parameters of a Parameters resource by name; those of a query come first. Throws shape for one that is not known. */
function parametersOf(
  request: FastifyRequest,
  sent: Members | null,
  known: readonly string[],
): Record<string, unknown> {
  const found: Record<string, unknown> = { ...(request.query as object) }
  for (const parameter of sent?.['resourceType'] === 'Parameters' ? ([sent['parameter']].flat() as unknown[]) : []) {
    const { name, resource, ...values } = (parameter ?? {}) as Members
    const [value] = Object.entries(values).flatMap(([key, one]) => (key.startsWith('value') ? [one] : []))
    if (typeof name !== 'string' || name in found)
      throw new SelfsameError('shape', 'parameter: expected names, each once.')
    found[name] = resource ?? value
  }
  const strange = Object.keys(found).findIndex((name) => !known.includes(name))
  if (strange >= 0)
    throw new SelfsameError('shape', `Parameter ${strange + 1} is not known; expected ${known.join(', ')}.`)
  return found
}

async function match(request: FastifyRequest, { service, log }: Facade): Promise<object> {
  const sent = resourceIn(request)
  const { resource, onlyCertainMatches, count, index } = parametersOf(request, sent, [
    'resource',
    'onlyCertainMatches',
    'count',
    'index',
  ])
  const patient = sent['resourceType'] === 'Parameters' ? resource : sent
  if (typeof patient !== 'object' || patient === null)
    throw new SelfsameError('shape', 'resource: required, expected a Patient.')
  const asked = {
    patient: patient as Record<string, unknown>,
    index: (index ?? null) as string | null,
    only_certain: onlyCertainMatches === true || onlyCertainMatches === 'true',
    ...(count === undefined ? {} : { count: Math.min(Number(count), 10) }),
  }
  noteReveal(log, request, 'match')
  return service.match_patient(asked)
}

async function deidentify(request: FastifyRequest, reply: FastifyReply, facade: Facade): Promise<FastifyReply> {
  const isLines = LINE_TYPES.some((type) => request.headers['content-type']?.startsWith(type))
  const sent = isLines ? null : resourceIn(request)
  const { resource, salt, ...law } = parametersOf(request, sent, [
    'resource',
    'jurisdiction',
    'statute',
    'salt',
    'dates',
  ])
  if ('salt' in (request.query as object))
    throw new SelfsameError('shape', 'salt: expected in Parameters, not in the address.')
  const resources = isLines
    ? linesOf(bodyOf(request))
    : [sent?.['resourceType'] === 'Parameters' && resource !== undefined ? resource : sent]
  const asked = { ...law, salt: salt ?? facade.salt ?? randomBytes(32).toString('hex'), resources } as never
  const { resources: copies } = await copied(asked, request, reply, facade)
  if (!isLines) return send(reply, copies[0]!)
  reply.header('content-type', `${LINE_TYPES[0]}; charset=utf-8`)
  return reply.send(`${copies.map((copy) => JSON.stringify(copy)).join('\n')}\n`)
}

/** Long requests are answered by a worker, while this process goes on. */
async function copied(
  asked: never,
  request: FastifyRequest,
  reply: FastifyReply,
  facade: Facade,
): Promise<FhirCopyAnswer> {
  const { service, desk } = facade
  if (bodyOf(request).length <= service.limits.heavyBytes) return service.deidentify_fhir(asked)
  const { signal, end } = whileAwaited(reply, service.limits.answerMs)
  try {
    const order = { tool: 'deidentify_fhir', asked, files: [], uploads: [], bound: [], rows: null } as const
    const { json } = await desk.answer(order, signal)
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8')) as FhirCopyAnswer
  } finally {
    end()
  }
}

function linesOf(body: Buffer): unknown[] {
  const lines: unknown[] = []
  for (let from = 0; from < body.length; ) {
    const end = body.indexOf(0x0a, from)
    const line = body.subarray(from, end < 0 ? body.length : end)
    if (line.toString('latin1').trim() !== '') lines.push(jsonIn(line))
    from = end < 0 ? body.length : end + 1
  }
  if (lines.length === 0)
    throw new SelfsameError('malformed_body', 'The request body has no line; send a resource a line.')
  return lines
}

const capabilities = (): object => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-28',
  kind: 'instance',
  software: { name: 'selfsame', version: VERSION },
  implementation: { description: 'Look-up of persons in an index, and de-identification' },
  fhirVersion: '4.0.1',
  format: JSON_TYPES,
  rest: [
    {
      mode: 'server',
      resource: [
        {
          type: 'Patient',
          operation: [{ name: 'match', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-match' }],
        },
      ],
      operation: [{ name: 'de-identify', definition: 'https://fhir.invalid/OperationDefinition/de-identify' }],
    },
  ],
})
