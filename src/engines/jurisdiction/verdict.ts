// Weighs sightings into a verdict: it names a country with sufficient evidence, no rival and a sufficient margin, or abstains.
import type { SignalRule, SignalTiers } from '../../packs/schemas/signal.ts'
import { compareCodePoints, round4 } from '../../records/canonical.ts'
import type { Finding } from '../../records/detection.ts'
import type { Evidence, JurisdictionVerdict } from '../../records/documents.ts'

// Personal values without a country: they support no country, but may belong to another one than the leader.
interface Unplaced {
  readonly phone: boolean
  /** One person's official number has no country, and another person's has one. */
  readonly number: boolean
}

/** Prefix of the signals from official numbers. */
const OFFICIAL = 'id.'

/** Finds the claims of a text that have no country. */
export function unplacedReader({
  claims: rules,
  unplaced: kinds,
}: SignalTiers): (claims: readonly Finding[]) => Unplaced {
  const official = new Set(rules.filter(({ signal }) => signal === OFFICIAL).flatMap(({ categories }) => categories))
  const persons = new Set(kinds.persons)
  const phones = new Set(kinds.phones)
  const papers = new Set(kinds.papers)
  return (claims) => {
    let phone = false
    // A number belongs to the last person named before it.
    let person = 0
    const placed = new Set<number>()
    const unplaced = new Set<number>()
    for (const { category, country } of [...claims].sort((a, b) => a.start - b.start)) {
      if (persons.has(category)) person++
      else if (phones.has(category)) phone ||= country === undefined
      else if (papers.has(category)) unplaced.add(person)
      else if (official.has(category)) (country === undefined ? unplaced : placed).add(person)
    }
    return { phone, number: placed.size > 0 && [...unplaced].some((one) => !placed.has(one)) }
  }
}

export interface Sighting {
  readonly signal: string
  readonly tier: Evidence['tier']
  readonly country: string
  /** Other countries share this signal: it counts only for the one that has most other evidence. */
  readonly shared: boolean
  /** Its end in the original text (UTF-16): sightings of one signal with the same end are duplicates. */
  readonly at: number
}

/** The words of a signal, with their view range (UTF-16) and their tokens; -1 if a pattern found them. */
export interface Hit {
  readonly country: string
  readonly rule: SignalRule
  readonly start: number
  readonly end: number
  readonly firstToken: number
  readonly endToken: number
}

/** Signals of one kind ("place.city", "place.country") are not independent of each other. */
const kindOf = (signal: string): string => signal.slice(0, signal.indexOf('.'))

/** Removes duplicates: sightings of one signal of one country with the same end. */
export function distinct(sightings: readonly Sighting[]): Sighting[] {
  const ends = new Map<string, Set<number>>()
  return sightings.filter(({ signal, country, at }) => {
    const key = `${signal} ${country}`
    let seen = ends.get(key)
    if (seen === undefined) {
      seen = new Set()
      ends.set(key, seen)
    }
    const known = seen.size
    return seen.add(at).size > known
  })
}

interface Standing {
  readonly country: string
  readonly weight: number
  /** It has decisive evidence, or two independent kinds that corroborate each other. */
  readonly earned: boolean
  readonly rows: readonly Evidence[]
}

/** `covered` are the countries that have a statute; another country may lead, but the verdict then abstains. */
export function verdictOver(
  sightings: readonly Sighting[],
  unplaced: Unplaced,
  weighing: SignalTiers,
  covered: ReadonlySet<string>,
): JurisdictionVerdict {
  const settled = settleShared(sightings, weighing)
  const evidence = rowsOf(settled, weighing)
  const standings = standingsOf(evidence, weighing)
  const total = standings.reduce((sum, { weight }) => sum + weight, 0)
  const [top, second] = standings
  const confidence = top === undefined ? 0 : top.weight / total
  const margin = top === undefined ? 0 : (top.weight - (second?.weight ?? 0)) / total
  const against =
    top === undefined
      ? 'no signals found'
      : objection(standings, weighing, {
          rival:
            rivalOf(top.country, settled === sightings ? standings : possible(sightings, weighing)) ??
            (unplaced.phone ? calledRival(standings, weighing) : null),
          confidence,
          margin,
          covered,
          sharedElsewhere: isSharedElsewhere(top.country, sightings, weighing),
          othersNumber: unplaced.number,
        })
  return {
    country: top === undefined || against !== null ? null : top.country,
    confidence: round4(confidence),
    margin: round4(margin),
    runner_up: second?.country ?? null,
    abstained: against !== null,
    reason: against ?? grounds(top!, confidence, weighing),
    ruleset_version: weighing.ruleset_version,
    evidence,
  }
}

