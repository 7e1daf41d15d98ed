// Accounts on the web: profile addresses, home directories in web addresses, and handles after the name of a network.
import type { ScannedText } from '../../../text/scanned.ts'
import { AT, COLON, FULL_STOP, HYPHEN, OPEN_BRACE, SLASH, UNDERSCORE } from '../../../text/signs.ts'
import { codeAt, isLetterOrNumberUnit, isSmallLetterUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { textKinds } from '../kinds/read.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric, signAt, signCodeAt } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

const LONGEST_URL = 300
const HANDLE = /^@?[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{1,28}[\p{L}\p{N}_])$/u

export const profileDetector: DetectorFactory = (packs, cues) => {
  const social = cues.add(valueCues('handle'), 'handle')
  const messaging = cues.add(valueCues('messaging'), 'handle')
  const addresses = profilePatterns(JSON.parse(packs.cues('profile-addresses.json')) as ProfileAddresses)
  return {
    name: 'profiles',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text, tokens } = scanned
      const { signs } = scanned
      const { word } = tokens
      const hasSign = scanned.mayHold(SLASH) || scanned.mayHold(AT)
      for (let n = 0; hasSign && n < signs.length; n++) {
        const i = signs[n]!
        if (i + 2 >= tokens.count) break
        const sign = word[i]
        const claim = sign === AT ? handle(scanned, i, evidence, { social, messaging }) : null
        if (claim !== null) claims.push(claim)
        if (sign !== SLASH || !opensPath(scanned, i)) continue
        const start = urlStart(text, tokens.start[i]!)
        const end = valueRun(text, start, LONGEST_URL)
        const value = sliceOf(text, start, end)
        while (n + 1 < signs.length && tokens.start[signs[n + 1]!]! < end) n++
        if (value.includes('.') && addresses.some((address) => address.test(value)))
          claims.push(claimBy(RULES.profile_url, start, end))
      }
      const hasNetwork = evidence.hits.has(social) || evidence.hits.has(messaging)
      for (const hit of hasNetwork ? evidence.hits.all : []) {
        const isMessaging = hit.says.has(messaging)
        if (isMessaging || hit.says.has(social)) named(scanned, hit.endToken, isMessaging, claims)
      }
      return claims
    },
  }
}

/** True for the slash after a host, and the first of the two after a scheme. */
function opensPath(scanned: ScannedText, i: number): boolean {
  const { kind, start, end } = scanned.tokens
  if (end[i - 1] === start[i] && isAlphanumeric(kind[i - 1])) return true
  return signCodeAt(scanned, i - 1) === COLON && signCodeAt(scanned, i + 1) === SLASH
}

/** data/cues/profile-addresses.json. */
interface ProfileAddresses {
  readonly subdomains: readonly string[]
  readonly networks: readonly {
    readonly hosts: readonly string[]
    readonly ends?: readonly string[]
    readonly path: string
    readonly not_people?: readonly string[]
  }[]
  readonly folders: readonly string[]
  readonly not_people_in_folders: readonly string[]
}

