// A name that stands in a text is known again: the same words elsewhere in it need less evidence of their own, those of a certain
// name little. A copy in which a name is hidden once and readable once hides nobody.
import { TokenKind } from '../../../text/tokens.ts'
import type { TokenRange } from './fields.ts'
import type { FoundName, NameModel } from './model.ts'
import type { Reading } from './reading.ts'
import type { Speakers } from './speakers.ts'

/** Names of at least this probability, of two words or stated by a field, make their words certain. */
const CERTAIN = 0.9
/**
 * What the weights must give a word at least that is certain elsewhere, and one that is found elsewhere: `npm run bench:ablation`
 * prints what this is worth.
 */
const LEAST_CERTAIN = 0.12
const LEAST_FOUND = 0.3
/** And one that heads lines of a chat in turn with a name. */
const LEAST_SPEAKING = 0.05

/** The words of the names of a text, as written, and what each needs elsewhere in it. */
export function namedWords(
  reading: Reading,
  found: readonly FoundName[],
  stated: readonly TokenRange[],
  speakers: Speakers,
): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  const add = ({ first, end }: TokenRange, least: number): void => {
    for (let i = first; i < end; i++) {
      const { raw } = reading.text.word(i)
      if (raw.length > 2) words.set(raw, Math.min(least, words.get(raw) ?? 1))
    }
  }
  for (const name of found)
    add(name, name.probability >= CERTAIN && name.end - name.first > 1 ? LEAST_CERTAIN : LEAST_FOUND)
  for (const range of stated) add(range, LEAST_CERTAIN)
  for (const word of speakers.besides(reading.text, words)) if (word.length > 2) words.set(word, LEAST_SPEAKING)
  return words
}

/** Tokens of such words (see namedWords) that are part of no found name yet, with how likely each is one. */
export function foundAgain(
  model: NameModel,
  reading: Reading,
  found: readonly FoundName[],
  words: ReadonlyMap<string, number>,
): FoundName[] {
  if (words.size === 0) return []
  const taken = new Set<number>()
  for (const { first, end } of found) for (let i = first; i < end; i++) taken.add(i)
  const again: FoundName[] = []
  for (const chain of reading.chains) {
    let parts: Float64Array | null = null
    for (let token = chain.first; token < chain.end; token++) {
      if (taken.has(token) || reading.text.tokens.kind[token] === TokenKind.sign) continue
      const least = words.get(reading.text.word(token).raw)
      if (least === undefined) continue
      parts ??= model.score(reading, chain).parts(model.weights)
      const probability = model.weights.calibrated(parts[token - chain.first]!)
      if (probability >= least)
        again.push({ chain, first: token, end: token + 1, probability: Math.max(probability, model.weights.threshold) })
    }
  }
  return again
}
