// What the tests use of rows.mjs.
import type { Trials } from './verify.d.mts'

export function rowTrials(options: { seed: string }): Promise<Trials>
