// Official numbers by the rules of data/countries: candidates are read off the tokens once, passed through the shape
// index, and judged by their check digits, the cue that announces them and the country that governs.
import type { Packs } from '../../packs/load.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence, Label } from './evidence.ts'
import { type Candidate, CandidateScan, COMMA_BIT, SPACE_BIT, separatorBits } from './identifier-candidates.ts'
import { compactFor, digitPlaces, isStrong, type Rule, type RuleIndex, ruleIndex } from './identifier-rules.ts'
import { negativeCues } from './lexicons.ts'

/** How far before a value a cue may stand that does not touch it, in UTF-16 units. */
const REACH = 40
/** Kinds of label that do not say the value is something else: who logs in may do so with an official number. */
const MUTE: ReadonlySet<string> = new Set(['', 'id', 'aside', 'login'])
/** A cue of fewer letters than this ("id", "pin", "nr") may mean anything in another country's text. */
const DISTINCTIVE_CUE = 6

interface Verdict {
  readonly entry: Rule
  readonly confidence: number
  readonly validated: boolean
  /** Higher wins between rules that claim one place. */
  readonly rank: number
}

/** What is known about the place of a candidate before any rule is asked. */
interface Surroundings {
  readonly label: Label | null
  readonly leads: ReadonlyMap<number, number> | null
  /** Only a rule whose own cue announces the value may claim it. */
  readonly onlyLabelled: boolean
  /** A cue announces an official number; where one country governs, one that this country has. */
  readonly otherId: boolean
  /** One country governs. */
  readonly alone: boolean
  readonly countries: ReadonlySet<string> | null
}

/** Reads every identifier rule of every country. Detector names are `rule:<country>_<name>`. */
export function identifierDetector(packs: Packs, cues: PhraseBook): Detector {
  const index = ruleIndex(packs, cues)
  const series = cues.add(negativeCues().series, 'aside')
  return {
    name: 'identifiers',
    isScoped: true,
    find(text, _scope, evidence) {
      const claims: Claim[] = []
      new CandidateScan(text, evidence, series).each((candidate) => {
        const claim = settleRules(text, candidate, index, evidence)
        if (claim !== null) claims.push(claim)
      })
      return claims
    },
  }
}

