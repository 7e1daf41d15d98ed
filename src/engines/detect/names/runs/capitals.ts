// The runs of capitalised words of a text, one after another: most are passed over by what is known of their one word, the
// others are read as names.

import { Level } from '../../../../packs/word-levels.ts'
import { COLON } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import { Before } from '../around/before.ts'
import { isGlued } from '../around/glue.ts'
import { isLabelled } from '../around/labels.ts'
import { invertedName } from '../layouts/inverted.ts'
import type { NameSearch } from '../search.ts'
import { LeftWord } from '../search.ts'
import { isBarrierAs } from '../words/barrier.ts'
import { Cue } from '../words/cues.ts'
import { isAddressable, WordBit } from '../words/lexicon.ts'
import type { NameWord } from '../words/name-word.ts'
import { isPlainAs } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { Ending } from '../words/words.ts'
import { isHopeless, isHopelessAt } from './lone.ts'
import { runAt } from './runs.ts'
import { asFamily, asGiven, isPlainWord } from './score.ts'
import { findSpans } from './spans.ts'

/** Particles before one family name at most: "van de la". */
const MOST_PARTICLES = 3
/** Characters of a label at most. */
const LONGEST_LABEL = 24
const ADDRESSED = Before.title | Before.greeting

/** Adds the names of the runs of a text to `search.found`, their other words to `search.left`. */
export function findCapitalised(search: NameSearch): void {
  const { scanned, words } = search
  const { capitals, capitalCount } = search.glance
  /** Words before this token were part of the last run. */
  let from = 0
  for (let i = 0; i < capitalCount; i++) {
    const index = capitals[i]!
    if (index < from) continue
    const ending = words.ending(index)
    if (ending !== Ending.tied && isNone(search, index)) continue
    if (isGlued(scanned, index) || closesCue(search, index)) continue
    if (ending === Ending.alone && isHopelessAt(search, index)) {
      search.left.push(index)
      continue
    }
    const run = withParticles(search, freeRun(search, index))
    if (run.length === 0) continue
    from = run[run.length - 1]!.next
    if (isPlain(run) && !isLabelled(search, run[0]!.first)) continue
    if (ending !== Ending.alone && isHopeless(search, run)) {
      search.left.push(new LeftWord(run[0]!, run))
      continue
    }
    const rest = invertedName(search, run)
    if (rest === null) findSpans(search, run)
    else from = rest[rest.length - 1]!.next
  }
}

/** Whether the token `index`, a run of its own, is a word that no name is made of. Answers most words. */
function isNone(search: NameSearch, index: number): boolean {
  const { words, tokens } = search
  const bits = words.bits[index]!
  if ((bits & WordBit.closed) !== 0) return (bits & WordBit.plain) !== 0 || !mayBeAddressed(search, index)
  // Most are words that open a sentence: nothing around them makes a name of them but a label.
  if ((bits & WordBit.plain) !== 0) return !isLabelled(search, index)
  const { levels, capitalRoles: roles } = words.under(words.known(index))
  if (roles === 0) return isPlainAs(levels) && !isLabelled(search, index)
  return tokens.end[index]! - tokens.start[index]! > 1 && isBarrierAs(roles, levels) && !mayBeAddressed(search, index)
}

/** "Frau Graf", "Ciao Nino,": a word that ends names and is one itself, behind what people are addressed by. */
function mayBeAddressed(search: NameSearch, index: number): boolean {
  return isAddressable(search.words.levels(index)) && (search.before(index) & (ADDRESSED | Before.closing)) !== 0
}

function isPlain(run: readonly NameWord[]): boolean {
  for (let i = 0; i < run.length; i++) if (!isPlainWord(run[i]!)) return false
  return true
}

/** "i.A. Krause": a letter that ends an abbreviation is no initial. */
function closesCue({ tokens, hits, cues }: NameSearch, index: number): boolean {
  const end = tokens.end[index]!
  if (end - tokens.start[index]! !== 1 || !hits.has(cues.groups.cue)) return false
  for (const hit of hits.between(end - 1, end))
    if (hit.end === end && hit.firstToken < index && (cues.of(hit) & Cue.cue) !== 0) return true
  return false
}

