// Secrets after their cue: passwords, PINs and keys.
import type { Packs } from '../../../packs/load.ts'
import { Level } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { withoutTrailing } from '../../../text/trim.ts'
import { WordFacts, wordOf } from '../../../text/words.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'
import { isMixed, isProgramName, isRandom, looksMade, MADE_UP, MIXED, standsApart } from '../made-up-values.ts'
import { isAlphanumeric, isWord, signAt } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

/** Placeholders and calls in the position of a password. */
const PLACEHOLDERS = /^(?:\*+|x{3,}|\.{3,}|\[.*|<.*|\{.*|\$\{.*|%.*%|-+|[a-z_$][\w$]*(?:\.[\w$]+)*\(.*)$/i
const LONGEST_KEY = 512
const LONGEST_PASSWORD = 64

interface Between {
  /** Words that introduce the value: "is", "lautet". */
  readonly states: WordFacts<boolean>
  /** The same, including words that are too short to be skipped elsewhere: "é", "är". */
  readonly means: WordFacts<boolean>
  readonly links: WordFacts<boolean>
  /** Words before "code" that exclude a secret: "promo", "source". */
  readonly others: WordFacts<boolean>
  readonly placeholders: ReadonlySet<string>
  /** True for an ordinary word of a language, which can follow "password" and a verb: "wurde gelöscht", "is verlopen". */
  readonly isWord: (folded: string) => boolean
}

function betweenWords(packs: Packs): Between {
  const among = (...kinds: readonly string[]) => {
    const words: ReadonlySet<string> = new Set(kinds.flatMap((kind) => valueCues(kind)).map(fold))
    return new WordFacts<boolean>(({ folded }) => words.has(folded))
  }
  return {
    states: among('states_value'),
    means: among('states_value', 'states_value_briefly'),
    links: among('states_value', 'leads_to_value'),
    others: among('open_code'),
    placeholders: new Set(valueCues('stands_for_secret')),
    isWord: (folded) => packs.names().of(folded).word >= Level.rare,
  }
}

export const secretDetector: DetectorFactory = (packs, cues) => {
  const groups = {
    password: cues.add(valueCues('password'), 'secret'),
    pin: cues.add(valueCues('pin'), 'secret'),
    secret: cues.add(valueCues('secret'), 'secret'),
    code: cues.add(valueCues('code'), 'aside'),
    unlock: cues.add(valueCues('unlocks_with'), 'aside'),
  }
  const logins = cues.add([...valueCues('login'), ...valueCues('credentials')], 'login')
  const between = betweenWords(packs)
  const ties: ReadonlySet<string> = new Set(valueCues('states_value_before').map(fold))
  const joins: ReadonlySet<string> = new Set(valueCues('joins_secrets'))
  // One group of all cues, so that most hits are rejected with one test.
  const announcing = cues.add(
    ['password', 'pin', 'secret', 'code', 'unlocks_with'].flatMap((kind) => valueCues(kind)),
    'aside',
  )
  return {
    name: 'secrets',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { hits } = evidence
      if (hits.has(logins)) for (const { start } of hits.of(logins)) addPair(scanned.text, start, claims)
      if (scanned.mayHold(AT)) addCredentials(scanned, claims)
      if (!hits.has(announcing)) return claims
      for (const { says, start, end, firstToken, endToken } of hits.all) {
        if (!says.has(announcing)) continue
        const isSecret = says.has(groups.secret)
        const isPassword = says.has(groups.password)
        const isPin = says.has(groups.pin)
        const isCode = says.has(groups.unlock) || (says.has(groups.code) && !isSomeCode(scanned, firstToken, between))
        if (!isSecret && !isPassword && !isPin && !isCode) continue
        // "klucz api_key=": the cue is the beginning of another cue. "user:pw@host": it is a value itself.
        const isOther = scanned.text[end] === '_' && hits.between(end, end + TAIL).some(({ start }) => start < end)
        if (isOther || scanned.text[end] === '@') continue
        const claim =
          announced(scanned, end, endToken, { isKey: isSecret, isPassword, isPin, isCode }, between) ??
          (isPassword
            ? (answered(scanned, end) ?? statedBefore(scanned, start, end, ties) ?? statedLater(scanned, end, between))
            : null)
        if (claim === null) continue
        claims.push(claim)
        if (isPassword) another(scanned, claim, joins, claims)
      }
      return claims
    },
  }
}

/** Maximum length of the rest of a longer cue that begins inside this one: "_token". */
const TAIL = 8

/** Text from the host of an e-mail address to the password next to it: "login: ana@example.org / sun4Rise!". */
const PAIR = /^@[\w.-]{3,60}["'`]? {0,2}[/|] {0,2}["'`]?(?=[A-Za-z])/
const LOGIN_WITHIN = 90
const HOST_WITHIN = 72

function addPair(text: string, at: number, claims: Claim[]): void {
  const sign = at + text.slice(at, at + LOGIN_WITHIN).search(/[@\n]/)
  const beside = sign < at ? null : PAIR.exec(text.slice(sign, sign + HOST_WITHIN))
  if (beside === null) return
  const start = sign + beside[0].length
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const value = text.slice(start, end)
  if (!standsApart(value)) return
  claims.push(claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:password'))
}

/** "-u ana@example.org:sun4Rise!": user and password of RFC 7617, as in command lines and leaked lists. */
const CREDENTIALS = /^@[\w.-]{3,60}:(?=[!-~]{8,64}(?:\s|["'`]|$))/

/** "postgres://ana:sun4Rise!@db02.example": a password in a web address (RFC 3986, 3.2.1). */
const USER_INFO = /:\/\/[\w.%-]{0,40}:([^\s:@/"'<>{}$]{4,64})@(?=[\w[])/g

/** Adds passwords after an e-mail address and a colon. After a host, a colon precedes a port, a path or words. */
function addCredentials({ text }: ScannedText, claims: Claim[]): void {
  if (text.includes('://'))
    for (const { 0: whole, 1: value, index } of text.matchAll(USER_INFO)) {
      const end = index + whole.length - 1
      if (!PLACEHOLDERS.test(value!))
        claims.push(claim(end - value!.length, end, 'PII-8-PASSWORD', 0.9, 'rule:password'))
    }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const tie = CREDENTIALS.exec(text.slice(at, at + HOST_WITHIN + LONGEST_PASSWORD))
    if (tie === null) continue
    const start = at + tie[0].length
    const end = valueRun(text, start, LONGEST_PASSWORD)
    const value = text.slice(start, end)
    if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || /[/=:,;]/.test(value)) continue
    claims.push(claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:password'))
  }
}

/** The end of a question, the line break and the speaker of the answer: "wifi pw?\nana: sun4Rise!". */
const ANSWER = /^[^\n?]{0,24}\?[^\S\n]{0,3}\n[^\n:<>]{1,24}[:>] {1,2}/

/** The password that is alone in the line that answers a question about it. */
function answered({ text }: ScannedText, at: number): Claim | null {
  const before = ANSWER.exec(text.slice(at, at + 60))
  if (before === null) return null
  const start = at + before[0].length
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const value = text.slice(start, end)
  return isMixed(value) && isLast(text, end) ? claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:password') : null
}

/** Number of characters and of words before a cue that are searched for its value. */
const BEFORE_WITHIN = 96
const MOST_TIES = 4
const SMALL = /^\p{Ll}{1,10}$/u
/** End of a clause after "as the password". */
const CLAUSE_ENDS = /^(?:["')]?[.,;!?)\n]|\s{0,2}$| {1,2}(?:\p{Ll}{2,3} |-|\u2013))/u

/** "use Sun4rise! as the portal password", "moon-77k is your new password": letters with digits before the word that connects them to the cue. */
function statedBefore({ text }: ScannedText, cue: number, cueEnd: number, ties: ReadonlySet<string>): Claim | null {
  if (!CLAUSE_ENDS.test(text.slice(cueEnd, cueEnd + 12))) return null
  const words = text
    .slice(Math.max(0, cue - BEFORE_WITHIN), cue)
    .split(/[\s\u00a0"'`(]/)
    .filter((word) => word !== '')
  let at = words.length - 1
  while (at > 0 && at > words.length - MOST_TIES && SMALL.test(words[at]!) && !ties.has(fold(words[at]!))) at--
  const value = at > 0 && ties.has(fold(words[at]!)) ? words[at - 1]! : ''
  if (value.length < 6 || value.length > 40 || !/^[!-~]+$/.test(value) || /[/@=:.,;]/.test(value)) return null
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || (value.length < 8 && !/[!#$%&*?_+-]/.test(value))) return null
  const start = text.lastIndexOf(value, cue)
  return claim(start, start + value.length, 'PII-8-PASSWORD', 0.85, 'rule:password')
}

/** The rest of a sentence after a cue, and up to four words of the next sentence, up to a colon or a word that may introduce the value. */
const NEXT_FIELD = /^[^\n:=.!?;]{0,32}[.!?;] {1,2}(?:\p{L}{1,12} ){0,3}(\p{L}{2,12})(: {0,2}| )/u
const NEXT_WITHIN = 72
/** Longer values are ordinary names. */
const LONGEST_LATER = 24

const isSentenceEnd = (text: string) => /^[.!?;]/.test(text)

/** "... cannot reset the password. Old one: Sun4rise!", "The old one was Sun4rise!": a password-like value in the next sentence. */
function statedLater({ text }: ScannedText, at: number, { states }: Between): Claim | null {
  const [before, last = '', gap] = NEXT_FIELD.exec(text.slice(at, at + NEXT_WITHIN)) ?? []
  if (before === undefined) return null
  // The verb must directly follow the sentence that ends with the cue; after other words it may concern something else.
  if (gap === ' ' && !(isSentenceEnd(before) && states.of(wordOf(last)))) return null
  const start = at + before.length
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const isMade = end - start <= LONGEST_LATER && MADE_UP.test(text.slice(start, end))
  return isMade ? claim(start, end, 'PII-8-PASSWORD', 0.8, 'rule:password') : null
}

/** A comma or a word between two passwords of one cue: "the passwords are Sun4rise! and moon-77k". */
const JOINS = /^(?:, {1,2}| {1,2}([^ ]{1,3}) {1,2})/

/** Adds a password that follows another in one sentence, if it cannot be an ordinary word. */
function another({ text }: ScannedText, { end, category }: Claim, joins: ReadonlySet<string>, claims: Claim[]): void {
  const gap = JOINS.exec(text.slice(end, end + 8))
  if (gap === null || category !== 'PII-8-PASSWORD') return
  if (gap[1] !== undefined && !joins.has(gap[1])) return
  const start = end + gap[0].length
  const stop = valueRun(text, start, LONGEST_PASSWORD)
  const value = text.slice(start, stop)
  if (!standsApart(value)) return
  claims.push(claim(start, stop, 'PII-8-PASSWORD', 0.85, 'rule:password'))
}

/** Names of program members, and a member with its value: "_handle_read_error.790", "api_key=...". */
const MEMBER_NAME = /^_{0,2}[a-z]{2,}(?:_[a-z]{2,})*(?:_[a-z]{2,}(?:\.\d{1,5})?$|=)/

interface Announced {
  readonly isKey: boolean
  readonly isPassword: boolean
  readonly isPin: boolean
  readonly isCode: boolean
}

/** True for "promo code" and "source code", where the word before excludes a secret; false for "van code Velvet6924&". */
const isSomeCode = (scanned: ScannedText, first: number, { others }: Between): boolean =>
  first > 0 && isWord(scanned.tokens.kind[first - 1]) && others.of(scanned.word(first - 1))

/** The secret after a cue that ends at `at`, with ":", "=", "is" or quotes between. */
function announced(
  scanned: ScannedText,
  at: number,
  token: number,
  { isKey, isPassword, isPin, isCode }: Announced,
  between: Between,
): Claim | null {
  const { text, tokens } = scanned
  let index = token
  let strong = false
  let isSaid = false
  let quoted = false
  let wrapped = false
  let stop = -1
  for (let step = 0; step < 6 && index < tokens.count; step++) {
    const gap = tokens.start[index]! - (index > 0 ? tokens.end[index - 1]! : at)
    if (gap > 3) return null
    const sign = signAt(scanned, index)
    if (sign === ':' || sign === '=') {
      strong = true
      isSaid = false
    } else if (/^["'`\u201c\u201e\u00ab\u2018]$/.test(sign)) {
      quoted = true
      if (index + 1 < tokens.count && tokens.start[index + 1]! > tokens.end[index]! && strong) return null
    } else if (sign === '>' || sign === '(' || sign === '[' || sign > '\u2100') {
      // An arrow, a bracket or an emoji between the cue and the value.
    } else if (tokens.kind[index] === TokenKind.newline) {
      wrapped = !strong
    } else if (
      isAlphanumeric(tokens.kind[index]) &&
      between.links.of(scanned.word(index)) &&
      index + 1 < tokens.count
    ) {
      if (between.states.of(scanned.word(index))) {
        isSaid = !strong
        strong = true
      }
    } else {
      stop = index
      break
    }
    index++
  }
  if (stop < 0) return null
  const far = strong || quoted ? null : overWords(scanned, stop, isPin, between)
  // "Reset secret sent: Velvet6924&", "the code of the gate is Velvet6924&"
  if (far !== null && (isPassword || isPin || MADE_UP.test(text.slice(far.start, far.end)))) return far
  let start = tokens.start[stop]!
  // "$pfs5yjGCv", "#Secret1": a password may begin with a sign. "PSK-4958": a hyphen connects the number to its cue.
  const isTied = tokens.end[stop] !== tokens.start[stop + 1] || (start === at && text[at] === '-')
  if (tokens.kind[stop] === TokenKind.sign && isTied) return null
  const closing = quoted ? closingQuote(text, start) : -1
  const end = closing > start ? closing : valueRun(text, start, isKey ? LONGEST_KEY : LONGEST_PASSWORD)
  // Emoji and list markers before the value are not part of it.
  while (start < end && /[\u2022\u2013\u2014>]/.test(text[start]!)) start++
  // "mdp_temp=Winter5300*": the cue begins a longer key.
  start += /^_[a-z_]{1,24}=["']?/i.exec(text.slice(start, Math.min(end, start + LONGEST_PASSWORD)))?.[0].length ?? 0
  const value = text.slice(start, end)
  if (value === '' || isPlaceholder(value, between)) return null
  // `reset_password user="ada"`: the next key, with a quoted value.
  if (value.endsWith('=') && /["']/.test(text[end] ?? '')) return null
  // "wrong password user=ana": the next setting.
  if (!strong && SETTING.test(value)) return null
  if (isPin && !wrapped && /^\d{3,8}$/.test(value)) {
    const isTied = /^[.,]?\d/.test(text.slice(end, end + 2))
    if (!isTied && (strong || value.length >= 4))
      return claim(start, end, 'PII-8-PASSWORD', strong ? 0.93 : 0.85, 'rule:pin')
    return null
  }
  if (isKey && !wrapped) {
    const isLong = value.length >= 12 && /^[\w.+/=~-]+$/.test(value) && isRandom(value) && !MEMBER_NAME.test(value)
    if (isLong && (strong || quoted || value.length >= 20))
      return claim(start, end, 'PII-8-API_KEY', 0.95, 'rule:api_key')
    // "secret: Velvet3187": too short for a key, and not the name of a key.
    if (strong && (MADE_UP.test(value) || (value.length >= 8 && MIXED.test(value) && /^[\x21-\x7e]+$/.test(value))))
      return claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:password')
    if (!isPassword) return null
  }
  // "pin Velvet6924&", "key safe rain-cloud95"
  if ((isPin || isCode) && !wrapped && MADE_UP.test(value))
    return claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:password')
  if (!isPassword || value.length < 4) return null
  // After a line break without a colon, only a value that cannot be an ordinary word.
  if (wrapped && !(/\d/.test(value) && /\p{L}/u.test(value) && value.length >= 8)) return null
  // "pass `--libdir=/usr/lib` to it", "--certificate-password=CERTIFICATE_PASSWORD": the subject of a manual.
  if (isProgramName(value) && (!strong || value.toLowerCase().endsWith(fold(text.slice(at - LEAST_NAMED, at)))))
    return null
  if (looksMade(value)) return claim(start, end, 'PII-8-PASSWORD', strong || quoted ? 0.96 : 0.9, 'rule:password')
  // "the password was deleted."
  if (isSaid && !quoted && between.isWord(fold(withoutTrailing(value, '.,;!?')))) return null
  return (strong && quoted) || (strong && value.length >= 6 && isLast(text, end))
    ? claim(start, end, 'PII-8-PASSWORD', 0.8, 'rule:password')
    : null
}

const SETTING = /^[\p{L}_-]{2,20}=/u

/** Number of last cue letters that end a placeholder: "--password=USER_PASSWORD". */
const LEAST_NAMED = 4

/** Maximum number of words between a cue and the word that introduces the value: "the password for the wifi is ...". */
const MOST_WORDS = 5

/** The secret after "for the wifi is", "na netflix:": words of one sentence, the first short or lower-case, then a colon, "=" or a verb. */
function overWords(scanned: ScannedText, from: number, isPin: boolean, between: Between): Claim | null {
  const { text, tokens } = scanned
  let stated = false
  let index = from
  for (let words = 0; index < tokens.count; index++) {
    if (tokens.start[index]! - tokens.end[index - 1]! > 2) return null
    const sign = signAt(scanned, index)
    if (sign === ':' || sign === '=') {
      stated = true
      index++
      break
    }
    if (sign === "'" || sign === '\u2019' || sign === '-') continue
    // "my current password, Marathon2343&, no longer works"
    // ", c'est ..." introduces it as well.
    if (sign === ',' && index > from) continue
    if (!isWord(tokens.kind[index])) break
    if (
      index > from &&
      /\d/.test(text.slice(tokens.end[index], valueRun(text, tokens.start[index]!, LONGEST_PASSWORD)))
    )
      break
    if (between.means.of(scanned.word(index))) {
      stated = true
      index++
      break
    }
    if (++words > MOST_WORDS) return null
  }
  if (index === from || index >= tokens.count || !isAlphanumeric(tokens.kind[index])) return null
  const start = tokens.start[index]!
  if (!/^[ \t"'`]*$/.test(text.slice(tokens.end[index - 1]!, start)) || start - tokens.end[index - 1]! > 2) return null
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const value = text.slice(start, end)
  if (isPlaceholder(value, between)) return null
  if (isPin) {
    const pin = /^\d{4,8}#?$/.exec(value)
    // "code of practice: 2004" contains a year.
    if (stated && pin !== null && !/^20[0-3]\d$/.test(value))
      return claim(start, end, 'PII-8-PASSWORD', 0.85, 'rule:pin')
    if (!MADE_UP.test(value)) return null
  }
  if (!isMixed(value)) return null
  // Without an introducing word, only a value that cannot be a product or place name.
  if (!stated && signAt(scanned, index - 1) === ',') {
    if (!/\p{Ll}/u.test(value) || value.length < 8 || !/^[,;.]/.test(text.slice(end, end + 1))) return null
  } else if (!stated && !(/[_!#$%&*?@]/.test(value) && isLast(text, end))) return null
  return claim(start, end, 'PII-8-PASSWORD', 0.88, 'rule:password')
}

const claim = (start: number, end: number, category: string, confidence: number, detector: string): Claim =>
  claimOf(category, start, end, confidence, detector, 'pattern')

const isPlaceholder = (value: string, { placeholders }: Between): boolean =>
  placeholders.has(value.toLowerCase()) || PLACEHOLDERS.test(value)

/** Position of the closing quote for the quote directly before `start`, on the same line; -1 if it is not within a password's length. */
function closingQuote(text: string, start: number): number {
  const closers = CLOSING[text[start - 1]!]
  if (closers === undefined) return -1
  for (let i = start; i < text.length && i - start <= LONGEST_PASSWORD && text[i] !== '\n'; i++)
    if (closers.includes(text[i]!)) return i
  return -1
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
  '\u2018': '\u2019',
}

/** True if the line ends here, so that nothing follows the word. */
const isLast = (text: string, end: number): boolean => /^[.,;"')\]]*\s*(?:\n|\r|$)/.test(text.slice(end, end + 8))
