// The best reading of a run of capitalised words: each piece between barriers scored by words and surroundings, and the best
// spans kept.
import { TokenKind } from '../../../text/tokens.ts'
import { After } from './after.ts'
import { Before } from './before.ts'
import { type Candidate, LONE_THRESHOLD, THRESHOLD } from './candidate.ts'
import type { NameWord } from './name-word.ts'
import { isUnknown } from './odds.ts'
import { Role, Small } from './roles.ts'
import { asFamily, asGiven, likeness, scoreName } from './score.ts'
import type { NameSearch } from './search.ts'
import { isAddressed, isCut, type Segment, segmentOf } from './segments.ts'

const LONGEST_NAME = 6
/** A shorter span must beat a longer one by this. */
const LENGTH_BONUS = 1.5
/** Sums taken in another order differ in their last bits. */
const ROUNDING = 0.001
const COMMA = 44

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
    isTitled = (run[i]!.roles & Role.title) !== 0
    from = i + 1
  }
}

/** "Ciao Nino,": above all a given name, whatever it heads elsewhere, right behind a greeting. */
function isGreeted(search: NameSearch, { first, levels, roles }: NameWord): boolean {
  if (levels.given < 5 || (roles & ~(Role.label | Role.opening | Role.title)) !== 0) return false
  return (search.before(first) & (Before.greeting | Before.closing)) !== 0
}

/** Whether a form of address stands before a run of one word; two small letters ("lt. Liste") may be another short form. */
function isTitledAlone(search: NameSearch, run: readonly NameWord[]): boolean {
  const { first, start } = run[0]!
  if (run.length > 1 || (search.before(first) & Before.title) === 0) return false
  return !/(?:^|[^a-z])[a-z]{1,2}\. ?$/.test(search.text.slice(Math.max(0, start - 5), start))
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
    search.found.push(withArticle(search, segment, start, { words: run.slice(start, end), score: best, pattern }))
    // Names written one after another without a sign between: what follows is read on its own.
    if (to - end >= 2)
      keepBest(search, { ...segment, from: end, isTitled: false, before: search.before(run[end]!.first) })
  } else if (!segment.isBlocked)
    for (let i = from; i < to; i++) if (!run[i]!.isParticle) search.left.push({ word: run[i]!, alone: null })
}

/** The most that scoreSpan may say for the word at place `a` of a run alone. */
function mostAlone(search: NameSearch, segment: Segment, a: number): number {
  const { run, from, to, before, after } = segment
  // A form of address lifts a name of its own to -1 (isOwnName).
  let most = Math.max(scoreName(run, a, a + 1), -1)
  if (a === from) most += announcement(segment, a + 1)
  if (a + 1 === to) {
    if ((after & After.title) !== 0) most += 4
    else if ((after & After.verb) !== 0) most += 1.5
    else if ((after & After.possessive) !== 0) most += 1
  }
  if (search.mail !== null) most += 2
  return (before & Before.lineInitial) !== 0 && (after & After.calls) !== 0 ? most + 2 : most
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
  return isFree ? { ...best, words: [lead, ...best.words] } : best
}

