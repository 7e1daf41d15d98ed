// Masks a request of POST /v1/chat/completions. Only what is listed here is sent on; anything else refuses the request.
import { randomBytes } from 'node:crypto'
import { SelfsameError } from 'selfsame'
import { Vault } from './vault.mjs'

/** A refused request, with the status and the members of an OpenAI-shaped error. */
export class Refusal extends Error {
  constructor(status, code, message, param = null) {
    super(message)
    this.status = status
    this.body = { error: { message, type: status < 500 ? 'invalid_request_error' : 'api_error', param, code } }
  }
}

/** Parameters that hold no text of people. */
const SENT_AS_THEY_ARE = new Set([
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'model',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'reasoning_effort',
  'seed',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
])
/** Parameters that are masked as JSON texts. */
const MASKED_AS_JSON = new Set(['response_format', 'stop', 'tool_choice', 'tools'])
const ROLES = new Set(['assistant', 'developer', 'system', 'tool', 'user'])
const PART_TEXTS = { text: 'text', refusal: 'refusal' }

/** The token at a place of a masked text. */
const TOKEN = /[A-Z][A-Z0-9_]{1,40}?_[0-9a-f]{8}/y

function refuseOthers(object, allowed, path) {
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new Refusal(400, 'not_understood', `${path} is not an object, so the request is not sent on.`, path)
  const key = Object.keys(object).find((key) => !allowed.has(key))
  if (key === undefined) return
  // Any other key may be a value of a person.
  const isName = /^[a-z][a-z0-9_]{0,39}$/.test(key)
  const member = isName ? `The member ${key} of ${path}` : `A member of ${path}`
  const message = `${member} is not known to the masking proxy, which cannot tell whether it holds text. Leave it out.`
  throw new Refusal(400, 'not_understood', message, isName ? key : path)
}

/** JSON with letters in place of `\u` escapes, as the rules read them. */
function withoutEscapes(json, path) {
  try {
    const value = JSON.parse(json)
    return json.includes('\\u') ? JSON.stringify(value) : json
  } catch {
    throw new Refusal(400, 'not_json', `${path} is not JSON.`, path)
  }
}

/** The texts of a request: each with its notation, and a function that writes it back. */
function textsOf(request) {
  const texts = []
  const add = (object, key, path, isJson = false) => {
    if (typeof object[key] !== 'string') throw new Refusal(400, 'not_understood', `${path} is not a text.`, path)
    const text = isJson ? withoutEscapes(object[key], path) : object[key]
    texts.push({ text, path, isJson, write: (masked) => Object.assign(object, { [key]: masked }) })
  }
  refuseOthers(request, new Set([...SENT_AS_THEY_ARE, ...MASKED_AS_JSON, 'messages']), 'the request')
  if (!Array.isArray(request.messages) || request.messages.length === 0)
    throw new Refusal(400, 'not_understood', 'messages is not a list of messages.', 'messages')
  request.messages.forEach((message, i) => {
    addMessage(message, `messages[${i}]`, add)
  })
  for (const key of MASKED_AS_JSON) {
    if (request[key] === undefined || request[key] === null) continue
    const write = (masked) => Object.assign(request, { [key]: JSON.parse(masked) })
    texts.push({ text: JSON.stringify(request[key]), path: key, isJson: true, write })
  }
  return texts
}

