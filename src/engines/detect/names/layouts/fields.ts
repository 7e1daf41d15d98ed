// Fields that hold nothing but a name: behind "Nachname:" or under "apellidos" the whole value is one, be it also a title (Graf),
// a street (Close), a month (Mayo) or opened by a particle (de Vries).

import { Level } from '../../../../packs/word-levels.ts'
import type { PhraseHit } from '../../../../text/phrase-hits.ts'
import { isApostrophe } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isCapitalised } from '../../token-questions.ts'
import { isGlued } from '../around/glue.ts'
import { isHeadings } from '../around/labels.ts'
import { Candidate, CERTAIN } from '../candidate.ts'
import { runAt } from '../runs/runs.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import type { NameWord } from '../words/name-word.ts'
import { isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { isFieldLine } from './field-lines.ts'

/** What stands between a label and its value: `: `, ` = "`, `": "`, `">`; capitals of a form need blanks alone. */
const GAP =
  /^(?:\(\p{L}{1,3}\)|\/-?\p{L}{1,4})?["'*_)\]]{0,3} {0,3}(?:[._\u2026\u00b7 ]{3,60})?(?:[:=\uff1a>|\t][ *]{0,4}["']?[^\p{L}\p{N}\n]{0,2}| {1,12})$/u
const WITHIN = 72
/** A whole value, up to where its field ends. */
const VALUE =
  /^[\p{L}\p{M}'\u2019\u02bc.\u2010-]+(?: {1,2}[\p{L}\p{M}'\u2019\u02bc.\u2010-]+){0,4}(?=[^\S\n]*(?:[\n;|,"<>\t)}\]]| {3}|$))/u
/** The gap between two columns of a form without signs. */
const COLUMN = /^(?:\(\p{L}{1,3}\))? {2,20}$/u
const LONGEST = 48
const OPENS_WITHIN = 72
/** From a key of a record to its value, and to the next key at most. */
const KEYED = /^["']? ?(?::|=>?|>) ?["']?$/
const KEYS_WITHIN = 64
/** From one heading to the next, over the cell of a middle name or the like. */
const KEYS_BESIDE = 24
/** The start of a cell, and signs before its first word: quotes, pictures. */
const OPENS_CELL = /(?:^|[\n;,|\t(]| {2})[^\p{L}\p{N}\n;,|\t(]{0,14}$/u
const CELL_WITHIN = 18
const BESIDE = /^[ "']{0,3}(?:[;,|\t][ "']{0,3}(?:[\p{L} _]{1,14}[ "']{0,3}[;,|\t][ "']{0,3})?| {2,12})$/u
/** The start of a line or cell, or the same label in another language: "SURNAME / NAME", "1. Nazwisko/Surname/Nom". */
const OPENS = /(?:^|\n|[|;]) {0,3}(?:\d{1,2}[a-d]?[.)]{0,2} {0,2})?(?:[\p{L} .'()-]{2,30} ?\/ ?){0,3}$/u
/** A label above its value. */
const UNDER = /^(?:\(\p{L}{1,3}\))?[^\S\n]{0,3}:?[^\S\n]{0,3}\n[^\S\n]{0,3}$/u
const GIVEN_BEHIND = /^, ?\p{Lu}[\p{L}\p{M}.'\u2019-]+(?: \p{Lu}[\p{L}\p{M}.'\u2019-]+){0,2}(?=[^\S\n]*(?:[\n|"<)]|$))/u
/** Where a label stands that is all there is of it: "Naam:", not "productnaam" or "File name:". */
const ALONE = /(?:^|[\n;,|{(<>/:]) {0,3}["'*_-]{0,2} {0,2}$/

/** Adds the values of the fields that hold names alone. */
export function findFields(search: NameSearch): void {
  const { evidence, cues, text, tokens } = search
  const { field, naming, key } = cues.groups
  const hasKeys = evidence.hits.has(key)
  if (!hasKeys && !evidence.hits.has(field) && !evidence.hits.has(naming)) return
  const { start, count } = tokens
  const isForm = evidence.hits.has(field)
  const seen = new Set<number>()
  // Where a name was found that opens its field.
  for (const { words } of search.found) seen.add(words[0]!.first)
  if (hasKeys) takeKeyed(search, seen)
  // Where the last value of a row of labels without signs ends.
  let row = -1
  for (const hit of evidence.hits.all) {
    const says = cues.of(hit)
    // Among the fields of a form "Nome" is one as well.
    const isSure = (says & Cue.field) !== 0 || isForm
    if (
      (says & Cue.field) === 0 &&
      ((says & Cue.naming) === 0 ||
        (hit.start - row !== 1 && !ALONE.test(text.slice(Math.max(0, hit.start - 8), hit.start))))
    )
      continue
    const end = (says & Cue.field) !== 0 ? endOfLabel(text, hit.end) : hit.end
    let at = hit.endToken
    while (at < count && start[at]! - end < WITHIN && (start[at]! < end || !isLetters(search, at))) at++
    if (at >= count) continue
    const isBlank = start[at]! - hit.end === 1 && text[hit.end] === ' '
    const next = isBlank || text[end] === ':' ? labelBehind(search, at) : -1
    if (next >= 0) row = tokens.end[next - 1]!
    if (seen.has(at)) continue
    const isLine = isBlank && next < 0 && isFieldLine(search, hit.start, start[at]!)
    if (next < 0 && !isField(search, hit.start, end, start[at]!, isLine)) continue
    seen.add(at)
    take(search, at, isSure || isLine, next)
  }
  const { capitals, capitalCount } = search.glance
  for (let i = 0; i < capitalCount; i++) {
    // The first word of a cell, particles before it.
    let at = capitals[i]!
    while (at > 0 && tokens.kind[at - 1] === TokenKind.lower && start[at]! - tokens.end[at - 1]! === 1) at--
    const cell = seen.has(at) ? 0 : cellOf(search, start[at]!)
    if (cell !== 0) take(search, at, cell === Cue.field || isForm)
  }
}

/** What says more of a name before the colon of its field. */
const QUALIFIED = /^(?: [\p{L}\p{M}]{2,16}){1,5}(?= ?: ?\S)/u
const QUALIFIED_WITHIN = 64

/** "Familienname vor der ersten Eheschließung: Birnbaum": where a label ends that goes on behind the word for a name, at `at`. */
function endOfLabel(text: string, at: number): number {
  return text[at] === ' ' ? at + (QUALIFIED.exec(text.slice(at, at + QUALIFIED_WITHIN))?.[0].length ?? 0) : at
}

/** `"first":"Ctirad","last":"Vopička"`: two keys that say little alone, and each a part of one name beside the other. */
function takeKeyed(search: NameSearch, seen: Set<number>): void {
  const { evidence, cues, text, tokens } = search
  let last: PhraseHit | null = null
  let lastAt = -1
  for (const hit of evidence.hits.all) {
    if ((cues.of(hit) & Cue.key) === 0 || !ALONE.test(text.slice(Math.max(0, hit.start - 8), hit.start))) continue
    let at = hit.endToken
    while (at < tokens.count && tokens.kind[at] === TokenKind.sign) at++
    if (at >= tokens.count || !isCapitalised(tokens.kind[at]!) || !KEYED.test(text.slice(hit.end, tokens.start[at])))
      continue
    const isPair = last !== null && hit.start - last.end < KEYS_WITHIN && hit.says !== last.says
    if (isPair && isCalled(search, lastAt) && isCalled(search, at))
      for (const value of [lastAt, at])
        if (!seen.has(value)) {
          seen.add(value)
          take(search, value, true)
        }
    last = hit
    lastAt = at
  }
}

/** The capitalised token `at` is a name more than a word, or nothing that the lists know: no "Monday", no "Overview". */
function isCalled({ words }: NameSearch, at: number): boolean {
  const levels = words.levels(at)
  if ((words.roles(at) & Role.notName) !== 0) return false
  return isUnknown(levels) || Math.max(levels.given, levels.family) > Math.max(levels.word, levels.proper)
}

function isLetters({ tokens }: NameSearch, at: number): boolean {
  const kind = tokens.kind[at]!
  return kind === TokenKind.lower || isCapitalised(kind)
}

/** Whether the label from..to leads to the value at `at`; without a sign between only where it is a line of a form, or in capitals and opens its line. */
function isField(search: NameSearch, from: number, to: number, at: number, isLine: boolean): boolean {
  const { text } = search
  const gap = text.slice(to, at)
  if (UNDER.test(gap)) return OPENS.test(text.slice(Math.max(0, from - OPENS_WITHIN), from))
  // "</surname><born>": a tag that closes, and the next one.
  if (!GAP.test(gap) || gap.endsWith('<') || text.startsWith('</', from - 2)) return false
  if (COLUMN.test(gap)) return !isHeadings(search, to) && OPENS.test(text.slice(Math.max(0, from - OPENS_WITHIN), from))
  if (/[:=\uff1a>|\t\u2026]|\.{3}|(?: \.){3}/.test(gap)) return true
  const label = text.slice(from, to)
  if (label !== label.toUpperCase()) return isLine
  if (isHeadings(search, to)) return false
  return OPENS.test(text.slice(Math.max(0, from - OPENS_WITHIN), from))
}

/** Words of a value in a row of labels without signs at most. */
const MOST_IN_ROW = 3
const LABELS = Cue.field | Cue.naming | Cue.foreign

/** "NOM Camara Prénom Mamadou Adresse 5, rue ...": the token behind a value of capitalised words at `at`, where the next label stands; -1. */
function labelBehind({ hits, cues, words, tokens: { kind, start, end, count } }: NameSearch, at: number): number {
  const { all } = hits
  // "SURNAME AND FORENAMES"
  if ((words.small(at) & (Small.listing | Small.link)) !== 0) return -1
  for (let next = at; next < at + MOST_IN_ROW && isCapitalised(kind[next]!); ) {
    next++
    if (next >= count || start[next]! - end[next - 1]! !== 1) return -1
    for (let i = hits.endedBy(start[next]!); i < all.length && all[i]!.start <= start[next]!; i++)
      if (all[i]!.start === start[next] && (cues.of(all[i]!) & LABELS) !== 0) return next
  }
  return -1
}

/** What the heading says over a cell of a table that begins at `at`: Cue.field, Cue.naming, or 0 where none heads names. */
function cellOf({ text, evidence, cues }: NameSearch, at: number): number {
  // Few texts have a table.
  const heading = evidence.heading(at)
  if (heading === null || !OPENS_CELL.test(text.slice(Math.max(0, at - CELL_WITHIN), at))) return 0
  const reach = heading.end - heading.start
  if (evidence.nearest(cues.groups.field, heading.end, reach) !== null) return Cue.field
  const naming = evidence.nearest(cues.groups.naming, heading.end, reach)
  // "last" is one, "last seen" is none.
  if (naming === null || text.slice(heading.start, heading.end).trim().length !== naming.end - naming.start) return 0
  return (cues.of(naming) & Cue.key) !== 0 && hasCounterpart({ text, evidence, cues }, naming) ? Cue.field : Cue.naming
}

/** "id,last,first,dob": another part of a name heads a column beside the one that `key` heads. */
function hasCounterpart(
  { text, evidence, cues }: Pick<NameSearch, 'text' | 'evidence' | 'cues'>,
  key: PhraseHit,
): boolean {
  for (const hit of evidence.hits.between(key.start - KEYS_BESIDE, key.end + KEYS_BESIDE)) {
    if ((cues.of(hit) & Cue.key) === 0 || hit.says === key.says) continue
    const between = hit.start > key.end ? text.slice(key.end, hit.start) : text.slice(hit.end, key.start)
    if (BESIDE.test(between)) return true
  }
  return false
}

/** Takes the value whose first token is `first`, up to token `next` where that is known, when all of it reads as a name. */
function take(search: NameSearch, first: number, isSure: boolean, next = -1): void {
  const { text, tokens, words, evidence, cues } = search
  const start = tokens.start[first]!
  const last = next < 0 ? VALUE.exec(text.slice(start, start + LONGEST))?.[0].length : tokens.end[next - 1]! - start
  if (last === undefined || isGlued(search.scanned, first)) return
  const end = start + last + (isSure ? givenBehind(text, start + last) : 0)
  // "Vorname Nachname", "Name     Born": the value is the next label.
  const isApart =
    !/[:=\uff1a>|]/.test(text.slice(Math.max(0, start - 4), start)) && (next >= 0 || !isBesideLabel(search, start))
  for (const hit of evidence.hits.between(start, end)) {
    if (hit.start !== start) continue
    const says = cues.of(hit)
    if ((says & (Cue.field | Cue.naming)) !== 0 || (isApart && hit.end === end && (says & Cue.foreign) !== 0)) return
  }
  const found: NameWord[] = []
  let named = 0
  for (let at = first; at < tokens.count && tokens.start[at]! < end; ) {
    const kind = tokens.kind[at]!
    if (isCapitalised(kind)) {
      for (const word of runAt(words, at)) {
        if (word.start >= end) break
        found.push(word)
        // "Le Gall", "Da Costa": the particle may have a capital.
        if (word.isParticle || ((word.roles & Role.particle) !== 0 && word.end < end)) continue
        if (!isNamelike(word, isSure)) return
        named++
      }
      at = Math.max(at + 1, found[found.length - 1]?.next ?? 0)
    } else if (kind === TokenKind.lower && (words.roles(at) & Role.particle) !== 0) found.push(words.particle(at++))
    // "van 't Hoff"
    else if (kind === TokenKind.lower && isBehindApostrophe(search, at)) at++
    // "priimek: ribič": small letters throughout.
    else if (kind === TokenKind.lower && isSure && at === first && tokens.end[at] === end) {
      const { given, family } = words.levels(at)
      if (Math.max(given, family) < Level.uncommon) return
      found.push(words.lower(at++))
      named++
    } else if (kind === TokenKind.sign && (at > first || isApostrophe(text.charCodeAt(tokens.start[at]!)))) at++
    else return
  }
  if (named > 0) search.found.push(new Candidate(found, CERTAIN + 2, true))
}

/** One blank alone stands before the value: a line of a form without signs, which is told by its neighbours. */
function isBesideLabel({ text }: NameSearch, start: number): boolean {
  return text[start - 1] === ' ' && /\S/.test(text[start - 2] ?? ' ')
}

/** Characters of ", Given" where that ends a field that a family name opens; 0 when it does not go on so. */
function givenBehind(text: string, at: number): number {
  return GIVEN_BEHIND.exec(text.slice(at, at + LONGEST))?.[0].length ?? 0
}

/** Tied to an apostrophe before it. */
function isBehindApostrophe({ text, tokens }: NameSearch, at: number): boolean {
  return tokens.end[at]! - tokens.start[at]! < 3 && isApostrophe(text.charCodeAt(tokens.start[at]! - 1))
}

/** A name somewhere, or a word nobody knows; not "Unknown" or "Required". A label that things have too needs a common name. */
function isNamelike({ levels, roles, isInitial, isShaped }: NameWord, isSure: boolean): boolean {
  const { given, family, word } = levels
  const most = Math.max(given, family)
  if (!isSure) return isInitial || (most >= Level.known && most >= word - 2 && (roles & Role.notName) === 0)
  return isInitial || isShaped || isUnknown(levels) || (most > 0 && (word < Level.frequent || most >= Level.uncommon))
}
