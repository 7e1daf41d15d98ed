// Limits of an installation, and its numbers of processes.
import { availableParallelism } from 'node:os'
import { SelfsameError } from '../../errors.ts'
import { DEFAULT_LIMITS, type Limits, limitProblem } from '../../limits.ts'

/** Number of processes of a kind: as many as asked, or one per core. */
export function countOf(asked: number | undefined): number {
  return asked ?? availableParallelism()
}

/** Throws limit_invalid. */
export function refuseLimits(limits: Limits): void {
  for (const [name, value] of Object.entries(limits)) {
    const problem = limitProblem(name, value)
    if (problem === null) continue
    const which = Object.hasOwn(DEFAULT_LIMITS, name) ? ` ${name}` : ''
    throw new SelfsameError('limit_invalid', `The limit${which} cannot be used: ${problem}.`)
  }
}
