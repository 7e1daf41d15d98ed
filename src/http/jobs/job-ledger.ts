// The ledger inside a worker process: gathers what is to be recorded, and holds the one decision that a request is about. The
// service process alone reads and writes the real one.

import type { LedgerAppend, LedgerRecord, LedgerStore, RecordedDecision } from '../../ledger/store.ts'
import { append } from '../../lists.ts'
import type { StoredRows } from './job.ts'

export class JobLedger implements LedgerStore {
  readonly reviews = null
  readonly browser = null
  #appends: LedgerAppend[] = []
  #rows: StoredRows | null = null

  begin(rows: StoredRows | null): void {
    this.#appends = []
    this.#rows = rows
  }

  /** What was to be recorded since `begin`. */
  get appends(): readonly LedgerAppend[] {
    return this.#appends
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    append(this.#appends, appends)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    return this.#rows?.decision.decision_id === id ? this.#rows.decision : null
  }

  async record(id: string): Promise<LedgerRecord | null> {
    return this.#rows?.records.find(({ record_id }) => record_id === id) ?? null
  }

  async close(): Promise<void> {}
}
