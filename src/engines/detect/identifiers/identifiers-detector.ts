// Official numbers by the rules of data/countries: filtered by shape, decided by check digits, cue and governing country.
import { fold } from '../../../text/fold.ts'
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { codeAt, isCapitalUnit, isDigitUnit, isSmallLetterUnit, sliceOf, upperOf } from '../../../text/unit-classes.ts'
import { WordFacts } from '../../../text/words.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { type Evidence, LABEL_TOKENS } from '../evidence.ts'
import { Label } from '../fields/label.ts'
import { negativeCues, valueCues } from '../lexicons.ts'
import { isNumeric, isWord } from '../token-questions.ts'
import { type Candidate, CandidateScan, type CandidateVisitor, isDated } from './candidates.ts'
import { RuleIndex, type ShapeRules } from './rule-index.ts'
import { digitPlaces, type Rule, rulesOf, withoutSigns } from './rules.ts'
import { judge, LED, maySpeak, REACH, type Surroundings, type Verdict } from './verdict.ts'

/** Kinds of label that do not exclude an official number: a login name may be one. */
const MUTE = ['', 'id', 'aside', 'login']

interface Kinds {
  readonly id: number
  /** Labels that are not sufficient evidence on their own. */
  readonly silent: number
  readonly mute: number
}

/** Tests every identifier rule of every country. Detector names are `rule:<country>_<name>`. */
export const identifierDetector: DetectorFactory = (packs, cues) => {
  const index = new RuleIndex(rulesOf(packs, cues), cues.bitOf('id'))
  const series = cues.add(negativeCues().series, 'aside')
  const behind = cues.add(
    [...packs.countries().values()].flatMap(({ identifiers }) => identifiers.flatMap((rule) => rule.cues_behind ?? [])),
    'aside',
  )
  const verbs: ReadonlySet<string> = new Set(valueCues('states_value').map(fold))
  const states = new WordFacts<boolean>(({ folded }) => verbs.has(folded))
  const kinds = { id: cues.bitOf('id'), silent: cues.bitsOf(['', 'aside', 'login']), mute: cues.bitsOf(MUTE) }
  return {
    name: 'identifiers',
    isScoped: true,
    find(text, _scope, evidence) {
      if (text.digits.length === 0) return []
      const reader = new Reader(text, index, evidence, kinds, labelsBehind(text, evidence, behind, states, kinds.id))
      new CandidateScan(text, evidence, series, reader).run()
      return reader.claims
    },
  }
}

class Reader implements CandidateVisitor {
  readonly claims: Claim[] = []
  readonly #scanned: ScannedText
  readonly #index: RuleIndex
  readonly #evidence: Evidence
  readonly #kinds: Kinds
  /** By the end of a value, the cue after it; null if the text has none. */
  readonly #behind: ReadonlyMap<number, Label> | null
  /** First token of the current candidates; its label and leading cues are computed once for all of them. */
  #first = 0
  #before: Label | null | undefined = undefined
  #leads: readonly PhraseHit[] | null | undefined = undefined
  #isNear = false
  readonly bareLengths: number
  /** Whether the text has cues for official numbers, and tables, whose headers may be such cues. */
  readonly #hasCues: boolean
  readonly #hasTables: boolean
  /** Number of hits that end before that token, and the end of the last cue for an official number among them. */
  #passed = 0
  #cueEnd = -1 - REACH
  #cueToken = -LABEL_TOKENS
  /** Rules to test for the current candidate, and their number; one list is reused for all candidates of the text. */
  readonly #asked: Rule[] = []
  #count = 0
  /** Number of rules of other countries with the same rank as the best. */
  #rivals = 0
  readonly #surroundings: Surroundings

