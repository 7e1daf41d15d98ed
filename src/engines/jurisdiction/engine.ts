// Infers the jurisdiction that governs a text from the text itself, or abstains.
import type { Packs } from '../../packs/load.ts'
import type { ClaimSignal } from '../../packs/schemas/signal.ts'
import type { Finding } from '../../records/detection.ts'
import type { JurisdictionVerdict } from '../../records/documents.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { PLUS, ZERO } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { signalReader } from './signals.ts'
import { distinct, type Sighting, unplacedReader, verdictOver } from './verdict.ts'

// Evidence from international telephone prefixes (ITU-T E.164): a plus sign or 00 and a calling code, with any grouping of the other digits.
const LONGEST_CODE = 3
/** E.164 allows fifteen digits; a subscriber number has at least eight with the country code. */
const FEWEST_DIGITS = 8
const MOST_DIGITS = 15
const NUMERIC: ReadonlySet<number> = new Set([TokenKind.number, TokenKind.mixed])
/** Signs directly before a number that do not belong to it: brackets, quotation marks, cell separators. */
const OPENING = new Set(['(', '[', '"', "'", ',', ';', ':', '=', '>', '|', '\n', '\t'])
const INSIDE = new Set(['-', '.', '(', ')', '/', '\u2013'])

function phoneReader(packs: Packs): (text: ScannedText) => Sighting[] {
  const tier = packs.signalTiers().phone_tier
  const countries = new Map<string, string>()
  for (const { code, calling_code } of [...packs.countries().values(), ...packs.foreignCountries()])
    if (calling_code !== null && !countries.has(calling_code)) countries.set(calling_code, code)
  return (text) => {
    const found: Sighting[] = []
    const { count, kind, start } = text.tokens
    for (let i = 0; i < count; i++) {
      // Only a plus sign or a zero begins a number here.
      if (kind[i] !== TokenKind.sign && kind[i] !== TokenKind.number) continue
      const unit = text.text.charCodeAt(start[i]!)
      if (unit !== PLUS && unit !== ZERO) continue
      const digits = digitsAfterPlus(text, i)
      if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) continue
      const country = countryOf(digits, countries)
      if (country !== null) found.push({ signal: 'phone.international', tier, country, shared: false, at: start[i]! })
    }
    return found
  }
}

/** Calling codes are prefix-free: at most one of the three prefixes is a code. */
function countryOf(digits: string, countries: ReadonlyMap<string, string>): string | null {
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const country = countries.get(digits.slice(0, length))
    if (country !== undefined) return country
  }
  return null
}

/** The digits after the plus sign or the 00 at the start of a number at token `index`; empty if there is none. */
function digitsAfterPlus({ text, tokens }: ScannedText, index: number): string {
  const { count, kind, start, end } = tokens
  const plus = kind[index] === TokenKind.sign && text[start[index]!] === '+'
  const zeros = kind[index] === TokenKind.number && text.startsWith('00', start[index]!)
  if (!plus && !zeros) return ''
  if (index > 0 && end[index - 1] === start[index] && !OPENING.has(text[end[index - 1]! - 1]!)) return ''
  // The zeros are a group of an account number: "DK88 0040 5898" has no calling code of Romania.
  if (zeros && index > 0 && start[index]! - end[index - 1]! <= 1 && NUMERIC.has(kind[index - 1]!)) return ''
  let digits = zeros ? text.slice(start[index]! + 2, end[index]) : ''
  let at = end[index]!
  for (let i = index + 1; i < count && start[i]! - at <= 1; i++) {
    if (kind[i] === TokenKind.number) digits += text.slice(start[i], end[i])
    else if (kind[i] !== TokenKind.sign || !INSIDE.has(text[start[i]!]!)) break
    if (digits.length > MOST_DIGITS) break
    at = end[i]!
  }
  return digits
}

// Evidence from detection: numbers of a national scheme, IBANs, email domains.
type Country = (claim: Finding, value: string) => string | null

/** Converts claims to sightings by the rules of data/signals.json. */
function claimReader(packs: Packs): (text: ScannedText, claims: readonly Finding[]) => Sighting[] {
  const { claims: rules, domains } = packs.signalTiers()
  const byCategory = new Map<string, ClaimSignal[]>()
  for (const rule of rules)
    for (const category of rule.categories) byCategory.set(category, [...(byCategory.get(category) ?? []), rule])
  const countryBy: Readonly<Record<ClaimSignal['country'], Country>> = {
    claim: (claim) => claim.country ?? null,
    prefix: (_claim, value) => /^[A-Z]{2}(?=\d)/.exec(value.trimStart().toUpperCase())?.[0] ?? null,
    domain: (_claim, value) => {
      const label = /\.([a-z]{2})$/i.exec(value)?.[1]?.toLowerCase()
      if (label === undefined) return null
      return label in domains ? (domains[label] ?? null) : label.toUpperCase()
    },
  }
  return (text, claims) =>
    outermost(claims).flatMap((claim) => {
      const rule = byCategory
        .get(claim.category)
        ?.find(
          ({ min_confidence: least, strengths, detectors }) =>
            claim.confidence >= least &&
            strengths.includes(claim.strength) &&
            (detectors === undefined || detectors.includes(claim.detector)),
        )
      if (rule === undefined) return []
      const country = countryBy[rule.country](claim, text.source.slice(claim.start, claim.end))
      return country === null
        ? []
        : [{ signal: nameOf(rule, claim), tier: rule.tier, country, shared: rule.shared, at: claim.end }]
    })
}

/** Name of a signal: "id." and a claim of rule:ng_nin give "id.nin". */
const nameOf = ({ signal }: ClaimSignal, { detector }: Finding): string =>
  signal.endsWith('.') ? `${signal}${detector.replace(/^rule:(?:[a-z]{2}_)?/, '')}` : signal

/** Claims that no other contains: nine digits with the form of a tax number do not count inside a longer VAT number. */
function outermost(claims: readonly Finding[]): Finding[] {
  let end = -1
  return [...claims]
    .sort((a, b) => a.start - b.start || b.end - a.end || b.confidence - a.confidence)
    .filter((claim) => {
      if (claim.end <= end) return false
      end = claim.end
      return true
    })
}

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
