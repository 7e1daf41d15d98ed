// The best reading of a run of capitalised words: each piece between barriers scored by words and surroundings, and the best
// spans kept.

import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { Before } from '../around/before.ts'
import { Candidate, LONE_THRESHOLD, THRESHOLD } from '../candidate.ts'
import { isThingHere } from '../doubts/called-so.ts'
import type { NameSearch } from '../search.ts'
import { LeftWord } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'
import { asFamily, asGiven } from './score.ts'
import { isAddressed, isCut, type Segment, segmentOf } from './segments.ts'
import { isAnnounced, mostAlone, scoreSpan } from './span-score.ts'

const LONGEST_NAME = 6
/** A shorter span must beat a longer one by this. */
const LENGTH_BONUS = 1.5
/** Sums taken in another order differ in their last bits. */
const ROUNDING = 0.001

/** Adds the names of a run to `search.found`, its other words to `search.left`. */
export function findSpans(search: NameSearch, run: readonly NameWord[]): void {
  let from = 0
  // Particles open a run only where somebody is addressed.
  let isTitled = run[0]!.isParticle
  for (let i = 0; i <= run.length; i++) {
    if (i < run.length && (!isCut(run, i) || isAddressed(run, i, isTitled || (i === 0 && isTitledAlone(search, run)))))
      continue
    if (run.length === 1 && i === 0 && isGreeted(search, run[0]!)) continue
    if (i > from) {
      const segment = segmentOf(search, run, from, i, isTitled)
      if (segment !== null) keepBest(search, segment)
    }
    if (i === run.length) break
    isTitled = (run[i]!.roles & Role.title) !== 0 || leadsFamily(run, i)
    from = i + 1
  }
}

/** "Suspect Van Belle", "Tenant De Vries": who it is, and the particle of a family name with its capital. */
function leadsFamily(run: readonly NameWord[], i: number): boolean {
  const next = run[i + 1]
  return (run[i]!.roles & Role.label) !== 0 && next?.isParticle === true && (next.known.small & Small.family) !== 0
}

/** "Ciao Nino,": above all a given name, whatever it heads elsewhere, right behind a greeting. */
function isGreeted(search: NameSearch, { first, levels, roles }: NameWord): boolean {
  if (levels.given < Level.frequent || (roles & ~(Role.label | Role.opening | Role.title)) !== 0) return false
  return (search.before(first) & (Before.greeting | Before.closing)) !== 0
}

/** Whether a form of address stands before a run of one word; two small letters ("lt. Liste") may be another short form. */
function isTitledAlone(search: NameSearch, run: readonly NameWord[]): boolean {
  const { first, start } = run[0]!
  if (run.length > 1 || (search.before(first) & Before.title) === 0) return false
  return !/(?:^|[^A-Za-z])[a-z]{1,2}\. ?$/.test(search.text.slice(Math.max(0, start - 5), start))
}

/** A single letter without a stop is a pronoun or a preposition more often than a name. */
function isBareLetter(word: NameWord, before: number): boolean {
  return word.isInitial && word.end - word.start === 1 && (before & Before.label) === 0
}

/** "Mr R Entwistle": behind a form of address the letter is an initial, when the name goes on behind it. */
function opensTitled({ run, from, to, before, isTitled }: Segment, a: number): boolean {
  return a === from && a + 1 < to && run[a]!.isUpper && (isTitled || (before & Before.title) !== 0)
}

function keepBest(search: NameSearch, segment: Segment): void {
  const { run, from, to, before, isTitled } = segment
  let start = -1
  let end = -1
  let best = 0
  for (let a = from; a < to; a++) {
    if (run[a]!.isParticle && !(isTitled && a === from)) continue
    const isBare = isBareLetter(run[a]!, before)
    if (isBare && !opensTitled(segment, a)) continue
    for (let b = Math.min(to, a + LONGEST_NAME); b > a + (isBare ? 1 : 0); b--) {
      if (run[b - 1]!.isParticle || (b - a > 1 && isBareLetter(run[b - 1]!, before))) continue
      // One word seldom beats the whole: it is read only when the most that may be said for it would.
      if (
        b - a === 1 &&
        mostAlone(search, segment, a) < (end - start > 1 ? best + LENGTH_BONUS : LONE_THRESHOLD) - ROUNDING
      )
        continue
      const score = scoreSpan(search, segment, a, b)
      if (score < (b - a === 1 ? LONE_THRESHOLD : THRESHOLD)) continue
      if (start < 0 || score > best + (b - a < end - start ? LENGTH_BONUS : 0)) {
        start = a
        end = b
        best = score
      }
    }
  }
  if (start >= 0) {
    const pattern = isAnnounced(segment, start, end)
    if (!pattern && isThingHere(search, segment, start, end)) return
    const first = withoutLetter(search, segment, start, end)
    search.found.push(withArticle(search, segment, first, new Candidate(run.slice(first, end), best, pattern)))
    // Names written one after another without a sign between: what follows is read on its own.
    if (to - end >= 2)
      keepBest(search, { ...segment, from: end, isTitled: false, before: search.before(run[end]!.first) })
  } else if (!segment.isBlocked)
    for (let i = from; i < to; i++) if (!run[i]!.isParticle) search.left.push(new LeftWord(run[i]!, null))
}

/** "M. Lefort" in French: the letter is a form of address, no initial, and no part of the name. */
function withoutLetter(search: NameSearch, { run }: Segment, start: number, end: number): number {
  const { isInitial, folded } = run[start]!
  // Where few words tell the language, an initial stands before a family name alone.
  const least = search.glance.languages === null ? 3 : 2
  if (!isInitial || end - start < least || !search.isAddress(folded)) return start
  const next = run[start + 1]!
  return next.isInitial || next.isParticle ? start : start + 1
}

/** "De Benedictis Amedeo": the particle with its capital that opens a family name. */
function withArticle(search: NameSearch, { run, to }: Segment, start: number, best: Candidate): Candidate {
  const first = run[start]!
  const lead = start > 0 ? run[start - 1]! : null
  if (lead === null || (lead.roles & Role.particle) === 0) return best
  if (search.tokens.kind[lead.first] !== TokenKind.capital || asFamily(first) <= asGiven(first)) return best
  const before = search.before(lead.first)
  const isFree =
    (before & Before.sentenceInitial) === 0 || (before & Before.label) !== 0 || search.attribute(run[to - 1]!.next)
  return isFree ? new Candidate([lead, ...best.words], best.score, best.pattern) : best
}
