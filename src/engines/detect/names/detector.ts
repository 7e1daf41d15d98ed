// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text. Most words are passed
// over at one look at what the process knows of them (words/lexicon.ts); objects are made for the few that remain.
import { keptList } from '../../../text/kept-list.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Claim, DetectorFactory, Task } from '../detector.ts'
import { leadingForms, legalForms } from './around/company-ahead.ts'
import { type Candidate, nameClaim } from './candidate.ts'
import { isOfCatalogue } from './doubts/catalogue.ts'
import { isIdentifier } from './doubts/programs.ts'
import { isOfThing } from './doubts/thing-records.ts'
import { headsValues } from './doubts/value-tables.ts'
import { findBooked } from './layouts/booking.ts'
import { findDialogue } from './layouts/dialogue.ts'
import { findFields } from './layouts/fields.ts'
import { findInformal, findUncased } from './layouts/informal.ts'
import { findAgain } from './repeats/again.ts'
import { finishByMail } from './repeats/by-mail.ts'
import { findInColumns } from './repeats/columns.ts'
import { findCapitalised } from './runs/capitals.ts'
import { type NameFacts, NameSearch } from './search.ts'
import { Cue } from './words/cues.ts'
import { LanguageVotes } from './words/language.ts'
import { NameLexicon } from './words/lexicon.ts'
import type { NameWord } from './words/name-word.ts'
import { otherWordsOf } from './words/other-words.ts'
import { nameLists, Role } from './words/roles.ts'