function scoreSpan(search: NameSearch, segment: Segment, a: number, b: number): number {
  const { run, from, to, before, after, isTitled, isBlocked, penalty } = segment
  const announced = a === from ? announcement(segment, b) : 0
  const pattern = announced > 0
  let score = scoreName(run, a, b)
  // "Mr G. Şan": behind a title an initial makes any word a name.
  if (pattern && (isTitled || (before & Before.title) !== 0) && run[a]!.isInitial && b - a > 1)
    score = Math.max(score, 0)
  if (b - a === 1 && (isTitled || (before & Before.title) !== 0) && isOwnName(search, run[a]!))
    score = Math.max(score, -1)
  // "Exma. Sra. Farinha,": called by a form of address and nothing else.
  if (b - a === 1 && b === to && (after & After.calls) !== 0 && isCalled(segment, a)) score = Math.max(score, -1)
  // "M. Abgrall": in French no initial.
  if (b - a > 1 && run[a]!.isInitial && search.isAddress(run[a]!.folded))
    score = Math.max(score + 2.5, THRESHOLD - (isUnspoken(run, a, b) ? 0 : 2))
  score += announced - penalty
  if (a > from) score -= leftOver(segment, a)
  if (isBlocked && !pattern) score -= 8
  if (b < to) score -= (run[b]!.roles & Role.goods) !== 0 ? 8 : 1
  else if ((after & After.title) !== 0) score += 4
  else if ((after & After.verb) !== 0) score += 1.5
  else if ((after & After.possessive) !== 0) score += 1
  if (b === to && b - a > 1 && search.attribute(run[to - 1]!.next))
    // "Patient Casey Example (NIN ...": announced and described, any word is a family name.
    score += (b - a === 2 && asGiven(run[a]!) >= (pattern ? 3 : 5)) || isUnspoken(run, a, b) ? 4.5 : 1
  if (search.mail !== null)
    for (let i = a; i < b; i++) if (search.mail.has(run[i]!.folded)) score += b - a === 1 ? 2 : 1.5
  score += b - a === 1 ? loneDoubt(search, segment, a, pattern) : togetherDoubt(search, segment, a, b, pattern)
  return score
}

/** Behind a form of address, a word without another role that is a family name somewhere. */
function isCalled({ run, before, isTitled }: Segment, a: number): boolean {
  const { roles, levels, isUpper } = run[a]!
  if (isUpper || (!isTitled && (before & Before.title) === 0)) return false
  return levels.family >= ((roles & ~Role.plantTalk) === 0 ? 2 : 4)
}

/** "Mme Vautrin": known as a proper name only, but of nothing that has a form of address. */
function isOwnName({ words }: NameSearch, word: NameWord): boolean {
  const { word: ordinary, proper } = word.levels
  return ordinary === 0 && proper > 0 && (word.roles & Role.brand) === 0 && !word.isUpper && !words.isPlace(word)
}

/** No word of the span is a common one. */
function isUnspoken(run: readonly NameWord[], a: number, b: number): boolean {
  for (let i = a; i < b; i++) if (run[i]!.levels.word >= 4) return false
  return true
}

/** Whether the words before a span announce it. */
function isAnnounced(segment: Segment, a: number, b: number): boolean {
  return a === segment.from && announcement(segment, b) > 0
}

/** What the words before a segment say for the name that begins it. */
function announcement({ before, after, isTitled, to, from: a }: Segment, b: number): number {
  const whole = b === to
  let score = 0
  if (isTitled || (before & Before.title) !== 0) score += 5.2
  if ((before & Before.label) !== 0) score += whole ? 6 : 4
  if ((before & (Before.greeting | Before.closing)) !== 0) score += whole ? 5.2 : 3
  if ((before & Before.cue) !== 0) score += 3.5
  // "La proprietaria, Zaira Pontecorvo, C.F. ...": named between commas by what she is.
  if (whole && (before & Before.apposed) !== 0 && (after & (After.calls | After.end)) !== 0 && b > a + 1) score += 3.5
  // "[14:40] Mogdo: hello": behind a bracketed time, not at the start of any line.
  if (whole && (before & SPEAKING) === Before.speaker && (after & After.colon) !== 0) score += 7
  if (whole && (before & Before.dash) !== 0 && (after & After.end) !== 0) score += 5.2
  return score
}

const SPEAKING = Before.speaker | Before.lineInitial

/** Cost of the words left over before the span: none where they are ordinary, doubt where they might belong to the name. */
function leftOver({ run, from, before }: Segment, a: number): number {
  const left = run[a - 1]!
  const likely = likeness(left)
  // The word that opens the sentence has its capital from there.
  if ((before & Before.sentenceInitial) !== 0 && a === from + 1 && likely < 1.6) return 0.3
  if (likely <= -2) return 0.3
  return isUnknown(left.levels) ? 1 : 1.5
}

const ADDRESSED = Before.greeting | Before.closing | Before.title | Before.cue

