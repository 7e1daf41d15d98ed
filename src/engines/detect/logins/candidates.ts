// Candidates for user names of persons: runs of lower-case letters, digits and . _ - that are not ordinary words.
import type { Packs } from '../../../packs/load.ts'
import { Level } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { signSet } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { WordBits } from '../../../text/word-bits.ts'
import { isAlphanumeric, signCodeAt } from '../token-questions.ts'
import { withoutDigitsAtEnd } from './spelling.ts'

/** Token range; `end` is exclusive. */
export interface LoginCandidate {
  readonly first: number
  readonly end: number
  readonly value: string
}

/** POSIX user names (IEEE 1003.1, 3.437) in lower case, with full stops and hyphens inside. */
const SHAPE = /^[a-z\d](?:[a-z\d_]|[.-](?=[a-z\d])){2,31}$/
/** An initial and a family name have at least five letters; shorter unknown words are abbreviations. */
const SHORT_WORD = /^[a-z]{1,4}$/
const SEED = /^[a-z][a-z\d]{2,23}$/
const MOST_PARTS = 4
const SEED_BIT = 1

export class LoginCandidates {
  readonly #bits: WordBits

  constructor(packs: Packs) {
    const isSeed = (word: string): boolean => {
      const { given, family, word: ordinary } = packs.names().of(word)
      return ordinary < Level.uncommon || Math.max(given, family) >= Level.known
    }
    this.#bits = new WordBits(({ raw, folded }) =>
      SEED.test(raw) && isSeed(withoutDigitsAtEnd(folded)) ? SEED_BIT : 0,
    )
  }

  /** All candidates of a text, in order; no two share a token. Linear. */
  of(text: ScannedText): LoginCandidate[] {
    const { each, any } = this.#bits.over(text)
    if (any === 0) return []
    const found: LoginCandidate[] = []
    const { tokens } = text
    let behind = 0
    for (let i = 0; i < tokens.count; i++) {
      if (each[i] === 0 || i < behind) continue
      const first = runStart(text, i, behind)
      const end = runEnd(text, i)
      behind = end
      const value = text.text.slice(tokens.start[first], tokens.end[end - 1])
      if (SHAPE.test(value) && !SHORT_WORD.test(value) && isFree(text, first, end)) found.push({ first, end, value })
    }
    return found
  }
}

const isInside = signSet('.-_')

const touches = ({ tokens }: ScannedText, left: number): boolean => tokens.end[left] === tokens.start[left + 1]

function runStart(text: ScannedText, at: number, least: number): number {
  const { kind } = text.tokens
  let first = at
  while (first - 2 >= least && isInside(signCodeAt(text, first - 1)) && isAlphanumeric(kind[first - 2])) {
    if (!touches(text, first - 1) || !touches(text, first - 2) || at - first >= 2 * MOST_PARTS) break
    first -= 2
  }
  return first
}

function runEnd(text: ScannedText, at: number): number {
  const { kind, count } = text.tokens
  let end = at + 1
  while (end + 1 < count && isInside(signCodeAt(text, end)) && isAlphanumeric(kind[end + 1])) {
    if (!touches(text, end - 1) || !touches(text, end) || end - at >= 2 * MOST_PARTS) break
    end += 2
  }
  return end
}

/** Signs that make the adjacent text part of something longer: an address, a path, a number, a tag, a call. */
const tiesBefore = signSet('@/\\.-_#$%&+~*<')
const tiesBehind = signSet('@/\\-_#$%&+~*(>=')

/** Text before and after the host in a syslog line (RFC 3164, 4.1.2; RFC 3339 for the time): "07:58:12 srv-dc01 sshd[2187]: ". */
const TIME_BEFORE = /\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)? $/
const PROCESS_BEHIND = /^ [\w./-]{1,40}(?:\[\d{1,7}\])?: /
const TIME_WITHIN = 26
const PROCESS_WITHIN = 56

function isHost({ text, tokens }: ScannedText, first: number, end: number): boolean {
  const behind = tokens.end[end - 1]!
  if (!PROCESS_BEHIND.test(text.slice(behind, behind + PROCESS_WITHIN))) return false
  const start = tokens.start[first]!
  return TIME_BEFORE.test(text.slice(Math.max(0, start - TIME_WITHIN), start))
}

function isFree(text: ScannedText, first: number, end: number): boolean {
  const { kind, count } = text.tokens
  if (isHost(text, first, end)) return false
  if (first > 0 && kind[first - 1] !== TokenKind.newline && touches(text, first - 1)) {
    if (kind[first - 1] !== TokenKind.sign || tiesBefore(signCodeAt(text, first - 1))) return false
  }
  if (end >= count || kind[end] === TokenKind.newline || !touches(text, end - 1)) return true
  if (kind[end] !== TokenKind.sign || tiesBehind(signCodeAt(text, end))) return false
  // "host:8080", "std::vector", "it's"
  const unit = signCodeAt(text, end)
  return !(isTight(unit) && end + 1 < count && kind[end + 1] !== TokenKind.newline && touches(text, end))
}

/** : ' and . separate parts of a sentence only before a space. */
const isTight = signSet(":'\u2019.")
