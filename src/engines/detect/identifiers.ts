// Official numbers by the rules of data/countries: candidates are read off the tokens once, passed through the shape
// index, and judged by their check digits, the cue that announces them and the country that governs.
import type { Packs } from '../../packs/load.ts'
import type { PhraseHit } from '../../text/phrase-hits.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { type Candidate, CandidateScan, COMMA_BIT, isDated, SPACE_BIT } from './identifier-candidates.ts'
import { RuleIndex } from './identifier-index.ts'
import { digitPlaces, type Rule, rulesOf, withoutSigns } from './identifier-rules.ts'
import type { Label } from './label.ts'
import { negativeCues } from './lexicons.ts'

/** How far before a value a cue may stand that does not touch it, in UTF-16 units. */
const REACH = 40
/** Kinds of label that do not say the value is something else: who logs in may do so with an official number. */
const MUTE = ['', 'id', 'aside', 'login']
/** A cue of fewer letters than this ("id", "pin", "nr") may mean anything in another country's text. */
const DISTINCTIVE_CUE = 6

interface Verdict {
  readonly entry: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Higher wins between rules that claim one place. */
  readonly rank: number
}

/** Bits of the kinds of label that matter here. */
interface Kinds {
  readonly id: number
  /** Labels that announce nothing by themselves. */
  readonly silent: number
  readonly mute: number
}

/** What is known about the place of a candidate before any rule is asked. */
interface Surroundings {
  readonly label: Label | null
  readonly leads: readonly PhraseHit[] | null
  /** Only a rule whose own cue announces the value may claim it. */
  readonly onlyLabelled: boolean
  /** It begins with a calendar date, or is cut out of a row of groups: only a label makes it a value. */
  readonly isDoubtful: boolean
  /** A cue announces an official number; where one country governs, one that this country has. */
  readonly isOtherId: () => boolean
  /** One country governs. */
  readonly alone: boolean
  readonly countries: ReadonlySet<string> | null
  readonly hasLetter: boolean
  /** The value is of digits alone. */
  readonly isBare: boolean
}

/** Reads every identifier rule of every country. Detector names are `rule:<country>_<name>`. */
export function identifierDetector(packs: Packs, cues: PhraseBook): Detector {
  const index = new RuleIndex(rulesOf(packs, cues))
  const series = cues.add(negativeCues().series, 'aside')
  const kinds = { id: cues.bitOf('id'), silent: cues.bitsOf(['', 'aside']), mute: cues.bitsOf(MUTE) }
  return {
    name: 'identifiers',
    isScoped: true,
    find(text, _scope, evidence) {
      const claims: Claim[] = []
      new CandidateScan(text, evidence, series, (candidate) => {
        const claim = settleRules(text, candidate, index, evidence, kinds)
        if (claim !== null) claims.push(claim)
      }).run()
      return claims
    },
  }
}

/** The claim of the best rule for a candidate; null when none has evidence enough. */
function settleRules(
  scanned: ScannedText,
  candidate: Candidate,
  index: RuleIndex,
  evidence: Evidence,
  kinds: Kinds,
): Claim | null {
  const signed = candidate.separators & index.signs
  let places = candidate.places
  let raw = ''
  let compact = ''
  if (!candidate.isAscii) {
    raw = candidate.given ?? scanned.text.slice(candidate.start, candidate.end).toUpperCase()
    compact = candidate.separators === 0 ? raw : withoutSigns(raw)
    places = digitPlaces(compact)
  }
  const shape = index.at(candidate.length, places)
  if (shape.all.length === 0 && signed === 0) return null
  const label = evidence.label(candidate.first)
  const isDoubtful = candidate.isCut || isDated(scanned.text, candidate)
  const onlyLabelled =
    candidate.needsLabel || isDoubtful || (label !== null && (label.kinds & ~kinds.mute) !== 0)
  if (onlyLabelled && (label === null || !label.announcesId)) return null
  // "NHS number of the patient:" - a word that announces no number does not hide the cue before it.
  const leads =
    label === null || (label.kinds & ~kinds.silent) === 0 ? evidence.leads(candidate.first, REACH) : null
  const { countries } = evidence
  const size = candidate.isAscii ? candidate.length : compact.length
  const isBare = places === 2 ** size - 1
  const rules =
    label !== null || leads !== null
      ? shape.all
      : isBare && countries !== null
        ? index.uncuedOf(shape, countries)
        : shape.uncued
  if (rules.length === 0 && signed === 0) return null
  if (candidate.isAscii) {
    raw = scanned.text.slice(candidate.start, candidate.end).toUpperCase()
    compact = candidate.separators === 0 ? raw : withoutSigns(raw)
  }
  const alone = countries !== null && countries.size === 1
  const around: Surroundings = {
    label,
    leads,
    onlyLabelled,
    isDoubtful,
    isOtherId: () =>
      label !== null && (label.kinds & kinds.id) !== 0 && (!alone || index.isAtHome(label.groups(), countries)),
    alone,
    countries,
    hasLetter: !isBare && /\p{L}/u.test(compact),
    isBare,
  }
  let best: Verdict | null = null
  let rivals = 0
  for (let i = 0; i < rules.length; i++) {
    const entry = rules[i]!
    if (!maySpeak(candidate, entry, around)) continue
    const verdict = judge(candidate, compact, entry, around)
    if (verdict === null) continue
    if (best !== null && verdict.rank === best.rank && verdict.entry.country !== best.entry.country) rivals++
    if (best === null || verdict.rank > best.rank) {
      best = verdict
      rivals = 0
    }
  }
  if (signed !== 0) {
    const written = { ...around, isBare: false }
    for (const entry of index.signed) {
      if ((entry.signs & signed) === 0 || !maySpeak(candidate, entry, written)) continue
      const verdict = judge(candidate, entry.compact(raw), entry, written)
      if (verdict !== null && (best === null || verdict.rank > best.rank)) best = verdict
    }
  }
  if (best === null) return null
  const claim: Claim = {
    category: best.entry.rule.category,
    start: candidate.start,
    end: candidate.end,
    confidence: best.confidence,
    detector: best.entry.detector,
    strength: best.validated ? 'validated' : 'pattern',
  }
  return rivals === 0 ? { ...claim, country: best.entry.country } : claim
}