/** What speaks against a single word. */
function loneDoubt(search: NameSearch, segment: Segment, a: number, pattern: boolean): number {
  const { run, from, before, after } = segment
  const word = run[a]!
  const { given, word: ordinary } = word.levels
  const isInitial = (before & Before.sentenceInitial) !== 0
  const isPossessive = (after & After.possessive) !== 0
  let score = 0
  if (isInitial && (word.roles & Role.opening) !== 0) score -= 8
  if (word.end - word.start < 3) score -= 2
  // "Peti, a Canon": a name called out at the start of a line.
  if ((before & Before.lineInitial) !== 0 && (after & After.calls) !== 0 && given > 0) score += 2
  // "ur NHIF": an acronym is no name whatever announces it.
  if (word.isUpper && word.end - word.start <= 5 && isUnknown(word.levels)) score -= 6
  // Months and faiths that people are called as: only where somebody is addressed or signs.
  if ((word.roles & Role.notName) !== 0 && (before & ADDRESSED) === 0 && !search.mail?.has(word.folded))
    return score - 8
  // "Reply-To:" at the start of a line is the name of a field.
  if (word.next - word.first > 1 && (before & Before.lineInitial) !== 0 && (after & After.colon) !== 0) score -= 8
  // "Service clients — Michelin": a maker signs as well.
  if ((word.roles & Role.brand) !== 0 && (before & Before.dash) !== 0) score -= 6
  if (pattern) return score
  if (isOccupation(search, word, after)) score -= 8
  if (word.next - word.first > 1 && isSaintly(search, word)) score -= 8
  if ((word.roles & Role.plant) !== 0 && !isPossessive && search.speaksOfPlants()) score -= 8
  if (word.isUpper) score -= 4
  if (isInitial && a === from) {
    // The capital is the sentence's. A word that is only ever a family name hardly needs it.
    const isFamily = ordinary === 0 && (word.isShaped || word.levels.family >= 6)
    score -= isFamily ? 0.6 : (ordinary === 0 ? 1 : 2) + ((after & After.lower) !== 0 ? 0.7 : 0)
  }
  const isSubject = (after & After.verb) !== 0
  if ((before & Before.placeLead) !== 0 && !isSubject) score -= 2
  if (!isSubject && !isPossessive && search.words.isPlace(word)) score -= given >= 6 ? 1 : 3
  if ((word.roles & Role.brand) !== 0) score -= 6
  // "Škoda Octavia": a model behind its maker.
  if (a > 0 && isMaker(run[a - 1]!)) score -= 6
  if (isUnknown(word.levels)) score -= 3
  return score
}

/** Saint-Michel, Sint-Jan: a place or a day. */
function isSaintly({ facts: { saintPrefixes } }: NameSearch, { folded }: NameWord): boolean {
  return saintPrefixes.some((prefix) => folded.startsWith(prefix))
}

/** "Alhassan Fuseini, Farmer," and "Žák:" say what somebody is; "Farmer said" and "Zak" whom. */
function isOccupation({ words, tokens, text }: NameSearch, { first, roles, levels }: NameWord, after: number): boolean {
  if ((roles & Role.occupation) === 0 || (after & (After.verb | After.possessive)) !== 0) return false
  const isColon = (after & After.colon) !== 0
  if (levels.given >= 5) return isColon
  return (
    levels.family < 6 ||
    isColon ||
    (first > 0 &&
      ((words.small(first - 1) & Small.article) !== 0 || text.charCodeAt(tokens.start[first - 1]!) === COMMA))
  )
}