/** Assigns every shared sighting to the one of its countries with the most unshared evidence, or drops it. */
function settleShared(sightings: readonly Sighting[], weighing: SignalTiers): readonly Sighting[] {
  if (!sightings.some(({ shared }) => shared)) return sightings
  const own = sightings.filter(({ shared }) => !shared)
  const weights = new Map(standingsOf(rowsOf(own, weighing), weighing).map(({ country, weight }) => [country, weight]))
  const best = new Map<string, { country: string; weight: number; tied: boolean }>()
  for (const { signal, country, shared } of sightings) {
    const weight = weights.get(country) ?? 0
    if (!shared || weight === 0) continue
    const known = best.get(signal)
    if (known === undefined || weight > known.weight) best.set(signal, { country, weight, tied: false })
    else if (weight === known.weight && country !== known.country) best.set(signal, { ...known, tied: true })
  }
  const settled = sightings.filter(({ signal, country, shared }) => {
    const chosen = best.get(signal)
    return shared && chosen !== undefined && !chosen.tied && chosen.country === country
  })
  return [...own, ...settled]
}

/** One row for each signal and country, by descending weight, then by name. */
function rowsOf(sightings: readonly Sighting[], { tiers, most_counted: most }: SignalTiers): Evidence[] {
  const rows = new Map<string, { signal: string; tier: Evidence['tier']; country: string; count: number }>()
  for (const { signal, tier, country } of sightings) {
    const key = `${signal} ${tier} ${country}`
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { signal, tier, country, count: 1 })
    else row.count++
  }
  return [...rows.values()]
    .map(({ signal, tier, country, count }) => ({
      signal,
      tier,
      country,
      count,
      weight: round4(tiers[tier] * Math.min(count, most)),
      source: 'text',
      sample: '',
    }))
    .sort(
      (a, b) => b.weight - a.weight || compareCodePoints(a.signal, b.signal) || compareCodePoints(a.country, b.country),
    )
}

/** Countries by descending weight, then by code. */
function standingsOf(rows: readonly Evidence[], weighing: SignalTiers): Standing[] {
  const byCountry = new Map<string, Evidence[]>()
  for (const row of rows) {
    const known = byCountry.get(row.country)
    if (known === undefined) byCountry.set(row.country, [row])
    else known.push(row)
  }
  return [...byCountry]
    .map(([country, own]) => ({
      country,
      weight: own.reduce((sum, { weight }) => sum + weight, 0),
      earned: own.some(({ tier }) => tier === 'A') || independent(own, weighing) > 1,
      rows: own,
    }))
    .sort((a, b) => b.weight - a.weight || compareCodePoints(a.country, b.country))
}

/** Another country that would be decisive alone, or null. Shared evidence counts for each: abstaining is better than the wrong law. */
const rivalOf = (leader: string, standings: readonly Standing[]): string | null =>
  standings.find(({ country, earned }) => earned && country !== leader)?.country ?? null

/** Another country that a number without calling code would support: "Ljubljana, Slovenia; Call 00386 ... Plovdiv, Bulgaria; Call 02 ...". */
function calledRival([top, ...others]: readonly Standing[], { kinds }: SignalTiers): string | null {
  if (top!.rows.some(({ tier }) => tier === 'A')) return null
  return others.find(({ rows }) => rows.some((row) => isOf(kinds.locating, row)))?.country ?? null
}

/** The ranking of the countries if each had all the shared evidence that may belong to it. */
function possible(sightings: readonly Sighting[], weighing: SignalTiers): Standing[] {
  const own = new Set(sightings.filter(({ shared, tier }) => !shared && tier !== 'C').map(({ country }) => country))
  return standingsOf(
    rowsOf(
      sightings.filter(({ shared, country }) => !shared || own.has(country)),
      weighing,
    ),
    weighing,
  )
}

