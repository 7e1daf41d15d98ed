// Labels: "Name:", "Tenant no. 2:", a word over or beside its column, the name of an element; and whether one speaks to what follows.

import type { PhraseHit } from '../../../../text/phrases.ts'
import {
  ASTERISK,
  COLON,
  EQUALS,
  GREATER_THAN,
  isDash,
  NEWLINE,
  OPEN_PARENTHESIS,
  SLASH,
  SPACE,
  TAB,
  UNDERSCORE,
} from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import { Cue } from '../words/cues.ts'
import { holdsWord, REACH } from './gaps.ts'
import type { Surroundings } from './surroundings.ts'

/** The colon of full width. */
const WIDE_COLON = 0xff1a
const LABEL_GAP =
  /^(?:\([eE]?[sS]\)|[/(*:_]-?\p{Ll}{1,4}(?=[:) ]))?["'*_)\]>]{0,3}(?: {0,24}| ?[._\u2026]{2,24} ?)[:=\uff1a][^\p{L}\p{N}\n]{0,14}$/u
/** What tells one of several from the others, in brackets or by its number, and the colon. */
const NUMBERED_LABEL = /^ {1,2}(?:\([^)\n:]{1,20}\)|(?:\p{L}{1,3}\.? ?|#)?\d{1,2}\p{L}?) ?: {1,2}$/u
const LABEL_DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/u
/** The gap between two columns of a form without signs. */
const LABEL_COLUMN = /^(?:\([eE]?[sS]\))?(?: {2,20}|\t{1,3} ?)$/
/** The rest of a label, with its colon. */
const VALUE_COLON = /^\p{L}{2,20}(?: {1,2}\p{L}{1,20})? ?:/u
const LABEL_REST = 44
/** "NAME   READY   STATUS   AGE": the headings of a table that a command prints. */
const HEADINGS = /^(?:[ \t]{1,40}[A-Z][A-Z_-]{1,20}){3}/
const HEADINGS_WITHIN = 160
/** Characters of a row of headings before the word asked about at most. */
const LONGEST_ROW = 2000
const LABEL_LINE = /^[^\S\n]{0,3}[:=]?[^\S\n]{0,3}\n[^\S\n]{0,3}$/u
/** What numbers the lines of a form. */
const NUMBERED_LINE = /(?:^|\n) {0,3}\d{1,2}[a-d]?[.)]{0,2} {1,2}$/
const NUMBERED_WITHIN = 12

/** Whether a label speaks to the value that begins with token `first`. */
export function isLabelled(around: Surroundings, first: number): boolean {
  const { tokens, hits, cues } = around
  const start = tokens.start[first]!
  if (hits.has(cues.groups.label)) {
    const { all } = hits
    let last = -1
    for (let i = hits.endedBefore(first) - 1; i >= 0 && start - all[i]!.end <= REACH; i--) {
      if ((cues.of(all[i]!) & Cue.label) === 0) continue
      if (last >= 0 && all[i]!.end !== last) break
      last = all[i]!.end
      if (isLabel(around, all[i]!, start)) return true
    }
  }
  return isHeaded(around, start)
}

export function isLabel(around: Surroundings, hit: PhraseHit, start: number): boolean {
  const { text } = around
  const { units } = around.tokens
  const first = unitAt(units, hit.end)
  const length = start - hit.end
  if (length === 2 && first === COLON && units[hit.end + 1]! === SPACE) return true
  // A blank alone is no colon, no dash and no line; a word between is none either, but for the ending of "name(s)".
  if (length === 1 && first === SPACE) return false
  if (first !== OPEN_PARENTHESIS && !isGender(first) && holdsWord(units, hit.end, start)) return false
  if (!mayLead(units, hit.end, start)) return false
  const gap = sliceOf(text, hit.end, start)
  // "Voornaam: ________ Geboortedatum:": the blank is the value.
  if (gap.includes('___')) return false
  if (LABEL_GAP.test(gap) || (gap === '>' && isElement(around.text, hit.start))) return true
  const isColumn = LABEL_COLUMN.test(gap)
  const isSet = isColumn || LABEL_LINE.test(gap) || LABEL_DASH.test(gap)
  // "Επώνυμο  Μητέρας: ...": a label of two words with a wide gap between.
  if (isColumn && VALUE_COLON.test(sliceOf(text, start, start + LABEL_REST))) return false
  return isSet && opensLineOfForm(around.text, hit.start) && !(isColumn && isHeadings(around, hit.end))
}

/** Whether what leads from a label to its value stands in [from, to): a colon or what is written for it, a dash, a line break, a wide gap. */
function mayLead(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at]!
    if (unit === SPACE ? units[at + 1] === SPACE : isLead(unit)) return true
  }
  return false
}