/** What speaks against several words as one name. */
function togetherDoubt(search: NameSearch, segment: Segment, a: number, b: number, pattern: boolean): number {
  const { run, from, before, after } = segment
  const first = run[a]!
  const last = run[b - 1]!
  const isInitial = (before & Before.sentenceInitial) !== 0
  let score = 0
  const isHeading =
    isInitial && (after & After.verb) === 0 && (last.roles & Role.goods) !== 0 && !isNamesake(first, last)
  if (isHeading || isProduct(run, a, b)) score -= 12
  const isWholeLine = (before & Before.lineInitial) !== 0 && (after & After.end) !== 0 && b === segment.to && a === from
  let uppers = 0
  for (let i = a; i < b; i++) {
    const word = run[i]!
    if (word.isUpper) uppers++
    // An acronym among words is an acronym.
    const isAcronym = word.isUpper && !word.isInitial && word.end - word.start <= 4 && word.levels.family < 6
    if (isWholeLine && i > a && word.levels.family >= 3 && word.levels.word === 0) continue
    if (isAcronym && (!first.isUpper || first.isInitial)) score -= 3
  }
  if (b === segment.to && b - a === 2) {
    if (pattern) return score + strangers(run, a, b)
    if (a === 0 && b === run.length && isSetApart(search, run)) score += 3.5 * strangers(run, a, b)
  }
  if (pattern) return score
  if (a === from && isInitial && !first.isInitial) {
    const second = asGiven(run[a + 1]!)
    if (isUnknown(first.levels)) score -= b - a - kinParticles(run, a, b) > 2 ? 3 : 0.8
    else if (asGiven(first) < 1 && asFamily(first) < 1.6) score -= b - a > 2 || second >= 3 ? 3 : 1.5
    else if (first.levels.word >= 3 && asGiven(first) < 3 && second >= 4) score -= 2
  }
  if (uppers === b - a) score -= 1.5
  // "Ferry Piraeus": the second word is a place and nobody's family name.
  if (b - a === 2 && last.levels.family === 0 && last.levels.proper > 0 && search.words.isPlace(last)) score -= 3
  // "OR PZ Prešov": two short forms open an office, not a name.
  const second = run[a + 1]!
  if (isShortForm(first) && isShortForm(second) && (isUnknown(first.levels) || isUnknown(second.levels))) score -= 6
  return score
}

const AFTER_ALL = /^\s*$/

/** The run is the last line of a text, behind a sentence. */
function isSetApart({ text }: NameSearch, run: readonly NameWord[]): boolean {
  const { start } = run[0]!
  const { end } = run[run.length - 1]!
  const isLine = start >= 2 && text[start - 1] === '\n' && /[.!?,:;\n]/.test(text[start - 2]!)
  return isLine && text.length - end < LINE_ENDS && AFTER_ALL.test(text.slice(end))
}

const LINE_ENDS = 8

/** What an announced name of two words gains when one of its words is no ordinary word anywhere and none is a common one. */
function strangers(run: readonly NameWord[], a: number, b: number): number {
  let isStrange = false
  for (let i = a; i < b; i++) {
    const word = run[i]!
    const { word: ordinary, proper } = word.levels
    if (ordinary >= 5 || (word.isUpper && (i === a || run[a]!.isUpper || word.end - word.start < 4))) return 0
    if (ordinary + proper === 0 && !word.isInitial && !word.isParticle) isStrange = true
  }
  return isStrange ? 1.2 : 0
}

function isMaker({ roles, levels }: NameWord): boolean {
  return (roles & Role.brand) !== 0 && levels.given < 4
}

function isShortForm(word: NameWord): boolean {
  return word.isUpper && !word.isInitial && !word.isParticle && word.end - word.start <= 3
}

function kinParticles(run: readonly NameWord[], a: number, b: number): number {
  let count = 0
  for (let i = a; i < b; i++) if ((run[i]!.known.small & Small.kin) !== 0) count++
  return count
}

/** "Jasmine Rice", "Bosch Drill": a plant or a maker before what it is or makes. */
function isProduct(run: readonly NameWord[], a: number, b: number): boolean {
  const first = run[a]!
  if ((first.roles & Role.brand) !== 0 && first.levels.given < 6) return true
  if (first.levels.given < 4)
    for (let i = a; i < b; i++)
      // "meneer van den Bosch"
      if ((run[i]!.roles & Role.brand) !== 0 && !(first.isParticle && i > a && run[i - 1]!.isParticle)) return true
  const last = run[b - 1]!
  return (last.roles & Role.goods) !== 0 && first.levels.word >= 2 && !isNamesake(first, last)
}

/** "Mary Stone": a given name that is no plant and seldom another word, before a material that is a common family name. */
function isNamesake(first: NameWord, last: NameWord): boolean {
  const { given, word } = first.levels
  return (first.roles & Role.plant) === 0 && given >= 6 && given - word >= 4 && last.levels.family >= 6
}
