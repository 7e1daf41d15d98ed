// Options of the functions that a program calls: which there are, and which values each takes; costly parts that they name are made on first use.
import { SelfsameError } from './errors.ts'
import { MOST_PROCESSES } from './limits.ts'

/** Calls `make` on the first call and keeps its result; `started` returns it, or null before the first call. */
export function onFirstUse<T>(make: () => Promise<T>): (() => Promise<T>) & { started(): Promise<T> | null } {
  let made: Promise<T> | null = null
  const call = () => {
    made ??= make().catch((error) => {
      made = null // a ledger that was away may be back for the next request
      throw error
    })
    return made
  }
  return Object.assign(call, { started: () => made })
}

export interface OptionKind {
  takes(value: unknown): boolean
  /** The accepted values, after "pass". */
  readonly allowed: string
}

export type OptionKinds<Options> = Readonly<Record<keyof Options, OptionKind>>

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

export const TEXT: OptionKind = { takes: isText, allowed: 'a text that is not empty' }
export const TEXT_OR_NULL: OptionKind = {
  takes: (value) => value === null || isText(value),
  allowed: `${TEXT.allowed}, or null`,
}
export const YES_OR_NO: OptionKind = { takes: (value) => typeof value === 'boolean', allowed: 'true or false' }
export const FUNCTION: OptionKind = { takes: (value) => typeof value === 'function', allowed: 'a function' }
export const OBJECT: OptionKind = {
  takes: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  allowed: 'an object',
}
export const LIST: OptionKind = { takes: Array.isArray, allowed: 'a list' }
export const TEXTS: OptionKind = {
  takes: (value) => Array.isArray(value) && value.every(isText),
  allowed: 'a list of texts that are not empty',
}

export function wholeNumber(least: number, most: number): OptionKind {
  return {
    takes: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    allowed: `a whole number from ${least} to ${most}`,
  }
}

export const PROCESSES = wholeNumber(1, MOST_PROCESSES)
export const PORT = wholeNumber(0, 65_535)

export function oneOf(values: readonly string[]): OptionKind {
  return { takes: (value) => values.includes(value as string), allowed: `one of ${values.join(', ')}` }
}

/**
 * Throws usage for an option that `taker` does not know, because a misspelt one (`signing_key`) would leave answers unsigned without a word,
 * and for a value that the option does not take.
 */
export function refuseOptions<Options extends object>(
  taker: string,
  options: Options,
  kinds: OptionKinds<Options>,
): void {
  const names = Object.keys(kinds).join(', ')
  if (!OBJECT.takes(options))
    throw new SelfsameError('usage', `${taker} takes its options as an object; it takes ${names}.`)
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(kinds, name))
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => JSON.stringify(name)).join(', ')
    throw new SelfsameError('usage', `${taker} has no option ${quoted}; it takes ${names}.`)
  }
  for (const [name, value] of Object.entries(options)) {
    const { takes, allowed } = kinds[name as keyof Options]
    if (value !== undefined && !takes(value))
      throw new SelfsameError('usage', `The option ${name} cannot be used: pass ${allowed}.`)
  }
}
