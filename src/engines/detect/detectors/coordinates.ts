// Geographic coordinates: two decimals in range after a cue, or with degrees or compass letters (ISO 6709, RFC 5870).
import type { ScannedText } from '../../../text/scanned.ts'
import { COMMA, DEGREE, FULL_STOP, HYPHEN, PLUS, SPACE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isLetterOrNumberUnit, unitAt } from '../../../text/unit-classes.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'

const REACH = 30
/** Longest pair. */
const WITHIN = 64
// 35.944719, 14.555105 with optional sign, degree sign and compass letter, or 51°30'26"N 0°7'39"W; the second may have
// its label before it ("Lat: 35.944719, Long: 14.555105").
const DECIMAL =
  /^([+-]?\d{1,2}\.\d{3,10})(["']?\s?\u00b0?\s?)([NS]\b)?(\s{0,2}[,;/& ]\s{0,2}["']?(?:\p{L}{2,12})?["']?[\s:=]{0,3}["']?)([+-]?\d{1,3}\.\d{3,10})(?:\s?\u00b0)?(?:\s?([EWO])\b)?/u
const SEXAGESIMAL =
  /^\d{1,2}\u00b0\s?\d{1,2}['\u2032\u2019]\s?(?:\d{1,2}(?:\.\d{1,4})?(?:["\u2033\u201d]|'')\s?)?[NS][,;\s]{1,3}(?:\p{L}{2,12}[\s:=.]{1,3})?\d{1,3}\u00b0\s?\d{1,2}['\u2032\u2019]\s?(?:\d{1,2}(?:\.\d{1,4})?(?:["\u2033\u201d]|'')\s?)?[EWO]/u

/** A pair in the format of map services: both with at least five decimals, and not part of a list. */
const MAPPED = /\d\.\d{5,10}, [+-]?\d{1,3}\.\d{5,10}(?!\d|\.\d)/
const LISTED_BEFORE = /(?:[[({=;|\t\d]|(?:^|[^\p{L}]),)\s?$/u
/** Another number; a date after the pair is allowed, as the time of the visit. */
const LISTED_BEHIND = /^\s?(?:[,;|\t]\s?(?!(?:19|20)\d{2}-\d{2}-)[+-]?\d|[\])}%])/
/** A compass letter of a latitude, after its number or alone; COMPASS is tested only if the text has such a word. */
const COMPASS_WORD = /(?:^|\d)[NS]$/
const COMPASS = /\d\s?[NS][,;/ ]\s?\d/

export const coordinateDetector: DetectorFactory = (_packs, cues) => {
  const cue = cues.add(valueCues('gps'), 'gps')
  const apart = cues.add(valueCues('gps_apart'), 'aside')
  const groups = { cue, apart }
  const compass = cues.ask(({ raw }) => COMPASS_WORD.test(raw))
  return {
    name: 'coordinates',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text, units, tokens, digits } = scanned
      // Computed at the first number that could be a coordinate.
      let isSpoken: boolean | null = null
      let reached = 0
      for (let n = 0; n < digits.length; n++) {
        const i = digits[n]!
        if (i + 2 >= tokens.count) break
        if (tokens.start[i]! < reached) continue
        if (tokens.kind[i] !== TokenKind.number || tokens.end[i]! - tokens.start[i]! > 2) continue
        const next = unitAt(units, tokens.end[i]!)
        if (next !== FULL_STOP && next !== DEGREE) continue
        isSpoken ??= mayHaveCoordinates(scanned, evidence, cue, compass)
        if (!isSpoken) return claims
        const start = coordinateStart(units, tokens.start[i]!)
        if (start < 0) continue
        const rest = text.slice(start, start + WITHIN)
        const pair = DECIMAL.exec(rest)
        const end = pair === null ? addExact(claims, start, rest) : addPair(claims, text, start, pair, evidence, groups)
        if (end > 0) reached = end
      }
      return claims
    },
  }
}

/** True if the text has a cue, a degree sign, a compass letter after a number, or a pair as map services write it. */
function mayHaveCoordinates(scanned: ScannedText, { hits }: Evidence, cue: number, compass: number): boolean {
  const { text } = scanned
  if (hits.has(cue) || (scanned.mayHold(DEGREE) && text.includes('\u00b0'))) return true
  return ((hits.words.any & compass) !== 0 && COMPASS.test(text)) || (mayBeMapped(scanned) && MAPPED.test(text))
}

interface Groups {
  readonly cue: number
  readonly apart: number
}

/** The start of a number with its sign; -1 inside a longer value. */
function coordinateStart(units: Uint16Array, start: number): number {
  const before = unitAt(units, start - 1)
  if (before === FULL_STOP || isLetterOrNumberUnit(before)) return -1
  const isSigned = (before === HYPHEN || before === PLUS) && !isLetterOrNumberUnit(unitAt(units, start - 2))
  return isSigned ? start - 1 : start
}

/** Adds degrees, minutes and seconds with compass letters; returns their end, 0 if there are none. */
function addExact(claims: Claim[], start: number, rest: string): number {
  const exact = SEXAGESIMAL.exec(rest)
  if (exact === null) return 0
  const end = start + exact[0].length
  claims.push(claimBy(RULES.coordinates_marked, start, end))
  return end
}

/** Adds a pair of decimals; returns its end, 0 if it is no coordinate. */
function addPair(
  claims: Claim[],
  text: string,
  start: number,
  pair: RegExpExecArray,
  evidence: Evidence,
  groups: Groups,
): number {
  const [written, latitude, close, north, between, longitude] = pair
  const end = start + written.length
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return 0
  if (/^[\d.]\d/.test(text.slice(end, Math.min(end + 2, start + WITHIN)))) return 0
  const rule = ruleFor(text, start, pair, evidence, groups)
  if (rule === null) return 0
  // "lat":51.5007,"lng":-0.1246: two values with a name between, so two claims.
  const isNamed = /\p{L}/u.test(between!)
  if (isNamed) claims.push(claimBy(rule, start, start + latitude!.length))
  const second = start + latitude!.length + close!.length + (north?.length ?? 0) + between!.length
  claims.push(claimBy(rule, isNamed ? second : start, end))
  return end
}

function ruleFor(
  text: string,
  start: number,
  pair: RegExpExecArray,
  evidence: Evidence,
  { cue, apart }: Groups,
): ClaimRule | null {
  const [written, , , north, , , east] = pair
  const hasCompass = north !== undefined && east !== undefined
  if (hasCompass || written.includes('\u00b0') || text.slice(Math.max(0, start - 4), start) === 'geo:')
    return RULES.coordinates_marked
  if (evidence.cue(cue, start, REACH) >= 0 && !isApart(evidence, apart, start)) return RULES.coordinates_near_cue
  return isMapped(text, start, pair) ? RULES.coordinates_of_map : null
}

/** "lat_offset,lon_offset": a distance from a place, in the column header or directly before. */
const isApart = (evidence: Evidence, apart: number, start: number): boolean => evidence.cue(apart, start, REACH) >= 0

/** True if at least five digits are between a full stop and a comma with a space. */
function mayBeMapped({ units, tokens: { start, end, kind }, digits }: ScannedText): boolean {
  for (let n = 0; n < digits.length; n++) {
    const i = digits[n]!
    if (kind[i] !== TokenKind.number || end[i]! - start[i]! < 5 || unitAt(units, start[i]! - 1) !== FULL_STOP) continue
    if (unitAt(units, end[i]!) === COMMA && unitAt(units, end[i]! + 1) === SPACE) return true
  }
  return false
}

/** "52.520008, 13.404954" in a sentence: as map services write it, not in brackets or among other numbers as in code and tables. */
function isMapped(text: string, start: number, [written, latitude, , , between, longitude]: RegExpExecArray): boolean {
  const decimals = (value: string) => value.length - value.indexOf('.') - 1
  if (between !== ', ' || decimals(latitude!) < 5 || decimals(latitude!) !== decimals(longitude!)) return false
  const end = start + written.length
  return (
    !LISTED_BEFORE.test(text.slice(Math.max(0, start - 3), start)) && !LISTED_BEHIND.test(text.slice(end, end + 12))
  )
}
