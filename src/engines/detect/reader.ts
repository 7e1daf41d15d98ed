// Runs all detectors on texts, one detector after the other over all texts, and keeps the results with each text.

import { firstAt, sortShort } from '../../lists.ts'
import { nearest4 } from '../../records/canonical.ts'
import type { Finding } from '../../records/detection.ts'
import { keptCopy, keptList } from '../../text/kept-list.ts'
import type { Range } from '../../text/range.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { SpokenNumbers, SpokenText } from '../../values/spoken/spoken-view.ts'
import { type Claim, claimOf, type Detector, type Task } from './detector.ts'
import type { DetectScope, Evidence } from './evidence.ts'
import { withoutProgramValues } from './kinds/doubts.ts'

/** Least confidence of a name with a cue. */
const ANNOUNCED = 0.85
/** Least confidence of a name of two words from its words alone. */
const SURE = 0.7
/** Least confidence of a number with a label and valid check digits. */
const PROVEN = 0.99
/** Least confidence of an address that is only a name and stays. */
const LEAST_UNCUT = 0.75
/** Text that connects a person to a street with a number (OF), and a role of one or two words before the name (LEAD). */
const OF = /^(?:, {1,2}| {1,2}\p{Ll}{1,3} {1,2})(?=\p{Lu}.{0,60}\d)/u
const LEAD = /^\p{Lu}[\p{Ll}-]{2,20}(?: {1,2}\p{Ll}[\p{Ll}-]{2,20})? {1,2}$/u
const LINK = /^ {1,2}\p{Ll}{1,3} {1,2}(?=\p{Lu})/u
const INITIAL = /^\p{Lu}\p{Ll}?\. ?$/u
const BETWEEN = /^[\s,;]*/u
const LETTER = /\p{L}/u
const DIGIT = /\d/

/** "Gustav Adolfs torg is closed": removes the eponym of a street where no person has an address; a name as long as the street stays. */
function withoutNamesakes(claims: readonly Claim[], streets: readonly Range[] | null): readonly Claim[] {
  if (streets === null) return claims
  const isNamesake = ({ category, start, end }: Claim) =>
    category === 'PII-1-NAME' &&
    streets.some((street) => start >= street.start && end <= street.end && end - start < street.end - street.start)
  return claims.filter((claim) => !isNamesake(claim))
}

/** "Kupac: Lana Bradić, Sv. Roka 106": an address that begins with a person's name is cut to the part after it, or removed if it is only the name. */
function giveNamesTheirPart(text: string, claims: Claim[]): void {
  let kept = 0
  let names: readonly Claim[] | null = null
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i]!
    const isLocation = claim.category === 'PII-4-LOCATION'
    if (!isLocation && claim.category !== 'PII-4-ADDRESS') {
      claims[kept++] = claim
      continue
    }
    names ??= namesInOrder(claims)
    const rest = isLocation ? behindName(text, names, claim) : withoutName(text, names, claim)
    if (rest !== null) claims[kept++] = rest
  }
  if (kept < claims.length) claims.length = kept
}

/** An address without the person whose name it begins with; null if it is only the name. */
function withoutName(text: string, names: readonly Claim[], claim: Claim): Claim | null {
  const name = opensBefore(text, names, claim) ?? firstWithin(names, claim)
  if (name === null || !text.slice(name.start, name.end).includes(' ')) return claim
  if (name.end === claim.end && name.start <= claim.start) return claim.confidence < LEAST_UNCUT ? null : claim
  const start = restStart(text, name, claim)
  return start < 0 ? claim : { ...claim, start }
}

/** Start of the address after a name; -1 if the name may be part of the address. */
function restStart(text: string, name: Claim, claim: Claim): number {
  const behind = text.slice(name.end, claim.end)
  const isSure = name.confidence >= SURE
  if (name.start > claim.start) {
    // "Complainant Vendelín Křepelka of Masarykovo náměstí 9": a role precedes the name.
    const of = OF.exec(behind)
    return of !== null && isSure && LEAD.test(text.slice(claim.start, name.start)) ? name.end + of[0].length : -1
  }
  // "Ragnhild Vik i Kongens gate 139": a person, a preposition and an address.
  const link = LINK.exec(behind)
  if (link !== null && isSure && DIGIT.test(behind)) return name.end + link[0].length
  const gap = BETWEEN.exec(behind)![0].length
  const isAnnounced = name.strength === 'pattern' && name.confidence >= ANNOUNCED
  const rest = behind.slice(gap)
  return isAnnounced && gap > 0 && LETTER.test(rest) && DIGIT.test(rest) ? name.end + gap : -1
}

