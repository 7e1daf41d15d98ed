// Binds cues to places: windows, priorities, pairs, lists, negation and contradiction.

import { firstAt } from '../../lists.ts'
import type { PlaceRole } from '../../records/mentions.ts'
import type { Range } from '../../text/range.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { CueBook, CueHit } from './cue-book.ts'
import type { Candidate } from './reading.ts'

interface Cue extends Range {
  readonly rule: string
}

export interface Binding {
  readonly role: PlaceRole
  /** View range of the cue; null if there is none. */
  readonly cue: Cue | null
  readonly evidence: string
  readonly isAdjacent: boolean
}

const ABSENT: Binding = { role: 'unknown', cue: null, evidence: 'cue:absent', isAdjacent: false }
const LABEL_WINDOW = 40
const NEGATION_WINDOW = 42
const MOST_NEGATION_WORDS = 4
const MOST_CONFLICT_WORDS = 3
const MOST_BETWEEN = 3
/** Most words between a cue and a name that are not fillers, and the same with a preposition directly before the name. */
const MOST_OTHERS = 2
const MOST_OTHERS_GOVERNED = 4
/** Least priority of a cue that can contradict another. */
const STRONG = 50
/** Text between a label and its value. */
const LABELS = /^[^:.;!?\n]*:[^\S\n]*(?:\r?\n)?[^\S\n]*(?:[^\s\p{L}\p{N}]{1,6}\s?)?$/u
const LONGEST_CUE = 160

export class Binder {
  readonly #text: ScannedText
  readonly #book: CueBook
  readonly #active: ReadonlySet<string>
  readonly #rules: readonly CueHit[]
  readonly #negations: readonly CueHit[]
  readonly #negationsAfter: readonly CueHit[]
  readonly #pairs: readonly CueHit[]

  constructor(
    text: ScannedText,
    book: CueBook,
    active: ReadonlySet<string>,
    hits: readonly CueHit[],
    candidates: readonly Candidate[],
  ) {
    this.#text = text
    this.#book = book
    this.#active = active
    // A cue inside a place is part of its name.
    const free = hits.filter((hit) => !isInside(hit, candidates))
    this.#rules = free.filter((hit) => hit.kind === 'rule')
    this.#negations = free.filter((hit) => hit.kind === 'negation')
    this.#negationsAfter = free.filter((hit) => hit.kind === 'negation_after')
    this.#pairs = free.filter((hit) => hit.kind.startsWith('pair_'))
  }

  bind(candidates: readonly Candidate[]): Binding[] {
    const bound = candidates.map((candidate, index) =>
      this.#bindOne(candidate, index === 0 ? 0 : candidates[index - 1]!.end),
    )
    this.#bindPairs(candidates, bound)
    this.#bindLists(candidates, bound)
    return bound.map((binding, index) => {
      if (binding !== null) return binding
      const { relation, start, firstToken } = candidates[index]!
      if (relation === 0) return ABSENT
      const cue = { start, end: this.#tokenEnd(firstToken + relation - 1), rule: 'anchor_intrinsic_location' }
      if (this.#isNegated(start)) return { role: 'unknown', cue, evidence: 'cue:negated', isAdjacent: true }
      return { role: 'location', cue, evidence: 'cue:adjacent', isAdjacent: true }
    })
  }

  #tokenEnd(i: number): number {
    return this.#text.tokens.end[i]!
  }

  #words(from: number, to: number): string[] {
    return this.#text.text.slice(from, to).match(/[\p{L}\p{N}&]+/gu) ?? []
  }

