// Secrets after their cue: passwords, PINs and keys.
import { fold } from '../../../text/fold.ts'
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT } from '../../../text/signs.ts'
import { wordOf } from '../../../text/words.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'
import { isMixed, MADE_UP, standsApart } from '../made-up-values.ts'
import { valueRun } from '../unbroken-values.ts'
import {
  type CueKinds,
  isLast,
  isOtherCode,
  LONGEST_PASSWORD,
  PLACEHOLDERS,
  type SecretWords,
  secretAfter,
  secretWords,
} from './secret-values.ts'

export const secretDetector: DetectorFactory = (packs, cues) => {
  const groups = {
    password: cues.add(valueCues('password'), 'secret'),
    pin: cues.add(valueCues('pin'), 'secret'),
    secret: cues.add(valueCues('secret'), 'secret'),
    code: cues.add(valueCues('code'), 'aside'),
    unlock: cues.add(valueCues('unlocks_with'), 'aside'),
  }
  const logins = cues.add([...valueCues('login'), ...valueCues('credentials')], 'login')
  const between = secretWords(packs)
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
      const kindsOf = (says: PhraseHit['says'], firstToken: number): CueKinds => ({
        isKey: says.has(groups.secret),
        isPassword: says.has(groups.password),
        isPin: says.has(groups.pin),
        isCode: says.has(groups.unlock) || (says.has(groups.code) && !isOtherCode(scanned, firstToken, between)),
      })
      for (const { says, start, end, firstToken, endToken } of hits.all) {
        if (!says.has(announcing)) continue
        const cue = kindsOf(says, firstToken)
        // "klucz api_key=": the cue is the beginning of another cue. "user:pw@host": it is a value itself.
        const isOther = scanned.text[end] === '_' && hits.between(end, end + TAIL).some(({ start }) => start < end)
        if (isOther || scanned.text[end] === '@') continue
        let claim = secretAfter(scanned, end, endToken, cue, between)
        if (claim === null && cue.isPassword)
          claim =
            answered(scanned, end) ?? statedBefore(scanned, start, end, ties) ?? statedLater(scanned, end, between)
        if (claim === null) continue
        claims.push(claim)
        if (cue.isPassword) another(scanned, claim, joins, claims)
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
  claims.push(claimBy(RULES.password_by_form, start, end))
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
      if (!PLACEHOLDERS.test(value!)) claims.push(claimBy(RULES.password_in_url, end - value!.length, end))
    }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const tie = CREDENTIALS.exec(text.slice(at, at + HOST_WITHIN + LONGEST_PASSWORD))
    if (tie === null) continue
    const start = at + tie[0].length
    const end = valueRun(text, start, LONGEST_PASSWORD)
    const value = text.slice(start, end)
    if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || /[/=:,;]/.test(value)) continue
    claims.push(claimBy(RULES.password_by_form, start, end))
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
  return isMixed(value) && isLast(text, end) ? claimBy(RULES.password_by_form, start, end) : null
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
  return claimBy(RULES.password_by_form, start, start + value.length)
}

/** The rest of a sentence after a cue, and up to four words of the next sentence, up to a colon or a word that may introduce the value. */
const NEXT_FIELD = /^[^\n:=.!?;]{0,32}[.!?;] {1,2}(?:\p{L}{1,12} ){0,3}(\p{L}{2,12})(: {0,2}| )/u
const NEXT_WITHIN = 72
/** Longer values are ordinary names. */
const LONGEST_LATER = 24

const isSentenceEnd = (text: string) => /^[.!?;]/.test(text)

/** "... cannot reset the password. Old one: Sun4rise!", "The old one was Sun4rise!": a password-like value in the next sentence. */
function statedLater({ text }: ScannedText, at: number, { states }: SecretWords): Claim | null {
  const [before, last = '', gap] = NEXT_FIELD.exec(text.slice(at, at + NEXT_WITHIN)) ?? []
  if (before === undefined) return null
  // The verb must directly follow the sentence that ends with the cue; after other words it may concern something else.
  if (gap === ' ' && !(isSentenceEnd(before) && states.of(wordOf(last)))) return null
  const start = at + before.length
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const isMade = end - start <= LONGEST_LATER && MADE_UP.test(text.slice(start, end))
  return isMade ? claimBy(RULES.password_next_sentence, start, end) : null
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
  claims.push(claimBy(RULES.password_by_form, start, stop))
}
