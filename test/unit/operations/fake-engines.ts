// Engines with the findings of two plain patterns and a given inference, so that operations are tested alone.

import type { Engines } from '../../../src/operations/shared/context.ts'
import type { Finding } from '../../../src/records/detection.ts'

export function fakeEngines({ country = null }: { country?: string | null }): Engines {
  const find = (text: string, pattern: RegExp, rest: Omit<Finding, 'start' | 'end'>): Finding[] =>
    [...text.matchAll(pattern)].map((match) => ({ ...rest, start: match.index, end: match.index + match[0].length }))
  const notUsed = () => {
    throw new Error('not used here')
  }
  return {
    detect: {
      explain: () => [],
      knownPeople: () => ({ size: 0, has: () => false, add: () => {}, close: () => {}, mentions: () => [] }),
      readAll: () => {},
      claims: ({ source }) => [
        ...find(source, /\b\d{11}\b/g, {
          category: 'PII-2-NIN',
          confidence: 0.60004,
          detector: 'rule:ng_nin',
          strength: 'pattern',
        }),
        ...find(source, /\b0\d{3} \d{3} \d{4}\b/g, {
          category: 'PII-3-PHONE',
          confidence: 0.9,
          detector: 'rule:phone',
          strength: 'pattern',
        }),
      ],
      settle: (claims) => [...claims].sort((a, b) => a.start - b.start),
    },
    jurisdiction: {
      infer: () => ({
        country,
        confidence: 0,
        margin: 0,
        runner_up: null,
        abstained: country === null,
        reason: 'no signals found',
        ruleset_version: '2026.11.10',
        evidence: [],
      }),
    },
    get places() {
      return notUsed()
    },
    get extract() {
      return notUsed()
    },
    get compare() {
      return notUsed()
    },
  }
}
