// The service that this page came from, and what is said where it cannot answer.
import { ClientError, createClient } from '../../src/client/index.ts'

// The page lies at studio/ below the service, wherever that is mounted.
const base = new URL('..', location.href.split('#')[0]).href

export const service = createClient({ baseUrl: base, retries: 1 })

/** Tells the operator's log that values were shown on this page. */
export function noteReveal(shown: 'documents'): void {
  const body = JSON.stringify({ shown })
  void fetch('revealed', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

export function sentenceOf(error: unknown): string {
  return error instanceof ClientError ? error.message : 'Something went wrong on this page; reload it.'
}