/** data/cues/case-endings.json: ending -> what may have stood in its place; `again` of names that the text has said before, `words` of ordinary words. */
interface CaseEndings {
  readonly names: Readonly<Record<string, readonly string[]>>
  readonly again: Readonly<Record<string, readonly string[]>>
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** What a phrase around a name goes on for behind it at most. */
const THING_AFTER = 30
/** The start of a row, with what it is of in front: "Vin Fetească", a mark of a list. */
const OPENS_ROW = /(?:^|\n)[^\S\n]{0,4}(?:[-*\u2022"'] ?)?(?:\p{Lu}\p{L}{2,16} (?:\p{Ll}{1,3} )?)?$/u
const ROW_OPENING = 28
/** How far behind the name of an article its number is announced at most. */
const ROW = 64
/** Characters of a label behind its first word at most. */
const LABEL_REST = 24
const VALUE_BEHIND = /^(?::|\.? ?\d)/
/** Behind who speaks: a colon, and a sentence. */
const SAYS = /^: {1,3}\p{L}{1,20}[,.!?]? \p{L}/u
const SAYS_WITHIN = 28

/** What looks for names in a text, one after the other: each knows what those before it have found. */
const STAGES: readonly ((search: NameSearch) => void)[] = [
  findCapitalised,
  findFields,
  findBooked,
  findUncased,
  findInformal,
  findDialogue,
  findAgain,
  findInColumns,
  finishByMail,
]

export const namesDetector: DetectorFactory = (packs, book) => {
  const lists = nameLists(packs, book)
  const forms = legalForms(packs)
  const openers = leadingForms(packs)
  const votes = new LanguageVotes(packs.lexicon('words-common.json'), lists.languages.letters)
  const { names, again, words } = JSON.parse(packs.cues('case-endings.json')) as CaseEndings
  const endings = new Map(Object.entries(names))
  const repeats = new Map(endings)
  for (const [ending, tails] of Object.entries(again)) repeats.set(ending, [...(endings.get(ending) ?? []), ...tails])
  let facts: NameFacts | null = null
  /** The large tables are read when the first text is. */
  const load = (): NameFacts => ({
    lexicon: new NameLexicon(
      packs.names(),
      packs.gazetteer(),
      lists,
      forms,
      endings,
      new Map(Object.entries(words)),
      votes,
    ),
    votes,
    cues: lists.cues,
    forms,
    leadingForms: openers,
    repeats,
    saintPrefixes: lists.saintPrefixes,
    letters: lists.letters,
    verbs: lists.verbs,
    articles: lists.articles,
    traits: lists.traits,
    doings: lists.doings,
    others: otherWordsOf(),
  })
  const findAll = (tasks: readonly Task[]): Claim[][] => {
    facts ??= load()
    const searches: NameSearch[] = []
    for (const { text, evidence } of tasks) {
      const search = new NameSearch(text, evidence, facts)
      evidence.languages = search.glance.languages
      searches.push(search)
    }
    for (const stage of STAGES) for (const search of searches) stage(search)
    return searches.map(claimsOf)
  }
  return { name: 'names', find: (text, scope, evidence) => findAll([{ text, scope, evidence }])[0]!, findAll }
}

/** The names found that are not, on a last look, something else. */
function claimsOf(search: NameSearch): Claim[] {
  const claims: Claim[] = keptList()
  for (const one of search.found)
    if (!isThing(search, one) && !isGreeting(search, one) && !isCue(search, one) && !isArticle(search, one))
      if (!isIdentifier(search, one) && !isOfThing(search, one.words) && !isOfCells(one) && !headsValues(search, one))
        if (!isOfCatalogue(search, one)) claims.push(nameClaim(one))
  search.evidence.people = claims
  return claims
}

/** "Agent: Guten Tag, ...": several words that are what one is greeted with. */
function isGreeting({ hits, cues }: NameSearch, { words }: Candidate): boolean {
  if (words.length < 2 || !hits.has(cues.groups.greeting)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of hits.between(start, end))
    if (hit.start === start && hit.end === end && (cues.of(hit) & Cue.greeting) !== 0) return true
  return false
}

/** Whether a found name is part of what a phrase names that is no person: "Budd-Chiari syndrome", "Ruy Lopez". */
function isThing({ hits, cues }: NameSearch, { words }: Candidate): boolean {
  if (!hits.has(cues.groups.thing)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of hits.between(start, end + THING_AFTER))
    if (hit.start <= start && hit.end >= end && (cues.of(hit) & Cue.thing) !== 0) return true
  return false
}

/** "Georg Jensen table cloth, art. no. 4711": what opens a row of a catalogue, whose number is an article's. */
function isArticle(search: NameSearch, { words, pattern }: Candidate): boolean {
  const { text, hits, cues } = search
  if (pattern || !hits.has(cues.groups.article) || isSubject(search, words[words.length - 1]!)) return false
  const { start } = words[0]!
  if (start > 0 && !OPENS_ROW.test(text.slice(Math.max(0, start - ROW_OPENING), start))) return false
  const { end } = words[words.length - 1]!
  for (const hit of hits.between(end, end + ROW))
    if ((cues.of(hit) & Cue.article) !== 0 && !text.slice(end, hit.start).includes('\n')) return true
  return false
}

/** "Min  Max  Sky": words with wide gaps between all of them are cells of a row. */
function isOfCells({ words }: Candidate): boolean {
  return words.length > 2 && words.every(({ start }, i) => i === 0 || start - words[i - 1]!.end > 1)
}

/** "Alfred: hej, bogen (ISBN ...)", "Anna Beck has returned": who speaks, or a verb or one of the commonest words goes on. */
function isSubject(search: NameSearch, { next, end }: NameWord): boolean {
  const { tokens, text, words } = search
  if (SAYS.test(text.slice(end, end + SAYS_WITHIN))) return true
  return tokens.kind[next] === TokenKind.lower && ((words.roles(next) & Role.verb) !== 0 || search.isCommon(next))
}

/** "\u1eccj\u1ecd\u0301 \u00ecb\u00ed: 28/04/1992", "Unique Taxpayer Reference 91492 14757": the first of the words that announce a value, up to their colon or its digits. */
function opensLabel({ hits, cues, text }: NameSearch, { start, end }: NameWord): boolean {
  for (const hit of hits.between(end, end + LABEL_REST))
    if (hit.start === start && (cues.of(hit) & Cue.foreign) !== 0)
      if (VALUE_BEHIND.test(text.slice(hit.end, hit.end + 3))) return true
  return false
}

/** "Anna Beck, Steuer-ID 86 095", "Verified by DOB 03.09.1980": the words that announce a number, joined by a hyphen as a name may be or in capitals. */
function isCue(search: NameSearch, { words, pattern }: Candidate): boolean {
  const { hits, cues } = search
  const { kind, start } = search.tokens
  const word = words[0]!
  if (!pattern && words.length === 1 && opensLabel(search, word)) return true
  if (words.length > 1 || (!word.isUpper && (pattern || word.next - word.first < 3))) return false
  const isValue = kind[word.next] === TokenKind.number || kind[word.next] === TokenKind.mixed
  if (!isValue || start[word.next]! - word.end > 2) return false
  for (const hit of hits.between(word.start, word.end))
    if (hit.start === word.start && hit.end === word.end && (cues.of(hit) & Cue.foreign) !== 0) return true
  return false
}
