// The parent that a name states: "Hassan ibn Omar" is the father or the son of "Omar ibn Hassan".
import type { Word } from '../words/value-words.ts'
import { nameSimilarity } from './name-similarity.ts'

/** A given name and that of the father or mother. */
export interface Descent {
  readonly own: Word
  readonly parent: Word
}

/** Least likeness of two spellings of one given name. */
const ONE_NAME = 0.9

/** `links`: words between the own name and that of the parent ("ibn"); `behind`: words following that of the parent ("oglu"). */
export function descentOf(
  words: readonly Word[],
  links: ReadonlySet<string>,
  behind: ReadonlySet<string>,
): Descent | null {
  for (let i = 1; i < words.length; i++) {
    const { text } = words[i]!
    const [before, after] = [words[i - 1]!, words[i + 1]]
    if (links.has(text) && after !== undefined) return { own: before, parent: after }
    const own = after ?? words[i - 2]
    if (behind.has(text) && own !== undefined) return { own, parent: before }
  }
  return null
}

const areOne = (a: Word, b: Word) => nameSimilarity(a, b) >= ONE_NAME

/** A name that may state a parent. */
interface Descended {
  readonly descent: Descent | null
  readonly words: readonly Word[]
}

/** Information of a particle, in bits. */
const PARTICLE = 1
const holds = (words: readonly Word[], name: Word) => words.some((word) => word.bits > PARTICLE && areOne(word, name))

/** Do two of one name say that their parents are two? One may leave out forebears. */
export function areOfTwoParents(x: Descended, y: Descended): boolean {
  if (x.descent === null || y.descent === null || !areOne(x.descent.own, y.descent.own)) return false
  return !holds(x.words, y.descent.parent) && !holds(y.words, x.descent.parent)
}

/** Are two names of two words each the other turned round? */
export function areTurned([p, q, more]: readonly Word[], [s, t, others]: readonly Word[]): boolean {
  if (q === undefined || t === undefined || more !== undefined || others !== undefined) return false
  return !areOne(p!, s!) && areOne(p!, t) && areOne(q, s!)
}

/** Is one of them named as the parent of the other? */
export function areParentAndChild(a: Descent | null, b: Descent | null): boolean {
  if (a === null || b === null || areOne(a.own, b.own)) return false
  return areOne(a.parent, b.own) || areOne(b.parent, a.own)
}
