// Tokens of a copy back to their values, for a holder of the vault's key: each use is a decision in the ledger before anything is shown.
import { createHash, randomUUID } from 'node:crypto'
import type { LedgerAppend } from '../ledger/store.ts'
import { KeptWork } from '../masked-tables/kept-work.ts'
import { REIDENTIFY_SCHEMA } from '../operations/decision-id.ts'
import { utcSeconds } from '../records/canonical.ts'
import { contentId } from '../records/ids.ts'
import { ENGINES } from '../version.ts'
import type { TokenVault, VaultEntry } from './token-vault.ts'

/** A token as a copy has it: the label of a category, and eight to 32 hexadecimal digits. */
const TOKEN = /\b[A-Z][A-Z0-9_]{1,30}_[0-9a-f]{8,32}\b/g
/** Tokens met last, opened once. */
const MOST_KEPT = 50_000

/** The totals of one use. */
export interface Reidentified {
  /** Tokens that were replaced, and how often each category was. */
  readonly by_category: Readonly<Record<string, number>>
  /** Tokens that are not in the vault, or have several values in it: they remain. */
  readonly unknown: number
  readonly shared: number
}

/** Replaces tokens in pieces of a text. `cellOf` writes a value where it stands among cells. */
export class Reidentifier {
  readonly #entries: KeptWork<readonly VaultEntry[]>
  readonly #cellOf: (value: string) => string
  readonly #counts: Record<string, number> = {}
  #unknown = 0
  #shared = 0

  constructor(vault: TokenVault, cellOf: (value: string) => string = (value) => value) {
    this.#entries = new KeptWork(MOST_KEPT, (token) => vault.find(token))
    this.#cellOf = cellOf
  }

  replace(text: string): string {
    return text.replace(TOKEN, (token) => this.#valueOf(token) ?? token)
  }

  #valueOf(token: string): string | null {
    const entries = this.#entries.of(token)
    if (entries.length === 0) this.#unknown++
    if (entries.length > 1) this.#shared++
    const [only] = entries
    if (only === undefined || entries.length > 1) return null
    this.#counts[only.category] = (this.#counts[only.category] ?? 0) + 1
    return this.#cellOf(only.value)
  }

  told(): Reidentified {
    const by_category = Object.fromEntries(Object.entries(this.#counts).sort(([a], [b]) => (a < b ? -1 : 1)))
    return { by_category, unknown: this.#unknown, shared: this.#shared }
  }
}

/**
 * The decision over one use. A use is an event and no conclusion: its id binds a number drawn for it and the moment, so that two uses of
 * one copy are two decisions. `file` and `result` are SHA-256 in hex of the bytes read and of those given back.
 */
export function useDecision(use: {
  readonly file: string
  readonly result: string
  readonly vaultKey: string
  readonly told: Reidentified
  readonly reason: string | null
  readonly now: Date
}): { readonly decision_id: string; readonly append: LedgerAppend } {
  const { file, result, vaultKey, told, reason, now } = use
  const pins = {
    engine: ENGINES.reidentify,
    file: { original: `doc:sha256:${file}`, copy: `doc:sha256:${result}` },
    vault_key: vaultKey,
    use: randomUUID(),
    used_at: utcSeconds(now),
    unknown: told.unknown,
    shared: told.shared,
    by_category: told.by_category,
  }
  const decision_id = contentId('red', { schema: REIDENTIFY_SCHEMA, document: pins.file.original, spans: [], pins })
  const count = Object.values(told.by_category).reduce((sum, one) => sum + one, 0)
  return {
    decision_id,
    append: {
      entry: {
        decision_id,
        verb: 'deidentify',
        identity: null,
        action: 'reidentify',
        basis: `vault:${vaultKey}`,
        score: null,
        explanation: `${count} ${count === 1 ? 'token was' : 'tokens were'} given back from a vault; ${told.unknown} unknown and ${told.shared} shared ones stayed.`,
        factors: told.by_category,
        pins,
        call: { reason },
        evidence: {
          kind: 'deidentification',
          statute: '',
          jurisdiction: null,
          by_category: told.by_category,
          spans: [],
        },
        record_a: null,
        record_b: null,
      },
      records: [],
    },
  }
}

/** SHA-256 of what passes. */
export function digesting(): { readonly add: (bytes: Uint8Array | string) => void; readonly hex: () => string } {
  const hash = createHash('sha256')
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
}
