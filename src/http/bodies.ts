// Request bodies: counted in memory as they arrive, so that a flood is refused early, and read as JSON (RFC 8259) or as fields.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { SelfsameError, tooBusy } from '../errors.ts'
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

/** Content type of answers. */
export const JSON_TYPE = 'application/json; charset=utf-8'

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

export interface Bodies {
  /** Begins the count of one request: what it holds is given back when its answer has left or its connection is gone. */
  of(answer: ServerResponse): Held
  /** Bytes of all of them. */
  readonly held: number
}

export interface Held {
  /** Counts bytes that have arrived. Throws too_busy when all together are too many. */
  take(bytes: number): void
  /** Counts bytes of an answer until it has left: it is made, and not refused any more, but further bodies may be. */
  keep(bytes: number): void
}

export function createBodies(most: number): Bodies {
  let total = 0
  return {
    get held() {
      return total
    },
    of(answer) {
      let held = 0
      let isOver = answer.destroyed
      answer.once('close', () => {
        isOver = true
        total -= held
        held = 0
      })
      const keep = (bytes: number): void => {
        if (isOver) return
        total += bytes
        held += bytes
      }
      return {
        keep,
        take(bytes) {
          if (!isOver && total + bytes > most) throw tooBusy()
          keep(bytes)
        },
      }
    },
  }
}

/** In an outer server, whose body parser came first. */
export function readBefore(): SelfsameError {
  return new SelfsameError(
    'body_taken',
    'The body of this request was read before it reached this service; mount the service before any body parser.',
  )
}

/** A body that is whole, or why it is not, told once. */
export type BodyRead = (error: Error | null, body?: Buffer) => void

/** Reads the body of a request of at most `most` bytes. Fails with too_large, too_busy, or malformed_body when it ends early. */
export function readBody(payload: IncomingMessage, most: number, held: Held | null, done: BodyRead): void {
  if (payload.readableEnded) {
    done(readBefore())
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null): void => {
    payload.off('data', take).off('end', end).off('error', cut).off('close', cut)
    if (error === null) done(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length))
    else {
      // Remaining data is read and dropped.
      payload.on('error', () => {}).resume()
      done(error)
    }
  }
  const take = (chunk: Buffer): void => {
    length += chunk.length
    try {
      if (length > most)
        throw new SelfsameError('too_large', 'The request body is larger than this service accepts; send less at once.')
      held?.take(chunk.length)
    } catch (error) {
      finish(error as Error)
      return
    }
    chunks.push(chunk)
  }
  const cut = () => finish(new SelfsameError('malformed_body', 'The request ended before it was complete.'))
  const end = () => finish(null)
  payload.on('data', take).on('end', end).on('error', cut).on('close', cut)
}
