// The bytes of a JSON body -> a value, or a sentence that says why not (RFC 8259: UTF-8, an optional byte order mark ignored).
import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
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
function booleanOf(value: unknown): unknown {
  const known = typeof value === 'string' ? value.toLowerCase() : ''
  return Object.hasOwn(TRUTH, known) ? TRUTH[known] : value
}

/** The fields of a query or form as its schema types them: booleans and numbers converted. Other values are unchanged and do not fit the shape. */
export function fieldsOf(sent: Readonly<Record<string, unknown>>, { shape }: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      Object.hasOwn(shape, name) ? readField(value, shape[name]!) : value,
    ]),
  )
}

/** A value as a schema types it. */
function readField(value: unknown, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'nullable' || def.type === 'optional')
    return readField(value, def.innerType)
  if (def.type === 'boolean') return booleanOf(value)
  return def.type === 'number' && typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
}

/** True if a learned model would read the text, or the text side, of a short request. An invalid body is refused without it. */
export function isReadByModel(body: Buffer | undefined): boolean {
  if (body === undefined) return false
  try {
    const { backend, text, a = text } = JSON.parse(body.toString('utf8')) as Record<'backend' | 'text' | 'a', unknown>
    return backend !== 'basic' && typeof a === 'string'
  } catch {
    return false
  }
}
