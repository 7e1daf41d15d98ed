// The interface of a detector: its inputs and its claims.
import type { Packs } from '../../packs/load.ts'
import type { Finding, Reason } from '../../records/detection.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { ClaimRule } from './confidence.ts'
import type { DetectScope, Evidence } from './evidence.ts'
import type { KnownPeople } from './persons/known-people.ts'

/** A finding whose `start` and `end` index the view (`text.text`), not the original text; the engine converts them. */
export type Claim = Finding

/**
 * A claim. All claims have one object shape, because adjudication spends much of its time reading them, and objects of one shape
 * are read about ten times as fast. It is a class: see text/kept-list.ts.
 */
class Claimed implements Claim {
  readonly category: string
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly detector: string
  readonly strength: Claim['strength']
  readonly country: string | undefined
  readonly of: Claim['of']

  constructor(
    category: string,
    start: number,
    end: number,
    confidence: number,
    detector: string,
    strength: Claim['strength'],
    country: string | undefined,
    of: Claim['of'],
  ) {
    this.category = category
    this.start = start
    this.end = end
    this.confidence = confidence
    this.detector = detector
    this.strength = strength
    this.country = country
    this.of = of
  }
}

export function claimOf(
  category: string,
  start: number,
  end: number,
  confidence: number,
  detector: string,
  strength: Claim['strength'],
  country?: string,
  of?: Claim['of'],
): Claim {
  return new Claimed(category, start, end, confidence, detector, strength, country, of)
}

/** A claim of a rule. */
export function claimBy(rule: ClaimRule, start: number, end: number, country?: string): Claim {
  return new Claimed(rule.category, start, end, rule.confidence, rule.detector, rule.strength, country, undefined)
}

export interface Task {
  readonly text: ScannedText
  readonly scope: DetectScope
  readonly evidence: Evidence
}

export interface Detector {
  /** Stable name for registries and tests; the `detector` of a claim names its rule. */
  readonly name: string
  /** True if its claims depend on the scope; the claims of all other detectors depend on the text only. */
  readonly isScoped?: boolean
  /** Returns all claims in the text. They may overlap and be in any order. Must be linear in the text. */
  find(text: ScannedText, scope: DetectScope, evidence: Evidence): Claim[]
  /**
   * Finds in many texts, in order, for detectors with several stages: each stage reads all texts before the next
   * one begins, so that its code and tables stay in the cache.
   */
  findAll?(tasks: readonly Task[]): Claim[][]
  /** Reasons for a finding of this detector from index start to end of the original text, if it weighs evidence; `by` is its `detector`. */
  explain?(text: ScannedText, evidence: Evidence, start: number, end: number, by: string): Reason[]
  /** Second pass after all detectors: further claims that depend on other claims (a date after a name). */
  refine?(text: ScannedText, claims: readonly Claim[], evidence: Evidence): Claim[]
  /** People who are named in other texts, to be looked for in texts that share them; null where this detector does not look for them. */
  knownPeople?(evidenceOf: (text: ScannedText) => Evidence): KnownPeople | null
}

/**
 * Builds a detector once per installation. It registers cue words in `cues` (`cues.add(phrases)` returns a group
 * number) and looks them up later through `evidence`, so that all cues of all detectors are found in one pass over the text.
 */
export type DetectorFactory = (packs: Packs, cues: PhraseBook) => Detector
