// Puts the values of a vault back into an answer of the model: whole, or event by event as it arrives.
import { Refusal } from './mask-request.mjs'

const plain = (value) => value
/** Arguments of tool calls are texts of JSON. */
const inJson = (value) => JSON.stringify(value).slice(1, -1)
const notationOf = (key) => (key === 'arguments' ? inJson : plain)

/** Every text below a value of JSON, with `change` applied to it. */
function changed(value, change, key = '', path = '') {
  if (typeof value === 'string') return change(value, key, path)
  if (Array.isArray(value)) return value.map((item, i) => changed(item, change, key, `${path}/${item?.index ?? i}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, changed(item, change, name, `${path}/${name}`)]),
  )
}

const notUnderstood = () => new Refusal(502, 'upstream_error', 'The answer of the model server is not understood.')

export async function restoreAnswer(answer, response, vault) {
  const body = await answer.json().catch(() => {
    throw notUnderstood()
  })
  if (!Array.isArray(body?.choices)) throw notUnderstood()
  const choices = changed(body.choices, (text, key) => vault.restore(text, notationOf(key)))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...body, choices }))
}

/** Members of a delta that arrive in pieces. All others are whole. */
const IN_PIECES = new Set(['arguments', 'content', 'reasoning_content', 'refusal'])

/** The data of each event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), as far as OpenAI's form needs it. */
async function* eventsOf(body) {
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim()
}

export async function restoreStream(answer, response, vault) {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) throw notUnderstood()
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const waiting = new Map()
  let latest = null
  const send = (event) => response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)

  /** The part of a piece that can be shown: an unfinished token waits for the next piece. */
  const shown = (index) => (text, key, path) => {
    if (!IN_PIECES.has(key)) return vault.restore(text, notationOf(key))
    const place = `${index}${path}`
    const { text: before = '' } = waiting.get(place) ?? {}
    const all = before + text
    const kept = vault.unfinished(all)
    const end = all.length - kept
    if (kept === 0) waiting.delete(place)
    else waiting.set(place, { text: all.slice(end), index, path })
    return vault.restore(all.slice(0, end), notationOf(key))
  }

  /** Sends what still waits, for one choice or for all: no token came of it. */
  const sendWaiting = (index) => {
    for (const [place, held] of waiting) {
      if (index !== undefined && held.index !== index) continue
      waiting.delete(place)
      send({ ...latest, choices: [{ index: held.index, delta: deltaAt(held.path, held.text), finish_reason: null }] })
    }
  }

  for await (const data of eventsOf(answer.body)) {
    if (data === '[DONE]') {
      sendWaiting()
      send(data)
      response.end()
      return
    }
    let event
    try {
      event = JSON.parse(data)
    } catch {
      throw notUnderstood()
    }
    if (!Array.isArray(event?.choices)) throw notUnderstood()
    const { choices, usage, ...head } = event
    latest = head
    const restored = choices.map((choice) => ({ ...choice, delta: changed(choice.delta ?? {}, shown(choice.index)) }))
    // An unfinished token is sent before the end of its choice.
    for (const { index, finish_reason: reason } of choices) if (reason) endChoice(restored, index)
    send({ ...event, choices: restored })
  }
  throw new Refusal(502, 'upstream_error', 'The answer of the model server ended before it was whole.')

  function endChoice(restored, index) {
    const last = restored.find((choice) => choice.index === index)
    const held = [...waiting.values()].filter((each) => each.index === index)
    if (held.length === 0) return
    send({ ...latest, choices: [{ ...last, finish_reason: null }] })
    last.delta = {}
    sendWaiting(index)
  }
}

/** A delta with one text at a path such as "/tool_calls/0/function/arguments". */
function deltaAt(path, text) {
  const [, key, index] = path.split('/')
  if (key !== 'tool_calls') return { [key]: text }
  return { tool_calls: [{ index: Number(index), function: { arguments: text } }] }
}
