// Claims of a learned model that overlap no claim of a rule. Names of persons are excluded: the names detector combines the evidence.

import { nearest4 } from '../../../records/canonical.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { knowsLanguage, type Learned, type LearnedCategory, learnedOf } from '../learned.ts'

/** Maximum number of spaces between two pieces of one value. */
const MOST_BLANKS = 2

export const learnedDetector: DetectorFactory = () => ({
  name: 'learned',
  find: () => [],
  refine(text, claims, evidence) {
    const learned = learnedOf(text)
    if (learned === null || !knowsLanguage(learned, evidence.languages)) return []
    const found = learned.categories
      .filter(({ category }) => category !== 'PII-1-NAME')
      .flatMap((said) => valuesOf(text, learned, said))
    return found.length === 0 ? found : untouched(found, claims)
  },
})

/** Runs of pieces with sufficient probability. */
function valuesOf({ text }: ScannedText, { starts, ends, begins }: Learned, said: LearnedCategory): Claim[] {
  const { category, threshold, logits } = said
  const claims: Claim[] = []
  let open: { start: number; end: number; sum: number; parts: number } | null = null
  const close = () => {
    if (open !== null)
      claims.push(claimOf(category, open.start, open.end, nearest4(open.sum / open.parts), 'model:learned', 'model'))
    open = null
  }
  for (let i = 0; i < starts.length; i++) {
    const [start, end] = [starts[i]!, ends[i]!]
    if (end <= start) continue
    const probability = 1 / (1 + Math.exp(-logits[i]!))
    if (probability < threshold) {
      close()
      continue
    }
    if (open !== null && (begins?.[i] === 1 || !areBlanks(text, open.end, start))) close()
    if (open === null) open = { start, end, sum: 0, parts: 0 }
    open.end = Math.max(open.end, end)
    open.sum += probability
    open.parts++
  }
  close()
  return claims
}

const areBlanks = (text: string, from: number, to: number): boolean =>
  to <= from || (to - from <= MOST_BLANKS && text.slice(from, to).trim() === '')

function untouched(claims: readonly Claim[], ranges: readonly Range[]): Claim[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start)
  let next = 0
  let reach = 0
  return claims
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      for (; next < sorted.length && sorted[next]!.start <= start; next++) reach = Math.max(reach, sorted[next]!.end)
      return reach <= start && (next >= sorted.length || sorted[next]!.start >= end)
    })
}
