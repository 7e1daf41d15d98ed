// Lines of JSON objects as rows of a table: a column for each path to a value, and the object written again with other values at them.
import { SelfsameError } from '../errors.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** Most paths of one file; a file with more is not a table. */
export const MOST_PATHS = 2_000
const DEEPEST = 32

/** The object of a line. Throws usage, naming the row alone: a parser's own message quotes the line. */
export function objectOf(line: string, row: number): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new SelfsameError('usage', `row ${row} is not well-formed JSON; mend it`)
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new SelfsameError('usage', `row ${row} is no JSON object; every line of such a table is one`)
  return value as JsonObject
}

/** A value with the path to it: names joined by dots, items of a list as []. */
export interface Leaf {
  readonly path: string
  readonly value: string
  readonly set: (value: string) => void
}

/** Strings and numbers of an object, in order. Throws usage for a number that would not be written again as it was. */
export function leavesOf(object: JsonObject, row: number): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (holder: Json[] | JsonObject, key: string | number, path: string, depth: number): void => {
    if (depth > DEEPEST) throw new SelfsameError('usage', `row ${row} is nested more than ${DEEPEST} deep`)
    const value = (holder as JsonObject)[key]!
    // An assignment to a member named __proto__ would leave its value where it is.
    const set = (made: string) =>
      void Object.defineProperty(holder, key, { value: made, enumerable: true, writable: true, configurable: true })
    if (typeof value === 'string') leaves.push({ path, value, set })
    else if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new SelfsameError(
          'usage',
          `row ${row} has a number of more digits than JSON numbers keep; write it as a string`,
        )
      leaves.push({ path, value: String(value), set })
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) visit(value, at, `${path}[]`, depth + 1)
    } else if (value !== null && typeof value === 'object')
      for (const name of Object.keys(value)) visit(value, name, `${path}.${name}`, depth + 1)
  }
  for (const name of Object.keys(object)) visit(object, name, name, 0)
  return leaves
}
