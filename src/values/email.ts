// Email addresses: plain, Unicode (RFC 6531), and obfuscated ("at", "dot").
import type { Range } from '../text/range.ts'
import { FULL_STOP, HYPHEN, SPACE, signSet } from '../text/signs.ts'
import { sliceOf, type TextUnits, unitAt, unitsOf } from '../text/unit-classes.ts'

/** RFC 5321 4.5.3.1: 64 octets before the @, 255 after it. */
const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 255

// RFC 5322 atext without the signs that in running text usually belong to the sentence or to a URL.
const LOCAL = /[\p{L}\p{N}\p{M}._%+\-'&~]/u
const DOMAIN = /[\p{L}\p{N}\p{M}.-]/u

const IN_LOCAL = 1
const IN_DOMAIN = 2
const ASKED = 4
/** Both bits for each UTF-16 unit, filled on first use, so that start-up costs nothing. */
const places = new Uint8Array(65536)

function placesOf(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = ASKED | (LOCAL.test(character) ? IN_LOCAL : 0) | (DOMAIN.test(character) ? IN_DOMAIN : 0)
  places[unit] = found
  return found
}

const mayStand = (unit: number, where: number): boolean => ((places[unit] || placesOf(unit)) & where) !== 0

const TOP_LEVEL = /^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu
/** File extensions in file names with an @: "logo@2x.png". */
const FILE_ENDING = /^(?:png|jpe?g|gif|svg|webp|css|js|ts|tsx|json|html?|pdf|docx?|xlsx?|zip|gz|log)$/i
/** Maximum letters of such an extension, and of a top-level domain that is not digits and hyphens. */
const LONGEST_ENDING = 4
const LONGEST_TOP = 24

/** Signs that may occur inside a local part, but not at its edge. */
const isRim = signSet("'.&~-")

const HIDDEN_AT = / ?(?:\( ?(?:at|@) ?\)|\[ ?(?:at|@) ?\]|\{ ?(?:at|@) ?\}| at ) ?/i
const HIDDEN_DOT = / ?(?:\( ?(?:dot|\.) ?\)|\[ ?(?:dot|\.) ?\]|\{ ?(?:dot|\.) ?\}| dot ) ?/gi

/** Range of the address around the @ at index `at`, or null if there is none. Bounded work. */
export function emailAround(text: TextUnits, at: number): Range | null {
  const { units } = text
  let start = at
  while (start > 0 && at - start < LONGEST_LOCAL && mayStand(units[start - 1]!, IN_LOCAL)) start--
  // Quotation marks and full stops at the edge belong to the sentence.
  while (start < at && isRim(units[start]!)) start++
  if (start === at || units[at - 1] === FULL_STOP) return null
  // A space after the @ is a typing error if a host name follows.
  const from = unitAt(units, at + 1) === SPACE ? at + 2 : at + 1
  const limit = Math.min(units.length, at + LONGEST_DOMAIN)
  let stop = from
  while (stop < limit && mayStand(units[stop]!, IN_DOMAIN)) stop++
  const end = domainEnd(text, from, stop)
  return end === null ? null : { start, end }
}

/** End of the host name in text[from, to), or null if there is none: labels of letters, the last a top-level domain. */
function domainEnd({ text, units }: TextUnits, from: number, to: number): number | null {
  // The name ends at the last possible label: "bob@example.org.Next", "bob@example.org.".
  let stop = to
  while (stop > from && units[stop - 1] === FULL_STOP) stop--
  let labels = 0
  let top = from
  let end = from
  for (let first = from; first < stop; ) {
    let next = first
    while (next < stop && units[next] !== FULL_STOP) next++
    if (next === first || units[first] === HYPHEN || units[next - 1] === HYPHEN) break
    labels++
    top = first
    end = next
    first = next + 1
  }
  if (labels < 2 || !(isBasicTop(units, top, end) || TOP_LEVEL.test(sliceOf(text, top, end)))) return null
  return labels === 2 && end - top <= LONGEST_ENDING && FILE_ENDING.test(sliceOf(text, top, end)) ? null : end
}

/** Most top-level domains are two to six letters of Basic Latin. */
function isBasicTop(units: Uint16Array, from: number, end: number): boolean {
  if (end - from < 2 || end - from > LONGEST_TOP) return false
  for (let at = from; at < end; at++) if (!isBasicLetter(units[at]!)) return false
  return true
}

function isBasicLetter(unit: number): boolean {
  const small = unit | 32
  return small >= 97 && small <= 122
}

/** True for a host name with a top-level domain, as in an email address. */
export const isHost = (value: string): boolean =>
  domainEnd({ text: value, units: unitsOf(value) }, 0, value.length) === value.length

/** Lower-cased address with obfuscated signs decoded: "Ana [at] Example dot org" -> "ana@example.org". */
export function normalizeEmail(value: string): string {
  // White space is collapsed first, so that the patterns below stay linear on any input.
  const single = value.replace(/\s+/g, ' ')
  const open = single.includes('@') && !/[([{] ?@/.test(single) ? single : single.replace(HIDDEN_AT, '@')
  return open
    .replace(HIDDEN_DOT, '.')
    .replace(/^mailto:/i, '')
    .replaceAll(' ', '')
    .toLowerCase()
}