function addMessage(message, path, add) {
  refuseOthers(message, new Set(['content', 'refusal', 'role', 'tool_call_id', 'tool_calls']), path)
  if (!ROLES.has(message.role)) throw new Refusal(400, 'not_understood', `${path}.role is not known.`, `${path}.role`)
  if (Array.isArray(message.content))
    message.content.forEach((part, i) => {
      const place = `${path}.content[${i}]`
      const key = Object.hasOwn(PART_TEXTS, part?.type) ? PART_TEXTS[part.type] : null
      if (key === null)
        throw new Refusal(
          400,
          'not_understood',
          `${place} is not a text: the proxy masks texts only. Leave it out.`,
          place,
        )
      refuseOthers(part, new Set(['type', key]), place)
      add(part, key, place)
    })
  else if (message.content !== null && message.content !== undefined) add(message, 'content', `${path}.content`)
  if (message.refusal !== null && message.refusal !== undefined) add(message, 'refusal', `${path}.refusal`)
  if (message.tool_calls !== undefined && !Array.isArray(message.tool_calls))
    throw new Refusal(400, 'not_understood', `${path}.tool_calls is not a list.`, path)
  message.tool_calls?.forEach((call, i) => {
    const place = `${path}.tool_calls[${i}]`
    refuseOthers(call, new Set(['function', 'id', 'type']), place)
    refuseOthers(call.function, new Set(['arguments', 'name']), `${place}.function`)
    if (call.function.arguments === '') return
    add(call.function, 'arguments', `${place}.function.arguments`, true)
  })
}

/** The UTF-16 offset of every code point of a text, and of its end. */
function offsetsOf(text) {
  const offsets = []
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) offsets.push(at)
  offsets.push(text.length)
  return offsets
}

/** The spans of an answer with their tokens, which are read from the masked text. */
function tokensOf(text, answer) {
  const offsets = offsetsOf(text)
  let from = 0
  let at = 0
  const replaced = answer.spans.map((span) => {
    const start = offsets[span.start]
    const end = offsets[span.end]
    at += start - from
    from = end
    TOKEN.lastIndex = at
    const [token] = TOKEN.exec(answer.text) ?? []
    if (token === undefined) throw new Error('a span of the masked text has no token')
    at += token.length
    return { start, end, token }
  })
  if (answer.text.length !== at + text.length - from) throw new Error('the masked text differs from its spans')
  return replaced
}

/** A value as it is outside of JSON: without escapes. */
function unescaped(value) {
  try {
    return JSON.parse(`"${value}"`)
  } catch {
    return value
  }
}

/**
 * Masks all texts of a request in place and returns the vault. They are read as one text, so that a person named in one message is found in all
 * others, and one message may reveal the jurisdiction of the conversation. Throws Refusal.
 */
export async function maskRequest(request, service, law) {
  const texts = textsOf(request)
  const vault = new Vault()
  const whole = texts.map(({ text }) => text).join('\n\n')
  let answer
  try {
    answer = await service.deidentify({ ...law, text: whole, method: 'token', salt: randomBytes(32).toString('hex') })
  } catch (error) {
    if (error instanceof SelfsameError) throw new Refusal(400, error.code, error.message, 'messages')
    throw error
  }
  const replaced = tokensOf(whole, answer)
  let begin = 0
  let next = 0
  const masked = texts.map(({ text, isJson }) => {
    const end = begin + text.length
    let copy = ''
    let from = begin
    for (; next < replaced.length && replaced[next].start < end; next++) {
      const span = replaced[next]
      const stop = Math.min(span.end, end)
      const value = whole.slice(Math.max(span.start, begin), stop)
      vault.add(span.token, isJson ? unescaped(value) : value)
      copy += whole.slice(from, Math.max(span.start, begin)) + span.token
      from = stop
      // The rest of a span that goes on in the next text is replaced there.
      if (span.end > end) break
    }
    copy += whole.slice(from, end)
    begin = end + 2
    return copy
  })
  texts.forEach(({ path, isJson, write }, i) => {
    const copy = vault.hideKnown(masked[i])
    try {
      if (isJson) JSON.parse(copy)
    } catch {
      throw new Refusal(400, 'not_json', `${path} is not JSON after masking: write numbers of people as texts.`, path)
    }
    write(copy)
  })
  const sent = JSON.stringify(request)
  if (vault.hideKnown(sent) !== sent)
    throw new Refusal(
      400,
      'value_left',
      'A personal value is left outside of the texts of the messages, so nothing is sent on.',
    )
  return vault
}
