// What the tests use of verify.mjs and rows.mjs.
export interface Trials {
  trial(number: number): Promise<{ label: string; wrong: string | null }>
  close(): void
}

export function verifierTrials(options: { seed: string }): Trials
