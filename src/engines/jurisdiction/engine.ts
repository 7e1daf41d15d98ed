// Infers the jurisdiction that governs a text from the text itself, or abstains.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import type { JurisdictionVerdict } from '../../records/documents.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { claimReader } from './claims.ts'
import { phoneReader } from './phones.ts'
import { distinct, type Sighting } from './sighting.ts'
import { signalReader } from './signals.ts'
import { unplacedReader } from './unplaced.ts'
import { verdictOver } from './verdict.ts'

/** A text, and its detection claims with no jurisdiction given; claims with a country are evidence. */
export interface ClaimedText {
  readonly text: ScannedText
  readonly claims: readonly Finding[]
}

export interface JurisdictionEngine {
  /** The verdict over one text, or over several that one law is to govern; their order does not matter. */
  infer(texts: readonly ClaimedText[]): JurisdictionVerdict
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
    infer(texts) {
      const sightings: Sighting[] = []
      let start = 0
      for (const { text, claims } of texts) {
        for (const seen of [readSignals(text, claims), readPhones(text), readClaims(text, claims)])
          for (const sighting of seen) sightings.push({ ...sighting, at: start + sighting.at })
        start += text.source.length + 1
      }
      const unplaced = texts.map(({ claims }) => readUnplaced(claims))
      const ofAny = { phone: unplaced.some(({ phone }) => phone), number: unplaced.some(({ number }) => number) }
      return verdictOver(distinct(sightings), ofAny, weighing, covered)
    },
  }
}