/** The cheap questions: could this rule's evidence suffice at all? */
function maySpeak({ separators }: Candidate, entry: Rule, around: Surroundings): boolean {
  if (around.label?.has(entry.cues)) return true
  if (around.onlyLabelled || (separators & ~entry.separators) !== 0) return false
  const { evidence } = entry.rule
  if (evidence === 'label') return false
  if (around.leads !== null && leadOf(around.leads, entry.cues) !== null) return true
  if (evidence === 'cue') return false
  if (evidence === 'shape') return true
  // A bare run of digits is not taken for another country's number on its check alone.
  return !around.isBare || around.countries === null || around.countries.has(entry.country)
}

/** The nearest of the cues that lead to a value which is of `group`. */
function leadOf(leads: readonly PhraseHit[], group: number): PhraseHit | null {
  for (let i = 0; i < leads.length; i++) if (leads[i]!.says.has(group)) return leads[i]!
  return null
}

/** What one rule makes of one candidate; null when its evidence is not enough. */
function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { rule } = entry
  const { label } = around
  if (!entry.matches(compact)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label?.lengthOf(entry.cues) ?? 0
  // "Order ID" is no "ID".
  if (cueLength > 0 && entry.notAfter !== null && (label?.lengthOf(entry.notAfter) ?? 0) > cueLength) return null
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) {
    const isWritten = (candidate.separators & ~entry.separators) === 0
    const isSloppy = passed !== false && own && !around.isDoubtful && (candidate.separators & COMMA_BIT) === 0
    if (!isWritten && !isSloppy) return null
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -5 : 0) + cueLength / 100
    if (passed === true) return { entry, confidence: 0.99, validated: true, rank }
    // A mistyped number behind its own name is still somebody's number.
    if (passed === false) return own && !around.isDoubtful ? { entry, confidence: 0.7, validated: false, rank } : null
    // Digits behind "id" alone are not another country's card.
    if (!own && cueLength < DISTINCTIVE_CUE && !around.hasLetter) return null
    // A word like "car" says less of a country than "number plate": too little for a verdict.
    const sure = rule.evidence === 'label' ? 0.88 : 0.92
    return { entry, confidence: own ? sure : 0.75, validated: false, rank }
  }
  if (entry.notAfter !== null && label?.has(entry.notAfter)) return null
  const lead = around.leads === null ? null : leadOf(around.leads, entry.cues)
  if (lead === null && rule.sign !== undefined && (candidate.separators & entry.sign) === 0) return null
  const isAlone = around.alone && own
  if (passed === false) return null
  if (lead !== null) {
    const distance = candidate.start - lead.end
    const rank = 60 + (own ? 20 : 0) + (passed === true ? 10 : 0) - distance / REACH
    if (passed === true) return { entry, confidence: 0.97, validated: true, rank }
    return own ? { entry, confidence: 0.85, validated: false, rank } : null
  }
  if (passed === true) {
    if (isAlone && !around.isOtherId()) return { entry, confidence: 0.95, validated: true, rank: 50 }
    // A bare run of digits is not taken for another country's number on its check alone.
    if (!own && (!around.hasLetter || around.isOtherId())) return null
    return entry.isStrong(compact) ? { entry, confidence: 0.9, validated: true, rank: own ? 40 : 30 } : null
  }
  // Words in capitals around a spaced number look like the letters of some scheme somewhere.
  const isForeignRow = !own && (candidate.separators & SPACE_BIT) !== 0
  if (rule.evidence !== 'shape' || isForeignRow || around.isOtherId()) return null
  return { entry, confidence: own ? 0.85 : 0.8, validated: false, rank: own ? 20 : 10 }
}
