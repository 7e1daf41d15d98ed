// The proxy in front of a model server that records what it receives.
import { spawnSync } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../house/sources.ts'
import { type Program, startProgram } from './program.ts'

interface Sent {
  readonly messages: { content: string; tool_calls?: { function: { arguments: string } }[] }[]
}

const received: string[] = []
/** How the model server answers the next request. */
let reply: (sent: Sent, response: ServerResponse) => void
let models: (path: string) => object
const upstream = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(models(request.url!)))
    return
  }
  let body = ''
  for await (const piece of request) body += piece
  received.push(body)
  reply(JSON.parse(body), response)
})
let proxy: Program
let asking: Program

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  proxy = await startProgram('openai-proxy/proxy.mjs', '--upstream', address, '--jurisdiction', 'DE')
  asking = await startProgram('openai-proxy/proxy.mjs', '--upstream', address)
})
beforeEach(() => {
  received.length = 0
})
afterAll(async () => {
  await Promise.all([proxy?.stop(), asking?.stop()])
  upstream.close()
})

const json = (response: ServerResponse, content: string, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  response.end(JSON.stringify({ id: 'c1', object: 'chat.completion', model: 'm', choices }))
}

const ask = (body: object, to = proxy) =>
  fetch(`${to.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: JSON.stringify({ model: 'm', ...body }),
  })

const PERSON = 'Jürgen Wallraff'
const PHONE = '030 901820'
const EMAIL = 'j.wallraff@example.com'
const PLANTED = ['Wallraff', '901820', EMAIL]

/** A conversation with personal values in a text, in parts of a text, in a tool call and in its answer. */
const CONVERSATION = [
  { role: 'system', content: 'You write letters for a clinic.' },
  { role: 'user', content: [{ type: 'text', text: `Patient: ${PERSON}, Tel. ${PHONE}.` }] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 't1', type: 'function', function: { name: 'look_up', arguments: '{"name":"J\\u00fcrgen Wallraff"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 't1', content: `{"email": "${EMAIL}"}` },
  { role: 'user', content: `Write to ${PERSON}.` },
]

describe('the proxy', () => {
  it('sends no planted value on, and restores them in the answer', async () => {
    reply = (sent, response) => {
      const name = /NAME_\w{8}/.exec(JSON.stringify(sent))![0]
      const phone = /PHONE_\w{8}/.exec(JSON.stringify(sent))![0]
      json(response, `Dear ${name}, we call ${phone}; NAME_00000000 is unknown.`)
    }
    const answer = await ask({ messages: CONVERSATION })
    expect(answer.status).toBe(200)
    const { choices } = await answer.json()
    expect(choices[0].message.content).toBe(`Dear ${PERSON}, we call ${PHONE}; NAME_00000000 is unknown.`)
    expect(PLANTED.filter((value) => received.join().includes(value))).toEqual([])
    // Both tokens of the person are the same one, in the text and in the tool call.
    expect(new Set(received[0]!.match(/NAME_\w{8}/g)).size).toBe(1)
    expect(JSON.parse(received[0]!).messages[2].tool_calls[0].function.arguments).toMatch(/^{"name":"NAME_\w{8}"}$/)
  })

  it('restores the fullest form of a name, whichever form the token was made of', async () => {
    reply = (sent, response) => json(response, `Thanks, ${/NAME_\w{8}(?= has)/.exec(JSON.stringify(sent))![0]}.`)
    const answer = await ask({
      messages: [{ role: 'user', content: 'Write to Anna Schmidt, born 3 April 1970. Schmidt has not paid.' }],
    })
    expect((await answer.json()).choices[0].message.content).toBe('Thanks, Anna Schmidt.')
  })

  it('passes the list of models through', async () => {
    models = (path) => ({ object: 'list', data: [{ id: path }] })
    for (const path of ['/v1/models', '/v1/models/gpt-x'])
      expect((await (await fetch(proxy.url + path)).json()).data).toEqual([{ id: path }])
    expect((await fetch(`${proxy.url}/v1/files`)).status).toBe(404)
  })

  it('uses other tokens for each request', async () => {
    reply = (_, response) => json(response, 'ok')
    for (let i = 0; i < 2; i++) await (await ask({ messages: CONVERSATION })).json()
    const [first, second] = received.map((body) => /NAME_\w{8}/.exec(body)![0])
    expect(first).not.toBe(second)
  })

  it('restores tokens that a stream cuts in two, in texts and in tool calls', async () => {
    reply = (sent, response) => {
      const name = /NAME_\w{8}/.exec(JSON.stringify(sent))![0]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (delta: object, reason: string | null = null, index = 0) =>
        response.write(
          `data: ${JSON.stringify({ id: 'c1', model: 'm', choices: [{ index, delta, finish_reason: reason }] })}\n\n`,
        )
      send({ role: 'assistant', content: '' })
      for (const letter of `Dear ${name}, N`) send({ content: letter })
      send({ content: `A and ${name.slice(0, 9)}` }, null, 1)
      send({ content: name.slice(9) }, 'stop', 1)
      const tool = { index: 0, id: 't2', type: 'function', function: { name: 'write', arguments: '' } }
      send({ tool_calls: [tool] })
      send({ tool_calls: [{ index: 0, function: { arguments: `{"to":"${name.slice(0, 7)}` } }] })
      send({ tool_calls: [{ index: 0, function: { arguments: `${name.slice(7)}"}` } }] })
      send({}, 'tool_calls')
      response.end('data: [DONE]\n\n')
    }
    const text = await (await ask({ messages: CONVERSATION, stream: true })).text()
    const events = text.match(/(?<=^data: ){.*/gm)!.map((line) => JSON.parse(line))
    const joined = (
      index: number,
      of: (delta: { content?: string; tool_calls?: { function: { arguments: string } }[] }) => string | undefined,
    ) =>
      events
        .flatMap(({ choices }) =>
          choices
            .filter((choice: { index: number }) => choice.index === index)
            .map((choice: { delta: object }) => of(choice.delta) ?? ''),
        )
        .join('')
    expect(joined(0, ({ content }) => content)).toBe(`Dear ${PERSON}, N`)
    expect(joined(1, ({ content }) => content)).toBe(`A and ${PERSON}`)
    expect(joined(0, (delta) => delta.tool_calls?.at(0)?.function.arguments)).toBe(`{"to":"${PERSON}"}`)
    expect(
      events.filter(({ choices }) => choices[0].finish_reason !== null).map(({ choices }) => choices[0].index),
    ).toEqual([1, 0])
    expect(text).toMatch(/data: \[DONE\]\n\n$/)
  })

  it('ends a stream that breaks with an error, not as if it were whole', async () => {
    reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"choices":[{"index":0,"delta":{"content":"half"}}]}\n\n')
    }
    const text = await (await ask({ messages: CONVERSATION, stream: true })).text()
    expect(text).toContain('"code":"upstream_error"')
    expect(text).not.toContain('[DONE]')
  })
})

