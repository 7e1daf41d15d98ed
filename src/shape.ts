// Checks the shape of a request. Names the field and the expectation, but no value and no name that the caller wrote.
import type { z } from 'zod'
import { SelfsameError } from './errors.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'

type Issue = z.core.$ZodIssue

/** Reads `value` with defaults. Throws `too_large` beyond the limits, and `shape` with a sentence that names field and expectation. */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  limits: Pick<Limits, 'textLength' | 'listLength'> = DEFAULT_LIMITS,
): z.output<Schema> {
  refuseLongAndHidden(value, fieldsOf(schema), limits)
  const read = fitted(schema, value)
  refuseBrokenText(read)
  return read
}

function fitted<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new SelfsameError('shape', sentence(schema, value, result.error.issues))
  return result.data
}

/** Refuses texts and lists beyond the limits, and members named __proto__, which schemas ignore, so that they would not be hashed. */
function refuseLongAndHidden(
  value: unknown,
  known: readonly string[],
  limits: Pick<Limits, 'textLength' | 'listLength'>,
): void {
  if (typeof value !== 'object' || value === null) return
  refuseHidden(value)
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name]
    const field = known.includes(name) ? `${name}: ` : ''
    if (typeof member === 'string') {
      if (member.length > limits.textLength)
        throw tooLarge(field, `a text may have ${limits.textLength} characters; send it in parts`)
    } else if (typeof member === 'object' && member !== null) {
      if (Object.keys(member).length > limits.listLength)
        throw tooLarge(field, `at most ${limits.listLength} fields or items are taken`)
      refuseHidden(member)
    }
  }
}

const tooLarge = (field: string, why: string): SelfsameError => new SelfsameError('too_large', `${field}${why}.`)

function refuseHidden(holder: object): void {
  if (Object.hasOwn(holder, '__proto__'))
    throw new SelfsameError('shape', 'The request has a field that no record may have: __proto__.')
}

/** Levels of objects in a request. FHIR resources, the deepest of all, have fewer than 50. */
const DEEPEST = 200

/**
 * An unpaired surrogate has no UTF-8 form: two different texts would share one hash. Deep nesting would end the stack of what reads it. Throws
 * shape.
 */
export function refuseBrokenText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!isWellFormed(value))
      throw new SelfsameError(
        'shape',
        `${path || 'The request'}: expected well-formed Unicode text, got an unpaired surrogate.`,
      )
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST)
    throw new SelfsameError(
      'shape',
      `${path || 'The request'}: expected at most ${DEEPEST} levels of objects and lists.`,
    )
  for (const key of Object.keys(value)) {
    if (!isWellFormed(key))
      throw new SelfsameError('shape', `${path || 'The request'}: a field name is not well-formed Unicode.`)
    refuseBrokenText((value as Record<string, unknown>)[key], path === '' ? key : path, depth + 1)
  }
}

/** String.prototype.isWellFormed, which Node 20 has and the ES2023 types do not. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()

function sentence(schema: z.ZodType, value: unknown, issues: readonly Issue[]): string {
  const parts = issues.slice(0, 5).map((issue) => describe(schema, value, issue))
  if (issues.length > parts.length) parts.push(`and ${issues.length - parts.length} more`)
  return `The request does not have the expected shape: ${parts.join('; ')}.`
}

function describe(schema: z.ZodType, value: unknown, issue: Issue): string {
  const [head] = issue.path
  const member = issue.code === 'invalid_union' ? unfitMember(value, issue) : 0
  if (member > 0) return `${place(issue.path)}: expected a string as the value of its field ${member}`
  if (issue.code === 'unrecognized_keys') {
    const numbers = issue.keys.slice(0, 5).map((name) => numberOf(value, name))
    const which = `${numbers.length === 1 ? 'field' : 'fields'} ${numbers.join(', ')} of the request`
    return `unknown field: ${which} (accepted: ${fieldsOf(schema).join(', ')})`
  }
  if (head === undefined) return `expected ${expectation(issue)}`
  const missing = typeof value === 'object' && value !== null && !Object.hasOwn(value, head)
  return `${place(issue.path)}: ${missing ? 'required, ' : ''}expected ${expectation(issue)}`
}

/** Number of the first member of a record that is not a string, from 1; 0 if none. */
function unfitMember(value: unknown, issue: Extract<Issue, { code: 'invalid_union' }>): number {
  const steps = issue.errors.flat().map(({ path: [step] }) => step)
  const name = steps.find((step): step is string => typeof step === 'string')
  return name === undefined ? 0 : numberOf((value as Record<PropertyKey, unknown>)[issue.path[0]!], name)
}

/** Position of the member with this name, from 1 in the order of the object. */
const numberOf = (holder: unknown, name: string): number => Object.keys(holder as object).indexOf(name) + 1

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? issue.expected
    case 'invalid_union':
      return 'a string, or an object of strings'
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    default:
      return 'another value'
  }
}

/** `entity_types[2]`. What a caller named inside a record is not repeated: it may hold anything. */
function place(path: readonly PropertyKey[]): string {
  const index = path.slice(1).find((step) => typeof step === 'number')
  return `${String(path[0])}${index === undefined ? '' : `[${index}]`}`
}

const fieldsOf = (schema: z.ZodType): string[] => ('shape' in schema ? Object.keys(schema.shape as object) : [])
