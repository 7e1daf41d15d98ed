// User names without a cue that derive from a person's name, by fitted weights (data/weights/logins.tsv, tools/fit-logins.mjs).
import { readData } from '../../../packs/data-files.ts'
import type { Packs } from '../../../packs/load.ts'
import { nearest4 } from '../../../records/canonical.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { type Claim, claimOf, type Detector, type DetectorFactory } from '../detector.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { textKinds } from '../kinds/read.ts'
import { valueCues } from '../lexicons.ts'
import { LinearWeights, probabilityOf } from '../linear-weights.ts'
import { type LoginCandidate, LoginCandidates } from './candidates.ts'
import { LoginFeatures } from './features.ts'

const CATEGORY = 'PII-8-LOGIN'
/** Only texts with a line of one of these kinds are searched: letters and stories contain no user names without a cue. */
const MACHINE = kindsOf(LineKind.log, LineKind.code, LineKind.config, LineKind.header, LineKind.chat, LineKind.form)

/** The log-odds of a candidate in hundredths, and the least score of a user name. */
export interface LoginScore {
  readonly score: (features: readonly string[], candidate: LoginCandidate, text: ScannedText) => number
  readonly threshold: number
}

export const loginDetector: DetectorFactory = (packs, cues) => {
  let weights: LinearWeights | null = null
  return loginDetectorBy(packs, cues, () => {
    weights ??= new LinearWeights(readData('weights/logins.tsv').toString('utf8'), 'logins.tsv')
    return weights
  })
}

/** The same with another scorer: tools/fit-logins.mjs uses it to collect the features of candidates. */
export const loginDetectorBy = (packs: Packs, cues: PhraseBook, scorer: () => LoginScore): Detector => {
  const group = cues.add(valueCues('login'), 'login')
  const candidatesOf = new LoginCandidates(packs)
  const featuresOf = new LoginFeatures(packs, group)
  const impersonal: ReadonlySet<string> = new Set(valueCues('no_login'))
  return {
    name: 'logins',
    // This runs after names and labelled values have been found.
    refine(text, claims, evidence) {
      const announced = new Set<string>()
      if (evidence.hits.has(group))
        for (const { category, start, end } of claims)
          if (category === CATEGORY) announced.add(text.text.slice(start, end))
      if (announced.size === 0 && (textKinds(text).any & MACHINE) === 0) return []
      const candidates = candidatesOf.of(text)
      if (candidates.length === 0) return []
      const around = featuresOf.surroundings(text, evidence, candidates, announced)
      const scored = scorer()
      const { threshold } = scored
      const scores = new Map<string, number>()
      for (const candidate of candidates) {
        const { value } = candidate
        if (impersonal.has(value)) continue
        const features = featuresOf.of(candidate, around)
        if (features === null) continue
        const sum = scored.score(features, candidate, text)
        if (sum >= threshold) scores.set(value, Math.max(sum, scores.get(value) ?? sum))
        else if (announced.has(value)) scores.set(value, Math.max(threshold, scores.get(value) ?? threshold))
      }
      // A user name must be claimed at all its occurrences: one readable occurrence would reveal the person.
      const found: Claim[] = []
      if (scores.size === 0) return found
      const { start, end } = text.tokens
      const keys = new Set(evidence.pairs.filter(({ isClosed }) => isClosed).map(({ key }) => key))
      for (const { first, end: behind, value } of candidates) {
        const sum = scores.get(value)
        if (sum === undefined || keys.has(start[first]!)) continue
        const chance = nearest4(probabilityOf(sum))
        found.push(claimOf(CATEGORY, start[first]!, end[behind - 1]!, chance, 'rule:logins', 'lexicon'))
      }
      return found
    },
    find: () => [],
  }
}