describe('what the proxy refuses', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  const user = (content: unknown, more: object = {}) => ({ messages: [{ role: 'user', content, ...more }] })
  const call = { id: 't', type: 'function', function: { name: 'f', arguments: '{"phone": ' } }

  it.each([
    ['a picture', user([{ type: 'text', text: 'Who is this?' }, image]), 'not_understood'],
    ['a member of a message that is not known', user('Hello.', { audio: { id: 'a' } }), 'not_understood'],
    ['a parameter that is not known', { ...user('Hello.'), user: EMAIL }, 'not_understood'],
    ['a tool call that is not JSON', { messages: [{ role: 'assistant', tool_calls: [call] }] }, 'not_json'],
    ['a value outside of the messages', { ...user(`I am ${PERSON}, ${EMAIL}.`), model: EMAIL }, 'value_left'],
    ['a request without messages', { messages: [] }, 'not_understood'],
  ])('%s: nothing is sent on, and the error has the form of OpenAI', async (_, body, code) => {
    reply = (__, response) => json(response, 'ok')
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    const { error } = await answer.json()
    expect(error).toMatchObject({ code, type: 'invalid_request_error', message: expect.stringMatching(/\.$/) })
    expect(PLANTED.filter((value) => JSON.stringify(error).includes(value))).toEqual([])
    expect(received).toEqual([])
  })

  it('a member that is not known, by its name', async () => {
    const { error } = await (await ask({ ...user('Hello.'), user: EMAIL })).json()
    expect(error).toMatchObject({ param: 'user', message: expect.stringContaining('member user of the request') })
    const { error: other } = await (await ask({ ...user('Hello.'), [EMAIL]: 1 })).json()
    expect(JSON.stringify(other)).not.toContain(EMAIL)
  })

  it('a conversation that does not reveal its jurisdiction, where none is given', async () => {
    const answer = await ask(user(`Write to ${PERSON}.`), asking)
    expect([answer.status, (await answer.json()).error.code, received]).toEqual([400, 'jurisdiction_unknown', []])
  })

  it('an error of the model server, whose words are not shown', async () => {
    reply = (_, response) => json(response, 'secret words', 429)
    const answer = await ask(user('Hello.'))
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).error.code]).toEqual([429, 'upstream_error'])
    expect(text).not.toContain('secret')
  })

  it('and it logs none of the values', () => {
    const printed = proxy.printed() + asking.printed()
    expect(PLANTED.filter((value) => printed.includes(value))).toEqual([])
    expect(printed.trim().split('\n')).toHaveLength(2)
  })
})

describe('an example', () => {
  it.each([
    ['openai-proxy/proxy.mjs', '--help', 0],
    ['openai-proxy/proxy.mjs', '--port', 2],
    ['presidio/server.mjs', '--prot', 2],
    ['kafka/main.mjs', '--help', 0],
  ])('says what it takes: %s %s', (program, option, code) => {
    const words = [join(root, 'examples', program), option]
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect(status).toBe(code)
    expect(stdout + stderr).toMatch(/^ {2}--jurisdiction +the country/m)
    expect(stdout + stderr).not.toMatch(/^ +at /m)
  })
})
