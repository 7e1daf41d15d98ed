// A name that a text has made certain is known again: the same words elsewhere in it need little evidence of their own.
import { TokenKind } from '../../../text/tokens.ts'
import type { TokenRange } from './fields.ts'
import type { FoundName, NameModel } from './model.ts'
import type { Reading } from './reading.ts'

/** Names of at least this probability, of two words or stated by a field, make their words certain. */
const CERTAIN = 0.9
/** What the weights must give a word that is certain elsewhere, at least: `npm run bench:ablation` prints what this is worth. */
const LEAST = 0.12

/** The words of certain names, as written. */
export function certainWords(
  reading: Reading,
  found: readonly FoundName[],
  stated: readonly TokenRange[],
): ReadonlySet<string> {
  const words = new Set<string>()
  const add = ({ first, end }: TokenRange): void => {
    for (let i = first; i < end; i++) {
      const { raw } = reading.text.word(i)
      if (raw.length > 2) words.add(raw)
    }
  }
  for (const name of found) if (name.probability >= CERTAIN && name.end - name.first > 1) add(name)
  for (const range of stated) add(range)
  return words
}

/** Tokens of certain words that are part of no found name yet, with how likely each is one. */
export function foundAgain(
  model: NameModel,
  reading: Reading,
  found: readonly FoundName[],
  words: ReadonlySet<string>,
): FoundName[] {
  if (words.size === 0) return []
  const taken = new Set<number>()
  for (const { first, end } of found) for (let i = first; i < end; i++) taken.add(i)
  const again: FoundName[] = []
  for (const chain of reading.chains) {
    let parts: Float64Array | null = null
    for (let token = chain.first; token < chain.end; token++) {
      if (
        taken.has(token) ||
        reading.text.tokens.kind[token] === TokenKind.sign ||
        !words.has(reading.text.word(token).raw)
      )
        continue
      parts ??= model.score(reading, chain).parts(model.weights)
      const probability = model.weights.calibrated(parts[token - chain.first]!)
      if (probability >= LEAST)
        again.push({ chain, first: token, end: token + 1, probability: Math.max(probability, model.weights.threshold) })
    }
  }
  return again
}
