// The part of a name that is not the kind of body: "Option" of "Lebanese Option Party". Bodies change from commission to
// authority and keep their subject, so this part is compared separately; and text in brackets is compared with text in brackets.

import { type Alignment, type AlignOptions, align } from '../words/align.ts'
import { NOTHING, unit } from '../words/measures.ts'
import type { Word } from '../words/value-words.ts'
import type { NameToken } from './name-tokens.ts'

export interface NameBody {
  /** It has a word that is not a kind of body. */
  readonly bodied: boolean
  /** The kinds of body it names, each under one word for all languages. */
  readonly kinds: readonly string[]
  /** Words in brackets or after the comma that name neither a territory nor a number. */
  readonly qualifiers: readonly Word[]
}

export const BODY_MEASURES = ['qualifier', 'body', 'body_rest', 'body_core', 'body_rival'] as const

/** Bits that the left-over words, the rarest shared word and the rarest left-over one are measured in. */
const LEFT_OVER = 40
const SHARED = 15
const RIVAL = 20

/** The body of a name given as its tokens, its qualifiers apart. */
export function bodyOf(tokens: readonly NameToken[], qualifiers: readonly NameToken[]): NameBody {
  let bodied = false
  const kinds: string[] = []
  for (const { word, noise } of tokens) {
    if (word.kind) {
      const meaning = kindOf(word)
      if (!kinds.includes(meaning)) kinds.push(meaning)
    } else if (!noise) bodied = true
  }
  const named = qualifiers.filter(({ noise, territorial, digits }) => !noise && !territorial && !digits)
  return {
    bodied: bodied || qualifiers.some(({ noise, word }) => !noise && !word.kind),
    kinds,
    qualifiers: named.map(({ word }) => word),
  }
}

/** A kind of body under one word for all languages. */
export function kindOf({ meanings, text }: Word): string {
  return meanings.length > 0 ? String(meanings[0]) : text
}

/** Appends the measures in the order of BODY_MEASURES to `found`, for two names whose words were aligned. */
export function addBodies(
  found: number[],
  a: NameBody,
  b: NameBody,
  { body, rarestBody, restBodyA, restBodyB, rarestRestBody }: Alignment,
  options: AlignOptions,
): void {
  found.push(qualifierAgreement(a, b, options))
  if (!a.bodied || !b.bodied) {
    found.push(NOTHING, NOTHING, NOTHING, NOTHING)
    return
  }
  const overlap = body === 0 ? 0 : (2 * body) / (2 * body + restBodyA + restBodyB)
  const subset = body === 0 ? 0 : body / (body + Math.min(restBodyA, restBodyB))
  found.push(
    overlap,
    1 - unit(Math.max(restBodyA, restBodyB) / LEFT_OVER),
    // Agreement on common words is worth less, however complete it is.
    (0.6 * overlap + 0.4 * subset) * Math.min(1, 0.25 + rarestBody / SHARED),
    1 - unit(rarestRestBody / RIVAL),
  )
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