  constructor(
    scanned: ScannedText,
    index: RuleIndex,
    evidence: Evidence,
    kinds: Kinds,
    behind: ReadonlyMap<number, Label> | null,
  ) {
    this.#scanned = scanned
    this.#index = index
    this.#evidence = evidence
    this.#kinds = kinds
    this.#behind = behind
    this.#hasCues = (evidence.hits.kinds & kinds.id) !== 0
    this.#hasTables = evidence.hasTables
    this.bareLengths = index.bareLengths(evidence.countries)
    this.#surroundings = {
      index,
      label: null,
      leads: null,
      onlyLabelled: false,
      isDoubtful: false,
      isIdLabel: false,
      countries: null,
      hasLetter: false,
      isBare: false,
    }
  }

  turnTo(first: number): boolean {
    this.#first = first
    this.#before = undefined
    this.#leads = undefined
    this.#isNear =
      this.#behind !== null || (this.#hasCues && this.#isCueNear(first)) || (this.#hasTables && this.#isInTable(first))
    return this.#isNear
  }

  /** Claims a candidate by the best rule with sufficient evidence. */
  visit(candidate: Candidate): void {
    if (!this.#isNear && !this.#mayStandAlone(candidate)) return
    const verdict = this.#verdict(candidate)
    if (verdict !== null) this.claims.push(claimBy(verdict, candidate, this.#rivals > 0))
  }

  /** True if a cue for an official number ends close enough before token `first` to label or lead to it. */
  #isCueNear(first: number): boolean {
    const { hits } = this.#evidence
    const ended = hits.endedBefore(first)
    if (ended > this.#passed) this.#pass(ended)
    return this.#cueToken > first - LABEL_TOKENS || this.#cueEnd >= this.#scanned.tokens.start[first]! - REACH
  }

  #pass(ended: number): void {
    const { all } = this.#evidence.hits
    const { id } = this.#kinds
    for (let i = this.#passed; i < ended; i++) {
      const hit = all[i]!
      // A longer cue includes the meaning of a cue inside it.
      if ((hit.says.kinds & id) === 0 && hit.start >= this.#cueEnd) continue
      this.#cueEnd = hit.end
      this.#cueToken = hit.endToken
    }
    this.#passed = ended
  }

  #isInTable(first: number): boolean {
    return this.#evidence.heading(this.#scanned.tokens.start[first]!) !== null
  }

  /** True if a candidate without a cue could be a person's number, by its shape or its check. */
  #mayStandAlone(candidate: Candidate): boolean {
    const { isAscii, length, places } = candidate
    if (candidate.needsLabel || candidate.isCut) return false
    if (isAscii && !hasSigns(candidate, this.#index.uncuedSigned)) {
      const isBare = places === (1 << length) - 1
      if (isBare ? (this.bareLengths & (1 << length)) === 0 : this.#index.at(length, places).uncued.length === 0)
        return false
    }
    return !isDated(this.#scanned.text, candidate)
  }

  #verdict(candidate: Candidate): Verdict | null {
    const label = this.#labelOf(candidate)
    const isAnnounced = label?.announcesId === true
    // A part of a longer value, or a value with a label of another kind, needs its own label.
    if (!isAnnounced && (candidate.needsLabel || candidate.isCut || this.#isOther(label))) return null
    const isSigned = hasSigns(candidate, this.#index.signed)
    const written = candidate.isAscii ? '' : this.#compact(candidate)
    const places = candidate.isAscii ? candidate.places : digitPlaces(written)
    const shape = this.#index.at(candidate.length, places)
    if (shape.all.length === 0 && !isSigned) return null
    const isBare = places === (1 << (candidate.isAscii ? candidate.length : written.length)) - 1
    const around = this.#around(candidate, label, isAnnounced, isBare)
    if (around === null) return null
    this.#rivals = 0
    this.#ask(shape, around)
    if (this.#count === 0 && !isSigned) return null
    const compact = this.#compact(candidate)
    around.hasLetter = !isBare && (candidate.isAscii || /\p{L}/u.test(compact))
    const best = this.#bestAsked(candidate, compact, around)
    return isSigned ? this.#bestSigned(candidate, around, best) : best
  }

  /** The best verdict of the rules asked; counts its rivals. */
  #bestAsked(candidate: Candidate, compact: string, around: Surroundings): Verdict | null {
    let best: Verdict | null = null
    for (let i = 0; i < this.#count; i++) {
      const rule = this.#asked[i]!
      const verdict = maySpeak(candidate, rule, around) ? judge(candidate, compact, rule, around) : null
      if (verdict === null) continue
      // "1111031-6000": without a cue, it must have the customary grouping.
      if (verdict.rank < LED && !rule.isCustomary(this.#raw(candidate))) continue
      if (best === null || verdict.rank > best.rank) {
        best = verdict
        this.#rivals = 0
      } else if (verdict.rank === best.rank) {
        if (verdict.rule.country !== best.rule.country) this.#rivals++
        // Of equal rules, the first takes precedence.
        if (verdict.rule.place < best.rule.place) best = verdict
      }
    }
    return best
  }

  /** The best verdict of `best` and of the rules whose patterns have signs. */
  #bestSigned(candidate: Candidate, around: Surroundings, best: Verdict | null): Verdict | null {
    around.isBare = false
    const raw = this.#raw(candidate)
    let found = best
    for (const rule of this.#index.signed) {
      if (!rule.hasSigns(candidate.separators) || !maySpeak(candidate, rule, around) || !rule.fitsWritten(raw)) continue
      const verdict = judge(candidate, rule.compact(raw), rule, around)
      if (verdict !== null && (found === null || verdict.rank > found.rank)) found = verdict
    }
    return found
  }

  #labelOf(candidate: Candidate): Label | null {
    if (this.#before === undefined) this.#before = this.#evidence.label(this.#first)
    const before = this.#before
    return before?.announcesId ? before : (this.#behind?.get(candidate.end) ?? before)
  }

  #isOther(label: Label | null): boolean {
    return label !== null && (label.kinds & ~this.#kinds.mute) !== 0
  }

  #around(candidate: Candidate, label: Label | null, isAnnounced: boolean, isBare: boolean): Surroundings | null {
    const kinds = this.#kinds
    const isDoubtful = candidate.isCut || isDated(this.#scanned.text, candidate)
    if (isDoubtful && !isAnnounced) return null
    const onlyLabelled = candidate.needsLabel || isDoubtful || this.#isOther(label)
    // "NHS number of the patient:": a label without a value kind does not hide the cue before it.
    const isSilent = label === null || (label.kinds & ~kinds.silent) === 0
    const around = this.#surroundings
    around.label = label
    around.leads = !onlyLabelled && isSilent ? this.#leadsTo(candidate) : null
    around.onlyLabelled = onlyLabelled
    around.isDoubtful = isDoubtful
    around.isIdLabel = label !== null && (label.kinds & kinds.id) !== 0
    around.countries = this.#evidence.countries
    around.isBare = isBare
    return around
  }

  /** The cues that lead to a candidate without touching it. */
  #leadsTo({ first }: Candidate): readonly PhraseHit[] | null {
    if (this.#leads === undefined) this.#leads = this.#evidence.leads(first, REACH)
    return this.#leads
  }

  #ask(shape: ShapeRules, { label, leads, onlyLabelled, isBare, countries }: Surroundings): void {
    const index = this.#index
    this.#count = 0
    if (label !== null)
      for (let i = 0; i < label.cues.length; i++) this.#take(index.announcedBy(shape, label.cues[i]!.says))
    if (leads !== null) for (let i = 0; i < leads.length; i++) this.#take(index.announcedBy(shape, leads[i]!.says))
    if (onlyLabelled) return
    this.#take(isBare && countries !== null ? index.uncuedOf(shape, countries) : shape.uncued)
  }

  #take(rules: readonly Rule[]): void {
    const asked = this.#asked
    const before = this.#count
    let count = before
    for (let i = 0; i < rules.length; i++) if (!isAmong(asked, before, rules[i]!)) asked[count++] = rules[i]!
    this.#count = count
  }

  #raw({ given, start, end }: Candidate): string {
    return given ?? upperOf(sliceOf(this.#scanned.text, start, end))
  }

  #compact(candidate: Candidate): string {
    const { length, places, isAscii, start, end, separators } = candidate
    if (!isAscii) return separators === 0 ? this.#raw(candidate) : withoutSigns(this.#raw(candidate))
    const { text } = this.#scanned
    const compact = separators === 0 ? sliceOf(text, start, end) : withoutAsciiSigns(text, start, end)
    return places === (1 << length) - 1 ? compact : upperOf(compact)
  }
}

/** Maximum number of words between a verb and the cue for the value before it: "AAA123456 es mi número de pasaporte". */
const MOST_BEFORE_CUE = 3

/** The cues that follow their value, by the end of the value: "RTK-482 rendszámú", "AAA123456 is my passport number". */
function labelsBehind(
  scanned: ScannedText,
  { hits }: Evidence,
  behind: number,
  states: WordFacts<boolean>,
  id: number,
): ReadonlyMap<number, Label> | null {
  if ((hits.kinds & id) === 0 && !hits.has(behind)) return null
  const { kind, end, start } = scanned.tokens
  let found: Map<number, Label> | null = null
  for (const hit of hits.all) {
    let at = hit.firstToken
    if ((hit.says.kinds & id) !== 0 && !hit.says.has(behind)) at = verbBefore(scanned, at, states)
    else if (!hit.says.has(behind)) continue
    if (at < 1 || !isNumeric(kind[at - 1]) || start[at]! - end[at - 1]! !== 1) continue
    found ??= new Map()
    found.set(end[at - 1]!, new Label([hit], hit.start, hit.end, false, id))
  }
  return found
}

/** The verb up to three words before token `from`, as its token; -1 without one. */
function verbBefore(scanned: ScannedText, from: number, states: WordFacts<boolean>): number {
  const { kind } = scanned.tokens
  for (let at = from - 1; at >= 0 && from - at - 1 <= MOST_BEFORE_CUE && isWord(kind[at]); at--)
    if (states.of(scanned.word(at))) return at
  return -1
}

function isAmong(rules: readonly Rule[], count: number, rule: Rule): boolean {
  for (let i = 0; i < count; i++) if (rules[i] === rule) return true
  return false
}

/** True if a candidate has signs that are part of a rule's pattern, and all signs that the rule needs. */
function hasSigns({ separators }: Candidate, rules: readonly Rule[]): boolean {
  if (separators === 0) return false
  for (let i = 0; i < rules.length; i++) if (rules[i]!.hasSigns(separators)) return true
  return false
}

/** The Basic Latin letters and digits in [start, end) of a text, joined. */
function withoutAsciiSigns(text: string, start: number, end: number): string {
  let compact = ''
  let from = start
  for (let i = start; i < end; i++) {
    if (isAlphanumericUnit(codeAt(text, i))) continue
    if (i > from) compact += sliceOf(text, from, i)
    from = i + 1
  }
  return compact + sliceOf(text, from, end)
}

const isAlphanumericUnit = (unit: number): boolean =>
  isDigitUnit(unit) || isCapitalUnit(unit) || isSmallLetterUnit(unit)

/** If rules of several countries have the same rank, the claim has no country. */
function claimBy({ rule, confidence, validated }: Verdict, { start, end }: Candidate, hasRivals: boolean): Claim {
  const strength = validated ? 'validated' : 'pattern'
  const country = hasRivals ? undefined : rule.country
  return claimOf(rule.category, start, end, confidence, rule.detector, strength, country)
}
