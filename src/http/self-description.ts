// The self-description of a running service: version, warm state, signer and optional parts.
import type { Signer } from '../attest/index.ts'
import { parsersOf } from '../extras.ts'
import type { Capabilities, Liveness } from '../records/self-descriptions.ts'
import { VERSION } from '../version.ts'

export interface SelfDescription {
  /** Null without a warm start, false while it loads, true when it is done. */
  warm: boolean | null
  readonly signer: Signer | null
  liveness(): Liveness
  capabilities(endpoints: string[]): Capabilities
}

export function createSelfDescription(options: {
  warm: boolean
  ledger: boolean
  model: boolean
  signer: Signer | null
}): SelfDescription {
  return {
    warm: options.warm ? false : null,
    signer: options.signer,
    liveness() {
      return { ok: true, version: VERSION, warm: this.warm }
    },
    capabilities(endpoints) {
      return {
        version: VERSION,
        ledger: options.ledger,
        model: options.model,
        parsers: parsersOf(),
        warm: this.warm,
        attestation: this.signer === null ? null : { signer: this.signer.did },
        endpoints,
      }
    },
  }
}
