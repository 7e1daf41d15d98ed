// Devices: IMEI by Luhn and cue, advertising and installation identifiers, cookies and sessions by the cue before them.
import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { isLuhn } from '../../../values/card.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import { digitRunEnd, readRun } from '../digit-runs.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

const REACH = 24
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX_ID = /^[0-9a-f]{16,40}$/i
/** Anything long enough, unbroken and not a word. */
const FREE_ID = /^(?=.*\d)[A-Za-z0-9._:-]{8,64}$/

/** Between a word for a device and its value: "device=", `"device": "`, "serial no. ", "device (". */
const GAP = /^[\s:=."'(#]{1,5}$/
const GAP_WITHIN = 5
/** How far behind its cue an identifier may begin, in UTF-16 units. */
const CUE_WITHIN = 6

export function deviceDetector(_packs: Packs, cues: PhraseBook): Detector {
  const imei = cues.add(valueCues('imei'), 'device')
  const device = cues.add(valueCues('device'), 'device')
  const word = cues.add(valueCues('device_word'), 'aside')
  const cookie = cues.add(valueCues('cookie'), 'device')
  return {
    name: 'devices',
    find(scanned, _scope, evidence) {
      const { hits } = evidence
      const hasWord = hits.has(word)
      const claims: Claim[] = []
      if (hasWord || hits.has(imei)) addImeis(scanned, evidence, imei, word, claims)
      if (!hasWord && !hits.has(device) && !hits.has(cookie)) return claims
      const { tokens } = scanned
      const numbered = claims.length
      // No value stands further behind its cue than this: only the tokens there are looked at, each once.
      let next = 0
      let passed = 0
      for (const { says, end, endToken } of hits.all) {
        if (!says.has(word) && !says.has(device) && !says.has(cookie)) continue
        for (next = Math.max(next, endToken); next < tokens.count && tokens.start[next]! - end <= CUE_WITHIN; next++) {
          const start = tokens.start[next]!
          while (passed < numbered && claims[passed]!.end <= start) passed++
          const isNumbered = passed < numbered && claims[passed]!.start <= start
          if (isNumbered || !isAlphanumeric(tokens.kind[next])) continue
          const claim = identifierAt(scanned, evidence, next, { word, device, cookie })
          if (claim !== null) claims.push(claim)
        }
      }
      return claims
    },
  }
}

/** Adds the numbers of devices that are announced as such, and those that their check digit and a word for a device tell. */
function addImeis(scanned: ScannedText, evidence: Evidence, imei: number, word: number, claims: Claim[]): void {
  const { tokens, digits: numbers } = scanned
  let reached = 0
  for (let n = 0; n < numbers.length; n++) {
    const first = numbers[n]!
    const start = tokens.start[first]!
    if (start < reached) continue
    const isNamed = evidence.cue(imei, start, REACH) >= 0
    if (!isNamed && !isSaid(scanned, evidence, word, start)) continue
    const last = digitRunEnd(scanned, first, 17)
    if (last < 0) continue
    const { digits } = readRun(scanned, first, last)
    const valid = digits.length === 15 && isLuhn(digits)
    if (!valid && !(isNamed && (digits.length === 15 || digits.length === 16))) continue
    reached = tokens.end[last]!
    const strength = valid ? 'validated' : 'pattern'
    claims.push(claimOf('PII-8-IMEI', start, reached, valid ? 0.99 : 0.8, 'rule:imei', strength))
  }
}

/** The groups of cues that announce an identifier of a device. */
interface Cues {
  readonly word: number
  readonly device: number
  readonly cookie: number
}

/** The identifier of a device, an installation or a session that begins at token `index`. */
function identifierAt(
  scanned: ScannedText,
  evidence: Evidence,
  index: number,
  { word, device, cookie }: Cues,
): Claim | null {
  const { text } = scanned
  const start = scanned.tokens.start[index]!
  // "device=" alone names many things; a UUID behind it is no model and no colour.
  if (isSaid(scanned, evidence, word, start)) {
    const end = valueRun(text, start, 128)
    if (UUID.test(text.slice(start, end)))
      return claimOf('PII-8-DEVICE_ID', start, end, 0.88, 'rule:device_id', 'pattern')
  }
  if (evidence.nearest(device, start, CUE_WITHIN) === null && evidence.nearest(cookie, start, CUE_WITHIN) === null)
    return null
  const label = evidence.label(index)
  if (label === null || !(label.has(device) || label.has(cookie))) return null
  const run = valueRun(text, start, 128)
  const value = text.slice(start, run)
  if (!(UUID.test(value) || HEX_ID.test(value) || FREE_ID.test(value))) return null
  return label.has(device)
    ? claimOf('PII-8-DEVICE_ID', start, run, 0.9, 'rule:device_id', 'pattern')
    : claimOf('PII-8-COOKIE', start, run, 0.9, 'rule:cookie', 'pattern')
}

/** Does a word for a device stand right before view index `start`, with nothing but signs between? */
function isSaid({ text }: ScannedText, evidence: Evidence, word: number, start: number): boolean {
  const near = evidence.nearest(word, start, GAP_WITHIN)
  return near !== null && GAP.test(text.slice(near.end, start))
}
