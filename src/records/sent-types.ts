// Numbers and texts of what was signed: 0.9617 and "0.9617" have one canonical form, so that a hash alone does not tell them apart.
import type { z } from 'zod'
import { isAsSent } from './canonical.ts'
import type { OperationName } from './operation-paths.ts'
import { OPERATIONS } from './operations.ts'

/**
 * True if every number is written as it is sent, and neither a text stands where the operation has a number nor the other way round. Where an
 * operation takes both, as records and FHIR resources may hold either, both are accepted.
 */
export function hasSentTypes(tool: unknown, side: 'request' | 'answer', value: unknown): boolean {
  if (!isAsSent(value) || hasNumberAsText(value)) return false
  if (typeof tool !== 'string' || !Object.hasOwn(OPERATIONS, tool)) return true
  const { error } = OPERATIONS[tool as OperationName][side].safeParse(value, { reportInput: true })
  return error === undefined || !error.issues.some(isOfOtherType)
}

/** How a number with decimals is written in the canonical form (docs/attestation.md). */
const CANONICAL_DECIMAL = /^-?\d+\.\d{4}$/

/** Pins have no schema: a text in the canonical form of a number would have the signature of that number. */
function hasNumberAsText(value: unknown, isPin = false): boolean {
  if (typeof value === 'string') return isPin && CANONICAL_DECIMAL.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => hasNumberAsText(member, isPin || name === 'pins'))
}

type Issue = z.core.$ZodIssue

function isOfOtherType(issue: Issue): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.length > 0 && issue.errors.every((branch) => branch.some(isOfOtherType))
  if (issue.code !== 'invalid_type') return false
  const { expected, input } = issue
  return typeof input === 'string'
    ? expected === 'number' || expected === 'int'
    : typeof input === 'number' && expected === 'string'
}
