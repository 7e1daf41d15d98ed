// What the tests use of attack.mjs.
export interface Run {
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  readonly findings: { lines(): string[] }
}

export function attack(options: {
  target: { readonly port: number; readonly pid: null }
  seed: string
  part?: 'all' | 'route' | 'parsers' | 'ledger'
  count: number
}): Promise<Run>
