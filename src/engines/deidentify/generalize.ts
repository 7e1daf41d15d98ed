// Generalises values: to a year, a network, coordinates with a precision of about eleven kilometres, the beginning of a postal code, an age.
import type { Coarseness, Generalization } from '../../packs/schemas/category.ts'
import { viewOf } from '../../text/view.ts'
import { ipv6Groups, isIpv4, normalizeIp } from '../../values/network.ts'
import { normalizeFor } from '../../values/normalizers.ts'

type Coarser = (value: string, country: string | null, limits: Coarseness) => string | null

const coarser: Readonly<Record<Generalization, Coarser>> = {
  label: () => null,
  year,
  network,
  coordinates,
  postcode,
  age,
}

/**
 * The generalised form of a value, or null if there is none and the label replaces it. `country` decides the order of numeric dates, `limits`
 * are those of the governing statute.
 */
export const generalize = (
  kind: Generalization,
  value: string,
  country: string | null,
  limits: Coarseness,
): string | null => coarser[kind](viewOf(value).text.trim(), country, limits)

/** The year of a date if it has four digits: the century of a two-digit year would be a guess. */
function year(value: string, country: string | null, limits: Coarseness): string | null {
  const written = [...new Set(value.match(/(?<!\d)(?:18|19|20)\d{2}(?!\d)/g) ?? [])]
  if (written.length === 1) return shownYear(written[0]!, limits)
  const iso = /^(\d{4})-\d{2}-\d{2}$/.exec(normalizeFor('date', value, country))
  return iso !== null && value.includes(iso[1]!) ? shownYear(iso[1]!, limits) : null
}

/** A year, or null if somebody who lived then is older than the statute lets a copy show. */
export const shownYear = (year: string, { ages }: Coarseness): string | null =>
  ages !== undefined && Number(year) < ages.as_of - ages.oldest ? null : year

/** The first digits of a postal code, also of one in an address, with what stays before it; zeros where few people live. */
function postcode(value: string, _country: string | null, { postcodes }: Coarseness): string | null {
  if (postcodes === undefined) return null
  const { keep, zeroed } = postcodes
  const shortened = (code: string): string => {
    const kept = code.slice(0, keep)
    return zeroed.includes(kept) ? '0'.repeat(keep) : kept
  }
  const alone = new RegExp(postcodes.alone, 'u').exec(value)
  if (alone !== null) return shortened(alone[1]!)
  const [, before, code] = [...value.matchAll(new RegExp(postcodes.in_address, 'gu'))].at(-1) ?? []
  return code === undefined ? null : before + shortened(code)
}

/** An age in years; those beyond the oldest of the statute as one group. */
function age(value: string, _country: string | null, { ages }: Coarseness): string | null {
  const [years] = /^\d{1,3}(?![\d.,])/.exec(value) ?? []
  if (years === undefined) return null
  return ages !== undefined && Number(years) > ages.oldest ? `${ages.oldest + 1}+` : value
}

/** IPv4 -> its /24, IPv6 -> its /48 (the usual size of one site, RFC 6177); an IPv4-mapped address is treated as IPv4. */
function network(value: string): string | null {
  const address = normalizeIp(value)
  if (isIpv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const groups = ipv6Groups(address)
  if (groups === null) return null
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return `${groups[6]! >> 8}.${groups[6]! & 0xff}.${groups[7]! >> 8}.0/24`
  const [a, b, c] = groups.slice(0, 3).map((group) => group.toString(16))
  return `${normalizeIp(`${a}:${b}:${c}:0:0:0:0:0`)}/48`
}

// One coordinate: degrees, then perhaps minutes and seconds, with the hemisphere before or after (ISO 6709 annex D).
const COORDINATE =
  /([NSEW])?\s{0,2}([+-]?\d{1,3}(?:\.\d{1,12})?)(?!\d)\s{0,2}(°)?(?:\s{0,2}(\d{1,2}(?:\.\d{1,8})?)\s{0,2}['′’](?:\s{0,2}(\d{1,2}(?:\.\d{1,8})?)\s{0,2}(?:["″”]|''))?)?(?:\s{0,2}([NSEW])(?![a-z]))?/gi

/** Latitude and longitude, each to one decimal of a degree. */
function coordinates(value: string): string | null {
  if (value.length > 120) return null
  const found = [...value.matchAll(COORDINATE)]
  if (found.length !== 2) return null
  const parts = found.map(([, before, degrees, sign, minutes, seconds, after]) => {
    const size = Math.abs(Number(degrees)) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
    const fixed = size.toFixed(1)
    const hemisphere = (before ?? after ?? '').toUpperCase()
    const negative = degrees!.startsWith('-') && Number(fixed) !== 0
    return `${negative ? '-' : ''}${fixed}${sign ?? ''}${hemisphere === '' ? '' : ` ${hemisphere}`}`
  })
  return parts.join(', ')
}
