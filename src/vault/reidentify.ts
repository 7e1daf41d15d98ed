// Tokens of a copy back to their values, for a holder of the vault's key: each use is a decision in the ledger before anything is shown.
import { createHash, randomUUID } from 'node:crypto'
import { noLedger } from '../errors.ts'
import type { LedgerAppend, LedgerKey } from '../ledger/store.ts'
import { ledgerKey } from '../ledger/vault.ts'
import { KeptWork } from '../masked-tables/kept-work.ts'
import { openLedger } from '../open-ledger.ts'
import { REIDENTIFY_SCHEMA } from '../operations/decision-id.ts'
import { utcSeconds } from '../records/canonical.ts'
import { contentId, sha256Hex } from '../records/ids.ts'
import { ENGINES } from '../version.ts'
import { TokenVault, type VaultEntry } from './token-vault.ts'

/** A token as a copy has it, the label of a category and hexadecimal digits, or a damaged one. */
const TOKEN_LIKE = /\b([A-Z][A-Z0-9_]{1,30})_([0-9A-Z]{1,40})\b/gi
const WELL_FORMED = /^[A-Z][A-Z0-9_]{1,30}_[0-9a-f]{8,32}$/
/** Fewest digits of a token cut short, and most letters in one that are not hexadecimal digits. */
const [SHORTEST, MOST_STRAYS] = [4, 2]
/** Tokens met last, opened once. */
const MOST_KEPT = 50_000

/** The totals of one use. */
export interface Reidentified {
  /** Tokens that were replaced, and how often each category was. */
  readonly by_category: Readonly<Record<string, number>>
  /** Tokens that are not in the vault, or have several values in it: they remain. */
  readonly unknown: number
  readonly shared: number
  /** Texts with the label of tokens in the vault, but other digits than any token has: they remain. */
  readonly damaged: number
}

/** Replaces tokens in pieces of a text. `cellOf` writes a value where it stands among cells. */
export class Reidentifier {
  readonly #entries: KeptWork<readonly VaultEntry[]>
  readonly #cellOf: (value: string) => string
  readonly #counts: Record<string, number> = {}
  readonly #form: ReturnType<TokenVault['form']>
  #unknown = 0
  #shared = 0
  #damaged = 0

  constructor(vault: TokenVault, cellOf: (value: string) => string = (value) => value) {
    this.#entries = new KeptWork(MOST_KEPT, (token) => vault.find(token))
    this.#cellOf = cellOf
    this.#form = vault.form()
  }

  replace(text: string): string {
    return text.replace(TOKEN_LIKE, (token, label: string, digits: string) => {
      const value = WELL_FORMED.test(token) ? this.#valueOf(token, label, digits) : null
      if (value === null && !WELL_FORMED.test(token) && this.#isDamaged(label, digits)) this.#damaged++
      return value ?? token
    })
  }

  #isDamaged(label: string, digits: string): boolean {
    const { labels, lengths } = this.#form
    if (!/\d/.test(digits) || !labels.has(label.toUpperCase())) return false
    const strays = digits.replace(/[0-9a-f]/gi, '').length
    if (!labels.has(label)) return strays === 0 && lengths.has(digits.length)
    return digits.length >= SHORTEST && strays <= MOST_STRAYS
  }

  #valueOf(token: string, label: string, digits: string): string | null {
    const { labels, lengths } = this.#form
    const entries = this.#entries.of(token)
    if (entries.length === 0 && labels.has(label) && !lengths.has(digits.length)) this.#damaged++
    else if (entries.length === 0) this.#unknown++
    if (entries.length > 1) this.#shared++
    const [only] = entries
    if (only === undefined || entries.length > 1) return null
    this.#counts[only.category] = (this.#counts[only.category] ?? 0) + 1
    return this.#cellOf(only.value)
  }

  told(): Reidentified {
    const by_category = Object.fromEntries(Object.entries(this.#counts).sort(([a], [b]) => (a < b ? -1 : 1)))
    return { by_category, unknown: this.#unknown, shared: this.#shared, damaged: this.#damaged }
  }
}

/**
 * The decision over one use. A use is an event and no conclusion: its id binds a number drawn for it and the moment, so that two uses of
 * one copy are two decisions. `file` and `result` are SHA-256 in hex of the bytes read and of those given back.
 */
function useDecision(use: {
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
    unknown: told.unknown + told.damaged,
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
        explanation: `${count} ${count === 1 ? 'token was' : 'tokens were'} given back from a vault; ${pins.unknown} unknown and ${told.shared} shared ones stayed.`,
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

/** Appends a use to the ledger. Returns its id. Throws ledger_unavailable. */
export async function recordUse(
  use: Parameters<typeof useDecision>[0],
  ledger: { readonly location: string; readonly key: LedgerKey | null },
): Promise<string> {
  const { decision_id, append } = useDecision(use)
  const opened = await openLedger(ledger.location, { key: ledger.key })
  try {
    await opened.append([append])
  } finally {
    await opened.close()
  }
  return decision_id
}

/**
 * A text with the values of its tokens, which the vault keeps. The use is in the ledger before it is answered. `vaultKey` and `ledgerKey`
 * are 32 bytes in hex or base64. Throws vault_unavailable, key_file, no_ledger, ledger_unavailable.
 */
export async function reidentify(
  { text, reason = null }: { readonly text: string; readonly reason?: string | null },
  options: {
    readonly vault: string
    readonly vaultKey: string
    readonly ledger: string
    readonly ledgerKey?: string | null
  },
): Promise<Reidentified & { readonly text: string; readonly decision_id: string }> {
  const { ledger: location, ledgerKey: secret } = options
  if (location == null) throw noLedger()
  const key = ledgerKey(options.vaultKey)
  const vault = await TokenVault.open(options.vault, key, { readOnly: true })
  try {
    const reidentifier = new Reidentifier(vault)
    const given = reidentifier.replace(text)
    const [file, result] = [sha256Hex(text), sha256Hex(given)]
    const told = reidentifier.told()
    const decision_id = await recordUse(
      { file, result, vaultKey: key.id, told, reason, now: new Date() },
      { location, key: secret == null ? null : ledgerKey(secret) },
    )
    return { text: given, ...told, decision_id }
  } finally {
    vault.close()
  }
}

/** SHA-256 of what passes. */
export function digesting(): { readonly add: (bytes: Uint8Array | string) => void; readonly hex: () => string } {
  const hash = createHash('sha256')
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
}
