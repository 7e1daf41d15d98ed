// What a name says besides the kind of body it names: "Option" of "Lebanese Option Party". Bodies change from commission to
// authority and keep what they are about, so this part is compared by itself; and what stands in brackets, with its like.
import { type AlignOptions, align } from './align.ts'
import { NOTHING, unit } from './comparators/comparator.ts'
import type { NameToken } from './name-tokens.ts'
import type { Word } from './words.ts'

export interface NameBody {
  /** Words that are no kind of body, those of qualifiers at what they count for. */
  readonly body: readonly Word[]
  /** The kinds of body it names, each under one word for all languages. */
  readonly kinds: readonly string[]
  /** Words in brackets or behind the comma that name neither a territory nor a number. */
  readonly qualifiers: readonly Word[]
}

export const BODY_MEASURES = ['qualifier', 'body', 'body_rest', 'body_core', 'body_rival'] as const

/** Bits that the left-over words, the rarest shared word and the rarest left-over one are measured in. */
const LEFT_OVER = 40
const SHARED = 15
const RIVAL = 20

/** The body of a name given as its tokens, its qualifiers apart; `weighed` are the words of the latter as the name counts them. */
export function bodyOf(
  tokens: readonly NameToken[],
  qualifiers: readonly NameToken[],
  weighed: readonly Word[],
): NameBody {
  const body: Word[] = []
  const kinds: string[] = []
  for (const { word, noise, kind, text } of tokens) {
    if (kind) {
      const meaning = word.meanings.length > 0 ? String(word.meanings[0]) : text
      if (!kinds.includes(meaning)) kinds.push(meaning)
    } else if (!noise) body.push(word)
  }
  body.push(...weighed)
  const named = qualifiers.filter(({ noise, territorial, digits }) => !noise && !territorial && !digits)
  return { body, kinds, qualifiers: named.map(({ word }) => word) }
}

/** Measures in the order of BODY_MEASURES. */
export function compareBodies(a: NameBody, b: NameBody, options: AlignOptions): number[] {
  const qualifier = qualifierAgreement(a, b, options)
  if (a.body.length === 0 || b.body.length === 0) return [qualifier, NOTHING, NOTHING, NOTHING, NOTHING]
  const { shared, restA, restB, rarest, rarestRestA, rarestRestB } = align(a.body, b.body, options)
  const overlap = shared === 0 ? 0 : (2 * shared) / (2 * shared + restA + restB)
  const subset = shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
  return [
    qualifier,
    overlap,
    1 - unit(Math.max(restA, restB) / LEFT_OVER),
    // Agreement on common words is worth less, however complete it is.
    (0.6 * overlap + 0.4 * subset) * Math.min(1, 0.25 + rarest / SHARED),
    1 - unit(Math.max(rarestRestA, rarestRestB) / RIVAL),
  ]
}

/** How far the qualifiers agree; 0.5 where one side has any, NaN where neither has. */
export function qualifierAgreement(a: NameBody, b: NameBody, options: AlignOptions): number {
  if (a.qualifiers.length === 0 && b.qualifiers.length === 0) return NOTHING
  if (a.qualifiers.length === 0 || b.qualifiers.length === 0) return 0.5
  const { shared, restA, restB } = align(a.qualifiers, b.qualifiers, options)
  return shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
}

/** Do both name the same kinds (1), some of them (0.8), none of them (0)? 0.6 where one side names any, NaN where neither does. */
export function kindAgreement({ kinds: a }: NameBody, { kinds: b }: NameBody): number {
  if (a.length === 0 && b.length === 0) return NOTHING
  if (a.length === 0 || b.length === 0) return 0.6
  let shared = 0
  for (const kind of a) if (b.includes(kind)) shared++
  return shared === 0 ? 0 : shared === a.length && shared === b.length ? 1 : 0.8
}
