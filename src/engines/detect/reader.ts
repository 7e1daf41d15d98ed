// Runs all detectors on texts, one detector after the other over all texts, and keeps the results with each text.
import { nearest4 } from '../../records/canonical.ts'
import type { Finding } from '../../records/detection.ts'
import { keptCopy, keptList } from '../../text/kept-list.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { type Claim, claimOf, type Detector, type Task } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { withoutProgramValues } from './kinds/doubts.ts'
import { giveNamesTheirPart, withoutNamesakes } from './named-addresses.ts'
import type { DetectScope } from './scope.ts'
import { sortShort } from './short-sort.ts'

/** The result of most detectors in most texts. */
const NO_CLAIMS: readonly Claim[] = []

/** The parts of one text that do not depend on a scope: its evidence, and the claims of each unscoped detector. */
class Reading {
  readonly evidence: Evidence
  /** Claims by detector; null before the text is read. */
  claims: (readonly Claim[])[] | null = null
  /** The result for the last scope: a text without a known jurisdiction is read twice without one. */
  last: readonly Finding[] | null = null
  jurisdiction: string | null = null

  constructor(evidence: Evidence) {
    this.evidence = evidence
  }
}

/** One text in progress, under one scope. */
class Work implements Task {
  readonly text: ScannedText
  readonly scope: DetectScope
  readonly evidence: Evidence
  readonly reading: Reading
  readonly claims: Claim[] = keptList()

  constructor(text: ScannedText, scope: DetectScope, evidence: Evidence, reading: Reading) {
    this.text = text
    this.scope = scope
    this.evidence = evidence
    this.reading = reading
  }
}

const byPlace = (a: Finding, b: Finding) => a.start - b.start || b.end - a.end || b.confidence - a.confidence

export class TextReader {
  /** Objects of one shape, so that calls to many detectors are fast. */
  readonly #running: readonly Required<Pick<Detector, 'isScoped' | 'find'>>[]
  /** For detectors with several stages, their function for many texts. */
  readonly #stages: readonly Detector['findAll'][]
  readonly #refining: readonly Detector[]
  /** By detector, an empty result. */
  readonly #nothing: readonly (readonly Claim[])[]
  readonly #evidenceOf: (text: ScannedText) => Evidence
  readonly #countries: (scope: DetectScope) => ReadonlySet<string> | null

  constructor(
    detectors: readonly Detector[],
    evidenceOf: (text: ScannedText) => Evidence,
    countries: (scope: DetectScope) => ReadonlySet<string> | null,
  ) {
    this.#running = detectors.map((detector) => ({
      isScoped: detector.isScoped === true,
      find: detector.find.bind(detector),
    }))
    this.#stages = detectors.map((detector) => detector.findAll?.bind(detector))
    this.#refining = detectors.filter((detector) => detector.refine !== undefined)
    this.#nothing = detectors.map(() => NO_CLAIMS)
    this.#evidenceOf = evidenceOf
    this.#countries = countries
  }

  /** Implements DetectEngine.claims. */
  claims(text: ScannedText, scope: DetectScope): Finding[] {
    const reading = this.#readingOf(text)
    if (!isRead(reading, scope)) this.#read([this.#workOn(text, scope, reading)])
    return reading.last!.slice()
  }

  /** Implements DetectEngine.readAll. */
  readAll(texts: readonly ScannedText[], scopes: readonly DetectScope[]): void {
    const works: Work[] = []
    for (let i = 0; i < texts.length; i++) {
      const reading = this.#readingOf(texts[i]!)
      if (!isRead(reading, scopes[i]!)) works.push(this.#workOn(texts[i]!, scopes[i]!, reading))
    }
    this.#read(works)
  }

  /** The evidence of a text, worked out once. */
  evidenceOf(text: ScannedText): Evidence {
    return this.#readingOf(text).evidence
  }

  #readingOf(text: ScannedText): Reading {
    let reading = text.note(this) as Reading | undefined
    if (reading === undefined) {
      reading = new Reading(this.#evidenceOf(text))
      text.keepNote(this, reading)
    }
    return reading
  }

  #workOn(text: ScannedText, scope: DetectScope, reading: Reading): Work {
    return new Work(text, scope, reading.evidence.under(this.#countries(scope)), reading)
  }

  #read(works: readonly Work[]): void {
    this.#find(works)
    this.#refine(works)
    for (let n = 0; n < works.length; n++) send(works[n]!)
  }

  /** Adds the claims of each detector, one detector after the other over all texts. */
  #find(works: readonly Work[]): void {
    // Claims that do not depend on a country are found once, also if the text itself determines the jurisdiction.
    const fresh = works.filter(({ reading }) => reading.claims === null)
    for (let n = 0; n < fresh.length; n++) fresh[n]!.reading.claims = this.#nothing.slice()
    for (let i = 0; i < this.#running.length; i++) {
      const { isScoped, find } = this.#running[i]!
      const asked = isScoped ? works : fresh
      const made = this.#stages[i]?.(asked)
      for (let n = 0; n < asked.length; n++) {
        const { text, scope, evidence, reading, claims } = asked[n]!
        const found = made === undefined ? find(text, scope, evidence) : made[n]!
        if (isScoped) addAll(found, claims)
        else if (found.length > 0) reading.claims![i] = keptCopy(found)
      }
      if (!isScoped) for (let n = 0; n < works.length; n++) addAll(works[n]!.reading.claims![i]!, works[n]!.claims)
    }
  }

  /** Adds the claims that depend on the claims of all detectors. */
  #refine(works: readonly Work[]): void {
    const first = works.map(({ claims }) => claims.slice())
    for (const detector of this.#refining)
      for (let n = 0; n < works.length; n++) {
        const { text, evidence, claims } = works[n]!
        for (const claim of detector.refine!(text, first[n]!, evidence)) claims.push(claim)
      }
  }
}

function isRead({ last, jurisdiction }: Reading, scope: DetectScope): boolean {
  return last !== null && jurisdiction === scope.jurisdiction
}

function addAll(found: readonly Claim[], claims: Claim[]): void {
  for (let n = 0; n < found.length; n++) claims.push(found[n]!)
}

/** Keeps the claims of a text with offsets in the original text. */
function send({ text, scope, reading, evidence, claims }: Work): void {
  giveNamesTheirPart(text.text, claims)
  const sent: Finding[] = keptCopy(withoutProgramValues(text, withoutNamesakes(claims, evidence.streets), evidence))
  for (let i = 0; i < sent.length; i++) sent[i] = asSent(text, sent[i]!)
  sortShort(sent, byPlace)
  reading.last = sent
  reading.jurisdiction = scope.jurisdiction
}

/** Converts a claim over the view to a finding over the original text. */
function asSent(
  text: ScannedText,
  { category, start, end, confidence, detector, strength, country, of }: Finding,
): Finding {
  const range = text.view.starts === null ? null : text.sourceRange(start, end)
  const first = range === null ? start : range.start
  const behind = range === null ? end : range.end
  const person = of === undefined || range === null ? of : text.sourceRange(of.start, of.end)
  return claimOf(category, first, behind, nearest4(confidence), detector, strength, country, person)
}
