// Evidence from detection: numbers of a national scheme, IBANs, email domains.
import type { Packs } from '../../packs/load.ts'
import type { ClaimSignal } from '../../packs/schemas/signal.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Sighting } from './sighting.ts'

type Country = (claim: Finding, value: string) => string | null

/** Converts claims to sightings by the rules of data/signals.json. */
export function claimReader(packs: Packs): (text: ScannedText, claims: readonly Finding[]) => Sighting[] {
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
function nameOf({ signal }: ClaimSignal, { detector }: Finding): string {
  return signal.endsWith('.') ? `${signal}${detector.replace(/^rule:(?:[a-z]{2}_)?/, '')}` : signal
}

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
