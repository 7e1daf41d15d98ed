// Validates the limits of an installation and its numbers of processes.
import { availableParallelism } from 'node:os'
import { SelfsameError } from '../../errors.ts'
import { DEFAULT_LIMITS, type Limits, limitProblem } from '../../limits.ts'

/** Number of processes of a kind: `value`, or one per core. Throws limit_invalid. */
export function countOf(name: 'workers' | 'readers', value: unknown): number {
  if (value === undefined || value === null) return availableParallelism()
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_PROCESSES) return value
  throw new SelfsameError(
    'limit_invalid',
    `The option ${name} cannot be used: give a whole number from 1 to ${MOST_PROCESSES}.`,
  )
}

const MOST_PROCESSES = 999

/** Throws limit_invalid. */
export function refuseLimits(limits: Limits): void {
  for (const [name, value] of Object.entries(limits)) {
    const problem = limitProblem(name, value)
    if (problem === null) continue
    const which = Object.hasOwn(DEFAULT_LIMITS, name) ? ` ${name}` : ''
    throw new SelfsameError('limit_invalid', `The limit${which} cannot be used: ${problem}.`)
  }
}
