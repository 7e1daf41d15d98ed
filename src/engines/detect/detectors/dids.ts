// Decentralised identifiers (W3C DID Core, section 3.1).
import { COLON } from '../../../text/signs.ts'
import { withoutTrailing } from '../../../text/trim.ts'
import { unitOf } from '../../../text/unit-classes.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'

// did:<method>:<method-specific-id>; the id of letters, digits, ". - _ :" and percent escapes.
const DID = /^did:([a-z0-9]{1,20}):([A-Za-z0-9._:%-]{3,256})/

export const didDetector: DetectorFactory = (_packs, cues) => {
  // Registered methods in wide use: their form is distinctive enough for a high confidence.
  const common: ReadonlySet<string> = new Set(valueCues('did_methods'))
  const scheme = cues.ask(({ raw }) => raw === 'did')
  return {
    name: 'dids',
    find(scanned, _scope, { hits: { words } }) {
      const claims: Claim[] = []
      if ((words.any & scheme) === 0) return claims
      const { text, tokens } = scanned
      let reached = 0
      for (let i = 0; i + 3 < tokens.count; i++) {
        // The token before the first colon is exactly "did".
        if ((words.each[i]! & scheme) === 0 || unitOf(text, tokens.end[i]!) !== COLON) continue
        const from = tokens.start[i]!
        if (from < reached) continue
        const match = DID.exec(text.slice(from, from + 300))
        // "did:method:..." is the notation of the standard itself.
        if (match === null || match[1] === 'method' || match[1] === 'example') continue
        const end = from + withoutTrailing(match[0], '.:%_-').length
        const rule = common.has(match[1]!) ? RULES.did : RULES.did_of_rare_method
        claims.push(claimOf(rule.category, from, end, rule.confidence, rule.detector + match[1], rule.strength))
        reached = end
      }
      return claims
    },
  }
}
