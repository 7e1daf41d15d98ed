// The types of postgres-server.mjs, for the tests.
export function startPostgres(options?: {
  readonly settings?: readonly string[]
}): Promise<{ readonly address: string; readonly stop: () => void }>
