// Reads a multipart form into fields and files, in memory and within the limits; nothing is written to a disk.
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { isFileName, type Upload } from '../records/requests.ts'
import { fieldsOf, type Held, readBefore } from './bodies.ts'

export interface Form {
  readonly fields: Record<string, unknown>
  readonly uploads: readonly Upload[]
}

/** Reads every part, then says what was wrong; `schema`: the accepted fields. Throws too_large, too_busy, shape or malformed_body. */
export async function readForm(
  request: FastifyRequest,
  limits: Limits,
  held: Held | null,
  schema: z.ZodObject,
): Promise<Form> {
  if (request.raw.readableEnded) throw readBefore()
  try {
    const accepted = Object.keys(schema.shape)
    const form = await unlessStuck(request, (progress) => readParts(request, limits, held, accepted, progress))
    return { ...form, fields: fieldsOf(form.fields, schema) }
  } catch (cause) {
    // The form reader reports a broken form as an Error without a code, whose message is not for callers.
    if (!(cause instanceof Error) || cause.constructor !== Error || 'code' in cause) throw cause
    throw new SelfsameError('malformed_body', 'The request body is not a well-formed multipart form.', { cause })
  }
}

/** Milliseconds without progress, after the whole request has arrived, before a form is abandoned. */
const STUCK_MILLISECONDS = 3_000

/** The form reader never ends on some broken forms (a part without a name, of some sizes): its silence is an answer too. */
async function unlessStuck(request: FastifyRequest, read: (progress: () => void) => Promise<Form>): Promise<Form> {
  let silent = 0
  let look: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_, reject) => {
    look = setInterval(() => {
      if (!request.raw.complete) return
      silent += STUCK_MILLISECONDS / 10
      if (silent > STUCK_MILLISECONDS)
        reject(new SelfsameError('malformed_body', 'The request body is not a well-formed multipart form.'))
    }, STUCK_MILLISECONDS / 10)
  })
  const form = read(() => {
    silent = 0
  })
  form.catch(() => {})
  try {
    return await Promise.race([form, stuck])
  } finally {
    clearInterval(look)
  }
}

async function readParts(
  request: FastifyRequest,
  limits: Limits,
  held: Held | null,
  accepted: readonly string[],
  progress: () => void,
): Promise<Form> {
  const form = { fields: {} as Record<string, unknown>, uploads: [] as Upload[] }
  const problems: string[] = []
  let total = 0
  for await (const part of partsOf(request, limits)) {
    progress()
    if (part.type === 'field') {
      const problem = readField(part, form.fields, accepted)
      if (problem !== null) problems.push(problem)
      continue
    }
    const bytes = await bytesOf(part, (length) => {
      progress()
      total += length
      if (total > limits.uploadTotalBytes)
        throw new SelfsameError(
          'too_large',
          `The files of one request may have ${limits.uploadTotalBytes} bytes together; send fewer at once.`,
        )
      held?.take(length)
    })
    const sent = (part.filename ?? '').split(/[\\/]/).at(-1) ?? ''
    // Browsers send an empty, nameless part for an empty file input.
    if (sent === '' && bytes.length === 0) continue
    const name = sent === '' ? `document-${form.uploads.length + 1}` : sent
    if (part.fieldname !== 'files')
      problems.push('a file was sent under another name than files; send every file as files')
    else if (!isFileName(name))
      problems.push('files: expected file names of at most 255 characters without control characters')
    form.uploads.push({ name, bytes })
  }
  if (problems.length > 0)
    throw new SelfsameError(
      'shape',
      `The form does not have the expected shape: ${[...new Set(problems)].slice(0, 5).join('; ')}.`,
    )
  return form
}

/** The bytes of a file, counted as they arrive. Throws too_large for a file beyond its own limit, and what `count` throws. */
async function bytesOf({ file }: MultipartFile, count: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file as AsyncIterable<Buffer>) {
    count(chunk.length)
    chunks.push(chunk)
  }
  if (file.truncated) throw new SelfsameError('too_large', 'A file is larger than this service accepts.')
  return Buffer.concat(chunks)
}

function partsOf(request: FastifyRequest, limits: Limits): AsyncIterableIterator<Multipart> {
  const { uploadBytes: fileSize, uploadFiles: files } = limits
  return request.parts({ limits: { fileSize, files, fields: 32, fieldSize: 4096, fieldNameSize: 100 } })
}

/** Takes one form field over; returns what is wrong with it, or null. */
function readField(part: MultipartValue, fields: Record<string, unknown>, accepted: readonly string[]): string | null {
  const { fieldname: name, value } = part
  if (name === 'files') return 'files: expected files, got a plain form field'
  if (!accepted.includes(name)) return `unknown field (accepted: files, ${accepted.join(', ')})`
  if (Object.hasOwn(fields, name)) return `${name}: expected once, got several`
  if (part.valueTruncated) throw new SelfsameError('too_large', `${name}: the form field is too long.`)
  fields[name] = value
  return null
}
