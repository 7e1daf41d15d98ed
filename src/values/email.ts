// E-mail addresses: plain, Unicode (RFC 6531) and written to hide from robots.
import { codeAt } from '../text/unit-classes.ts'

/** RFC 5321 4.5.3.1: 64 octets before the @, 255 behind it. */
const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 255

// RFC 5322 atext without the signs that in running text rather belong to the sentence or to a URL.
const LOCAL = /[\p{L}\p{N}\p{M}._%+\-'&~]/u
const DOMAIN = /[\p{L}\p{N}\p{M}.-]/u

/** Bits of what may stand in the name of a mailbox, and in that of its host. */
const IN_LOCAL = 1
const IN_DOMAIN = 2
const ASKED = 4
/** Both for each UTF-16 unit, filled on first use so that start-up pays nothing. */
const places = new Uint8Array(65536)

function placesOf(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = ASKED | (LOCAL.test(character) ? IN_LOCAL : 0) | (DOMAIN.test(character) ? IN_DOMAIN : 0)
  places[unit] = found
  return found
}

function mayStand(text: string, at: number, where: number): boolean {
  const unit = codeAt(text, at)
  return ((places[unit] || placesOf(unit)) & where) !== 0
}

const TOP_LEVEL = /^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu
/** Endings of files that people write with an @ before them: "logo@2x.png". */
const FILE_ENDING = /^(?:png|jpe?g|gif|svg|webp|css|js|ts|tsx|json|html?|pdf|docx?|xlsx?|zip|gz|log)$/i

/** What stands in names of mailboxes, but not at their rim. */
const RIM = "'.&~-"

const HIDDEN_AT = / ?(?:\( ?(?:at|@) ?\)|\[ ?(?:at|@) ?\]|\{ ?(?:at|@) ?\}| at ) ?/i
const HIDDEN_DOT = / ?(?:\( ?(?:dot|\.) ?\)|\[ ?(?:dot|\.) ?\]|\{ ?(?:dot|\.) ?\}| dot ) ?/gi

/** Range of the address around the @ at index `at`, or null when it ties no address together. Bounded work. */
export function emailAround(text: string, at: number): { start: number; end: number } | null {
  let start = at
  while (start > 0 && at - start < LONGEST_LOCAL && mayStand(text, start - 1, IN_LOCAL)) start--
  // Quotes and dots at the rim belong to the sentence.
  while (start < at && RIM.includes(text[start]!)) start++
  if (start === at || text[at - 1] === '.') return null
  // A stray space behind the @ is a slip of the keyboard when a host name follows.
  const from = text[at + 1] === ' ' ? at + 2 : at + 1
  let stop = from
  while (stop < text.length && stop - at < LONGEST_DOMAIN && mayStand(text, stop, IN_DOMAIN)) stop++
  const end = domainEnd(text, from, stop)
  return end === null ? null : { start, end }
}

/** Where the host name in text[from, to) ends, or null when it is none: labels of letters, the last a top-level domain. */
function domainEnd(text: string, from: number, to: number): number | null {
  const labels = text.slice(from, to).split('.')
  // "bob@example.org.Next" and "bob@example.org." end at the last label that can be one.
  while (labels.length > 0 && labels[labels.length - 1] === '') labels.pop()
  if (labels.length < 2) return null
  if (labels.some((label) => label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-'))) {
    const bad = labels.findIndex((label) => label === '' || label.startsWith('-') || label.endsWith('-'))
    labels.length = bad < 0 ? labels.length : bad
    if (labels.length < 2) return null
  }
  const top = labels[labels.length - 1]!
  if (!TOP_LEVEL.test(top) || (labels.length === 2 && FILE_ENDING.test(top))) return null
  return from + labels.join('.').length
}

/** Is this a host name with a top-level domain, as in an address? */
export function isHost(value: string): boolean {
  return domainEnd(value, 0, value.length) === value.length
}

/** Lower-cased address with "(at)" and "dot" read out: "Ana [at] Example dot org" -> "ana@example.org". */
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