function namesInOrder(claims: readonly Claim[]): readonly Claim[] {
  return claims
    .filter(({ category }) => category === 'PII-1-NAME')
    .sort((one, other) => one.start - other.start || other.confidence - one.confidence)
}

/** "D. Pedro Salas en Calle Mayor 3": the name that begins with an initial or form of address before the address claim and ends inside it. */
function opensBefore(text: string, names: readonly Claim[], { start, end }: Claim): Claim | null {
  const name = names[firstAt(names, (one) => one.start >= start) - 1]
  if (name === undefined || name.end <= start || name.end >= end) return null
  return INITIAL.test(text.slice(name.start, start)) ? name : null
}

/** "Hauke von der Heide, Kassel": for a place that begins in the last word of a name, the part after the comma. */
function behindName(text: string, names: readonly Claim[], place: Claim): Claim {
  const name = names[firstAt(names, (one) => one.start >= place.start) - 1]
  if (name === undefined || name.end <= place.start || name.end >= place.end) return place
  const start = name.end + BETWEEN.exec(text.slice(name.end, place.end))![0].length
  return start > name.end && start < place.end ? { ...place, start } : place
}

function firstWithin(names: readonly Claim[], { start, end }: Claim): Claim | null {
  const name = names[firstAt(names, (one) => one.start >= start)]
  return name !== undefined && name.end <= end ? name : null
}

/** The result of most detectors in most texts. */
const NO_CLAIMS: readonly Claim[] = []

/** The parts of one text that do not depend on a scope: its evidence, and the claims of each unscoped detector. */
class Reading {
  readonly evidence: Evidence
  /** Claims by detector; null before the text is read. */
  claims: (readonly Claim[])[] | null = null
  /** The result for the last scope: a text without a known jurisdiction is read twice without one. */
  last: readonly Finding[] | null = null
  /** The text with its numbers in words as digits; null if it has none, undefined before it is known. */
  spoken: SpokenText | null | undefined = undefined
  jurisdiction: string | null = null

  constructor(evidence: Evidence) {
    this.evidence = evidence
  }
}

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
  readonly #spoken: SpokenNumbers
  readonly #countries: (scope: DetectScope) => ReadonlySet<string> | null

  constructor(
    detectors: readonly Detector[],
    evidenceOf: (text: ScannedText) => Evidence,
    spoken: SpokenNumbers,
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
    this.#spoken = spoken
    this.#countries = countries
  }

  claims(text: ScannedText, scope: DetectScope): Finding[] {
    const reading = this.#readingOf(text)
    if (!isRead(reading, scope)) this.#read([this.#workOn(text, scope, reading)])
    return reading.last!.slice()
  }

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
    for (let n = 0; n < works.length; n++) {
      send(works[n]!)
      this.#addSpoken(works[n]!)
    }
  }

  /** Adds the claims over numbers in words, from the view that has them as digits. */
  #addSpoken({ text, scope, reading }: Work): void {
    if (reading.spoken === undefined) {
      reading.spoken = this.#spoken.of(text, reading.evidence.hits.words)
      if (reading.spoken !== null) this.#readingOf(reading.spoken.text).spoken = null
    }
    const { spoken } = reading
    if (spoken === null) return
    const added = this.claims(spoken.text, scope).filter(({ start, end, confidence }) => {
      const near = spoken.ranges[firstAt(spoken.ranges, (range) => range.end > start)]
      return near !== undefined && near.start < end && !(near.isMisread && confidence < PROVEN)
    })
    if (added.length > 0) reading.last = sortShort(keptCopy([...reading.last!, ...added]), byPlace)
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
  evidence.removeOwnTokens(claims)
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
