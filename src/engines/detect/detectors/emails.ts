// E-mail addresses, also spelled out: "name (at) host dot org".
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT } from '../../../text/signs.ts'
import { emailAround, isHost } from '../../../values/email.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
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
      const add: Add = (start, end, confidence) => {
        claims.push(claimOf('PII-3-EMAIL', start, end, confidence, 'rule:email', 'pattern'))
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
          add(range.start, range.end, 0.98)
      }
      for (const hit of evidence.hits.of(atWords)) atAround(scanned, hit.firstToken, spelling, add)
      return claims
    },
  }
}

type Add = (start: number, end: number, confidence: number) => void

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
  const { text, tokens } = scanned
  const { kind, start, end } = tokens
  let first = from - 1
  if (!isAlphanumeric(kind[first]) || start[from]! - end[first]! > 1) return
  // The local part continues to the left over "." "_" "-" "+" without spaces, at most 64 characters (RFC 5321).
  while (
    first >= 2 &&
    /^[._+-]$/.test(signAt(scanned, first - 1)) &&
    end[first - 1] === start[first] &&
    isAlphanumeric(kind[first - 2]) &&
    end[first - 2] === start[first - 1] &&
    end[from - 1]! - start[first - 2]! <= 64
  )
    first -= 2
  let host = ''
  let last = -1
  let worded = false
  for (let i = to + 1, labels = 0; i < tokens.count && labels < MOST_LABELS; labels++) {
    if (!isAlphanumeric(kind[i]) || start[i]! - end[i - 1]! > 1) break
    host += text.slice(start[i], end[i])
    last = i++
    while (
      signAt(scanned, i) === '-' &&
      end[i - 1] === start[i] &&
      isAlphanumeric(kind[i + 1]) &&
      end[i] === start[i + 1]
    ) {
      host += `-${text.slice(start[i + 1], end[i + 1])}`
      last = i + 1
      i += 2
    }
    const sign = signAt(scanned, i)
    if (sign === '.' && end[i - 1] === start[i] && start[i + 1] === end[i] && isAlphanumeric(kind[i + 1])) i++
    else if (
      sign in OPENING &&
      signAt(scanned, i + 2) === OPENING[sign] &&
      (dots.has(scanned.folded(i + 1)) || signAt(scanned, i + 1) === '.')
    ) {
      i += 3
      worded = true
    } else if (isWord(kind[i]) && dots.has(scanned.folded(i)) && isWord(kind[i + 1])) {
      i++
      worded = true
    } else break
    host += '.'
  }
  host = host.replace(/\.$/, '')
  if (last < 0 || !(bracketed || worded) || !isHost(host)) return
  // In running text only a known top-level domain counts: "at the point of" has words for @ and dot too.
  if (!bracketed && !endings.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())) return
  add(start[behindDots(scanned, first, dots)]!, end[last]!, bracketed ? 0.95 : 0.9)
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
