// Speakers of a chat: a word that begins lines repeatedly, alternating with a name, needs little further evidence
// of its own to be one.
import { TokenKind } from '../../../text/tokens.ts'
import type { TokenRange } from './fields.ts'
import type { FoundName, NameModel } from './model.ts'
import type { Reading } from './reading.ts'

/** Least probability of such a word: `npm run bench:ablation` prints what this is worth. */
const LEAST_SPEAKING = 0.05

/** The tokens of such words that are part of no found name yet, with how likely each is one. */
export function speakersBeside(
  model: NameModel,
  reading: Reading,
  found: readonly FoundName[],
  stated: readonly TokenRange[],
): FoundName[] {
  const { text } = reading
  const people = new Set<string>()
  const taken = new Set<number>()
  for (const { first, end } of [...found, ...stated])
    for (let i = first; i < end; i++) {
      people.add(text.word(i).raw)
      taken.add(i)
    }
  const speakers = new Set(model.features.speakers.besides(text, people).filter((word) => word.length > 2))
  if (speakers.size === 0) return []
  const names: FoundName[] = []
  for (const chain of reading.chains) {
    let parts: Float64Array | null = null
    for (let token = chain.first; token < chain.end; token++) {
      if (taken.has(token) || text.tokens.kind[token] === TokenKind.sign || !speakers.has(text.word(token).raw))
        continue
      parts ??= model.score(reading, chain).parts(model.weights)
      const probability = model.weights.calibrated(parts[token - chain.first]!)
      if (probability >= LEAST_SPEAKING)
        names.push({ chain, first: token, end: token + 1, probability: Math.max(probability, model.weights.threshold) })
    }
  }
  return names
}
