// Whether a field, a record or a row of a table is one of a thing: "Brand: Thomas", "name: Lint" beside "run: ...", a cell
// under "name,brand,category". What a thing is called stands there, whoever bears the same name.
import type { PhraseHit } from '../../../../text/phrase-hits.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import type { NameWord } from '../words/name-word.ts'

/** From a key to its value, and from a key to what says that it is one. */
const LEADS = /^["'*_]{0,3} {0,3}(?:[:=] {0,24}["'*_]{0,3}| {2,24}|\t|>|\|? ?\| ?)$/
const IS_KEY = /^["'*_]{0,3} {0,3}[:=]/
/** Where a field begins: a line, a cell, the key of a record; "the April run: Ada Obi" has none. */
const OPENS = /(?:^|[\n{,;|(>\t])[^\S\n]{0,24}(?:[-*\u2022] ?)?["'*_]{0,3}$/
const OPENING = 32
const WITHIN = 32
/** A record goes on so far from the field of its name. */
const RECORD = 240
/** What was found of the headings of a table: its rows ask one after another. */
const described = new WeakMap<object, boolean>()
/** Different fields that only things have, and which make the record one of a thing. */
const LEAST_FIELDS = 2

/** Whether a found name is the value of a field of a thing, or what a record of a thing says that it is called. */
export function isOfThing(search: NameSearch, words: readonly NameWord[]): boolean {
  const { hits, cues, evidence, text } = search
  const { start } = words[0]!
  const heading = evidence.heading(start)
  if (heading !== null) {
    const own = hits.nearestBefore(cues.groups.thingField, heading.end, heading.end - heading.start)
    if (own !== null && own.start >= heading.start) return true
    if (isSetInThings(search, heading.start) || evidence.isInTableOfGoods(start)) return true
    const head = evidence.tableHead(start)!
    const isDescribed = described.get(head) ?? describesThing(search, head.start, head.end, false)
    described.set(head, isDescribed)
    return isDescribed
  }
  if (isSetInThings(search, start)) return true
  const field = nearestLeading(search, cues.groups.thingField, start)
  if (field !== null) return true
  const naming = nearestLeading(search, cues.groups.naming, start)
  if (naming === null) return false
  return describesThing(search, Math.max(0, naming.start - RECORD), Math.min(text.length, start + RECORD), true)
}

/** How a statement names its table, and how far before its values. */
const STATEMENT = /\b(?:insert\s{1,3}into|update)\s{1,3}["`]?$/i
const STATEMENT_WITHIN = 80

/** "INSERT INTO colours (name) VALUES ('Amber')", "UPDATE colours SET name = 'Ruby'": the table is one of things. */
function isSetInThings({ hits, cues, text }: NameSearch, at: number): boolean {
  const hit = hits.nearestBefore(cues.groups.thingHeading, at, STATEMENT_WITHIN)
  return hit !== null && STATEMENT.test(text.slice(Math.max(0, hit.start - 24), hit.start))
}

/** The field of `group` that leads right to what starts at view index `start`; null when none does. */
function nearestLeading({ hits, text }: NameSearch, group: number, start: number): PhraseHit | null {
  const hit = hits.nearestBefore(group, start, WITHIN)
  return hit !== null && LEADS.test(sliceOf(text, hit.end, start)) && opensKey(text, hit.start) ? hit : null
}

function isKey(text: string, { start, end }: PhraseHit): boolean {
  return IS_KEY.test(text.slice(end, end + 8)) && opensKey(text, start)
}

function opensKey(text: string, at: number): boolean {
  return OPENS.test(text.slice(Math.max(0, at - OPENING), at))
}

/** Whether the keys (or headings) in [from, to) are those of a thing, and none of them one that only people have. */
function describesThing({ hits, cues, evidence, text }: NameSearch, from: number, to: number, isRecord: boolean) {
  const fields = new Set<number>()
  for (const hit of hits.between(from, to)) {
    if (hit.start < from || hit.end > to || (isRecord && !isKey(text, hit))) continue
    const says = cues.of(hit)
    if ((says & Cue.thingField) !== 0) fields.add(hit.says.number)
    // "themes:" over "- name: Solarized"
    else if (isRecord && (says & Cue.thingHeading) !== 0) return true
    else if ((says & Cue.naming) === 0 && evidence.isOfPeople(hit)) return false
  }
  return fields.size >= LEAST_FIELDS
}
