// Finds ids of this service by the fields declared in an answer's schema. A caller's text is never an id, whatever its form.
import { z } from 'zod'
import { SERVICE_ID } from './attested.ts'
import { compareCodePoints } from './canonical.ts'

/** The type of every field that contains an id issued by the service. */
export const ServiceId = z.string().regex(SERVICE_ID)

type Collect = (value: unknown, found: Set<string>) => void

const collectors = new WeakMap<z.core.$ZodType, { readonly collect: Collect | null }>()

/** Every id in the id fields of an answer, sorted by code point, each once. */
export function serviceIdsIn(schema: z.core.$ZodType, answer: unknown): string[] {
  const found = new Set<string>()
  collectorOf(schema)?.(answer, found)
  return [...found].sort(compareCodePoints)
}

function collectorOf(schema: z.core.$ZodType): Collect | null {
  let known = collectors.get(schema)
  if (known === undefined) {
    known = { collect: schema === ServiceId ? addId : composed(schema) }
    collectors.set(schema, known)
  }
  return known.collect
}

const addId: Collect = (value, found) => {
  if (typeof value === 'string' && SERVICE_ID.test(value)) found.add(value)
}

function composed(schema: z.core.$ZodType): Collect | null {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return ofMembers(def.shape)
    case 'array':
      return ofEach(def.element, (value) => (Array.isArray(value) ? value : []))
    case 'record':
      return ofEach(def.valueType, (value) => (isObject(value) ? Object.values(value) : []))
    case 'nullable':
    case 'optional':
      return collectorOf(def.innerType)
    case 'union':
      // The value alone does not show which option of the union it matches.
      if (def.options.some((option) => collectorOf(option) !== null))
        throw new TypeError('an id that only one of several shapes has cannot be told from what a caller wrote')
      return null
    default:
      return null
  }
}

function ofMembers(shape: Readonly<Record<string, z.core.$ZodType>>): Collect | null {
  const members = Object.entries(shape).flatMap(([name, member]) => {
    const collect = collectorOf(member)
    return collect === null ? [] : [{ name, collect }]
  })
  if (members.length === 0) return null
  return (value, found) => {
    if (isObject(value)) for (const { name, collect } of members) collect(value[name], found)
  }
}

function ofEach(schema: z.core.$ZodType, each: (value: unknown) => readonly unknown[]): Collect | null {
  const collect = collectorOf(schema)
  if (collect === null) return null
  return (value, found) => {
    for (const member of each(value)) collect(member, found)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
