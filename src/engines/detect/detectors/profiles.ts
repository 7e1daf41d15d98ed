// People on the web: profile addresses of social networks, home directories in web addresses, and handles behind the
// name of a network.

import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT, COLON, FULL_STOP, HYPHEN, SLASH, UNDERSCORE } from '../../../text/signs.ts'
import { codeAt, isLetterOrNumberUnit, isSmallLetterUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric, signAt, signCodeAt } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

const LONGEST_URL = 300
/** Hosts on which the first path segment is a person, and the segments that are not. */
const PROFILE =
  /^(?:https?:\/\/)?(?:www\.|m\.|mobile\.)?(?:(?:twitter|x|instagram|tiktok|threads|snapchat|pinterest|twitch|github|gitlab|medium|soundcloud)\.(?:com|net|tv)\/(?:add\/)?@?(?!(?:home|explore|search|login|signup|about|help|settings|privacy|terms|features|pricing|orgs|topics|marketplace|p|reel|intent|share|hashtag|i|status)(?:[/?#]|$))[\w.-]{2,40}\/?$|facebook\.com\/(?:profile\.php\?id=\d+|(?!(?:pages|groups|events|watch|login|help|sharer|marketplace)(?:[/?#]|$))[\w.-]{3,50}\/?$)|linkedin\.com\/in\/[\w%-]{2,100}\/?$|t\.me\/[\w]{4,32}\/?$|wa\.me\/\d{7,15}|vk\.com\/[\w.]{3,40}\/?$|reddit\.com\/u(?:ser)?\/[\w-]{3,20}|youtube\.com\/@[\w.-]{3,30}\/?$|bsky\.app\/profile\/[\w.-]{3,60}|orcid\.org\/\d{4}-\d{4}-\d{4}-\d{3}[\dX])/i
/** A tilde or a users folder names a person on any host. */
const PERSONAL_PATH =
  /^https?:\/\/[^/\s]{3,200}\/(?:~[a-z][\w.-]{1,30}|(?:users?|people|profiles?|members?|u|staff|home)\/(?!(?:login|signin|signup|new|me|self|list|all|search|index|settings|password|edit|id|api|v\d)(?:[/?#.]|$))[a-z][\w%-]*[._-][\w.%-]{1,60})/i
const HANDLE = /^@?[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{1,28}[\p{L}\p{N}_])$/u

export function profileDetector(_packs: Packs, cues: PhraseBook): Detector {
  const social = cues.add(valueCues('handle'), 'handle')
  const messaging = cues.add(valueCues('messaging'), 'handle')
  return {
    name: 'profiles',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text, tokens } = scanned
      const { signs } = scanned
      const hasSign = scanned.mayHold(SLASH) || scanned.mayHold(AT)
      for (let n = 0; hasSign && n < signs.length; n++) {
        const i = signs[n]!
        if (i + 2 >= tokens.count) break
        const sign = codeAt(text, tokens.start[i]!)
        if (sign === AT) handle(scanned, i, evidence, social, messaging, claims)
        if (sign !== SLASH) continue
        const isPath = tokens.end[i - 1] === tokens.start[i] && isAlphanumeric(tokens.kind[i - 1])
        if (!isPath && !(signCodeAt(scanned, i - 1) === COLON && signCodeAt(scanned, i + 1) === SLASH)) continue
        const start = urlStart(text, tokens.start[i]!)
        const end = valueRun(text, start, LONGEST_URL)
        const value = sliceOf(text, start, end)
        while (n + 1 < signs.length && tokens.start[signs[n + 1]!]! < end) n++
        if (!value.includes('.') || !(PROFILE.test(value) || PERSONAL_PATH.test(value))) continue
        claims.push(claimOf('PII-3-URL', start, end, 0.85, 'rule:profile_url', 'pattern'))
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

/** Where the web address that holds index `at` begins; at most 80 units back. */
function urlStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 80 && isInUrl(codeAt(text, start - 1))) start--
  return start
}

/** Letters and digits of Basic Latin, and _ . : / @ - */
function isInUrl(unit: number): boolean {
  // | 32 makes a capital small.
  if (isSmallLetterUnit(unit | 32) || unit === UNDERSCORE) return true
  // The hyphen, the stop, the slash, the digits and the colon follow one another.
  return (unit >= HYPHEN && unit <= COLON) || unit === AT
}

/** "@ana_k" beside the name of a network, and Mastodon's "@ana@host.example". */
function handle(
  scanned: ScannedText,
  at: number,
  evidence: Evidence,
  social: number,
  messaging: number,
  claims: Claim[],
): void {
  const { text, tokens } = scanned
  const start = tokens.start[at]!
  const before = unitOf(text, start - 1)
  if (isLetterOrNumberUnit(before) || before === AT || before === FULL_STOP) return
  if (tokens.start[at + 1] !== tokens.end[at]) return
  const match =
    /^@[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{0,28}[\p{L}\p{N}_])?(@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24})?/iu.exec(
      sliceOf(text, start, start + 120),
    )
  if (match === null || match[0].length < 3) return
  const end = start + match[0].length
  const candidates = [evidence.hits.nearestBefore(social, start, 30), evidence.hits.nearestBefore(messaging, start, 30)]
  const near = candidates.reduce((a, b) => (a === null || (b !== null && b.end > a.end) ? b : a))
  const isMessaging = near?.says.has(messaging) ?? false
  const behind = [...evidence.hits.between(end, end + 20)].some(
    (hit) => hit.says.has(social) || hit.says.has(messaging),
  )
  if (match[1] === undefined && near === null && !behind) return
  claims.push(handleClaim(isMessaging, start, end, 0.9))
}

/** "Instagram: ana.k", "Skype = live:ana_k": a name without @ needs a colon or equals sign behind the network. */
function named(scanned: ScannedText, token: number, isMessaging: boolean, claims: Claim[]): void {
  const { text, tokens } = scanned
  const sign = signAt(scanned, token)
  if ((sign !== ':' && sign !== '=') || !isAlphanumeric(tokens.kind[token + 1])) return
  const start = tokens.start[token + 1]!
  if (start - tokens.end[token]! > 2) return
  const end = valueRun(text, start, 60)
  const value = sliceOf(text, start, end)
  // A plain word may be anything; a handle shows a digit, an underscore or a dot inside.
  if (!HANDLE.test(value) || !/[\d_.]/.test(value) || /^\d+$/.test(value) || /^\w+\.(?:com|net|org|io)$/i.test(value))
    return
  claims.push(handleClaim(isMessaging, start, end, 0.88))
}

function handleClaim(isMessaging: boolean, start: number, end: number, confidence: number): Claim {
  return isMessaging
    ? claimOf('PII-3-MESSAGING_HANDLE', start, end, confidence, 'rule:messaging_handle', 'pattern')
    : claimOf('PII-3-SOCIAL_HANDLE', start, end, confidence, 'rule:social_handle', 'pattern')
}
