// An affiliation line ("Department of X, University of Y, City, Country") taken apart: which part names the institution,
// which a part of it, which a place; so that two departments of one university meet and two universities of one city do not.

import { largest } from '../../../lists.ts'
import { type AlignOptions, align } from '../words/align.ts'
import { NOTHING } from '../words/measures.ts'
import type { Word } from '../words/value-words.ts'
import type { HeadWords } from './head-words.ts'
import { areOtherKinds, type UniversityKinds, universityKinds } from './university-kinds.ts'

export interface Segment {
  readonly words: readonly Word[]
  /** 3 university, 2 other institution, 1 a name without a type, 0 a part of an institution, -1 a place or an address. */
  readonly rank: number
  /** The kind of university it names; null where it names none, or leaves that open. */
  readonly kinds: UniversityKinds | null
}

/** Segments of a name that says no more than a part and the body it is of; a line of affiliation goes on to say where that is. */
const PART_AND_BODY = 2

/**
 * Are two names those of two parts of a body ("Faculty of Law, University of Lagos", "Faculty of Arts, University of Lagos")? Longer
 * lines are written by anyone who works there, in any part.
 */
export function areParts(a: readonly Segment[], b: readonly Segment[], { parts }: HeadWords): boolean {
  const [x, y] = [partIn(a), partIn(b)]
  if (x === null || y === null) return false
  const named = ({ words }: Segment) => words.filter(({ text }) => !parts.has(text))
  const [ours, theirs] = [named(x), named(y)]
  if (ours.length === 0 || theirs.length === 0) return false
  const { restA, restB } = align(ours, theirs, OPTIONS)
  return restA > 0 && restB > 0
}

/**
 * Do two names say no more than a body and one place each ("Apostolic Church, Mbare")? Where the places share nothing, they are two of
 * its houses; a country is said of one and left out of the other.
 */
export function areHouses(a: readonly Segment[], b: readonly Segment[]): boolean {
  const isHouse = (segments: readonly Segment[]) =>
    segments.length === PART_AND_BODY &&
    segments[0]!.rank >= 1 &&
    segments[1]!.rank === -1 &&
    !segments[1]!.words.some(({ territorial, numeric }) => territorial || numeric)
  return isHouse(a) && isHouse(b)
}

/** The part in a name of nothing but a part and its body. */
function partIn(segments: readonly Segment[]): Segment | null {
  if (segments.length !== PART_AND_BODY) return null
  const [first, second] = segments as [Segment, Segment]
  const [part, body] = first.rank === 0 ? [first, second] : [second, first]
  return part.rank === 0 && body.rank >= 2 ? part : null
}

const UNIVERSITY = 3

/** Do two segments name two universities of one town? */
export function areTwoUniversities(a: Segment, b: Segment): boolean {
  return areOtherKinds(a.kinds, b.kinds)
}

/** Splits tokens, given per comma-separated segment, into ranked segments. */
export function rankSegments(segments: readonly (readonly Word[])[], heads: HeadWords): Segment[] {
  return segments
    .filter((words) => words.length > 0)
    .map((words, index) => {
      let rank = -1
      for (const { text } of words) {
        if (heads.first.has(text)) rank = Math.max(rank, UNIVERSITY)
        else if (heads.second.has(text)) rank = Math.max(rank, 2)
      }
      const part = words.some(({ text }) => heads.parts.has(text))
      if (rank < UNIVERSITY && part) rank = heads.parts.has(words[0]!.text) ? 0 : Math.min(rank, 1)
      if (rank === -1 && index === 0) rank = part ? 0 : 1
      return { words, rank, kinds: rank === UNIVERSITY ? universityKinds(words, heads) : null }
    })
}

/** Most information of a common word, in bits: every university has a part called "School of Medicine". */
const COMMON = 8.5

const OPTIONS: AlignOptions = { initials: false, prefixes: true, abbreviated: 2 }

/** The segments that may name the body of the other line or name: a name alone may be that of any body in the line. */
function institutions(segments: readonly Segment[], named: boolean): readonly Segment[] {
  if (named) return segments.filter(({ rank }) => rank >= 1)
  const top = largest(segments.map(({ rank }) => rank))
  return top >= 1 ? segments.filter(({ rank }) => rank >= Math.min(top, 2)) : segments
}

/**
 * How far the institutions of two lines agree, and how far their places do; NaN where a line has none.
 * `core` is the best soft overlap of any two institution segments; a shared word as common as "university" counts little.
 */
export function compareAffiliations(
  a: readonly Segment[],
  b: readonly Segment[],
): { core: number; rarity: number; place: number; bits: number } {
  let core = 0
  let rarity = 0
  let bits = 0
  const namesA = institutions(a, b.length === 1 && b[0]!.rank === 1)
  const namesB = institutions(b, a.length === 1 && a[0]!.rank === 1)
  for (const x of namesA)
    for (const y of namesB) {
      const { shared, restA, restB, rarest } = align(x.words, y.words, OPTIONS)
      // A slip of the pen leaves no word over.
      if (shared === 0 || (restA + restB > 0 && areTwoUniversities(x, y))) continue
      const overlap = (2 * shared) / (2 * shared + restA + restB)
      const subset = shared / (shared + Math.min(restA, restB))
      const value = (0.6 * overlap + 0.4 * subset) * Math.min(1, 0.25 + rarest / 13)
      if (value > core) {
        core = value
        rarity = rarest
        // A body named in full on both sides ("University of Virginia") is named by all its words together.
        bits = restA + restB === 0 && rarest > COMMON ? shared : rarest + 0.3 * (shared - rarest)
      }
    }
  const placesA = a.filter(({ rank }) => rank === -1).flatMap(({ words }) => words.filter(({ numeric }) => !numeric))
  const placesB = b.filter(({ rank }) => rank === -1).flatMap(({ words }) => words.filter(({ numeric }) => !numeric))
  let place = NOTHING
  if (placesA.length > 0 && placesB.length > 0) {
    const { shared, restA, restB } = align(placesA, placesB, OPTIONS)
    place = shared === 0 ? 0 : shared / (shared + Math.min(restA, restB))
  }
  return { core: Math.min(1, core), rarity, place, bits }
}
