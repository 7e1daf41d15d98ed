// User names of accounts with a cue: the word after "username:", "login=" or in the lines of system logs.
import { Level, type WordLevels } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

/** POSIX user names (IEEE 1003.1, 3.437) with the additions of directories: letters, digits, full stop, hyphen, underscore. */
const NAME = /^\p{L}[\p{L}\p{N}._-]{2,39}$/u
const OPEN = /^["']?[\s\u00a0]{0,2}[:=]\s{0,2}["'`\u201e\u201c\u00ab<]?$|^\s?["'`\u201e\u201c\u00ab]$/
/** Maximum distance from a user name to the cue of its password, in UTF-16 units. */
const PAIRED = 24
/** Text after a plain word that shows that it is the whole value. */
const CLOSED = /^["'`\u201c\u201d\u00bb]|^[.,;)\]}]*\s*(?:$|\n|\r)|^\s?[,;&|}]|^\s+\p{L}[\w-]{0,20}=/u

const ASSIGNED = /^=["'`<]?$/
/** The network address that a user came from: "stiskj ip 193.0.2.1", "pvandijk vanaf 192.0.2.118". */
const FROM_ADDRESS = /^,? \p{L}{2,7} \d{1,3}(?:\.\d{1,3}){3}/u
/** The folder of a user (hier(7), and its like on other systems). */
const HOME = /(?:\/home\/|[/\\]Users[/\\])([\p{L}\d][\p{L}\d._-]{2,31})(?=[/\\])/gu
const LOGS = kindsOf(LineKind.log)

const SERVICE_WITHIN = 12

export const announcedLoginDetector: DetectorFactory = (packs, cues) => {
  const login = cues.add(valueCues('login'), 'login')
  const password = cues.add(valueCues('password'), 'secret')
  // Accounts of machines and words of forms that identify no person.
  const impersonal: ReadonlySet<string> = new Set(valueCues('no_login'))
  // "user name set, initial password ...": words about the value, not the value.
  const said: ReadonlySet<string> = new Set(valueCues('leads_to_value').map(fold))
  // "POSTGRES_USER=app_rw": the account that one program uses for another.
  const service = new RegExp(`(?:^|[^a-z])(?:${valueCues('service_of_login').join('|')})[_.-]$`, 'i')
  return {
    name: 'announced-logins',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text } = scanned
      if (text.includes('/home/') || text.includes('Users'))
        for (const { index, 0: path, 1: value } of text.matchAll(HOME)) {
          if (impersonal.has(value!) || !isUnknown(value!, packs.names())) continue
          const end = index + path.length
          claims.push(claimBy(RULES.login_in_path, end - value!.length, end))
        }
      if (!evidence.hits.has(login)) return claims
      for (const hit of evidence.hits.of(login)) {
        const seen = loginAfter(scanned, hit, evidence)
        if (seen === null || service.test(text.slice(Math.max(0, hit.start - SERVICE_WITHIN), hit.start))) continue
        const { value, start, end, isStated } = seen
        if (!NAME.test(value) || impersonal.has(value.toLowerCase()) || said.has(fold(value))) continue
        if (!ACCEPTED.some(({ when }) => when(seen, { evidence, password, names: packs.names() }))) continue
        claims.push(claimBy(isStated ? RULES.login_after_separator : RULES.login_after_cue, start, end))
      }
      return claims
    },
  }
}

/** A value after a cue of a user name. */
interface LoginValue {
  readonly value: string
  readonly start: number
  readonly end: number
  readonly hit: PhraseHit
  readonly text: string
  readonly between: string
  /** A separator or a quote is between cue and value. */
  readonly isStated: boolean
}

interface LoginFacts {
  readonly evidence: Evidence
  readonly password: number
  readonly names: WordLevels
}

