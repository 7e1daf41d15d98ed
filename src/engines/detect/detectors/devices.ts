// Devices: IMEI by Luhn and cue, advertising and installation identifiers, cookies and sessions by the cue before them.
import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { isLuhn } from '../../../values/card.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import { digitRunEnd, readRun } from '../digit-runs.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric, isNumeric } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

const REACH = 24
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX_ID = /^[0-9a-f]{16,40}$/i
/** Anything long enough, unbroken and not a word. */
const FREE_ID = /^(?=.*\d)[A-Za-z0-9._:-]{8,64}$/

/** Between a word for a device and its value: "device=", `"device": "`, "serial no. ", "device (". */
const GAP = /^[\s:=."'(#]{1,5}$/
const GAP_WITHIN = 5

export function deviceDetector(_packs: Packs, cues: PhraseBook): Detector {
  const imei = cues.add(valueCues('imei'), 'device')
  const device = cues.add(valueCues('device'), 'device')
  const word = cues.add(valueCues('device_word'), 'aside')
  const cookie = cues.add(valueCues('cookie'), 'device')
  return {
    name: 'devices',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { tokens, text } = scanned
      const hasImei = evidence.hits.has(imei)
      const hasWord = evidence.hits.has(word)
      const hasDevice = hasWord || evidence.hits.has(device) || evidence.hits.has(cookie)
      if (!hasImei && !hasDevice) return claims
      for (let i = 0; i < tokens.count; i++) {
        if (!isAlphanumeric(tokens.kind[i])) continue
        const start = tokens.start[i]!
        if ((hasImei || hasWord) && isNumeric(tokens.kind[i])) {
          const last = digitRunEnd(scanned, i, 17)
          const { digits } = last < 0 ? { digits: '' } : readRun(scanned, i, last)
          const isNamed = evidence.cue(imei, start, REACH) >= 0
          const isOnDevice =
            !isNamed && hasWord && digits.length === 15 && isLuhn(digits) && isSaid(scanned, evidence, word, start)
          if (isNamed ? digits.length === 15 || digits.length === 16 : isOnDevice) {
            const valid = digits.length === 15 && isLuhn(digits)
            const end = tokens.end[last]!
            claims.push(
              claimOf('PII-8-IMEI', start, end, valid ? 0.99 : 0.8, 'rule:imei', valid ? 'validated' : 'pattern'),
            )
            i = last
            continue
          }
        }
        if (!hasDevice) continue
        if (hasWord) {
          // "device=" alone names many things; a UUID behind it is no model and no colour.
          const isOnDevice = isSaid(scanned, evidence, word, start)
          const end = isOnDevice ? valueRun(text, start, 128) : start
          if (UUID.test(text.slice(start, end))) {
            claims.push(claimOf('PII-8-DEVICE_ID', start, end, 0.88, 'rule:device_id', 'pattern'))
            continue
          }
        }
        // The cheap question first: does any device cue end shortly before?
        if (
          evidence.hits.nearestBefore(device, start, 6) === null &&
          evidence.hits.nearestBefore(cookie, start, 6) === null
        )
          continue
        const label = evidence.label(i)
        if (label === null || !(label.has(device) || label.has(cookie))) continue
        const run = valueRun(text, start, 128)
        const value = text.slice(start, run)
        if (!(UUID.test(value) || HEX_ID.test(value) || FREE_ID.test(value))) continue
        claims.push(
          label.has(device)
            ? claimOf('PII-8-DEVICE_ID', start, run, 0.9, 'rule:device_id', 'pattern')
            : claimOf('PII-8-COOKIE', start, run, 0.9, 'rule:cookie', 'pattern'),
        )
      }
      return claims
    },
  }
}

/** Does a word for a device stand right before view index `start`, with nothing but signs between? */
function isSaid({ text }: ScannedText, evidence: Evidence, word: number, start: number): boolean {
  const near = evidence.nearest(word, start, GAP_WITHIN)
  return near !== null && GAP.test(text.slice(near.end, start))
}
