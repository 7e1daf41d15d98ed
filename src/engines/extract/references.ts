// Self-validating values: ISBNs by their check digit (ISO 2108) and web addresses by their shape (RFC 3986).
import type { ScannedText } from '../../text/scanned.ts'
import { withoutTrailing } from '../../text/trim.ts'
import { isbn } from '../../values/identifier/checks-things.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

const ISBN = /(?<![\p{L}\d-])(?:97[89][- ]?)?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX](?![\p{L}\d]|-\d)/gu
const ISBN_CUE = /isbn(?:[- ]?1[03])?[^\p{L}\d]{0,4}$/iu

/** ISBNs: thirteen digits with prefix 978 or 979, or ten with hyphens or after the word ISBN. */
export function findIsbns(text: ScannedText): Proposal[] {
  const found: Proposal[] = []
  for (const match of text.text.matchAll(ISBN)) {
    const value = match[0]
    const digits = value.replace(/[- ]/g, '')
    const isCued = ISBN_CUE.test(text.text.slice(Math.max(0, match.index - 14), match.index))
    const isShort = digits.length === 10 && !isCued && !/^\d{1,5}-\d{1,7}-\d{1,7}-[\dX]$/.test(value)
    if (isShort || !isbn(digits)) continue
    const rule = isCued ? PROPOSALS.isbn_with_cue : PROPOSALS.isbn
    found.push(proposed(rule, match.index, match.index + value.length, { isbn: digits }))
  }
  return found
}

const WEB = /(?<![\p{L}\p{N}@_.-])(?:https?:\/\/|www\.)[^\s<>"\u201c\u201d\u00ab\u00bb]{2,2000}/giu
/** Labels before, and path after, the top-level domain of an address without scheme. */
const BARE_LABELS = /(?<![\p{L}\p{N}@_./-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,4}/u
const BARE_PATH = /(?:\/[^\s<>"]{0,500})?(?![\p{L}\p{N}@_])/u
const LAST_SIGNS = '.,;:!?\'"\u2019\u201d\u00bb\u2026'

/** Finds web addresses without the punctuation around them; without a scheme, only under the given top-level domains. */
export function urlRule(topLevels: readonly string[]): (text: ScannedText) => Proposal[] {
  const bare = new RegExp(`${BARE_LABELS.source}(?:${topLevels.join('|')})${BARE_PATH.source}`, 'gu')
  return (text) => findUrls(text, bare)
}

function findUrls(text: ScannedText, bare: RegExp): Proposal[] {
  const found: Proposal[] = []
  const add = (start: number, value: string, isBare: boolean): void => {
    const kept = trimUrl(value)
    if (kept.length < 5) return
    found.push(proposed(isBare ? PROPOSALS.url_without_scheme : PROPOSALS.url, start, start + kept.length))
  }
  if (/:\/\/|www\./i.test(text.text)) for (const match of text.text.matchAll(WEB)) add(match.index, match[0], false)
  for (const match of text.text.matchAll(bare)) {
    const name = match[0].slice(0, match[0].indexOf('.'))
    // File names and sentences without a space ("done.it") have short or capitalised first labels.
    if (name.length >= 3 && !text.text.slice(match.index + match[0].length).startsWith('@'))
      add(match.index, match[0], true)
  }
  return found
}

function trimUrl(value: string): string {
  const kept = withoutTrailing(value, LAST_SIGNS)
  // A closing bracket belongs to the address only if the address contains the opening one.
  return /[([]/.test(kept) ? kept : withoutTrailing(kept, `${LAST_SIGNS})]`)
}
