// The university of a town or country that a name means: "Wuhan University of Technology" is not Wuhan University, nor the
// Federal University of a state the University of it, though all their other words are the same.
import type { Word } from '../words/value-words.ts'
import type { HeadWords } from './head-words.ts'

/** The kind of the university in a name, each kind under one word for all languages. */
export interface UniversityKinds {
  /** Directly next to "university". */
  readonly beside: readonly string[]
  /** Said anywhere. */
  readonly anywhere: readonly string[]
}

/**
 * The kinds of university in a name given by its words without small ones; null where it begins with a part, so that it is unknown
 * where the part ends ("School of Medicine of the University of Lagos"). "Medical" of "University Medical Center" is the centre's.
 */
export function universityKinds(
  words: readonly Word[],
  { first, second, parts, kinds }: HeadWords,
): UniversityKinds | null {
  const anywhere: string[] = []
  for (const { text } of words) add(kinds.get(text), anywhere)
  const beside: string[] = []
  const opens = (at: number) => parts.has(words[at]?.text ?? '') || second.has(words[at]?.text ?? '')
  const kindAt = (at: number) => kinds.get(words[at]?.text ?? '')
  for (let i = 0; i < words.length; i++) {
    if (first.has(words[i]!.text)) {
      add(kindAt(i), beside)
      add(kindAt(i - 1), beside)
      if (!opens(i + 2)) add(kindAt(i + 1), beside)
    } else if (opens(i) && !(kindAt(i) !== undefined && first.has(words[i + 1]?.text ?? ''))) {
      // A part before the university; after it, the part belongs to the university.
      if (words.slice(i + 1).some(({ text }) => first.has(text))) return null
    }
  }
  return { beside, anywhere }
}

function add(kind: string | undefined, into: string[]): void {
  if (kind !== undefined && !into.includes(kind)) into.push(kind)
}

/** Does one name a kind of university next to the word that the other does not name at all? */
export function areOtherKinds(a: UniversityKinds | null, b: UniversityKinds | null): boolean {
  if (a === null || b === null) return false
  return lacks(a, b) || lacks(b, a)
}

function lacks({ anywhere }: UniversityKinds, { beside }: UniversityKinds): boolean {
  return beside.some((kind) => !anywhere.includes(kind))
}
