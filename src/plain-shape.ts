// Reads requests with records that plainly fit their schema, as zod would, but without an object per field; zod reads all others.
import type { z } from 'zod'

/** Stands for a value that is left to zod. */
export const UNREAD: unique symbol = Symbol('unread')

/** The result of zod's parser for the value, or UNREAD. */
type Read = (value: unknown) => unknown

const readers = new WeakMap<z.core.$ZodType, Read>()

/** The reader of a schema, built once. Reads nothing for a schema with other features or without records: zod compiles those itself. */
export function plainReader(schema: z.core.$ZodType): Read {
  let reader = readers.get(schema)
  if (reader === undefined) {
    reader = (holdsRecord(schema) ? readerOf(schema) : null) ?? (() => UNREAD)
    readers.set(schema, reader)
  }
  return reader
}

function holdsRecord(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.values(def.shape).some(holdsRecord)
  if (def.type === 'union') return def.options.some(holdsRecord)
  if (def.type === 'nullable' || def.type === 'default') return holdsRecord(def.innerType)
  return def.type === 'record'
}

function readerOf(schema: z.core.$ZodType): Read | null {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ((def.checks?.length ?? 0) > 0) return null
  switch (def.type) {
    case 'string':
      return def.coerce || 'format' in def ? null : (value) => (typeof value === 'string' ? value : UNREAD)
    case 'boolean':
      return def.coerce ? null : (value) => (typeof value === 'boolean' ? value : UNREAD)
    case 'nullable':
      return within(def.innerType, (inner) => (value) => (value === null ? null : inner(value)))
    case 'default': {
      const otherwise = def.defaultValue
      if (typeof otherwise === 'object' && otherwise !== null) return null
      return within(def.innerType, (inner) => (value) => (value === undefined ? otherwise : inner(value)))
    }
    case 'union':
      return firstOf(def.options)
    case 'record':
      return isPlainString(def.keyType) && def.mode === undefined ? within(def.valueType, recordReader) : null
    case 'object':
      return def.catchall?._zod.def.type === 'never' ? objectReader(def.shape) : null
    default:
      return null
  }
}

function within(inner: z.core.$ZodType, wrap: (read: Read) => Read): Read | null {
  const read = readerOf(inner)
  return read === null ? null : wrap(read)
}

const isPlainString = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'string' && readerOf(schema) !== null

function firstOf(options: readonly z.core.$ZodType[]): Read | null {
  const reads: Read[] = []
  for (const option of options) {
    const read = readerOf(option)
    if (read === null) return null
    reads.push(read)
  }
  return (value) => {
    for (const read of reads) {
      const found = read(value)
      if (found !== UNREAD) return found
    }
    return UNREAD
  }
}

/** An object as JSON.parse makes them. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.getOwnPropertySymbols(value).length === 0
  )
}

function recordReader(read: Read): Read {
  return (value) => {
    if (!isPlain(value)) return UNREAD
    const record: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const member = read(value[name])
      if (member === UNREAD || name === '__proto__') return UNREAD
      record[name] = member
    }
    return record
  }
}

function objectReader(shape: Readonly<Record<string, z.core.$ZodType>>): Read | null {
  const members: [string, Read][] = []
  for (const [name, schema] of Object.entries(shape)) {
    const read = readerOf(schema)
    if (read === null || name in Object.prototype) return null
    members.push([name, read])
  }
  return (value) => {
    if (!isPlain(value)) return UNREAD
    const object: Record<string, unknown> = {}
    let known = 0
    for (const [name, read] of members) {
      const sent = value[name]
      const member = read(sent)
      if (member === UNREAD) return UNREAD
      if (sent !== undefined) known++
      object[name] = member
    }
    return known === Object.keys(value).length ? object : UNREAD
  }
}
