// Devices: IMEI by Luhn check and cue, advertising and installation identifiers, cookies and sessions by the cue before them.
import type { ScannedText } from '../../../text/scanned.ts'
import { luhn } from '../../../values/identifier/arithmetic.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import { digitRunEnd, readRun } from '../digit-runs.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

const REACH = 24
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX_ID = /^[0-9a-f]{16,40}$/i
/** Any unbroken value of 8 to 64 characters with a digit. */
const FREE_ID = /^(?=.*\d)[A-Za-z0-9._:-]{8,64}$/

/** Text between a device word and its value: "device=", `"device": "`, "serial no. ", "device (". */
const GAP = /^[\s:=."'(#]{1,5}$/
const GAP_WITHIN = 5
const CUE_WITHIN = 6

export const deviceDetector: DetectorFactory = (_packs, cues) => {
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
      // Values are at most CUE_WITHIN after their cue, so only those tokens are checked, each once.
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

/** Adds IMEIs with their own cue, and those with a valid check digit after a device word. */
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
    const valid = digits.length === 15 && luhn(digits)
    if (!valid && !(isNamed && (digits.length === 15 || digits.length === 16))) continue
    reached = tokens.end[last]!
    claims.push(claimBy(valid ? RULES.imei : RULES.imei_fails_check, start, reached))
  }
}

interface Cues {
  readonly word: number
  readonly device: number
  readonly cookie: number
}

function identifierAt(
  scanned: ScannedText,
  evidence: Evidence,
  index: number,
  { word, device, cookie }: Cues,
): Claim | null {
  const { text } = scanned
  const start = scanned.tokens.start[index]!
  // "device=" alone precedes many kinds of values; a UUID after it is not a model or a colour.
  if (isSaid(scanned, evidence, word, start)) {
    const end = valueRun(text, start, 128)
    if (UUID.test(text.slice(start, end))) return claimBy(RULES.device_uuid, start, end)
  }
  if (evidence.nearest(device, start, CUE_WITHIN) === null && evidence.nearest(cookie, start, CUE_WITHIN) === null)
    return null
  const label = evidence.label(index)
  if (label === null || !(label.has(device) || label.has(cookie))) return null
  const run = valueRun(text, start, 128)
  const value = text.slice(start, run)
  if (!(UUID.test(value) || HEX_ID.test(value) || FREE_ID.test(value))) return null
  return claimBy(label.has(device) ? RULES.device_labelled : RULES.cookie, start, run)
}

/** True if a device word is directly before view index `start`, with only signs between. */
function isSaid({ text }: ScannedText, evidence: Evidence, word: number, start: number): boolean {
  const near = evidence.nearest(word, start, GAP_WITHIN)
  return near !== null && GAP.test(text.slice(near.end, start))
}