  /** Cues before (or after) one candidate; `floor` is the end of the place before it. */
  #bindOne(candidate: Candidate, floor: number): Binding | null {
    if (candidate.isModifier) return ABSENT
    if (candidate.ending !== null) return this.#bindEnding(candidate, candidate.ending)
    const reaching = this.#reaching(candidate, floor)
    const nearest = reaching[0]
    if (nearest === undefined) return this.#bareNegation(candidate)
    // A farther cue counts only if no other contradicts it; with a conjunction between them, both apply ("to or from").
    let chosen = nearest
    for (const other of reaching.slice(1)) {
      const rule = other.hit.rule!
      if (rule.role === chosen.hit.rule!.role || rule.after || nearest.hit.rule!.after) continue
      const between = this.#words(other.hit.end, nearest.hit.start)
      if (this.#isConflict(other.hit, nearest.hit, between)) return conflict(other, nearest)
      if (rule.priority > chosen.hit.rule!.priority && !this.#isOfOthers(other.hit, nearest.hit, between))
        chosen = other
    }
    const { hit, isAdjacent } = chosen
    const cue = cueOf(hit)
    if (this.#isNegated(hit.start, hit) || this.#isNegatedAfter(candidate.end))
      return { role: 'unknown', cue, evidence: 'cue:negated', isAdjacent }
    return { role: hit.rule!.role, cue, evidence: isAdjacent ? 'cue:adjacent' : 'cue:windowed', isAdjacent }
  }

  /** The case ending of a name is its cue. */
  #bindEnding({ start, end: stop, firstToken }: Candidate, ending: NonNullable<Candidate['ending']>): Binding {
    const end = this.#tokenEnd(firstToken)
    const cue = { start: end - ending.length, end, rule: `ending_${ending.role}` }
    const isNegated = this.#isNegated(start) || this.#isNegatedAfter(stop)
    return {
      role: isNegated ? 'unknown' : (ending.role as PlaceRole),
      cue,
      evidence: isNegated ? 'cue:negated' : 'cue:adjacent',
      isAdjacent: true,
    }
  }

  /** The cues that reach a candidate, nearest first. */
  #reaching(candidate: Candidate, floor: number): readonly Reaching[] {
    const found: Reaching[] = []
    for (const hit of nearby(this.#rules, floor, candidate.end + MOST_BEHIND)) {
      if (hit.rule!.min_tier > candidate.tier) continue
      const reaching = hit.rule!.after ? behind(hit, candidate) : this.#before(hit, candidate, floor)
      if (reaching !== null) found.push(reaching)
    }
    return found.sort((a, b) => a.distance - b.distance || b.hit.end - b.hit.start - (a.hit.end - a.hit.start))
  }

  /** A cue before a candidate, within its window and clause; null if it does not reach the candidate. */
  #before(hit: CueHit, candidate: Candidate, floor: number): Reaching | null {
    if (hit.end > candidate.start || hit.start < floor) return null
    const gap = this.#text.text.slice(hit.end, candidate.start)
    const distance = gap.length
    if (hit.rule!.id.startsWith('label_'))
      return distance <= LABEL_WINDOW && LABELS.test(gap) ? { hit, isAdjacent: true, distance } : null
    if (distance > this.#book.window || /[.;!?\n]/.test(gap)) return null
    const words = this.#words(hit.end, candidate.start).map((word) => fold1(word.toLowerCase()))
    const others = words.filter((word) => !this.#book.isFiller(word, hit.language)).length
    // A known name far from its cue, with a whole phrase between them, does not belong to the cue.
    const isJoined = words[0] !== undefined && this.#book.isConjunction(words[0], this.#active)
    const most = candidate.isGoverned ? MOST_OTHERS_GOVERNED : MOST_OTHERS
    if (others > most && !isJoined && candidate.tier < 2) return null
    return { hit, isAdjacent: others === 0, distance }
  }

  /** "to or from": two strong cues with a conjunction between them. */
  #isConflict(far: CueHit, near: CueHit, between: readonly string[]): boolean {
    const first = between[0]
    if (first === undefined || between.length > MOST_CONFLICT_WORDS || far.end > near.start) return false
    if (far.rule!.priority < STRONG || near.rule!.priority < STRONG) return false
    return this.#book.isConjunction(fold1(first.toLowerCase()), this.#active)
  }

  /** The farther cue belongs to the words between: "wrote to Miss Durham in Chester". */
  #isOfOthers(far: CueHit, near: CueHit, between: readonly string[]): boolean {
    return (
      between.length > MOST_BETWEEN ||
      between.some((word) => /^[\p{Lu}\d]/u.test(word)) ||
      this.#isNegated(near.start, null, far.end)
    )
  }

  /** A negation directly before a place without a cue: "ma quale milano", "not Lagos". */
  #bareNegation(candidate: Candidate): Binding | null {
    const hit = nearby(this.#negations, candidate.start - LONGEST_CUE, candidate.start).find(
      (one) =>
        one.end <= candidate.start &&
        candidate.start - one.end <= 4 &&
        /^\s*$/.test(this.#text.text.slice(one.end, candidate.start)),
    )
    if (hit === undefined) return null
    return {
      role: 'unknown',
      cue: { start: hit.start, end: hit.end, rule: 'negation' },
      evidence: 'cue:negated',
      isAdjacent: true,
    }
  }

