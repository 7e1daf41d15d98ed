// The face of a detector: what it is given and what it may claim.
import type { Packs } from '../../packs/load.ts'
import type { Finding, Reason } from '../../records/detection.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Evidence } from './evidence.ts'
import type { DetectScope } from './scope.ts'

/** A finding whose `start` and `end` index the view (`text.text`), not the text as sent; the engine converts. */
export type Claim = Finding

/**
 * A claim. All are laid out alike: reading them is a good part of settling them, and objects of one shape are read ten times
 * as fast as objects of many. Of a class: see text/kept-list.ts.
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

/** The one way to make a claim. */
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

/** A text that a detector reads: with what is known around its values, and for whom. */
export interface Task {
  readonly text: ScannedText
  readonly scope: DetectScope
  readonly evidence: Evidence
}

export interface Detector {
  /** Stable name for registries and tests; a claim's own `detector` says which rule spoke. */
  readonly name: string
  /** Its claims depend on the scope; those of all others on the text alone. */
  readonly isScoped?: boolean
  /** Everything this detector sees in the text. May overlap; any order. Must be linear in the text. */
  find(text: ScannedText, scope: DetectScope, evidence: Evidence): Claim[]
  /**
   * The same of many texts, in their order, where finding has several stages: each stage reads all texts before the next
   * one begins, so that its code and its tables are fetched once and not once a text.
   */
  findAll?(tasks: readonly Task[]): Claim[][]
  /** What decided a finding of this detector at indexes start to end of the text as sent, where it weighs evidence; `by` is its `detector`. */
  explain?(text: ScannedText, evidence: Evidence, start: number, end: number, by: string): Reason[]
  /** A second look when all have spoken: further claims that rest on what others found (a date behind a name). */
  refine?(text: ScannedText, claims: readonly Claim[], evidence: Evidence): Claim[]
}

/**
 * Builds a detector once per installation. Cue words are registered in `cues` here (`cues.add(phrases)` returns a group
 * number) and looked up later through `evidence`, so that all cues of all detectors cost one walk over the text.
 */
export type DetectorFactory = (packs: Packs, cues: PhraseBook) => Detector