/** The value after a cue; null if something else than a separator, a space or a verb is between them. */
function loginAfter({ text, tokens }: ScannedText, hit: PhraseHit, evidence: Evidence): LoginValue | null {
  const { kind, count } = tokens
  let index = hit.endToken
  while (index < count && index < hit.endToken + MOST_SIGNS && kind[index] === TokenKind.sign) index++
  if (index >= count || !isAlphanumeric(kind[index])) return null
  // "Mein Nutzername ist raini.thaler": after a verb, the value itself must look like a user name.
  const isSaid = index === hit.endToken && evidence.isFiller(index) && isAlphanumeric(kind[index + 1])
  if (isSaid) index++
  const start = tokens.start[index]!
  const between = isSaid ? ' ' : text.slice(hit.end, start)
  const isStated = OPEN.test(between)
  if (!isStated && between !== ' ') return null
  const end = valueRun(text, start, LONGEST)
  return { value: text.slice(start, end), start, end, hit, text, between, isStated }
}

/** Rules that make a value a user name; one of them suffices. */
const ACCEPTED: readonly { name: string; when: (seen: LoginValue, facts: LoginFacts) => boolean }[] = [
  {
    name: 'digits or signs inside, so that it is not a word of a sentence',
    when: ({ value }) => /\p{L}\d|[\p{L}\d][._]\p{L}/u.test(value) && IN_SMALL.test(value),
  },
  {
    // "username asra, temp password"
    name: 'a pair with a password',
    when: (seen, { evidence, password }) => isWhole(seen) && isPasswordAhead(evidence, password, seen.end),
  },
  {
    // "Utente: grazie": a chat speaker, and an ordinary word.
    name: 'the whole value of a field, and not an ordinary word',
    when: (seen, { names }) => seen.isStated && isWhole(seen) && !isOrdinary(seen.value, names),
  },
  {
    // "user=jfonseca ip=...", "gebruiker pvandijk vanaf ..."
    name: 'a field of a setting or a log, and not a word',
    when: (seen, { evidence, names }) =>
      (ASSIGNED.test(seen.between) ||
        FROM_ADDRESS.test(seen.text.slice(seen.end, seen.end + CONTEXT)) ||
        isLogged(evidence, seen.hit.start)) &&
      isUnknown(seen.value, names),
  },
  {
    name: 'after a phrase of a log',
    when: ({ text, hit, isStated }) => !isStated && LOG.test(text.slice(hit.start, hit.end)),
  },
  { name: 'initials and a family name', when: ({ value }, { names }) => isInitialed(value, names) },
]

/** True for a plain word that is the whole value. */
const isWhole = ({ value, text, end }: LoginValue): boolean =>
  CLOSED.test(text.slice(end, end + CONTEXT)) && IN_SMALL.test(value)

const IN_SMALL = /^[\p{Ll}\d._-]+$/u
/** Characters after a value that are looked at, signs before it, and its maximum length. */
const CONTEXT = 24
const MOST_SIGNS = 4
const LONGEST = 64

/** True in a line of a log. */
const isLogged = ({ kinds }: Evidence, at: number): boolean => (kinds.any & LOGS) !== 0 && kinds.isOneOf(LOGS, at)

/** True for small letters, digits and signs that are not a word of a language. */
function isUnknown(value: string, names: WordLevels): boolean {
  return /^[\p{Ll}\d._-]{4,}$/u.test(value) && names.of(fold(value)).word < Level.rare
}

function isPasswordAhead({ hits }: Evidence, password: number, end: number): boolean {
  if (!hits.has(password)) return false
  for (const hit of hits.between(end, end + PAIRED)) if (hit.groups.includes(password)) return true
  return false
}

/** True for an ordinary word that is not a name. */
function isOrdinary(value: string, names: WordLevels): boolean {
  const { given, family, word } = names.of(fold(value))
  return word >= Level.frequent && given + family === 0
}

/** "jmorales", "egoldsmith": one or two initials and a family name that together are not a word. */
function isInitialed(value: string, names: WordLevels): boolean {
  if (!/^\p{Ll}{5,20}$/u.test(value)) return false
  const whole = names.of(fold(value))
  if (whole.word + whole.proper + whole.given + whole.family > 0) return false
  for (const initials of [1, 2]) {
    const rest = names.of(fold(value.slice(initials)))
    if (value.length - initials >= 4 && rest.family >= Level.known) return true
  }
  return false
}

/** Phrases of sshd(8) and PAM that are always followed by the user name. */
const LOG = / for$|^invalid user$|for user$/i
