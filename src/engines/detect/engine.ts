// Detection: everything personal in a text, settled into disjoint findings.
import type { Packs } from '../../packs/load.ts'
import { nearest4 } from '../../records/canonical.ts'
import type { Finding } from '../../records/detection.ts'
import { fold } from '../../text/fold.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { adjudicate } from './adjudicate.ts'
import type { Claim, Task } from './detector.ts'
import { detectorFactories } from './detectors/registry.ts'
import { countriesOf, Evidence } from './evidence.ts'
import { negativeCues } from './lexicons.ts'
import { giveNamesTheirPart, withoutNamesakes } from './named-addresses.ts'
import type { DetectScope } from './scope.ts'
import { sortShort } from './short-sort.ts'

export interface DetectEngine {
  /** Every claim of every detector, offsets in the text as sent (UTF-16), may overlap. Sorted by start, then longer first. */
  claims(text: ScannedText, scope: DetectScope): Finding[]
  /**
   * Reads many texts, each under the scope at its place, so that their claims are at hand when asked for. One by one they
   * would be the same, but slower: here what a detector needs is fetched once for all texts, and not again for each.
   */
  readAll(texts: readonly ScannedText[], scopes: readonly DetectScope[]): void
  /** Claims settled into disjoint findings, sorted by start. */
  settle(claims: readonly Finding[]): Finding[]
}

/** One text as far as no scope changes it: its evidence, and the claims of each detector that reads no scope. */
interface Reading {
  readonly evidence: Evidence
  readonly claims: (Claim[] | undefined)[]
  /** The answer of the last scope asked for: a text that says no law is asked about twice under none. */
  last: { readonly jurisdiction: string | null; readonly claims: readonly Finding[] } | null
}

/** One text at work, under one scope. */
interface Work extends Task {
  readonly reading: Reading
  readonly claims: Claim[]
}

const byPlace = (a: Finding, b: Finding) => a.start - b.start || b.end - a.end || b.confidence - a.confidence

/** Builds every registered detector once; cues of all of them share one phrase book. */
export function createDetectEngine(packs: Packs): DetectEngine {
  const book = new PhraseBook()
  const negatives = negativeCues()
  const fillerWords: ReadonlySet<string> = new Set(negatives.fillers.map(fold))
  const filler = book.ask((word) => fillerWords.has(word.folded))
  // What announces a number that is nobody's: detectors see it as a label of another kind.
  book.add(negatives.reference, 'reference')
  book.add(negatives.version, 'version')
  book.add(negatives.amount, 'amount')
  const detectors = detectorFactories.map((create) => create(packs, book))
  // Laid out alike, so that calling twenty of them costs no twenty look-ups.
  const running = detectors.map((detector) => ({
    isScoped: detector.isScoped === true,
    find: detector.find.bind(detector),
    findAll: detector.findAll?.bind(detector),
  }))
  const refining = detectors.filter((detector) => detector.refine !== undefined)
  /** Under this name what was read of a text is kept with the text. */
  const self = {}
  const known = new Map<string | null, ReadonlySet<string> | null>()
  /** The last scope and its countries: most texts of a program are under one law. */
  let last: { readonly jurisdiction: string | null; readonly found: ReadonlySet<string> | null } | null = null
  const countries = (scope: DetectScope): ReadonlySet<string> | null => {
    if (last === null || last.jurisdiction !== scope.jurisdiction)
      last = { jurisdiction: scope.jurisdiction, found: governing(scope) }
    return last.found
  }
  const governing = ({ jurisdiction }: DetectScope): ReadonlySet<string> | null => {
    if (jurisdiction !== null && !packs.countries().has(jurisdiction)) return new Set([jurisdiction])
    let found = known.get(jurisdiction)
    if (found === undefined) {
      found = countriesOf(packs, { jurisdiction })
      known.set(jurisdiction, found)
    }
    return found
  }
  const readingOf = (text: ScannedText): Reading => {
    let reading = text.note(self) as Reading | undefined
    if (reading === undefined) {
      reading = { evidence: new Evidence(text, book, null, filler), claims: new Array(running.length), last: null }
      text.keepNote(self, reading)
    }
    return reading
  }
  const workOn = (text: ScannedText, scope: DetectScope): Work => {
    const reading = readingOf(text)
    return { text, scope, reading, evidence: reading.evidence.under(countries(scope)), claims: [] }
  }
  /** Adds what each detector finds, one detector after the other over all texts. */
  const find = (works: readonly Work[]): void => {
    for (let i = 0; i < running.length; i++) {
      const detector = running[i]!
      // What no country changes is found once, also when the law is settled by a first look at the text.
      const known = ({ reading }: Work) => (detector.isScoped ? undefined : reading.claims[i])
      if (detector.findAll !== undefined) {
        const unknown = works.filter((work) => known(work) === undefined)
        const found = detector.findAll(unknown)
        for (let n = 0; n < unknown.length; n++) unknown[n]!.reading.claims[i] = found[n]!
      }
      for (const work of works) {
        const found = known(work) ?? detector.find(work.text, work.scope, work.evidence)
        if (!detector.isScoped) work.reading.claims[i] = found
        for (let n = 0; n < found.length; n++) work.claims.push(found[n]!)
      }
    }
  }
  /** Adds what rests on what all have found. */
  const refine = (works: readonly Work[]): void => {
    const first = works.map(({ claims }) => claims.slice())
    for (const detector of refining)
      for (let n = 0; n < works.length; n++) {
        const { text, evidence, claims } = works[n]!
        for (const claim of detector.refine!(text, first[n]!, evidence)) claims.push(claim)
      }
  }
  const send = ({ text, scope, reading, evidence, claims }: Work): void => {
    giveNamesTheirPart(text.text, claims)
    const sent: Finding[] = []
    for (const claim of withoutNamesakes(claims, evidence.streets)) sent.push(asSent(text, claim))
    sortShort(sent, byPlace)
    reading.last = { jurisdiction: scope.jurisdiction, claims: sent }
  }
  const isRead = (text: ScannedText, scope: DetectScope): boolean => {
    const { last } = readingOf(text)
    return last !== null && last.jurisdiction === scope.jurisdiction
  }
  const readAll = (texts: readonly ScannedText[], scopes: readonly DetectScope[]): void => {
    const works: Work[] = []
    for (let i = 0; i < texts.length; i++) if (!isRead(texts[i]!, scopes[i]!)) works.push(workOn(texts[i]!, scopes[i]!))
    find(works)
    refine(works)
    works.forEach(send)
  }
  return {
    readAll,
    claims(text, scope) {
      if (!isRead(text, scope)) readAll([text], [scope])
      return readingOf(text).last!.claims.slice()
    },
    settle: adjudicate,
  }
}

/** A claim over the view as a finding over the text as sent; all findings are laid out alike, so that settling them is quick. */
function asSent(
  text: ScannedText,
  { category, start, end, confidence, detector, strength, country }: Finding,
): Finding {
  const range = text.view.starts === null ? null : text.sourceRange(start, end)
  const first = range === null ? start : range.start
  const behind = range === null ? end : range.end
  const rounded = nearest4(confidence)
  return country === undefined
    ? { category, start: first, end: behind, confidence: rounded, detector, strength }
    : { category, start: first, end: behind, confidence: rounded, detector, strength, country }
}
