// The bytes of a JSON body -> a value, or a sentence that says why not (RFC 8259: UTF-8, an optional byte order mark ignored).
import { isUtf8 } from 'node:buffer'
import { SelfsameError } from '../errors.ts'
import { repeatsName } from '../records/strict-json.ts'

export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new SelfsameError('malformed_body', 'The request body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new SelfsameError('malformed_body', 'The request body is not UTF-8.')
  const sent = bytes.toString('utf8')
  const text = sent.charCodeAt(0) === 0xfeff ? sent.slice(1) : sent
  const value = parsed(text)
  if (repeatsName(text, value))
    throw new SelfsameError('malformed_body', 'The request body names one field of an object twice; send each once.')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the body.
    throw new SelfsameError('malformed_body', 'The request body is not well-formed JSON.')
  }
}

export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const allowed = (parameter: string) => parameter === '' || /^charset ?= ?"?utf-?8"?$/.test(parameter)
  return type?.trim() === 'application/json' && parameters.map((parameter) => parameter.trim()).every(allowed)
}

export const isForm = (contentType: string | undefined): boolean => /^multipart\/form-data\s*;/i.test(contentType ?? '')

const TRUTH: Readonly<Record<string, boolean>> = { true: true, 1: true, yes: true, false: false, 0: false, no: false }

/** A boolean as forms and queries write it; anything else comes back as it is and does not fit the shape. */
export function booleanOf(value: unknown): unknown {
  const known = typeof value === 'string' ? value.toLowerCase() : ''
  return Object.hasOwn(TRUTH, known) ? TRUTH[known] : value
}

const FLAGS = ['reveal', 'blind']
const NUMBERS = ['limit']

/** A query with booleans and numbers converted; other values are unchanged and do not fit the shape. */
export function queryOf(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...query }
  for (const name of FLAGS) if (read[name] !== undefined) read[name] = booleanOf(read[name])
  for (const name of NUMBERS) {
    const value = read[name]
    if (typeof value === 'string' && /^\d{1,9}$/.test(value)) read[name] = Number(value)
  }
  return read
}

/** Tools that read texts, whose requests a learned model reads too unless they ask for rules alone. */
const READS_TEXTS = new Set(['detect', 'deidentify', 'extract', 'compare'])

/** True if a learned model would read the body of a short request. An invalid body is refused without it. */
export function isReadByModel(tool: string, body: Buffer | undefined): boolean {
  if (body === undefined || !READS_TEXTS.has(tool)) return false
  try {
    const { backend, a } = JSON.parse(body.toString('utf8')) as { backend?: unknown; a?: unknown }
    return backend !== 'basic' && (tool !== 'compare' || typeof a === 'string')
  } catch {
    return false
  }
}