function isLead(unit: number): boolean {
  if (unit === COLON || unit === EQUALS || unit === GREATER_THAN || unit === WIDE_COLON) return true
  return unit === NEWLINE || unit === TAB || isDash(unit)
}

/** "Mieter/in", "Alumno/a", "Patient*in", "Patient:in": the sign before the other ending of a label. */
function isGender(unit: number): boolean {
  return unit === SLASH || unit === ASTERISK || unit === COLON || unit === UNDERSCORE
}

/** Whether the word that ends at `at` is the first of a row of headings: of capitals, or over the columns of a table. */
export function isHeadings({ text, evidence }: Pick<Surroundings, 'text' | 'evidence'>, at: number): boolean {
  if (HEADINGS.test(text.slice(at, at + HEADINGS_WITHIN))) return true
  const end = at + text.slice(at, at + HEADINGS_WITHIN).indexOf('\n')
  const below = end < at ? null : evidence.heading(end + 1)
  // The heading that stands over the line below stands in this one.
  if (below === null || below.start > at || at - below.start > LONGEST_ROW) return false
  return !sliceOf(text, below.start, at).includes('\n')
}

/** Whether a label heads the column of the table in which view index `start` stands. */
export function isHeaded({ evidence, hits, cues }: Surroundings, start: number): boolean {
  const heading = evidence.heading(start)
  if (heading === null) return false
  return hits.nearestBefore(cues.groups.label, heading.end, heading.end - heading.start) !== null
}

/** "<nome>Ambra", "<p:surname>": the label is the name of an element. */
function isElement(text: string, at: number): boolean {
  return /<(?:\w{1,12}:)?$/.test(sliceOf(text, Math.max(0, at - 14), at))
}

export function opensLineOfForm(text: string, at: number): boolean {
  let index = at - 1
  while (index >= 0 && at - index < 4 && text[index] === ' ') index--
  if (index < 0 || text[index] === '\n') return true
  // "7 Ehepartner", "2) Witness", "3a. Kind": the numbered line of a form.
  const from = Math.max(0, at - NUMBERED_WITHIN)
  const numbered = NUMBERED_LINE.exec(text.slice(from, at))
  return numbered !== null && (numbered.index > 0 || from === 0 || text[from] === '\n')
}

/** "Officer in charge: ", "Witness (independent): ", "Tenant no. 2: ": what tells a label from its like stands before its colon. */
export function isTailed(around: Surroundings, hit: PhraseHit, start: number): boolean {
  const { text, tokens, hits, cues } = around
  if (tokens.units[start - 1] !== SPACE || unitAt(tokens.units, hit.end) !== SPACE) return false
  const gap = sliceOf(text, hit.end, start)
  if (!gap.includes(':') || gap.includes('\n')) return false
  if (NUMBERED_LABEL.test(gap)) return true
  if (!hits.has(cues.groups.tail)) return false
  for (const tail of hits.between(hit.end, start))
    if ((cues.of(tail) & Cue.tail) !== 0 && tail.firstToken === hit.endToken)
      return LABEL_GAP.test(sliceOf(text, tail.end, start))
  return false
}
