// Infers the jurisdiction that governs a text from the text itself, or abstains.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { JurisdictionVerdict } from '../../records/documents.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { claimReader } from './claims.ts'
import { phoneReader } from './phones.ts'
import { distinct } from './sighting.ts'
import { signalReader } from './signals.ts'
import { unplacedReader } from './unplaced.ts'
import { verdictOver } from './verdict.ts'

export interface JurisdictionEngine {
  /** `claims` are detection claims over the same text without a jurisdiction; claims with a country are evidence. */
  infer(text: ScannedText, claims: readonly Finding[]): JurisdictionVerdict
}

/** Compiles the signals of every country once. Inference is one walk over the tokens and linear in the text. */
export function createJurisdictionEngine(packs: Packs): JurisdictionEngine {
  const weighing = packs.signalTiers()
  const readSignals = signalReader(packs)
  const readPhones = phoneReader(packs)
  const readClaims = claimReader(packs)
  const readUnplaced = unplacedReader(weighing)
  const covered = new Set(packs.countries().keys())
  return {
    infer(text, claims) {
      const sightings = [...readSignals(text, claims), ...readPhones(text), ...readClaims(text, claims)]
      return verdictOver(distinct(sightings), readUnplaced(claims), weighing, covered)
    },
  }
}