/**
 * A run with the particles that open the family name of somebody addressed: "de heer van Dijk", "mevrouw Van der Zwaag". What
 * announces the name stands before them.
 */
function withParticles(search: NameSearch, run: NameWord[]): NameWord[] {
  const { tokens, text, words } = search
  const head = run[0]
  if (head === undefined) return run
  if ((head.roles & (Role.particle | Role.title)) === Role.particle && run.length > 1 && !head.isParticle) {
    const before = search.before(head.first)
    // "Fahrer: Der Lenker": behind a label an article opens other things too.
    const isName =
      (before & ADDRESSED) !== 0 || ((before & Before.label) !== 0 && (head.known.small & Small.family) !== 0)
    const whole = [words.particle(head.first), ...run.slice(1)]
    if (isName) return whole
    // "Mme de La Rochebrune"
    const lead = head.first - 1
    const isLed = lead > 0 && tokens.kind[lead] === TokenKind.lower && (words.roles(lead) & Role.particle) !== 0
    return isLed && (search.before(lead) & Before.title) !== 0 ? [words.particle(lead), ...whole] : run
  }
  let first = head.first
  for (let at = first - 1; at >= 0 && first > head.first - MOST_PARTICLES; at--) {
    const isLower = tokens.kind[at] === TokenKind.lower
    if (
      !isLower ||
      (words.roles(at) & Role.particle) === 0 ||
      sliceOf(text, tokens.end[at]!, tokens.start[at + 1]!) !== ' '
    )
      break
    first = at
  }
  if (first === head.first) return run
  const before = search.before(first)
  // "Hyresgäst: von Essen, Karin", "Mvh af Klintberg"; "Absender: von Anna Meier" is no von Anna.
  const isFamily = asFamily(head) > asGiven(head) || (words.small(first) & Small.family) !== 0
  // "Brought by neighbour van Beek", but "vecina de Utrera"
  const isKin = (before & Before.relative) !== 0 && (words.small(first) & Small.family) !== 0
  const isField =
    (isKin || (before & (Before.label | Before.closing)) !== 0) && isFamily && head.levels.given < Level.frequent
  if ((before & Before.title) === 0 && !isField) return run
  // "la dame de Paris", "el profesor de Historia": where somebody is from and what they teach.
  if ((words.small(first) & Small.family) === 0 && (asFamily(head) < 1 || (!isField && words.isPlace(head)))) return run
  const particles: NameWord[] = []
  for (let at = first; at < head.first; at++) particles.push(words.particle(at))
  return [...particles, ...run]
}

/** The run of words that begins at token `at`, up to the first that is glued into something else or opens the next label. */
function freeRun(search: NameSearch, at: number): NameWord[] {
  const { scanned } = search
  const run = runAt(search.words, at)
  const mayLabel = scanned.mayHold(COLON)
  for (let i = 1; i < run.length; i++)
    if (isGlued(scanned, run[i]!.first) || (mayLabel && opensLabel(search, run[i]!))) run.length = i
  return run
}

/** "Surname: Buzea First name: Ruxandra": the word opens what announces the next value, whatever language the text is in. */
function opensLabel({ hits, evidence, cues, text }: NameSearch, { start }: NameWord): boolean {
  const { all } = hits
  let found = false
  let end = start
  for (let i = hits.endedBy(start); i < all.length && all[i]!.end <= start + LONGEST_LABEL; i++) {
    const hit = all[i]!
    if (text[hit.end] !== ':' || hit.start > start) continue
    // "P. IVA:" is one label.
    if (hit.start < start) end = hit.end
    else if ((cues.of(hit) & (Cue.field | Cue.naming)) !== 0 || evidence.announcesOfPeople(hit)) found = end < hit.end
  }
  return found
}