/** Patterns for addresses of networks whose paths are people, and for paths that name a person on any host. */
function profilePatterns(facts: ProfileAddresses): readonly RegExp[] {
  const networks = facts.networks.map(({ hosts, ends, path, not_people: others = [] }) => {
    const end = ends === undefined ? '' : `\\.${oneOf(ends)}`
    return `${oneOf(hosts)}${end}/${path.replace('{person}', `(?!${oneOf(others)}(?:[/?#]|$))`)}`
  })
  const prefix = `(?:https?://)?(?:${facts.subdomains.map((name) => `${name}\\.`).join('|')})?`
  // An interface version is not a person: "users/v2".
  const others = oneOf([...facts.not_people_in_folders.map(literal), 'v\\d'], false)
  const person = `(?!${others}(?:[/?#.]|$))[a-z][\\w%-]*[._-][\\w.%-]{1,60}`
  return [
    new RegExp(`^${prefix}(?:${networks.join('|')})`, 'i'),
    new RegExp(`^https?://[^/\\s]{3,200}/(?:~[a-z][\\w.-]{1,30}|${oneOf(facts.folders)}/${person})`, 'i'),
  ]
}

const oneOf = (words: readonly string[], isLiteral = true): string =>
  `(?:${(isLiteral ? words.map(literal) : words).join('|')})`

const literal = (word: string): string => word.replace(/[.\\/?]/g, '\\$&')

/** Start of the web address around index `at`; at most 80 units back. */
function urlStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 80 && isInUrl(codeAt(text, start - 1))) start--
  return start
}

/** Letters and digits of Basic Latin, and _ . : / @ - */
function isInUrl(unit: number): boolean {
  // | 32 maps a capital to lower case.
  if (isSmallLetterUnit(unit | 32) || unit === UNDERSCORE) return true
  // The hyphen, full stop, slash, digits and colon have consecutive code units.
  return (unit >= HYPHEN && unit <= COLON) || unit === AT
}

/** Text after a package, decorator or documentation tag: "@semantic-release/npm", "@wraps(". */
const PROGRAMS = /^(?:[-/]\p{L}|\()/u

/** Phrase-book groups of names of networks. */
interface Networks {
  readonly social: number
  readonly messaging: number
}

function handle(scanned: ScannedText, at: number, { hits }: Evidence, { social, messaging }: Networks): Claim | null {
  const { text, tokens } = scanned
  const start = tokens.start[at]!
  const before = unitOf(text, start - 1)
  if (isLetterOrNumberUnit(before) || before === AT || before === FULL_STOP) return null
  if (tokens.start[at + 1] !== tokens.end[at]) return null
  const match =
    /^@[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{0,28}[\p{L}\p{N}_])?(@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24})?/iu.exec(
      sliceOf(text, start, start + 120),
    )
  if (match === null || match[0].length < 3) return null
  const end = start + match[0].length
  // "{@link", "@semantic-release/npm", "@wraps(": a documentation tag, a package, a decorator.
  if (before === OPEN_BRACE || PROGRAMS.test(sliceOf(text, end, end + 2))) return null
  const candidates = [hits.nearestBefore(social, start, 30), hits.nearestBefore(messaging, start, 30)]
  const near = candidates.reduce((a, b) => (a === null || (b !== null && b.end > a.end) ? b : a))
  const isMessaging = near?.says.has(messaging) ?? false
  const behind = hits.between(end, end + 20).some(({ says }) => says.has(social) || says.has(messaging))
  if (match[1] !== undefined || near !== null || behind)
    return claimBy(isMessaging ? RULES.messaging_handle : RULES.social_handle, start, end)
  const isSpoken = PUT_TOGETHER.test(match[0]) && textKinds(scanned).isOneOf(SPOKEN, start)
  return isSpoken ? claimBy(RULES.social_handle_mentioned, start, end) : null
}

/** Line kinds where @ addresses a person; in code and settings it precedes decorators, tags and hosts. */
const SPOKEN = kindsOf(LineKind.prose, LineKind.chat, LineKind.form, LineKind.leaflet)
/** A handle whose parts are joined by a full stop or underscore: "@ana_k", "@ana.kos", not "@all" and "@media". */
const PUT_TOGETHER = /^@\p{L}[\p{L}\p{N}]+[_.][\p{L}\p{N}]/u

/** "Instagram: ana.k", "Skype = live:ana_k": a handle without @ needs a colon or equals sign after the network. */
function named(scanned: ScannedText, token: number, isMessaging: boolean, claims: Claim[]): void {
  const { text, tokens } = scanned
  const sign = signAt(scanned, token)
  if ((sign !== ':' && sign !== '=') || !isAlphanumeric(tokens.kind[token + 1])) return
  const start = tokens.start[token + 1]!
  if (start - tokens.end[token]! > 2) return
  const end = valueRun(text, start, 60)
  const value = sliceOf(text, start, end)
  // A plain word may be anything; a handle has a digit, an underscore or a full stop inside.
  if (!HANDLE.test(value) || !/[\d_.]/.test(value) || /^\d+$/.test(value) || /^\w+\.(?:com|net|org|io)$/i.test(value))
    return
  // "signal: this.signal": a program member with the name of the network.
  if (MEMBER.exec(value)?.[1]?.toLowerCase() === scanned.folded(token - 1)) return
  claims.push(claimBy(isMessaging ? RULES.messaging_handle_listed : RULES.social_handle_listed, start, end))
}

/** The last of several names joined by full stops: "controller.signal". */
const MEMBER = /\.([a-z]{2,30})$/i
