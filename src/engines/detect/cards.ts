// Payment cards: 12 to 19 digits of a known issuer that pass Luhn, or that a cue announces.
import type { Packs } from '../../packs/load.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import { TokenKind } from '../../text/tokens.ts'
import { cardBrand, isEmbossed, isLuhn } from '../../values/card.ts'
import type { Claim, Detector } from './detector.ts'
import { valueCues } from './lexicons.ts'
import { digitRun } from './runs.ts'

const SHORTEST = 12
const LONGEST = 19
const REACH = 30

export function cardDetector(_packs: Packs, cues: PhraseBook): Detector {
  const cue = cues.add(valueCues('card'), 'card')
  return {
    name: 'cards',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { kind } = scanned.tokens
      for (let i = 0; i < scanned.tokens.count; i++) {
        if (kind[i] !== TokenKind.number) continue
        const run = digitRun(scanned, i, LONGEST)
        if (run === null) continue
        i = run.last
        if (run.digits.length < SHORTEST) continue
        const label = evidence.label(run.first)
        const labelled = label?.kinds.includes('card') ?? false
        const isOther = label !== null && !labelled && label.kinds.some((one) => one !== '' && one !== 'amount')
        if (/^(\d)\1+$/.test(run.digits)) continue
        const embossed = isEmbossed(run.groups)
        const brand = cardBrand(run.digits)
        const passes = isLuhn(run.digits)
        const near = labelled || evidence.cue(cue, run.start, REACH) >= 0
        const claim = (confidence: number, strength: Claim['strength']) =>
          claims.push({
            category: 'PII-5-CARD',
            start: run.start,
            end: run.end,
            confidence,
            detector: 'rule:card',
            strength,
          })
        if (passes && brand !== null && embossed && near) claim(0.99, 'validated')
        else if (isOther) continue
        else if (passes && brand !== null && embossed && run.digits.length >= 14) claim(0.93, 'validated')
        else if (labelled && embossed && run.digits.length >= 14 && (passes || run.groups.length > 1 || brand !== null))
          claim(passes ? 0.9 : 0.75, 'pattern')
      }
      return claims
    },
  }
}