  /** A negation in the clause before `at`, at most four words away, or inside the cue itself. */
  #isNegated(at: number, inside: CueHit | null = null, from = 0): boolean {
    const since = Math.max(from, at - NEGATION_WINDOW - LONGEST_CUE)
    for (const hit of nearby(this.#negations, since, Math.max(at, inside?.end ?? at))) {
      // A label is matched as a whole (Czech "Místo narození", where "místo" alone means "instead").
      const isLabel = inside?.rule?.id.startsWith('label_') ?? false
      if (inside !== null && hit.start >= inside.start && hit.end <= inside.end) {
        if (isLabel) continue
        return true
      }
      if (hit.end > at || at - hit.end > NEGATION_WINDOW) continue
      const gap = this.#text.text.slice(hit.end, at)
      if (/[.;!?\n,·]/.test(gap)) continue
      const words = gap.match(/[\p{L}\p{N}]+/gu) ?? []
      if (
        words.length <= MOST_NEGATION_WORDS &&
        !(words[0] !== undefined && this.#book.limiters.has(words[0].toLowerCase()))
      )
        return true
    }
    return false
  }

  #isNegatedAfter(end: number): boolean {
    return nearby(this.#negationsAfter, end, end + 16).some(
      (hit) => hit.start >= end && hit.start - end <= 16 && !/[.;!?\n,]/.test(this.#text.text.slice(end, hit.start)),
    )
  }

  #bindPairs(candidates: readonly Candidate[], bound: (Binding | null)[]): void {
    const routeEnds = new Set(this.#pairs.filter(({ kind }) => kind === 'pair_route').map(({ end }) => end))
    for (const pair of this.#pairs) {
      if (pair.kind === 'pair_plain' && routeEnds.has(pair.end)) continue
      const isPostposed = pair.kind === 'pair_postposed'
      // Candidates are in text order and disjoint, so a binary search finds the nearest one.
      const index = isPostposed
        ? Math.max(
            1,
            firstAt(candidates, (one) => one.end >= pair.start - 2),
          ) - 1
        : firstAt(candidates, (one) => one.start >= pair.end)
      const anchor = candidates[isPostposed ? index + 1 : index]
      if (anchor === undefined) continue
      const isNear = isPostposed
        ? anchor.end <= pair.start && pair.start - anchor.end <= 2
        : anchor.start - pair.end <= this.#book.window
      if (!isNear) continue
      const first = candidates[index]
      const second = candidates[index + 1]
      if (first === undefined || second === undefined) continue
      const join = this.#words(first.end, second.start)
      if (join.length !== 1 || !this.#book.join.has(fold1(join[0]!.toLowerCase()))) continue
      const isRoute = pair.kind === 'pair_route'
      const at = first.end + this.#text.text.slice(first.end, second.start).indexOf(join[0]!)
      const rule = isRoute ? 'between_route' : 'between_plain'
      const negated = this.#isNegated(pair.start)
      const of = (role: PlaceRole, start: number, end: number): Binding => ({
        role: negated ? 'unknown' : role,
        cue: { start, end, rule },
        evidence: negated ? 'cue:negated' : 'cue:adjacent',
        isAdjacent: true,
      })
      bound[index] = of(isRoute ? 'origin' : 'location', pair.start, pair.end)
      bound[index + 1] = isPostposed
        ? of('location', pair.start, pair.end)
        : of(isRoute ? 'destination' : 'location', at, at + join[0]!.length)
    }
  }

  /** The items of a list share a cue: "from Voi and Taveta". */
  #bindLists(candidates: readonly Candidate[], bound: (Binding | null)[]): void {
    for (let i = 1; i < candidates.length; i++) {
      if (bound[i] !== null || bound[i - 1] === null) continue
      const gap = this.#text.text.slice(candidates[i - 1]!.end, candidates[i]!.start)
      const words = gap.match(/[\p{L}\p{N}&]+/gu) ?? []
      const isList =
        words.length === 0
          ? /^\s*,\s*$/.test(gap) && candidates[i]!.needsCue
          : words.length === 1 &&
            /^[\s,\p{L}&]+$/u.test(gap) &&
            this.#book.isConjunction(fold1(words[0]!.toLowerCase()), this.#active)
      if (!isList) continue
      const before = bound[i - 1]!
      bound[i] = {
        ...before,
        isAdjacent: false,
        evidence: before.evidence === 'cue:adjacent' ? 'cue:windowed' : before.evidence,
      }
    }
  }
}

/** A cue that reaches a place, and the characters between them. */
interface Reaching {
  readonly hit: CueHit
  readonly isAdjacent: boolean
  readonly distance: number
}

/** Most characters between a place and a cue after it. */
const MOST_BEHIND = 2

function behind(hit: CueHit, { end }: Candidate): Reaching | null {
  const distance = hit.start - end
  return distance >= 0 && distance <= MOST_BEHIND ? { hit, isAdjacent: true, distance } : null
}

function conflict({ hit: far }: Reaching, { hit: near, isAdjacent }: Reaching): Binding {
  const ids = [far.rule!.id, near.rule!.id].sort()
  return { role: 'unknown', cue: cueOf(near), evidence: `cue_conflict:${ids[0]}|${ids[1]}`, isAdjacent }
}

const cueOf = (hit: CueHit): Cue => ({
  start: hit.start,
  end: hit.end,
  rule: hit.rule!.id,
})

function isInside(hit: CueHit, candidates: readonly Candidate[]): boolean {
  const one = candidates[firstAt(candidates, ({ end }) => end >= hit.end)]
  return one !== undefined && hit.start >= one.start
}

/** Hits that start in [`from`, `to`], in order of their start; a binary search, so that a long text is not walked once for every place. */
function nearby(hits: readonly CueHit[], from: number, to: number): readonly CueHit[] {
  const first = firstAt(hits, ({ start }) => start >= from)
  let last = first
  while (last < hits.length && hits[last]!.start <= to) last++
  return hits.slice(first, last)
}

const MARKS = /\p{M}+/gu
const fold1 = (word: string): string => word.normalize('NFKD').replace(MARKS, '')
