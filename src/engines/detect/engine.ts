// Detection: everything personal in a text, settled into disjoint findings.
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import { fold } from '../../text/fold.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { adjudicate } from './adjudicate.ts'
import type { Claim } from './detector.ts'
import { countriesOf, Evidence } from './evidence.ts'
import { negativeCues } from './lexicons.ts'
import { detectorFactories } from './registry.ts'
import type { DetectScope } from './scope.ts'

export interface DetectEngine {
  /** Every claim of every detector, offsets in the text as sent (UTF-16), may overlap. Sorted by start, then longer first. */
  claims(text: ScannedText, scope: DetectScope): Finding[]
  /** Claims settled into disjoint findings, sorted by start. */
  settle(claims: readonly Finding[]): Finding[]
}

/** Builds every registered detector once; cues of all of them share one phrase book. */
export function createDetectEngine(packs: Packs): DetectEngine {
  const book = new PhraseBook()
  const negatives = negativeCues()
  const fillers: ReadonlySet<string> = new Set(negatives.fillers.map(fold))
  // What announces a number that is nobody's: detectors see it as a label of another kind.
  book.add(negatives.reference, 'reference')
  book.add(negatives.version, 'version')
  book.add(negatives.amount, 'amount')
  const detectors = detectorFactories.map((create) => create(packs, book))
  return {
    claims(text, scope) {
      const evidence = new Evidence(text, book, countriesOf(packs, scope), fillers)
      const claims: Claim[] = []
      for (const detector of detectors) for (const claim of detector.find(text, scope, evidence)) claims.push(claim)
      const first: readonly Claim[] = [...claims]
      for (const detector of detectors)
        for (const claim of detector.refine?.(text, first, evidence) ?? []) claims.push(claim)
      return claims
        .map((claim) => asSent(text, claim))
        .sort((a, b) => a.start - b.start || b.end - a.end || b.confidence - a.confidence)
    },
    settle: adjudicate,
  }
}

/** A claim over the view as a finding over the text as sent. */
function asSent(text: ScannedText, claim: Finding): Finding {
  const { start, end } = text.sourceRange(claim.start, claim.end)
  return { ...claim, start, end, confidence: Math.round(claim.confidence * 10_000) / 10_000 }
}