/** The claim of the best rule for a candidate; null when none has evidence enough. */
function settleRules(scanned: ScannedText, candidate: Candidate, index: RuleIndex, evidence: Evidence): Claim | null {
  const signed = candidate.separators & index.signs
  if (index.bucket(candidate.length).length === 0 && signed === 0) return null
  const before = evidence.label(candidate.first)
  const label = before?.announcesId ? before : (labelBehind(scanned, candidate, index, evidence) ?? before)
  const onlyLabelled = candidate.needsLabel || candidate.doubtful || isOther(label)
  if (onlyLabelled && !(label?.announcesId ?? false)) return null
  // "NHS number of the patient:" - a word that announces no number does not hide the cue before it.
  const leads =
    label === null || label.kinds.every((kind) => kind === '' || kind === 'aside')
      ? evidence.leads(candidate.first, REACH)
      : null
  const bucket = index.bucket(candidate.length, label === null && leads === null)
  if (bucket.length === 0 && signed === 0) return null
  const alone = evidence.countries !== null && evidence.countries.size === 1
  const isId = label?.kinds.includes('id') ?? false
  const around: Surroundings = {
    label,
    leads,
    onlyLabelled,
    otherId: isId && (!alone || index.isAtHome(label!.groups, evidence.countries!)),
    alone,
    countries: evidence.countries,
  }
  let best: Verdict | null = null
  let rivals = 0
  const raw = candidate.given ?? scanned.text.slice(candidate.start, candidate.end).toUpperCase()
  const compact = candidate.separators === 0 ? raw : raw.replace(/[^\p{L}\p{N}]+/gu, '')
  const places = digitPlaces(compact)
  const isBare = places === 2 ** compact.length - 1
  let previous: Rule | null = null
  for (let i = 0; i < bucket.length; i++) {
    const { digits, letters, entry } = bucket[i]!
    if ((places & digits) !== digits || (places & letters) !== 0 || previous === entry) continue
    if (!maySpeak(candidate, entry, around, isBare)) continue
    previous = entry
    const verdict = judge(candidate, compact, entry, around)
    if (verdict === null) continue
    if (best !== null && verdict.rank === best.rank && verdict.entry.country !== best.entry.country) rivals++
    if (best === null || verdict.rank > best.rank) {
      best = verdict
      rivals = 0
    }
  }
  if (signed !== 0)
    for (const entry of index.signed) {
      if ((entry.signs & signed) === 0 || !maySpeak(candidate, entry, around, false)) continue
      const verdict = judge(candidate, compactFor(entry, raw), entry, around)
      if (verdict !== null && (best === null || verdict.rank > best.rank)) best = verdict
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

/** "RTK-482 rendszámú": the words right behind a value that announce it, as the label they are worth. */
function labelBehind(scanned: ScannedText, candidate: Candidate, index: RuleIndex, evidence: Evidence): Label | null {
  if (scanned.text[candidate.end] !== ' ') return null
  for (const [behind, cues] of index.behind) {
    if (!evidence.hits.has(behind)) continue
    for (const hit of evidence.hits.between(candidate.end + 1, candidate.end + REACH))
      if (hit.start === candidate.end + 1 && hit.groups.includes(behind))
        return {
          groups: new Map([[cues, hit.end - hit.start]]),
          kinds: ['id'],
          announcesId: true,
          start: hit.start,
          end: hit.end,
        }
  }
  return null
}

/** Is the value announced as something that is no official number: an account, a telephone, an order? */
function isOther(label: Label | null): boolean {
  return label?.kinds.some((kind) => !MUTE.has(kind)) ?? false
}

/** The cheap questions: could this rule's evidence suffice at all? `isBare`: the value is of digits alone. */
function maySpeak(candidate: Candidate, entry: Rule, around: Surroundings, isBare: boolean): boolean {
  if (around.label?.groups.has(entry.cues)) return true
  if (around.onlyLabelled || (candidate.separators & ~entry.separators) !== 0) return false
  if (entry.rule.evidence === 'label') return false
  if (around.leads?.has(entry.cues)) return true
  if (entry.rule.evidence === 'cue') return false
  if (entry.rule.evidence === 'shape') return true
  const own = around.countries === null || around.countries.has(entry.country)
  // A bare run of digits is not taken for another country's number on its check alone.
  return own || !isBare
}

/** What one rule makes of one candidate; null when its evidence is not enough. */
function judge(candidate: Candidate, compact: string, entry: Rule, around: Surroundings): Verdict | null {
  const { rule } = entry
  const { label } = around
  if (!entry.pattern.test(compact)) return null
  const own = around.countries === null || around.countries.has(entry.country)
  const cueLength = label?.groups.get(entry.cues) ?? 0
  // "Order ID" is no "ID".
  if (cueLength > 0 && entry.notAfter !== null && (label?.groups.get(entry.notAfter) ?? 0) > cueLength) return null
  const passed = entry.check === null ? null : entry.check(compact)
  if (cueLength > 0) {
    const isWritten = (candidate.separators & ~entry.separators) === 0
    const isSloppy = passed !== false && own && !candidate.doubtful && (candidate.separators & COMMA_BIT) === 0
    if (!isWritten && !isSloppy) return null
    const rank = 100 + (own ? 20 : 0) + (passed === true ? 10 : passed === false ? -5 : 0) + cueLength / 100
    if (passed === true) return { entry, confidence: 0.99, validated: true, rank }
    // A mistyped number behind its own name is still somebody's number.
    if (passed === false) return own && !candidate.doubtful ? { entry, confidence: 0.7, validated: false, rank } : null
    // Digits behind "id" alone are not another country's card.
    if (!own && cueLength < DISTINCTIVE_CUE && !/\p{L}/u.test(compact)) return null
    // A word like "car" says less of a country than "number plate": too little for a verdict.
    const sure = rule.evidence === 'label' ? 0.88 : 0.92
    return { entry, confidence: own ? sure : 0.75, validated: false, rank }
  }
  if (entry.notAfter !== null && label?.groups.has(entry.notAfter)) return null
  const distance = around.leads?.get(entry.cues) ?? -1
  if (distance < 0 && rule.sign !== undefined && (candidate.separators & separatorBits(rule.sign)) === 0) return null
  const isAlone = around.alone && own
  if (passed === false) return null
  if (distance >= 0) {
    const rank = 60 + (own ? 20 : 0) + (passed === true ? 10 : 0) - distance / REACH
    if (passed === true) return { entry, confidence: 0.97, validated: true, rank }
    return own ? { entry, confidence: 0.85, validated: false, rank } : null
  }
  const isOtherId = around.otherId
  if (passed === true) {
    if (isAlone && !isOtherId) return { entry, confidence: 0.95, validated: true, rank: 50 }
    // A bare run of digits is not taken for another country's number on its check alone.
    if (!own && (isOtherId || !/\p{L}/u.test(compact))) return null
    return isStrong(entry, compact) ? { entry, confidence: 0.9, validated: true, rank: own ? 40 : 30 } : null
  }
  // Words in capitals around a spaced number look like the letters of some scheme somewhere.
  const isForeignRow = !own && (candidate.separators & SPACE_BIT) !== 0
  if (rule.evidence !== 'shape' || isOtherId || isForeignRow) return null
  return { entry, confidence: own ? 0.85 : 0.8, validated: false, rank: own ? 20 : 10 }
}
