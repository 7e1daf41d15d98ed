// E-mail addresses, also spelled out: "name (at) host dot org".
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT } from '../../../text/signs.ts'
import { emailAround, isHost } from '../../../values/email.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric, isWord, signAt } from '../token-questions.ts'

const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
interface Spelling {
  readonly dots: ReadonlySet<string>
  /** Top-level domains that are not words of the languages that spell out the dot. */
  readonly endings: ReadonlySet<string>
}

/** The user before a password in a web address: the text after it is not an e-mail address. */
const USER_INFO = /:\/\/[^\s/@]{1,40}:[^\s/@]{0,24}$/
const USER_WITHIN = 72

/** Maximum number of spelled-out labels of a host name. */
const MOST_LABELS = 5

export const emailDetector: DetectorFactory = (_packs, cues) => {
  const atWords = cues.add(valueCues('email_at'), 'aside')
  const spelling: Spelling = {
    dots: new Set(valueCues('email_dot').map(fold)),
    endings: new Set([...valueCues('top_levels'), ...valueCues('top_levels_abroad')]),
  }
  return {
    name: 'emails',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      if (!scanned.mayHold(AT) && !evidence.hits.has(atWords)) return claims
      const { text, tokens } = scanned
      const add: Add = (start, end, rule) => {
        claims.push(claimBy(rule, start, end))
      }
      const { signs } = scanned
      const { word } = tokens
      for (let n = 0; n < signs.length; n++) {
        const i = signs[n]!
        // The number of a Basic Latin sign is its code unit.
        if (word[i] !== AT || i === 0 || i === tokens.count - 1) continue
        const range = emailAround(scanned, tokens.start[i]!)
        if (range === null) atAround(scanned, i, spelling, add)
        else if (
          !isRepository(text, range.start, range.end) &&
          !USER_INFO.test(text.slice(Math.max(0, range.start - USER_WITHIN), range.start))
        )
          add(range.start, range.end, RULES.email)
      }
      for (const hit of evidence.hits.of(atWords)) atAround(scanned, hit.firstToken, spelling, add)
      return claims
    },
  }
}

type Add = (start: number, end: number, rule: ClaimRule) => void

function atAround(scanned: ScannedText, at: number, spelling: Spelling, add: Add): void {
  const closing = OPENING[signAt(scanned, at - 1)]
  const isBracketed = closing !== undefined && signAt(scanned, at + 1) === closing
  spelled(scanned, at, isBracketed, spelling, add)
}

/** "git@github.com:org/repo" is the address of a repository. */
const isRepository = (text: string, start: number, end: number): boolean =>
  text.slice(start, start + 4) === 'git@' && (text[end] === ':' || text[end] === '/')

/** An address whose @ is token `at`, alone or in brackets. An "at" without brackets needs a spelled dot, because the word is common. */
function spelled(scanned: ScannedText, at: number, bracketed: boolean, { dots, endings }: Spelling, add: Add): void {
  const [from, to] = bracketed ? [at - 1, at + 1] : [at, at]
  const { kind, start, end } = scanned.tokens
  if (!isAlphanumeric(kind[from - 1]) || start[from]! - end[from - 1]! > 1) return
  const host = hostAfter(scanned, to + 1, dots)
  if (host === null || !(bracketed || host.isWorded) || !isHost(host.name)) return
  // In running text only a known top-level domain counts: "at the point of" has words for @ and dot too.
  if (!bracketed && !endings.has(host.name.slice(host.name.lastIndexOf('.') + 1).toLowerCase())) return
  const first = localStart(scanned, from - 1)
  const rule = bracketed ? RULES.email_in_brackets : RULES.email_spelled
  add(start[behindDots(scanned, first, dots)]!, end[host.last]!, rule)
}

/** Signs that join the pieces of a local part. */
const LOCAL_SIGN = /^[._+-]$/
/** Maximum length of a local part (RFC 5321, 4.5.3.1.1). */
const LONGEST_LOCAL = 64

/** True if token `index` and the tokens on both sides of it touch. */
const isInside = ({ tokens: { start, end } }: ScannedText, index: number): boolean =>
  end[index - 1] === start[index] && end[index] === start[index + 1]

/** The first token of a local part whose last token is `last`: it continues to the left over signs without spaces. */
function localStart(scanned: ScannedText, last: number): number {
  const { kind, start, end } = scanned.tokens
  let first = last
  while (
    first >= 2 &&
    LOCAL_SIGN.test(signAt(scanned, first - 1)) &&
    isInside(scanned, first - 1) &&
    isAlphanumeric(kind[first - 2]) &&
    end[last]! - start[first - 2]! <= LONGEST_LOCAL
  )
    first -= 2
  return first
}

/** The host from token `from` on, its last token, and whether a dot of it is a word or in brackets; null if there is none. */
function hostAfter(
  scanned: ScannedText,
  from: number,
  dots: ReadonlySet<string>,
): { name: string; last: number; isWorded: boolean } | null {
  const { text, tokens } = scanned
  const { kind, start, end, count } = tokens
  const labels: string[] = []
  let last = -1
  let isWorded = false
  for (let i = from; i < count && labels.length < MOST_LABELS; ) {
    if (!isAlphanumeric(kind[i]) || start[i]! - end[i - 1]! > 1) break
    last = i
    while (signAt(scanned, last + 1) === '-' && isInside(scanned, last + 1) && isAlphanumeric(kind[last + 2])) last += 2
    labels.push(text.slice(start[i], end[last]))
    const next = behindDot(scanned, last + 1, dots)
    if (next < 0) break
    isWorded ||= signAt(scanned, last + 1) !== '.'
    i = next
  }
  return last < 0 ? null : { name: labels.join('.'), last, isWorded }
}

/** The token after a dot of a host at token `at`: a full stop, a word, or either in brackets; -1 if there is none. */
function behindDot(scanned: ScannedText, at: number, dots: ReadonlySet<string>): number {
  const { kind } = scanned.tokens
  const sign = signAt(scanned, at)
  if (sign === '.') return isInside(scanned, at) && isAlphanumeric(kind[at + 1]) ? at + 1 : -1
  if (sign in OPENING) {
    const isDot = dots.has(scanned.folded(at + 1)) || signAt(scanned, at + 1) === '.'
    return isDot && signAt(scanned, at + 2) === OPENING[sign] ? at + 3 : -1
  }
  return isWord(kind[at]) && dots.has(scanned.folded(at)) && isWord(kind[at + 1]) ? at + 1 : -1
}

/** The first token of a local part whose last piece is `first`: "jane dot doe at ...", "jane (dot) doe (at) ...". */
function behindDots(scanned: ScannedText, first: number, dots: ReadonlySet<string>): number {
  const { kind, start, end } = scanned.tokens
  let at = first
  for (let pieces = 1; pieces < MOST_LABELS; pieces++) {
    const isBracketed = signAt(scanned, at - 1) !== '' && OPENING[signAt(scanned, at - 3)] === signAt(scanned, at - 1)
    const dot = isBracketed ? at - 2 : at - 1
    const next = isBracketed ? at - 4 : at - 2
    if (next < 0 || !isAlphanumeric(kind[next]) || !dots.has(scanned.folded(dot))) break
    if (start[at]! - end[at - 1]! > 1 || start[next + 1]! - end[next]! > 1) break
    at = next
  }
  return at
}
