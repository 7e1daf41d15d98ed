// Decentralised identifiers (W3C DID Core, section 3.1).

import { withoutTrailing } from '../../../text/trim.ts'
import type { Claim, Detector } from '../detector.ts'

// did:<method>:<method-specific-id>; the id of letters, digits, ". - _ :" and percent escapes.
const DID = /^did:([a-z0-9]{1,20}):([A-Za-z0-9._:%-]{3,256})/
/** Registered methods in wide use: their shape is distinctive enough to be sure. */
const COMMON = new Set([
  'key',
  'web',
  'ion',
  'ethr',
  'polygon',
  'jwk',
  'pkh',
  'indy',
  'sov',
  'plc',
  'peer',
  'ebsi',
  'cheqd',
  'dht',
  'tz',
  'elem',
])

const COLON = 58

export function didDetector(): Detector {
  return {
    name: 'dids',
    find(scanned) {
      const claims: Claim[] = []
      const { text, tokens } = scanned
      const { signs } = scanned
      let reached = 0
      for (let n = 0; n < signs.length; n++) {
        // The first colon follows a token that is "did" and nothing else.
        const i = signs[n]! - 1
        if (i < 0 || i + 3 >= tokens.count || text.charCodeAt(tokens.end[i]!) !== COLON) continue
        const from = tokens.start[i]!
        if (from < reached || tokens.end[i]! - from !== 3 || !text.startsWith('did', from)) continue
        const match = DID.exec(text.slice(from, from + 300))
        // "did:method:..." is how the standard itself writes about them.
        if (match === null || match[1] === 'method' || match[1] === 'example') continue
        const end = from + withoutTrailing(match[0], '.:%_-').length
        claims.push({
          category: 'PII-2-DID',
          start: from,
          end,
          confidence: COMMON.has(match[1]!) ? 0.98 : 0.8,
          detector: `rule:digital_id_did_${match[1]}`,
          strength: 'pattern',
        })
        reached = end
      }
      return claims
    },
  }
}