/** True if the text names bodies or numbers of several countries, but not of the leader: Poland has no "rodné číslo". */
function isSharedElsewhere(leader: string, sightings: readonly Sighting[], { kinds }: SignalTiers): boolean {
  const own = new Set(sightings.filter(({ country }) => country === leader).map(({ at }) => at))
  return sightings.some((one) => one.shared && !own.has(one.at) && isOf(kinds.official, one))
}

/** Evidence against the leading country. */
interface Doubts {
  /** A country that other evidence decides for alone. */
  readonly rival: string | null
  readonly confidence: number
  readonly margin: number
  readonly covered: ReadonlySet<string>
  readonly sharedElsewhere: boolean
  readonly othersNumber: boolean
}

function objection([top, ...others]: readonly Standing[], weighing: SignalTiers, doubts: Doubts): string | null {
  const { rival, confidence, margin } = doubts
  const { country, rows } = top!
  const { confidence_floor: floor, margin_floor: least, rival_share: enough, kinds } = weighing
  const isOnly = (known: readonly string[]) => rows.every((row) => row.tier === 'C' || isOf(known, row))
  const otherBy = (known: readonly string[]) => others.find((other) => other.rows.some((row) => isOf(known, row)))
  if (!top!.earned) return `${country} leads but only on weak or corroborating evidence`
  if (!doubts.covered.has(country)) return `${country} leads, and no statute here covers it`
  if (rival !== null && confidence < enough)
    return `evidence is split: ${country} and ${rival} each have evidence that would decide alone`
  const numbered = otherBy(kinds.personal)
  if (numbered !== undefined && isOnly(kinds.personal))
    return `evidence is split: personal numbers of ${country} and of ${numbered.country}, and nothing else that decides`
  // Another person's number may be from any country: "Storm: CPR-nr. 041083-2976. Polyvios: ID card no. 7419409".
  if (doubts.othersNumber && isOnly(kinds.personal))
    return `a personal number of ${country}, somebody else's that names no country, and nothing else that decides`
  // The location of a body adds no evidence to its name: "File A: Finanzamt Bremen. File B: HMRC, Cardiff.".
  if (doubts.sharedElsewhere && isOnly([...kinds.official, ...kinds.locating]))
    return `evidence is split: bodies and numbers of ${country} and of other countries, and nothing else that decides`
  const elsewhere = otherBy(kinds.locating)
  if (elsewhere !== undefined && isOnly(kinds.locating))
    return `evidence is split: places in ${country} and in ${elsewhere.country}, and nothing else that decides`
  if (confidence < floor)
    return `evidence is split, ${country} at ${percent(confidence)} is below the ${percent(floor)} floor`
  if (margin < least)
    return `${country} and ${others[0]!.country} are too close (${percent(margin)} apart, ${percent(least)} needed)`
  return null
}

/** True if a signal is of one of the kinds and not weak. */
const isOf = (kinds: readonly string[], { signal, tier }: Pick<Evidence, 'signal' | 'tier'>): boolean =>
  tier !== 'C' && kinds.includes(kindOf(signal))

function grounds({ rows }: Standing, confidence: number, weighing: SignalTiers): string {
  const share = `${percent(confidence)} of total evidence weight`
  const decisive = rows.find(({ tier }) => tier === 'A')
  return decisive === undefined
    ? `${independent(rows, weighing)} independent signals agree, ${share}`
    : `strongest signal ${decisive.signal}, ${share}`
}

const percent = (share: number): string => `${Math.round(round4(share) * 100)}%`

/** Kinds of evidence that corroborate each other; weak ones count only next to evidence that ties a person in the text to the country. */
function independent(rows: readonly Evidence[], { kinds }: SignalTiers): number {
  const found = new Set(rows.filter(({ tier }) => tier !== 'C').map(({ signal }) => kindOf(signal)))
  if (rows.some((row) => isOf(kinds.tying, row)))
    for (const { signal } of rows) if (kinds.beside_ties.includes(kindOf(signal))) found.add(kindOf(signal))
  return found.size
}
